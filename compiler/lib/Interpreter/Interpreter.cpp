// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry of the interpreter: decodes, then runs.
#include "charonia/Interpreter/Interpreter.h"

#include "Decoders.h"

#include "charonia/Dialect/TT/TTVersions.h"
#include "charonia/Interpreter/Decoder.h"
#include "charonia/Interpreter/Machine.h"
#include "charonia/Support/IdentityLoc.h"

#include "mlir/IR/Diagnostics.h"

namespace charonia::compiler {

namespace {

/// Kernels whose calls expand to more steps than this are refused.
constexpr uint64_t kMaxSteps = 1'000'000;

void registerAll() {
  static const bool done = [] {
    interp::registerElementwiseDecoders();
    interp::registerControlDecoders();
    interp::registerMemoryDecoders();
    interp::registerTensorDecoders();
    interp::registerTileMemoryDecoders();
    interp::registerTileDecoders();
    interp::registerMtiaDecoders();
    return true;
  }();
  (void)done;
}

void addError(ReferenceRun &run, std::string code, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = std::move(code);
  diagnostic.message = std::move(message);
  run.diagnostics.push_back(std::move(diagnostic));
}

/// Decodes; errors become diagnostics of the run.
bool decode(mlir::ModuleOp module, llvm::StringRef kernel, interp::Code &code, ReferenceRun &run) {
  registerAll();
  mlir::ScopedDiagnosticHandler handler(module.getContext(), [&](mlir::Diagnostic &source) {
    Diagnostic diagnostic;
    diagnostic.code = "KC0800";
    diagnostic.message = source.str();
    diagnostic.range = sourceRangeOf(source.getLocation());
    run.diagnostics.push_back(std::move(diagnostic));
    return mlir::success();
  });
  mlir::OwningOpRef<mlir::ModuleOp> renewed;
  if (tt::hasVersionOps(module)) {
    renewed = module.clone();
    module = *renewed;
    if (mlir::failed(tt::renewVersionOps(module))) {
      return false;
    }
  }
  interp::Decoder decoder(code, kMaxSteps);
  return mlir::succeeded(decoder.kernel(module, kernel));
}

} // namespace

ReferenceRun interpret(mlir::ModuleOp module, llvm::StringRef kernel, llvm::ArrayRef<uint64_t> args,
                       std::array<int64_t, 3> grid, launch::MemoryImage &memory,
                       const Limits &limits, std::stop_token stop, uint64_t undefinedLanes,
                       const PeView &pes) {
  ReferenceRun run;
  interp::Code code;
  if (!decode(module, kernel, code, run)) {
    return run;
  }
  if (args.size() != code.parameters.size()) {
    addError(run, "KC0104",
             "the kernel takes " + std::to_string(code.parameters.size()) + " arguments, but " +
                 std::to_string(args.size()) + " are given");
    return run;
  }
  uint64_t pids = 1;
  for (int64_t extent : grid) {
    if (extent < 0 || (extent > 0 && pids > limits.pids / static_cast<uint64_t>(extent))) {
      addError(run, "KC0106",
               "the grid has more program ids than the limit of " + std::to_string(limits.pids));
      return run;
    }
    pids *= static_cast<uint64_t>(extent);
  }
  interp::Machine machine(code, memory, limits, std::move(stop));
  machine.undefinedLanes = undefinedLanes;
  machine.peRows = std::max(1, pes.rows);
  machine.peColumns = std::max(1, pes.columns);
  machine.mapping = pes.mapping;
  machine.run(std::vector<uint64_t>(args.begin(), args.end()), grid);
  for (Diagnostic &diagnostic : run.diagnostics) {
    machine.result.diagnostics.push_back(std::move(diagnostic));
  }
  return std::move(machine.result);
}

} // namespace charonia::compiler

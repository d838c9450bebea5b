// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads IR, runs passes, prints IR: the tool of the lit tests. Reads every form of Triton IR that
// the compiler reads.
#include "charonia/InitAllDialects.h"
#include "charonia/InitAllPasses.h"
#include "charonia/Lint/Lint.h"
#include "charonia/Target/TtirReader.h"

#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

namespace {

int fail(llvm::StringRef message) {
  llvm::errs() << message << "\n";
  return 1;
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  mlir::DialectRegistry registry;
  charonia::registerAllDialects(registry);
  charonia::registerAllPasses();
  charonia::compiler::lint::registerLintPass();
  mlir::registerTransformsPasses();
  auto [input, output] =
      mlir::registerAndParseCLIOptions(argc, argv, "charonia IR optimiser\n", registry);
  mlir::MlirOptMainConfig config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects()) {
    for (llvm::StringRef name : registry.getDialectNames()) {
      llvm::outs() << name << "\n";
    }
    return 0;
  }
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> file = mlir::openInputFile(input, &error);
  if (!file) {
    return fail(error);
  }
  std::unique_ptr<llvm::ToolOutputFile> sink = mlir::openOutputFile(output, &error);
  if (!sink) {
    return fail(error);
  }
  llvm::StringRef given = file->getBuffer();
  bool bytecode = given.starts_with("ML\xefR");
  std::string readable = bytecode ? given.str() : charonia::compiler::parsableTtir(given);
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  mlir::LogicalResult result = mlir::MlirOptMain(
      stream, llvm::MemoryBuffer::getMemBuffer(readable, file->getBufferIdentifier()), registry,
      config);
  sink->os() << (config.shouldEmitBytecode() ? printed : charonia::compiler::tritonTextOf(printed));
  // What was printed before a failure is worth seeing too.
  sink->keep();
  return mlir::asMainReturnCode(result);
}

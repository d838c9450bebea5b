// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Triton IR text through the reader, all passes and the interpreter, with a launch made from the
// kernel's signature and small limits of steps.
#include "Target.h"

#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Target/TtirReader.h"
#include "charonia/arch/DeviceModel.h"
#include "charonia/compiler/Compiler.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <cstdio>
#include <cstdlib>

using namespace charonia;

namespace {

constexpr int64_t kElements = 256;
constexpr int kInputsPerContext = 200;

compiler::Limits limits() {
  compiler::Limits small;
  small.interpreterSteps = 20'000;
  small.interpreterSeconds = 1;
  return small;
}

const char *typeText(mlir::Type type) {
  if (auto integer = mlir::dyn_cast<mlir::IntegerType>(type)) {
    switch (integer.getWidth()) {
    case 1:
      return "i1";
    case 8:
      return "i8";
    case 16:
      return "i16";
    case 64:
      return "i64";
    default:
      return "i32";
    }
  }
  return type.isF64()            ? "fp64"
         : type.isBF16()         ? "bf16"
         : type.isF16()          ? "fp16"
         : type.isFloat8E5M2()   ? "fp8e5"
         : type.isFloat8E4M3FN() ? "fp8e4nv"
                                 : "fp32";
}

/// The first function with a body as a kernel; false when there is none.
bool launchOf(mlir::ModuleOp module, launch::Launch &launch) {
  for (auto function : module.getOps<mlir::FunctionOpInterface>()) {
    if (function.isExternal()) {
      continue;
    }
    launch.function = function.getName().str();
    launch.grid = {"2"};
    launch.cases.emplace_back();
    unsigned index = 0;
    for (mlir::Type type : function.getArgumentTypes()) {
      launch::Argument argument;
      auto pointer = mlir::dyn_cast<tt::PointerType>(type);
      argument.name = "a" + std::to_string(index++);
      std::string text = typeText(pointer ? pointer.getPointeeType() : type);
      launch::parseElementType(text, argument.type, argument.isUnsigned);
      argument.kind = pointer ? launch::Argument::Kind::Pointer : launch::Argument::Kind::Scalar;
      argument.typeText = pointer ? "*" + text : text;
      argument.elements = pointer ? kElements : 0;
      argument.salt = index;
      if (!pointer) {
        bool real = numerics::isFloat(argument.type);
        argument.value.kind =
            real ? launch::ConstantValue::Kind::Float : launch::ConstantValue::Kind::Int;
        argument.value.integer = kElements - 3;
        argument.value.number = 0.5;
      }
      launch.args.push_back(std::move(argument));
    }
    return true;
  }
  return false;
}

/// Reads the text in a context that serves many inputs: most inputs end here.
bool readable(const std::string &text, launch::Launch &launch) {
  static std::unique_ptr<mlir::MLIRContext> context;
  static int inputs = 0;
  if (inputs++ % kInputsPerContext == 0) {
    context = std::make_unique<mlir::MLIRContext>(mlir::MLIRContext::Threading::DISABLED);
  }
  std::vector<compiler::Diagnostic> diagnostics;
  auto module = compiler::readTtir(*context, text, "fuzz.ttir", limits(), diagnostics);
  if (!module) {
    return false;
  }
  compiler::printTtir(*module, /*locations=*/true);
  return launchOf(*module, launch);
}

arch::DeviceRef device() {
  static const arch::DeviceRef loaded = [] {
    auto result = arch::loadDevice(CHARONIA_SOURCE_DIR "/resources/hardware/mtia-2i.json");
    if (!result) {
      std::fprintf(stderr, "no hardware file\n");
      std::exit(2);
    }
    return *result;
  }();
  return loaded;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz::TimeLimit limit;
  compiler::Invocation invocation;
  invocation.text.assign(reinterpret_cast<const char *>(data), size);
  if (!readable(invocation.text, invocation.launch)) {
    return 0;
  }
  invocation.from = compiler::From::Ttir;
  invocation.file = "fuzz.ttir";
  invocation.device = device();
  invocation.options.limits = limits();
  compiler::Session session;
  compiler::Compilation compilation = session.compile(invocation);
  auto memory = launch::MemoryImage::create(invocation.launch, 0, *invocation.device);
  if (memory && !compilation.passes.empty()) {
    session.interpret(compilation.id, 0, *memory);
  }
  return 0;
}

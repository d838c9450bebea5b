// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the library function for one element and maps it over the tile.
#include "LibraryCalls.h"

#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Dialect/TT/Transforms/Passes.h"
#include "charonia/Frontend/Frontend.h"
#include "charonia/Support/FnTable.h"
#include "charonia/Support/LibraryFunctions.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSwitch.h"

#include <map>

using namespace mlir;

namespace charonia::compiler {

namespace {

/// The library's name for a symbol: tried in this order. Those of unsigned numbers begin with u.
struct Candidate {
  std::string name;
  bool isUnsigned = false;
};

std::vector<Candidate> candidatesOf(llvm::StringRef symbol) {
  if (!symbol.consume_front("__nv_") && !symbol.consume_front("__ocml_")) {
    return {};
  }
  (void)(symbol.consume_back("_f32") || symbol.consume_back("_f64"));
  std::string known = llvm::StringSwitch<std::string>(symbol)
                          .Case("fast_fdividef", "fast_dividef")
                          .Cases("frcp_rn", "drcp_rn", "rcp_rn")
                          .Default("");
  if (!known.empty()) {
    return {{known}};
  }
  if (llvm::is_contained({"uhadd", "urhadd", "usad", "umul24"}, symbol)) {
    return {{symbol.drop_front().str(), true}};
  }
  std::vector<Candidate> result = {{symbol.str()}};
  for (llvm::StringRef suffix : {"f", "ll"}) {
    llvm::StringRef base = symbol;
    if (base.consume_back(suffix) && !base.empty()) {
      result.push_back({base.str()});
    }
  }
  return result;
}

/// `fp32` of f32; empty for what the language has no name for.
std::string tritonType(Type element, bool isUnsigned) {
  auto type = elementTypeOf(element);
  if (!type || isa<tt::PointerType>(element)) {
    return "";
  }
  if (auto integer = dyn_cast<IntegerType>(element)) {
    return (isUnsigned ? "u" : "i") + std::to_string(integer.getWidth());
  }
  return element.isF32()    ? "fp32"
         : element.isF64()  ? "fp64"
         : element.isF16()  ? "fp16"
         : element.isBF16() ? "bf16"
                            : "";
}

launch::Argument argument(std::string name, Type element, bool isUnsigned, bool pointer) {
  launch::Argument result;
  std::string type = tritonType(element, isUnsigned);
  result.name = std::move(name);
  result.typeText = (pointer ? "*" : "") + type;
  result.kind = pointer ? launch::Argument::Kind::Pointer : launch::Argument::Kind::Scalar;
  result.type = *elementTypeOf(element);
  result.isUnsigned = isUnsigned;
  result.elements = 1;
  result.value.kind = isa<FloatType>(element) ? launch::ConstantValue::Kind::Float
                                              : launch::ConstantValue::Kind::Int;
  result.value.number = 3;
  result.value.integer = 3; // neither 1 nor a multiple of 16, for which kernels are special
  return result;
}

/// One kernel that stores the function of its scalars: `out`, then the operands.
OwningOpRef<ModuleOp> emitScalar(MLIRContext &context, const Candidate &candidate,
                                 TypeRange operands, Type result, const Limits &limits) {
  launch::Launch launch;
  launch.function = "library_call";
  launch.grid = {"1"};
  std::string parameters, arguments;
  if (tritonType(result, false).empty()) {
    return {};
  }
  launch.args.push_back(argument("out", result, false, true));
  for (auto [index, type] : llvm::enumerate(operands)) {
    std::string name = "x" + std::to_string(index);
    if (tritonType(type, candidate.isUnsigned).empty()) {
      return {};
    }
    launch.args.push_back(argument(name, type, candidate.isUnsigned, false));
    parameters += ", " + name;
    arguments += (index ? ", " : "") + name;
  }
  frontend::FrontendInput input;
  input.text = "import triton\nimport triton.language as tl\n"
               "from triton.language.extra import libdevice\n\n\n@triton.jit\n"
               "def library_call(out" +
               parameters + "):\n    tl.store(out, libdevice." + candidate.name + "(" + arguments +
               "))\n";
  input.file = "libdevice.py";
  input.launch = &launch;
  input.limits = limits;
  std::vector<Diagnostic> unused;
  ScopedDiagnosticHandler quiet(&context, [](mlir::Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> module = frontend::emitKernel(context, input, unused);
  if (!module) {
    return {};
  }
  PassContext passes;
  passes.launch.kernel = launch.function;
  PassManager manager(&context);
  manager.addPass(tt::createTTImport(&passes));
  return failed(manager.run(*module)) ? OwningOpRef<ModuleOp>() : std::move(module);
}

/// Copies the kernel's ops and gives the value that it stores; null if it does anything else.
Value copyBody(OpBuilder &builder, ModuleOp scalar, ValueRange operands, Location loc) {
  auto kernel = *scalar.getOps<tt::FuncOp>().begin();
  Block &body = kernel.getBody().front();
  auto store = dyn_cast_or_null<tt::StoreOp>(body.getTerminator()->getPrevNode());
  if (!kernel.getBody().hasOneBlock() || !store || store.getPtr() != body.getArgument(0)) {
    return {};
  }
  IRMapping map;
  map.map(body.getArguments().drop_front(), operands);
  for (Operation &op : body.without_terminator()) {
    if (&op == store) {
      break;
    }
    builder.clone(op, map)->walk([&](Operation *copy) { copy->setLoc(loc); });
  }
  return map.lookupOrDefault(store.getValue());
}

void expandCall(tt::ExternElementwiseOp call, ModuleOp scalar) {
  OpBuilder builder(call);
  Location loc = call.getLoc();
  auto tile = dyn_cast<RankedTensorType>(call.getType());
  if (!tile) {
    if (Value value = copyBody(builder, scalar, call.getSrcs(), loc)) {
      call.getResult().replaceAllUsesWith(value);
      call.erase();
    }
    return;
  }
  SmallVector<Value> sources;
  for (Value source : call.getSrcs()) {
    sources.push_back(isa<RankedTensorType>(source.getType())
                          ? source
                          : builder.create<tt::SplatOp>(loc, tile.clone(source.getType()), source));
  }
  auto map = builder.create<tt::MapElementwiseOp>(loc, TypeRange(tile), sources, 1);
  Block *body = builder.createBlock(&map.getScalarOp());
  for (Value source : sources) {
    body->addArgument(tt::elementOf(source.getType()), loc);
  }
  Value value = copyBody(builder, scalar, body->getArguments(), loc);
  if (!value) {
    map.erase();
    return;
  }
  builder.create<tt::MapElementwiseReturnOp>(loc, value);
  call.getResult().replaceAllUsesWith(map->getResult(0));
  call.erase();
}

} // namespace

void expandLibraryCalls(ModuleOp module, const Limits &limits) {
  SmallVector<tt::ExternElementwiseOp> calls;
  module.walk([&](tt::ExternElementwiseOp call) {
    if (!functionOfSymbol(call.getSymbol()) && call.getPure() && !call.getSrcs().empty()) {
      calls.push_back(call);
    }
  });
  std::map<std::string, OwningOpRef<ModuleOp>> emitted;
  for (tt::ExternElementwiseOp call : calls) {
    SmallVector<Type> operands;
    for (Value source : call.getSrcs()) {
      operands.push_back(tt::elementOf(source.getType()));
    }
    Type result = tt::elementOf(call.getType());
    std::string key = call.getSymbol().str();
    llvm::raw_string_ostream stream(key);
    stream << FunctionType::get(module.getContext(), operands, result);
    auto [found, fresh] = emitted.try_emplace(key);
    for (const Candidate &candidate : candidatesOf(call.getSymbol())) {
      if (!fresh || found->second) {
        break;
      }
      found->second = emitScalar(*module.getContext(), candidate, operands, result, limits);
    }
    if (found->second) {
      expandCall(call, *found->second);
    }
  }
}

} // namespace charonia::compiler

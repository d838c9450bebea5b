// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decoders of elementwise ops, casts and constants. Which function an op is: Support/FnTable.
#include "Decoders.h"
#include "Exec.h"

#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Interpreter/Decoder.h"
#include "charonia/Support/FnTable.h"
#include "charonia/Support/LibraryFunctions.h"

using namespace mlir;

namespace charonia::compiler::interp {

namespace {

LogicalResult decodeTable(Decoder &decoder, Operation *op) {
  if (auto truncate = dyn_cast<arith::TruncFOp>(op)) {
    auto mode = truncate.getRoundingmode();
    if (mode && *mode != arith::RoundingMode::to_nearest_even &&
        *mode != arith::RoundingMode::toward_zero) {
      return op->emitError() << "the interpreter cannot round this way";
    }
  }
  return decoder.elementwise(op, *fnOf(op));
}

/// The function of a library symbol for operands of type `in`.
std::optional<Fn> findSymbol(llvm::StringRef symbol, ElementType in) {
  std::optional<Fn> found = functionOfSymbol(symbol);
  if (!found) {
    return std::nullopt;
  }
  numerics::FnKind kind = numerics::info(*found).kind;
  bool wantsFloat = kind == numerics::FnKind::Float || kind == numerics::FnKind::CmpF;
  return wantsFloat == numerics::isFloat(in) ? found : std::nullopt;
}

LogicalResult decodeFpToFp(Decoder &decoder, Operation *op) {
  auto cast = mlir::cast<tt::FpToFpOp>(op);
  Value source = decoder.get(cast.getSrc());
  auto layout = layoutOf(cast.getType());
  unsigned from = numerics::byteSize(source.type), to = numerics::byteSize(layout->type);
  Fn narrow = cast.getRounding() == tt::RoundingMode::RTZ ? Fn::TruncFRtz : Fn::TruncF;
  if (from < to) {
    return decoder.elementwise(op, Fn::ExtF);
  }
  if (from > to) {
    return decoder.elementwise(op, narrow);
  }
  if (source.type == layout->type) {
    return decoder.alias(op->getResult(0), source);
  }
  // Types of one width: by way of fp32, which holds both exactly.
  Value wide = decoder.temporary(ElementType::F32, source.count, source.uniform);
  decoder.emitElementwise(op, Fn::ExtF, source.type, wide, {source});
  return decoder.elementwise(op, narrow, ElementType::F32, layout->type, {wide}, op->getResult(0));
}

LogicalResult decodeClamp(Decoder &decoder, Operation *op) {
  bool nan = cast<tt::ClampFOp>(op).getPropagateNan() == tt::PropagateNan::ALL;
  return decoder.elementwise(op, nan ? Fn::ClampNanF : Fn::ClampF);
}

/// Casts that keep the bits: the result shares the operand's storage.
LogicalResult decodeSameBits(Decoder &decoder, Operation *op) {
  Value source = decoder.get(op->getOperand(0));
  auto layout = layoutOf(op->getResult(0).getType());
  if (!layout || numerics::bitWidth(layout->type) != numerics::bitWidth(source.type)) {
    return op->emitError() << "the interpreter cannot cast " << op->getOperand(0).getType()
                           << " to " << op->getResult(0).getType();
  }
  return decoder.alias(op->getResult(0), source);
}

LogicalResult decodeIndexCast(Decoder &decoder, Operation *op) {
  Value source = decoder.get(op->getOperand(0));
  auto layout = layoutOf(op->getResult(0).getType());
  unsigned from = numerics::bitWidth(source.type),
           to = layout ? numerics::bitWidth(layout->type) : 0;
  if (from == to) {
    return decoder.alias(op->getResult(0), source);
  }
  return decoder.elementwise(op, from > to                     ? Fn::TruncI
                                 : isa<arith::IndexCastOp>(op) ? Fn::ExtSI
                                                               : Fn::ExtUI);
}

/// mulsi_extended, mului_extended: low and high half. addui_extended: sum and overflow.
LogicalResult decodeExtended(Decoder &decoder, Operation *op) {
  llvm::SmallVector<Value> operands = decoder.values(op->getOperands());
  ElementType type = operands[0].type;
  bool adds = isa<arith::AddUIExtendedOp>(op);
  Fn low = adds ? Fn::AddI : Fn::MulI;
  if (failed(decoder.elementwise(op, low, type, type, operands, op->getResult(0)))) {
    return failure();
  }
  if (adds) {
    Value sum = decoder.get(op->getResult(0));
    return decoder.elementwise(op, Fn::CmpUlt, type, ElementType::I1, {sum, operands[0]},
                               op->getResult(1));
  }
  Fn high = isa<arith::MulSIExtendedOp>(op) ? Fn::MulHiSI : Fn::MulHiUI;
  return decoder.elementwise(op, high, type, type, operands, op->getResult(1));
}

LogicalResult decodeExtern(Decoder &decoder, Operation *op) {
  auto call = cast<tt::ExternElementwiseOp>(op);
  llvm::SmallVector<Value> operands = decoder.values(call.getSrcs());
  std::optional<Fn> fn;
  if (!operands.empty()) {
    fn = findSymbol(call.getSymbol(), operands[0].type);
  }
  if (!fn || numerics::info(*fn).operands != operands.size()) {
    return op->emitError() << "the interpreter does not know the library function '"
                           << call.getSymbol() << "' of these operands";
  }
  auto layout = layoutOf(op->getResult(0).getType());
  if (numerics::info(*fn).kind == numerics::FnKind::CmpF && layout->type != ElementType::I1) {
    // The library gives such tests as integers.
    bool uniform = llvm::all_of(operands, [](const Value &value) { return value.uniform; });
    Value test = decoder.temporary(ElementType::I1, layout->count, uniform);
    decoder.emitElementwise(op, *fn, operands[0].type, test, operands);
    return decoder.elementwise(op, Fn::ExtUI, ElementType::I1, layout->type, {test},
                               op->getResult(0));
  }
  if (numerics::info(*fn).kind != numerics::FnKind::CmpF && layout->type != operands[0].type) {
    return op->emitError() << "the interpreter does not know the library function '"
                           << call.getSymbol() << "' with a result of "
                           << op->getResult(0).getType();
  }
  return decoder.elementwise(op, *fn, operands[0].type, layout->type, operands, op->getResult(0));
}

LogicalResult decodeConstant(Decoder &decoder, Operation *op) {
  Attribute value = cast<arith::ConstantOp>(op).getValue();
  mlir::Value result = op->getResult(0);
  auto layout = layoutOf(result.getType());
  if (!layout) {
    return op->emitError() << "the interpreter has no values of type " << result.getType();
  }
  auto elements = dyn_cast<DenseElementsAttr>(value);
  if (elements && !elements.isSplat()) {
    llvm::SmallVector<uint64_t> bits;
    for (Attribute element : elements.getValues<Attribute>()) {
      bits.push_back(*rawBitsOf(element));
    }
    return decoder.alias(result, decoder.constantArray(layout->type, bits));
  }
  auto bits = rawBitsOf(elements ? elements.getSplatValue<Attribute>() : value);
  if (!bits) {
    return op->emitError() << "the interpreter cannot read this constant";
  }
  return decoder.alias(result, decoder.constant(layout->type, *bits));
}

/// Poison may be anything: it is zero.
LogicalResult decodePoison(Decoder &decoder, Operation *op) {
  auto layout = layoutOf(op->getResult(0).getType());
  if (!layout) {
    return op->emitError() << "the interpreter has no values of type "
                           << op->getResult(0).getType();
  }
  if (layout->aggregate) {
    llvm::SmallVector<uint64_t> zeros(static_cast<size_t>(layout->count), 0);
    return decoder.alias(op->getResult(0), decoder.constantArray(layout->type, zeros));
  }
  return decoder.alias(op->getResult(0), decoder.constant(layout->type, 0));
}

} // namespace

void registerElementwiseDecoders() {
  for (llvm::StringRef name : elementwiseOpNames()) {
    registerDecoder(name, decodeTable);
  }
  registerDecoder("arith.bitcast", decodeSameBits);
  registerDecoder("arith.index_cast", decodeIndexCast);
  registerDecoder("arith.index_castui", decodeIndexCast);
  registerDecoder("arith.mulsi_extended", decodeExtended);
  registerDecoder("arith.mului_extended", decodeExtended);
  registerDecoder("arith.addui_extended", decodeExtended);
  registerDecoder("arith.constant", decodeConstant);
  registerDecoder("ub.poison", decodePoison);
  registerDecoder("tt.bitcast", decodeSameBits);
  registerDecoder("tt.int_to_ptr", decodeSameBits);
  registerDecoder("tt.ptr_to_int", decodeSameBits);
  registerDecoder("tt.fp_to_fp", decodeFpToFp);
  registerDecoder("tt.clampf", decodeClamp);
  registerDecoder("tt.extern_elementwise", decodeExtern);
}

} // namespace charonia::compiler::interp

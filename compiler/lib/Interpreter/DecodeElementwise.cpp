// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decoders of elementwise ops: tables from op and library symbol to numerics function.
#include "Decoders.h"
#include "Exec.h"

#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Interpreter/Decoder.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace charonia::compiler::interp {

namespace {

struct Row {
  const char *name;
  Fn fn;
};

/// Ops whose result is one function of their operands, in order.
constexpr Row kOps[] = {
    {"arith.addi", Fn::AddI},
    {"arith.subi", Fn::SubI},
    {"arith.muli", Fn::MulI},
    {"arith.divsi", Fn::DivSI},
    {"arith.divui", Fn::DivUI},
    {"arith.remsi", Fn::RemSI},
    {"arith.remui", Fn::RemUI},
    {"arith.floordivsi", Fn::FloorDivSI},
    {"arith.ceildivsi", Fn::CeilDivSI},
    {"arith.andi", Fn::And},
    {"arith.ori", Fn::Or},
    {"arith.xori", Fn::Xor},
    {"arith.shli", Fn::ShlI},
    {"arith.shrsi", Fn::ShrSI},
    {"arith.shrui", Fn::ShrUI},
    {"arith.minsi", Fn::MinSI},
    {"arith.maxsi", Fn::MaxSI},
    {"arith.minui", Fn::MinUI},
    {"arith.maxui", Fn::MaxUI},
    {"arith.addf", Fn::AddF},
    {"arith.subf", Fn::SubF},
    {"arith.mulf", Fn::MulF},
    {"arith.divf", Fn::DivF},
    {"arith.remf", Fn::RemF},
    {"arith.negf", Fn::NegF},
    {"arith.minnumf", Fn::MinNumF},
    {"arith.maxnumf", Fn::MaxNumF},
    {"arith.minimumf", Fn::MinimumF},
    {"arith.maximumf", Fn::MaximumF},
    {"arith.select", Fn::Select},
    {"arith.extsi", Fn::ExtSI},
    {"arith.extui", Fn::ExtUI},
    {"arith.trunci", Fn::TruncI},
    {"arith.sitofp", Fn::SIToFP},
    {"arith.uitofp", Fn::UIToFP},
    {"arith.fptosi", Fn::FPToSI},
    {"arith.fptoui", Fn::FPToUI},
    {"arith.extf", Fn::ExtF},
    {"math.absf", Fn::AbsF},
    {"math.absi", Fn::AbsI},
    {"math.ctlz", Fn::Clz},
    {"math.ctpop", Fn::Popc},
    {"math.fma", Fn::FmaF},
    {"math.copysign", Fn::CopySignF},
    {"math.exp", Fn::Exp},
    {"math.exp2", Fn::Exp2},
    {"math.expm1", Fn::Expm1},
    {"math.log", Fn::Log},
    {"math.log2", Fn::Log2},
    {"math.log10", Fn::Log10},
    {"math.log1p", Fn::Log1p},
    {"math.sin", Fn::Sin},
    {"math.cos", Fn::Cos},
    {"math.tan", Fn::Tan},
    {"math.asin", Fn::Asin},
    {"math.acos", Fn::Acos},
    {"math.atan", Fn::Atan},
    {"math.atan2", Fn::Atan2},
    {"math.sinh", Fn::Sinh},
    {"math.cosh", Fn::Cosh},
    {"math.tanh", Fn::Tanh},
    {"math.erf", Fn::Erf},
    {"math.sqrt", Fn::Sqrt},
    {"math.rsqrt", Fn::Rsqrt},
    {"math.cbrt", Fn::Cbrt},
    {"math.powf", Fn::Pow},
    {"math.floor", Fn::Floor},
    {"math.ceil", Fn::Ceil},
    {"math.trunc", Fn::Trunc},
    {"math.round", Fn::Round},
    {"math.roundeven", Fn::NearbyInt},
    {"tt.precise_sqrt", Fn::Sqrt},
    {"tt.precise_divf", Fn::DivF},
    {"tt.mulhiui", Fn::MulHiUI},
};

/// Library functions, without the prefix `__nv_` and the suffix `f` of the fp32 form.
constexpr Row kSymbols[] = {
    {"abs", Fn::AbsI},
    {"acos", Fn::Acos},
    {"add_rn", Fn::AddF},
    {"asin", Fn::Asin},
    {"atan", Fn::Atan},
    {"atan2", Fn::Atan2},
    {"cbrt", Fn::Cbrt},
    {"ceil", Fn::Ceil},
    {"clz", Fn::Clz},
    {"clzll", Fn::Clz},
    {"copysign", Fn::CopySignF},
    {"cos", Fn::Cos},
    {"cosh", Fn::Cosh},
    {"div_rn", Fn::DivF},
    {"fdiv_rn", Fn::DivF},
    {"ddiv_rn", Fn::DivF},
    {"erf", Fn::Erf},
    {"erfc", Fn::Erfc},
    {"exp", Fn::Exp},
    {"exp2", Fn::Exp2},
    {"expm1", Fn::Expm1},
    {"fabs", Fn::AbsF},
    {"fadd_rn", Fn::AddF},
    {"dadd_rn", Fn::AddF},
    {"fast_cos", Fn::Cos},
    {"fast_exp", Fn::Exp},
    {"fast_log", Fn::Log},
    {"fast_log10", Fn::Log10},
    {"fast_log2", Fn::Log2},
    {"fast_pow", Fn::Pow},
    {"fast_sin", Fn::Sin},
    {"fast_tan", Fn::Tan},
    {"fast_tanh", Fn::Tanh},
    {"floor", Fn::Floor},
    {"fma", Fn::FmaF},
    {"fma_rn", Fn::FmaF},
    {"fmaf_rn", Fn::FmaF},
    {"fmax", Fn::MaxNumF},
    {"fmin", Fn::MinNumF},
    {"fmod", Fn::RemF},
    {"fmul_rn", Fn::MulF},
    {"dmul_rn", Fn::MulF},
    {"fsqrt_rn", Fn::Sqrt},
    {"dsqrt_rn", Fn::Sqrt},
    {"fsub_rn", Fn::SubF},
    {"dsub_rn", Fn::SubF},
    {"hypot", Fn::Hypot},
    {"isinf", Fn::IsInfF},
    {"isinfd", Fn::IsInfF},
    {"isnan", Fn::IsNanF},
    {"isnand", Fn::IsNanF},
    {"llabs", Fn::AbsI},
    {"log", Fn::Log},
    {"log10", Fn::Log10},
    {"log1p", Fn::Log1p},
    {"log2", Fn::Log2},
    {"max", Fn::MaxSI},
    {"min", Fn::MinSI},
    {"mulhi", Fn::MulHiSI},
    {"mul64hi", Fn::MulHiSI},
    {"nearbyint", Fn::NearbyInt},
    {"popc", Fn::Popc},
    {"popcll", Fn::Popc},
    {"pow", Fn::Pow},
    {"rint", Fn::NearbyInt},
    {"round", Fn::Round},
    {"rsqrt", Fn::Rsqrt},
    {"rsqrt_rn", Fn::Rsqrt},
    {"signbit", Fn::SignBitF},
    {"signbitd", Fn::SignBitF},
    {"sin", Fn::Sin},
    {"sinh", Fn::Sinh},
    {"sqrt", Fn::Sqrt},
    {"sqrt_rn", Fn::Sqrt},
    {"tan", Fn::Tan},
    {"tanh", Fn::Tanh},
    {"trunc", Fn::Trunc},
    {"umax", Fn::MaxUI},
    {"umin", Fn::MinUI},
    {"umul64hi", Fn::MulHiUI},
    {"umulhi", Fn::MulHiUI},
};

const llvm::StringMap<Fn> &opTable() {
  static const llvm::StringMap<Fn> table = [] {
    llvm::StringMap<Fn> map;
    for (const Row &row : kOps) {
      map[row.name] = row.fn;
    }
    return map;
  }();
  return table;
}

/// The function of a library symbol for operands of type `in`.
std::optional<Fn> findSymbol(llvm::StringRef symbol, ElementType in) {
  static const llvm::StringMap<Fn> table = [] {
    llvm::StringMap<Fn> map;
    for (const Row &row : kSymbols) {
      map[row.name] = row.fn;
    }
    return map;
  }();
  if (!symbol.consume_front("__nv_") && !symbol.consume_front("__ocml_")) {
    return std::nullopt;
  }
  symbol.consume_back("_f32");
  symbol.consume_back("_f64");
  auto found = table.find(symbol);
  if (found == table.end() && in == ElementType::F32 && symbol.consume_back("f")) {
    found = table.find(symbol);
  }
  if (found == table.end()) {
    return std::nullopt;
  }
  numerics::FnKind kind = numerics::info(found->second).kind;
  bool wantsFloat = kind == numerics::FnKind::Float || kind == numerics::FnKind::CmpF;
  return wantsFloat == numerics::isFloat(in) ? std::optional<Fn>(found->second) : std::nullopt;
}

LogicalResult decodeTable(Decoder &decoder, Operation *op) {
  return decoder.elementwise(op, opTable().lookup(op->getName().getStringRef()));
}

LogicalResult decodeCompareInt(Decoder &decoder, Operation *op) {
  auto predicate = cast<arith::CmpIOp>(op).getPredicate();
  return decoder.elementwise(
      op, static_cast<Fn>(static_cast<unsigned>(Fn::CmpEq) + static_cast<unsigned>(predicate)));
}

LogicalResult decodeCompareFloat(Decoder &decoder, Operation *op) {
  auto predicate = cast<arith::CmpFOp>(op).getPredicate();
  return decoder.elementwise(
      op, static_cast<Fn>(static_cast<unsigned>(Fn::CmpFalse) + static_cast<unsigned>(predicate)));
}

LogicalResult decodeTruncF(Decoder &decoder, Operation *op) {
  auto mode = cast<arith::TruncFOp>(op).getRoundingmode();
  if (mode && *mode != arith::RoundingMode::to_nearest_even &&
      *mode != arith::RoundingMode::toward_zero) {
    return op->emitError() << "the interpreter cannot round this way";
  }
  return decoder.elementwise(op,
                             mode == arith::RoundingMode::toward_zero ? Fn::TruncFRtz : Fn::TruncF);
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

std::optional<uint64_t> bitsOf(Attribute attribute) {
  if (auto integer = dyn_cast<IntegerAttr>(attribute)) {
    return integer.getValue().zextOrTrunc(64).getZExtValue();
  }
  if (auto number = dyn_cast<FloatAttr>(attribute)) {
    return number.getValue().bitcastToAPInt().getZExtValue();
  }
  return std::nullopt;
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
      bits.push_back(*bitsOf(element));
    }
    return decoder.alias(result, decoder.constantArray(layout->type, bits));
  }
  auto bits = bitsOf(elements ? elements.getSplatValue<Attribute>() : value);
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
  for (const Row &row : kOps) {
    registerDecoder(row.name, decodeTable);
  }
  registerDecoder("arith.cmpi", decodeCompareInt);
  registerDecoder("arith.cmpf", decodeCompareFloat);
  registerDecoder("arith.truncf", decodeTruncF);
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

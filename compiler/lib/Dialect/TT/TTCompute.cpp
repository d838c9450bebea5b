// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules of casts, dots, reductions, scans and maps.
#include "charonia/Dialect/TT/TTDialect.h"

using namespace mlir;

namespace charonia::tt {

namespace {

using Effects = SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// A library function or assembly text that is not pure may do anything to memory.
void addImpureEffects(bool pure, Effects &effects) {
  if (!pure) {
    effects.emplace_back(MemoryEffects::Read::get(), GlobalMemory::get());
    effects.emplace_back(MemoryEffects::Write::get(), GlobalMemory::get());
  }
}

Speculation::Speculatability speculatability(bool pure) {
  return pure ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

/// Checks that `region` takes all left, then all right values of the operands' element types, and
/// returns as many.
LogicalResult verifyCombine(Operation *op, Region &region, ValueRange sources) {
  Block &block = region.front();
  size_t count = sources.size();
  if (block.getNumArguments() != 2 * count) {
    return op->emitOpError() << "region must take " << 2 * count << " arguments, but takes "
                             << block.getNumArguments();
  }
  for (unsigned i = 0; i < 2 * count; ++i) {
    Type expected = elementOf(sources[i % count].getType());
    if (block.getArgument(i).getType() != expected) {
      return op->emitOpError() << "argument " << i << " of the region must be " << expected
                               << ", but is " << block.getArgument(i).getType();
    }
  }
  Operation *terminator = block.getTerminator();
  if (!isa<ReduceReturnOp, ScanReturnOp>(terminator)) {
    return op->emitOpError() << "region must end in " << op->getName() << ".return";
  }
  if (terminator->getNumOperands() != count) {
    return op->emitOpError() << "region must return " << count << " values, but returns "
                             << terminator->getNumOperands();
  }
  for (auto [index, value] : llvm::enumerate(terminator->getOperands())) {
    Type expected = elementOf(sources[index].getType());
    if (value.getType() != expected) {
      return op->emitOpError() << "value " << index << " that the region returns must be "
                               << expected << ", but is " << value.getType();
    }
  }
  return success();
}

LogicalResult verifyAxis(Operation *op, ValueRange sources, int64_t axis) {
  if (sources.empty()) {
    return op->emitOpError() << "takes at least one operand";
  }
  int64_t rank = cast<RankedTensorType>(sources[0].getType()).getRank();
  if (axis < 0 || axis >= rank) {
    return op->emitOpError() << "axis " << axis << " is not in [0, " << rank << ")";
  }
  return success();
}

/// The type of one reduced operand: without `axis`, and a scalar if nothing is left.
Type reducedType(Type type, int64_t axis) {
  auto source = cast<RankedTensorType>(type);
  SmallVector<int64_t> shape(source.getShape());
  shape.erase(shape.begin() + axis);
  return shape.empty() ? source.getElementType() : Type(source.clone(shape));
}

unsigned bitWidth(Type element) {
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
}

LogicalResult verifyDotShapes(Operation *op, ArrayRef<int64_t> a, ArrayRef<int64_t> b,
                              ArrayRef<int64_t> c) {
  if (a.size() != b.size() || a.size() != c.size() || (a.size() != 2 && a.size() != 3)) {
    return op->emitOpError() << "operands must all have two or all have three dimensions";
  }
  size_t m = a.size() - 2, n = m + 1;
  if (a[n] != b[m]) {
    return op->emitOpError() << "inner dimensions must be equal, but are " << a[n] << " and "
                             << b[m];
  }
  if (a[m] != c[m] || b[n] != c[n]) {
    return op->emitOpError() << "accumulator must be " << a[m] << "x" << b[n] << ", but is " << c[m]
                             << "x" << c[n];
  }
  if (m == 1 && (a[0] != b[0] || a[0] != c[0])) {
    return op->emitOpError() << "batch dimensions must be equal, but are " << a[0] << ", " << b[0]
                             << " and " << c[0];
  }
  return success();
}

} // namespace

LogicalResult BitcastOp::verify() {
  Type source = elementOf(getSrc().getType());
  Type result = elementOf(getType());
  if (isa<PointerType>(source) != isa<PointerType>(result)) {
    return emitOpError() << "cannot cast between pointer and number (" << source << " to " << result
                         << "); use int_to_ptr or ptr_to_int";
  }
  if (bitWidth(source) != bitWidth(result)) {
    return emitOpError() << "cannot cast " << bitWidth(source) << " bits to " << bitWidth(result);
  }
  return success();
}

LogicalResult FpToFpOp::verify() {
  unsigned from = bitWidth(elementOf(getSrc().getType()));
  unsigned to = bitWidth(elementOf(getType()));
  if (from > to && !getRounding()) {
    return emitOpError() << "rounding is required for the narrowing from " << getSrc().getType()
                         << " to " << getType();
  }
  return success();
}

OpFoldResult FpToFpOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType()) {
    return getSrc();
  }
  // Zeros are zeros in every type; other values are rounded by the numerics library alone.
  Attribute value = adaptor.getSrc();
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(value)) {
    value = splat.getSplatValue<Attribute>();
  }
  auto number = dyn_cast_or_null<FloatAttr>(value);
  auto type = cast<FloatType>(elementOf(getType()));
  bool positive = number && number.getValue().isPosZero();
  if (!positive && !(number && number.getValue().isNegZero())) {
    return {};
  }
  APFloat zero = APFloat::getZero(type.getFloatSemantics(), !positive);
  if (zero.isNegative() == positive) {
    return {}; // the type has no negative zero
  }
  auto scalar = FloatAttr::get(type, zero);
  auto shaped = dyn_cast<ShapedType>(getType());
  return shaped ? Attribute(SplatElementsAttr::get(shaped, Attribute(scalar))) : Attribute(scalar);
}

void ExternElementwiseOp::getEffects(Effects &effects) { addImpureEffects(getPure(), effects); }
Speculation::Speculatability ExternElementwiseOp::getSpeculatability() {
  return speculatability(getPure());
}

void ElementwiseInlineAsmOp::getEffects(Effects &effects) { addImpureEffects(getPure(), effects); }
Speculation::Speculatability ElementwiseInlineAsmOp::getSpeculatability() {
  return speculatability(getPure());
}

LogicalResult ElementwiseInlineAsmOp::verify() {
  for (Value operand : getArgs()) {
    if (auto tensor = dyn_cast<RankedTensorType>(operand.getType())) {
      if (getPackedElement() == 0 || tensor.getNumElements() % getPackedElement() != 0) {
        return emitOpError() << "number of elements must be a multiple of packed_element, "
                             << getPackedElement();
      }
    }
  }
  return success();
}

LogicalResult DotOp::verify() {
  auto a = cast<RankedTensorType>(getA().getType());
  auto b = cast<RankedTensorType>(getB().getType());
  auto c = cast<RankedTensorType>(getC().getType());
  Type aElement = a.getElementType(), bElement = b.getElementType();
  if (bitWidth(aElement) != bitWidth(bElement) ||
      isa<FloatType>(aElement) != isa<FloatType>(bElement)) {
    return emitOpError() << "operands must have elements of one kind and width, but are "
                         << aElement << " and " << bElement;
  }
  if (isa<FloatType>(aElement) != isa<FloatType>(c.getElementType())) {
    return emitOpError() << "accumulator of " << c.getElementType() << " does not fit operands of "
                         << aElement;
  }
  return verifyDotShapes(*this, a.getShape(), b.getShape(), c.getShape());
}

LogicalResult DotScaledOp::verify() {
  auto packing = [](ScaleDotElemType type) { return type == ScaleDotElemType::E2M1 ? 2 : 1; };
  SmallVector<int64_t> a(cast<RankedTensorType>(getA().getType()).getShape());
  SmallVector<int64_t> b(cast<RankedTensorType>(getB().getType()).getShape());
  ArrayRef<int64_t> c = cast<RankedTensorType>(getC().getType()).getShape();
  if (a.size() < 2 || b.size() < 2) {
    return emitOpError() << "operands must have at least two dimensions";
  }
  a[a.size() - (getLhsKPack() ? 1 : 2)] *= packing(getAElemType());
  b[b.size() - (getRhsKPack() ? 2 : 1)] *= packing(getBElemType());
  if (failed(verifyDotShapes(*this, a, b, c))) {
    return failure();
  }
  int64_t k = a.back();
  auto checkScale = [&](Value scale, int64_t rows, StringRef side) -> LogicalResult {
    if (!scale) {
      return success();
    }
    ArrayRef<int64_t> shape = cast<RankedTensorType>(scale.getType()).getShape();
    if (shape.size() != a.size() || shape[shape.size() - 2] != rows || shape.back() == 0 ||
        (k / shape.back() != 32 && k / shape.back() != 16)) {
      return emitOpError() << side << " scale must be " << rows << "x" << k / 32
                           << " (one factor for 32 elements along k), but is " << scale.getType();
    }
    return success();
  };
  if (failed(checkScale(getAScale(), a[a.size() - 2], "left"))) {
    return failure();
  }
  return checkScale(getBScale(), b.back(), "right");
}

void ReduceOp::build(OpBuilder &builder, OperationState &state, ValueRange srcs, int32_t axis) {
  SmallVector<Type> results;
  for (Value source : srcs) {
    results.push_back(reducedType(source.getType(), axis));
  }
  build(builder, state, results, srcs, axis);
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyAxis(*this, getSrcs(), static_cast<int32_t>(getAxis())))) {
    return failure();
  }
  if (getNumResults() != getSrcs().size()) {
    return emitOpError() << "must have one result an operand";
  }
  for (auto [index, source, result] : llvm::enumerate(getSrcs(), getResultTypes())) {
    Type expected = reducedType(source.getType(), getAxis());
    if (result != expected) {
      return emitOpError() << "result " << index << " must be " << expected << ", but is "
                           << result;
    }
  }
  return success();
}

LogicalResult ReduceOp::verifyRegions() { return verifyCombine(*this, getCombineOp(), getSrcs()); }

void ScanOp::build(OpBuilder &builder, OperationState &state, ValueRange srcs, int32_t axis,
                   bool reverse) {
  build(builder, state, srcs.getTypes(), srcs, axis, reverse);
}

LogicalResult ScanOp::verify() {
  if (failed(verifyAxis(*this, getSrcs(), static_cast<int32_t>(getAxis())))) {
    return failure();
  }
  if (getSrcs().getTypes() != getResultTypes()) {
    return emitOpError() << "results must have the types of the operands";
  }
  return success();
}

LogicalResult ScanOp::verifyRegions() { return verifyCombine(*this, getCombineOp(), getSrcs()); }

LogicalResult MapElementwiseOp::verify() {
  if (getSrcs().empty()) {
    return emitOpError() << "takes at least one operand";
  }
  int64_t count = cast<RankedTensorType>(getSrcs()[0].getType()).getNumElements();
  int64_t pack = static_cast<int32_t>(getPack());
  if (pack <= 0 || count % pack != 0) {
    return emitOpError() << "pack must divide the number of elements, " << count << ", but is "
                         << pack;
  }
  return success();
}

LogicalResult MapElementwiseOp::verifyRegions() {
  if (getScalarOp().empty()) {
    return emitOpError() << "region must not be empty";
  }
  Block &entry = getScalarOp().front();
  uint64_t pack = getPack();
  if (entry.getNumArguments() != getSrcs().size() * pack) {
    return emitOpError() << "region must take " << getSrcs().size() * pack
                         << " arguments, but takes " << entry.getNumArguments();
  }
  for (unsigned i = 0; i < entry.getNumArguments(); ++i) {
    Type expected = elementOf(getSrcs()[i / pack].getType());
    if (entry.getArgument(i).getType() != expected) {
      return emitOpError() << "argument " << i << " of the region must be " << expected
                           << ", but is " << entry.getArgument(i).getType();
    }
  }
  WalkResult walk = getScalarOp().walk([&](Operation *op) {
    if (auto effects = dyn_cast<MemoryEffectOpInterface>(op)) {
      if (effects.hasEffect<MemoryEffects::Write>()) {
        op->emitOpError() << "must not write memory inside a map";
        return WalkResult::interrupt();
      }
    }
    auto terminator = dyn_cast<MapElementwiseReturnOp>(op);
    if (terminator && op->getParentOp() == *this) {
      bool fits = op->getNumOperands() == getNumResults() * pack;
      for (unsigned i = 0; fits && i < op->getNumOperands(); ++i) {
        fits = op->getOperand(i).getType() == elementOf((*this)->getResult(i / pack).getType());
      }
      if (!fits) {
        op->emitOpError() << "must give " << pack << " elements of each result";
        return WalkResult::interrupt();
      }
    }
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

LogicalResult HistogramOp::verify() {
  if (cast<RankedTensorType>(getSrc().getType()).getRank() != 1 ||
      cast<RankedTensorType>(getType()).getRank() != 1) {
    return emitOpError() << "operand and result must be one-dimensional, but are "
                         << getSrc().getType() << " and " << getType();
  }
  return success();
}

} // namespace charonia::tt

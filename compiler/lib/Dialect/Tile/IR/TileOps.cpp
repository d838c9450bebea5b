// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifiers, folders and builders of the operations of the dialect `tile`.
#include "charonia/Dialect/Tile/Tile.h"

#include "charonia/numerics/Numerics.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace charonia::tile {

static RankedTensorType tensorOf(Value value) { return cast<RankedTensorType>(value.getType()); }

LogicalResult KernelOp::verify() {
  if (!getFunctionType().getResults().empty()) {
    return emitOpError("returns nothing");
  }
  for (auto [index, type] : llvm::enumerate(getFunctionType().getInputs())) {
    if (getPointee(index) && !type.isInteger(64)) {
      return emitOpError("argument ")
             << index << " has attribute '" << kPointerAttr << "' and must be i64, but is " << type;
    }
  }
  return success();
}

LogicalResult PidLoopOp::verify() {
  Block &block = getBody().front();
  if (block.getNumArguments() != 3 ||
      !llvm::all_of(block.getArgumentTypes(), [](Type type) { return type.isInteger(32); })) {
    return emitOpError("body must have three i32 arguments: x, y and z of the program id");
  }
  if ((getMapping() == Mapping::List) != getLists().has_value()) {
    return emitOpError("needs 'lists' exactly when the mapping is 'list'");
  }
  return success();
}

LogicalResult IotaOp::verify() {
  if (getAxis() < 0 || getAxis() >= cast<RankedTensorType>(getType()).getRank()) {
    return emitOpError("axis ") << getAxis() << " is out of range";
  }
  return success();
}

LogicalResult SplatOp::verify() {
  if (getSource().getType() != cast<RankedTensorType>(getType()).getElementType()) {
    return emitOpError("element type of the result must be the type of the operand");
  }
  return success();
}

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  if (Attribute value = adaptor.getSource(); value && isa<IntegerAttr, FloatAttr>(value)) {
    return SplatElementsAttr::get(cast<ShapedType>(getType()), value);
  }
  return {};
}

LogicalResult BroadcastOp::verify() {
  auto from = tensorOf(getSource()), to = cast<RankedTensorType>(getType());
  if (from.getRank() != to.getRank() || from.getElementType() != to.getElementType()) {
    return emitOpError("needs equal ranks and element types");
  }
  for (auto [a, b] : llvm::zip_equal(from.getShape(), to.getShape())) {
    if (a != b && a != 1) {
      return emitOpError("cannot broadcast a dimension of ") << a << " to " << b;
    }
  }
  return success();
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType()) {
    return getSource();
  }
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSource())) {
    return splat.resizeSplat(cast<ShapedType>(getType()));
  }
  return {};
}

LogicalResult ReshapeOp::verify() {
  auto from = tensorOf(getSource());
  int64_t elements = 1;
  Type element = getType();
  if (auto to = dyn_cast<RankedTensorType>(getType())) {
    elements = to.getNumElements();
    element = to.getElementType();
  }
  if (from.getNumElements() != elements || from.getElementType() != element) {
    return emitOpError("needs equal numbers of elements and equal element types");
  }
  return success();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType()) {
    return getSource();
  }
  if (auto inner = getSource().getDefiningOp<ReshapeOp>()) {
    setOperand(inner.getSource());
    return getResult();
  }
  auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSource());
  if (splat && isa<RankedTensorType>(getType())) {
    return splat.resizeSplat(cast<ShapedType>(getType()));
  }
  return {};
}

LogicalResult PermuteOp::verify() {
  auto from = tensorOf(getSource()), to = cast<RankedTensorType>(getType());
  ArrayRef<int64_t> order = getPermutation();
  if (static_cast<int64_t>(order.size()) != from.getRank() || from.getRank() != to.getRank()) {
    return emitOpError("needs one entry of the permutation for each dimension");
  }
  SmallVector<bool> seen(order.size(), false);
  for (auto [index, dim] : llvm::enumerate(order)) {
    if (dim < 0 || dim >= from.getRank() || seen[dim]) {
      return emitOpError("permutation must name every dimension once");
    }
    seen[dim] = true;
    if (to.getDimSize(index) != from.getDimSize(dim)) {
      return emitOpError("dimension ")
             << index << " of the result must be " << from.getDimSize(dim);
    }
  }
  return success(from.getElementType() == to.getElementType());
}

/// `wide` is `narrow` with a new last dimension of 2.
static bool isPairOf(RankedTensorType wide, RankedTensorType narrow) {
  return wide.getElementType() == narrow.getElementType() &&
         wide.getRank() == narrow.getRank() + 1 && wide.getShape().back() == 2 &&
         wide.getShape().drop_back() == narrow.getShape();
}

LogicalResult JoinOp::verify() {
  return isPairOf(cast<RankedTensorType>(getType()), tensorOf(getLhs()))
             ? success()
             : emitOpError("result must be the operand's shape with a last dimension of 2");
}

LogicalResult SplitOp::verify() {
  return isPairOf(tensorOf(getSource()), tensorOf(getLhs()))
             ? success()
             : emitOpError("operand must be the results' shape with a last dimension of 2");
}

LogicalResult CatOp::verify() {
  auto a = tensorOf(getLhs()), b = tensorOf(getRhs()), to = cast<RankedTensorType>(getType());
  if (a.getRank() == 0 || a.getRank() != b.getRank() || a.getRank() != to.getRank() ||
      a.getElementType() != b.getElementType() || a.getElementType() != to.getElementType() ||
      a.getShape().drop_front() != b.getShape().drop_front() ||
      a.getShape().drop_front() != to.getShape().drop_front() ||
      a.getDimSize(0) + b.getDimSize(0) != to.getDimSize(0)) {
    return emitOpError("shapes do not concatenate along dimension 0");
  }
  return success();
}

/// A slice of shape `part` at `offsets` lies in `whole`.
static LogicalResult verifySlice(Operation *op, RankedTensorType whole, RankedTensorType part,
                                 ArrayRef<int64_t> offsets) {
  if (whole.getRank() != part.getRank() || whole.getElementType() != part.getElementType() ||
      static_cast<int64_t>(offsets.size()) != whole.getRank()) {
    return op->emitOpError("needs equal ranks and element types, and one offset a dimension");
  }
  for (auto [dim, offset] : llvm::enumerate(offsets)) {
    if (offset < 0 || offset + part.getDimSize(dim) > whole.getDimSize(dim)) {
      return op->emitOpError("slice leaves the tile in dimension ") << dim;
    }
  }
  return success();
}

LogicalResult ExtractSliceOp::verify() {
  return verifySlice(*this, tensorOf(getSource()), cast<RankedTensorType>(getType()), getOffsets());
}

LogicalResult InsertSliceOp::verify() {
  return verifySlice(*this, tensorOf(getDest()), tensorOf(getSource()), getOffsets());
}

LogicalResult ElementwiseOp::verify() {
  numerics::Fn fn;
  if (!numerics::findFn(getFn().str().c_str(), fn)) {
    return emitOpError("unknown function '") << getFn() << "'";
  }
  if (numerics::info(fn).operands != getOperands().size()) {
    return emitOpError("function '")
           << getFn() << "' takes " << unsigned(numerics::info(fn).operands) << " operands";
  }
  auto shapeOf = [](Type type) -> ArrayRef<int64_t> {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor ? tensor.getShape() : ArrayRef<int64_t>();
  };
  for (Value operand : getOperands()) {
    if (isa<RankedTensorType>(operand.getType()) != isa<RankedTensorType>(getType()) ||
        shapeOf(operand.getType()) != shapeOf(getType())) {
      return emitOpError("operands and result must have one shape");
    }
  }
  return success();
}

LogicalResult DotOp::verify() {
  ArrayRef<int64_t> a = tensorOf(getA()).getShape(), b = tensorOf(getB()).getShape(),
                    c = tensorOf(getC()).getShape();
  size_t rank = a.size();
  bool ok = (rank == 2 || rank == 3) && b.size() == rank && c.size() == rank &&
            a[rank - 1] == b[rank - 2] && a[rank - 2] == c[rank - 2] &&
            b[rank - 1] == c[rank - 1] && (rank == 2 || (a[0] == b[0] && a[0] == c[0]));
  return ok ? success() : emitOpError("shapes must be [B,]M,K * [B,]K,N -> [B,]M,N");
}

/// Reduce and scan: operands of one shape, a body with 2N scalar arguments that yields N values.
static LogicalResult verifyCombine(Operation *op, ValueRange operands, int32_t axis,
                                   Region &region) {
  if (operands.empty()) {
    return op->emitOpError("needs an operand");
  }
  auto first = tensorOf(operands.front());
  if (axis < 0 || axis >= first.getRank()) {
    return op->emitOpError("axis ") << axis << " is out of range";
  }
  Block &block = region.front();
  size_t count = operands.size();
  if (block.getNumArguments() != 2 * count) {
    return op->emitOpError("body must have ") << 2 * count << " arguments";
  }
  for (auto [index, operand] : llvm::enumerate(operands)) {
    auto type = tensorOf(operand);
    if (type.getShape() != first.getShape()) {
      return op->emitOpError("operands must have one shape");
    }
    if (block.getArgument(index).getType() != type.getElementType() ||
        block.getArgument(index + count).getType() != type.getElementType()) {
      return op->emitOpError("arguments of the body must have the operands' element types");
    }
  }
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield || yield.getNumOperands() != count) {
    return op->emitOpError("body must yield ") << count << " values";
  }
  return success();
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyCombine(*this, getOperands(), getAxis(), getCombine()))) {
    return failure();
  }
  if (getNumResults() != getOperands().size()) {
    return emitOpError("needs one result for each operand");
  }
  for (auto [operand, result] : llvm::zip_equal(getOperands(), getResults())) {
    auto from = tensorOf(operand);
    SmallVector<int64_t> shape(from.getShape());
    shape.erase(shape.begin() + getAxis());
    Type expected = shape.empty() ? from.getElementType()
                                  : Type(RankedTensorType::get(shape, from.getElementType()));
    if (result.getType() != expected) {
      return emitOpError("result must be of type ") << expected;
    }
  }
  return success();
}

LogicalResult ScanOp::verify() {
  if (failed(verifyCombine(*this, getOperands(), getAxis(), getCombine()))) {
    return failure();
  }
  if (getResults().getTypes() != getOperands().getTypes()) {
    return emitOpError("results must have the types of the operands");
  }
  return success();
}

LogicalResult GatherIndexOp::verify() {
  auto source = tensorOf(getSource()), indices = tensorOf(getIndices());
  auto result = cast<RankedTensorType>(getType());
  if (getAxis() < 0 || getAxis() >= source.getRank() || source.getRank() != indices.getRank() ||
      result.getShape() != indices.getShape() ||
      result.getElementType() != source.getElementType() ||
      !indices.getElementType().isSignlessInteger()) {
    return emitOpError("needs integer indices of the result's shape and the source's rank");
  }
  return success();
}

//===-- Memory
//----------------------------------------------------------------------------------===//

static LogicalResult verifyBox(Operation *op, size_t entries, OperandRange strides,
                               ArrayRef<int64_t> staticStrides, OperandRange lower,
                               ArrayRef<int64_t> staticLower, OperandRange upper,
                               ArrayRef<int64_t> staticUpper) {
  auto fits = [&](OperandRange dynamic, ArrayRef<int64_t> fixed) {
    return fixed.size() == entries &&
           static_cast<size_t>(llvm::count_if(fixed, ShapedType::isDynamic)) == dynamic.size();
  };
  if (!fits(strides, staticStrides) || !fits(lower, staticLower) || !fits(upper, staticUpper)) {
    return op->emitOpError("needs ") << entries << " strides, lower and upper bounds";
  }
  return success();
}

/// The entries [piece * rank, (piece + 1) * rank) of a mixed list.
static SmallVector<OpFoldResult> mixedPart(OperandRange dynamic, ArrayRef<int64_t> fixed,
                                           Builder builder, size_t begin, size_t count) {
  SmallVector<OpFoldResult> all = getMixedValues(fixed, dynamic, builder);
  return SmallVector<OpFoldResult>(all.begin() + begin, all.begin() + begin + count);
}

LogicalResult LoadOp::verify() {
  auto type = getTileType();
  if (getBases().empty()) {
    return emitOpError("needs a base address");
  }
  if (getPad() && getPadAttr().getType() != type.getElementType()) {
    return emitOpError("pad must have the element type of the tile");
  }
  return verifyBox(*this, getBases().size() * type.getRank(), getStrides(), getStaticStrides(),
                   getLower(), getStaticLower(), getUpper(), getStaticUpper());
}

SmallVector<OpFoldResult> LoadOp::getPieceStrides(unsigned piece) {
  size_t rank = getTileType().getRank();
  return mixedPart(getStrides(), getStaticStrides(), Builder(*this), piece * rank, rank);
}
SmallVector<OpFoldResult> LoadOp::getPieceLower(unsigned piece) {
  size_t rank = getTileType().getRank();
  return mixedPart(getLower(), getStaticLower(), Builder(*this), piece * rank, rank);
}
SmallVector<OpFoldResult> LoadOp::getPieceUpper(unsigned piece) {
  size_t rank = getTileType().getRank();
  return mixedPart(getUpper(), getStaticUpper(), Builder(*this), piece * rank, rank);
}

/// Splits mixed lists into SSA values and constants.
struct SplitLists {
  SmallVector<Value> dynamic[3];
  SmallVector<int64_t> fixed[3];
  SplitLists(ArrayRef<OpFoldResult> strides, ArrayRef<OpFoldResult> lower,
             ArrayRef<OpFoldResult> upper) {
    dispatchIndexOpFoldResults(strides, dynamic[0], fixed[0]);
    dispatchIndexOpFoldResults(lower, dynamic[1], fixed[1]);
    dispatchIndexOpFoldResults(upper, dynamic[2], fixed[2]);
  }
};

void LoadOp::build(OpBuilder &builder, OperationState &state, Type result, ValueRange bases,
                   ArrayRef<OpFoldResult> strides, ArrayRef<OpFoldResult> lower,
                   ArrayRef<OpFoldResult> upper, TypedAttr pad, AccessAttr access) {
  SplitLists lists(strides, lower, upper);
  build(builder, state, result, bases, lists.dynamic[0], lists.dynamic[1], lists.dynamic[2],
        lists.fixed[0], lists.fixed[1], lists.fixed[2], pad, access);
}

LogicalResult StoreOp::verify() {
  return verifyBox(*this, getTileType().getRank(), getStrides(), getStaticStrides(), getLower(),
                   getStaticLower(), getUpper(), getStaticUpper());
}

SmallVector<OpFoldResult> StoreOp::getMixedStrides() {
  return mixedPart(getStrides(), getStaticStrides(), Builder(*this), 0, getTileType().getRank());
}
SmallVector<OpFoldResult> StoreOp::getMixedLower() {
  return mixedPart(getLower(), getStaticLower(), Builder(*this), 0, getTileType().getRank());
}
SmallVector<OpFoldResult> StoreOp::getMixedUpper() {
  return mixedPart(getUpper(), getStaticUpper(), Builder(*this), 0, getTileType().getRank());
}

void StoreOp::build(OpBuilder &builder, OperationState &state, Value value, Value base,
                    ArrayRef<OpFoldResult> strides, ArrayRef<OpFoldResult> lower,
                    ArrayRef<OpFoldResult> upper, AccessAttr access) {
  SplitLists lists(strides, lower, upper);
  build(builder, state, value, base, lists.dynamic[0], lists.dynamic[1], lists.dynamic[2],
        lists.fixed[0], lists.fixed[1], lists.fixed[2], access);
}

template <typename Op>
static LogicalResult verifyRowList(Op op) {
  RankedTensorType tile = op.getTileType(), rows = tensorOf(op.getRows());
  auto dim = static_cast<int64_t>(op.getRowDim());
  bool fits = dim >= 0 && dim < tile.getRank() && rows.getRank() == 1 &&
              rows.getDimSize(0) == tile.getDimSize(dim);
  if (!fits || (op.getMask() && tensorOf(op.getMask()).getShape() != rows.getShape())) {
    return op.emitOpError("needs an offset (and a mask) for each element of its row dimension");
  }
  return verifyBox(op, tile.getRank(), op.getStrides(), op.getStaticStrides(), op.getLower(),
                   op.getStaticLower(), op.getUpper(), op.getStaticUpper());
}

LogicalResult LoadRowsOp::verify() {
  if (getPad() && getPadAttr().getType() != getTileType().getElementType()) {
    return emitOpError("pad must have the element type of the tile");
  }
  return verifyRowList(*this);
}

LogicalResult StoreRowsOp::verify() { return verifyRowList(*this); }

SmallVector<OpFoldResult> LoadRowsOp::getMixedStrides() {
  return mixedPart(getStrides(), getStaticStrides(), Builder(*this), 0, getTileType().getRank());
}
SmallVector<OpFoldResult> LoadRowsOp::getMixedLower() {
  return mixedPart(getLower(), getStaticLower(), Builder(*this), 0, getTileType().getRank());
}
SmallVector<OpFoldResult> LoadRowsOp::getMixedUpper() {
  return mixedPart(getUpper(), getStaticUpper(), Builder(*this), 0, getTileType().getRank());
}
SmallVector<OpFoldResult> StoreRowsOp::getMixedStrides() {
  return mixedPart(getStrides(), getStaticStrides(), Builder(*this), 0, getTileType().getRank());
}
SmallVector<OpFoldResult> StoreRowsOp::getMixedLower() {
  return mixedPart(getLower(), getStaticLower(), Builder(*this), 0, getTileType().getRank());
}
SmallVector<OpFoldResult> StoreRowsOp::getMixedUpper() {
  return mixedPart(getUpper(), getStaticUpper(), Builder(*this), 0, getTileType().getRank());
}

void LoadRowsOp::build(OpBuilder &builder, OperationState &state, Type result, Value base,
                       Value rows, Value mask, int64_t rowDim, ArrayRef<OpFoldResult> strides,
                       ArrayRef<OpFoldResult> lower, ArrayRef<OpFoldResult> upper, TypedAttr pad,
                       AccessAttr access) {
  SplitLists lists(strides, lower, upper);
  build(builder, state, result, base, rows, mask, lists.dynamic[0], lists.dynamic[1],
        lists.dynamic[2], lists.fixed[0], lists.fixed[1], lists.fixed[2],
        static_cast<uint64_t>(rowDim), pad, access);
}

void StoreRowsOp::build(OpBuilder &builder, OperationState &state, Value value, Value base,
                        Value rows, Value mask, int64_t rowDim, ArrayRef<OpFoldResult> strides,
                        ArrayRef<OpFoldResult> lower, ArrayRef<OpFoldResult> upper,
                        AccessAttr access) {
  SplitLists lists(strides, lower, upper);
  build(builder, state, value, base, rows, mask, lists.dynamic[0], lists.dynamic[1],
        lists.dynamic[2], lists.fixed[0], lists.fixed[1], lists.fixed[2],
        static_cast<uint64_t>(rowDim), access);
}

static LogicalResult verifyPerElement(Operation *op, Value addresses, Type tile, Value mask) {
  auto shape = tensorOf(addresses).getShape();
  if (cast<RankedTensorType>(tile).getShape() != shape ||
      (mask && tensorOf(mask).getShape() != shape)) {
    return op->emitOpError("addresses, values and mask must have one shape");
  }
  return success();
}

LogicalResult GatherOp::verify() {
  if (getOther() && getOther().getType() != getType()) {
    return emitOpError("'other' must have the type of the result");
  }
  return verifyPerElement(*this, getAddresses(), getType(), getMask());
}

LogicalResult ScatterOp::verify() {
  return verifyPerElement(*this, getAddresses(), getValue().getType(), getMask());
}

LogicalResult AtomicRmwOp::verify() {
  if (getValue().getType() != getType() ||
      isa<RankedTensorType>(getType()) != isa<RankedTensorType>(getAddress().getType())) {
    return emitOpError("value and result must have one type, and addresses its shape");
  }
  return success();
}

LogicalResult AtomicCasOp::verify() {
  if (getValue().getType() != getType() || getExpected().getType() != getType() ||
      isa<RankedTensorType>(getType()) != isa<RankedTensorType>(getAddress().getType())) {
    return emitOpError("expected value, new value and result must have one type");
  }
  return success();
}

} // namespace charonia::tile

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules, folds and canonical forms of the ops that make and rearrange tiles.
#include "charonia/Dialect/TT/TTDialect.h"

using namespace mlir;

namespace charonia::tt {

namespace {

/// The constant splat `source` again, in the type `result`; null if it is no splat.
Attribute resplat(Attribute source, Type result) {
  auto splat = dyn_cast_or_null<SplatElementsAttr>(source);
  auto shaped = dyn_cast<ShapedType>(result);
  if (!splat || !shaped || splat.getElementType() != shaped.getElementType()) {
    return {};
  }
  return SplatElementsAttr::get(shaped, splat.getSplatValue<Attribute>());
}

LogicalResult sameElement(Operation *op, Type source, Type result) {
  if (elementOf(source) != elementOf(result)) {
    return op->emitOpError() << "element type of the result, " << elementOf(result)
                             << ", differs from that of the operand, " << elementOf(source);
  }
  return success();
}

RankedTensorType tensor(Value value) { return cast<RankedTensorType>(value.getType()); }

/// A tile of one scalar in another shape is a splat of it.
template <typename Op>
struct ReshapeOfSplat : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const final {
    auto splat = op.getSrc().template getDefiningOp<SplatOp>();
    if (!splat) {
      return failure();
    }
    rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getSrc());
    return success();
  }
};

struct BroadcastOfBroadcast : OpRewritePattern<BroadcastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BroadcastOp op, PatternRewriter &rewriter) const final {
    auto inner = op.getSrc().getDefiningOp<BroadcastOp>();
    if (!inner) {
      return failure();
    }
    rewriter.replaceOpWithNewOp<BroadcastOp>(op, op.getType(), inner.getSrc());
    return success();
  }
};

/// The broadcast comes last, where it may meet another one.
struct ExpandDimsOfBroadcast : OpRewritePattern<ExpandDimsOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ExpandDimsOp op, PatternRewriter &rewriter) const final {
    auto broadcast = op.getSrc().getDefiningOp<BroadcastOp>();
    if (!broadcast) {
      return failure();
    }
    Value narrow = rewriter.create<ExpandDimsOp>(op.getLoc(), broadcast.getSrc(), op.getAxis());
    rewriter.replaceOpWithNewOp<BroadcastOp>(op, op.getType(), narrow);
    return success();
  }
};

struct ReshapeOfReshape : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const final {
    auto inner = op.getSrc().getDefiningOp<ReshapeOp>();
    if (!inner || op.getEfficientLayout()) {
      return failure();
    }
    bool reorder = op.getAllowReorder() || inner.getAllowReorder();
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), inner.getSrc(), reorder,
                                           /*efficient_layout=*/false);
    return success();
  }
};

} // namespace

LogicalResult MakeRangeOp::verify() {
  int64_t start = static_cast<int32_t>(getStart());
  int64_t end = static_cast<int32_t>(getEnd());
  if (start > end) {
    return emitOpError() << "start must be less than end, but they are " << start << " and " << end;
  }
  auto type = tensor(getResult());
  if (type.getRank() != 1) {
    return emitOpError() << "result must be one-dimensional, but is " << type;
  }
  if (type.getDimSize(0) != end - start) {
    return emitOpError() << "result has " << type.getDimSize(0) << " elements, but end - start is "
                         << end - start;
  }
  if (!type.getElementType().isInteger(32)) {
    return emitOpError() << "result must have elements of i32, but is " << type;
  }
  return success();
}

OpFoldResult MakeRangeOp::fold(FoldAdaptor) {
  if (tensor(getResult()).getNumElements() != 1) {
    return {};
  }
  return SplatElementsAttr::get(tensor(getResult()), getStartAttr().getValue());
}

LogicalResult SplatOp::verify() {
  Type source = getSrc().getType();
  if (auto type = dyn_cast<RankedTensorType>(source)) {
    if (type.getRank() != 0) {
      return emitOpError() << "operand must be a scalar, but is " << source;
    }
  }
  return sameElement(*this, source, getResult().getType());
}

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  auto value = adaptor.getSrc();
  if (!isa_and_nonnull<IntegerAttr, FloatAttr>(value)) {
    return {};
  }
  return SplatElementsAttr::get(cast<ShapedType>(getType()), ArrayRef<Attribute>(value));
}

LogicalResult UnsplatOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                          ValueRange operands, DictionaryAttr, OpaqueProperties,
                                          RegionRange, SmallVectorImpl<Type> &types) {
  types.push_back(elementOf(operands[0].getType()));
  return success();
}

LogicalResult UnsplatOp::verify() {
  if (tensor(getSrc()).getNumElements() != 1) {
    return emitOpError() << "operand must have exactly one element, but is " << getSrc().getType();
  }
  return success();
}

OpFoldResult UnsplatOp::fold(FoldAdaptor adaptor) {
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSrc())) {
    return splat.getSplatValue<Attribute>();
  }
  if (auto splat = getSrc().getDefiningOp<SplatOp>()) {
    if (splat.getSrc().getType() == getType()) {
      return splat.getSrc();
    }
  }
  return {};
}

void ExpandDimsOp::build(OpBuilder &builder, OperationState &state, Value src, int32_t axis) {
  auto type = cast<RankedTensorType>(src.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + axis, 1);
  build(builder, state, type.clone(shape), src, axis);
}

LogicalResult ExpandDimsOp::verify() {
  auto source = tensor(getSrc());
  auto result = tensor(getResult());
  int64_t axis = static_cast<int32_t>(getAxis());
  if (axis < 0 || axis > source.getRank()) {
    return emitOpError() << "axis " << axis << " is not in [0, " << source.getRank() << "]";
  }
  SmallVector<int64_t> shape(source.getShape());
  shape.insert(shape.begin() + axis, 1);
  if (result.getShape() != ArrayRef<int64_t>(shape)) {
    return emitOpError() << "result must be " << source.clone(shape) << ", but is " << result;
  }
  return sameElement(*this, source, result);
}

void ExpandDimsOp::getCanonicalizationPatterns(RewritePatternSet &results, MLIRContext *context) {
  results.add<ReshapeOfSplat<ExpandDimsOp>, ExpandDimsOfBroadcast>(context);
}

OpFoldResult ExpandDimsOp::fold(FoldAdaptor adaptor) {
  return resplat(adaptor.getSrc(), getType());
}

LogicalResult ReshapeOp::verify() {
  if (tensor(getSrc()).getNumElements() != tensor(getResult()).getNumElements()) {
    return emitOpError() << "number of elements must be equal, but the types are "
                         << getSrc().getType() << " and " << getType();
  }
  return sameElement(*this, getSrc().getType(), getType());
}

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &results, MLIRContext *context) {
  results.add<ReshapeOfSplat<ReshapeOp>, ReshapeOfReshape>(context);
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType()) {
    return getSrc();
  }
  return resplat(adaptor.getSrc(), getType());
}

LogicalResult BroadcastOp::verify() {
  auto source = tensor(getSrc());
  auto result = tensor(getResult());
  if (source.getRank() != result.getRank()) {
    return emitOpError() << "ranks must be equal, but the types are " << source << " and "
                         << result;
  }
  for (auto [index, from, to] : llvm::enumerate(source.getShape(), result.getShape())) {
    if (from != to && from != 1) {
      return emitOpError() << "dimension " << index << " must be 1 or " << to
                           << " in the operand, but is " << from;
    }
  }
  return sameElement(*this, source, result);
}

void BroadcastOp::getCanonicalizationPatterns(RewritePatternSet &results, MLIRContext *context) {
  results.add<ReshapeOfSplat<BroadcastOp>, BroadcastOfBroadcast>(context);
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType()) {
    return getSrc();
  }
  return resplat(adaptor.getSrc(), getType());
}

LogicalResult CatOp::verify() {
  auto source = tensor(getLhs());
  auto result = tensor(getResult());
  SmallVector<int64_t> shape(source.getShape());
  if (shape.empty()) {
    return emitOpError() << "operands must have a dimension";
  }
  shape[0] *= 2;
  if (result.getShape() != ArrayRef<int64_t>(shape)) {
    return emitOpError() << "result must be " << source.clone(shape) << ", but is " << result;
  }
  return sameElement(*this, source, result);
}

void JoinOp::build(OpBuilder &builder, OperationState &state, Value lhs, Value rhs) {
  auto type = cast<RankedTensorType>(lhs.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.push_back(2);
  build(builder, state, type.clone(shape), lhs, rhs);
}

LogicalResult JoinOp::verify() {
  auto source = tensor(getLhs());
  SmallVector<int64_t> shape(source.getShape());
  shape.push_back(2);
  if (tensor(getResult()).getShape() != ArrayRef<int64_t>(shape)) {
    return emitOpError() << "result must be " << source.clone(shape) << ", but is " << getType();
  }
  return sameElement(*this, source, getType());
}

void SplitOp::build(OpBuilder &builder, OperationState &state, Value src) {
  auto type = cast<RankedTensorType>(src.getType());
  auto half = type.clone(type.getShape().drop_back());
  build(builder, state, half, half, src);
}

LogicalResult SplitOp::verify() {
  auto source = tensor(getSrc());
  if (source.getRank() < 2 || source.getShape().back() != 2) {
    return emitOpError()
           << "last dimension of the operand must be 2 of at least two dimensions, but "
              "the type is "
           << source;
  }
  if (tensor(getOutLHS()).getShape() != source.getShape().drop_back()) {
    return emitOpError() << "results must be " << source.clone(source.getShape().drop_back())
                         << ", but are " << getOutLHS().getType();
  }
  return sameElement(*this, source, getOutLHS().getType());
}

void TransOp::build(OpBuilder &builder, OperationState &state, Value src, ArrayRef<int32_t> order) {
  auto type = cast<RankedTensorType>(src.getType());
  SmallVector<int64_t> shape;
  for (int32_t dim : order) {
    shape.push_back(type.getDimSize(dim));
  }
  build(builder, state, type.clone(shape), src, order);
}

LogicalResult TransOp::verify() {
  auto source = tensor(getSrc());
  auto result = tensor(getResult());
  SmallVector<int32_t> sorted(getOrder());
  llvm::sort(sorted);
  bool permutation = static_cast<int64_t>(sorted.size()) == source.getRank();
  for (size_t i = 0; permutation && i < sorted.size(); ++i) {
    permutation = sorted[i] == static_cast<int32_t>(i);
  }
  if (!permutation) {
    return emitOpError() << "order must be a permutation of 0 to " << source.getRank() - 1;
  }
  SmallVector<int64_t> shape;
  for (int32_t dim : getOrder()) {
    shape.push_back(source.getDimSize(dim));
  }
  if (result.getShape() != ArrayRef<int64_t>(shape)) {
    return emitOpError() << "result must be " << source.clone(shape) << ", but is " << result;
  }
  return sameElement(*this, source, result);
}

OpFoldResult TransOp::fold(FoldAdaptor adaptor) {
  bool identity = true;
  for (auto [index, dim] : llvm::enumerate(getOrder())) {
    identity &= static_cast<int32_t>(index) == dim;
  }
  if (identity && getSrc().getType() == getType()) {
    return getSrc();
  }
  if (auto inner = getSrc().getDefiningOp<TransOp>()) {
    SmallVector<int32_t> order;
    for (int32_t dim : getOrder()) {
      order.push_back(inner.getOrder()[dim]);
    }
    setOrder(order);
    setOperand(inner.getSrc());
    return getResult();
  }
  return resplat(adaptor.getSrc(), getType());
}

LogicalResult GatherOp::verify() {
  auto source = tensor(getSrc());
  auto indices = tensor(getIndices());
  auto result = tensor(getResult());
  int64_t axis = static_cast<int32_t>(getAxis());
  if (source.getRank() != indices.getRank()) {
    return emitOpError() << "operand and indices must have one rank, but are " << source << " and "
                         << indices;
  }
  if (axis < 0 || axis >= source.getRank()) {
    return emitOpError() << "axis " << axis << " is not in [0, " << source.getRank() << ")";
  }
  if (indices.getShape() != result.getShape()) {
    return emitOpError() << "result must have the shape of the indices, but they are " << result
                         << " and " << indices;
  }
  for (int64_t dim = 0; dim < source.getRank(); ++dim) {
    if (dim != axis && source.getDimSize(dim) != indices.getDimSize(dim)) {
      return emitOpError() << "dimension " << dim
                           << " of operand and indices must be equal, but is "
                           << source.getDimSize(dim) << " and " << indices.getDimSize(dim);
    }
  }
  return sameElement(*this, source, result);
}

} // namespace charonia::tt

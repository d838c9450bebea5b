// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules, builders and canonical forms of the ops that touch memory.
#include "charonia/Dialect/TT/TTDialect.h"

using namespace mlir;

namespace charonia::tt {

namespace {

/// The pointee if `type` is a block pointer, else null.
RankedTensorType blockOf(Type type) {
  auto pointer = dyn_cast<PointerType>(type);
  return pointer ? dyn_cast<RankedTensorType>(pointer.getPointeeType()) : RankedTensorType();
}

LogicalResult verifyBoundaryCheck(Operation *op, Type pointer, ArrayRef<int32_t> dims,
                                  bool masked) {
  RankedTensorType block = blockOf(pointer);
  if (!block) {
    return dims.empty() ? success() : op->emitOpError() << "boundaryCheck needs a block pointer";
  }
  if (masked) {
    return op->emitOpError() << "a block pointer takes no mask and no other";
  }
  for (int32_t dim : dims) {
    if (dim < 0 || dim >= block.getRank()) {
      return op->emitOpError() << "boundaryCheck dimension " << dim << " is not in [0, "
                               << block.getRank() << ")";
    }
  }
  return success();
}

/// A mask that is constant over all lanes, or nothing.
std::optional<bool> constantMask(Value mask) {
  Attribute value;
  if (!mask || !matchPattern(mask, m_Constant(&value))) {
    return std::nullopt;
  }
  if (auto splat = dyn_cast<SplatElementsAttr>(value)) {
    return splat.getSplatValue<APInt>().isOne();
  }
  if (auto scalar = dyn_cast<IntegerAttr>(value)) {
    return scalar.getValue().isOne();
  }
  return std::nullopt;
}

struct FoldLoadMask : OpRewritePattern<LoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LoadOp op, PatternRewriter &rewriter) const final {
    std::optional<bool> mask = constantMask(op.getMask());
    if (!mask) {
      return failure();
    }
    if (*mask) {
      rewriter.replaceOpWithNewOp<LoadOp>(op, op.getPtr(), Value(), Value(), op.getCache(),
                                          op.getEvict(), op.getIsVolatile(), op.getBoundaryCheck(),
                                          op.getPadding());
      return success();
    }
    if (!op.getOther() || op.getIsVolatile()) {
      return failure();
    }
    rewriter.replaceOp(op, op.getOther());
    return success();
  }
};

struct FoldStoreMask : OpRewritePattern<StoreOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(StoreOp op, PatternRewriter &rewriter) const final {
    std::optional<bool> mask = constantMask(op.getMask());
    if (!mask) {
      return failure();
    }
    if (*mask) {
      rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
    } else {
      rewriter.eraseOp(op);
    }
    return success();
  }
};

/// Pointers made of the addresses of pointers are those pointers.
struct FoldIntOfPtr : OpRewritePattern<IntToPtrOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(IntToPtrOp op, PatternRewriter &rewriter) const final {
    auto source = op.getSrc().getDefiningOp<PtrToIntOp>();
    if (!source) {
      return failure();
    }
    rewriter.replaceOpWithNewOp<BitcastOp>(op, op.getType(), source.getSrc());
    return success();
  }
};

/// A constant number of whole elements added to an address becomes an offset of the pointer.
struct FoldIntOffset : OpRewritePattern<IntToPtrOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(IntToPtrOp op, PatternRewriter &rewriter) const final {
    auto add = op.getSrc().getDefiningOp<arith::AddIOp>();
    APInt bytes;
    if (!add || !matchPattern(add.getRhs(), m_ConstantInt(&bytes))) {
      return failure();
    }
    auto pointer = cast<PointerType>(elementOf(op.getType()));
    Type pointee = pointer.getPointeeType();
    int64_t bits = pointee.isIntOrFloat() ? pointee.getIntOrFloatBitWidth() : 64;
    int64_t size = std::max<int64_t>(1, bits / 8);
    if (bytes.getSExtValue() % size != 0) {
      return failure();
    }
    Type type = add.getRhs().getType();
    TypedAttr elements = rewriter.getIntegerAttr(elementOf(type), bytes.getSExtValue() / size);
    if (auto shaped = dyn_cast<ShapedType>(type)) {
      elements = SplatElementsAttr::get(shaped, Attribute(elements));
    }
    Value base = rewriter.create<IntToPtrOp>(op.getLoc(), op.getType(), add.getLhs());
    Value offset = rewriter.create<arith::ConstantOp>(op.getLoc(), elements);
    rewriter.replaceOpWithNewOp<AddPtrOp>(op, op.getType(), base, offset);
    return success();
  }
};

LogicalResult verifyAtomicTypes(Operation *op, Type pointer, Type value) {
  if (pointeeLike(pointer) != value) {
    return op->emitOpError() << "value must be " << pointeeLike(pointer) << ", but is " << value;
  }
  return success();
}

LogicalResult verifyIndices(Operation *op, TensorDescType desc, size_t indices) {
  if (static_cast<int64_t>(indices) != desc.getBlockType().getRank()) {
    return op->emitOpError() << "takes one index a dimension, but " << indices << " are given for "
                             << desc;
  }
  return success();
}

/// Signed and unsigned integers of a descriptor stand for signless ones of a tile.
bool sameBlockElement(Type block, Type tile) {
  auto blockInt = dyn_cast<IntegerType>(block);
  auto tileInt = dyn_cast<IntegerType>(tile);
  return block == tile || (blockInt && tileInt && blockInt.getWidth() == tileInt.getWidth());
}

LogicalResult verifyBlock(Operation *op, TensorDescType desc, RankedTensorType tile) {
  RankedTensorType block = desc.getBlockType();
  ArrayRef<int64_t> shape = block.getShape();
  while (static_cast<int64_t>(shape.size()) > tile.getRank() && shape.front() == 1) {
    shape = shape.drop_front();
  }
  if (shape != tile.getShape()) {
    return op->emitOpError() << "tile must have the shape of the block, but they are " << tile
                             << " and " << block;
  }
  if (!sameBlockElement(block.getElementType(), tile.getElementType())) {
    return op->emitOpError() << "tile must have the element type of the block, but they are "
                             << tile << " and " << block;
  }
  return success();
}

/// Rules of a load or store of `tile` through `desc`.
LogicalResult verifyDescribed(Operation *op, TensorDescType desc, size_t indices, Type tile) {
  if (failed(verifyIndices(op, desc, indices))) {
    return failure();
  }
  return verifyBlock(op, desc, cast<RankedTensorType>(tile));
}

LogicalResult verifyRows(Operation *op, TensorDescType desc, RankedTensorType rows,
                         RankedTensorType tile) {
  RankedTensorType block = desc.getBlockType();
  if (block.getRank() != 2 || block.getDimSize(0) != 1) {
    return op->emitOpError() << "block must be two-dimensional with one row, but is " << block;
  }
  if (rows.getRank() != 1) {
    return op->emitOpError() << "x offsets must be one-dimensional, but are " << rows;
  }
  if (tile.getRank() != 2 || tile.getDimSize(0) != rows.getDimSize(0) ||
      tile.getDimSize(1) != block.getDimSize(1)) {
    return op->emitOpError() << "tile must have one row an x offset and the columns of the block, "
                                "but is "
                             << tile;
  }
  if (!sameBlockElement(block.getElementType(), tile.getElementType())) {
    return op->emitOpError() << "tile must have the element type of the block, but they are "
                             << tile << " and " << block;
  }
  return success();
}

} // namespace

void IntToPtrOp::getCanonicalizationPatterns(RewritePatternSet &results, MLIRContext *context) {
  results.add<FoldIntOfPtr, FoldIntOffset>(context);
}

OpFoldResult AddPtrOp::fold(FoldAdaptor adaptor) {
  return matchPattern(adaptor.getOffset(), m_Zero()) ? OpFoldResult(getPtr()) : OpFoldResult();
}

void LoadOp::build(OpBuilder &builder, OperationState &state, Value ptr, Value mask, Value other,
                   CacheModifier cache, EvictionPolicy evict, bool isVolatile,
                   ArrayRef<int32_t> boundaryCheck, std::optional<PaddingOption> padding) {
  build(builder, state, pointeeLike(ptr.getType()), ptr, mask, other,
        builder.getDenseI32ArrayAttr(boundaryCheck),
        padding ? PaddingOptionAttr::get(builder.getContext(), *padding) : PaddingOptionAttr(),
        CacheModifierAttr::get(builder.getContext(), cache),
        EvictionPolicyAttr::get(builder.getContext(), evict), builder.getBoolAttr(isVolatile));
}

void LoadOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getPtrMutable(), GlobalMemory::get());
  if (getIsVolatile()) {
    effects.emplace_back(MemoryEffects::Write::get(), GlobalMemory::get());
  }
}

LogicalResult LoadOp::verify() {
  if (getOther() && !getMask()) {
    return emitOpError() << "other without a mask is not allowed";
  }
  return verifyBoundaryCheck(*this, getPtr().getType(), getBoundaryCheck(), bool(getMask()));
}

void LoadOp::getCanonicalizationPatterns(RewritePatternSet &results, MLIRContext *context) {
  results.add<FoldLoadMask>(context);
}

void StoreOp::build(OpBuilder &builder, OperationState &state, Value ptr, Value value, Value mask,
                    CacheModifier cache, EvictionPolicy evict, ArrayRef<int32_t> boundaryCheck) {
  build(builder, state, ptr, value, mask, builder.getDenseI32ArrayAttr(boundaryCheck),
        CacheModifierAttr::get(builder.getContext(), cache),
        EvictionPolicyAttr::get(builder.getContext(), evict));
}

LogicalResult StoreOp::verify() {
  return verifyBoundaryCheck(*this, getPtr().getType(), getBoundaryCheck(), bool(getMask()));
}

void StoreOp::getCanonicalizationPatterns(RewritePatternSet &results, MLIRContext *context) {
  results.add<FoldStoreMask>(context);
}

LogicalResult AtomicRMWOp::verify() {
  bool isFloat = isa<FloatType>(elementOf(getVal().getType()));
  if (isFloat != (getAtomicRmwOp() == RMWOp::FADD) && getAtomicRmwOp() != RMWOp::XCHG) {
    return emitOpError() << "operation " << stringifyRMWOp(getAtomicRmwOp())
                         << " does not apply to " << elementOf(getVal().getType());
  }
  return verifyAtomicTypes(*this, getPtr().getType(), getVal().getType());
}

LogicalResult AtomicCASOp::verify() {
  unsigned width = elementOf(getVal().getType()).isIntOrFloat()
                       ? elementOf(getVal().getType()).getIntOrFloatBitWidth()
                       : 64;
  if (width != 16 && width != 32 && width != 64) {
    return emitOpError() << "elements must have 16, 32 or 64 bits, but have " << width;
  }
  return verifyAtomicTypes(*this, getPtr().getType(), getVal().getType());
}

LogicalResult MakeTensorPtrOp::verify() {
  RankedTensorType block = blockOf(getType());
  if (!block) {
    return emitOpError() << "result must point to a tensor, but is " << getType();
  }
  if (static_cast<int64_t>(getShape().size()) != block.getRank()) {
    return emitOpError() << "takes one extent, stride and offset a dimension of " << block
                         << ", but has " << getShape().size();
  }
  SmallVector<int32_t> sorted(getOrder());
  llvm::sort(sorted);
  for (auto [index, dim] : llvm::enumerate(sorted)) {
    if (static_cast<int32_t>(index) != dim) {
      return emitOpError() << "order must be a permutation of the dimensions";
    }
  }
  return static_cast<int64_t>(sorted.size()) == block.getRank()
             ? success()
             : emitOpError() << "order must be a permutation of the dimensions";
}

LogicalResult AdvanceOp::verify() {
  RankedTensorType block = blockOf(getType());
  if (!block) {
    return emitOpError() << "operand must be a block pointer, but is " << getType();
  }
  if (static_cast<int64_t>(getOffsets().size()) != block.getRank()) {
    return emitOpError() << "takes one offset a dimension of " << block << ", but has "
                         << getOffsets().size();
  }
  return success();
}

LogicalResult MakeTensorDescOp::verify() {
  auto block = getType().getBlockType();
  if (static_cast<int64_t>(getShape().size()) != block.getRank()) {
    return emitOpError() << "takes one extent and stride a dimension of " << block << ", but has "
                         << getShape().size();
  }
  if (!sameBlockElement(block.getElementType(), getBase().getType().getPointeeType())) {
    return emitOpError() << "base must point to " << block.getElementType() << ", but is "
                         << getBase().getType();
  }
  return success();
}

LogicalResult DescriptorLoadOp::verify() {
  return verifyDescribed(*this, getDesc().getType(), getIndices().size(), getType());
}

LogicalResult DescriptorStoreOp::verify() {
  return verifyDescribed(*this, getDesc().getType(), getIndices().size(), getSrc().getType());
}

LogicalResult DescriptorReduceOp::verify() {
  return verifyDescribed(*this, getDesc().getType(), getIndices().size(), getSrc().getType());
}

LogicalResult ExperimentalDescriptorLoadOp::verify() {
  auto desc = dyn_cast<TensorDescType>(getDesc().getType());
  return desc ? verifyDescribed(*this, desc, getIndices().size(), getType()) : success();
}

LogicalResult ExperimentalDescriptorStoreOp::verify() {
  auto desc = dyn_cast<TensorDescType>(getDesc().getType());
  return desc ? verifyDescribed(*this, desc, getIndices().size(), getSrc().getType()) : success();
}

LogicalResult ExperimentalDescriptorGatherOp::verify() {
  return verifyRows(*this, getDesc().getType(), cast<RankedTensorType>(getXOffsets().getType()),
                    cast<RankedTensorType>(getType()));
}

LogicalResult ExperimentalDescriptorScatterOp::verify() {
  return verifyRows(*this, getDesc().getType(), cast<RankedTensorType>(getXOffsets().getType()),
                    cast<RankedTensorType>(getSrc().getType()));
}

LogicalResult AtomicPollOp::verify() {
  unsigned width = elementOf(getExpected().getType()).getIntOrFloatBitWidth();
  if (width != 16 && width != 32 && width != 64) {
    return emitOpError() << "elements must have 16, 32 or 64 bits, but have " << width;
  }
  if (getType() != sameShape(getExpected().getType(), IntegerType::get(getContext(), 1))) {
    return emitOpError() << "result must be an i1 for each expected element, but is " << getType();
  }
  return verifyAtomicTypes(*this, getPtr().getType(), getExpected().getType());
}

LogicalResult DescriptorGatherOp::verify() {
  return verifyRows(*this, getDesc().getType(), cast<RankedTensorType>(getXOffsets().getType()),
                    cast<RankedTensorType>(getType()));
}

LogicalResult DescriptorScatterOp::verify() {
  return verifyRows(*this, getDesc().getType(), cast<RankedTensorType>(getXOffsets().getType()),
                    cast<RankedTensorType>(getSrc().getType()));
}

} // namespace charonia::tt

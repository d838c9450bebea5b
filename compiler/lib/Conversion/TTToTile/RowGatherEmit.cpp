// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the operations of the rungs `rows`, `strided` and `indexed`.
#include "AccessAnalysis.h"
#include "KernelConverter.h"

using namespace mlir;

namespace charonia::tile {

/// The elements of `value` along its dimension `dim`, the only one that it varies in.
Value KernelConverter::alongRow(Value value, unsigned dim, Operation *at, OpBuilder &builder) {
  auto type = cast<RankedTensorType>(value.getType());
  auto row = RankedTensorType::get({type.getDimSize(dim)}, type.getElementType());
  if (type == row) {
    return value;
  }
  while (auto broadcast = value.getDefiningOp<BroadcastOp>()) {
    auto source = cast<RankedTensorType>(broadcast.getSource().getType());
    if (source.getDimSize(dim) != type.getDimSize(dim)) {
      break;
    }
    value = broadcast.getSource();
    type = source;
  }
  if (type.getNumElements() != row.getNumElements()) {
    SmallVector<int64_t> shape(type.getRank(), 1), offsets(type.getRank(), 0);
    shape[dim] = type.getDimSize(dim);
    value = builder.create<ExtractSliceOp>(helper(at),
                                           RankedTensorType::get(shape, type.getElementType()),
                                           value, builder.getDenseI64ArrayAttr(offsets));
  }
  return value.getType() == row ? value
                                : builder.create<ReshapeOp>(helper(at), row, value).getResult();
}

/// A tile whose elements are all `poly`.
Value KernelConverter::emitSplat(const Poly &poly, RankedTensorType type, Operation *at,
                                 OpBuilder &builder) {
  if (poly.isConstant()) {
    Attribute element = builder.getI64IntegerAttr(poly.constant());
    return builder.create<arith::ConstantOp>(helper(at), SplatElementsAttr::get(type, element));
  }
  return builder.create<SplatOp>(helper(at), type, emitValue(poly, at, builder));
}

Value KernelConverter::emitRows(const RowList &rows, Operation *at, OpBuilder &builder) {
  Value sum;
  for (const RowTerm &term : rows.terms) {
    Value part = alongRow(mapped(term.value), term.sourceDim, at, builder);
    auto wide = RankedTensorType::get(cast<RankedTensorType>(part.getType()).getShape(),
                                      builder.getI64Type());
    if (part.getType() != wide) {
      part = builder.create<arith::ExtSIOp>(helper(at), wide, part);
    }
    if (!(term.scale == Poly(1))) {
      Value scale = emitSplat(term.scale, wide, at, builder);
      part = builder.create<arith::MulIOp>(helper(at), part, scale);
    }
    sum = sum ? builder.create<arith::AddIOp>(helper(at), sum, part).getResult() : part;
  }
  return sum;
}

Value KernelConverter::emitRowMask(const RowList &rows, Operation *at, OpBuilder &builder) {
  Value all;
  for (const RowMask &mask : rows.masks) {
    Value part = alongRow(mapped(mask.value), mask.sourceDim, at, builder);
    all = all ? builder.create<arith::AndIOp>(helper(at), all, part).getResult() : part;
  }
  return all;
}

/// Lanes of `result` that the mask leaves out get the load's other value.
Value KernelConverter::selectLanes(tt::LoadOp op, Value result, OpBuilder &builder) {
  Type type = result.getType();
  Value other = op.getOther() ? mapped(op.getOther()) : zeroOf(type, op, builder);
  return builder.create<arith::SelectOp>(helper(op), mapped(op.getMask()), result, other);
}

Value KernelConverter::lowerRowLoad(tt::LoadOp op, const AccessPlan &plan, AccessAttr access,
                                    OpBuilder &builder) {
  auto type = cast<RankedTensorType>(convertType(op.getResult().getType()));
  auto moved = RankedTensorType::get(plan.shape, type.getElementType());
  const PlanPiece &piece = plan.pieces.front();
  BoxLists lists;
  emitBox(piece, op, lists, builder);
  Value base = emitValue(piece.base, op, builder);
  Value rows = emitRows(*plan.rows, op, builder), mask = emitRowMask(*plan.rows, op, builder);
  Value result =
      builder.create<LoadRowsOp>(op.getLoc(), moved, base, rows, mask, plan.rows->dim,
                                 lists.strides, lists.lower, lists.upper, constantPad(op), access);
  if (moved != type) {
    result = builder.create<BroadcastOp>(helper(op), type, result);
  }
  return plan.select && op.getMask() ? selectLanes(op, result, builder) : result;
}

void KernelConverter::lowerRowStore(tt::StoreOp op, const AccessPlan &plan, AccessAttr access,
                                    OpBuilder &builder) {
  const PlanPiece &piece = plan.pieces.front();
  BoxLists lists;
  emitBox(piece, op, lists, builder);
  Value base = emitValue(piece.base, op, builder);
  Value rows = emitRows(*plan.rows, op, builder), mask = emitRowMask(*plan.rows, op, builder);
  builder.create<StoreRowsOp>(op.getLoc(), mapped(op.getValue()), base, rows, mask, plan.rows->dim,
                              lists.strides, lists.lower, lists.upper, access);
}

/// A box of memory comes by DMA; the elements are taken from it where they are.
Value KernelConverter::lowerBoxedLoad(tt::LoadOp op, const AccessPlan &plan, AccessAttr access,
                                      OpBuilder &builder) {
  auto type = cast<RankedTensorType>(convertType(op.getResult().getType()));
  Type element = type.getElementType(), i64 = builder.getI64Type();
  int64_t bytes = bytesOf(pointeeOf(op.getPtr().getType()));
  auto boxType = RankedTensorType::get({plan.boxed->elements}, element);
  Value base = emitValue(plan.boxed->base, op, builder);
  OpFoldResult stride = builder.getI64IntegerAttr(bytes), zero = builder.getI64IntegerAttr(0),
               end = builder.getI64IntegerAttr(plan.boxed->elements);
  Value box = builder.create<LoadOp>(op.getLoc(), boxType, ValueRange(base), stride, zero, end,
                                     TypedAttr(), access);
  auto indexType = RankedTensorType::get(type.getShape(), i64);
  Value start = builder.create<SplatOp>(helper(op), indexType, base);
  Value index = builder.create<arith::SubIOp>(helper(op), mapped(op.getPtr()), start);
  if (bytes > 1) {
    Value shift =
        emitSplat(Poly(llvm::Log2_64(static_cast<uint64_t>(bytes))), indexType, op, builder);
    index = builder.create<arith::ShRSIOp>(helper(op), index, shift);
  }
  if (op.getMask()) {
    Value none = emitSplat(Poly(0), indexType, op, builder);
    index = builder.create<arith::SelectOp>(helper(op), mapped(op.getMask()), index, none);
  }
  auto flat = RankedTensorType::get({type.getNumElements()}, i64);
  if (flat != indexType) {
    index = builder.create<ReshapeOp>(helper(op), flat, index);
  }
  Value result = builder.create<GatherIndexOp>(
      helper(op), RankedTensorType::get(flat.getShape(), element), box, index, 0);
  if (result.getType() != type) {
    result = builder.create<ReshapeOp>(helper(op), type, result);
  }
  return op.getMask() ? selectLanes(op, result, builder) : result;
}

} // namespace charonia::tile

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion of pointers and memory accesses.
#include "KernelConverter.h"

#include "LoadReuse.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace charonia::tile {

TypedAttr constantPad(tt::LoadOp load) {
  DenseElementsAttr constant;
  bool known =
      load.getOther() && matchPattern(load.getOther(), m_Constant(&constant)) && constant.isSplat();
  return known ? cast<TypedAttr>(constant.getSplatValue<Attribute>()) : TypedAttr();
}

LogicalResult KernelConverter::convertPointerOp(Operation *op, OpBuilder &builder) {
  Location loc = op->getLoc();
  if (isa<tt::IntToPtrOp, tt::PtrToIntOp>(op)) {
    m_map.map(op->getResult(0), mapped(op->getOperand(0)));
    return success();
  }
  if (auto bitcast = dyn_cast<tt::BitcastOp>(op)) {
    Value source = mapped(bitcast.getSrc());
    Type type = convertType(bitcast.getResult().getType());
    m_map.map(bitcast.getResult(),
              source.getType() == type
                  ? source
                  : builder.create<arith::BitcastOp>(loc, type, source).getResult());
    return success();
  }
  auto add = dyn_cast<tt::AddPtrOp>(op);
  if (!add) {
    return failure();
  }
  Value address = mapped(add.getPtr()), offset = mapped(add.getOffset());
  if (getElementTypeOrSelf(offset.getType()).getIntOrFloatBitWidth() < 64) {
    offset = builder.create<arith::ExtSIOp>(helper(op), address.getType(), offset);
  }
  int64_t bytes = bytesOf(pointeeOf(add.getPtr().getType()));
  if (bytes != 1) {
    Attribute scale = builder.getI64IntegerAttr(bytes);
    if (auto tensor = dyn_cast<RankedTensorType>(address.getType())) {
      scale = SplatElementsAttr::get(tensor, scale);
    }
    Value factor = builder.create<arith::ConstantOp>(helper(op), cast<TypedAttr>(scale));
    offset = builder.create<arith::MulIOp>(helper(op), offset, factor);
  }
  m_map.map(add.getResult(), builder.create<arith::AddIOp>(loc, address, offset).getResult());
  return success();
}

int argumentOf(Value pointer) {
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(pointer)) {
      Operation *owner = argument.getOwner()->getParentOp();
      if (isa<tt::FuncOp>(owner)) {
        return argument.getArgNumber();
      }
      auto loop = dyn_cast<scf::ForOp>(owner);
      if (!loop || argument.getArgNumber() == 0) {
        return -1;
      }
      // Pointers carried round a loop keep their argument: the loop may only add to them. A loop
      // that swaps two of them is seen in its yield.
      unsigned index = argument.getArgNumber() - 1;
      Value next = loop.getBody()->getTerminator()->getOperand(index);
      while (Operation *op = next.getDefiningOp()) {
        if (!isa<tt::AddPtrOp>(op)) {
          break;
        }
        next = op->getOperand(0);
      }
      if (next != argument) {
        return -1;
      }
      pointer = loop.getInitArgs()[index];
      continue;
    }
    Operation *op = pointer.getDefiningOp();
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      pointer = loop.getRegionIterArg(cast<OpResult>(pointer).getResultNumber());
      continue;
    }
    if (!isa<tt::AddPtrOp, tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp, tt::ReshapeOp,
             tt::TransOp, tt::BitcastOp, tt::UnsplatOp>(op)) {
      return -1;
    }
    pointer = op->getOperand(0);
  }
}

AccessAttr KernelConverter::accessOf(Operation *op, const AccessPlan &plan) {
  return AccessAttr::get(op->getContext(), plan.rung, plan.reason, plan.arg, plan.bytes);
}

/// The scope is dropped: memory is one place, which all programs see in one order.
static SemAttr semOf(MLIRContext *context, tt::MemSemantic semantic) {
  static constexpr Sem kSems[] = {Sem::Relaxed, Sem::Acquire, Sem::Release, Sem::AcqRel};
  return SemAttr::get(context, kSems[static_cast<int>(semantic) - 1]);
}

LogicalResult KernelConverter::convertMemoryOp(Operation *op, OpBuilder &builder) {
  Location loc = op->getLoc();
  if (auto load = dyn_cast<tt::LoadOp>(op)) {
    lowerLoad(load, builder);
    return success();
  }
  if (auto store = dyn_cast<tt::StoreOp>(op)) {
    lowerStore(store, builder);
    return success();
  }
  if (auto atomic = dyn_cast<tt::AtomicRMWOp>(op)) {
    static constexpr AtomicKind kKinds[] = {
        AtomicKind::And, AtomicKind::Or,  AtomicKind::Xor,  AtomicKind::Add,  AtomicKind::FAdd,
        AtomicKind::Max, AtomicKind::Min, AtomicKind::UMax, AtomicKind::UMin, AtomicKind::Exchange};
    auto kind = kKinds[static_cast<int>(atomic.getAtomicRmwOp()) - 1];
    Value mask = atomic.getMask() ? mapped(atomic.getMask()) : Value();
    auto result = builder.create<AtomicRmwOp>(loc, convertType(atomic.getResult().getType()),
                                              AtomicKindAttr::get(op->getContext(), kind),
                                              mapped(atomic.getPtr()), mapped(atomic.getVal()),
                                              mask, semOf(op->getContext(), atomic.getSem()),
                                              accessOf(op, m_accesses->plan(op, atomic.getPtr())));
    m_map.map(atomic.getResult(), result.getResult());
    return success();
  }
  if (auto cas = dyn_cast<tt::AtomicCASOp>(op)) {
    auto result = builder.create<AtomicCasOp>(
        loc, convertType(cas.getResult().getType()), mapped(cas.getPtr()), mapped(cas.getCmp()),
        mapped(cas.getVal()), semOf(op->getContext(), cas.getSem()),
        accessOf(op, m_accesses->plan(op, cas.getPtr())));
    m_map.map(cas.getResult(), result.getResult());
    return success();
  }
  return failure();
}

void KernelConverter::lowerScalarLoad(tt::LoadOp op, AccessAttr access, OpBuilder &builder) {
  Type type = convertType(op.getResult().getType());
  Value address = mapped(op.getPtr());
  if (!op.getMask()) {
    m_map.map(op.getResult(),
              builder.create<ScalarLoadOp>(op.getLoc(), type, address, access).getResult());
    return;
  }
  Value other = op.getOther() ? mapped(op.getOther()) : zeroOf(type, op, builder);
  auto branch = builder.create<scf::IfOp>(helper(op), TypeRange(type), mapped(op.getMask()),
                                          /*withElse=*/true);
  OpBuilder inner = branch.getThenBodyBuilder();
  Value loaded = inner.create<ScalarLoadOp>(op.getLoc(), type, address, access);
  inner.create<scf::YieldOp>(helper(op), loaded);
  branch.getElseBodyBuilder().create<scf::YieldOp>(helper(op), other);
  m_map.map(op.getResult(), branch.getResult(0));
}

Value KernelConverter::emitBoxLoad(tt::LoadOp op, ArrayRef<PlanPiece> pieces,
                                   ArrayRef<int64_t> shape, AccessAttr access, OpBuilder &builder) {
  auto type = cast<RankedTensorType>(convertType(op.getResult().getType()));
  SmallVector<Value> bases;
  BoxLists lists;
  for (const PlanPiece &piece : pieces) {
    bases.push_back(emitValue(piece.base, op, builder));
    emitBox(piece, op, lists, builder);
  }
  auto load = builder.create<LoadOp>(
      op.getLoc(), RankedTensorType::get(shape, type.getElementType()), bases, lists.strides,
      lists.lower, lists.upper, constantPad(op), access);
  if (auto direction = op->getAttrOfType<StringAttr>(kDirectionOfSource)) {
    load->setAttr(kDirectionAttr, direction);
  }
  return load;
}

Value KernelConverter::lowerSharedLoad(tt::LoadOp op, const AccessPlan &plan,
                                       const SharedLoad &shared, OpBuilder &builder) {
  Value &whole = m_unions[&shared];
  const bool first = !whole;
  if (first) {
    emitChecks(shared.checks, op, builder);
    whole = emitBoxLoad(
        op, shared.piece, shared.shape,
        AccessAttr::get(op->getContext(), plan.rung, plan.reason, plan.arg, shared.bytes), builder);
  }
  auto element = cast<RankedTensorType>(whole.getType()).getElementType();
  auto type = RankedTensorType::get(plan.shape, element);
  return type == whole.getType()
             ? whole
             : builder
                   .create<ExtractSliceOp>(first ? helper(op) : op.getLoc(), type, whole,
                                           shared.partOf(op).offsets)
                   .getResult();
}

Value KernelConverter::finishLoad(tt::LoadOp op, const AccessPlan &plan, Value moved,
                                  OpBuilder &builder) {
  auto type = cast<RankedTensorType>(convertType(op.getResult().getType()));
  auto tile = RankedTensorType::get(plan.tile, type.getElementType());
  if (moved.getType() != tile) {
    moved = builder.create<BroadcastOp>(helper(op), tile, moved);
  }
  if (tile != type) {
    moved = builder.create<ReshapeOp>(helper(op), type, moved);
  }
  return plan.select && op.getMask() ? selectLanes(op, moved, builder) : moved;
}

void KernelConverter::lowerLoad(tt::LoadOp op, OpBuilder &builder) {
  AccessPlan plan = m_accesses->plan(op);
  AccessAttr access = accessOf(op, plan);
  auto type = dyn_cast<RankedTensorType>(convertType(op.getResult().getType()));
  if (op->hasAttr(kDirectionOfSource) &&
      (!type || plan.pieces.empty() || plan.rung == Rung::Uniform)) {
    m_context.remarks.add("tt-to-tile", "direction", op, "read by each PE for itself",
                          "only a descriptor can be read once for a row or column; this load has "
                          "none: " +
                              (plan.reason.empty() ? "one element" : plan.reason));
  }
  if (!type) {
    return lowerScalarLoad(op, access, builder);
  }
  if (const SharedLoad *shared = m_reuse->of(op)) {
    Value part = lowerSharedLoad(op, plan, *shared, builder);
    m_map.map(op.getResult(), finishLoad(op, plan, part, builder));
    return;
  }
  emitChecks(plan.checks, op, builder);
  Value result;
  if (plan.rung == Rung::Uniform) {
    Value address = emitValue(plan.pieces.front().base, op, builder);
    Value scalar =
        builder.create<ScalarLoadOp>(op.getLoc(), type.getElementType(), address, access);
    result = builder.create<SplatOp>(helper(op), type, scalar);
  } else if (plan.rows) {
    result = lowerRowLoad(op, plan, access, builder);
  } else if (plan.boxed) {
    result = lowerBoxedLoad(op, plan, access, builder);
  } else if (plan.pieces.empty()) {
    Value mask = op.getMask() ? mapped(op.getMask()) : Value();
    Value other = op.getOther() ? mapped(op.getOther()) : Value();
    result = builder.create<GatherOp>(op.getLoc(), type, mapped(op.getPtr()), mask, other, access);
  } else {
    Value moved = emitBoxLoad(op, plan.pieces, plan.shape, access, builder);
    result = finishLoad(op, plan, moved, builder);
  }
  m_map.map(op.getResult(), result);
}

void KernelConverter::lowerStore(tt::StoreOp op, OpBuilder &builder) {
  AccessPlan plan = m_accesses->plan(op);
  AccessAttr access = accessOf(op, plan);
  Value address = mapped(op.getPtr()), value = mapped(op.getValue());
  Value mask = op.getMask() ? mapped(op.getMask()) : Value();
  if (!isa<RankedTensorType>(value.getType())) {
    if (!mask) {
      builder.create<ScalarStoreOp>(op.getLoc(), address, value, access);
      return;
    }
    auto branch = builder.create<scf::IfOp>(helper(op), mask, /*withElseRegion=*/false);
    branch.getThenBodyBuilder().create<ScalarStoreOp>(op.getLoc(), address, value, access);
    return;
  }
  emitChecks(plan.checks, op, builder);
  if (plan.pieces.empty()) {
    builder.create<ScatterOp>(op.getLoc(), address, value, mask, access);
    return;
  }
  if (plan.rows) {
    lowerRowStore(op, plan, access, builder);
    return;
  }
  auto tile =
      RankedTensorType::get(plan.tile, cast<RankedTensorType>(value.getType()).getElementType());
  if (tile != value.getType()) {
    value = builder.create<ReshapeOp>(helper(op), tile, value);
  }
  for (const PlanPiece &piece : plan.pieces) {
    BoxLists lists;
    emitBox(piece, op, lists, builder);
    Value base = emitValue(piece.base, op, builder);
    Location loc = &piece == &plan.pieces.front() ? op.getLoc() : helper(op);
    builder.create<StoreOp>(loc, value, base, lists.strides, lists.lower, lists.upper, access);
  }
}

} // namespace charonia::tile

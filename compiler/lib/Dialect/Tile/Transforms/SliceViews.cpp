// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices as boxes of the access that makes or takes their tile.
#include "SliceViews.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace charonia::tile {
namespace {

class SliceViewer {
public:
  explicit SliceViewer(compiler::PassContext &context) : m_context(context) {}

  void run(Operation *module) {
    SmallVector<LoadOp> loads;
    SmallVector<StoreOp> stores;
    module->walk([&](Operation *op) {
      if (auto load = dyn_cast<LoadOp>(op)) {
        loads.push_back(load);
      } else if (auto store = dyn_cast<StoreOp>(op)) {
        stores.push_back(store);
      }
    });
    for (LoadOp load : loads) {
      loadParts(load);
    }
    for (StoreOp store : stores) {
      storeFromWhole(store);
    }
  }

  /// Says of every slice that is left how it is read.
  void explainAll(Operation *module) {
    module->walk([&](Operation *op) { explain(op); });
  }

private:
  /// The vector core reads a part of a slot like any tile; other units read whole slots.
  static bool readsWholeSlots(Operation *user) { return isa<DotOp, StoreOp, PermuteOp>(user); }

  // --- Parts of loads

  void loadParts(LoadOp load) {
    SmallVector<ExtractSliceOp> parts;
    int64_t elements = 0;
    bool wanted = false;
    for (Operation *user : llvm::make_early_inc_range(load->getUsers())) {
      auto part = dyn_cast<ExtractSliceOp>(user);
      if (!part) {
        return;
      }
      wanted |= llvm::any_of(part->getUsers(), readsWholeSlots);
      auto *equal = llvm::find_if(parts, [&](ExtractSliceOp other) {
        return other.getType() == part.getType() && other.getOffsets() == part.getOffsets();
      });
      if (equal != parts.end() && (*equal)->getBlock() == part->getBlock()) {
        bool first = part->isBeforeInBlock(*equal);
        ExtractSliceOp kept = first ? part : *equal, other = first ? *equal : part;
        other.replaceAllUsesWith(kept.getResult());
        other.erase();
        *equal = kept;
        continue;
      }
      parts.push_back(part);
      elements += cast<RankedTensorType>(part.getType()).getNumElements();
    }
    const int64_t whole = load.getTileType().getNumElements();
    if (parts.empty() || elements > whole || (elements == whole && !wanted)) {
      return;
    }
    for (ExtractSliceOp part : llvm::reverse(parts)) { // uses come last first
      loadPart(load, part);
    }
    load.erase();
  }

  void loadPart(LoadOp load, ExtractSliceOp part) {
    OpBuilder builder(load);
    auto type = cast<RankedTensorType>(part.getType());
    SmallVector<Value> bases;
    SmallVector<OpFoldResult> strides, lower, upper;
    for (unsigned piece = 0; piece < load.getNumPieces(); ++piece) {
      SmallVector<OpFoldResult> steps = load.getPieceStrides(piece);
      bases.push_back(moved(builder, load, load.getBases()[piece], steps, part.getOffsets(), 1));
      llvm::append_range(strides, steps);
      SmallVector<OpFoldResult> from = load.getPieceLower(piece), to = load.getPieceUpper(piece);
      for (auto [d, offset] : llvm::enumerate(part.getOffsets())) {
        lower.push_back(
            clamped(builder, plus(builder, load, from[d], -offset), type.getDimSize(d)));
        upper.push_back(clamped(builder, plus(builder, load, to[d], -offset), type.getDimSize(d)));
      }
    }
    AccessAttr access = load.getAccess();
    const int64_t elementBytes =
        access.getBytes() / std::max<int64_t>(1, load.getTileType().getNumElements());
    auto fresh = builder.create<LoadOp>(
        part.getLoc(), type, bases, strides, lower, upper,
        load.getPadAttr() ? cast<TypedAttr>(load.getPadAttr()) : TypedAttr(),
        AccessAttr::get(load.getContext(), access.getRung(), access.getReason(), access.getArg(),
                        elementBytes * type.getNumElements()));
    fresh->setDiscardableAttrs(load->getDiscardableAttrDictionary());
    m_context.remarks.add("tile-slice-reuse", "slice", part, "the part is loaded by itself",
                          "nothing else of the tile is needed as one");
    part.replaceAllUsesWith(fresh.getResult());
    part.erase();
  }

  // --- Stores of parts

  void storeFromWhole(StoreOp store) {
    auto part = store.getValue().getDefiningOp<ExtractSliceOp>();
    if (!part || !isa_and_present<LoadOp, DotOp, PermuteOp, mtia::ReReduceOp>(
                     part.getSource().getDefiningOp())) {
      return;
    }
    OpBuilder builder(store);
    SmallVector<OpFoldResult> strides = store.getMixedStrides(), lower, upper;
    ArrayRef<int64_t> shape = cast<RankedTensorType>(part.getType()).getShape();
    for (size_t d = 0; d < shape.size(); ++d) {
      // Bounds are clamped to the part first.
      OpFoldResult from = atLeastZero(builder, store, store.getMixedLower()[d]);
      OpFoldResult to = atMost(builder, store, store.getMixedUpper()[d], shape[d]);
      lower.push_back(plus(builder, store, from, part.getOffsets()[d]));
      upper.push_back(plus(builder, store, to, part.getOffsets()[d]));
    }
    Value base = moved(builder, store, store.getBase(), strides, part.getOffsets(), -1);
    auto fresh = builder.create<StoreOp>(store.getLoc(), part.getSource(), base, strides, lower,
                                         upper, store.getAccess());
    fresh->setDiscardableAttrs(store->getDiscardableAttrDictionary());
    m_context.remarks.add("tile-slice-reuse", "slice", fresh, "stored from within the whole tile",
                          "a part of a slot is a box of it");
    store.erase();
    if (part->use_empty()) {
      part.erase();
    }
  }

  // --- Remarks

  void explain(Operation *op) {
    const bool given = isa<mtia::ExtractSliceOp>(op);
    if (!given && !isa<ExtractSliceOp>(op)) {
      return; // of inserts, tile-to-pe says it: it knows where their tiles lie
    }
    if (llvm::any_of(op->getUsers(), readsWholeSlots)) {
      m_context.remarks.add("tile-slice-reuse", "slice", op, "the part is copied",
                            given ? "its offsets or steps are not constant, and the unit that "
                                    "takes it reads whole slots"
                                  : "the unit that takes it reads whole slots");
    } else {
      m_context.remarks.add("tile-slice-reuse", "slice", op, "read where it lies",
                            "the vector core reads parts of a slot");
    }
  }

  // --- Scalars

  Location at(Operation *op) { return compiler::freshLoc(op, &m_context.lineage, "slice"); }

  Value valueOf(OpBuilder &builder, Operation *op, OpFoldResult mixed) {
    if (auto value = dyn_cast<Value>(mixed)) {
      return value;
    }
    return builder.create<arith::ConstantOp>(
        at(op), builder.getI64IntegerAttr(*getConstantIntValue(mixed)));
  }

  OpFoldResult plus(OpBuilder &builder, Operation *op, OpFoldResult mixed, int64_t amount) {
    if (auto constant = getConstantIntValue(mixed)) {
      return builder.getI64IntegerAttr(*constant + amount);
    }
    if (amount == 0) {
      return mixed;
    }
    Value by = valueOf(builder, op, builder.getI64IntegerAttr(amount));
    return builder.create<arith::AddIOp>(at(op), cast<Value>(mixed), by).getResult();
  }

  /// Constant bounds within the tile; others are clamped by the descriptor.
  static OpFoldResult clamped(OpBuilder &builder, OpFoldResult mixed, int64_t extent) {
    auto constant = getConstantIntValue(mixed);
    return constant ? builder.getI64IntegerAttr(std::clamp<int64_t>(*constant, 0, extent)) : mixed;
  }

  OpFoldResult atLeastZero(OpBuilder &builder, Operation *op, OpFoldResult mixed) {
    if (auto constant = getConstantIntValue(mixed)) {
      return builder.getI64IntegerAttr(std::max<int64_t>(*constant, 0));
    }
    Value zero = valueOf(builder, op, builder.getI64IntegerAttr(0));
    return builder.create<arith::MaxSIOp>(at(op), cast<Value>(mixed), zero).getResult();
  }

  OpFoldResult atMost(OpBuilder &builder, Operation *op, OpFoldResult mixed, int64_t limit) {
    if (auto constant = getConstantIntValue(mixed)) {
      return builder.getI64IntegerAttr(std::min(*constant, limit));
    }
    Value most = valueOf(builder, op, builder.getI64IntegerAttr(limit));
    return builder.create<arith::MinSIOp>(at(op), cast<Value>(mixed), most).getResult();
  }

  /// `base` moved by `sign` times the offsets.
  Value moved(OpBuilder &builder, Operation *op, Value base, ArrayRef<OpFoldResult> strides,
              ArrayRef<int64_t> offsets, int64_t sign) {
    for (auto [stride, offset] : llvm::zip_equal(strides, offsets)) {
      if (offset == 0) {
        continue;
      }
      auto constant = getConstantIntValue(stride);
      Value by =
          valueOf(builder, op, builder.getI64IntegerAttr(sign * offset * constant.value_or(1)));
      if (!constant) {
        by = builder.create<arith::MulIOp>(at(op), cast<Value>(stride), by);
      }
      base = builder.create<arith::AddIOp>(at(op), base, by);
    }
    return base;
  }

  compiler::PassContext &m_context;
};

} // namespace

void viewSlices(Operation *module, compiler::PassContext &context, bool explain) {
  SliceViewer viewer(context);
  viewer.run(module);
  if (explain) {
    viewer.explainAll(module);
  }
}

} // namespace charonia::tile

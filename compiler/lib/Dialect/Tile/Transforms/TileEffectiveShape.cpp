// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tile-effective-shape: which loads say how much of a tile is filled.
#include "FullBlocks.h"
#include "SkipBlocks.h"

#include "charonia/Dialect/Tile/Transforms/Passes.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace charonia::tile {

#define GEN_PASS_DEF_TILEEFFECTIVESHAPE
#include "charonia/Dialect/Tile/Transforms/Passes.h.inc"

namespace {

/// Group of a value whose elements are all alike or unknown.
constexpr int64_t kAnyExtent = -1, kUnknownExtent = -2;

bool isElementwise(Operation *op) {
  return isa<ElementwiseOp>(op) ||
         (op->hasTrait<OpTrait::Elementwise>() && op->getNumResults() == 1);
}

class TileEffectiveShape : public impl::TileEffectiveShapeBase<TileEffectiveShape> {
public:
  TileEffectiveShape() = default;
  explicit TileEffectiveShape(compiler::PassContext *context) : m_context(context) {}

  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    context.lineage.beginPass("tile-effective-shape");
    skipMaskedBlocks(getOperation(), context);
    markFullBlocks(getOperation(), context);
    m_loads.clear();
    m_groups.clear();
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) { visit(op); });
  }

private:
  void visit(Operation *op) {
    Builder builder(op);
    if (auto load = dyn_cast<LoadOp>(op)) {
      int64_t group = groupOf(load);
      m_groups[load.getResult()] = group;
      if (group >= 0) {
        op->setAttr("tile.extents", builder.getI64IntegerAttr(group));
      }
      return;
    }
    if (!isElementwise(op) || !isa<RankedTensorType>(op->getResult(0).getType())) {
      return;
    }
    int64_t group = kAnyExtent;
    for (Value operand : op->getOperands()) {
      int64_t other = extentOf(operand);
      if (other == kAnyExtent || other == group) {
        continue;
      }
      group = group == kAnyExtent ? other : kUnknownExtent;
    }
    m_groups[op->getResult(0)] = group;
    if (group >= 0) {
      op->setAttr("tile.extents_from", builder.getI64IntegerAttr(group));
    }
  }

  int64_t extentOf(Value value) const {
    auto it = m_groups.find(value);
    if (it != m_groups.end()) {
      return it->second;
    }
    Operation *op = value.getDefiningOp();
    bool alike = !isa<RankedTensorType>(value.getType()) ||
                 (op && (isa<SplatOp>(op) || op->hasTrait<OpTrait::ConstantLike>()));
    return alike ? kAnyExtent : kUnknownExtent;
  }

  /// The group of loads with the same box from the origin; none if the box is the whole tile.
  int64_t groupOf(LoadOp load) {
    if (load.getNumPieces() != 1 || !llvm::all_of(load.getPieceLower(0), [](OpFoldResult bound) {
          return isConstantIntValue(bound, 0);
        })) {
      return kUnknownExtent;
    }
    SmallVector<OpFoldResult> upper = load.getPieceUpper(0);
    bool whole = true;
    for (auto [bound, extent] : llvm::zip_equal(upper, load.getTileType().getShape())) {
      whole &= isConstantIntValue(bound, extent);
    }
    if (whole) {
      return kUnknownExtent;
    }
    for (auto [index, other] : llvm::enumerate(m_loads)) {
      if (other.getTileType().getShape() == load.getTileType().getShape() &&
          isEqualConstantIntOrValueArray(other.getPieceUpper(0), upper)) {
        return static_cast<int64_t>(index);
      }
    }
    m_loads.push_back(load);
    return static_cast<int64_t>(m_loads.size() - 1);
  }

  SmallVector<LoadOp> m_loads;
  llvm::DenseMap<Value, int64_t> m_groups;
  compiler::PassContext *m_context = nullptr;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createTileEffectiveShape(compiler::PassContext *context) {
  return std::make_unique<TileEffectiveShape>(context);
}

} // namespace charonia::tile

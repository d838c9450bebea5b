// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tile-slice-reuse: overlapping boxes of one buffer are loaded once.
#include "SliceViews.h"

#include "charonia/Dialect/Tile/Transforms/Passes.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

#include <optional>

using namespace mlir;

namespace charonia::tile {

#define GEN_PASS_DEF_TILESLICEREUSE
#include "charonia/Dialect/Tile/Transforms/Passes.h.inc"

namespace {

/// An address as a value plus a constant.
std::pair<Value, int64_t> splitAddress(Value address) {
  int64_t offset = 0;
  while (auto add = address.getDefiningOp<arith::AddIOp>()) {
    APInt constant;
    if (!matchPattern(add.getRhs(), m_ConstantInt(&constant))) {
      break;
    }
    offset += constant.getSExtValue();
    address = add.getLhs();
  }
  return {address, offset};
}

/// A load of one whole box with constant strides.
bool isWhole(LoadOp load) {
  if (load.getNumPieces() != 1 || load.getPad() || !load.getStrides().empty() ||
      !load.getLower().empty() || !load.getUpper().empty()) {
    return false;
  }
  for (auto [lower, upper, extent] : llvm::zip_equal(load.getStaticLower(), load.getStaticUpper(),
                                                     load.getTileType().getShape())) {
    if (lower != 0 || upper != extent) {
      return false;
    }
  }
  return true;
}

class TileSliceReuse : public impl::TileSliceReuseBase<TileSliceReuse> {
public:
  TileSliceReuse() = default;
  explicit TileSliceReuse(compiler::PassContext *context) : m_context(context) {}

  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    context.lineage.beginPass("tile-slice-reuse");
    viewSlices(getOperation(), context, /*explain=*/true);
    getOperation()->walk([&](Block *block) { reuseIn(*block, context); });
    compiler::assignOpIds(getOperation(), &context.lineage, "tile-slice-reuse");
  }

private:
  void reuseIn(Block &block, compiler::PassContext &context) {
    SmallVector<LoadOp> seen;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (auto load = dyn_cast<LoadOp>(op)) {
        if (!isWhole(load)) {
          continue;
        }
        LoadOp *partner =
            llvm::find_if(seen, [&](LoadOp other) { return shift(other, load).has_value(); });
        if (partner == seen.end()) {
          seen.push_back(load);
          continue;
        }
        merge(*partner, load, *shift(*partner, load), context);
        seen.erase(partner);
      } else if (!isMemoryEffectFree(&op) && !isa<GatherOp, LoadRowsOp, ScalarLoadOp>(op)) {
        seen.clear(); // it may write what was loaded
      }
    }
  }

  /// Dimension and number of elements by which `b` stands behind `a`, if the boxes overlap.
  static std::optional<std::pair<size_t, int64_t>> shift(LoadOp a, LoadOp b) {
    if (a.getTileType() != b.getTileType() || a.getStaticStrides() != b.getStaticStrides()) {
      return std::nullopt;
    }
    auto [baseA, offsetA] = splitAddress(a.getBases().front());
    auto [baseB, offsetB] = splitAddress(b.getBases().front());
    int64_t distance = offsetB - offsetA;
    if (baseA != baseB || distance <= 0) {
      return std::nullopt;
    }
    for (auto [dim, stride] : llvm::enumerate(a.getStaticStrides())) {
      int64_t extent = a.getTileType().getDimSize(dim);
      if (stride > 0 && distance % stride == 0 && distance / stride < extent) {
        return std::pair(dim, distance / stride);
      }
    }
    return std::nullopt;
  }

  void merge(LoadOp a, LoadOp b, std::pair<size_t, int64_t> by, compiler::PassContext &context) {
    auto [dim, distance] = by;
    OpBuilder builder(a);
    RankedTensorType type = a.getTileType();
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] += distance;
    auto whole = RankedTensorType::get(shape, type.getElementType());
    auto pieces = [&](ArrayRef<int64_t> values) {
      SmallVector<OpFoldResult> result;
      for (int64_t value : values) {
        result.push_back(builder.getI64IntegerAttr(value));
      }
      return result;
    };
    int64_t bytes = a.getAccess().getBytes() / type.getNumElements() * whole.getNumElements();
    auto access = AccessAttr::get(&getContext(), Rung::Dma, "", a.getAccess().getArg(), bytes);
    SmallVector<int64_t> zero(shape.size(), 0), offsets(shape.size(), 0);
    auto load =
        builder.create<LoadOp>(a.getLoc(), whole, a.getBases(), pieces(a.getStaticStrides()),
                               pieces(zero), pieces(shape), TypedAttr(), access);
    Value first = builder.create<ExtractSliceOp>(compiler::freshLoc(a, &context.lineage, "slice"),
                                                 type, load, zero);
    offsets[dim] = distance;
    Value second = builder.create<ExtractSliceOp>(b.getLoc(), type, load, offsets);
    context.remarks.add("tile-slice-reuse", "slice", b, "two overlapping boxes are loaded once",
                        "same buffer and strides, " + std::to_string(distance) + " elements apart",
                        {{"bytes", static_cast<double>(bytes)}});
    a.replaceAllUsesWith(first);
    b.replaceAllUsesWith(second);
    a.erase();
    b.erase();
  }

  compiler::PassContext *m_context = nullptr;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createTileSliceReuse(compiler::PassContext *context) {
  return std::make_unique<TileSliceReuse>(context);
}

} // namespace charonia::tile

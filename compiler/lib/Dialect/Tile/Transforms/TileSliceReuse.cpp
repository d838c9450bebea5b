// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tile-slice-reuse: parts of tiles are read and stored where they lie.
#include "SliceViews.h"

#include "charonia/Dialect/Tile/Transforms/Passes.h"

using namespace mlir;

namespace charonia::tile {

#define GEN_PASS_DEF_TILESLICEREUSE
#include "charonia/Dialect/Tile/Transforms/Passes.h.inc"

namespace {

class TileSliceReuse : public impl::TileSliceReuseBase<TileSliceReuse> {
public:
  TileSliceReuse() = default;
  explicit TileSliceReuse(compiler::PassContext *context) : m_context(context) {}

  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    context.lineage.beginPass("tile-slice-reuse");
    viewSlices(getOperation(), context, /*explain=*/true);
    compiler::assignOpIds(getOperation(), &context.lineage, "tile-slice-reuse");
  }

private:
  compiler::PassContext *m_context = nullptr;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createTileSliceReuse(compiler::PassContext *context) {
  return std::make_unique<TileSliceReuse>(context);
}

} // namespace charonia::tile

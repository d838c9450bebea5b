// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tt-to-tile.
#include "KernelConverter.h"

#include "charonia/Conversion/TTToTile/Passes.h"
#include "charonia/Support/IdentityDriver.h"

using namespace mlir;

namespace charonia::tile {

#define GEN_PASS_DEF_TTTOTILE
#include "charonia/Conversion/TTToTile/Passes.h.inc"

namespace {

class TTToTile : public impl::TTToTileBase<TTToTile> {
public:
  TTToTile() = default;
  explicit TTToTile(compiler::PassContext *context) : m_context(context) {}

  void runOnOperation() override {
    ModuleOp module = getOperation();
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    context.lineage.beginPass("tt-to-tile");
    for (tt::FuncOp source : llvm::make_early_inc_range(module.getOps<tt::FuncOp>())) {
      if (source.isExternal() || !source.getBody().hasOneBlock()) {
        source.emitError("needs a body of one block; run tt-import first");
        return signalPassFailure();
      }
      KernelOp kernel = KernelConverter(source, context).run();
      if (!kernel) {
        return signalPassFailure();
      }
      source.erase();
    }
    if (failed(compiler::simplify(module, &context.lineage))) {
      return signalPassFailure();
    }
    compiler::assignOpIds(module, &context.lineage, "tt-to-tile");
  }

private:
  compiler::PassContext *m_context = nullptr;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createTTToTile(compiler::PassContext *context) {
  return std::make_unique<TTToTile>(context);
}

} // namespace charonia::tile

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tt-to-tile.
#include "KernelConverter.h"

#include "charonia/Conversion/TTToTile/Passes.h"
#include "charonia/Support/IdentityDriver.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace charonia::tile {

#define GEN_PASS_DEF_TTTOTILE
#include "charonia/Conversion/TTToTile/Passes.h.inc"

namespace {

/// True if what `argument` is used for ends in operand `index` of the yield of its own block alone.
bool onlyFeedsItself(BlockArgument argument, unsigned index) {
  Operation *yield = argument.getOwner()->getTerminator();
  SmallVector<Value> pending = {argument};
  llvm::DenseSet<Operation *> seen;
  while (!pending.empty()) {
    for (OpOperand &use : pending.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (user == yield) {
        if (use.getOperandNumber() != index) {
          return false;
        }
        continue;
      }
      if (user->getNumRegions() != 0 || user->hasTrait<OpTrait::IsTerminator>() ||
          !isMemoryEffectFree(user)) {
        return false;
      }
      if (seen.insert(user).second) {
        pending.append(user->result_begin(), user->result_end());
      }
    }
  }
  return true;
}

/// Pointers that a loop carries are dead once their accesses are boxes: stops their update, so that
/// the simplification removes them.
void stopDeadCarried(KernelOp kernel) {
  kernel.walk([](scf::ForOp loop) {
    Operation *yield = loop.getBody()->getTerminator();
    for (auto [index, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
      if (loop.getResult(index).use_empty() && onlyFeedsItself(argument, index)) {
        yield->setOperand(index, argument);
      }
    }
  });
  kernel.walk([](scf::WhileOp loop) {
    scf::YieldOp yield = loop.getYieldOp();
    OperandRange passed = loop.getConditionOp().getArgs();
    for (auto [index, argument] : llvm::enumerate(loop.getBeforeArguments())) {
      if (!argument.hasOneUse()) {
        continue;
      }
      auto place = llvm::find(passed, argument);
      if (place == passed.end()) {
        continue;
      }
      const auto slot = static_cast<unsigned>(place - passed.begin());
      BlockArgument inside = loop.getAfterArguments()[slot];
      if (loop.getResult(slot).use_empty() && onlyFeedsItself(inside, index)) {
        yield->setOperand(index, inside);
      }
    }
  });
}

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
    // Dead accesses of the old form go first; only then are carried pointers seen to be dead.
    compiler::mergeCommonSubexpressions(module, &context.lineage);
    if (KernelOp kernel = findKernel(module)) {
      stopDeadCarried(kernel);
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

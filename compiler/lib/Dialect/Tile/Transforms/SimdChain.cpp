// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SimdChain.h"

#include "FunctionChain.h"
#include "UnitRows.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace charonia::tile {
namespace {

/// The one tile that `op` works on, if the engine can do it.
Value tileOf(Operation *op) {
  if (!isSimdCast(op) && !isSimdForm(op)) {
    return {};
  }
  Value tile;
  for (Value operand : op->getOperands()) {
    if (isUniform(operand)) {
      continue;
    }
    if (tile || !isa<RankedTensorType>(operand.getType())) {
      return {};
    }
    tile = operand;
  }
  return tile;
}

/// True if a command of another unit takes the tile at `use`.
bool isTaken(OpOperand &use, const arch::DeviceModel *device) {
  Operation *user = use.getOwner();
  if (isa<StoreOp>(user)) {
    return true;
  }
  return isa<DotOp>(user) ? use.getOperandNumber() < 2 && isMatrixDot(user, device)
                          : isa<PermuteOp>(user) && turnsOperand(user, device);
}

} // namespace

DotOp drainedDot(Value value) {
  if (!value.hasOneUse()) {
    return {};
  }
  if (auto dot = value.getDefiningOp<DotOp>()) {
    return dot;
  }
  auto loop = value.getDefiningOp<scf::ForOp>();
  if (!loop) {
    return {};
  }
  const unsigned index = cast<OpResult>(value).getResultNumber();
  BlockArgument argument = loop.getRegionIterArg(index);
  auto last = loop.getBody()->getTerminator()->getOperand(index).getDefiningOp<DotOp>();
  DotOp first = last;
  while (first && first->getBlock() == loop.getBody() && first.getResult().hasOneUse() &&
         first.getC() != argument) {
    first = first.getC().getDefiningOp<DotOp>();
  }
  bool adds = first && first->getBlock() == loop.getBody() && first.getResult().hasOneUse() &&
              argument.hasOneUse();
  return adds ? last : DotOp();
}

/// The chain of `op` that drains a sum on its way out of the PE or back to the matrix engine.
static SmallVector<Operation *> drainChain(Operation *op, const arch::DeviceModel *device) {
  if (!tileOf(op)) {
    return {};
  }
  Operation *first = op;
  auto before = [](Operation *at) -> Operation * {
    Value tile = tileOf(at);
    Operation *def = tile.getDefiningOp();
    return def && def->getBlock() == at->getBlock() && tile.hasOneUse() && tileOf(def) ? def
                                                                                       : nullptr;
  };
  while (Operation *def = before(first)) {
    first = def;
  }
  Value sum = tileOf(first);
  DotOp dot = drainedDot(sum);
  bool onEngine = dot && (isMatrixDot(dot, device) || isSplitDot(dot, device)) &&
                  sum.getDefiningOp()->getBlock() == first->getBlock();
  SmallVector<Operation *> chain;
  unsigned forms = 0;
  for (Operation *at = first; onEngine && at;) {
    chain.push_back(at);
    forms += isSimdForm(at) ? 1 : 0;
    Value result = at->getResult(0);
    if (llvm::all_of(result.getUses(), [&](OpOperand &use) { return isTaken(use, device); })) {
      const bool fits = forms <= static_cast<unsigned>(device->se.opsPerPass);
      return fits && !result.use_empty() ? chain : SmallVector<Operation *>();
    }
    Operation *next = result.hasOneUse() ? *result.user_begin() : nullptr;
    at = next && next->getBlock() == at->getBlock() && tileOf(next) == result ? next : nullptr;
  }
  return {};
}

bool needsSum(ArrayRef<Operation *> chain, const arch::DeviceModel &device) {
  return llvm::none_of(chain, [&](Operation *op) { return isTableFunction(op, device); });
}

SmallVector<Operation *> simdChain(Operation *op, const arch::DeviceModel *device) {
  SmallVector<Operation *> chain = drainChain(op, device);
  return chain.empty() ? functionChain(op, *device) : chain;
}

} // namespace charonia::tile

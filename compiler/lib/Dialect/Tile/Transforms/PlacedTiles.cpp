// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PlacedTiles.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace charonia::tile {

int64_t slotBytes(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile || !tile.hasStaticShape() || !tile.getElementType().isIntOrFloat()) {
    return 0;
  }
  return tile.getNumElements() * std::max<int64_t>(1, tile.getElementTypeBitWidth() / 8);
}

static bool isLoad(Operation *op) { return isa_and_present<LoadOp, LoadRowsOp>(op); }

bool isPlaced(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    return isa<scf::ForOp, scf::WhileOp>(argument.getOwner()->getParentOp());
  }
  Operation *op = value.getDefiningOp();
  auto dot = dyn_cast<DotOp>(op);
  bool summed = dot && llvm::all_of(value.getUsers(), [](Operation *user) {
                  return isa<DotOp>(user) || user->hasTrait<OpTrait::IsTerminator>();
                });
  bool made = isLoad(op) || (dot && !summed) || isa<PermuteOp, mtia::ReReduceOp, scf::IfOp>(op);
  return made || llvm::any_of(value.getUses(), [](OpOperand &use) {
           Operation *user = use.getOwner();
           return (isa<DotOp>(user) && use.getOperandNumber() < 2) ||
                  isa<StoreOp, StoreRowsOp, LoadRowsOp, mtia::ReReduceOp>(user);
         });
}

int64_t placedBytes(KernelOp kernel) {
  int64_t bytes = 0;
  auto count = [&](Value value) {
    if (isPlaced(value)) {
      bytes += slotBytes(value.getType()) * (isLoad(value.getDefiningOp()) ? 2 : 1);
    }
  };
  kernel->walk([&](Operation *op) {
    if (isa<ReduceOp, ScanOp>(op->getParentOp())) {
      return;
    }
    llvm::for_each(op->getResults(), count);
    if (isa<scf::ForOp, scf::WhileOp>(op)) {
      for (Region &region : op->getRegions()) {
        llvm::for_each(region.getArguments(), count);
      }
    }
  });
  return bytes;
}

} // namespace charonia::tile

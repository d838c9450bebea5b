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

/// Calls `see` for every tile of the kernel that is placed.
static void forPlaced(KernelOp kernel, llvm::function_ref<void(Value)> see) {
  auto look = [&](Value value) {
    if (slotBytes(value.getType()) > 0 && isPlaced(value)) {
      see(value);
    }
  };
  kernel->walk([&](Operation *op) {
    if (isa_and_present<ReduceOp, ScanOp>(op->getParentOp())) {
      return;
    }
    llvm::for_each(op->getResults(), look);
    if (isa<scf::ForOp, scf::WhileOp>(op)) {
      for (Region &region : op->getRegions()) {
        llvm::for_each(region.getArguments(), look);
      }
    }
  });
}

int64_t placedBytes(KernelOp kernel) {
  int64_t bytes = 0;
  forPlaced(kernel, [&](Value value) {
    bytes += slotBytes(value.getType()) * (isLoad(value.getDefiningOp()) ? 2 : 1);
  });
  return bytes;
}

int64_t placedTiles(KernelOp kernel) {
  int64_t count = 0;
  forPlaced(kernel, [&](Value value) {
    count += value.getDefiningOp<DotOp>() ? 2 : 1; // the accumulator as well
  });
  return count;
}

} // namespace charonia::tile

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which operations are vector work, and which of it is cheap enough to repeat.
#pragma once

#include "charonia/Dialect/PE/PE.h"
#include "charonia/arch/DeviceModel.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace charonia::pe {

/// True for operations that only show a tile in another shape.
bool isView(mlir::Operation *op);

/// Decides where the operations of one kernel run. The matrix engine takes a dot if types and
/// accumulators fit; a permutation goes to the layout unit if tile-map-units says so or if it only
/// feeds dots (then it mostly disappears into the dot's transposition); everything else on tensors
/// is vector work.
class VectorWork {
public:
  VectorWork(mlir::Operation *kernel, const arch::DeviceModel &device);

  /// True if `op` works on tensors on the vector core.
  bool isVector(mlir::Operation *op) const;
  /// True if `op` is made of scalars and constants by little integer arithmetic, is a part of a
  /// loaded tile, or shows a tile in another shape, so that repeating it is cheaper than keeping it
  /// in memory.
  bool isCheap(mlir::Operation *op);
  /// Must be told before an operation is erased.
  void forget(mlir::Operation *op) { m_cheap.erase(op); }

private:
  void chooseDots(mlir::Operation *kernel, const arch::DeviceModel &device);
  /// Size of the tree below a cheap value, or more than the limit.
  unsigned cheapSize(mlir::Operation *op);

  llvm::DenseSet<mlir::Operation *> m_engine; ///< dots and permutations for DPE and MLU
  llvm::DenseMap<mlir::Operation *, unsigned> m_cheap;
};

/// The dot whose sum only `dot` goes on with, in the same block, so that one accumulator serves
/// both; null if there is none.
tile::DotOp continuedBy(tile::DotOp dot);

/// Banks of the RE that an accumulator of this type takes; 0 if it cannot be one.
int64_t accumulatorBanks(mlir::RankedTensorType type, const arch::DeviceModel &device);

} // namespace charonia::pe

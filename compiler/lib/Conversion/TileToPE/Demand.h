// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How much of a tile is used, as boxes from the origin.
#pragma once

#include "charonia/Dialect/PE/PE.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace charonia::pe {

/// Elements [0, bound) along one dimension; null: all of them.
using Bound = mlir::OpFoldResult;

/// A bound for each dimension; nothing at all if `unused`.
struct Box {
  bool unused = true;
  llvm::SmallVector<Bound> bounds;

  static Box whole(int64_t rank) { return {false, llvm::SmallVector<Bound>(rank)}; }
  bool isWhole() const {
    return !unused && llvm::all_of(bounds, [](Bound bound) { return !bound; });
  }
};

/// True if both are the same number whenever both are computed: one value, or the same pure
/// operations on the same values.
bool sameBound(Bound a, Bound b);

/// A bound, or null if it says no more than the tile's extent.
Bound boundOf(mlir::OpFoldResult upper, int64_t extent);

/// Backward analysis over the commands of a program.
class Demand {
public:
  /// What the readers of the buffer `cb` use of its tile.
  Box of(mlir::Value cb);
  /// What is used of `value`, a tile inside a group.
  Box inside(mlir::Operation *group, mlir::Value value);

private:
  Box ofReader(mlir::Operation *reader, mlir::Value cb);
  Box ofProduct(DpeMmaOp mma, unsigned operand);
  Box throughUse(mlir::Operation *group, mlir::OpOperand &use);

  llvm::DenseMap<mlir::Value, Box> m_boxes;
  llvm::DenseSet<mlir::Value> m_open;
};

} // namespace charonia::pe

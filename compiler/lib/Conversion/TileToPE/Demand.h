// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How much of each tile is used.
#pragma once

#include "Padding.h"

#include "llvm/ADT/MapVector.h"

namespace charonia::pe {

/// Backward analysis over the commands of a program: from what stores write and from where sums may
/// stop to what every command has to make.
class Demand {
public:
  Demand(ProgramOp program, const Places &places, Padding &padding);

  /// What the readers of the buffer `cb` use of its tile.
  Box of(mlir::Value cb) const { return m_boxes.lookup(cb); }
  /// How far the tiles of the highest rank in `group` are worked on, as far as that can be computed
  /// there; unused if that says nothing.
  Box ofGroup(mlir::Operation *group);
  /// How far `mma` sums up.
  Bound innerOf(DpeMmaOp mma);
  /// The shape that the extents of `group` are about: that of its tiles of the highest rank.
  static llvm::SmallVector<int64_t> shapeOf(mlir::Operation *group);

private:
  Box join(mlir::Value cb);
  Box ofReader(mlir::Operation *reader, mlir::Value cb);
  Box ofProduct(DpeMmaOp mma, unsigned operand);
  Box ofInputs(mlir::Operation *group, mlir::Value cb);
  /// What is used of `value`, a tile inside a group.
  Box inside(mlir::Operation *group, mlir::Value value);
  Box throughUse(mlir::Operation *group, mlir::OpOperand &use);
  Box throughReduction(mlir::Operation *group, tile::ReduceOp reduce, mlir::OpOperand &use);
  Box groupBox(mlir::Operation *group);

  const Places &m_places;
  Padding &m_padding;
  llvm::MapVector<mlir::Value, Box> m_boxes;       ///< of buffers
  llvm::DenseMap<mlir::Value, Box> m_inside;       ///< of values in groups, in this round
  llvm::DenseMap<mlir::Operation *, Box> m_groups; ///< what groups work on, in this round
};

/// True if the tile is only used in parts, which are read from where they lie.
bool isReadInParts(mlir::Value tile);

} // namespace charonia::pe

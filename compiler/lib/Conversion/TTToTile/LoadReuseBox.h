// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A box of memory while loads are joined.
#pragma once

#include "LoadReuse.h"

namespace charonia::tile {

/// Loads that are one box so far.
struct LoadReuse::Box {
  llvm::SmallVector<SharedLoad::Part> parts; ///< in the order of the program
  llvm::SmallVector<int64_t> shape;          ///< of the box
  llvm::SmallVector<int64_t> tile;           ///< of each part, repeats included
  PlanPiece piece;                           ///< its bounds count
  std::vector<RangeCheck> checks;
  int arg = -1;
  mlir::Type element;
  mlir::TypedAttr pad;
  int64_t elementBytes = 0;
  int64_t partBytes = 0;  ///< of each part's tile
  int64_t bytesApart = 0; ///< of all parts' tiles

  int64_t bytes() const { return mlir::ShapedType::getNumElements(shape) * elementBytes; }
};

} // namespace charonia::tile

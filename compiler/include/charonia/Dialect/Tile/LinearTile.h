// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer tiles that are sums of scalars and of their indices: what masks compare.
#pragma once

#include "charonia/Dialect/Tile/Tile.h"

#include <optional>

namespace charonia::tile {

/// On an `arith.ori` of a mask with a number of all lanes that is only true if the mask is true
/// everywhere: the mask is not changed by it.
inline constexpr llvm::StringLiteral kAllTrueAttr = "tile.all_true";

/// An integer tile as a sum: scalars, a constant, and the index along each dimension times a
/// factor.
struct LinearTile {
  llvm::SmallVector<std::pair<mlir::Value, int64_t>> scalars;
  int64_t constant = 0;
  llvm::SmallVector<int64_t> factors; ///< by dimension
};

/// `value` as such a sum; none if it is something else. Sums are taken not to wrap around. Scalars
/// are values outside of tiles: for a tile inside a group, arguments of its body among them.
std::optional<LinearTile> linearOf(mlir::Value value, unsigned depth = 0);

} // namespace charonia::tile

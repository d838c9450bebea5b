// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What commands leave out of their tiles (SimOptions::poison).
#pragma once

#include "CopyNd.h"

#include "charonia/numerics/Numerics.h"

namespace charonia::sim {

/// How far a tile of `shape` is worked on by a command with `extents`: all of it if those are of
/// another rank; a dimension of one element is always there.
Dims workedExtents(std::span<const int64_t> shape, std::span<const int64_t> extents);

/// Fills what lies outside of `extents` in a dense tile: NaN, or a conspicuous integer.
void poisonOutside(std::byte *tile, std::span<const int64_t> shape,
                   std::span<const int64_t> extents, numerics::ElementType type);

} // namespace charonia::sim

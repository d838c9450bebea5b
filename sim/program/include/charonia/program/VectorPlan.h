// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the vector core does a group: passes over its tiles, what each of them loads, stores and
// holds in registers, and how long that takes. The compiler plans with it and the simulator charges
// it.
#pragma once

#include "charonia/program/Program.h"

#include <span>

namespace charonia::program {

/// A tile read and a tile written of a group that lie in one slot (indices of its reads and
/// writes): the tile cannot be read again once the new one is stored.
struct SharedSlot {
  uint32_t read = 0, write = 0;
};

/// What a plan comes to, beside its passes.
struct VectorPlan {
  std::vector<VectorPass> passes;
  /// By pass: the instruction of an earlier pass that it must wait for (a reduction, if there is
  /// one); kNone if there is none.
  std::vector<uint32_t> waitsFor;
  int32_t live = 0;         ///< most vectors alive at once, over the passes
  int32_t lmul = 1;         ///< least of the passes
  int64_t rereadBytes = 0;  ///< loaded from buffers once more, by passes after the first that did
  int64_t spilledBytes = 0; ///< stored to scratch
  int64_t scratchBytes = 0; ///< of local memory for that, at once
};

/// Registers that hold the vectors of a group: all but the one for masks and one that stays free.
int32_t vectorBound(const arch::VectorCore &vector);

/// Plans a group. `programs` holds the bodies that the tile program's reductions name. The tile
/// program must be valid.
VectorPlan planVector(const arch::DeviceModel &device, std::span<const TileProgram> programs,
                      const TileProgram &tile, std::span<const SharedSlot> shared = {});

/// Number of elements of a tile of `shape` if the command's effective extents are `extents`
/// (empty: the whole tile). Only tiles of the same rank shrink.
int64_t effectiveElements(std::span<const int64_t> shape, std::span<const int64_t> extents);

/// What a port of local memory gets of its width: all of it, unless the memory's bandwidth is set
/// below the sum of its ports; then every port gets its share.
double portShare(const arch::DeviceModel &device);

/// Cycles of a group with the passes `passes`: pass by pass the longest of its arithmetic, its
/// loads and stores, and its instructions. Uncached accesses excluded.
uint64_t vectorCycles(const arch::DeviceModel &device, std::span<const TileProgram> programs,
                      const TileProgram &tile, std::span<const VectorPass> passes,
                      std::span<const int64_t> extents = {});

} // namespace charonia::program

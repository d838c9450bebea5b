// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Closed forms for how long a command occupies its unit. See sim/docs/Timing.md.
#pragma once

#include "charonia/arch/DeviceModel.h"
#include "charonia/program/Program.h"
#include "charonia/program/VectorPlan.h"

#include <span>

namespace charonia::sim {

/// The unit takes its next command after `occupancy` cycles; this one completes `latency` later.
struct UnitCost {
  uint64_t occupancy = 0, latency = 0;
};

/// Shape of a matrix product for the matrix engine.
struct MmaShape {
  int64_t batch = 1, m = 0, n = 0, k = 0;
  int64_t elementBytes = 2;
  int64_t initBytes = 0; ///< accumulator preloaded through an SE read port
  int64_t reorderBytes =
      0; ///< operands whose K is not innermost: they come through the layout unit
};
UnitCost mmaCost(const arch::DeviceModel &device, const MmaShape &shape);
UnitCost drainCost(const arch::DeviceModel &device, int64_t bytes);
UnitCost layoutCost(const arch::DeviceModel &device, int64_t bytes);

using program::effectiveElements;
using program::portShare;

/// SE: a tile program's inputs and outputs against the ports, its functions against the lanes.
UnitCost simdCost(const arch::DeviceModel &device, const program::Program &program,
                  const program::Command &command, std::span<const int64_t> extents);

/// Vector core: the passes that the program's plan says, or those that `planVector` makes of it.
UnitCost vectorCost(const arch::DeviceModel &device, const program::Program &program,
                    const program::TileProgram &tile, std::span<const int64_t> extents);

} // namespace charonia::sim

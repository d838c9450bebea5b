// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A Program made ready for a device: checked, tile programs planned, what is constant in a
// command's timing worked out. Made once a run.
#pragma once

#include "CopyNd.h"
#include "TilePlan.h"
#include "UnitTiming.h"

#include "charonia/sim/Simulator.h"

namespace charonia::sim {

/// Index of a unit in per-unit arrays.
constexpr size_t unitIndex(arch::Unit unit) { return static_cast<size_t>(unit); }

/// Elements of the tile in a slot.
inline int64_t elementsOf(const program::CircularBuffer &cb) {
  int64_t n = 1;
  for (int64_t d : cb.shape) {
    n *= d;
  }
  return n;
}

struct CommandPlan {
  const program::Command *command = nullptr;
  bool onCore = false;  ///< runs on the issuing core (vector group)
  int tile = -1;        ///< index into Plan::tiles
  size_t dmaValues = 0; ///< base, strides, lower, upper
  size_t values = 0;    ///< and the extents; scalar inputs follow
  int32_t rowDim = -1;  ///< of an indexed descriptor
  int rowList = -1;     ///< index of the read that holds its offsets; the mask, if any, follows
  int64_t rowCount = 0; ///< extent along rowDim
  uint64_t lsBytes = 0; ///< bytes of the tiles it touches
  UnitCost cost;        ///< for the whole tile (not for DMA)
  MmaShape mma;
  bool gated = false; ///< touches a buffer with counters
  /// A vector group's cost for the extents it had last: they seldom change.
  mutable std::vector<int64_t> lastExtents;
  mutable UnitCost lastCost;
};

struct Plan {
  const program::Program *program = nullptr;
  const arch::DeviceModel *device = nullptr;
  std::vector<CommandPlan> commands;
  std::vector<TilePlan> tiles;
  int64_t bankBytes = 0;               ///< of a bank of the reduction engine
  int64_t lsUsed = 0, banksUsed = 0;   ///< bytes up to the end of the last buffer there
  std::vector<uint64_t> scalarCost[2]; ///< cycles of each instruction of a core's code

  /// Cost of `command` for effective extents.
  UnitCost costOf(const CommandPlan &command, std::span<const int64_t> extents) const;
};

/// Checks everything that the machine relies on.
tl::expected<Plan, SimError> makePlan(const SimInput &input);

/// "file.py:12" of a frame, or an empty text.
std::string placeOf(const program::Program &program, program::FrameId frame);
/// "fi.read load of a (matmul.py:12)".
std::string describe(const program::Program &program, uint32_t command);

} // namespace charonia::sim

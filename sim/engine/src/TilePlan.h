// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile program made ready to run: operands checked, values given places in an arena by liveness.
// Made once a run; running one allocates nothing in the steady state.
#pragma once

#include "charonia/program/Program.h"

#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace charonia::sim {

struct TilePlan {
  struct Value {
    numerics::ElementType type = numerics::ElementType::F32;
    int64_t elements = 1;
    bool uniform = false; ///< every element equal: one element is stored
    uint32_t root = 0;    ///< value whose place this one shares (an alias), itself if its own
    size_t offset = 0;    ///< place in the arena
  };
  const program::TileProgram *program = nullptr;
  std::vector<Value> values;
  size_t arenaBytes = 0;
  bool touchesGlobal = false; ///< uncached accesses or atomics
  bool copiesLoads = false;   ///< a tile is loaded from a buffer that the program also stores to
  int64_t denseElements = 0;  ///< largest value
};

/// A combining body (Reduce, Scan): elementwise code over lanes.
struct BodyPlan {
  const program::TileProgram *program = nullptr;
  std::vector<uint8_t> bytes; ///< of an element of each value
};

/// Checks and prepares tile program `index`. Command-independent: indices into reads, writes and
/// scalar inputs are checked against the command by checkUse().
tl::expected<TilePlan, std::string> planTile(const program::Program &program, uint32_t index);
tl::expected<BodyPlan, std::string> planBody(const program::Program &program, uint32_t index);

/// Checks that `plan` fits `command` (slots large enough, indices in range) and sets copiesLoads.
tl::expected<void, std::string> checkUse(TilePlan &plan, const program::Program &program,
                                         const program::Command &command);

} // namespace charonia::sim

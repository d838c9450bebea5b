// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Depths of circular buffers: the smallest that are live, then greedily deeper where the token
// machine says that room is what it waits for, within the local memory's budget.
#pragma once

#include "charonia/Scheduling/Evaluator.h"

namespace charonia::scheduling {

/// One step of the sizing, for remarks.
struct SizingStep {
  uint32_t buffer = 0;
  int32_t depth = 1;    ///< the new depth
  int64_t makespan = 0; ///< with it
  int64_t bytes = 0;    ///< of all slots with it
  enum class Why : uint8_t { Floor, Critical, Pair, Trim } why = Why::Critical;
};

struct SizingResult {
  bool live = false; ///< false: no depth up to maxDepth makes it live
  bool fits = false; ///< false: the floor alone is beyond the budget
  int64_t bytes = 0, floorMakespan = 0, makespan = 0;
  std::vector<int32_t> depths;
  std::vector<SizingStep> log;
  std::vector<Blocked> blocked; ///< of the last deadlock when not live
};

/// Sizes the buffers of `program`. `budgetBytes` bounds the sum of depth x slotBytes; a step must
/// gain at least `minimumGain` (a fraction of the makespan).
SizingResult sizeBuffers(TokenProgram program, int64_t budgetBytes, double minimumGain = 0.005);

} // namespace charonia::scheduling

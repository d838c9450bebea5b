// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The token machine: one PE's command queues as a max-plus system with circular-buffer capacities.
// It answers whether a command order is live, how long it takes and which buffer holds it up, for
// given durations. No MLIR, no data: only commands, buffers and counters (CB rules 1 to 5).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace charonia::scheduling {

/// A circular buffer as the token machine sees it. A resident buffer has no counters.
struct BufferModel {
  std::string name;
  int32_t depth = 1;
  uint32_t readers = 1;
  bool resident = false;
  int64_t slotBytes = 0; ///< 0: not in local memory
  int32_t maxDepth = 8;  ///< sizing never goes beyond
};

/// Slots that a command reads; see program::CbRead.
struct TokenRead {
  uint32_t buffer = 0, reader = 0;
  int32_t offset = 0, pop = 0;
};

/// Slots that a command writes; see program::CbWrite.
struct TokenWrite {
  uint32_t buffer = 0;
  int32_t reserve = 0, offset = 0, push = 0;
};

/// One step of a core: a command for a unit's queue, work of the core itself, or a wait for a unit.
struct Step {
  enum class Kind : uint8_t { Issue, Run, WaitUnit };
  Kind kind = Kind::Issue;
  uint32_t unit = 0;   ///< Issue, WaitUnit
  int64_t scalar = 0;  ///< cycles of the core before the step
  int64_t busy = 0;    ///< cycles that the unit (or the core) is taken
  int64_t latency = 0; ///< cycles from the end of `busy` to completion
  uint32_t source = 0; ///< the caller's number of the command, for messages
  std::vector<TokenRead> reads;
  std::vector<TokenWrite> writes;
};

/// What to evaluate: the steps of each core in its order.
struct TokenProgram {
  std::vector<BufferModel> buffers;
  std::vector<std::vector<Step>> cores;
  uint32_t units = 8;
  int32_t queueDepth = 8;
};

/// A command or core that can never go on, and why.
struct Blocked {
  bool onCore = false;
  uint32_t unitOrCore = 0, source = 0;
  uint32_t buffer = ~0u; ///< the buffer waited for; ~0u: a queue or a unit
  bool forSpace = false; ///< waits for room (true) or for data (false)
};

/// The outcome of evaluate().
struct Evaluation {
  bool live = false;
  int64_t makespan = 0;          ///< completion of the last command; 0 if not live
  std::vector<int64_t> unitBusy; ///< busy cycles per unit, then per core
  std::vector<uint32_t>
      criticalBuffers; ///< buffers whose space edge lies on the critical path, most often first
  std::vector<Blocked> blocked; ///< of a deadlock
};

/// Runs `program` with the depths in its buffers. Exact for fixed durations; deterministic.
Evaluation evaluate(const TokenProgram &program);

} // namespace charonia::scheduling

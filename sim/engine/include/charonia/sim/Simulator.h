// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The simulator: runs a Program on a DeviceModel over a MemoryImage. Functional and timed at once
// (data moves at completion events, in time order), or timing only from a CommandStream.
// Deterministic: same input, same bytes out. Single-threaded; call from any thread.
#pragma once

#include "charonia/launch/Memory.h"
#include "charonia/program/CommandStream.h"
#include "charonia/simdata/Trace.h"

#include <set>
#include <stop_token>

namespace charonia::sim {

struct SimOptions {
  bool recordTrace = true; ///< interval and CB rows; totals are always kept
  bool recordStream = false;
  uint64_t maxTraceRows = 50'000'000;
  uint64_t maxCycles = uint64_t{1} << 40;
  uint64_t maxSteps = 2'000'000'000; ///< scalar instructions and events
  double maxSeconds = 60;
  bool replaceJob = false; ///< later launch of a sequence: the replace cost
  /// What commands leave out of their tiles (Command::extents) is filled with NaN or conspicuous
  /// integers and enters no sum: shows a command that leaves out too much.
  bool poison = false;
  bool warm = false;       ///< every dram argument is LLC-resident at cycle 0
  /// Addresses of further buffers that the LLC holds at cycle 0: what earlier launches of a sequence
  /// left there.
  std::set<uint64_t> cachedBuffers;
};

/// One launch to simulate.
struct SimInput {
  const program::Program *program = nullptr;
  const arch::DeviceModel *device = nullptr;
  std::array<int64_t, 3> grid{1, 1, 1};
  /// Raw bits of each Program::parameters entry: a buffer's address or a scalar.
  std::vector<uint64_t> arguments;
};

/// Why a run failed. `code` is stable: "deadlock", "limit", "out-of-bounds", "assert", "cancelled",
/// "bad-program".
struct SimError {
  std::string code, message;
  int pe = -1;
  uint64_t cycle = 0;
  program::FrameId frame = program::kNone;
  std::vector<std::string>
      notes; ///< for a deadlock: each blocked unit, its CBs, fill and pointers, source lines
};

/// Bytes of global memory that a run moved on all PEs together, by what moved them.
struct MovedBytes {
  /// By command: whole granules by DMA; loads and stores of single elements by vector groups.
  std::vector<uint64_t> byCommand;
  uint64_t core = 0;   ///< by loads and stores of the cores' programs
  uint64_t atomic = 0; ///< by atomics, of groups and of programs
};

struct SimResult {
  simdata::TraceRef trace;
  std::shared_ptr<const program::CommandStream> stream; ///< if recorded
  std::vector<std::string> printed;                     ///< output of Print
  MovedBytes moved;
};

tl::expected<SimResult, SimError> simulate(const SimInput &input, launch::MemoryImage &memory,
                                           const SimOptions &options, std::stop_token stop = {});

/// Timing only: replays `stream`.
tl::expected<SimResult, SimError> replay(const SimInput &input,
                                         const program::CommandStream &stream,
                                         const SimOptions &options, std::stop_token stop = {});

} // namespace charonia::sim

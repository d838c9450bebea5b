// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a simulated run leaves behind: a columnar store that the panels, the exporters and the run
// report read. Immutable once published (share it as std::shared_ptr<const Trace>). Cycles count
// from the launch.
#pragma once

#include "charonia/arch/DeviceModel.h"
#include "charonia/program/Program.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace charonia::simdata {

using arch::Unit;

/// Why a unit did not work in a cycle. For every unit the classes, Busy included, sum to the
/// makespan.
enum class StallClass : uint8_t {
  Busy,    ///< executing a command (or, for a core, instructions)
  Element, ///< head waits for a source CB: the producer is late
  Space,   ///< head waits for room in a destination CB: the reader is late
  Port,    ///< memory path: links, SRAM slices, DRAM channels, LS ports
  Issue,   ///< queue empty, the issuing core has more to come
  Blocked, ///< a core: waits for a full queue, a unit, a CB or memory
  Peer,    ///< waits for other PEs (barrier, broadcast, reduction network)
  Drained, ///< this PE has finished
  Launch,  ///< before the PE's first instruction
};
inline constexpr unsigned kNumStallClasses = 9;
const char *name(StallClass stallClass); ///< "busy", "element" ...
bool findStallClass(std::string_view spelling, StallClass &stallClass);

/// Commands that ran, one row each, in order of start within (pe, unit).
struct CommandColumns {
  std::vector<uint16_t> pe;
  std::vector<uint8_t> unit;                    ///< arch::Unit
  std::vector<uint32_t> command;                ///< index into Program::commands
  std::vector<uint64_t> issued, started, ended; ///< cycles; the unit is busy in [started, ended)
  std::vector<uint32_t> bytes;                  ///< global bytes moved (DMA), else LS bytes touched
  std::vector<uint8_t> waitClass;               ///< StallClass of the wait right before `started`
  std::vector<uint32_t> waitCb;                 ///< CB that the wait was for, kNone if none
  size_t size() const { return pe.size(); }
  bool operator==(const CommandColumns &) const = default;
};

/// Fill of the CBs over time: a row whenever P - min O or R - min O of a CB changes.
struct CbColumns {
  std::vector<uint16_t> pe;
  std::vector<uint16_t> cb;
  std::vector<uint64_t> cycle;
  std::vector<uint16_t> filled;   ///< pushed and not yet popped by the slowest reader
  std::vector<uint16_t> reserved; ///< reserved or filled
  size_t size() const { return pe.size(); }
  bool operator==(const CbColumns &) const = default;
};

/// Per PE and unit: cycles by stall class.
struct UnitTotals {
  std::array<uint64_t, kNumStallClasses> cycles{};
  uint64_t commands = 0;
  bool operator==(const UnitTotals &) const = default;
};

struct PeTotals {
  std::array<UnitTotals, arch::kNumUnits> units;
  uint64_t finished = 0; ///< cycle of this PE's last completion
  uint64_t pids = 0;     ///< program instances it ran
  uint64_t dmaReadBytes = 0, dmaWriteBytes = 0, scalarBytes = 0;
  uint64_t dmaRequests = 0; ///< packets that its DMA commands were sent as
  /// Bytes of the boxes that its DMA commands asked for, without the rest of the granules.
  uint64_t dmaRequested = 0;
  bool operator==(const PeTotals &) const = default;
};

/// Bytes that crossed a shared resource, with its busy cycles.
struct ResourceTotals {
  std::string name; ///< "sram.slice.3", "dram.channel.0", "link.row.5.east"
  uint64_t bytes = 0;
  double busyCycles = 0;
  bool operator==(const ResourceTotals &) const = default;
};

struct Trace {
  uint64_t makespan = 0; ///< cycles from launch to the last PE's end, launch cost included
  uint64_t launchCycles = 0;
  int rows = 0, columns = 0;
  CommandColumns commands;
  CbColumns cbs;
  std::vector<PeTotals> pes; ///< index = PE id, row-major
  std::vector<ResourceTotals> resources;
  /// How often each command of the program ran on all PEs together, also where rows are not kept or
  /// only some; empty in traces from elsewhere that do not count.
  std::vector<uint64_t> commandRuns;
  bool truncated = false; ///< the event limit was reached; totals are complete all the same
  uint64_t events = 0;    ///< simulator events processed
  std::string kernel, hardware;
  // Names for readers that have no Program: as in the Program that ran.
  std::vector<program::CircularBuffer> cbTable;
  std::vector<std::string> commandNames; ///< display name of each command
  std::vector<uint32_t> commandOps;      ///< OpId of each command
  std::vector<program::SourceFrame> frames;
  std::vector<program::FrameId> opFrames;
  bool operator==(const Trace &) const = default;
};
using TraceRef = std::shared_ptr<const Trace>;

/// All of it as text, rows sorted by time, for tests that compare small runs.
std::string toText(const Trace &trace);

} // namespace charonia::simdata

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine: PEs with two cores, unit queues and circular buffers, over the shared memory system,
// driven by one event queue. Timing never looks at tile data; data moves when commands complete.
//
// A core runs ahead on its own clock to its next action and waits for its turn in the event queue.
// A command goes: enqueued by a core, started when it heads its queue, its unit is free and its
// buffers permit (rules 1-5 of the hardware model), retired when it is complete and the others may
// see it.
#pragma once

#include "Cores.h"
#include "DmaBox.h"
#include "EventQueue.h"
#include "MemorySystem.h"
#include "Plan.h"
#include "Recorder.h"
#include "TileExecutor.h"

#include <chrono>
#include <map>
#include <stop_token>

namespace charonia::sim {

class Machine {
public:
  /// `memory` is null for a run without data.
  Machine(const Plan &plan, const SimInput &input, const SimOptions &options, std::stop_token stop,
          launch::MemoryImage *memory);

  /// Runs to the end with steps from `source`.
  tl::expected<SimResult, SimError> run(StepSource &source);

  GlobalAccess &globalAccess() { return m_global; }
  /// DRAM ranges that the cache holds at the start.
  void makeResident(std::vector<program::MemoryRange> ranges);
  uint64_t &steps() { return m_steps; }
  std::vector<std::string> &printed() { return m_printed; }
  /// True, with the error set, if a limit is reached or a stop was asked for.
  bool interrupted();

private:
  static constexpr uint64_t kLookEvery = 4096; ///< steps between looks at clock and stop token

  bool timeToLook() {
    if (m_steps < m_nextLook) {
      return false;
    }
    m_nextLook = m_steps + kLookEvery;
    return true;
  }

  static constexpr uint64_t kNever = ~uint64_t{0};
  static constexpr size_t kMaxReaders = 8;

  /// A command that waits in a queue or is under way.
  struct Entry {
    uint32_t command = 0, row = Recorder::kNoRow;
    uint64_t issued = 0, started = 0, ended = 0;
    size_t streamed = 0;            ///< place in its core's recorded steps
    uint64_t memoryCycles = 0;      ///< of a vector group: waiting for uncached accesses
    std::vector<int64_t> values;    ///< resolved operands, then scalar inputs or rows
    std::vector<std::byte *> slots; ///< reads, then writes
  };

  /// Commands of one unit: [head, next) are under way, [next, tail) wait. Entries are used again.
  struct Queue {
    std::vector<Entry> ring = std::vector<Entry>(8);
    uint64_t head = 0, next = 0, tail = 0;
    Entry &at(uint64_t i) { return ring[i & (ring.size() - 1)]; }
    Entry &push();
  };

  struct UnitState {
    Queue queue;
    uint64_t freeAt = 0, lastEnd = 0;
    bool startPending = false, gateClosed = false;
    StallClass waiting = StallClass::Issue;
    uint32_t waitCb = program::kNone;
    int8_t issuer = -1;       ///< core whose commands it takes
    bool coreBlocked = false; ///< that core waits for room in the queue
  };

  enum class CoreMode : uint8_t { Ready, QueueFull, Gate, Working, Memory, Unit, Barrier, Halted };
  struct CoreState {
    CoreMode mode = CoreMode::Ready;
    bool scheduled = false;
    uint64_t time = 0, haltedAt = 0, pids = 0;
    uint64_t spinsAt = kNever; ///< memory version with which it goes round in a loop of accesses
    Step step;
    std::vector<int64_t> values;
    std::vector<uint64_t> stores; ///< completion of posted stores, in order
    std::vector<program::StreamEntry> recorded;
  };

  struct CbState {
    uint64_t reserved = 0, pushed = 0;
    std::array<uint64_t, kMaxReaders> popped{}, issuePopped{};
    uint8_t waiters = 0; ///< units whose head waits for it
    std::byte *base = nullptr;
  };

  struct Pe {
    std::array<UnitState, arch::kNumUnits> units;
    std::array<CoreState, 2> cores;
    std::vector<CbState> cbs;
    std::vector<std::byte> ls, banks;
    uint64_t issueFree = 0; ///< of the command processor
  };

  /// Broadcast reads that are being gathered.
  struct Group {
    uint32_t command = 0;
    bool row = false;
    int line = 0, expected = 0;
    uint32_t round = 0; ///< counts groups served from this place
    std::vector<int64_t> values;
    std::vector<uint32_t> members;
  };

  /// A row or column whose PEs come to a reduction over the network.
  struct NetworkLine {
    std::vector<uint32_t> members; ///< PEs that wait, in the order in which they came
  };

  // Machine.cpp
  void setUp();
  void handle(const Event &event);
  tl::expected<SimResult, SimError> finish();
  void closeAccounts();
  bool fail(SimError error);
  bool failAt(size_t pe, const program::Command *command, const char *code, std::string message);
  std::optional<SimError> deadlock();
  bool nobodyEndsSpin(uint32_t core) const;
  SimError endlessSpin();

  // MachineCores.cpp
  void coreEvent(uint32_t core);
  void advance(uint32_t core);
  bool act(uint32_t core);
  bool enqueue(uint32_t core);
  bool startLocal(uint32_t core);
  void finishLocal(uint32_t core);
  bool memoryAction(uint32_t core);
  bool enterBarrier(uint32_t core);
  void checkBarrier(uint32_t which);
  void openBarrier(uint32_t which);
  void scheduleCore(uint32_t core, uint64_t cycle);
  void record(uint32_t core);
  uint64_t uncachedCycles(size_t pe, uint32_t command, const std::vector<AccessRun> &runs);
  void blockCore(uint32_t core, CoreMode mode);

  // MachineUnits.cpp
  void scheduleStart(size_t pe, size_t unit, uint64_t cycle);
  void tryStart(size_t pe, size_t unit);
  bool gate(Pe &pe, const program::Command &command, StallClass &why, uint32_t &cb) const;
  bool takeSlots(size_t pe, Entry &entry);
  void startWork(size_t pe, size_t unit, Entry &entry);
  void startDma(size_t pe, size_t unit, Entry &entry);
  void readRows(size_t pe, size_t unit, Entry &entry);
  /// Calls fn(box) for the box that a command moves, or for those of its rows, until it gives
  /// false.
  template <typename Fn>
  bool forEachBox(const CommandPlan &plan, const std::vector<int64_t> &values, Fn fn);
  void joinGroup(size_t pe, size_t unit, Entry &entry);
  void serve(uint32_t group, uint32_t round);
  void underWay(size_t pe, size_t unit, Entry &entry, uint64_t freeAt, uint64_t end,
                uint64_t ideal);
  // MachineNetwork.cpp
  void joinNetwork(size_t pe, Entry &entry);
  void reduceLine(NetworkLine &line);
  void combineTiles(const program::Command &command, const std::vector<Entry *> &entries);
  struct NetworkNote {
    size_t pe;
    std::string text;
    program::FrameId frame;
  };
  std::vector<NetworkNote> networkNotes();
  Entry &waitingAtNetwork(uint32_t pe);

  void retire(size_t pe, size_t unit);
  void updateCounters(size_t pe, const program::Command &command);
  void wake(size_t pe, CbState &cb);
  void noteFill(size_t pe, uint32_t cb);
  uint64_t slowest(const CbState &state, const program::CircularBuffer &cb) const;

  // DataMover.cpp
  bool moveData(size_t pe, Entry &entry);
  bool moveDma(size_t pe, Entry &entry);
  bool moveBox(size_t pe, Entry &entry, const DmaBox &box);
  std::span<const int64_t> poisonedExtents(const Entry &entry) const;
  void multiply(Entry &entry);
  bool moveLayout(size_t p, Entry &entry);
  bool runTile(size_t pe, Entry &entry, uint64_t *scalarOutputs);

  const Plan &m_plan;
  const program::Program &m_program;
  const arch::DeviceModel &m_device;
  const SimInput &m_input;
  const SimOptions &m_options;
  std::stop_token m_stop;
  launch::MemoryImage *m_image;
  std::chrono::steady_clock::time_point m_deadline;

  EventQueue m_events;
  MemorySystem m_memory;
  GlobalAccess m_global;
  TileExecutor m_executor;
  Recorder m_recorder;
  StepSource *m_source = nullptr;
  std::vector<Pe> m_pes;
  std::vector<Group> m_groups;
  std::vector<uint32_t> m_freeGroups;
  std::vector<uint32_t> m_openGroups;
  std::vector<uint32_t> m_atBarrier[2];
  size_t m_idleCores[2] = {0, 0};      ///< halted without a program id: no barrier waits for them
  uint64_t m_barrierReady[2] = {0, 0}; ///< when the stores before the barrier have arrived
  std::vector<NetworkLine> m_rowLines, m_columnLines;
  std::vector<std::byte> m_networkSum;
  std::vector<uint64_t> m_scalarOutputs;
  std::vector<int64_t> m_rowValues; ///< of the row of an indexed descriptor at hand
  std::vector<std::string> m_printed;
  std::vector<program::MemoryRange> m_resident;
  std::optional<SimError> m_error;
  double m_portShare = 1;
  uint64_t m_now = 0, m_steps = 0, m_nextLook = 0, m_eventCount = 0, m_lastEnd = 0, m_launch = 0;
};

template <typename Fn>
bool Machine::forEachBox(const CommandPlan &plan, const std::vector<int64_t> &values, Fn fn) {
  const program::Command &command = *plan.command;
  bool load = command.kind == program::CommandKind::FiLoad;
  const program::CircularBuffer &cb =
      m_program.cbs[load ? command.writes[0].cb : command.reads[0].cb];
  const int64_t size = numerics::byteSize(cb.type);
  std::span<const int64_t> fixed(values.data(), plan.dmaValues);
  if (plan.rowDim < 0) {
    return fn(makeBox(cb.shape, size, fixed));
  }
  for (size_t i = plan.values; i + 1 < values.size(); i += 2) {
    if (!fn(makeRowBox(cb.shape, size, fixed, plan.rowDim, values[i], values[i + 1],
                       m_rowValues))) {
      return false;
    }
  }
  return true;
}

} // namespace charonia::sim

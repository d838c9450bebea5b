// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit queues: when the head starts, how long it takes, what its end changes. The comments name the
// rules of the hardware model's section on circular buffers.
#include "Machine.h"

#include <cstring>
#include <fmt/format.h>

namespace charonia::sim {

using arch::kNumUnits;
using arch::Unit;
using program::CbRead;
using program::CbWrite;
using program::CircularBuffer;
using program::Command;
using program::CommandKind;
using program::kNone;

void Machine::scheduleStart(size_t pe, size_t unit, uint64_t cycle) {
  UnitState &state = m_pes[pe].units[unit];
  if (!state.startPending) {
    state.startPending = true;
    m_events.push(cycle, EventKind::Start, static_cast<uint32_t>(pe * kNumUnits + unit));
  }
}

/// The O that the producer sees: the slowest reader's. A buffer that nobody reads never fills.
uint64_t Machine::slowest(const CbState &state, const CircularBuffer &cb) const {
  if (cb.readers.empty()) {
    return state.pushed;
  }
  uint64_t least = state.popped[0];
  for (size_t r = 1; r < cb.readers.size(); ++r) {
    least = std::min(least, state.popped[r]);
  }
  return least;
}

/// Rule 3. If it says no, `cb` is the buffer to wait for. Resident buffers have no counters.
bool Machine::gate(Pe &pe, const Command &command, StallClass &why, uint32_t &cb) const {
  for (const CbRead &read : command.reads) {
    if (m_program.cbs[read.cb].resident) {
      continue;
    }
    const CbState &state = pe.cbs[read.cb];
    uint64_t needed = static_cast<uint64_t>(std::max(read.offset + 1, read.pop));
    if (state.pushed - state.issuePopped[read.reader] < needed) {
      why = StallClass::Element;
      cb = read.cb;
      return false;
    }
  }
  for (const CbWrite &write : command.writes) {
    const CircularBuffer &buffer = m_program.cbs[write.cb];
    if (buffer.resident || write.reserve == 0) {
      continue;
    }
    const CbState &state = pe.cbs[write.cb];
    if (state.reserved + static_cast<uint64_t>(write.reserve) >
        slowest(state, buffer) + static_cast<uint64_t>(buffer.depth)) {
      why = StallClass::Space;
      cb = write.cb;
      return false;
    }
  }
  return true;
}

/// Rules 2 and 3 at the start of a command: resolves its slots, reserves, advances the issue-side
/// copies of the pointers it pops.
bool Machine::takeSlots(size_t p, Entry &entry) {
  Pe &pe = m_pes[p];
  const Command &command = *m_plan.commands[entry.command].command;
  entry.slots.clear();
  auto slotAt = [&](uint32_t index, uint64_t counter) {
    const CircularBuffer &cb = m_program.cbs[index];
    uint64_t slot = cb.resident ? 0 : counter % static_cast<uint64_t>(cb.depth);
    return m_image ? pe.cbs[index].base + static_cast<int64_t>(slot) * cb.slotBytes : nullptr;
  };
  for (const CbRead &read : command.reads) {
    CbState &state = pe.cbs[read.cb];
    bool resident = m_program.cbs[read.cb].resident;
    uint64_t counter = resident ? 0 : state.issuePopped[read.reader];
    entry.slots.push_back(slotAt(read.cb, counter + static_cast<uint64_t>(read.offset)));
  }
  for (const CbWrite &write : command.writes) {
    CbState &state = pe.cbs[write.cb];
    const CircularBuffer &cb = m_program.cbs[write.cb];
    int64_t counter = static_cast<int64_t>(state.reserved) + write.offset;
    bool writes = command.kind != CommandKind::CbUpdate;
    if (!cb.resident && writes && counter < static_cast<int64_t>(state.pushed)) {
      return failAt(p, &command, "bad-program",
                    fmt::format("writes slot {} of buffer {}, which is not reserved (pushed {}, "
                                "reserved {})",
                                counter, cb.name, state.pushed, state.reserved));
    }
    entry.slots.push_back(writes || cb.resident ? slotAt(write.cb, static_cast<uint64_t>(counter))
                                                : nullptr);
  }
  for (const CbRead &read : command.reads) {
    if (!m_program.cbs[read.cb].resident) {
      pe.cbs[read.cb].issuePopped[read.reader] += static_cast<uint64_t>(read.pop);
    }
  }
  for (const CbWrite &write : command.writes) {
    if (!m_program.cbs[write.cb].resident && write.reserve > 0) {
      pe.cbs[write.cb].reserved += static_cast<uint64_t>(write.reserve);
      noteFill(p, write.cb);
    }
  }
  return true;
}

void Machine::noteFill(size_t p, uint32_t cb) {
  const CbState &state = m_pes[p].cbs[cb];
  uint64_t least = slowest(state, m_program.cbs[cb]);
  m_recorder.fill(p, cb, m_now, state.pushed - least, state.reserved - least);
}

void Machine::tryStart(size_t p, size_t unit) {
  Pe &pe = m_pes[p];
  UnitState &state = pe.units[unit];
  if (m_error || state.queue.next == state.queue.tail) {
    return;
  }
  if (m_now < state.freeAt) {
    if (state.freeAt != kNever) {
      scheduleStart(p, unit, state.freeAt);
    }
    return;
  }
  Entry &entry = state.queue.at(state.queue.next);
  const CommandPlan &plan = m_plan.commands[entry.command];
  StallClass why = StallClass::Element;
  uint32_t cb = kNone;
  bool wasBusy = m_recorder.accounted(p, unit) >= m_now && state.waitCb == kNone;
  m_recorder.account(p, unit, m_now, state.waiting);
  if (plan.gated && !gate(pe, *plan.command, why, cb)) {
    pe.cbs[cb].waiters |= static_cast<uint8_t>(1u << unit);
    state.gateClosed = true;
    state.waiting = why;
    state.waitCb = cb;
    return;
  }
  state.gateClosed = false;
  if (!takeSlots(p, entry)) {
    return;
  }
  entry.started = m_now;
  ++state.queue.next;
  entry.row = m_recorder.startCommand(p, unit, entry.command, entry.issued, m_now,
                                      static_cast<uint32_t>(plan.lsBytes),
                                      wasBusy ? StallClass::Busy : state.waiting, state.waitCb);
  state.waiting = StallClass::Issue;
  state.waitCb = kNone;
  startWork(p, unit, entry);
  if (state.coreBlocked) { // there is room in the queue again
    state.coreBlocked = false;
    scheduleCore(static_cast<uint32_t>(2 * p) + static_cast<uint32_t>(state.issuer), m_now);
  }
}

void Machine::startWork(size_t p, size_t unit, Entry &entry) {
  const CommandPlan &plan = m_plan.commands[entry.command];
  const Command &command = *plan.command;
  if (command.kind == CommandKind::FiLoad || command.kind == CommandKind::FiStore) {
    if (command.kind == CommandKind::FiLoad &&
        command.dma->broadcast != program::BroadcastGroup::None) {
      joinGroup(p, unit, entry);
    } else {
      startDma(p, unit, entry);
    }
    return;
  }
  if (command.kind == CommandKind::ReNetwork) {
    joinNetwork(p, entry);
    return;
  }
  UnitCost cost;
  if (command.kind != CommandKind::CbUpdate) {
    std::span<const int64_t> extents(entry.values.data() + plan.dmaValues,
                                     plan.values - plan.dmaValues);
    cost = extents.empty() ? plan.cost : m_plan.costOf(plan, extents);
  }
  uint64_t end = m_now + cost.occupancy + cost.latency;
  underWay(p, unit, entry, m_now + cost.occupancy, end, end);
}

/// A command's times are known: books them and plans what follows.
void Machine::underWay(size_t p, size_t unit, Entry &entry, uint64_t freeAt, uint64_t end,
                       uint64_t ideal) {
  UnitState &state = m_pes[p].units[unit];
  end = std::max(end, state.lastEnd); // commands of one unit complete in order
  entry.ended = end;
  state.lastEnd = end;
  state.freeAt = std::max(freeAt, m_now);
  m_lastEnd = std::max(m_lastEnd, end);
  m_recorder.setEnd(entry.row, end);
  // What the command took longer than alone is the memory path's; the rest is work.
  uint64_t delay = end > ideal ? end - ideal : 0;
  uint64_t from = std::max(m_recorder.accounted(p, unit), m_now);
  uint64_t work = end > from + delay ? end - delay : from;
  m_recorder.account(p, unit, work, StallClass::Busy);
  m_recorder.account(p, unit, end, StallClass::Port);
  m_events.push(end + static_cast<uint64_t>(m_device.cp.wakeUp), EventKind::Retire,
                static_cast<uint32_t>(p * kNumUnits + unit));
  if (state.queue.next != state.queue.tail) {
    uint64_t checked = state.queue.at(state.queue.next).issued +
                       static_cast<uint64_t>(m_device.cp.dependencyCheck);
    scheduleStart(p, unit, std::max({m_now, checked, state.freeAt}));
  }
}

namespace {

std::span<const int64_t> tileShape(const program::Program &program, const Command &command) {
  uint32_t cb = command.kind == CommandKind::FiLoad ? command.writes[0].cb : command.reads[0].cb;
  return program.cbs[cb].shape;
}

int64_t tileElementBytes(const program::Program &program, const Command &command) {
  uint32_t cb = command.kind == CommandKind::FiLoad ? command.writes[0].cb : command.reads[0].cb;
  return numerics::byteSize(program.cbs[cb].type);
}

} // namespace

/// Puts the rows that an indexed descriptor touches behind its values, as pairs of row and offset,
/// and into the recorded stream. In a replay they are there.
void Machine::readRows(size_t p, size_t unit, Entry &entry) {
  const CommandPlan &plan = m_plan.commands[entry.command];
  if (!m_image) {
    return;
  }
  entry.values.resize(plan.values);
  const size_t list = static_cast<size_t>(plan.rowList);
  const bool masked = plan.command->reads.size() > list + 1;
  for (int64_t row = 0; row < plan.rowCount; ++row) {
    if (masked && entry.slots[list + 1][row] == std::byte{0}) {
      continue;
    }
    int64_t offset = 0;
    std::memcpy(&offset, entry.slots[list] + row * static_cast<int64_t>(sizeof offset),
                sizeof offset);
    entry.values.push_back(row);
    entry.values.push_back(offset);
  }
  if (m_options.recordStream) {
    CoreState &core = m_pes[p].cores[static_cast<size_t>(m_pes[p].units[unit].issuer)];
    std::vector<int64_t> &values = core.recorded[entry.streamed].values;
    values.insert(values.end(), entry.values.begin() + static_cast<long>(plan.values),
                  entry.values.end());
  }
}

void Machine::startDma(size_t p, size_t unit, Entry &entry) {
  const CommandPlan &plan = m_plan.commands[entry.command];
  const Command &command = *plan.command;
  bool load = command.kind == CommandKind::FiLoad;
  const arch::FabricInterface &fi = m_device.fi;
  uint64_t from = m_now + static_cast<uint64_t>(fi.setup);
  if (plan.rowDim >= 0) {
    from += static_cast<uint64_t>(m_device.ls.unitLatency); // for the first offset
    readRows(p, unit, entry);
  }
  m_memory.begin({static_cast<int>(p), false, false}, load ? Direction::Read : Direction::Write,
                 from);
  double rate = (load ? fi.readBytesPerCycle : fi.writeBytesPerCycle) * m_portShare;
  uint64_t cycles = 0, bytes = 0;
  forEachBox(plan, entry.values, [&](const DmaBox &box) {
    forEachRow(box, [&](uint64_t address, int64_t size) { m_memory.add(address, size); });
    cycles += boxCycles(box, rate);
    bytes += static_cast<uint64_t>(box.elements * box.elementBytes);
    return true;
  });
  if (bytes == 0) {
    m_recorder.setBytes(entry.row, 0);
    underWay(p, unit, entry, from, from, from);
    return;
  }
  TransferTiming timing = m_memory.finish(cycles);
  simdata::PeTotals &totals = m_recorder.trace.pes[p];
  (load ? totals.dmaReadBytes : totals.dmaWriteBytes) += static_cast<uint64_t>(timing.bytes);
  totals.dmaRequests += static_cast<uint64_t>(m_memory.packets());
  totals.dmaRequested += bytes;
  m_recorder.moved.byCommand[entry.command] += static_cast<uint64_t>(timing.bytes);
  m_recorder.setBytes(entry.row, bytes);
  underWay(p, unit, entry, timing.issueEnd, timing.end, timing.ideal);
}

/// A broadcast read waits for the others of its row or column that run the command.
void Machine::joinGroup(size_t p, size_t unit, Entry &entry) {
  const CommandPlan &plan = m_plan.commands[entry.command];
  bool row = plan.command->dma->broadcast == program::BroadcastGroup::Row;
  int columns = m_device.grid.columns;
  int line = row ? static_cast<int>(p) / columns : static_cast<int>(p) % columns;
  m_pes[p].units[unit].freeAt = kNever;
  for (uint32_t index : m_openGroups) {
    Group &group = m_groups[index];
    if (group.command == entry.command && group.row == row && group.line == line &&
        std::equal(group.values.begin(), group.values.end(), entry.values.begin(),
                   entry.values.begin() + static_cast<long>(plan.dmaValues))) {
      group.members.push_back(static_cast<uint32_t>(p));
      if (static_cast<int>(group.members.size()) >= group.expected) {
        m_events.push(m_now, EventKind::Serve, index, group.round);
      }
      return;
    }
  }
  uint32_t index;
  if (m_freeGroups.empty()) {
    index = static_cast<uint32_t>(m_groups.size());
    m_groups.emplace_back();
  } else {
    index = m_freeGroups.back();
    m_freeGroups.pop_back();
  }
  Group &group = m_groups[index];
  group.command = entry.command;
  group.row = row;
  group.line = line;
  group.values.assign(entry.values.begin(),
                      entry.values.begin() + static_cast<long>(plan.dmaValues));
  group.members.assign(1, static_cast<uint32_t>(p));
  group.expected = 0;
  for (int i = 0, n = row ? columns : m_device.grid.rows; i < n; ++i) {
    size_t other = static_cast<size_t>(row ? line * columns + i : i * columns + line);
    const Pe &pe = m_pes[other];
    int issuer = pe.units[unit].issuer;
    bool active = issuer < 0
                      ? pe.cores[0].mode != CoreMode::Halted || pe.cores[1].mode != CoreMode::Halted
                      : pe.cores[static_cast<size_t>(issuer)].mode != CoreMode::Halted ||
                            pe.units[unit].queue.next != pe.units[unit].queue.tail;
    group.expected += other == p || active;
  }
  ++group.round;
  m_openGroups.push_back(index);
  uint64_t window = group.expected <= 1 ? 0 : static_cast<uint64_t>(m_device.noc.broadcastWindow);
  m_events.push(m_now + window, EventKind::Serve, index, group.round);
}

void Machine::serve(uint32_t index, uint32_t round) {
  Group &group = m_groups[index];
  if (round != group.round) {
    return; // the end of a window of which all had asked before
  }
  ++group.round;
  std::erase(m_openGroups, index);
  std::sort(group.members.begin(), group.members.end());
  const Command &command = m_program.commands[group.command];
  DmaBox box =
      makeBox(tileShape(m_program, command), tileElementBytes(m_program, command), group.values);
  const arch::FabricInterface &fi = m_device.fi;
  uint64_t from = m_now + static_cast<uint64_t>(fi.setup);
  TransferTiming timing{from, from, from, 0};
  if (!box.empty) {
    bool shared = group.members.size() > 1;
    m_memory.begin({static_cast<int>(group.members[0]), shared && group.row, shared && !group.row},
                   Direction::Read, from);
    forEachRow(box, [&](uint64_t address, int64_t bytes) { m_memory.add(address, bytes); });
    timing = m_memory.finish(boxCycles(box, fi.readBytesPerCycle * m_portShare));
    if (shared) {
      uint64_t extra = static_cast<uint64_t>(m_device.noc.broadcastLatency) +
                       static_cast<uint64_t>(m_device.noc.broadcastPerPe) * group.members.size();
      timing.end += extra;
      timing.ideal += extra;
    }
  }
  const size_t unit = unitIndex(Unit::FiRead);
  for (uint32_t member : group.members) {
    UnitState &state = m_pes[member].units[unit];
    Entry &entry = state.queue.at(state.queue.next - 1);
    m_recorder.account(member, unit, m_now, StallClass::Peer);
    m_recorder.trace.pes[member].dmaReadBytes += static_cast<uint64_t>(timing.bytes);
    m_recorder.moved.byCommand[group.command] += static_cast<uint64_t>(timing.bytes);
    m_recorder.trace.pes[member].dmaRequests +=
        box.empty ? 0 : static_cast<uint64_t>(m_memory.packets());
    const auto bytes = static_cast<uint64_t>(box.elements * box.elementBytes);
    m_recorder.trace.pes[member].dmaRequested += bytes;
    m_recorder.setBytes(entry.row, bytes);
    underWay(member, unit, entry, timing.issueEnd, timing.end, timing.ideal);
  }
  m_freeGroups.push_back(index);
}

/// Rule 4: pushes and pops take effect; who waits for them is woken.
void Machine::updateCounters(size_t p, const Command &command) {
  Pe &pe = m_pes[p];
  for (const CbRead &read : command.reads) {
    if (read.pop > 0 && !m_program.cbs[read.cb].resident) {
      pe.cbs[read.cb].popped[read.reader] += static_cast<uint64_t>(read.pop);
      noteFill(p, read.cb);
    }
  }
  for (const CbWrite &write : command.writes) {
    const CircularBuffer &cb = m_program.cbs[write.cb];
    if (write.push == 0 || cb.resident) {
      continue;
    }
    CbState &state = pe.cbs[write.cb];
    state.pushed += static_cast<uint64_t>(write.push);
    if (state.pushed > state.reserved) {
      failAt(p, &command, "bad-program",
             fmt::format("pushes a slot of buffer {} that was not reserved", cb.name));
      return;
    }
    noteFill(p, write.cb);
  }
  for (const CbRead &read : command.reads) {
    if (read.pop > 0) {
      wake(p, pe.cbs[read.cb]);
    }
  }
  for (const CbWrite &write : command.writes) {
    if (write.push > 0) {
      wake(p, pe.cbs[write.cb]);
    }
  }
}

void Machine::wake(size_t p, CbState &cb) {
  uint8_t waiters = cb.waiters;
  cb.waiters = 0;
  for (size_t unit = 0; waiters != 0; ++unit, waiters >>= 1) {
    if (!(waiters & 1)) {
      continue;
    }
    if (unit < 2) {
      if (m_pes[p].cores[unit].mode == CoreMode::Gate) {
        scheduleCore(static_cast<uint32_t>(2 * p + unit), m_now);
      }
    } else if (m_pes[p].units[unit].gateClosed) {
      tryStart(p, unit);
    }
  }
}

void Machine::retire(size_t p, size_t unit) {
  UnitState &state = m_pes[p].units[unit];
  Entry &entry = state.queue.at(state.queue.head);
  const CommandPlan &plan = m_plan.commands[entry.command];
  if (m_image && unit > unitIndex(Unit::Core1) && !moveData(p, entry)) {
    return;
  }
  ++state.queue.head;
  if (plan.gated) {
    updateCounters(p, *plan.command);
  }
  if (state.queue.head == state.queue.tail && state.issuer >= 0) {
    uint32_t core = static_cast<uint32_t>(2 * p) + static_cast<uint32_t>(state.issuer);
    CoreState &issuer = m_pes[p].cores[static_cast<size_t>(state.issuer)];
    if (issuer.mode == CoreMode::Unit && unitIndex(issuer.step.unit) == unit) {
      scheduleCore(core, m_now);
    }
  }
}

} // namespace charonia::sim

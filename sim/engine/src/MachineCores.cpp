// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cores: from step to step, and what makes them wait.
#include "Machine.h"

#include <fmt/format.h>

namespace charonia::sim {

using arch::kNumUnits;
using program::kNone;
using program::StreamEntry;

namespace {

/// Instructions of the vector core round one uncached access: address out of a register, value in.
constexpr uint64_t kAccessInstructions = 2;

} // namespace

void Machine::scheduleCore(uint32_t core, uint64_t cycle) {
  CoreState &state = m_pes[core / 2].cores[core % 2];
  if (!state.scheduled) {
    state.scheduled = true;
    m_events.push(cycle, EventKind::Core, core);
  }
}

/// Books a core's running time up to now; from here on it waits.
void Machine::blockCore(uint32_t core, CoreMode mode) {
  m_pes[core / 2].cores[core % 2].mode = mode;
  m_recorder.account(core / 2, core % 2, m_now, StallClass::Busy);
}

void Machine::coreEvent(uint32_t core) {
  const size_t pe = core / 2, unit = core % 2;
  CoreState &state = m_pes[pe].cores[unit];
  state.scheduled = false;
  switch (state.mode) {
  case CoreMode::Ready: // its action is due
    if (!act(core)) {
      return;
    }
    break;
  case CoreMode::QueueFull:
  case CoreMode::Unit:
    m_recorder.account(pe, unit, m_now, StallClass::Blocked);
    if (!act(core)) {
      return;
    }
    break;
  case CoreMode::Gate: {
    UnitState &self = m_pes[pe].units[unit];
    m_recorder.account(pe, unit, m_now, self.waiting);
    if (!act(core)) {
      return;
    }
    break;
  }
  case CoreMode::Working: // a vector group ends, or the core begins
    if (state.step.kind == Step::Kind::Local && state.step.command != kNone) {
      finishLocal(core);
    }
    break;
  case CoreMode::Memory:
    m_recorder.account(pe, unit, m_now, StallClass::Blocked);
    if (state.step.access != AccessKind::Store && !m_source->access(core)) {
      fail(*m_source->error);
      return;
    }
    if (m_source->repeats(core, m_global.version)) {
      state.spinsAt = m_global.version;
      if (nobodyEndsSpin(core)) {
        fail(endlessSpin());
        return;
      }
    }
    break;
  case CoreMode::Barrier:
    m_recorder.account(pe, unit, m_now, StallClass::Peer);
    break;
  case CoreMode::Halted:
    return;
  }
  if (!m_error) {
    advance(core);
  }
}

/// From the end of one action to the turn of the next. Actions that would be next in the event
/// queue anyway are done at once.
void Machine::advance(uint32_t core) {
  CoreState &state = m_pes[core / 2].cores[core % 2];
  for (;;) {
    state.mode = CoreMode::Ready;
    m_source->next(core, state.step, state.values);
    if (state.step.kind == Step::Kind::Fail) {
      if (m_source->error) {
        fail(*m_source->error);
      } else {
        interrupted();
        if (m_error && m_error->frame == kNone) {
          m_error->frame = m_source->interruptedAt;
          m_error->pe = static_cast<int>(core / 2);
        }
      }
      return;
    }
    state.pids += state.step.pids;
    if (m_options.recordStream) {
      record(core);
    }
    uint64_t due = m_now + state.step.cycles + state.step.issueCycles;
    if (state.step.kind == Step::Kind::Command) {
      Pe &pe = m_pes[core / 2];
      due = std::max(due, pe.issueFree);
      pe.issueFree = due + 1;
    }
    state.time = due;
    if (due > m_options.maxCycles) {
      fail({"limit", fmt::format("more than {} cycles", m_options.maxCycles), -1, due, kNone, {}});
      return;
    }
    bool first = m_events.empty() || due < m_events.top().cycle;
    if (!first) {
      scheduleCore(core, due);
      return;
    }
    m_now = due;
    ++m_eventCount;
    ++m_steps;
    if (timeToLook() && interrupted()) {
      return;
    }
    if (!act(core) || m_error) {
      return;
    }
  }
}

/// Does the action that is due. Returns true if the core goes on at once.
bool Machine::act(uint32_t core) {
  const size_t pe = core / 2;
  CoreState &state = m_pes[pe].cores[core % 2];
  switch (state.step.kind) {
  case Step::Kind::Command:
    return enqueue(core);
  case Step::Kind::Local:
    return startLocal(core);
  case Step::Kind::Memory:
    return memoryAction(core);
  case Step::Kind::Wait: {
    UnitState &unit = m_pes[pe].units[unitIndex(state.step.unit)];
    if (unitIndex(state.step.unit) < 2 || unit.issuer != static_cast<int8_t>(core % 2) ||
        unit.queue.head == unit.queue.tail) {
      return true;
    }
    if (state.mode != CoreMode::Unit) {
      blockCore(core, CoreMode::Unit);
    }
    return false;
  }
  case Step::Kind::Barrier:
    return enterBarrier(core);
  case Step::Kind::Halt:
    blockCore(core, CoreMode::Halted);
    state.haltedAt = m_now;
    m_lastEnd = std::max(m_lastEnd, m_now);
    if (state.pids == 0) {
      ++m_idleCores[core % 2];
      checkBarrier(core % 2);
    }
    return false;
  case Step::Kind::Fail:
    return false;
  }
  return false;
}

bool Machine::enqueue(uint32_t core) {
  const size_t p = core / 2;
  CoreState &state = m_pes[p].cores[core % 2];
  const size_t unitOf = unitIndex(m_plan.commands[state.step.command].command->unit);
  UnitState &unit = m_pes[p].units[unitOf];
  if (unit.issuer < 0) {
    unit.issuer = static_cast<int8_t>(core % 2);
  } else if (unit.issuer != static_cast<int8_t>(core % 2)) {
    return failAt(
        p, m_plan.commands[state.step.command].command, "bad-program",
        fmt::format("both cores issue to unit {}", arch::name(static_cast<arch::Unit>(unitOf))));
  }
  if (unit.queue.tail - unit.queue.next >= static_cast<uint64_t>(m_device.cp.queueDepth)) {
    unit.coreBlocked = true;
    if (state.mode != CoreMode::QueueFull) {
      blockCore(core, CoreMode::QueueFull);
    }
    return false;
  }
  bool heads = unit.queue.tail == unit.queue.next;
  Entry &entry = unit.queue.push();
  entry.command = state.step.command;
  entry.issued = m_now;
  std::swap(entry.values, state.values);
  entry.streamed = state.recorded.size() - 1;
  if (heads) {
    m_recorder.account(p, unitOf, m_now, StallClass::Issue);
    unit.waiting = StallClass::Issue;
    unit.waitCb = kNone;
    uint64_t checked = m_now + static_cast<uint64_t>(m_device.cp.dependencyCheck);
    if (unit.freeAt != kNever) {
      scheduleStart(p, unitOf, std::max(checked, unit.freeAt));
    }
  }
  return true;
}

/// Cycles that uncached accesses take one after the other: loads and atomics wait for each other,
/// posted stores overlap as many as may be in flight.
uint64_t Machine::uncachedCycles(size_t pe, uint32_t command, const std::vector<AccessRun> &runs) {
  uint64_t total = 0, storeCycles = 0;
  uint64_t instructions = kAccessInstructions;
  simdata::PeTotals &totals = m_recorder.trace.pes[pe];
  for (const AccessRun &run : runs) {
    for (int64_t i = 0; i < run.count; ++i) {
      uint64_t address = run.address + static_cast<uint64_t>(run.step * i);
      bool store = run.kind == AccessKind::Store;
      uint64_t latency = m_memory.uncachedLatency(static_cast<int>(pe), address, run.bytes,
                                                  store ? Direction::Write : Direction::Read);
      if (run.kind == AccessKind::Atomic) {
        latency += static_cast<uint64_t>(m_device.sram.atomicExtraLatency);
      }
      (store ? storeCycles : total) += latency;
      total += instructions;
    }
    const auto bytes = static_cast<uint64_t>(run.count * run.bytes);
    totals.scalarBytes += bytes;
    const bool atomic = run.kind == AccessKind::Atomic;
    (atomic ? m_recorder.moved.atomic : m_recorder.moved.byCommand[command]) += bytes;
  }
  uint64_t inFlight = static_cast<uint64_t>(std::max(1, m_device.scalar.storesInFlight));
  return total + (storeCycles + inFlight - 1) / inFlight;
}

/// A vector group, or a pointer update of the core's own stream.
bool Machine::startLocal(uint32_t core) {
  const size_t p = core / 2, unitOf = core % 2;
  Pe &pe = m_pes[p];
  CoreState &state = pe.cores[unitOf];
  UnitState &unit = pe.units[unitOf];
  const CommandPlan &plan = m_plan.commands[state.step.command];
  const program::Command &command = *plan.command;
  StallClass why = StallClass::Element;
  uint32_t cb = kNone;
  if (plan.gated && !gate(pe, command, why, cb)) {
    pe.cbs[cb].waiters |= static_cast<uint8_t>(1u << unitOf);
    unit.gateClosed = true;
    if (state.mode != CoreMode::Gate) {
      blockCore(core, CoreMode::Gate);
    }
    unit.waiting = why;
    unit.waitCb = cb;
    return false;
  }
  bool waited = state.mode == CoreMode::Gate;
  unit.gateClosed = false;
  Entry &entry = unit.queue.push();
  unit.queue.next = unit.queue.tail;
  entry.command = state.step.command;
  entry.issued = state.time;
  entry.started = m_now;
  std::swap(entry.values, state.values);
  if (!takeSlots(p, entry)) {
    return false;
  }
  uint64_t cycles = 0, memoryCycles = 0;
  if (plan.tile >= 0) {
    if (!m_image) {
      cycles = state.step.fixedCycles;
      if (const auto *runs = m_source->runs(core)) {
        memoryCycles = uncachedCycles(p, entry.command, *runs);
      }
    } else {
      std::span<const int64_t> extents(entry.values.data() + plan.dmaValues,
                                       plan.values - plan.dmaValues);
      UnitCost cost = extents.empty() ? plan.cost : m_plan.costOf(plan, extents);
      cycles = cost.occupancy + cost.latency;
      state.step.fixedCycles = cycles;
      bool memory = m_plan.tiles[static_cast<size_t>(plan.tile)].touchesGlobal;
      if (memory && !runTile(p, entry, m_scalarOutputs.data())) {
        return false;
      }
      if (m_options.recordStream) {
        StreamEntry &last = state.recorded.back();
        last.cycles = static_cast<int64_t>(cycles);
        for (const AccessRun &run : m_global.log) {
          last.values.insert(last.values.end(),
                             {static_cast<int64_t>(run.kind), static_cast<int64_t>(run.address),
                              run.step, run.count, run.bytes});
        }
      }
      memoryCycles = uncachedCycles(p, entry.command, m_global.log);
      m_global.log.clear();
      if (memory) { // its scalars are there already; the slots are seen when it retires
        uint64_t *registers = m_source->registers(core);
        for (size_t i = 0; i < command.scalarOutputs.size(); ++i) {
          registers[command.scalarOutputs[i]] = m_scalarOutputs[i];
        }
      }
    }
  }
  entry.memoryCycles = memoryCycles;
  entry.ended = m_now + cycles + memoryCycles;
  entry.row = m_recorder.startCommand(
      p, unitOf, entry.command, entry.issued, m_now, static_cast<uint32_t>(plan.lsBytes),
      waited ? unit.waiting : StallClass::Busy, waited ? unit.waitCb : kNone);
  m_recorder.setEnd(entry.row, entry.ended);
  state.mode = CoreMode::Working;
  scheduleCore(core, entry.ended);
  return false;
}

void Machine::finishLocal(uint32_t core) {
  const size_t p = core / 2, unitOf = core % 2;
  UnitState &unit = m_pes[p].units[unitOf];
  Entry &entry = unit.queue.at(unit.queue.tail - 1);
  const CommandPlan &plan = m_plan.commands[entry.command];
  m_recorder.account(p, unitOf, m_now - entry.memoryCycles, StallClass::Busy);
  m_recorder.account(p, unitOf, m_now, StallClass::Blocked);
  unit.lastEnd = std::max(unit.lastEnd, m_now);
  m_lastEnd = std::max(m_lastEnd, m_now);
  if (m_image && plan.tile >= 0 && !m_plan.tiles[static_cast<size_t>(plan.tile)].touchesGlobal) {
    if (!runTile(p, entry, m_scalarOutputs.data())) {
      return;
    }
    uint64_t *registers = m_source->registers(core);
    for (size_t i = 0; i < plan.command->scalarOutputs.size(); ++i) {
      registers[plan.command->scalarOutputs[i]] = m_scalarOutputs[i];
    }
  }
  if (!plan.gated && unit.queue.head + 1 == unit.queue.tail) {
    ++unit.queue.head; // nobody else sees it: no event
    return;
  }
  m_events.push(m_now + static_cast<uint64_t>(m_device.cp.wakeUp), EventKind::Retire,
                static_cast<uint32_t>(p * kNumUnits + unitOf));
}

bool Machine::memoryAction(uint32_t core) {
  const size_t p = core / 2;
  CoreState &state = m_pes[p].cores[core % 2];
  Step &step = state.step;
  bool store = step.access == AccessKind::Store;
  m_recorder.trace.pes[p].scalarBytes += static_cast<uint64_t>(step.bytes);
  MovedBytes &moved = m_recorder.moved;
  (step.access == AccessKind::Atomic ? moved.atomic : moved.core) +=
      static_cast<uint64_t>(step.bytes);
  uint64_t latency = m_memory.uncachedLatency(static_cast<int>(p), step.address, step.bytes,
                                              store ? Direction::Write : Direction::Read);
  uint64_t done = m_now + latency;
  if (step.access == AccessKind::Atomic) { // after the core's posted stores, which it may release
    for (uint64_t end : state.stores) {
      done = std::max(done, end + latency);
    }
    done += static_cast<uint64_t>(m_device.sram.atomicExtraLatency);
  }
  if (!store) {
    blockCore(core, CoreMode::Memory);
    scheduleCore(core, done);
    return false;
  }
  // Posted: the core goes on, unless as many as may be are in flight.
  if (!m_source->access(core)) {
    return fail(*m_source->error);
  }
  std::erase_if(state.stores, [&](uint64_t end) { return end <= m_now; });
  state.stores.push_back(done);
  m_lastEnd = std::max(m_lastEnd, done);
  size_t inFlight = static_cast<size_t>(std::max(1, m_device.scalar.storesInFlight));
  if (state.stores.size() <= inFlight) {
    return true;
  }
  uint64_t oldest = *std::min_element(state.stores.begin(), state.stores.end());
  blockCore(core, CoreMode::Memory);
  scheduleCore(core, oldest);
  return false;
}

bool Machine::enterBarrier(uint32_t core) {
  blockCore(core, CoreMode::Barrier);
  const uint32_t which = core % 2;
  // What the core stored is there when the barrier opens.
  uint64_t &ready = m_barrierReady[which];
  ready = std::max(ready, m_now);
  for (uint64_t end : m_pes[core / 2].cores[which].stores) {
    ready = std::max(ready, end);
  }
  m_atBarrier[which].push_back(core);
  checkBarrier(which);
  return false;
}

/// A barrier opens when the cores of all PEs that have program ids have come to it.
void Machine::checkBarrier(uint32_t which) {
  const size_t waiting = m_atBarrier[which].size();
  if (waiting > 0 && waiting + m_idleCores[which] == m_pes.size()) {
    m_events.push(std::max(m_now, m_barrierReady[which]) +
                      static_cast<uint64_t>(m_device.barrierCycles()),
                  EventKind::Barrier, which);
    m_barrierReady[which] = 0;
  }
}

void Machine::openBarrier(uint32_t which) {
  std::sort(m_atBarrier[which].begin(), m_atBarrier[which].end());
  std::vector<uint32_t> cores;
  std::swap(cores, m_atBarrier[which]);
  for (uint32_t core : cores) {
    scheduleCore(core, m_now);
  }
}

/// The step just taken, as entries of the stream.
void Machine::record(uint32_t core) {
  CoreState &state = m_pes[core / 2].cores[core % 2];
  const Step &step = state.step;
  for (uint32_t i = 0; i < step.pids; ++i) {
    StreamEntry begin;
    begin.values = {static_cast<int64_t>(i)};
    state.recorded.push_back(std::move(begin));
  }
  StreamEntry entry;
  if (step.cycles > 0 && step.kind != Step::Kind::Memory) {
    entry.cycles = static_cast<int64_t>(step.cycles);
    state.recorded.push_back(entry);
    entry = {};
  }
  switch (step.kind) {
  case Step::Kind::Command: {
    entry.kind = StreamEntry::Kind::Command;
    entry.command = step.command;
    size_t count = m_plan.commands[step.command].values;
    entry.values.assign(state.values.begin(), state.values.begin() + static_cast<long>(count));
    break;
  }
  case Step::Kind::Local:
    entry.kind = StreamEntry::Kind::Vector;
    entry.command = step.command;
    break;
  case Step::Kind::Memory:
    entry.kind = StreamEntry::Kind::Memory;
    entry.cycles = static_cast<int64_t>(step.cycles);
    entry.address = static_cast<int64_t>(step.address);
    entry.bytes = step.bytes;
    entry.values = {static_cast<int64_t>(step.access)};
    break;
  case Step::Kind::Wait:
    entry.kind = StreamEntry::Kind::WaitUnit;
    entry.unit = step.unit;
    break;
  case Step::Kind::Barrier:
    entry.kind = StreamEntry::Kind::Barrier;
    break;
  case Step::Kind::Halt:
  case Step::Kind::Fail:
    return;
  }
  state.recorded.push_back(std::move(entry));
}

} // namespace charonia::sim

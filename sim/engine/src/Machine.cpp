// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Machine.h"

#include <cstring>
#include <fmt/format.h>

namespace charonia::sim {

using arch::kNumUnits;
using arch::Unit;
using program::CbSpace;
using program::kNone;

namespace {

constexpr std::byte kCanary{0xa5}; ///< fills local memory: a wrong address shows as wrong data

uint32_t coreOf(size_t pe, int core) {
  return static_cast<uint32_t>(2 * pe) + static_cast<uint32_t>(core);
}

} // namespace

Machine::Entry &Machine::Queue::push() {
  if (tail - head == ring.size()) {
    std::vector<Entry> larger(ring.size() * 2);
    for (uint64_t i = head; i < tail; ++i) {
      larger[i & (larger.size() - 1)] = std::move(at(i));
    }
    ring = std::move(larger);
  }
  return at(tail++);
}

Machine::Machine(const Plan &plan, const SimInput &input, const SimOptions &options,
                 std::stop_token stop, launch::MemoryImage *memory)
    : m_plan(plan), m_program(*plan.program), m_device(*plan.device), m_input(input),
      m_options(options), m_stop(std::move(stop)), m_image(memory), m_memory(*plan.device),
      m_global(memory), m_executor(*plan.program),
      m_recorder(plan.device->grid.numPes(), plan.commands.size(), options.recordTrace,
                 options.maxTraceRows) {
  double seconds = std::clamp(options.maxSeconds, 0.0, 1e6);
  m_deadline = std::chrono::steady_clock::now() +
               std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                   std::chrono::duration<double>(seconds));
  setUp();
}

void Machine::setUp() {
  m_portShare = portShare(m_device);
  m_pes.resize(static_cast<size_t>(m_device.grid.numPes()));
  for (Pe &pe : m_pes) {
    if (m_image) {
      // What no buffer lies in is never touched: filling it would be most of a small launch's run.
      pe.ls.assign(static_cast<size_t>(m_plan.lsUsed), kCanary);
      pe.banks.assign(static_cast<size_t>(m_plan.banksUsed), kCanary);
    }
    pe.cbs.resize(m_program.cbs.size());
    for (size_t i = 0; m_image && i < m_program.cbs.size(); ++i) {
      const program::CircularBuffer &cb = m_program.cbs[i];
      pe.cbs[i].base = cb.space == CbSpace::Ls ? pe.ls.data() + cb.base
                                               : pe.banks.data() + cb.base * m_plan.bankBytes;
    }
  }
  for (const CommandPlan &command : m_plan.commands) {
    if (command.command) {
      size_t outputs = command.command->scalarOutputs.size();
      m_scalarOutputs.resize(std::max(m_scalarOutputs.size(), outputs));
    }
  }
  m_launch =
      static_cast<uint64_t>(m_options.replaceJob ? m_device.job.replace : m_device.job.launch);
}

void Machine::makeResident(std::vector<program::MemoryRange> ranges) {
  m_resident = std::move(ranges);
  for (const program::MemoryRange &range : m_resident) {
    m_memory.makeResident(static_cast<uint64_t>(range.address), range.bytes);
  }
}

bool Machine::fail(SimError error) {
  if (!m_error) {
    error.cycle = m_now;
    m_error = std::move(error);
  }
  return false;
}

bool Machine::failAt(size_t pe, const program::Command *command, const char *code,
                     std::string message) {
  SimError error{code, std::move(message), static_cast<int>(pe), m_now, kNone, {}};
  if (command) {
    error.frame = command->frame;
    uint32_t index = static_cast<uint32_t>(command - m_program.commands.data());
    error.notes.push_back("in " + describe(m_program, index));
  }
  return fail(std::move(error));
}

bool Machine::interrupted() {
  if (m_error) {
    return true;
  }
  if (m_stop.stop_requested()) {
    return !fail({"cancelled", "the run was cancelled", -1, m_now, kNone, {}});
  }
  if (m_steps > m_options.maxSteps) {
    return !fail(
        {"limit", fmt::format("more than {} steps", m_options.maxSteps), -1, m_now, kNone, {}});
  }
  if (std::chrono::steady_clock::now() > m_deadline) {
    return !fail(
        {"limit", fmt::format("more than {} seconds", m_options.maxSeconds), -1, m_now, kNone, {}});
  }
  return false;
}

void Machine::handle(const Event &event) {
  switch (event.kind()) {
  case EventKind::Retire:
    retire(event.entity / kNumUnits, event.entity % kNumUnits);
    break;
  case EventKind::Serve:
    serve(event.entity, event.arg);
    break;
  case EventKind::Start: {
    size_t pe = event.entity / kNumUnits, unit = event.entity % kNumUnits;
    m_pes[pe].units[unit].startPending = false;
    tryStart(pe, unit);
    break;
  }
  case EventKind::Core:
    coreEvent(event.entity);
    break;
  case EventKind::Barrier:
    openBarrier(event.entity);
    break;
  }
}

tl::expected<SimResult, SimError> Machine::run(StepSource &source) {
  m_source = &source;
  m_now = m_launch;
  for (size_t pe = 0; pe < m_pes.size(); ++pe) {
    for (size_t unit = 0; unit < kNumUnits; ++unit) {
      m_recorder.account(pe, unit, m_launch, StallClass::Launch);
    }
    for (int c = 0; c < 2; ++c) {
      m_pes[pe].cores[static_cast<size_t>(c)].time = m_launch;
      m_pes[pe].cores[static_cast<size_t>(c)].mode = CoreMode::Working;
      scheduleCore(coreOf(pe, c), m_launch);
    }
  }
  m_lastEnd = m_launch;
  while (!m_events.empty() && !m_error) {
    Event event = m_events.pop();
    m_now = event.cycle;
    ++m_eventCount;
    ++m_steps;
    if (m_now > m_options.maxCycles) {
      fail(
          {"limit", fmt::format("more than {} cycles", m_options.maxCycles), -1, m_now, kNone, {}});
      break;
    }
    if (timeToLook() && interrupted()) {
      break;
    }
    handle(event);
  }
  if (!m_error) {
    m_error = deadlock();
  }
  if (m_error) {
    return tl::make_unexpected(*m_error);
  }
  return finish();
}

/// Everything up to the makespan gets a class: until its issuing core halted a unit waited for
/// commands, after that it had none to come.
void Machine::closeAccounts() {
  uint64_t end = m_lastEnd;
  m_recorder.trace.makespan = end;
  for (size_t p = 0; p < m_pes.size(); ++p) {
    Pe &pe = m_pes[p];
    uint64_t finished = m_launch;
    for (size_t unit = 0; unit < kNumUnits; ++unit) {
      finished = std::max(finished, pe.units[unit].lastEnd);
    }
    for (int c = 0; c < 2; ++c) {
      finished = std::max(finished, pe.cores[static_cast<size_t>(c)].haltedAt);
    }
    for (size_t unit = 0; unit < kNumUnits; ++unit) {
      if (unit > unitIndex(Unit::Core1)) {
        int issuer = pe.units[unit].issuer;
        uint64_t halted = issuer >= 0 ? pe.cores[static_cast<size_t>(issuer)].haltedAt
                                      : std::max(pe.cores[0].haltedAt, pe.cores[1].haltedAt);
        m_recorder.account(p, unit, std::min(halted, end), StallClass::Issue);
      }
      m_recorder.account(p, unit, end, StallClass::Drained);
    }
    m_recorder.trace.pes[p].finished = finished;
    m_recorder.trace.pes[p].pids = std::max(pe.cores[0].pids, pe.cores[1].pids);
  }
}

tl::expected<SimResult, SimError> Machine::finish() {
  closeAccounts();
  simdata::Trace &trace = m_recorder.trace;
  trace.launchCycles = m_launch;
  trace.rows = m_device.grid.rows;
  trace.columns = m_device.grid.columns;
  trace.resources = m_memory.totals();
  // A last pop shows up at its wake-up, a few cycles after the end of what popped.
  for (uint64_t &cycle : trace.cbs.cycle) {
    cycle = std::min(cycle, trace.makespan);
  }
  trace.events = m_eventCount;
  trace.kernel = m_program.kernel;
  trace.hardware = m_device.name;
  trace.cbTable = m_program.cbs;
  for (uint32_t i = 0; i < m_program.commands.size(); ++i) {
    trace.commandNames.push_back(describe(m_program, i));
    trace.commandOps.push_back(m_program.commands[i].op);
  }
  trace.frames = m_program.frames;
  trace.opFrames = m_program.opFrames;
  SimResult result;
  if (m_options.recordStream) {
    auto stream = std::make_shared<program::CommandStream>();
    stream->numPes = m_device.grid.numPes();
    for (Pe &pe : m_pes) {
      for (CoreState &core : pe.cores) {
        stream->entries.push_back(std::move(core.recorded));
      }
    }
    stream->resident = m_resident;
    result.stream = std::move(stream);
  }
  result.trace = std::make_shared<const simdata::Trace>(std::move(trace));
  result.printed = std::move(m_printed);
  result.moved = std::move(m_recorder.moved);
  return result;
}

} // namespace charonia::sim

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The token machine: sweeps cores and unit queues until nothing moves. Times are known as soon as
// all predecessors are, so one sweep order gives the same times as any other.
#include "charonia/Scheduling/Evaluator.h"

#include <algorithm>
#include <deque>

namespace charonia::scheduling {
namespace {

constexpr uint32_t kNoStep = ~0u;

/// When an event happened and which executed step caused it.
struct Stamp {
  int64_t time = 0;
  uint32_t by = kNoStep;
};

/// The counters of one buffer, with the times at which they moved.
struct BufferState {
  std::vector<Stamp> pushed;
  std::vector<std::vector<Stamp>> popped; ///< per reader, at completion
  std::vector<int64_t> issued;            ///< per reader: the issue-side pointer
  int64_t reserved = 0;
};

/// A step that has a time; `via` is what it waited for last.
struct Done {
  uint32_t previous = kNoStep;
  uint32_t spaceOf = kNoStep; ///< the buffer if it waited for room
};

struct Queued {
  const Step *step = nullptr;
  int64_t issued = 0;
  uint32_t by = kNoStep;
};

struct UnitState {
  std::deque<Queued> queue;
  std::vector<int64_t> starts;
  int64_t free = 0, lastEnd = 0, busy = 0;
  uint32_t last = kNoStep;
  int64_t issuedCount = 0;
};

struct CoreState {
  size_t next = 0;
  int64_t time = 0, busy = 0;
  uint32_t last = kNoStep;
};

class Machine {
public:
  explicit Machine(const TokenProgram &program)
      : m_program(program), m_buffers(program.buffers.size()), m_units(program.units),
        m_cores(program.cores.size()) {
    for (size_t i = 0; i < m_buffers.size(); ++i) {
      m_buffers[i].popped.resize(program.buffers[i].readers);
      m_buffers[i].issued.resize(program.buffers[i].readers);
    }
  }

  Evaluation run();

private:
  /// The moment from which a step may start, or false with the blocker.
  struct Ready {
    int64_t time;
    uint32_t by;
    uint32_t spaceOf;
  };
  bool ready(const Step &step, Ready &at, Blocked *blocked) const;
  uint32_t execute(const Step &step, const Ready &at, int64_t &end);
  bool stepCore(size_t core, Blocked *blocked);
  bool stepUnit(UnitState &unit, Blocked *blocked);
  void collectCritical(Evaluation &result) const;

  const TokenProgram &m_program;
  std::vector<BufferState> m_buffers;
  std::vector<UnitState> m_units;
  std::vector<CoreState> m_cores;
  std::vector<Done> m_done;
  int64_t m_makespan = 0;
  uint32_t m_final = kNoStep;
};

void later(int64_t &time, uint32_t &by, uint32_t &spaceOf, const Stamp &stamp, uint32_t space) {
  if (stamp.time > time) {
    time = stamp.time;
    by = stamp.by;
    spaceOf = space;
  }
}

bool Machine::ready(const Step &step, Ready &at, Blocked *blocked) const {
  auto block = [&](uint32_t buffer, bool forSpace) {
    if (blocked) {
      blocked->buffer = buffer;
      blocked->forSpace = forSpace;
      blocked->source = step.source;
    }
    return false;
  };
  for (const TokenRead &read : step.reads) {
    if (m_program.buffers[read.buffer].resident) {
      continue;
    }
    const BufferState &buffer = m_buffers[read.buffer];
    int64_t needed = buffer.issued[read.reader] + read.offset + std::max(1, read.pop);
    if (needed > static_cast<int64_t>(buffer.pushed.size())) {
      return block(read.buffer, false);
    }
    if (needed > 0) {
      later(at.time, at.by, at.spaceOf, buffer.pushed[needed - 1], kNoStep);
    }
  }
  for (const TokenWrite &write : step.writes) {
    const BufferModel &model = m_program.buffers[write.buffer];
    if (model.resident || write.reserve == 0) {
      continue;
    }
    const BufferState &buffer = m_buffers[write.buffer];
    int64_t needed = buffer.reserved + write.reserve - model.depth;
    for (const auto &popped : buffer.popped) {
      if (needed > static_cast<int64_t>(popped.size())) {
        return block(write.buffer, true);
      }
      if (needed > 0) {
        later(at.time, at.by, at.spaceOf, popped[needed - 1], write.buffer);
      }
    }
  }
  return true;
}

uint32_t Machine::execute(const Step &step, const Ready &at, int64_t &end) {
  auto index = static_cast<uint32_t>(m_done.size());
  m_done.push_back({at.by, at.spaceOf});
  for (const TokenRead &read : step.reads) {
    if (!m_program.buffers[read.buffer].resident && read.pop) {
      BufferState &buffer = m_buffers[read.buffer];
      buffer.issued[read.reader] += read.pop;
      buffer.popped[read.reader].insert(buffer.popped[read.reader].end(), read.pop, {end, index});
    }
  }
  for (const TokenWrite &write : step.writes) {
    if (!m_program.buffers[write.buffer].resident) {
      BufferState &buffer = m_buffers[write.buffer];
      buffer.reserved += write.reserve;
      buffer.pushed.insert(buffer.pushed.end(), write.push, {end, index});
    }
  }
  if (end >= m_makespan) {
    m_makespan = end;
    m_final = index;
  }
  return index;
}

bool Machine::stepUnit(UnitState &unit, Blocked *blocked) {
  const Queued head = unit.queue.front();
  Ready at{head.issued, head.by, kNoStep};
  if (unit.free > at.time) {
    at = {unit.free, unit.last, kNoStep};
  }
  if (!ready(*head.step, at, blocked)) {
    return false;
  }
  int64_t end = std::max(at.time + head.step->busy + head.step->latency, unit.lastEnd);
  unit.starts.push_back(at.time);
  unit.free = at.time + head.step->busy;
  unit.busy += head.step->busy;
  unit.lastEnd = end;
  unit.last = execute(*head.step, at, end);
  unit.queue.pop_front();
  return true;
}

bool Machine::stepCore(size_t index, Blocked *blocked) {
  CoreState &core = m_cores[index];
  const Step &step = m_program.cores[index][core.next];
  Ready at{core.time + step.scalar, core.last, kNoStep};
  UnitState &unit = m_units[step.unit];
  if (blocked) {
    blocked->source = step.source;
  }
  if (step.kind == Step::Kind::WaitUnit) {
    if (!unit.queue.empty()) {
      return false;
    }
    if (unit.lastEnd > at.time) {
      core.last = unit.last;
    }
    core.time = std::max(at.time, unit.lastEnd);
    core.next += 1;
    return true;
  }
  if (step.kind == Step::Kind::Run) {
    if (!ready(step, at, blocked)) {
      return false;
    }
    int64_t end = at.time + step.busy + step.latency;
    core.busy += step.busy;
    core.last = execute(step, at, end);
    core.time = end;
    core.next += 1;
    return true;
  }
  int64_t full = unit.issuedCount - m_program.queueDepth;
  if (full >= 0) {
    if (full >= static_cast<int64_t>(unit.starts.size())) {
      return false;
    }
    at.time = std::max(at.time, unit.starts[full]);
  }
  unit.issuedCount += 1;
  unit.queue.push_back({&step, at.time, core.last});
  core.time = at.time;
  core.next += 1;
  return true;
}

void Machine::collectCritical(Evaluation &result) const {
  std::vector<int64_t> count(m_buffers.size(), 0);
  for (uint32_t at = m_final; at != kNoStep; at = m_done[at].previous) {
    if (m_done[at].spaceOf != kNoStep) {
      count[m_done[at].spaceOf] += 1;
    }
  }
  for (uint32_t i = 0; i < count.size(); ++i) {
    if (count[i]) {
      result.criticalBuffers.push_back(i);
    }
  }
  std::sort(
      result.criticalBuffers.begin(), result.criticalBuffers.end(),
      [&](uint32_t a, uint32_t b) { return count[a] != count[b] ? count[a] > count[b] : a < b; });
}

Evaluation Machine::run() {
  bool moved = true;
  while (moved) {
    moved = false;
    for (size_t core = 0; core < m_cores.size(); ++core) {
      while (m_cores[core].next < m_program.cores[core].size() && stepCore(core, nullptr)) {
        moved = true;
      }
    }
    for (UnitState &unit : m_units) {
      while (!unit.queue.empty() && stepUnit(unit, nullptr)) {
        moved = true;
      }
    }
  }
  Evaluation result;
  for (uint32_t i = 0; i < m_units.size(); ++i) {
    result.unitBusy.push_back(m_units[i].busy);
    if (!m_units[i].queue.empty()) {
      result.blocked.push_back({false, i});
      stepUnit(m_units[i], &result.blocked.back());
    }
  }
  for (uint32_t i = 0; i < m_cores.size(); ++i) {
    result.unitBusy.push_back(m_cores[i].busy);
    if (m_cores[i].next < m_program.cores[i].size()) {
      result.blocked.push_back({true, i});
      stepCore(i, &result.blocked.back());
    }
  }
  result.live = result.blocked.empty();
  if (result.live) {
    result.makespan = m_makespan;
    collectCritical(result);
  }
  return result;
}

} // namespace

Evaluation evaluate(const TokenProgram &program) { return Machine(program).run(); }

} // namespace charonia::scheduling

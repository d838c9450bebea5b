// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cores.h"

#include <fmt/format.h>

namespace charonia::sim {

using program::StreamEntry;

namespace {

constexpr int64_t kMostCycles = int64_t{1} << 40; ///< of one entry

/// True if `values` are the operands of `plan`, followed by rows if it is indexed.
bool holdsRows(const CommandPlan &plan, const std::vector<int64_t> &values) {
  if (plan.rowDim < 0 || values.size() < plan.values) {
    return values.size() == plan.values;
  }
  for (size_t i = plan.values; i < values.size(); i += 2) {
    if (i + 1 == values.size() || values[i] < 0 || values[i] >= plan.rowCount) {
      return false;
    }
  }
  return true;
}

} // namespace

StreamReader::StreamReader(const Plan &plan, const program::CommandStream &stream)
    : m_plan(plan), m_stream(stream), m_at(stream.entries.size(), 0), m_runs(stream.entries.size()),
      m_lastOfUnit(stream.entries.size()) {
  for (auto &last : m_lastOfUnit) {
    last.fill(program::kNone);
  }
}

/// Takes the action of an entry. Returns false if the entry makes no sense.
bool StreamReader::read(const StreamEntry &entry, Step &step, std::vector<int64_t> &values,
                        std::vector<AccessRun> &runs) {
  switch (entry.kind) {
  case StreamEntry::Kind::Scalar:
    return false;
  case StreamEntry::Kind::Command:
  case StreamEntry::Kind::Vector: {
    bool local = entry.kind == StreamEntry::Kind::Vector;
    if (entry.command >= m_plan.commands.size() || m_plan.commands[entry.command].onCore != local) {
      return false;
    }
    step.kind = local ? Step::Kind::Local : Step::Kind::Command;
    step.command = entry.command;
    step.fixedCycles = static_cast<uint64_t>(entry.cycles);
    if (!local) {
      values = entry.values;
      return holdsRows(m_plan.commands[entry.command], values);
    }
    values.clear();
    runs.clear();
    if (entry.values.size() % 5 != 0) {
      return false;
    }
    for (size_t i = 0; i < entry.values.size(); i += 5) {
      const int64_t *v = &entry.values[i];
      if (v[0] < 0 || v[0] > static_cast<int64_t>(AccessKind::Atomic) || v[3] < 0 ||
          v[3] > (int64_t{1} << 32) || v[4] < 0 || v[4] > 8) {
        return false;
      }
      runs.push_back(
          {static_cast<AccessKind>(v[0]), static_cast<uint64_t>(v[1]), v[2], v[3], v[4]});
    }
    return true;
  }
  case StreamEntry::Kind::Memory:
    step.kind = Step::Kind::Memory;
    step.address = static_cast<uint64_t>(entry.address);
    step.bytes = entry.bytes;
    if (entry.values.size() != 1 || entry.values[0] < 0 ||
        entry.values[0] > static_cast<int64_t>(AccessKind::Atomic) || entry.bytes < 0 ||
        entry.bytes > 8) {
      return false;
    }
    step.access = static_cast<AccessKind>(entry.values[0]);
    return true;
  case StreamEntry::Kind::WaitUnit:
    step.kind = Step::Kind::Wait;
    step.unit = entry.unit;
    return unitIndex(entry.unit) < arch::kNumUnits;
  case StreamEntry::Kind::Barrier:
    step.kind = Step::Kind::Barrier;
    return true;
  }
  return false;
}

void StreamReader::next(uint32_t core, Step &step, std::vector<int64_t> &values) {
  const std::vector<StreamEntry> &entries = m_stream.entries[core];
  const arch::CommandProcessor &cp = m_plan.device->cp;
  step = Step{};
  while (m_at[core] < entries.size()) {
    const StreamEntry &entry = entries[m_at[core]++];
    bool ok = entry.cycles >= 0 && entry.cycles < kMostCycles;
    if (ok && entry.kind == StreamEntry::Kind::Scalar) {
      step.cycles += static_cast<uint64_t>(entry.cycles);
      step.pids += !entry.values.empty();
      continue;
    }
    if (!ok || !read(entry, step, values, m_runs[core])) {
      step.kind = Step::Kind::Fail;
      error = SimError{"bad-program",
                       fmt::format("entry {} of the stream makes no sense", m_at[core] - 1),
                       static_cast<int>(core / 2),
                       0,
                       program::kNone,
                       {}};
      return;
    }
    if (step.kind == Step::Kind::Command) {
      uint32_t &last = m_lastOfUnit[core][unitIndex(m_plan.commands[step.command].command->unit)];
      int writes = last == step.command ? cp.registerWritesAutoIncrement : cp.registerWrites;
      last = step.command;
      step.issueCycles = static_cast<uint64_t>(writes * cp.registerWrite + cp.issue);
    } else if (step.kind == Step::Kind::Memory) {
      step.cycles += static_cast<uint64_t>(entry.cycles);
    }
    return;
  }
  step.kind = Step::Kind::Halt;
}

} // namespace charonia::sim

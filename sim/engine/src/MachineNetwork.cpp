// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reduction network: a one-way chain along each row and each column. The PEs of a line meet;
// then chunks of their tiles stream down the line, each PE adding its own to what comes in.
#include "Machine.h"

#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace charonia::sim {

using arch::kNumUnits;
using arch::Unit;
using numerics::byteSize;
using program::BroadcastGroup;
using program::CircularBuffer;
using program::Command;
using program::kNone;

/// The command with which a PE waits for its line.
Machine::Entry &Machine::waitingAtNetwork(uint32_t pe) {
  UnitState &state = m_pes[pe].units[unitIndex(Unit::Re)];
  return state.queue.at(state.queue.next - 1);
}

/// A PE comes to a reduction; the last one of its row or column sets it going.
void Machine::joinNetwork(size_t p, Entry &entry) {
  const Command &command = *m_plan.commands[entry.command].command;
  const bool row = command.networkGroup == BroadcastGroup::Row;
  const size_t columns = static_cast<size_t>(m_device.grid.columns);
  const size_t rows = static_cast<size_t>(m_device.grid.rows);
  m_rowLines.resize(rows);
  m_columnLines.resize(columns);
  m_pes[p].units[unitIndex(Unit::Re)].freeAt = kNever;
  NetworkLine &line = row ? m_rowLines[p / columns] : m_columnLines[p % columns];
  line.members.push_back(static_cast<uint32_t>(p));
  if (line.members.size() < (row ? columns : rows)) {
    return;
  }
  for (uint32_t member : line.members) {
    if (waitingAtNetwork(member).command != entry.command) {
      return; // they never agree: reported when nothing else can go on
    }
  }
  reduceLine(line);
}

void Machine::reduceLine(NetworkLine &line) {
  std::vector<uint32_t> members;
  std::swap(members, line.members);
  std::sort(members.begin(), members.end());
  std::vector<Entry *> entries;
  for (uint32_t member : members) {
    entries.push_back(&waitingAtNetwork(member));
  }
  const Command &command = *m_plan.commands[entries[0]->command].command;
  if (m_image) {
    combineTiles(command, entries);
  }
  const CircularBuffer &cb = m_program.cbs[command.reads[0].cb];
  const double rate =
      std::min<double>(m_device.noc.reductionBytesPerCycle, m_device.ls.portBytes * m_portShare);
  const double bytes = static_cast<double>(elementsOf(cb) * byteSize(cb.type));
  const auto stream = static_cast<uint64_t>(std::ceil(std::max(1.0, bytes / rate)));
  const auto hop = static_cast<uint64_t>(m_device.noc.reductionHopLatency);
  const auto access = static_cast<uint64_t>(m_device.ls.unitLatency);
  const size_t unit = unitIndex(Unit::Re), last = members.size() - 1;
  for (size_t i = 0; i < members.size(); ++i) {
    m_recorder.account(members[i], unit, m_now, StallClass::Peer);
    // The chain begins at position 0; PE i is done when the last chunk has passed it.
    uint64_t end = m_now + access + i * hop + stream;
    if (i == static_cast<size_t>(command.networkRoot)) {
      // A root inside the line gets the result back over the ordinary network.
      end = m_now + access + last * hop + stream + access +
            (last - i) * static_cast<uint64_t>(m_device.noc.hopLatency);
    }
    underWay(members[i], unit, *entries[i], end, end, end);
  }
}

/// Writes the combination of all tiles, in ascending order of position, to the root's slot and
/// zeros to the others'.
void Machine::combineTiles(const Command &command, const std::vector<Entry *> &entries) {
  const CircularBuffer &cb = m_program.cbs[command.reads[0].cb];
  const size_t bytes = static_cast<size_t>(elementsOf(cb) * byteSize(cb.type));
  m_networkSum.resize(bytes);
  std::memcpy(m_networkSum.data(), entries[0]->slots[0], bytes);
  for (size_t i = 1; i < entries.size(); ++i) {
    numerics::ArrayOperand operands[] = {{m_networkSum.data(), 1}, {entries[i]->slots[0], 1}};
    numerics::evaluateArray(command.networkFn, cb.type, cb.type, m_networkSum.data(), operands,
                            static_cast<size_t>(elementsOf(cb)));
  }
  for (size_t i = 0; i < entries.size(); ++i) {
    std::byte *out = entries[i]->slots[command.reads.size()];
    if (i == static_cast<size_t>(command.networkRoot)) {
      std::memcpy(out, m_networkSum.data(), bytes);
    } else {
      std::memset(out, 0, bytes);
    }
  }
}

/// Who waits for a line, and for whom.
std::vector<Machine::NetworkNote> Machine::networkNotes() {
  std::vector<NetworkNote> notes;
  auto addLine = [&](const NetworkLine &line, bool row, size_t index, size_t length) {
    if (line.members.empty()) {
      return;
    }
    std::vector<size_t> missing;
    for (size_t i = 0; i < length; ++i) {
      const size_t columns = static_cast<size_t>(m_device.grid.columns);
      const size_t pe = row ? index * columns + i : i * columns + index;
      if (std::find(line.members.begin(), line.members.end(), pe) == line.members.end()) {
        missing.push_back(pe);
      }
    }
    for (uint32_t member : line.members) {
      const uint32_t command = waitingAtNetwork(member).command;
      std::string text = fmt::format("pe {}: {} waits for the other PEs of {} {}", member,
                                     describe(m_program, command), row ? "row" : "column", index);
      text += missing.empty() ? ", which are at another reduction"
                              : fmt::format("; not there: pe {}", fmt::join(missing, ", "));
      notes.push_back({member, std::move(text), m_program.commands[command].frame});
    }
  };
  for (size_t i = 0; i < m_rowLines.size(); ++i) {
    addLine(m_rowLines[i], true, i, static_cast<size_t>(m_device.grid.columns));
  }
  for (size_t i = 0; i < m_columnLines.size(); ++i) {
    addLine(m_columnLines[i], false, i, static_cast<size_t>(m_device.grid.rows));
  }
  return notes;
}

} // namespace charonia::sim

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a run leaves behind, gathered as it goes: rows of the trace, and for every unit an account
// of its cycles that closes (every cycle of the makespan in one stall class).
#pragma once

#include "charonia/sim/Simulator.h"
#include "charonia/simdata/Trace.h"

#include <algorithm>

namespace charonia::sim {

using simdata::StallClass;

class Recorder {
public:
  Recorder(int numPes, size_t numCommands, bool rows, uint64_t maxRows)
      : m_rows(rows), m_maxRows(maxRows) {
    trace.commandRuns.resize(numCommands, 0);
    moved.byCommand.resize(numCommands, 0);
    m_accounted.resize(static_cast<size_t>(numPes) * arch::kNumUnits, 0);
    trace.pes.resize(static_cast<size_t>(numPes));
  }

  /// Books the cycles of a unit that have no class yet, up to `upTo`.
  void account(size_t pe, size_t unit, uint64_t upTo, StallClass stall) {
    uint64_t &from = m_accounted[pe * arch::kNumUnits + unit];
    if (upTo > from) {
      trace.pes[pe].units[unit].cycles[static_cast<size_t>(stall)] += upTo - from;
      from = upTo;
    }
  }
  uint64_t accounted(size_t pe, size_t unit) const {
    return m_accounted[pe * arch::kNumUnits + unit];
  }

  static constexpr uint32_t kNoRow = 0xffffffffu;

  /// A command that starts; returns its row for setEnd().
  uint32_t startCommand(size_t pe, size_t unit, uint32_t command, uint64_t issued, uint64_t started,
                        uint32_t bytes, StallClass waited, uint32_t waitCb) {
    ++trace.pes[pe].units[unit].commands;
    ++trace.commandRuns[command];
    simdata::CommandColumns &c = trace.commands;
    if (!m_rows || full()) {
      return kNoRow;
    }
    c.pe.push_back(static_cast<uint16_t>(pe));
    c.unit.push_back(static_cast<uint8_t>(unit));
    c.command.push_back(command);
    c.issued.push_back(issued);
    c.started.push_back(started);
    c.ended.push_back(started);
    c.bytes.push_back(bytes);
    c.waitClass.push_back(static_cast<uint8_t>(waited));
    c.waitCb.push_back(waitCb);
    return static_cast<uint32_t>(c.size() - 1);
  }
  void setEnd(uint32_t row, uint64_t ended) {
    if (row != kNoRow) {
      trace.commands.ended[row] = ended;
    }
  }
  void setBytes(uint32_t row, uint64_t bytes) {
    if (row != kNoRow) {
      trace.commands.bytes[row] = static_cast<uint32_t>(std::min<uint64_t>(bytes, 0xffffffffu));
    }
  }

  void fill(size_t pe, size_t cb, uint64_t cycle, uint64_t filled, uint64_t reserved) {
    if (!m_rows || full()) {
      return;
    }
    simdata::CbColumns &c = trace.cbs;
    c.pe.push_back(static_cast<uint16_t>(pe));
    c.cb.push_back(static_cast<uint16_t>(cb));
    c.cycle.push_back(cycle);
    c.filled.push_back(static_cast<uint16_t>(filled));
    c.reserved.push_back(static_cast<uint16_t>(reserved));
  }

  simdata::Trace trace;
  MovedBytes moved;

private:
  bool full() {
    bool over = trace.commands.size() + trace.cbs.size() >= m_maxRows;
    trace.truncated |= over;
    return over;
  }

  bool m_rows;
  uint64_t m_maxRows;
  std::vector<uint64_t> m_accounted;
};

} // namespace charonia::sim

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of the stall classes, and traces as text.
#include "charonia/simdata/Trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace charonia::simdata {
namespace {

constexpr const char *kStallNames[] = {"busy",    "element", "space",   "port",  "issue",
                                       "blocked", "peer",    "drained", "launch"};
static_assert(std::size(kStallNames) == kNumStallClasses);

std::string commandName(const Trace &trace, uint32_t command) {
  return command < trace.commandNames.size() ? trace.commandNames[command]
                                             : fmt::format("command {}", command);
}

std::string bufferName(const Trace &trace, uint32_t cb) {
  return cb < trace.cbTable.size() ? trace.cbTable[cb].name : fmt::format("cb {}", cb);
}

/// A row as a line, with what it is sorted by.
struct Line {
  uint64_t cycle;
  std::string text;
  auto operator<=>(const Line &) const = default;
};

void appendTotals(const Trace &trace, std::string &text) {
  for (size_t pe = 0; pe < trace.pes.size(); ++pe) {
    const PeTotals &totals = trace.pes[pe];
    text += fmt::format("pe {}: finished {}, pids {}, read {}, written {}, scalar {}\n", pe,
                        totals.finished, totals.pids, totals.dmaReadBytes, totals.dmaWriteBytes,
                        totals.scalarBytes);
    for (Unit unit : arch::kAllUnits) {
      const UnitTotals &of = totals.units[static_cast<size_t>(unit)];
      if (of.commands == 0 && of.cycles[0] == 0) {
        continue;
      }
      text += fmt::format("  {}: {} commands", arch::name(unit), of.commands);
      for (unsigned c = 0; c < kNumStallClasses; ++c) {
        if (of.cycles[c] > 0) {
          text += fmt::format(", {} {}", kStallNames[c], of.cycles[c]);
        }
      }
      text += "\n";
    }
  }
  for (const ResourceTotals &resource : trace.resources) {
    if (resource.bytes > 0) {
      text += fmt::format("{}: {} bytes, busy {:.1f}\n", resource.name, resource.bytes,
                          resource.busyCycles);
    }
  }
}

} // namespace

const char *name(StallClass stallClass) {
  const auto index = static_cast<size_t>(stallClass);
  return index < kNumStallClasses ? kStallNames[index] : "?";
}

bool findStallClass(std::string_view spelling, StallClass &stallClass) {
  for (unsigned c = 0; c < kNumStallClasses; ++c) {
    if (spelling == kStallNames[c]) {
      stallClass = static_cast<StallClass>(c);
      return true;
    }
  }
  return false;
}

std::string toText(const Trace &trace) {
  std::string text = fmt::format("{} on {}, {} x {} PEs: {} cycles, launch {}{}\n", trace.kernel,
                                 trace.hardware, trace.rows, trace.columns, trace.makespan,
                                 trace.launchCycles, trace.truncated ? ", truncated" : "");
  appendTotals(trace, text);
  std::vector<Line> lines;
  const CommandColumns &c = trace.commands;
  for (size_t i = 0; i < c.size(); ++i) {
    std::string wait = name(static_cast<StallClass>(c.waitClass[i]));
    if (c.waitCb[i] != program::kNone) {
      wait += " " + bufferName(trace, c.waitCb[i]);
    }
    lines.push_back(
        {c.started[i],
         fmt::format("{:>8} pe {} {}: {}, issued {}, until {}, {} bytes, after {}\n", c.started[i],
                     c.pe[i], arch::name(static_cast<Unit>(c.unit[i])),
                     commandName(trace, c.command[i]), c.issued[i], c.ended[i], c.bytes[i], wait)});
  }
  const CbColumns &b = trace.cbs;
  for (size_t i = 0; i < b.size(); ++i) {
    lines.push_back(
        {b.cycle[i], fmt::format("{:>8} pe {} {}: {} filled, {} reserved\n", b.cycle[i], b.pe[i],
                                 bufferName(trace, b.cb[i]), b.filled[i], b.reserved[i])});
  }
  std::sort(lines.begin(), lines.end());
  for (const Line &line : lines) {
    text += line.text;
  }
  return text;
}

} // namespace charonia::simdata

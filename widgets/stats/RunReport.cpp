// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over PEs and units.
#include "widgets/stats/RunReport.h"

#include <algorithm>

namespace charonia::ui {

RunReport makeReport(const simdata::Trace &trace, double clockGhz) {
  RunReport report;
  report.kernel = trace.kernel;
  report.hardware = trace.hardware;
  report.cycles = trace.makespan;
  report.launchCycles = trace.launchCycles;
  report.clockGhz = clockGhz;
  report.pes = static_cast<int>(trace.pes.size());
  report.events = trace.events;
  report.truncated = trace.truncated;
  std::array<UnitReport, arch::kNumUnits> units;
  double finishSum = 0;
  double finishMax = 0;
  int running = 0;
  for (const simdata::PeTotals &pe : trace.pes) {
    report.pesUsed += pe.pids > 0 ? 1 : 0;
    report.pids += pe.pids;
    report.dmaReadBytes += pe.dmaReadBytes;
    report.dmaWriteBytes += pe.dmaWriteBytes;
    report.scalarBytes += pe.scalarBytes;
    // As the command line counts: PEs that ran nothing have no say in the balance.
    const double own = pe.finished > trace.launchCycles
                           ? static_cast<double>(pe.finished - trace.launchCycles)
                           : 0;
    finishSum += own;
    running += own > 0 ? 1 : 0;
    finishMax = std::max(finishMax, own);
    for (size_t u = 0; u < arch::kNumUnits; ++u) {
      units[u].unit = static_cast<arch::Unit>(u);
      units[u].commands += pe.units[u].commands;
      for (size_t c = 0; c < simdata::kNumStallClasses; ++c) {
        units[u].shares[c] += static_cast<double>(pe.units[u].cycles[c]);
      }
    }
  }
  const double mean = running == 0 ? 0 : finishSum / running;
  report.maxOverMean = mean > 0 ? finishMax / mean : 1;
  const double all = static_cast<double>(trace.makespan) * static_cast<double>(trace.pes.size());
  for (UnitReport &unit : units) {
    for (double &share : unit.shares) {
      share = all > 0 ? share / all : 0;
    }
    unit.busy = unit.shares[0];
    if (unit.commands > 0 || unit.busy > 0) {
      report.units.push_back(unit);
    }
  }
  report.resources = trace.resources;
  std::stable_sort(report.resources.begin(), report.resources.end(),
                   [](const auto &a, const auto &b) { return a.busyCycles > b.busyCycles; });
  return report;
}

} // namespace charonia::ui

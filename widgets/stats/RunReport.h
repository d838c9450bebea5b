// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of one run as values: what the report panel shows.
#pragma once

#include "charonia/launch/Memory.h"
#include "charonia/simdata/Trace.h"

#include <string>
#include <vector>

namespace charonia::ui {

struct UnitReport {
  arch::Unit unit = arch::Unit::Core0;
  double busy = 0; ///< mean share of the makespan over all PEs
  std::array<double, simdata::kNumStallClasses> shares{}; ///< mean shares, Busy included
  uint64_t commands = 0;
};

struct RunReport {
  std::string kernel, mapping, policy, hardware;
  uint64_t cycles = 0, launchCycles = 0;
  double clockGhz = 0;
  double maxOverMean =
      1; ///< finish time after the launch, slowest PE over the mean of those that ran anything
  int pesUsed = 0, pes = 0;
  uint64_t pids = 0;
  uint64_t dmaReadBytes = 0, dmaWriteBytes = 0, scalarBytes = 0;
  std::vector<UnitReport> units;                  ///< that issued commands or were busy
  std::vector<simdata::ResourceTotals> resources; ///< busiest first
  std::string rooflineLevel;                      ///< what bounds the run at best; empty: not known
  double rooflineCycles = 0;                      ///< the least time that the machine needs
  // Comparison with what the launch file expects.
  bool compared = false;
  std::vector<launch::Mismatch> mismatches;
  uint64_t events = 0;
  double simulationSeconds = 0;
  bool truncated = false;
};

/// Figures of a trace; the caller adds mapping, policy and the comparison.
RunReport makeReport(const simdata::Trace &trace, double clockGhz);

} // namespace charonia::ui

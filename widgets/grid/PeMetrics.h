// SPDX-License-Identifier: GPL-3.0-or-later
// What a PE can be coloured by, computed from a trace's totals.
#pragma once

#include "charonia/simdata/Trace.h"

#include <QString>

#include <vector>

namespace charonia::ui {

/// A quantity of one PE. The stall classes follow in the order of simdata::StallClass.
enum class Metric : uint8_t {
  Busy,
  FinishTime,
  DmaBytes,
  Pids,
  Element,
  Space,
  Port,
  Issue,
  Blocked,
  Peer,
  Drained,
  Launch
};
inline constexpr int kNumMetrics = 12;

/// Value of every PE and how to read it.
struct MetricValues {
  std::vector<double> values; ///< by PE id; a share for stall classes and Busy
  double lowest = 0, highest = 0, mean = 0;
  double scaleMin = 0, scaleMax = 1; ///< ends of the colour scale
  bool isShare = false;
  arch::Unit unit = arch::Unit::Core0; ///< unit that shares are of
  /// Slowest over mean; 1 if all are equal or there is nothing.
  double maxOverMean() const { return mean > 0 ? highest / mean : 1; }
};

/// The unit with the most busy cycles over all PEs.
arch::Unit busiestUnit(const simdata::Trace &trace);

/// Values of `metric`; shares are cycles of `unit` over the makespan.
MetricValues metricValues(const simdata::Trace &trace, Metric metric, arch::Unit unit);

/// Name for choosers ("Busy", "Waits for input"), and a sentence that explains it.
QString metricName(Metric metric);
QString metricDescription(Metric metric, arch::Unit unit);
/// A value as text; `brief` for cells.
QString metricText(Metric metric, double value, bool brief);
/// Screen name of a unit: "DPE", "FI read".
QString unitName(arch::Unit unit);
/// Screen name of a stall class: "waits for input".
QString stallName(simdata::StallClass stallClass);

} // namespace charonia::ui

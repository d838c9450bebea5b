// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of a trace as lanes, one per PE and unit, ready to paint: intervals in order of time
// with prefix sums, so that the busy share of any span costs two binary searches. Built off the GUI
// thread; no Qt here.
#pragma once

#include "charonia/simdata/Trace.h"

#include <span>
#include <stop_token>
#include <vector>

namespace charonia::ui {

/// One command on a unit.
struct Interval {
  uint64_t begin = 0, end = 0; ///< cycles
  uint64_t busyBefore = 0;     ///< busy cycles of the lane before `begin`
  uint64_t bytes = 0;
  uint32_t command = 0; ///< index into Program::commands
  uint32_t waitCb = program::kNone;
  simdata::StallClass wait = simdata::StallClass::Busy; ///< of the gap before `begin`
};

class ScheduleData {
public:
  static ScheduleData build(simdata::TraceRef trace, std::stop_token stop = {});

  const simdata::TraceRef &trace() const { return m_trace; }
  std::span<const Interval> lane(int pe, arch::Unit unit) const;
  /// Units that did anything on some PE, in queue order.
  const std::vector<arch::Unit> &units() const { return m_units; }

  /// First interval that ends after `cycle`.
  static size_t firstAfter(std::span<const Interval> lane, double cycle);
  /// Busy cycles of the lane in [0, cycle).
  static double busyUpTo(std::span<const Interval> lane, double cycle);
  /// Interval that holds `cycle`, or -1.
  static std::ptrdiff_t at(std::span<const Interval> lane, double cycle);

private:
  simdata::TraceRef m_trace;
  std::vector<Interval> m_intervals;
  std::vector<size_t> m_offsets; ///< of (pe * kNumUnits + unit), one more at the end
  std::vector<arch::Unit> m_units;
};

/// Busy share (0 to 1) of each pixel of [begin, end) in one sweep.
std::vector<float> busyByPixel(std::span<const Interval> lane, double begin, double end,
                               int pixels);

} // namespace charonia::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The CB columns of a trace, indexed by PE and CB, with the figures that the panel prints. Built
// off the GUI thread; no Qt here.
#pragma once

#include "charonia/simdata/Trace.h"

#include <span>
#include <stop_token>
#include <vector>

namespace charonia::ui {

/// Fill of one CB of one PE from `cycle` on, until the next step.
struct CbStep {
  uint64_t cycle = 0;
  uint16_t filled = 0, reserved = 0;
};

/// What one CB of one PE did over the run.
struct CbSummary {
  uint16_t highWater = 0; ///< most slots reserved or filled at once
  double fullShare = 0;   ///< of the makespan: every slot reserved or filled
  double emptyShare = 0;  ///< of the makespan: nothing filled
  double meanFilled = 0;  ///< over the makespan
  bool used = false;
};

class CbData {
public:
  static CbData build(simdata::TraceRef trace, std::stop_token stop = {});

  const simdata::TraceRef &trace() const { return m_trace; }
  size_t cbCount() const { return m_trace ? m_trace->cbTable.size() : 0; }
  std::span<const CbStep> steps(int pe, size_t cb) const;
  CbSummary summary(int pe, size_t cb) const;
  /// Fill at `cycle`.
  CbStep at(int pe, size_t cb, uint64_t cycle) const;

private:
  simdata::TraceRef m_trace;
  std::vector<CbStep> m_steps;
  std::vector<size_t> m_offsets; ///< of (pe * cbCount + cb), one more at the end
};

} // namespace charonia::ui

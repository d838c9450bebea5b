// SPDX-License-Identifier: GPL-3.0-or-later
// Counting sort of CB rows by (PE, CB); rows of one CB are in order of time already.
#include "widgets/cb/CbData.h"

#include <algorithm>

namespace charonia::ui {

CbData CbData::build(simdata::TraceRef trace, std::stop_token stop) {
  CbData data;
  data.m_trace = std::move(trace);
  if (!data.m_trace) {
    return data;
  }
  const simdata::CbColumns &columns = data.m_trace->cbs;
  const size_t cbs = data.cbCount();
  const size_t pes = data.m_trace->pes.size();
  const auto valid = [&](size_t i) { return columns.pe[i] < pes && columns.cb[i] < cbs; };
  data.m_offsets.assign(pes * cbs + 1, 0);
  for (size_t i = 0; i < columns.size() && !stop.stop_requested(); ++i) {
    if (valid(i)) {
      ++data.m_offsets[columns.pe[i] * cbs + columns.cb[i] + 1];
    }
  }
  for (size_t k = 1; k < data.m_offsets.size(); ++k) {
    data.m_offsets[k] += data.m_offsets[k - 1];
  }
  std::vector<size_t> next(data.m_offsets.begin(), data.m_offsets.end() - 1);
  data.m_steps.resize(data.m_offsets.back());
  for (size_t i = 0; i < columns.size() && !stop.stop_requested(); ++i) {
    if (valid(i)) {
      data.m_steps[next[columns.pe[i] * cbs + columns.cb[i]]++] = {
          columns.cycle[i], columns.filled[i], columns.reserved[i]};
    }
  }
  for (size_t k = 0; k + 1 < data.m_offsets.size(); ++k) {
    const auto begin = data.m_steps.begin() + static_cast<std::ptrdiff_t>(data.m_offsets[k]);
    const auto end = data.m_steps.begin() + static_cast<std::ptrdiff_t>(data.m_offsets[k + 1]);
    const auto earlier = [](const CbStep &a, const CbStep &b) { return a.cycle < b.cycle; };
    if (!std::is_sorted(begin, end, earlier)) {
      std::stable_sort(begin, end, earlier);
    }
  }
  return data;
}

std::span<const CbStep> CbData::steps(int pe, size_t cb) const {
  const size_t index = static_cast<size_t>(pe) * cbCount() + cb;
  if (pe < 0 || cb >= cbCount() || index + 1 >= m_offsets.size()) {
    return {};
  }
  return {m_steps.data() + m_offsets[index], m_offsets[index + 1] - m_offsets[index]};
}

CbSummary CbData::summary(int pe, size_t cb) const {
  CbSummary summary;
  const std::span<const CbStep> rows = steps(pe, cb);
  if (rows.empty() || m_trace->makespan == 0) {
    return summary;
  }
  summary.used = true;
  const auto depth = static_cast<uint16_t>(std::max(1, m_trace->cbTable[cb].depth));
  uint64_t full = 0;
  uint64_t empty = std::min(rows.front().cycle, m_trace->makespan);
  double area = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    const uint64_t end =
        i + 1 < rows.size() ? rows[i + 1].cycle : std::max(m_trace->makespan, rows[i].cycle);
    const uint64_t length = end - rows[i].cycle;
    const uint16_t occupied = std::max(rows[i].filled, rows[i].reserved);
    summary.highWater = std::max(summary.highWater, occupied);
    full += occupied >= depth ? length : 0;
    empty += rows[i].filled == 0 ? length : 0;
    area += static_cast<double>(length) * rows[i].filled;
  }
  const auto makespan = static_cast<double>(m_trace->makespan);
  summary.fullShare = static_cast<double>(full) / makespan;
  summary.emptyShare = static_cast<double>(empty) / makespan;
  summary.meanFilled = area / makespan;
  return summary;
}

CbStep CbData::at(int pe, size_t cb, uint64_t cycle) const {
  const std::span<const CbStep> rows = steps(pe, cb);
  const auto next = std::upper_bound(rows.begin(), rows.end(), cycle,
                                     [](uint64_t c, const CbStep &s) { return c < s.cycle; });
  return next == rows.begin() ? CbStep{} : *(next - 1);
}

} // namespace charonia::ui

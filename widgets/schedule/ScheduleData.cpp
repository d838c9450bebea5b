// SPDX-License-Identifier: GPL-3.0-or-later
// Counting sort of commands into lanes and the sums over them.
#include "widgets/schedule/ScheduleData.h"

#include <algorithm>

namespace charonia::ui {

ScheduleData ScheduleData::build(simdata::TraceRef trace, std::stop_token stop) {
  ScheduleData data;
  data.m_trace = std::move(trace);
  if (!data.m_trace) {
    return data;
  }
  const simdata::CommandColumns &c = data.m_trace->commands;
  const size_t pes = data.m_trace->pes.size();
  const auto valid = [&](size_t i) { return c.pe[i] < pes && c.unit[i] < arch::kNumUnits; };
  const auto laneOf = [&](size_t i) {
    return static_cast<size_t>(c.pe[i]) * arch::kNumUnits + c.unit[i];
  };
  data.m_offsets.assign(pes * arch::kNumUnits + 1, 0);
  for (size_t i = 0; i < c.size() && !stop.stop_requested(); ++i) {
    if (valid(i)) {
      ++data.m_offsets[laneOf(i) + 1];
    }
  }
  std::array<bool, arch::kNumUnits> used{};
  for (size_t k = 1; k < data.m_offsets.size(); ++k) {
    used[(k - 1) % arch::kNumUnits] |= data.m_offsets[k] != 0;
    data.m_offsets[k] += data.m_offsets[k - 1];
  }
  for (const arch::Unit unit : arch::kAllUnits) {
    if (used[static_cast<size_t>(unit)]) {
      data.m_units.push_back(unit);
    }
  }
  data.m_intervals.resize(data.m_offsets.back());
  std::vector<size_t> next(data.m_offsets.begin(), data.m_offsets.end() - 1);
  for (size_t i = 0; i < c.size() && !stop.stop_requested(); ++i) {
    if (valid(i)) {
      Interval &interval = data.m_intervals[next[laneOf(i)]++];
      interval.begin = c.started[i];
      interval.end = std::max(c.started[i], c.ended[i]);
      interval.bytes = c.bytes[i];
      interval.command = c.command[i];
      interval.waitCb = c.waitCb[i];
      interval.wait = c.waitClass[i] < simdata::kNumStallClasses
                          ? static_cast<simdata::StallClass>(c.waitClass[i])
                          : simdata::StallClass::Busy;
    }
  }
  for (size_t k = 0; k + 1 < data.m_offsets.size(); ++k) {
    const auto begin = data.m_intervals.begin() + static_cast<std::ptrdiff_t>(data.m_offsets[k]);
    const auto end = data.m_intervals.begin() + static_cast<std::ptrdiff_t>(data.m_offsets[k + 1]);
    const auto earlier = [](const Interval &a, const Interval &b) { return a.begin < b.begin; };
    if (!std::is_sorted(begin, end, earlier)) {
      std::stable_sort(begin, end, earlier);
    }
    uint64_t busy = 0;
    uint64_t last = 0;
    for (auto it = begin; it != end; ++it) {
      // A unit that overlaps its commands is busy once, not twice.
      it->begin = std::max(it->begin, last);
      it->end = std::max(it->end, it->begin);
      last = it->end;
      it->busyBefore = busy;
      busy += it->end - it->begin;
    }
  }
  return data;
}

std::span<const Interval> ScheduleData::lane(int pe, arch::Unit unit) const {
  const size_t index = static_cast<size_t>(pe) * arch::kNumUnits + static_cast<size_t>(unit);
  if (pe < 0 || index + 1 >= m_offsets.size()) {
    return {};
  }
  return {m_intervals.data() + m_offsets[index], m_offsets[index + 1] - m_offsets[index]};
}

size_t ScheduleData::firstAfter(std::span<const Interval> lane, double cycle) {
  const auto found = std::partition_point(lane.begin(), lane.end(), [&](const Interval &i) {
    return static_cast<double>(i.end) <= cycle;
  });
  return static_cast<size_t>(found - lane.begin());
}

double ScheduleData::busyUpTo(std::span<const Interval> lane, double cycle) {
  const size_t index = firstAfter(lane, cycle);
  if (index == lane.size()) {
    return lane.empty()
               ? 0
               : static_cast<double>(lane.back().busyBefore + lane.back().end - lane.back().begin);
  }
  return static_cast<double>(lane[index].busyBefore) +
         std::max(0.0, cycle - static_cast<double>(lane[index].begin));
}

std::ptrdiff_t ScheduleData::at(std::span<const Interval> lane, double cycle) {
  const size_t index = firstAfter(lane, cycle);
  return index < lane.size() && static_cast<double>(lane[index].begin) <= cycle
             ? static_cast<std::ptrdiff_t>(index)
             : -1;
}

std::vector<float> busyByPixel(std::span<const Interval> lane, double begin, double end,
                               int pixels) {
  std::vector<float> shares(static_cast<size_t>(std::max(0, pixels)), 0.0F);
  const double width = (end - begin) / std::max(1, pixels);
  size_t index = ScheduleData::firstAfter(lane, begin);
  double before = ScheduleData::busyUpTo(lane, begin);
  for (size_t pixel = 0; pixel < shares.size() && index < lane.size(); ++pixel) {
    const double right = begin + width * static_cast<double>(pixel + 1);
    // Gallop, then search: many intervals lie in one pixel, or one interval spans many pixels.
    size_t stride = 1;
    while (index + stride < lane.size() && static_cast<double>(lane[index + stride].end) <= right) {
      stride *= 2;
    }
    const size_t limit = std::min(lane.size(), index + stride + 1);
    index += ScheduleData::firstAfter(lane.subspan(index, limit - index), right);
    const double busy =
        index == lane.size()
            ? static_cast<double>(lane.back().busyBefore + lane.back().end - lane.back().begin)
            : static_cast<double>(lane[index].busyBefore) +
                  std::max(0.0, right - static_cast<double>(lane[index].begin));
    shares[pixel] = static_cast<float>(std::clamp((busy - before) / width, 0.0, 1.0));
    before = busy;
  }
  return shares;
}

} // namespace charonia::ui

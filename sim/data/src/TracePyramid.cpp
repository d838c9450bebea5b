// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charonia/simdata/TracePyramid.h"

#include <algorithm>

namespace charonia::simdata {
namespace {

constexpr size_t kStride = 32; // segments between two kept sums
constexpr size_t kFan = 16;    // rows or entries that one entry of the next level covers

/// Calls `bucket(from, to)` for the parts of [from, to).
template <typename Bucket>
void forEachPart(uint64_t from, uint64_t to, size_t parts, Bucket bucket) {
  if (to <= from || parts == 0) {
    return;
  }
  const uint64_t length = to - from;
  const uint64_t count = std::min<uint64_t>(length, parts);
  // length / count and the rest apart, so that nothing overflows for any stretch.
  const uint64_t each = length / count, rest = length % count;
  uint64_t begin = from;
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t end = begin + each + (i < rest ? 1 : 0);
    bucket(begin, end);
    begin = end;
  }
}

} // namespace

StallClass UnitBucket::dominant() const {
  return static_cast<StallClass>(std::max_element(cycles.begin(), cycles.end()) - cycles.begin());
}

// --- Units ------------------------------------------------------------------------------------

void TracePyramid::UnitTrack::append(uint64_t start, StallClass stallClass) {
  if (!starts.empty() && starts.back() == start) { // the one before had no cycles
    starts.pop_back();
    classes.pop_back();
  }
  if (classes.empty() || classes.back() != stallClass) {
    starts.push_back(start);
    classes.push_back(stallClass);
  }
}

void TracePyramid::UnitTrack::fold() {
  Cycles sum{};
  for (size_t i = 0; i < starts.size(); ++i) {
    if (i > 0) {
      sum[static_cast<size_t>(classes[i - 1])] += starts[i] - starts[i - 1];
    }
    if (i % kStride == 0) {
      sums.push_back(sum);
    }
  }
}

TracePyramid::Cycles TracePyramid::UnitTrack::before(uint64_t cycle) const {
  const auto after = std::upper_bound(starts.begin(), starts.end(), cycle);
  if (after == starts.begin()) {
    return {};
  }
  const size_t last = static_cast<size_t>(after - starts.begin()) - 1;
  size_t i = last / kStride * kStride;
  Cycles sum = sums[last / kStride];
  for (; i < last; ++i) {
    sum[static_cast<size_t>(classes[i])] += starts[i + 1] - starts[i];
  }
  sum[static_cast<size_t>(classes[last])] += cycle - starts[last];
  return sum;
}

void TracePyramid::indexRows() {
  const CommandColumns &c = m_trace->commands;
  const size_t tracks = m_trace->pes.size() * arch::kNumUnits;
  m_firstRow.assign(tracks + 1, 0);
  const auto track = [&](size_t i) { return size_t{c.pe[i]} * arch::kNumUnits + c.unit[i]; };
  for (size_t i = 0; i < c.size(); ++i) {
    if (track(i) < tracks) {
      ++m_firstRow[track(i) + 1];
    }
  }
  for (size_t t = 0; t < tracks; ++t) {
    m_firstRow[t + 1] += m_firstRow[t];
  }
  m_rows.resize(m_firstRow.back());
  std::vector<size_t> next(m_firstRow.begin(), m_firstRow.end() - 1);
  for (size_t i = 0; i < c.size(); ++i) {
    if (track(i) < tracks) {
      m_rows[next[track(i)]++] = static_cast<uint32_t>(i);
    }
  }
  for (size_t t = 0; t < tracks; ++t) {
    std::sort(m_rows.begin() + static_cast<std::ptrdiff_t>(m_firstRow[t]),
              m_rows.begin() + static_cast<std::ptrdiff_t>(m_firstRow[t + 1]),
              [&](uint32_t a, uint32_t b) {
                return std::pair(c.started[a], a) < std::pair(c.started[b], b);
              });
  }
}

void TracePyramid::buildUnits() {
  const CommandColumns &c = m_trace->commands;
  m_units.resize(m_trace->pes.size() * arch::kNumUnits);
  for (size_t t = 0; t < m_units.size(); ++t) {
    UnitTrack &track = m_units[t];
    track.append(0, StallClass::Launch);
    uint64_t idleFrom = std::min(m_trace->launchCycles, m_trace->makespan);
    for (size_t r = m_firstRow[t]; r < m_firstRow[t + 1]; ++r) {
      const uint32_t row = m_rows[r];
      const uint64_t started = c.started[row], ended = std::min(c.ended[row], m_trace->makespan);
      if (started > idleFrom) {
        const uint64_t issued = std::clamp(c.issued[row], idleFrom, started);
        if (issued > idleFrom) {
          track.append(idleFrom, StallClass::Issue);
        }
        const auto wait = static_cast<StallClass>(c.waitClass[row]);
        if (issued < started) {
          track.append(issued, wait == StallClass::Busy ? StallClass::Issue : wait);
        }
      }
      if (ended > std::max(started, idleFrom)) {
        track.append(std::max(started, idleFrom), StallClass::Busy);
        idleFrom = ended;
      }
    }
    // What follows the last command: waiting for others until this PE is done.
    const uint64_t finished = std::clamp(m_trace->pes[t / arch::kNumUnits].finished, idleFrom,
                                         std::max(idleFrom, m_trace->makespan));
    if (finished > idleFrom) {
      track.append(idleFrom, StallClass::Issue);
    }
    track.append(finished, StallClass::Drained);
    track.fold();
  }
}

size_t TracePyramid::trackOf(int pe, Unit unit) const {
  const bool known = pe >= 0 && static_cast<size_t>(pe) < m_trace->pes.size() &&
                     static_cast<unsigned>(unit) < arch::kNumUnits;
  return known ? static_cast<size_t>(pe) * arch::kNumUnits + static_cast<size_t>(unit)
               : m_units.size();
}

std::vector<UnitBucket> TracePyramid::query(int pe, Unit unit, uint64_t from, uint64_t to,
                                            size_t buckets) const {
  std::vector<UnitBucket> result;
  const size_t t = trackOf(pe, unit);
  if (t == m_units.size() || to <= from) {
    return result;
  }
  Cycles last = m_units[t].before(from);
  forEachPart(from, to, buckets, [&](uint64_t begin, uint64_t end) {
    const Cycles now = m_units[t].before(end);
    UnitBucket bucket{begin, end, {}};
    for (size_t c = 0; c < kNumStallClasses; ++c) {
      bucket.cycles[c] = now[c] - last[c];
    }
    last = now;
    result.push_back(bucket);
  });
  return result;
}

std::span<const uint32_t> TracePyramid::rows(int pe, Unit unit) const {
  const size_t t = trackOf(pe, unit);
  if (t == m_units.size()) {
    return {};
  }
  return std::span(m_rows).subspan(m_firstRow[t], m_firstRow[t + 1] - m_firstRow[t]);
}

std::span<const uint32_t> TracePyramid::rows(int pe, Unit unit, uint64_t from, uint64_t to) const {
  const std::span<const uint32_t> all = rows(pe, unit);
  const CommandColumns &c = m_trace->commands;
  // Commands of a unit complete in order, so that ends ascend as starts do.
  const auto first = std::partition_point(all.begin(), all.end(),
                                          [&](uint32_t row) { return c.ended[row] <= from; });
  const auto last =
      std::partition_point(first, all.end(), [&](uint32_t row) { return c.started[row] < to; });
  return std::span(first, last);
}

// --- CBs --------------------------------------------------------------------------------------

void TracePyramid::Extremes::include(const Extremes &other) {
  minFilled = std::min(minFilled, other.minFilled);
  maxFilled = std::max(maxFilled, other.maxFilled);
  minReserved = std::min(minReserved, other.minReserved);
  maxReserved = std::max(maxReserved, other.maxReserved);
}

void TracePyramid::CbTrack::fold() {
  while (levels.back().size() > kFan) {
    const std::vector<Extremes> &below = levels.back();
    std::vector<Extremes> level;
    for (size_t i = 0; i < below.size(); i += kFan) {
      Extremes extremes = below[i];
      for (size_t k = i + 1; k < std::min(i + kFan, below.size()); ++k) {
        extremes.include(below[k]);
      }
      level.push_back(extremes);
    }
    levels.push_back(std::move(level));
  }
}

TracePyramid::Extremes TracePyramid::CbTrack::within(size_t first, size_t last) const {
  Extremes result = levels[0][first];
  for (size_t level = 0; first < last; ++level) {
    const std::vector<Extremes> &entries = levels[level];
    const bool top = level + 1 == levels.size();
    while (first < last && (top || first % kFan != 0)) {
      result.include(entries[first++]);
    }
    while (first < last && last % kFan != 0) {
      result.include(entries[--last]);
    }
    first /= kFan;
    last /= kFan;
  }
  return result;
}

void TracePyramid::buildCbs() {
  const CbColumns &c = m_trace->cbs;
  const size_t perPe = m_trace->cbTable.size();
  m_cbs.resize(m_trace->pes.size() * perPe);
  std::vector<uint32_t> order;
  for (size_t i = 0; i < c.size(); ++i) {
    if (c.cb[i] < perPe && c.pe[i] < m_trace->pes.size()) {
      order.push_back(static_cast<uint32_t>(i));
    }
  }
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::pair(c.cycle[a], a) < std::pair(c.cycle[b], b);
  });
  for (CbTrack &track : m_cbs) { // every CB starts empty
    track.cycles.push_back(0);
    track.levels.push_back({{0, 0, 0, 0}});
  }
  for (uint32_t i : order) {
    CbTrack &track = m_cbs[c.pe[i] * perPe + c.cb[i]];
    track.cycles.push_back(c.cycle[i]);
    track.levels[0].push_back({c.filled[i], c.filled[i], c.reserved[i], c.reserved[i]});
  }
  for (CbTrack &track : m_cbs) {
    track.fold();
  }
}

std::vector<CbBucket> TracePyramid::queryCb(int pe, uint32_t cb, uint64_t from, uint64_t to,
                                            size_t buckets) const {
  std::vector<CbBucket> result;
  const size_t perPe = m_trace->cbTable.size();
  if (pe < 0 || static_cast<size_t>(pe) >= m_trace->pes.size() || cb >= perPe) {
    return result;
  }
  const CbTrack &track = m_cbs[static_cast<size_t>(pe) * perPe + cb];
  const auto rowAfter = [&](uint64_t cycle) {
    return static_cast<size_t>(std::upper_bound(track.cycles.begin(), track.cycles.end(), cycle) -
                               track.cycles.begin());
  };
  forEachPart(from, to, buckets, [&](uint64_t begin, uint64_t end) {
    // The row in force at `begin`, and those that follow before `end`.
    const Extremes e = track.within(rowAfter(begin) - 1, rowAfter(end - 1));
    result.push_back({begin, end, e.minFilled, e.maxFilled, e.minReserved, e.maxReserved});
  });
  return result;
}

std::shared_ptr<const TracePyramid> TracePyramid::build(TraceRef trace) {
  auto pyramid = std::make_shared<TracePyramid>();
  pyramid->m_trace = std::move(trace);
  pyramid->indexRows();
  pyramid->buildUnits();
  pyramid->buildCbs();
  return pyramid;
}

} // namespace charonia::simdata

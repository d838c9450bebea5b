// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A trace folded so that any stretch of time can be painted at any zoom without touching every row.
// Built once, off the GUI thread; immutable afterwards, so that any thread may query it.
#pragma once

#include "charonia/simdata/Trace.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace charonia::simdata {

/// A stretch of time of one unit: cycles by stall class. A class with any cycle in the stretch has
/// a count above 0, so that rare events never vanish.
struct UnitBucket {
  uint64_t from = 0, to = 0; ///< [from, to)
  std::array<uint64_t, kNumStallClasses> cycles{};

  double fraction(StallClass c) const {
    return to > from ? static_cast<double>(cycles[static_cast<size_t>(c)]) /
                           static_cast<double>(to - from)
                     : 0;
  }
  /// The class with most cycles; of equal ones the first.
  StallClass dominant() const;
};

/// A stretch of time of one CB: least and most fill within it.
struct CbBucket {
  uint64_t from = 0, to = 0;
  uint16_t minFilled = 0, maxFilled = 0, minReserved = 0, maxReserved = 0;
};

class TracePyramid {
public:
  /// Keeps the trace: rows() refer to it.
  static std::shared_ptr<const TracePyramid> build(TraceRef trace);

  const Trace &trace() const { return *m_trace; }

  /// The stretch [from, to) in at most `buckets` parts of equal length (at least a cycle each).
  /// Cycles between commands count as the class that the next command waited for; those before a
  /// command was issued as Issue; before the first instruction as Launch, after the PE's last
  /// completion as Drained. Empty for an empty stretch or a PE that there is not.
  std::vector<UnitBucket> query(int pe, Unit unit, uint64_t from, uint64_t to,
                                size_t buckets) const;

  std::vector<CbBucket> queryCb(int pe, uint32_t cb, uint64_t from, uint64_t to,
                                size_t buckets) const;

  /// Rows of Trace::commands of one unit in order of start; those that overlap [from, to).
  std::span<const uint32_t> rows(int pe, Unit unit) const;
  std::span<const uint32_t> rows(int pe, Unit unit, uint64_t from, uint64_t to) const;

private:
  using Cycles = std::array<uint64_t, kNumStallClasses>;

  /// One unit's time as segments of one class each. Sums of every kStride-th segment's start are
  /// kept, so that the sum at any cycle takes a binary search and a few steps.
  struct UnitTrack {
    std::vector<uint64_t> starts;
    std::vector<StallClass> classes;
    std::vector<Cycles> sums;
    void append(uint64_t start, StallClass stallClass);
    void fold();
    Cycles before(uint64_t cycle) const; ///< cycles of each class in [0, cycle)
  };

  struct Extremes {
    uint16_t minFilled, maxFilled, minReserved, maxReserved;
    void include(const Extremes &other);
  };
  /// One CB's fill: rows in order of time, above them levels of extremes of kFan rows each.
  struct CbTrack {
    std::vector<uint64_t> cycles;
    std::vector<std::vector<Extremes>> levels;
    void fold();
    Extremes within(size_t first, size_t last) const; ///< of rows [first, last), not empty
  };

  void indexRows();
  void buildUnits();
  void buildCbs();
  size_t trackOf(int pe, Unit unit) const;

  TraceRef m_trace;
  std::vector<uint32_t> m_rows;   ///< by track, then start
  std::vector<size_t> m_firstRow; ///< of each track, and one past the last
  std::vector<UnitTrack> m_units;
  std::vector<CbTrack> m_cbs; ///< pe * CBs + cb
};

} // namespace charonia::simdata

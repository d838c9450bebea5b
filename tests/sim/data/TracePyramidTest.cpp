// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The folded trace against a plain walk over every cycle.
#include "charonia/simdata/TracePyramid.h"
#include "SampleTrace.h"

#include <gmock/gmock.h>

#include <random>

using namespace charonia;
using namespace charonia::simdata;
using namespace charonia::simdata::test;

namespace {

using Cycles = std::array<uint64_t, kNumStallClasses>;

TEST(TracePyramid, ClassesOfTheSample) {
  auto pyramid = TracePyramid::build(std::make_shared<const Trace>(sampleTrace()));
  const auto all = pyramid->query(0, Unit::FiRead, 0, 1000, 1);
  ASSERT_EQ(all.size(), 1u);
  // launch 0-100, issue 100-110, port 110-120, busy 120-320, issue 320-330, space 330-350,
  // busy 350-450, issue 450-900, drained 900-1000
  EXPECT_EQ(all[0].cycles, (Cycles{300, 0, 20, 10, 470, 0, 0, 100, 100}));
  EXPECT_EQ(all[0].dominant(), StallClass::Issue);
  const auto parts = pyramid->query(0, Unit::Dpe, 300, 340, 2);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].cycles, (Cycles{0, 20}));
  EXPECT_EQ(parts[1].cycles, (Cycles{20}));
  EXPECT_EQ(parts[1].fraction(StallClass::Busy), 1.0);
}

TEST(TracePyramid, IdlePeIsLaunchThenIssueThenDrained) {
  auto pyramid = TracePyramid::build(std::make_shared<const Trace>(sampleTrace()));
  const auto all = pyramid->query(1, Unit::Se, 0, 1000, 1);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].cycles, (Cycles{0, 0, 0, 0, 400, 0, 0, 500, 100}));
}

Trace randomTrace(size_t rows) {
  Trace t = sampleTrace();
  t.commands = {};
  t.cbs = {};
  std::mt19937 random(7);
  uint64_t cycle = 100;
  for (size_t i = 0; i < rows; ++i) {
    cycle += random() % 6;
    const uint64_t ended = cycle + 1 + random() % 9;
    addCommand(t, 0, Unit::Dpe, 1, cycle - random() % 5, cycle, ended, 0,
               static_cast<StallClass>(random() % kNumStallClasses), program::kNone);
    addFill(t, 0, 0, cycle, static_cast<uint16_t>(random() % 100), 100);
    cycle = ended;
  }
  t.makespan = cycle + 50;
  t.pes[0].finished = cycle + 20;
  return t;
}

TEST(TracePyramid, AnyZoomSumsTheSameCycles) {
  auto trace = std::make_shared<const Trace>(randomTrace(2000));
  auto pyramid = TracePyramid::build(trace);
  // The finest zoom: one class a cycle.
  const auto fine = pyramid->query(0, Unit::Dpe, 0, trace->makespan, trace->makespan);
  ASSERT_EQ(fine.size(), trace->makespan);
  uint64_t busy = 0;
  for (size_t i = 0; i < trace->commands.size(); ++i) {
    busy += trace->commands.ended[i] - trace->commands.started[i];
  }
  uint64_t fineBusy = 0;
  for (const UnitBucket &bucket : fine) {
    ASSERT_EQ(std::count(bucket.cycles.begin(), bucket.cycles.end(), 1u), 1);
    fineBusy += bucket.cycles[0];
  }
  EXPECT_EQ(fineBusy, busy);
  for (size_t buckets : {1, 7, 100, 999}) {
    const uint64_t from = 137, to = trace->makespan - 11;
    uint64_t at = from;
    for (const UnitBucket &bucket : pyramid->query(0, Unit::Dpe, from, to, buckets)) {
      EXPECT_EQ(bucket.from, at);
      Cycles expected{};
      for (; at < bucket.to; ++at) {
        for (size_t c = 0; c < kNumStallClasses; ++c) {
          expected[c] += fine[at].cycles[c];
        }
      }
      ASSERT_EQ(bucket.cycles, expected) << buckets << " buckets, from " << bucket.from;
    }
    EXPECT_EQ(at, to);
  }
}

TEST(TracePyramid, RareFillNeverVanishes) {
  auto trace = std::make_shared<const Trace>(randomTrace(5000));
  auto pyramid = TracePyramid::build(trace);
  std::vector<uint16_t> fill(trace->makespan, 0);
  for (size_t i = 0; i < trace->cbs.size(); ++i) {
    std::fill(fill.begin() + std::ptrdiff_t(trace->cbs.cycle[i]), fill.end(), trace->cbs.filled[i]);
  }
  for (size_t buckets : {1, 3, 50, 777}) {
    for (const CbBucket &bucket : pyramid->queryCb(0, 0, 90, trace->makespan, buckets)) {
      const auto [least, most] = std::minmax_element(fill.begin() + std::ptrdiff_t(bucket.from),
                                                     fill.begin() + std::ptrdiff_t(bucket.to));
      ASSERT_EQ(bucket.minFilled, *least) << bucket.from;
      ASSERT_EQ(bucket.maxFilled, *most) << bucket.from;
    }
  }
}

TEST(TracePyramid, RowsOfAStretch) {
  auto pyramid = TracePyramid::build(std::make_shared<const Trace>(sampleTrace()));
  EXPECT_THAT(pyramid->rows(0, Unit::FiRead), testing::ElementsAre(0, 2));
  EXPECT_THAT(pyramid->rows(0, Unit::FiRead, 320, 350), testing::IsEmpty());
  EXPECT_THAT(pyramid->rows(0, Unit::FiRead, 319, 351), testing::ElementsAre(0, 2));
  EXPECT_THAT(pyramid->rows(0, Unit::FiRead, 400, 401), testing::ElementsAre(2));
}

TEST(TracePyramid, AnyQueryIsDefined) {
  auto pyramid = TracePyramid::build(std::make_shared<const Trace>(sampleTrace()));
  EXPECT_TRUE(pyramid->query(-1, Unit::Se, 0, 10, 5).empty());
  EXPECT_TRUE(pyramid->query(2, Unit::Se, 0, 10, 5).empty());
  EXPECT_TRUE(pyramid->query(0, Unit::Se, 10, 10, 5).empty());
  EXPECT_TRUE(pyramid->query(0, Unit::Se, 0, 10, 0).empty());
  EXPECT_EQ(pyramid->query(0, Unit::Se, 0, UINT64_MAX, 3).size(), 3u);
  EXPECT_TRUE(pyramid->queryCb(0, 1, 0, 10, 5).empty());
  EXPECT_EQ(pyramid->queryCb(1, 0, 0, 10, 50).size(), 10u);
  auto empty = TracePyramid::build(std::make_shared<const Trace>());
  EXPECT_TRUE(empty->query(0, Unit::Se, 0, 10, 5).empty());
}

} // namespace

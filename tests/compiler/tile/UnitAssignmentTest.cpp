// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of units against brute force on random tables of costs, and cases known by hand.
#include "UnitAssignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace charonia::tile {
namespace {

/// What a search by hand finds: the least interval, and the least with other choices than those.
struct Least {
  double interval = -1, second = -1;
};

double largest(const std::vector<double> &loads) {
  return *std::max_element(loads.begin(), loads.end());
}

/// Cycles by resource as the header says them, written down once more.
std::vector<double> loadsByHand(const UnitProblem &problem, const std::vector<size_t> &chosen) {
  std::vector<double> loads = problem.fixed;
  for (size_t i = 0; i < chosen.size(); ++i) {
    for (size_t r = 0; r < loads.size(); ++r) {
      loads[r] += problem.items[i][chosen[i]].cycles[r];
    }
  }
  for (const UnitValue &value : problem.values) {
    const int home = problem.items[value.producer][chosen[value.producer]].place;
    int inMemory = 0;
    std::vector<int> registers;
    for (size_t consumer : value.consumers) {
      const int place = problem.items[consumer][chosen[consumer]].place;
      if (place < 0) {
        ++inMemory;
      } else if (place != home) {
        registers.push_back(place);
      }
    }
    std::sort(registers.begin(), registers.end());
    registers.erase(std::unique(registers.begin(), registers.end()), registers.end());
    const size_t reads = static_cast<size_t>(inMemory) + registers.size();
    loads[problem.memory] += reads ? value.cycles * static_cast<double>(reads + 1) : 0;
  }
  return loads;
}

double roomOf(const UnitProblem &problem, const std::vector<size_t> &chosen) {
  double room = 0;
  for (size_t i = 0; i < chosen.size(); ++i) {
    room += problem.items[i][chosen[i]].room;
  }
  return room;
}

void search(const UnitProblem &problem, std::vector<size_t> &chosen,
            std::vector<double> &intervals) {
  if (chosen.size() == problem.items.size()) {
    if (roomOf(problem, chosen) <= problem.room) {
      intervals.push_back(largest(loadsByHand(problem, chosen)));
    }
    return;
  }
  const size_t choices = problem.items[chosen.size()].size();
  for (size_t choice = 0; choice < choices; ++choice) {
    chosen.push_back(choice);
    search(problem, chosen, intervals);
    chosen.pop_back();
  }
}

UnitProblem randomProblem(std::mt19937 &random) {
  auto below = [&](unsigned limit) { return static_cast<size_t>(random() % limit); };
  UnitProblem problem;
  const size_t resources = 2 + below(4), items = 1 + below(7);
  problem.memory = resources - 1;
  problem.room = static_cast<double>(below(9));
  for (size_t r = 0; r < resources; ++r) {
    problem.fixed.push_back(static_cast<double>(below(50)));
  }
  for (size_t i = 0; i < items; ++i) {
    std::vector<UnitChoice> choices(1 + below(3));
    for (UnitChoice &choice : choices) {
      choice.place = static_cast<int>(below(3)) - 1;
      choice.room = static_cast<double>(&choice == &choices.back() ? 0 : below(5));
      for (size_t r = 0; r < resources; ++r) {
        choice.cycles.push_back(static_cast<double>(below(3) ? 0 : below(100)));
      }
    }
    problem.items.push_back(std::move(choices));
  }
  for (size_t i = 0; i + 1 < items; ++i) {
    UnitValue value{i, {}, static_cast<double>(below(20))};
    for (size_t consumer = i + 1; consumer < items; ++consumer) {
      if (below(2)) {
        value.consumers.push_back(consumer);
      }
    }
    problem.values.push_back(std::move(value));
  }
  return problem;
}

TEST(UnitAssignment, TryingAllFindsTheLeastAndTheNext) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const UnitProblem problem = randomProblem(random);
    std::vector<size_t> chosen;
    std::vector<double> intervals;
    search(problem, chosen, intervals);
    std::sort(intervals.begin(), intervals.end());
    const UnitAssignment found = assignUnits(problem, 10000);
    ASSERT_TRUE(found.exact);
    ASSERT_EQ(found.interval, intervals[0]) << "round " << round;
    ASSERT_EQ(found.bound, intervals[0]);
    ASSERT_EQ(found.loads, loadsByHand(problem, found.chosen));
    ASSERT_EQ(found.second.has_value(), intervals.size() > 1);
    if (found.second) {
      // The next best by all that counts may be longer than the next shortest only in a tie.
      ASSERT_EQ(*found.second, intervals[1]) << "round " << round;
    }
  }
}

TEST(UnitAssignment, StepByStepStaysBetweenBoundAndStart) {
  std::mt19937 random(11);
  int best = 0, rounds = 400;
  for (int round = 0; round < rounds; ++round) {
    const UnitProblem problem = randomProblem(random);
    std::vector<size_t> chosen, start;
    std::vector<double> intervals;
    search(problem, chosen, intervals);
    for (const auto &choices : problem.items) {
      start.push_back(choices.size() - 1);
    }
    const double least = *std::min_element(intervals.begin(), intervals.end());
    const UnitAssignment found = assignUnits(problem, 0);
    ASSERT_FALSE(found.exact);
    ASSERT_LE(found.bound, least) << "round " << round;
    ASSERT_GE(found.interval, least);
    ASSERT_LE(found.interval, largest(loadsByHand(problem, start)));
    ASSERT_EQ(found.interval, largest(loadsByHand(problem, found.chosen)));
    ASSERT_LE(roomOf(problem, found.chosen), problem.room);
    best += found.interval == least;
  }
  EXPECT_GE(best, rounds * 9 / 10); // seldom stuck
}

/// Two resources and memory; each item costs `first` on the one or `other` on the other.
UnitProblem twoUnits(size_t items, double first, double other) {
  UnitProblem problem;
  problem.fixed = {0, 0, 0};
  problem.memory = 2;
  for (size_t i = 0; i < items; ++i) {
    problem.items.push_back({{{first, 0, 0}, -1, 0}, {{0, other, 0}, 0, 0}});
  }
  return problem;
}

TEST(UnitAssignment, WorkIsSpreadOverUnits) {
  // 4 x 10 against 30 each: three on the first and one on the other.
  const UnitAssignment found = assignUnits(twoUnits(4, 10, 30), 100);
  EXPECT_EQ(found.interval, 30);
  EXPECT_EQ(std::count(found.chosen.begin(), found.chosen.end(), 1U), 1);
  EXPECT_EQ(found.chosen.back(), 1U); // the first choice as early as possible
}

TEST(UnitAssignment, LocalMemoryIsAUnit) {
  // The first unit would be faster, but its result would have to pass local memory.
  UnitProblem problem = twoUnits(2, 10, 20);
  problem.items[1] = {{{0, 20, 0}, 0, 0}};
  problem.values = {{0, {1}, 25}};
  EXPECT_EQ(assignUnits(problem, 100).chosen[0], 1U);
  problem.values[0].cycles = 5;
  EXPECT_EQ(assignUnits(problem, 100).chosen[0], 0U);
}

TEST(UnitAssignment, RoomIsKept) {
  UnitProblem problem = twoUnits(3, 1, 100);
  for (auto &choices : problem.items) {
    choices[0].room = 4;
  }
  problem.room = 8;
  const UnitAssignment found = assignUnits(problem, 100);
  EXPECT_EQ(std::count(found.chosen.begin(), found.chosen.end(), 0U), 2);
  EXPECT_EQ(found.interval, 100);
}

} // namespace
} // namespace charonia::tile

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UnitAssignment.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace charonia::tile {
namespace {

/// Cycles of local memory for `value`: written once if anyone needs it there, read once by each
/// place that does not hold it.
double traffic(const UnitProblem &problem, const UnitValue &value,
               const std::vector<size_t> &chosen) {
  auto placeOf = [&](size_t item) { return problem.items[item][chosen[item]].place; };
  const int home = placeOf(value.producer);
  std::vector<int> seen;
  size_t reads = 0;
  for (size_t consumer : value.consumers) {
    const int place = placeOf(consumer);
    const bool here = place >= 0 && (place == home || std::ranges::count(seen, place) != 0);
    if (!here) {
      ++reads;
      seen.push_back(place);
    }
  }
  return reads == 0 ? 0 : value.cycles * static_cast<double>(1 + reads);
}

/// An assignment with what it is judged by.
struct Candidate {
  std::vector<size_t> chosen;
  std::vector<double> loads;
  double interval = 0, total = 0;

  bool operator<(const Candidate &other) const {
    return std::tie(interval, total, chosen) < std::tie(other.interval, other.total, other.chosen);
  }
};

std::optional<Candidate> judge(const UnitProblem &problem, const std::vector<size_t> &chosen) {
  auto loads = unitLoads(problem, chosen);
  if (!loads) {
    return std::nullopt;
  }
  Candidate candidate{chosen, std::move(*loads)};
  for (double load : candidate.loads) {
    candidate.interval = std::max(candidate.interval, load);
    candidate.total += load;
  }
  return candidate;
}

/// The best two seen.
struct Best {
  std::optional<Candidate> first, second;

  void see(Candidate candidate) {
    if (!first || candidate < *first) {
      std::swap(first, second);
      first = std::move(candidate);
    } else if (!second || candidate < *second) {
      second = std::move(candidate);
    }
  }
};

/// The number of assignments, or more than `limit`.
size_t countOf(const UnitProblem &problem, size_t limit) {
  size_t count = 1;
  for (const auto &choices : problem.items) {
    if (choices.size() > limit / count) {
      return limit + 1;
    }
    count *= choices.size();
  }
  return count;
}

Best tryAll(const UnitProblem &problem) {
  Best best;
  std::vector<size_t> chosen(problem.items.size(), 0);
  while (true) {
    if (auto candidate = judge(problem, chosen)) {
      best.see(std::move(*candidate));
    }
    size_t item = chosen.size();
    while (item > 0 && ++chosen[item - 1] == problem.items[item - 1].size()) {
      chosen[--item] = 0;
    }
    if (item == 0) {
      return best;
    }
  }
}

/// From the choices without room, the best change of each item in turn, then of any one item as
/// long as that helps. Every round makes the candidate smaller, so that it ends.
Best improve(const UnitProblem &problem) {
  std::vector<size_t> start;
  for (const auto &choices : problem.items) {
    start.push_back(choices.size() - 1);
  }
  Candidate current = *judge(problem, start);
  auto changes = [&](size_t item, auto see) {
    std::vector<size_t> chosen = current.chosen;
    for (size_t choice = 0; choice < problem.items[item].size(); ++choice) {
      chosen[item] = choice;
      auto candidate = choice == current.chosen[item] ? std::nullopt : judge(problem, chosen);
      if (candidate) {
        see(std::move(*candidate));
      }
    }
  };
  for (size_t item = 0; item < problem.items.size(); ++item) {
    Candidate better = current;
    changes(item, [&](Candidate candidate) { better = std::min(better, candidate); });
    current = better;
  }
  while (true) {
    Best round;
    round.see(current);
    for (size_t item = 0; item < problem.items.size(); ++item) {
      changes(item, [&](Candidate candidate) { round.see(std::move(candidate)); });
    }
    if (round.first->chosen == current.chosen) {
      return round;
    }
    current = *round.first;
  }
}

/// What each resource has at least, and what all together have spread evenly.
double boundOf(const UnitProblem &problem) {
  std::vector<double> least = problem.fixed;
  double total = std::accumulate(least.begin(), least.end(), 0.0);
  for (const auto &choices : problem.items) {
    double cheapest = -1;
    std::vector<double> each = choices.front().cycles;
    for (const UnitChoice &choice : choices) {
      double sum = 0;
      for (size_t r = 0; r < each.size(); ++r) {
        each[r] = std::min(each[r], choice.cycles[r]);
        sum += choice.cycles[r];
      }
      cheapest = cheapest < 0 ? sum : std::min(cheapest, sum);
    }
    for (size_t r = 0; r < each.size(); ++r) {
      least[r] += each[r];
    }
    total += cheapest;
  }
  const double even = least.empty() ? 0 : total / static_cast<double>(least.size());
  return least.empty() ? 0 : std::max(even, *std::ranges::max_element(least));
}

} // namespace

std::optional<std::vector<double>> unitLoads(const UnitProblem &problem,
                                             const std::vector<size_t> &chosen) {
  std::vector<double> loads = problem.fixed;
  double room = 0;
  for (size_t item = 0; item < chosen.size(); ++item) {
    const UnitChoice &choice = problem.items[item][chosen[item]];
    room += choice.room;
    for (size_t r = 0; r < loads.size(); ++r) {
      loads[r] += choice.cycles[r];
    }
  }
  if (room > problem.room) {
    return std::nullopt;
  }
  for (const UnitValue &value : problem.values) {
    loads[problem.memory] += traffic(problem, value, chosen);
  }
  return loads;
}

UnitAssignment assignUnits(const UnitProblem &problem, size_t mostTries) {
  UnitAssignment result;
  result.exact = countOf(problem, mostTries) <= mostTries;
  const Best best = result.exact ? tryAll(problem) : improve(problem);
  result.chosen = best.first->chosen;
  result.loads = best.first->loads;
  result.interval = best.first->interval;
  result.bound = result.exact ? result.interval : boundOf(problem);
  if (best.second) {
    result.second = best.second->interval;
  }
  return result;
}

} // namespace charonia::tile

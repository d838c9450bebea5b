// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which unit does what in one iteration of a loop, so that the busiest unit has least to do. Knows
// numbers only; UnitProblems makes them of operations.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace charonia::tile {

/// One way to do an operation.
struct UnitChoice {
  std::vector<double> cycles; ///< by resource, as many as the problem has
  /// Where results stay without a trip through local memory: values pass free of charge between
  /// operations of one place. Negative: in local memory.
  int place = -1;
  double room = 0; ///< of what the problem's `room` limits
};

/// A tile that one operation makes for others.
struct UnitValue {
  size_t producer = 0;
  std::vector<size_t> consumers;
  double cycles = 0; ///< of local memory, to write it or to read it once
};

/// The operations of one iteration, each with its choices in order of preference.
struct UnitProblem {
  std::vector<double> fixed; ///< by resource: work without a choice
  std::vector<std::vector<UnitChoice>> items;
  std::vector<UnitValue> values;
  size_t memory = 0; ///< the resource that `UnitValue::cycles` loads
  double room = 0;   ///< the sum of the choices' `room` stays below or at this
};

struct UnitAssignment {
  std::vector<size_t> chosen;   ///< by item
  std::vector<double> loads;    ///< by resource
  double interval = 0;          ///< the largest load
  bool exact = false;           ///< found by trying all
  double bound = 0;             ///< no assignment has a smaller interval
  std::optional<double> second; ///< the interval of the next best assignment, if there is one
};

/// Cycles by resource of one assignment; none if it needs more room than there is.
std::optional<std::vector<double>> unitLoads(const UnitProblem &problem,
                                             const std::vector<size_t> &chosen);

/// The assignment of the smallest interval; among those, of the smallest sum of cycles, then of the
/// choices that come first. Tries all if there are no more than `mostTries`; else starts with the
/// best choice of one operation after the other and improves one at a time. An operation's last
/// choice takes no room, so that there is always an assignment.
UnitAssignment assignUnits(const UnitProblem &problem, size_t mostTries);

} // namespace charonia::tile

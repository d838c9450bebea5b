// SPDX-License-Identifier: GPL-3.0-or-later
// What two front ends made of one kernel, compared op by op.
#pragma once

#include <cstddef>
#include <string>

namespace charonia::app {

struct FrontendDiff {
  std::string text; ///< a unified difference, "" if there is none
  size_t ops = 0;   ///< ops that only one side has, or that differ
  /// What was compared: both texts line by line, the second with the first one's names.
  std::string builtin, upstream;
  std::string summary; ///< "3 ops differ"
};

/// Compares two printed `tt` modules. Numbers and names of values mean nothing, so the second text
/// gets the first one's names for the results of the same ops, and for results of other ops that
/// the same ops use in their place; what is left is called `%upstream_...`. An op whose operands
/// then differ, differs.
FrontendDiff diffFrontends(const std::string &builtin, const std::string &upstream);

} // namespace charonia::app

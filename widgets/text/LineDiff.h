// SPDX-License-Identifier: GPL-3.0-or-later
// The difference of two texts by lines: a shortest edit script (Myers, linear space). No Qt here,
// so that it can run on any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace charonia::ui {

/// One row of a diff. A line number that does not apply is -1; numbers are 0-based.
struct DiffRow {
  enum class Kind : uint8_t { Same, Removed, Added } kind = Kind::Same;
  int oldLine = -1, newLine = -1;
};

struct LineDiff {
  std::vector<std::string_view> oldLines, newLines; ///< views into the texts given
  std::vector<DiffRow> rows;
  int added = 0, removed = 0;
  /// The least number of edits was too large to find exactly in time; rows are right but not
  /// shortest.
  bool approximate = false;
};

/// Lines of a text without their ends; a final line end does not begin another line.
std::vector<std::string_view> splitLines(std::string_view text);

/// Compares two texts, which must outlive the result. Within a change, removed rows come first.
LineDiff diffLines(std::string_view before, std::string_view after);

} // namespace charonia::ui

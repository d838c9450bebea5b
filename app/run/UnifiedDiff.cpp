// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/UnifiedDiff.h"

#include "widgets/text/LineDiff.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::app {
namespace {

using ui::DiffRow;
constexpr size_t kContext = 3;

/// "12,5" of a hunk's head: first line (1-based) and number of lines. An empty range names the line
/// before it.
std::string rangeText(size_t first, size_t count) {
  return count == 1 ? std::to_string(first + 1)
                    : fmt::format("{},{}", count == 0 ? first : first + 1, count);
}

} // namespace

std::string unifiedDiff(std::string_view before, std::string_view after,
                        const std::string &beforeName, const std::string &afterName) {
  const ui::LineDiff diff = ui::diffLines(before, after);
  const std::vector<DiffRow> &rows = diff.rows;
  const auto changed = [&](size_t i) { return rows[i].kind != DiffRow::Kind::Same; };
  std::string text;
  size_t oldLine = 0, newLine = 0; // of the row at `at`
  size_t at = 0;
  while (at < rows.size()) {
    size_t change = at;
    while (change < rows.size() && !changed(change)) {
      ++change;
    }
    if (change == rows.size()) {
      break;
    }
    size_t begin = std::max(at, change - std::min(change, kContext));
    oldLine += begin - at; // what lies between is the same in both
    newLine += begin - at;
    size_t end = change, last = change;
    for (; end < rows.size() && end <= last + 2 * kContext; ++end) {
      last = changed(end) ? end : last;
    }
    end = std::min(rows.size(), last + kContext + 1);
    size_t oldCount = 0, newCount = 0;
    std::string body;
    for (size_t i = begin; i < end; ++i) {
      const bool removed = rows[i].kind == DiffRow::Kind::Removed;
      const bool added = rows[i].kind == DiffRow::Kind::Added;
      body += removed ? '-' : added ? '+' : ' ';
      body +=
          added ? diff.newLines[size_t(rows[i].newLine)] : diff.oldLines[size_t(rows[i].oldLine)];
      body += '\n';
      oldCount += !added;
      newCount += !removed;
    }
    text += text.empty() ? fmt::format("--- {}\n+++ {}\n", beforeName, afterName) : "";
    text += fmt::format("@@ -{} +{} @@\n{}", rangeText(oldLine, oldCount),
                        rangeText(newLine, newCount), body);
    oldLine += oldCount;
    newLine += newCount;
    at = end;
  }
  return text;
}

} // namespace charonia::app

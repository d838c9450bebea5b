// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Diagnostics with call chains, and near matches of names.
#include "Reporter.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::frontend {
namespace {

compiler::SourceRange rangeOf(const Reporter::Frame &frame) {
  return {frame.file, frame.place.line, frame.place.column, frame.place.endLine,
          frame.place.endColumn};
}

/// Insertions, deletions, replacements and swaps of neighbours.
size_t editDistance(const std::string &left, const std::string &right) {
  size_t width = right.size() + 1;
  std::vector<size_t> rows((left.size() + 1) * width);
  auto at = [&](size_t i, size_t j) -> size_t & { return rows[i * width + j]; };
  for (size_t i = 0; i <= left.size(); ++i) {
    for (size_t j = 0; j <= right.size(); ++j) {
      if (i == 0 || j == 0) {
        at(i, j) = i + j;
        continue;
      }
      size_t replaced = at(i - 1, j - 1) + (left[i - 1] == right[j - 1] ? 0 : 1);
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, replaced});
      bool swapped = i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
      if (swapped) {
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
      }
    }
  }
  return at(left.size(), right.size());
}

} // namespace

Value Reporter::fail(Code code, std::string message) {
  add(code, std::move(message), compiler::Severity::Error);
  return Value::poison();
}

void Reporter::add(Code code, std::string message, compiler::Severity severity) {
  compiler::Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.code = codeText(code);
  diagnostic.message = std::move(message);
  // The innermost frame of the user's own files is the place; what lies inside it becomes notes.
  size_t main = frames.size();
  while (main > 0 && frames[main - 1].library) {
    --main;
  }
  main = main == 0 ? (frames.empty() ? 0 : frames.size() - 1) : main - 1;
  if (!frames.empty()) {
    diagnostic.range = rangeOf(frames[main]);
    for (size_t i = main + 1; i < frames.size(); ++i) {
      diagnostic.notes.push_back({fmt::format("in `{}`", frames[i].function), rangeOf(frames[i])});
    }
    for (size_t i = main; i-- > 0;) {
      diagnostic.notes.push_back(
          {fmt::format("called from `{}`", frames[i].function), rangeOf(frames[i])});
    }
  }
  std::string key =
      fmt::format("{}:{}:{}:{}:{}", diagnostic.code, diagnostic.range.file,
                  diagnostic.range.beginLine, diagnostic.range.beginColumn, diagnostic.message);
  if (severity == compiler::Severity::Error) {
    ++m_errors;
  }
  if (m_seen.insert(key).second) {
    m_out.push_back(std::move(diagnostic));
  }
}

std::string nearest(const std::string &name, const std::vector<std::string> &candidates) {
  std::string best;
  size_t bestDistance = std::max<size_t>(1, name.size() / 3) + 1;
  if (name.size() > 100) {
    return best;
  }
  for (const std::string &candidate : candidates) {
    size_t distance = editDistance(name, candidate);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(const std::string &name, const std::vector<std::string> &candidates) {
  std::string found = nearest(name, candidates);
  return found.empty() ? "" : fmt::format("; did you mean `{}`?", found);
}

} // namespace charonia::frontend

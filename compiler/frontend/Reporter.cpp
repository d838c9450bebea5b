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

size_t editDistance(const std::string &left, const std::string &right) {
  std::vector<size_t> row(right.size() + 1);
  for (size_t j = 0; j <= right.size(); ++j) {
    row[j] = j;
  }
  for (size_t i = 1; i <= left.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= right.size(); ++j) {
      size_t above = row[j];
      row[j] =
          std::min({row[j] + 1, row[j - 1] + 1, diagonal + (left[i - 1] == right[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
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
  if (name.size() > 200) {
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

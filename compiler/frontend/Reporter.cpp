// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Diagnostics with call chains, and near matches of names.
#include "Reporter.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string_view>

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

void Reporter::noteNext(std::string message, const Place &place) {
  noteNext(std::move(message), frames.empty() ? "" : frames.back().file, place);
}

void Reporter::noteNext(std::string message, const std::string &file, const Place &place) {
  pendingNotes.push_back(
      {std::move(message), {file, place.line, place.column, place.endLine, place.endColumn}});
}

void Reporter::fixNext(std::string title, const Place &place, std::string text) {
  if (!frames.empty() && !frames.back().library) {
    fixNext(std::move(title), frames.back().file, place, std::move(text));
  }
}

void Reporter::fixNext(std::string title, const std::string &file, const Place &place,
                       std::string text) {
  if (place.line != 0) {
    pendingFixes.push_back({std::move(title),
                            {file, place.line, place.column, place.endLine, place.endColumn},
                            std::move(text)});
  }
}

size_t Reporter::userFrame() const {
  size_t main = frames.size();
  while (main > 0 && frames[main - 1].library) {
    --main;
  }
  return main == 0 ? (frames.empty() ? 0 : frames.size() - 1) : main - 1;
}

std::string Reporter::inUserWords(std::string message, size_t user, Code code) const {
  if (user + 1 >= frames.size() || !frames[user + 1].library) {
    return message;
  }
  const Frame &called = frames[user + 1];
  constexpr std::string_view kAssertion = "static assertion failed: ";
  if (code == Code::StaticAssert && message.rfind(kAssertion, 0) == 0) {
    message.erase(0, kAssertion.size());
  }
  // Functions that hand their arguments to one function: what is said of that holds for them.
  static const std::map<std::string, std::string_view, std::less<>> kWrapped = {
      {"zeros", "tl.full"},
      {"zeros_like", "tl.full"},
      {"ravel", "tl.reshape"},
      {"unsqueeze", "tl.expand_dims"},
      {"cumsum", "tl.associative_scan"},
      {"cumprod", "tl.associative_scan"},
      {"sum", "tl.reduce"},
      {"xor_sum", "tl.reduce"},
      {"reduce_or", "tl.reduce"},
      {"max", "tl.reduce"},
      {"min", "tl.reduce"},
      {"argmax", "tl.reduce"},
      {"argmin", "tl.reduce"}};
  std::string shown = called.function;
  bool language = called.file.find("triton_helpers") == std::string::npos &&
                  called.file.find("libdevice") == std::string::npos;
  shown.insert(0, language ? "tl." : "");
  auto wrapped = kWrapped.find(called.function);
  if (language && wrapped != kWrapped.end()) {
    size_t at = message.find(wrapped->second);
    if (at != std::string::npos) {
      return message.replace(at, wrapped->second.size(), shown);
    }
  }
  bool named = message.find(shown) != std::string::npos;
  return named ? message : fmt::format("`{}`: {}", shown, message);
}

void Reporter::add(Code code, std::string message, compiler::Severity severity) {
  compiler::Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.code = codeText(code);
  size_t main = userFrame();
  diagnostic.message = severity == compiler::Severity::Note
                           ? std::move(message)
                           : inUserWords(std::move(message), main, code);
  diagnostic.notes.swap(pendingNotes);
  diagnostic.fixes.swap(pendingFixes);
  pendingNotes.clear();
  pendingFixes.clear();
  if (!frames.empty()) {
    diagnostic.range = rangeOf(frames[main]);
    for (size_t i = main; i-- > 0;) {
      diagnostic.notes.push_back(
          {fmt::format("called from `{}`", frames[i].function), rangeOf(frames[i])});
    }
    for (size_t i = main + 1; i < frames.size(); ++i) { // the library's own code comes last
      diagnostic.notes.push_back({fmt::format("in `{}`", frames[i].function), rangeOf(frames[i])});
    }
  }
  std::string key =
      fmt::format("{}:{}:{}:{}:{}", diagnostic.code, diagnostic.range.file,
                  diagnostic.range.beginLine, diagnostic.range.beginColumn, diagnostic.message);
  if (severity == compiler::Severity::Error) {
    ++m_errors;
  }
  bool inLibrary = main + 1 < frames.size() && severity == compiler::Severity::Error;
  if (inLibrary) { // one error of a call of a library function: others follow from it
    key = fmt::format("{}:{}:{} in a library", diagnostic.range.file, diagnostic.range.beginLine,
                      diagnostic.range.beginColumn);
  }
  if (!m_seen.insert(key).second) {
    return;
  }
  compiler::SourceRange range = diagnostic.range;
  m_out.push_back(std::move(diagnostic));
  if (severity == compiler::Severity::Error && ++m_reported == kMaxErrors) {
    compiler::Diagnostic last;
    last.severity = compiler::Severity::Note;
    last.code = codeText(Code::TooManyErrors);
    last.message = fmt::format("stopped after {} errors", kMaxErrors);
    last.range = std::move(range);
    m_out.push_back(std::move(last));
  }
}

namespace {

std::string lowered(std::string text) {
  for (char &c : text) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return text;
}

/// Is `part` one of the words of `name`, which are joined by underscores?
bool isWordOf(const std::string &part, const std::string &name) {
  size_t at = name.find(part);
  if (part.size() < 4 || at == std::string::npos) {
    return false;
  }
  bool begins = at == 0 || name[at - 1] == '_', ends = at + part.size() == name.size();
  return begins && (ends || name[at + part.size()] == '_');
}

} // namespace

std::string nearest(const std::string &name, const std::vector<std::string> &candidates) {
  if (name.empty() || name.size() > 100) {
    return {};
  }
  std::string lower = lowered(name), best;
  for (const std::string &candidate : candidates) {
    if (candidate != name && lowered(candidate) == lower) {
      return candidate;
    }
  }
  size_t bestDistance = name.size() < 2 ? 0 : std::max<size_t>(1, name.size() / 3) + 1;
  for (const std::string &candidate : candidates) {
    if (candidate.size() < 2 || candidate == name) {
      continue;
    }
    size_t distance = editDistance(lower, lowered(candidate));
    if (distance < bestDistance && distance < candidate.size()) {
      bestDistance = distance;
      best = candidate;
    }
  }
  if (best.empty()) {
    for (const std::string &candidate : candidates) {
      if (isWordOf(lower, lowered(candidate)) || isWordOf(lowered(candidate), lower)) {
        return candidate;
      }
    }
  }
  return best;
}

std::string suggestion(const std::string &name, const std::vector<std::string> &candidates) {
  std::string found = nearest(name, candidates);
  return found.empty() ? "" : fmt::format("; did you mean `{}`?", found);
}

std::string listed(const std::vector<std::string> &names, const char *last) {
  std::string result;
  for (size_t i = 0; i < names.size(); ++i) {
    result += i == 0 ? "" : i + 1 == names.size() ? fmt::format(" {} ", last) : ", ";
    result += "`" + names[i] + "`";
  }
  return result;
}

std::string suggestionOrList(const std::string &name, const std::vector<std::string> &candidates) {
  std::string near = suggestion(name, candidates);
  if (!near.empty() || candidates.empty()) {
    return near;
  }
  return "; it has " + listed(candidates);
}

} // namespace charonia::frontend

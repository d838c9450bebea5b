// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/Excerpt.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace charonia::app {
namespace {

constexpr size_t kMaxLine = 160; ///< bytes of a line that is shown
constexpr uintmax_t kMaxFile = 16u << 20;

struct Letter {
  uint32_t code = 0;
  size_t bytes = 1;
};

/// The letter that begins at `at`; a stray byte stands for itself.
Letter letterAt(const std::string &text, size_t at) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char first = byte(at);
  size_t bytes = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
  if (bytes == 1 || at + bytes > text.size()) {
    return {first, 1};
  }
  uint32_t code = first & (0xFFu >> (bytes + 1));
  for (size_t i = 1; i < bytes; ++i) {
    code = (code << 6) | (byte(at + i) & 0x3Fu);
  }
  return {code, bytes};
}

bool isWide(uint32_t code) {
  return (code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF) ||
         (code >= 0xAC00 && code <= 0xD7A3) || (code >= 0xF900 && code <= 0xFAFF) ||
         (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF00 && code <= 0xFF60) ||
         (code >= 0x1F300 && code <= 0x1FAFF);
}

/// `mark` once for each column that text[begin, end) takes; tabs stay tabs when `mark` is a blank.
std::string columns(const std::string &text, size_t begin, size_t end, char mark) {
  std::string result;
  for (size_t at = begin; at < end && at < text.size();) {
    Letter letter = letterAt(text, at);
    if (letter.code == '\t' && mark == ' ') {
      result += '\t';
    } else {
      result.append(isWide(letter.code) ? 2 : 1, mark);
    }
    at += letter.bytes;
  }
  return result;
}

} // namespace

const std::vector<std::string> &Excerpts::linesOf(const std::string &file) {
  auto [at, isNew] = m_files.try_emplace(file);
  std::error_code error;
  if (isNew && std::filesystem::file_size(file, error) <= kMaxFile && !error) {
    std::ifstream stream(file, std::ios::binary);
    for (std::string line; std::getline(stream, line);) {
      if (!line.empty() && line.back() == '\r') {
        line.pop_back();
      }
      at->second.push_back(std::move(line));
    }
  }
  return at->second;
}

std::string Excerpts::show(const compiler::SourceRange &range) {
  if (!range.valid() || range.beginColumn == 0) {
    return {};
  }
  const std::vector<std::string> &lines = linesOf(range.file);
  if (range.beginLine > lines.size()) {
    return {};
  }
  const std::string &line = lines[range.beginLine - 1];
  size_t begin = range.beginColumn - 1;
  if (begin > line.size() || begin >= kMaxLine) {
    return {};
  }
  bool oneLine = range.endLine == range.beginLine;
  size_t end = oneLine ? std::max<size_t>(range.endColumn, 1) - 1 : line.size();
  end = std::clamp(end, begin + 1, std::max(begin + 1, std::min(line.size(), kMaxLine)));
  std::string marks = columns(line, begin, end, '~');
  marks = marks.empty() ? "^" : "^" + marks.substr(1);
  std::string shown = line.substr(0, kMaxLine);
  while (!shown.empty() && shown.size() < line.size() &&
         (static_cast<unsigned char>(line[shown.size()]) & 0xC0) == 0x80) {
    shown.pop_back(); // not within a letter
  }
  return fmt::format("{:>5} | {}\n      | {}{}\n", range.beginLine, shown,
                     columns(line, 0, begin, ' '), marks);
}

} // namespace charonia::app

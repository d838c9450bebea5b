// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines before the first and after the last change stand for those of the older text; of changed
// lines only the part that is still the same.
#include "TypeLookup.h"

#include <algorithm>
#include <tuple>

namespace charonia::frontend::editor {

using compiler::TypedRange;

TypeLookup::TypeLookup(const std::vector<std::string> &lines, const compiler::TypeAnalysis *types)
    : m_types(types), m_lines(lines) {
  if (!types) {
    return;
  }
  std::string_view text = types->text;
  if (text.substr(0, 3) == "\xEF\xBB\xBF") {
    text.remove_prefix(3);
  }
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (!line.empty() && line.back() == '\r') {
      line.remove_suffix(1);
    }
    m_old.push_back(line);
    begin = end + 1;
  }
  size_t common = std::min(m_old.size(), lines.size());
  while (m_before < common && m_old[m_before] == lines[m_before]) {
    ++m_before;
  }
  while (m_after < common - m_before &&
         m_old[m_old.size() - 1 - m_after] == lines[lines.size() - 1 - m_after]) {
    ++m_after;
  }
}

bool TypeLookup::mapped(uint32_t &line, uint32_t column) const {
  if (line == 0 || line > m_lines.size()) {
    return false;
  }
  if (line <= m_before) {
    return true;
  }
  if (line > m_lines.size() - m_after) {
    line = static_cast<uint32_t>(line + m_old.size() - m_lines.size());
    return true;
  }
  if (line > m_old.size() - m_after) {
    return false;
  }
  const std::string &now = m_lines[line - 1];
  size_t size = column - 1;
  return size <= now.size() && size <= m_old[line - 1].size() &&
         std::string_view(now).substr(0, size) == m_old[line - 1].substr(0, size);
}

const TypedRange *TypeLookup::at(const Place &place) const {
  uint32_t line = place.line, endLine = place.endLine;
  if (!m_types || place.line == 0 || !mapped(line, place.column) ||
      !mapped(endLine, place.endColumn)) {
    return nullptr;
  }
  auto key = std::tuple(line, place.column, ~endLine, ~place.endColumn);
  auto found = std::lower_bound(m_types->ranges.begin(), m_types->ranges.end(), key,
                                [](const TypedRange &range, auto &wanted) {
                                  return std::tuple(range.beginLine, range.beginColumn,
                                                    ~range.endLine, ~range.endColumn) < wanted;
                                });
  bool same = found != m_types->ranges.end() && found->beginLine == line &&
              found->beginColumn == place.column && found->endLine == endLine &&
              found->endColumn == place.endColumn;
  return same ? &*found : nullptr;
}

const TypedRange *TypeLookup::endingAt(uint32_t line, uint32_t column) const {
  if (!m_types || !mapped(line, column)) {
    return nullptr;
  }
  for (const TypedRange &range : m_types->ranges) {
    if (range.endLine == line && range.endColumn == column) {
      return &range; // outer ones come first
    }
  }
  return nullptr;
}

const TypedRange *TypeLookup::of(const Symbol &symbol) const {
  if (!m_types) {
    return nullptr;
  }
  for (bool write : {true, false}) {
    for (const Occurrence &occurrence : symbol.occurrences) {
      if (occurrence.write == write && !occurrence.implied && !occurrence.keyword) {
        if (const TypedRange *found = at(occurrence.place)) {
          return found;
        }
      }
    }
  }
  return nullptr;
}

} // namespace charonia::frontend::editor

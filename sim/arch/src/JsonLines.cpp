// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JsonLines.h"

#include <algorithm>
#include <cstddef>

namespace charonia::arch {
namespace {

/// An object or array that the scanner is inside of.
struct Level {
  bool isArray = false;
  bool expectKey = false;
  size_t index = 0;
  std::string path;
  std::string member; ///< path of the member whose value comes next
};

std::string join(const std::string &path, std::string_view key) {
  return path.empty() ? std::string(key) : path + "/" + std::string(key);
}

/// End of the string whose opening quote is at `begin`: offset of its closing quote.
size_t endOfString(std::string_view text, size_t begin) {
  size_t i = begin + 1;
  while (i < text.size() && text[i] != '"') {
    i += text[i] == '\\' ? 2 : 1;
  }
  return std::min(i, text.size());
}

class Scanner {
public:
  explicit Scanner(std::string_view text) : m_text(text) {}

  JsonLines run() {
    for (size_t i = 0; i < m_text.size(); ++i) {
      const char c = m_text[i];
      if (c == '\n') {
        ++m_line;
      } else if (c == '"') {
        const size_t end = endOfString(m_text, i);
        if (!m_levels.empty() && m_levels.back().expectKey) {
          key(m_text.substr(i + 1, end - i - 1));
        }
        i = end;
      } else if (c == '{' || c == '[') {
        open(c == '[');
      } else if (c == '}' || c == ']') {
        if (!m_levels.empty()) {
          m_levels.pop_back();
        }
      } else if (c == ',' && !m_levels.empty()) {
        comma(m_levels.back());
      }
    }
    return std::move(m_result);
  }

private:
  void key(std::string_view spelling) {
    Level &level = m_levels.back();
    level.member = join(level.path, spelling);
    level.expectKey = false;
    if (!m_result.lines.emplace(level.member, m_line).second) {
      m_result.duplicates.emplace_back(level.member, m_line);
    }
  }

  void open(bool isArray) {
    // Deeper than any hardware file needs to be; nothing below can be valid, so no place is kept.
    constexpr size_t kDeepest = 16;
    std::string path;
    if (!m_levels.empty() && m_levels.size() < kDeepest) {
      const Level &outer = m_levels.back();
      path = outer.isArray ? join(outer.path, std::to_string(outer.index)) : outer.member;
      if (outer.isArray) {
        m_result.lines.emplace(path, m_line);
      }
    }
    const bool known = m_levels.size() < kDeepest;
    m_levels.push_back({isArray, !isArray && known, 0, path, path});
  }

  static void comma(Level &level) {
    if (level.isArray) {
      ++level.index;
    } else {
      level.expectKey = true;
    }
  }

  std::string_view m_text;
  int m_line = 1;
  std::vector<Level> m_levels;
  JsonLines m_result;
};

} // namespace

JsonLines scanJsonLines(std::string_view text) { return Scanner(text).run(); }

int lineOfOffset(std::string_view text, size_t offset) {
  offset = std::min(offset, text.size());
  return 1 + static_cast<int>(std::count(text.begin(),
                                         text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

} // namespace charonia::arch

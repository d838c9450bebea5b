// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows the names of values through the braces of IR text.
#include "TtirScopes.h"

#include "TtirLexer.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <vector>

namespace charonia::compiler {

namespace {

using llvm::StringRef;

class Scopes {
public:
  explicit Scopes(StringRef text) : m_text(text), m_lexer(text), m_regions(1) {}

  std::optional<EarlyUse> run() {
    for (TtirToken token = m_lexer.next(); token.kind != TtirToken::Kind::End;
         token = m_lexer.next()) {
      if (token.isValue()) {
        if (std::optional<EarlyUse> found = value(token.text)) {
          return found;
        }
      } else if (token.is('{')) {
        m_regions.emplace_back();
      } else if (token.is('}')) {
        close();
      } else if (token.is('(') || token.is(')')) {
        int &depth = m_regions.back().brackets;
        depth = std::max(0, depth + (token.is('(') ? 1 : -1));
        m_label = m_label && depth > 0;
      } else if (token.text.starts_with("^") || token.text.starts_with("@")) {
        m_label = m_lexer.peek().is('(');
      }
    }
    return std::nullopt;
  }

private:
  struct Region {
    int brackets = 0; ///< open round ones
    llvm::SmallVector<StringRef> defined, used;
  };

  void close() {
    if (m_regions.size() == 1) {
      return; // the parser will complain
    }
    for (StringRef name : m_regions.back().defined) {
      m_defined.erase(name);
    }
    for (StringRef name : m_regions.back().used) {
      m_used.erase(name);
    }
    m_regions.pop_back();
  }

  /// Does the value that was just read begin or go on a list of results?
  bool isDefinition() const {
    if (m_label) {
      return m_lexer.peek().is(':');
    }
    bool list = m_regions.back().brackets == 0;
    TtirLexer ahead = m_lexer.ahead();
    while (true) {
      if (list && ahead.take(':') && !ahead.next().isNumber()) {
        return false;
      }
      if (ahead.take('=')) {
        return true;
      }
      if (!list || !ahead.take(',') || !ahead.next().isValue()) {
        return false;
      }
    }
  }

  std::optional<EarlyUse> value(StringRef whole) {
    StringRef name = whole.split('#').first;
    if (m_defined.contains(name)) {
      return std::nullopt;
    }
    auto use = m_used.find(name);
    if (!isDefinition()) {
      if (use == m_used.end()) {
        m_used[name] = {m_regions.size(), whole};
        m_regions.back().used.push_back(name);
      }
      return std::nullopt;
    }
    if (use != m_used.end() && use->second.first < m_regions.size()) {
      return EarlyUse{name, placeOf(use->second.second)};
    }
    m_defined[name] = true;
    m_regions.back().defined.push_back(name);
    return std::nullopt;
  }

  TextPlace placeOf(StringRef piece) const {
    StringRef before = m_text.take_front(static_cast<size_t>(piece.data() - m_text.data()));
    size_t lineStart = before.rfind('\n') + 1; // 0 without one
    return {static_cast<uint32_t>(before.count('\n') + 1),
            static_cast<uint32_t>(before.size() - lineStart + 1)};
  }

  StringRef m_text;
  TtirLexer m_lexer;
  std::vector<Region> m_regions;
  bool m_label = false; ///< inside the arguments of a block's label or of a function
  llvm::StringMap<bool> m_defined;
  /// Used and not yet defined: number of regions round the first use, and its text.
  llvm::StringMap<std::pair<size_t, StringRef>> m_used;
};

} // namespace

std::optional<EarlyUse> findEarlyUse(StringRef text) { return Scopes(text).run(); }

} // namespace charonia::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tokens of IR text.
#include "TtirLexer.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace charonia::compiler {

namespace {

using Kind = TtirToken::Kind;

bool isWordPart(char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$'; }

} // namespace

size_t skipString(llvm::StringRef text, size_t at) {
  for (++at; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return std::min(at, text.size());
}

void TtirLexer::skipBlank() {
  while (m_at < m_text.size()) {
    if (llvm::isSpace(m_text[m_at])) {
      ++m_at;
    } else if (m_text.substr(m_at).starts_with("//")) {
      m_at = std::min(m_text.find('\n', m_at), m_text.size());
    } else {
      return;
    }
  }
}

TtirToken TtirLexer::next() {
  skipBlank();
  if (m_at >= m_text.size() || m_tokensLeft == 0) {
    return {Kind::End, m_text.substr(m_text.size())};
  }
  --m_tokensLeft;
  size_t begin = m_at++;
  char c = m_text[begin];
  Kind kind = Kind::Punct;
  if (c == '"') {
    m_at = skipString(m_text, begin);
    kind = Kind::String;
  } else if (llvm::StringRef("%@#!^").contains(c)) {
    kind = c == '%' ? Kind::Value : Kind::Symbol;
    if (c == '@' && m_at < m_text.size() && m_text[m_at] == '"') {
      m_at = skipString(m_text, m_at);
    } else {
      // `%0#1` is one value; a name may hold a minus sign, which an arrow after it is not.
      while (m_at < m_text.size() &&
             (isWordPart(m_text[m_at]) || (kind == Kind::Value && m_text[m_at] == '#') ||
              (m_text[m_at] == '-' && !m_text.substr(m_at).starts_with("->")))) {
        ++m_at;
      }
    }
  } else if (llvm::isAlnum(c) || c == '_') {
    kind = llvm::isDigit(c) ? Kind::Number : Kind::Word;
    while (m_at < m_text.size() && isWordPart(m_text[m_at])) {
      ++m_at;
    }
  }
  return {kind, m_text.slice(begin, m_at)};
}

bool TtirLexer::take(char punct) {
  TtirLexer ahead(*this);
  if (!ahead.next().is(punct)) {
    return false;
  }
  *this = ahead;
  return true;
}

std::optional<llvm::StringRef> TtirLexer::bracketed(char open, char closing) {
  TtirLexer ahead(*this);
  TtirToken first = ahead.next();
  if (!first.is(open)) {
    return std::nullopt;
  }
  unsigned depth = 1;
  for (TtirToken token = ahead.next(); token.kind != Kind::End; token = ahead.next()) {
    if (token.is(open)) {
      ++depth;
    } else if (token.is(closing) && --depth == 0) {
      *this = ahead;
      return llvm::StringRef(first.text.data(),
                             static_cast<size_t>(token.text.end() - first.text.data()));
    }
  }
  return std::nullopt;
}

} // namespace charonia::compiler

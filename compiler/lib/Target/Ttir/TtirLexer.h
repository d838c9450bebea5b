// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cuts the text of IR into tokens, as far as rewriting it needs.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace charonia::compiler {

/// A piece of text; `text` views the text that is read.
struct TtirToken {
  enum class Kind {
    End,
    Word,   ///< `tt.load`, `loc`, `i32`
    Value,  ///< `%x`, `%0#1`
    Symbol, ///< `@f`, `#loc1`, `!tt.ptr`, `^bb0`
    String, ///< with its quotes
    Number, ///< `12`, `8xf32`
    Punct   ///< one character
  };
  Kind kind = Kind::End;
  llvm::StringRef text;

  bool is(char punct) const { return kind == Kind::Punct && text.front() == punct; }
  bool is(llvm::StringRef word) const { return kind == Kind::Word && text == word; }
  bool isValue() const { return kind == Kind::Value; }
  bool isString() const { return kind == Kind::String; }
  bool isNumber() const { return kind == Kind::Number; }
};

/// The end of the string that begins at `text[at]`, or the end of its line.
size_t skipString(llvm::StringRef text, size_t at);

/// Reads token by token. Comments and blanks are left out.
class TtirLexer {
public:
  explicit TtirLexer(llvm::StringRef text) : m_text(text) {}

  /// A lexer that goes on from here and sees End after 128 tokens, so that looking ahead from every
  /// token of a long text takes no time that matters.
  TtirLexer ahead() const {
    TtirLexer copy(*this);
    copy.m_tokensLeft = 128;
    return copy;
  }

  TtirToken next();
  TtirToken peek() const { return TtirLexer(*this).next(); }
  /// Takes the next token if it is `punct`.
  bool take(char punct);
  /// Takes a piece in brackets if it comes next, and gives it with them.
  std::optional<llvm::StringRef> bracketed(char open, char closing);

private:
  void skipBlank();

  llvm::StringRef m_text;
  size_t m_at = 0;
  size_t m_tokensLeft = ~size_t{0};
};

} // namespace charonia::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words of a Python text with their places, for services that work where no syntax tree can be
// made. Any text is taken; what cannot be a word is skipped.
#pragma once

#include "charonia/Frontend/Ast.h"

#include <string>
#include <string_view>
#include <vector>

namespace charonia::frontend::editor {

struct Token {
  enum class Kind : uint8_t { Name, Number, String, Comment, Symbol } kind = Kind::Symbol;
  bool inString = false; ///< inside the braces of an f-string
  bool closed = true;    ///< String: its closing quote is there
  Place place;
  std::string_view text; ///< of a string or comment over several lines: its first line
};

/// The tokens of `lines`, in text order; an f-string is followed by the tokens in its braces. The
/// texts are views into `lines`.
std::vector<Token> tokenize(const std::vector<std::string> &lines);

/// Is this a word that can be a name of Python? Keywords are not.
bool isIdentifier(std::string_view text);
bool isKeyword(std::string_view text);
const std::vector<std::string> &keywords();

/// Is (line, column) inside [begin, end) of the place, or at its end when `touching`?
bool contains(const Place &place, uint32_t line, uint32_t column, bool touching = false);

/// Is the position inside a comment or the text of a string (not inside an f-string's braces)?
bool inText(const std::vector<Token> &tokens, uint32_t line, uint32_t column);

} // namespace charonia::frontend::editor

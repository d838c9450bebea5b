// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CPython's parser behind a plain interface: text in, syntax tree or one error out. Nothing of the
// text is executed, and nothing of the user's Python environment is read.
#pragma once

#include "charonia/Frontend/Ast.h"

#include <string>

namespace charonia::frontend {

/// Why a text could not be parsed.
struct ParseError {
  std::string type;    ///< "SyntaxError", "IndentationError", "RecursionError" ...
  std::string message; ///< Python's words
  Place place;
};

enum class ParseStatus { Ok, Error, Unavailable };

/// Parses UTF-8 text (no null bytes) into `tree`. Takes and releases the interpreter lock.
ParseStatus parsePython(const std::string &text, const std::string &file, SyntaxTree &tree,
                        ParseError &error);

} // namespace charonia::frontend

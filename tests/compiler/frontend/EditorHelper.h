// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texts with a mark where the cursor stands, for tests of the editor services.
#pragma once

#include "charonia/compiler/Editor.h"

#include <fmt/format.h>
#include <string>
#include <vector>

namespace charonia::frontend::test {

/// A text whose first `|` is the cursor; it is taken out.
struct Marked {
  std::string text;
  compiler::TextPosition at;

  explicit Marked(std::string marked) : text(std::move(marked)) {
    size_t cursor = text.find('|');
    text.erase(cursor, 1);
    for (size_t i = 0; i < cursor; ++i) {
      at.column = text[i] == '\n' ? 1 : at.column + 1;
      at.line += text[i] == '\n' ? 1 : 0;
    }
  }
  compiler::EditorFile file() const { return {text, "kernel.py"}; }
};

inline const std::string kImports = "import triton\nimport triton.language as tl\n";

/// "3:5-3:8", after the file's name when it is another one.
inline std::string show(const compiler::SourceRange &range) {
  return fmt::format("{}{}:{}-{}:{}", range.file == "kernel.py" ? "" : range.file + " ",
                     range.beginLine, range.beginColumn, range.endLine, range.endColumn);
}

inline std::vector<std::string> names(const compiler::Completion &completion) {
  std::vector<std::string> result;
  for (const compiler::CompletionItem &item : completion.items) {
    result.push_back(item.name);
  }
  return result;
}

inline std::vector<std::string> completions(const std::string &marked) {
  Marked place(marked);
  return names(place.file().complete(place.at));
}

/// The text after the edits, which are in its order.
inline std::string applied(const std::string &text, const std::vector<compiler::TextEdit> &edits) {
  auto offset = [&](uint32_t line, uint32_t column) {
    size_t at = 0;
    for (uint32_t i = 1; i < line; ++i) {
      at = text.find('\n', at) + 1;
    }
    return at + column - 1;
  };
  std::string result;
  size_t done = 0;
  for (const compiler::TextEdit &edit : edits) {
    size_t begin = offset(edit.range.beginLine, edit.range.beginColumn);
    result += text.substr(done, begin - done) + edit.text;
    done = offset(edit.range.endLine, edit.range.endColumn);
  }
  return result + text.substr(done);
}

} // namespace charonia::frontend::test

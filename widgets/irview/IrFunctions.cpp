// SPDX-License-Identifier: GPL-3.0-or-later
// Printed IR is indented by nesting, so a function ends at the brace that stands where it began.
#include "widgets/irview/IrFunctions.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace charonia::ui {

namespace {
constexpr size_t kDeepest = 2; ///< indentation of what stands at the top of a module

/// The symbol that a line defines ("  tt.func public @add(...) {" gives "add"), or "".
std::string symbolOf(std::string_view line) {
  const size_t at = line.find('@');
  if (at == std::string_view::npos || !line.ends_with('{')) {
    return "";
  }
  const size_t end = line.find_first_of(" (<>{,:\"", at + 1);
  return std::string(line.substr(at + 1, end - at - 1));
}
} // namespace

size_t countLines(const std::string &text) {
  const auto ends = static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  return text.empty() || text.back() == '\n' ? ends : ends + 1;
}

std::vector<IrFunction> functionsOf(const std::string &text) {
  std::vector<IrFunction> functions;
  bool open = false;
  size_t indent = 0;
  uint32_t number = 0;
  for (size_t begin = 0; begin < text.size(); ++number) {
    const size_t newline = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, newline - begin);
    const size_t end = std::min(newline + 1, text.size());
    const size_t first = line.find_first_not_of(' ');
    if (open && first == indent && line[first] == '}') {
      functions.back().end = static_cast<uint32_t>(end);
      functions.back().lineCount = number + 1 - functions.back().firstLine;
      open = false;
    } else if (!open && first <= kDeepest && !line.substr(first).starts_with("module")) {
      if (std::string name = symbolOf(line); !name.empty()) {
        functions.push_back(
            {std::move(name), number, 0, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
        indent = first;
        open = true;
      }
    }
    begin = end;
  }
  if (open) { // a text that was cut off
    functions.back().end = static_cast<uint32_t>(text.size());
    functions.back().lineCount = number - functions.back().firstLine;
  }
  return functions;
}

compiler::IrText textOf(const compiler::IrText &whole, const IrFunction &function) {
  compiler::IrText part;
  part.text = whole.text.substr(function.begin, function.end - function.begin);
  for (const compiler::OpRange &range : whole.ops) {
    if (range.begin >= function.begin && range.end <= function.end &&
        range.line > function.firstLine) {
      part.ops.push_back({range.op, range.begin - function.begin, range.end - function.begin,
                          range.line - function.firstLine});
    }
  }
  return part;
}

int functionWith(const compiler::IrText &whole, const std::vector<IrFunction> &functions,
                 const std::vector<compiler::OpId> &ops) {
  const std::unordered_set<compiler::OpId> wanted(ops.begin(), ops.end());
  for (const compiler::OpRange &range : whole.ops) {
    if (!wanted.contains(range.op)) {
      continue;
    }
    const auto holder = std::find_if(functions.begin(), functions.end(), [&](const auto &function) {
      return range.begin >= function.begin && range.end <= function.end;
    });
    if (holder != functions.end()) {
      return static_cast<int>(holder - functions.begin());
    }
  }
  return -1;
}

} // namespace charonia::ui

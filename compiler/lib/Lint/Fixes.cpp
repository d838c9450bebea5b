// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where in the source text a fix goes: before the bracket that closes the call.
#include "charonia/Frontend/Source.h"
#include "charonia/Lint/Lint.h"

#include <algorithm>
#include <utility>

namespace charonia::compiler::lint {
namespace {

using frontend::Node;
using frontend::NodeKind;

/// Visits `node` and all below it.
template <typename Fn>
void walk(const Node *node, const Fn &visit) {
  if (!node) {
    return;
  }
  visit(*node);
  for (const Node *child : {node->first, node->second, node->third}) {
    walk(child, visit);
  }
  for (const auto *children :
       {&node->items, &node->keywords, &node->body, &node->orelse, &node->decorators}) {
    for (const Node *child : *children) {
      walk(child, visit);
    }
  }
}

/// The innermost call that begins at a place: `tl.load(p)` rather than `tl.load(p).to(tl.int32)`.
const Node *callAt(const frontend::ParsedSource &source, const SourceRange &range) {
  const Node *found = nullptr;
  auto end = [](const Node &node) { return std::pair(node.place.endLine, node.place.endColumn); };
  for (const Node *statement : source.tree.body) {
    walk(statement, [&](const Node &node) {
      if (node.kind == NodeKind::Call && node.place.line == range.beginLine &&
          node.place.column == range.beginColumn && (!found || end(node) < end(*found))) {
        found = &node;
      }
    });
  }
  return found;
}

/// Before the bracket that closes a call; invalid if it is not there. `comma`: what stands before
/// it needs a comma.
SourceRange beforeBracket(const Node &call, const frontend::ParsedSource &source, bool &comma) {
  SourceRange at;
  uint32_t line = call.place.endLine, column = call.place.endColumn;
  if (line == 0 || line > source.lines.size() || column < 2 ||
      source.lines[line - 1].size() < column - 1 || source.lines[line - 1][column - 2] != ')') {
    return at;
  }
  at = {source.file, line, column - 1, line, column - 1};
  std::string before = source.lines[line - 1].substr(0, column - 2);
  while (before.find_first_not_of(" \t\r") == std::string::npos && line > call.place.line) {
    before = source.lines[--line - 1];
    before.resize(std::min(before.find('#'), before.size()));
  }
  size_t last = before.find_last_not_of(" \t\r");
  comma = last == std::string::npos || (before[last] != ',' && before[last] != '(');
  return at;
}

} // namespace

void placeFixes(LintResult &result, const std::string &text, const std::string &file) {
  frontend::ParsedSourceRef source = frontend::parseSource(text, file);
  for (Diagnostic &diagnostic : result.diagnostics) {
    const Node *call = diagnostic.range.file == file ? callAt(*source, diagnostic.range) : nullptr;
    if (call) {
      diagnostic.range.endLine = call->place.endLine;
      diagnostic.range.endColumn = call->place.endColumn;
    }
    for (FixIt &fix : diagnostic.fixes) {
      bool comma = true;
      fix.range = call ? beforeBracket(*call, *source, comma) : SourceRange();
      fix.text = (comma ? ", " : "") + fix.text;
    }
    std::erase_if(diagnostic.fixes, [](const FixIt &fix) { return !fix.range.valid(); });
  }
}

} // namespace charonia::compiler::lint

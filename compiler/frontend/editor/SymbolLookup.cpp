// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Questions to a symbol table: by name, by place; and the scope of a line.
#include "Symbols.h"

#include <algorithm>

namespace charonia::frontend::editor {

const Symbol *SymbolTable::find(int scope, const std::string &name) const {
  for (int at = scope; at >= 0;) {
    const Scope &here = scopes[static_cast<size_t>(at)];
    if (here.globals.count(name) != 0) {
      at = 0;
    }
    const Scope &from = scopes[static_cast<size_t>(at)];
    auto found = from.names.find(name);
    // Names of a class are seen in its own body only.
    if (found != from.names.end() && (from.kind != Scope::Kind::Class || at == scope)) {
      return &symbols[static_cast<size_t>(found->second)];
    }
    at = from.parent;
  }
  return nullptr;
}

const Symbol *SymbolTable::at(uint32_t line, uint32_t column, const Occurrence **occurrence) const {
  const Symbol *best = nullptr;
  for (const Symbol &symbol : symbols) {
    for (const Occurrence &candidate : symbol.occurrences) {
      if (!candidate.implied && contains(candidate.place, line, column, true)) {
        best = &symbol;
        if (occurrence) {
          *occurrence = &candidate;
        }
        if (contains(candidate.place, line, column)) {
          return best; // not only touched
        }
      }
    }
  }
  return best;
}

Place nameOf(const ParsedSource &source, const Node &definition) {
  const Place &place = definition.place;
  const std::string &name =
      definition.kind == NodeKind::Unsupported ? definition.text : definition.name;
  if (place.line == 0 || place.line > source.lines.size() || name.empty()) {
    return {};
  }
  const std::string &line = source.lines[place.line - 1];
  size_t at = std::min<size_t>(place.column, line.size());
  // After `def`, `async def` or `class` and blanks.
  for (at = line.find(name, at); at != std::string::npos; at = line.find(name, at + 1)) {
    bool begins = at > 0 && (line[at - 1] == ' ' || line[at - 1] == '\t' || line[at - 1] == '\\');
    size_t end = at + name.size();
    bool ends = end >= line.size() || line.find_first_of(" \t(:[\\", end) == end;
    if (begins && ends) {
      return {place.line, static_cast<uint32_t>(at + 1), place.line,
              static_cast<uint32_t>(end + 1)};
    }
  }
  return {};
}

bool inside(const std::vector<std::string> &lines, const Place &place) {
  auto good = [&](uint32_t line, uint32_t column) {
    return line >= 1 && line <= lines.size() && column >= 1 && column <= lines[line - 1].size() + 1;
  };
  return good(place.line, place.column) && good(place.endLine, place.endColumn);
}

int scopeAt(const SymbolTable &table, const ParsedSource &source, uint32_t line, uint32_t column) {
  auto indentOf = [](const std::string &text) {
    size_t at = text.find_first_not_of(" \t\f");
    return at == std::string::npos || text[at] == '#' ? std::string::npos : at;
  };
  int best = 0;
  for (size_t i = 1; i < table.scopes.size(); ++i) {
    const Scope &scope = table.scopes[i];
    if (scope.kind == Scope::Kind::Inner) {
      if (contains(scope.node->place, line, column, true)) {
        best = static_cast<int>(i);
      }
      continue;
    }
    const Place &place = scope.node->place;
    if (line < place.line || (line == place.line && column <= place.column)) {
      continue;
    }
    bool inside = line <= place.endLine;
    for (uint32_t next = place.endLine + 1; !inside && next <= source.lines.size(); ++next) {
      size_t indent = indentOf(source.lines[next - 1]);
      if (next == line) {
        size_t own = indent == std::string::npos ? column - 1 : indent;
        inside = own >= place.column;
        break;
      }
      if (indent != std::string::npos && indent < place.column) {
        break;
      }
    }
    if (inside) {
      best = static_cast<int>(i); // scopes come in text order: a later one is the inner one
    }
  }
  return best;
}

} // namespace charonia::frontend::editor

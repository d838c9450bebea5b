// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hover: what the name or expression at a place is, with the types that a run found.
#include "Services.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::frontend::editor {
namespace {

using compiler::Hover;
using compiler::SymbolKind;

/// The nodes of the tree whose places hold the position, outer before inner.
class NodesAt {
public:
  NodesAt(uint32_t line, uint32_t column) : m_line(line), m_column(column) {}

  std::vector<const Node *> find(const std::vector<const Node *> &nodes) {
    visitAll(nodes);
    return std::move(m_found);
  }

private:
  void visitAll(const std::vector<const Node *> &nodes) {
    for (const Node *node : nodes) {
      visit(node);
    }
  }
  void visit(const Node *node) {
    if (!node) {
      return;
    }
    bool holds = contains(node->place, m_line, m_column);
    // Decorators stand before their function; helpers have no place.
    if (!holds && node->place.line != 0 && node->decorators.empty()) {
      return;
    }
    if (holds) {
      m_found.push_back(node);
    }
    visit(node->first);
    visit(node->second);
    visit(node->third);
    for (const auto *group :
         {&node->items, &node->keywords, &node->body, &node->orelse, &node->decorators}) {
      visitAll(*group);
    }
  }

  uint32_t m_line, m_column;
  std::vector<const Node *> m_found;
};

void addTypes(Hover &hover, const compiler::TypedRange *known) {
  if (known) {
    hover.types = known->types;
    hover.moreTypes = known->moreTypes;
    hover.guessed = known->guessed;
  }
}

/// `mask=` of a call: the parameter that it gives.
void describeArgument(const FileModel &file, compiler::TextPosition at, const TypeLookup &types,
                      Hover &hover) {
  auto call = file.callAround(at.line, hover.range.beginColumn);
  if (!call) {
    return;
  }
  int scopeIndex = scopeAt(file.symbols, *file.source, at.line, at.column);
  Value callee = calleeOf(file, call->callee, scopeIndex, types);
  hover.kind = SymbolKind::Parameter;
  if (auto parameters = parametersOf(callee)) {
    for (const ShownParameter &parameter : *parameters) {
      if (parameter.name == hover.name) {
        hover.doc = fmt::format("Parameter of {}: {}", chainText(call->callee), parameter.label);
      }
    }
  }
}

std::optional<Hover> hoverName(const FileModel &file, compiler::TextPosition at,
                               const TypeLookup &types, const Named &named) {
  Hover hover;
  hover.range = file.range(named.place);
  hover.name = named.shown;
  if (named.symbol) {
    hover.kind = named.symbol->kind;
    addTypes(hover, types.at(named.place) ? types.at(named.place) : types.of(*named.symbol));
  } else if (file.symbols.keywords.count({named.place.line, named.place.column}) != 0) {
    hover.name = sourceText(file.source->lines, named.place);
    describeArgument(file, at, types, hover);
    return hover;
  }
  bool clear = false;
  if (!named.value.isPoison() || named.row) {
    hover.kind = named.row ? kindOfRow(*named.row) : kindOfValue(named.value);
    if (named.symbol && named.symbol->definition &&
        named.symbol->definition->kind != NodeKind::Alias) {
      hover.kind = named.symbol->kind;
    }
    hover.signature = signatureOf(named.value, named.shown);
    if (hover.signature.empty() && named.row) {
      hover.signature = signatureOfRow(*named.row, named.shown);
    }
    hover.doc = named.row                         ? std::string(named.row->doc)
                : named.value.function.definition ? docstring(*named.value.function.definition)
                : named.value.kind == Value::Kind::Module
                    ? fmt::format("module {}", named.value.name)
                    : std::string();
    clear = !hover.signature.empty() || named.value.kind == Value::Kind::Module ||
            (named.row && named.row->kind == "type");
    if (clear) {
      hover.types.clear(); // "the function ..." and the like say no more
      hover.moreTypes = hover.guessed = false;
    }
  }
  if (!named.symbol && hover.types.empty() && !clear) {
    std::vector<const Node *> nodes =
        NodesAt(named.place.line, named.place.column).find(file.source->tree.body);
    if (!nodes.empty()) {
      addTypes(hover, types.at(nodes.back()->place));
    }
  }
  bool empty = !named.symbol && hover.types.empty() && hover.doc.empty() && hover.signature.empty();
  return empty ? std::nullopt : std::optional(hover);
}

} // namespace

std::optional<Hover> hover(const FileModel &file, compiler::TextPosition at,
                           const compiler::TypeAnalysis *analysis) {
  int index = file.tokenAt(at.line, at.column);
  if (index < 0) {
    return std::nullopt;
  }
  const Token &token = file.tokens[static_cast<size_t>(index)];
  if (token.kind == Token::Kind::Comment || token.kind == Token::Kind::String ||
      token.kind == Token::Kind::Number) {
    return std::nullopt;
  }
  TypeLookup types(file.source->lines, analysis);
  if (auto named = nameAt(file, at, types)) {
    if (auto found = hoverName(file, at, types, *named)) {
      return found;
    }
  }
  std::vector<const Node *> nodes =
      NodesAt(token.place.line, token.place.column).find(file.source->tree.body);
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    if (const compiler::TypedRange *known = types.at((*node)->place)) {
      Hover hover;
      hover.range = file.range((*node)->place);
      addTypes(hover, known);
      return hover;
    }
  }
  return std::nullopt;
}

} // namespace charonia::frontend::editor

namespace charonia::compiler {

std::string hoverText(const Hover &hover) {
  std::string text;
  if (!hover.signature.empty()) {
    text = hover.signature;
  } else {
    text = hover.name.empty() ? "expression"
                              : fmt::format("{} {}", symbolKindName(hover.kind), hover.name);
  }
  for (size_t i = 0; i < hover.types.size(); ++i) {
    const std::string &type = hover.types[i];
    bool value = type.rfind("= ", 0) == 0;
    text += i != 0 ? " | " : value ? " " : ": ";
    text += i != 0 && value ? type.substr(2) : type;
  }
  text += hover.moreTypes ? " | ..." : "";
  text += hover.guessed && !hover.types.empty() ? " (arguments guessed)" : "";
  return hover.doc.empty() ? text : text + "\n" + hover.doc;
}

const char *symbolKindName(SymbolKind kind) {
  static const char *const kNames[] = {"module",    "kernel",    "function",  "class",
                                       "parameter", "variable",  "constexpr", "type",
                                       "method",    "attribute", "constant",  "keyword"};
  return kNames[static_cast<size_t>(kind)];
}

} // namespace charonia::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two walks over the tree: the first finds what each scope binds, the second says what each name
// means.
#include "Symbols.h"

#include <algorithm>

namespace charonia::frontend::editor {
namespace {

using compiler::SymbolKind;

bool isFunction(const Node &node) {
  return node.kind == NodeKind::FunctionDef ||
         (node.kind == NodeKind::Unsupported && node.name == "AsyncFunctionDef");
}

bool isComprehension(const Node &node) {
  return node.kind == NodeKind::ListComp ||
         (node.kind == NodeKind::Unsupported &&
          (node.name == "ListComp" || node.name == "SetComp" || node.name == "DictComp" ||
           node.name == "GeneratorExp"));
}

bool isLambda(const Node &node) {
  return node.kind == NodeKind::Unsupported && node.name == "Lambda";
}

bool mentionsConstexpr(const Node *annotation) {
  return annotation && (annotation->name == "constexpr" ||
                        annotation->constant.text.find("constexpr") != std::string::npos);
}

bool jit(const Node &function) {
  return std::any_of(
      function.decorators.begin(), function.decorators.end(), [](const Node *decorator) {
        const Node *callee = decorator->kind == NodeKind::Call ? decorator->first : decorator;
        return callee && callee->name == "jit";
      });
}

std::vector<std::string> splitNames(const std::string &text) {
  std::vector<std::string> names;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find(',', begin), text.size());
    names.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

class Builder {
public:
  Builder(const ParsedSource &source, const std::vector<Token> &tokens)
      : m_source(source), m_tokens(tokens) {}

  SymbolTable run() {
    m_table.scopes.emplace_back();
    m_binding = true;
    statements(m_source.tree.body);
    m_binding = false;
    m_scope = 0;
    statements(m_source.tree.body);
    for (Symbol &symbol : m_table.symbols) {
      std::sort(symbol.occurrences.begin(), symbol.occurrences.end(),
                [](const Occurrence &left, const Occurrence &right) {
                  return std::pair(left.place.line, left.place.column) <
                         std::pair(right.place.line, right.place.column);
                });
    }
    return std::move(m_table);
  }

private:
  // --- First walk: bindings

  Symbol *bind(const std::string &name, SymbolKind kind, const Node *definition,
               const Node *value = nullptr, const Node *annotation = nullptr) {
    if (!m_binding || name.empty()) {
      return nullptr;
    }
    const Scope &here = m_table.scopes[static_cast<size_t>(m_scope)];
    if (here.nonlocals.count(name) != 0) {
      return nullptr;
    }
    int where = here.globals.count(name) != 0 ? 0 : m_scope;
    Scope &scope = m_table.scopes[static_cast<size_t>(where)];
    auto [at, isNew] = scope.names.try_emplace(name, static_cast<int>(m_table.symbols.size()));
    if (isNew) {
      Symbol symbol;
      symbol.name = name;
      symbol.kind = kind;
      symbol.scope = where;
      symbol.definition = definition;
      symbol.value = value;
      symbol.annotation = annotation;
      m_table.symbols.push_back(std::move(symbol));
    }
    return &m_table.symbols[static_cast<size_t>(at->second)];
  }

  void bindTarget(const Node *target, const Node *value, const Node *annotation = nullptr) {
    if (!target || !m_binding) {
      return;
    }
    if (target->kind == NodeKind::Name) {
      bind(target->name,
           mentionsConstexpr(annotation) ? SymbolKind::Constexpr : SymbolKind::Variable, target,
           value, annotation);
    } else if (target->kind == NodeKind::Starred) {
      bindTarget(target->first, nullptr);
    } else if (target->kind == NodeKind::Tuple || target->kind == NodeKind::List) {
      for (size_t i = 0; i < target->items.size(); ++i) {
        bool matches =
            value && value->kind == NodeKind::Tuple && value->items.size() == target->items.size();
        bindTarget(target->items[i], matches ? value->items[i] : nullptr);
      }
    }
  }

  // --- Second walk: occurrences

  const Symbol *resolve(const std::string &name) const { return m_table.find(m_scope, name); }

  void occur(const std::string &name, Place place, bool write, bool implied = false) {
    if (m_binding) {
      return;
    }
    if (!spells(place, name)) { // Python counts lines otherwise here (a lone carriage return)
      place = {};
      implied = true;
    }
    const Symbol *found = resolve(name);
    if (!found) {
      m_table.unresolved[name].push_back({place, write, false, implied, m_scope});
      return;
    }
    auto index = static_cast<size_t>(found - m_table.symbols.data());
    m_table.symbols[index].occurrences.push_back({place, write, false, implied, m_scope});
  }

  bool spells(const Place &place, const std::string &name) const {
    return place.line >= 1 && place.line <= m_source.lines.size() && place.column >= 1 &&
           m_source.lines[place.line - 1].compare(
               std::min<size_t>(place.column - 1, m_source.lines[place.line - 1].size()),
               name.size(), name) == 0;
  }

  /// Python 3.11 does not always know where in an f-string a name is: then the words in its braces
  /// tell.
  Place inFormatted(const Node &name) {
    if (spells(name.place, name.name)) {
      bool word = std::any_of(m_tokens.begin(), m_tokens.end(), [&](const Token &token) {
        return token.inString && token.place.line == name.place.line &&
               token.place.column == name.place.column;
      });
      if (word) {
        m_used.insert({name.place.line, name.place.column});
        return name.place;
      }
    }
    for (const Token &token : m_tokens) {
      if (token.inString && token.text == name.name && m_formatted &&
          contains(m_formatted->place, token.place.line, token.place.column) &&
          m_used.insert({token.place.line, token.place.column}).second) {
        return token.place;
      }
    }
    return {};
  }

  /// Names in the specification of a field (`{x:>{width}}`), which the tree does not hold.
  void restOfFormatted() {
    for (size_t i = 0; i < m_tokens.size() && !m_binding; ++i) {
      const Token &token = m_tokens[i];
      bool name = token.inString && token.kind == Token::Kind::Name && !isKeyword(token.text) &&
                  contains(m_formatted->place, token.place.line, token.place.column);
      bool member = i > 0 && m_tokens[i - 1].text == ".";
      if (name && !member && m_used.insert({token.place.line, token.place.column}).second) {
        occur(std::string(token.text), token.place, false);
      }
    }
  }

  void nameNode(const Node &node, bool write) {
    if (m_binding) {
      return;
    }
    Place place = m_formatted ? inFormatted(node) : node.place;
    if (place.line != 0 && spells(place, node.name)) {
      place.endLine = place.line;
      place.endColumn = place.column + static_cast<uint32_t>(node.name.size());
      occur(node.name, place, write);
    } else {
      occur(node.name, {}, write, true);
    }
  }

  // --- Both walks

  int enter(Scope::Kind kind, const Node &node) {
    int outer = m_scope;
    if (m_binding) {
      Scope scope;
      scope.kind = kind;
      scope.parent = m_scope;
      scope.node = &node;
      m_scope = static_cast<int>(m_table.scopes.size());
      m_table.scopes.push_back(std::move(scope));
      m_table.scopeOf[&node] = m_scope;
    } else {
      m_scope = m_table.scopeOf.at(&node);
    }
    return outer;
  }

  void statements(const std::vector<const Node *> &body) {
    for (const Node *node : body) {
      visit(node);
    }
  }

  void visitAll(const std::vector<const Node *> &nodes) {
    for (const Node *node : nodes) {
      visit(node);
    }
  }

  void target(const Node *node) {
    if (!node) {
      return;
    }
    if (node->kind == NodeKind::Name) {
      nameNode(*node, true);
    } else if (node->kind == NodeKind::Tuple || node->kind == NodeKind::List) {
      for (const Node *item : node->items) {
        target(item);
      }
    } else if (node->kind == NodeKind::Starred) {
      target(node->first);
    } else {
      visit(node);
    }
  }

  void function(const Node &node) {
    visitAll(node.decorators);
    for (const Node *parameter : node.items) {
      if (parameter->kind == NodeKind::Parameter) {
        visit(parameter->first);
        visit(parameter->second);
      }
    }
    visit(node.first);
    std::string name = node.kind == NodeKind::FunctionDef ? node.name : node.text;
    bind(name, jit(node) ? SymbolKind::Kernel : SymbolKind::Function, &node);
    occur(name, nameOf(m_source, node), true);
    int outer = enter(Scope::Kind::Function, node);
    for (const Node *parameter : node.items) {
      if (parameter->kind == NodeKind::Parameter) {
        bool constant = mentionsConstexpr(parameter->first);
        bind(parameter->name, constant ? SymbolKind::Constexpr : SymbolKind::Parameter, parameter,
             nullptr, parameter->first);
        Place place = parameter->place;
        place.endLine = place.line;
        place.endColumn = place.column + static_cast<uint32_t>(parameter->name.size());
        occur(parameter->name, place, true);
      } else { // the body of what is unsupported
        visit(parameter);
      }
    }
    declarations(node.body);
    statements(node.body);
    m_scope = outer;
  }

  /// `global` and `nonlocal` count in the whole function.
  void declarations(const std::vector<const Node *> &body) {
    for (const Node *node : body) {
      if (node->kind == NodeKind::Unsupported &&
          (node->name == "Global" || node->name == "Nonlocal") && m_binding) {
        Scope &scope = m_table.scopes[static_cast<size_t>(m_scope)];
        for (const std::string &name : splitNames(node->text)) {
          (node->name == "Global" ? scope.globals : scope.nonlocals).insert(name);
        }
      }
      if (!isFunction(*node) && node->kind != NodeKind::ClassDef) {
        declarations(node->body);
        declarations(node->orelse);
      }
    }
  }

  void comprehension(const Node &node) {
    int outer = m_scope;
    if (node.kind == NodeKind::ListComp) {
      visit(node.third);
      enter(Scope::Kind::Inner, node);
      bindTarget(node.second, nullptr);
      target(node.second);
      visitAll(node.items);
      visit(node.first);
    } else {
      enter(Scope::Kind::Inner, node);
      for (const Node *item : node.items) {
        if (item->name == "comprehension" && !item->items.empty()) {
          bindTarget(item->items[0], nullptr);
        }
      }
      for (const Node *item : node.items) {
        if (item->name == "comprehension" && !item->items.empty()) {
          target(item->items[0]);
          for (size_t i = 1; i < item->items.size(); ++i) {
            visit(item->items[i]);
          }
        } else {
          visit(item);
        }
      }
    }
    m_scope = outer;
  }

  void lambda(const Node &node) {
    int outer = m_scope;
    enter(Scope::Kind::Inner, node);
    for (const Node *item : node.items) {
      if (item->name != "arguments") {
        continue;
      }
      for (const Node *argument : item->items) {
        if (argument->name == "arg") {
          bind(argument->text, SymbolKind::Parameter, argument);
          Place place = argument->place;
          place.endLine = place.line;
          place.endColumn = place.column + static_cast<uint32_t>(argument->text.size());
          occur(argument->text, place, true);
        } else {
          visit(argument);
        }
      }
    }
    for (const Node *item : node.items) {
      if (item->name != "arguments") {
        visit(item);
      }
    }
    m_scope = outer;
  }

  void call(const Node &node) {
    visit(node.first);
    visitAll(node.items);
    for (const Node *keyword : node.keywords) {
      visit(keyword->first);
      m_table.keywords.insert({keyword->place.line, keyword->place.column});
      keywordName(node, *keyword);
    }
  }

  /// `f(size=1)`: an occurrence of the parameter `size` of the function `f` of this file.
  void keywordName(const Node &call, const Node &keyword) {
    if (m_binding || keyword.name.empty() || !call.first) {
      return;
    }
    const Node *callee = call.first; // kernel[grid](...) calls the kernel
    if (callee->kind == NodeKind::Subscript && callee->first) {
      callee = callee->first;
    }
    const Symbol *function = callee->kind == NodeKind::Name ? resolve(callee->name) : nullptr;
    if (!function || !function->definition || function->definition->kind != NodeKind::FunctionDef) {
      return;
    }
    auto scope = m_table.scopeOf.find(function->definition);
    if (scope == m_table.scopeOf.end()) {
      return;
    }
    const auto &names = m_table.scopes[static_cast<size_t>(scope->second)].names;
    auto found = names.find(keyword.name);
    Place place = keyword.place;
    place.endLine = place.line;
    place.endColumn = place.column + static_cast<uint32_t>(keyword.name.size());
    if (found != names.end() && spells(place, keyword.name)) {
      m_table.symbols[static_cast<size_t>(found->second)].occurrences.push_back(
          {place, false, true, false, m_scope});
    }
  }

  void imports(const Node &node) {
    for (const Node *alias : node.items) {
      if (alias->name == "*") {
        continue;
      }
      bind(alias->text, SymbolKind::Module, alias);
      // `import a.b as c`: the last word; `import a.b`: the first.
      Place place = alias->place;
      bool renamed = alias->text != alias->name.substr(0, alias->name.find('.'));
      if (renamed && node.kind == NodeKind::ImportFrom) {
        renamed = alias->text != alias->name;
      }
      auto size = static_cast<uint32_t>(alias->text.size());
      if (renamed && place.endColumn > size) {
        place.line = place.endLine;
        place.column = place.endColumn - size;
      }
      place.endLine = place.line;
      place.endColumn = place.column + size;
      occur(alias->text, place, true);
    }
  }

  void visit(const Node *node) {
    if (!node || m_depth >= kMaxDepth) {
      return;
    }
    ++m_depth;
    visitNode(*node);
    --m_depth;
  }

  void visitNode(const Node &node) {
    if (isFunction(node)) {
      return function(node);
    }
    if (isComprehension(node)) {
      return comprehension(node);
    }
    if (isLambda(node)) {
      return lambda(node);
    }
    switch (node.kind) {
    case NodeKind::ClassDef: {
      visitAll(node.decorators);
      visitAll(node.items);
      bind(node.name, SymbolKind::Class, &node);
      occur(node.name, nameOf(m_source, node), true);
      int outer = enter(Scope::Kind::Class, node);
      statements(node.body);
      m_scope = outer;
      return;
    }
    case NodeKind::Assign:
      visit(node.first);
      for (const Node *item : node.items) {
        bindTarget(item, node.first);
        target(item);
      }
      return;
    case NodeKind::AnnAssign:
      visit(node.third);
      visit(node.second);
      bindTarget(node.first, node.third, node.second);
      target(node.first);
      return;
    case NodeKind::AugAssign:
      visit(node.second);
      bindTarget(node.first, nullptr);
      target(node.first);
      return;
    case NodeKind::For:
      visit(node.second);
      bindTarget(node.first, nullptr);
      target(node.first);
      break;
    case NodeKind::NamedExpr:
      visit(node.second);
      bindTarget(node.first, node.second);
      target(node.first);
      return;
    case NodeKind::With:
      visitAll(node.items);
      for (const Node *item : node.keywords) {
        bindTarget(item, nullptr);
        target(item);
      }
      break;
    case NodeKind::Try:
      visitAll(node.items);
      for (const Node *item : node.keywords) {
        bind(item->name, SymbolKind::Variable, item);
        occur(item->name, {}, true, true);
      }
      break;
    case NodeKind::Import:
    case NodeKind::ImportFrom:
      return imports(node);
    case NodeKind::Call:
      return call(node);
    case NodeKind::Name:
      return nameNode(node, false);
    case NodeKind::JoinedStr: {
      const Node *outer = m_formatted;
      m_formatted = outer ? outer : &node;
      visitAll(node.items);
      if (!outer) {
        restOfFormatted();
      }
      m_formatted = outer;
      return;
    }
    case NodeKind::Unsupported:
      if (node.name == "MatchAs" || node.name == "MatchStar" || node.name == "MatchMapping") {
        bind(node.text, SymbolKind::Variable, &node);
        occur(node.text, {}, true, true);
      }
      visitAll(node.items);
      return;
    default:
      break;
    }
    if (node.kind != NodeKind::For && node.kind != NodeKind::With && node.kind != NodeKind::Try) {
      visit(node.first);
      visit(node.second);
      visit(node.third);
      visitAll(node.items);
      visitAll(node.keywords);
    }
    visitAll(node.decorators);
    statements(node.body);
    statements(node.orelse);
  }

  static constexpr int kMaxDepth = 3000;
  const ParsedSource &m_source;
  const std::vector<Token> &m_tokens;
  SymbolTable m_table;
  bool m_binding = true;
  int m_scope = 0, m_depth = 0;
  const Node *m_formatted = nullptr;
  std::set<std::pair<uint32_t, uint32_t>> m_used;
};

} // namespace

SymbolTable buildSymbols(const ParsedSource &source, const std::vector<Token> &tokens) {
  return Builder(source, tokens).run();
}

} // namespace charonia::frontend::editor

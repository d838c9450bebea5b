// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Definition and references of the name at a place.
#include "Services.h"

#include <algorithm>

namespace charonia::frontend::editor {
namespace {

using compiler::SourceRange;

/// Where a name of a file is bound, through imports.
struct Target {
  const ModuleScope *module = nullptr;
  const Node *node = nullptr; ///< null: the file itself
  std::string name;           ///< as that file calls it
};

std::optional<Target> ofValue(const FileModel &file, const Value &value) {
  if (value.function.definition && value.function.module) {
    return Target{value.function.module, value.function.definition,
                  value.function.definition->name};
  }
  const ModuleScope *module =
      value.kind == Value::Kind::Module ? file.modules->file(value.name) : nullptr;
  if (!module && value.kind == Value::Kind::Module) {
    module = file.modules->library(value.name);
  }
  return module ? std::optional(Target{module, nullptr, {}}) : std::nullopt;
}

std::optional<Target> locate(const FileModel &file, const ModuleScope &from,
                             const std::string &name, int depth = 0) {
  if (depth > 16) {
    return std::nullopt;
  }
  auto found = from.globals.find(name);
  std::optional<Modules::Imported> what;
  if (found == from.globals.end()) {
    what = file.modules->resolveStar(from, name);
  } else if (found->second->kind == NodeKind::Alias) {
    what = file.modules->resolveImport(from, *found->second);
  } else {
    return Target{&from, found->second, name};
  }
  if (!what) {
    return std::nullopt;
  }
  return what->scope ? locate(file, *what->scope, what->name, depth + 1)
                     : ofValue(file, what->value);
}

/// The name inside what binds it.
std::vector<SourceRange> rangeOf(const Target &target) {
  const std::string &name = target.name;
  const ParsedSource &source = *target.module->source;
  if (!target.node) {
    return {FileModel::range({1, 1, 1, 1}, source.file)};
  }
  Place place =
      target.node->kind == NodeKind::FunctionDef || target.node->kind == NodeKind::ClassDef
          ? nameOf(source, *target.node)
          : Place{};
  for (const Node *item : target.node->items) { // of an assignment
    if (place.line == 0 && item->kind == NodeKind::Name && item->name == name) {
      place = item->place;
    }
  }
  if (place.line == 0 && target.node->first && target.node->first->kind == NodeKind::Name &&
      target.node->first->name == name) {
    place = target.node->first->place;
  }
  place = place.line != 0 ? place : target.node->place;
  return inside(source.lines, place)
             ? std::vector<SourceRange>{FileModel::range(place, source.file)}
             : std::vector<SourceRange>{};
}

/// The first bindings of a name in a body: one on each side of a branch.
class FirstBindings {
public:
  explicit FirstBindings(const Symbol &symbol) : m_symbol(symbol) {}
  std::vector<Place> places;

  bool statements(const std::vector<const Node *> &body) {
    return std::any_of(body.begin(), body.end(),
                       [&](const Node *node) { return statement(*node); });
  }

private:
  bool bind(const Node *target) {
    if (!target) {
      return false;
    }
    if (target->kind == NodeKind::Name && target->name == m_symbol.name) {
      places.push_back(target->place);
      return true;
    }
    bool group = target->kind == NodeKind::Tuple || target->kind == NodeKind::List;
    return group && std::any_of(target->items.begin(), target->items.end(),
                                [&](const Node *item) { return bind(item); });
  }

  bool statement(const Node &node) {
    switch (node.kind) {
    case NodeKind::Assign:
      return std::any_of(node.items.begin(), node.items.end(),
                         [&](const Node *item) { return bind(item); });
    case NodeKind::AnnAssign:
    case NodeKind::AugAssign:
      return bind(node.first);
    case NodeKind::For:
      return bind(node.first) || statements(node.body) || statements(node.orelse);
    case NodeKind::If: {
      bool body = statements(node.body), other = statements(node.orelse);
      return body || other;
    }
    case NodeKind::With:
      return std::any_of(node.keywords.begin(), node.keywords.end(),
                         [&](const Node *item) { return bind(item); }) ||
             statements(node.body);
    case NodeKind::While:
    case NodeKind::Try:
      return statements(node.body) || statements(node.orelse);
    default:
      return false;
    }
  }

  const Symbol &m_symbol;
};

std::vector<SourceRange> ofSymbol(const FileModel &file, const Symbol &symbol) {
  const Node *definition = symbol.definition;
  if (definition && definition->kind == NodeKind::Alias && symbol.scope == 0) {
    if (auto target = locate(file, *file.scope, symbol.name)) {
      return rangeOf(*target);
    }
  }
  const Scope &scope = file.symbols.scopes[static_cast<size_t>(symbol.scope)];
  bool variable = symbol.kind == compiler::SymbolKind::Variable ||
                  (symbol.kind == compiler::SymbolKind::Constexpr && definition &&
                   definition->kind != NodeKind::Parameter);
  if (variable && scope.kind != Scope::Kind::Inner) {
    FirstBindings bindings(symbol);
    bindings.statements(scope.node ? scope.node->body : file.source->tree.body);
    if (!bindings.places.empty()) {
      std::vector<SourceRange> ranges;
      for (const Place &place : bindings.places) {
        if (inside(file.source->lines, place)) {
          ranges.push_back(file.range(place));
        }
      }
      return ranges;
    }
  }
  for (const Occurrence &occurrence : symbol.occurrences) {
    if (occurrence.write && !occurrence.implied) {
      return {file.range(occurrence.place)};
    }
  }
  return {};
}

/// The object before a name: `helpers` of `helpers.scale`, when that is a file.
std::optional<Target> inModule(const FileModel &file, const Named &named, int scopeIndex) {
  int index = file.tokenAt(named.place.line, named.place.column);
  Chain chain = file.chainEndingAt(index);
  if (chain.open || chain.names.size() < 2) {
    return std::nullopt;
  }
  Value object = file.resolveChain(scopeIndex, chain, chain.names.size() - 1);
  const ModuleScope *module =
      object.kind == Value::Kind::Module ? file.modules->file(object.name) : nullptr;
  return module ? locate(file, *module, std::string(chain.names.back()->text)) : std::nullopt;
}

/// The parameter that the argument name at this place gives a value.
std::optional<SourceRange> parameterOfCall(const FileModel &file, const Named &named,
                                           int scopeIndex, const TypeLookup &types) {
  auto call = file.callAround(named.place.line, named.place.column);
  Value callee = call ? calleeOf(file, call->callee, scopeIndex, types) : Value::poison();
  if (!callee.function.definition || !callee.function.module) {
    return std::nullopt;
  }
  for (const Node *parameter : callee.function.definition->items) {
    if (parameter->name == sourceText(file.source->lines, named.place)) {
      Place place = parameter->place;
      place.endLine = place.line;
      place.endColumn = place.column + static_cast<uint32_t>(parameter->name.size());
      return FileModel::range(place, callee.function.module->source->file);
    }
  }
  return std::nullopt;
}

} // namespace

std::vector<SourceRange> definition(const FileModel &file, compiler::TextPosition at) {
  TypeLookup types(file.source->lines, nullptr);
  auto named = nameAt(file, at, types);
  if (!named) {
    return {};
  }
  if (named->symbol) {
    return ofSymbol(file, *named->symbol);
  }
  int scopeIndex = scopeAt(file.symbols, *file.source, named->place.line, named->place.column);
  if (file.symbols.keywords.count({named->place.line, named->place.column}) != 0) {
    auto parameter = parameterOfCall(file, *named, scopeIndex, types);
    return parameter ? std::vector<SourceRange>{*parameter} : std::vector<SourceRange>{};
  }
  std::string name = sourceText(file.source->lines, named->place);
  std::optional<Target> target = inModule(file, *named, scopeIndex);
  target = target ? target : ofValue(file, named->value);
  if (!target && named->shown == name) {
    target = locate(file, *file.scope, name); // by `from ... import *`
  }
  return target ? rangeOf(*target) : std::vector<SourceRange>{};
}

std::vector<compiler::Reference> references(const FileModel &file, compiler::TextPosition at) {
  TypeLookup types(file.source->lines, nullptr);
  auto named = nameAt(file, at, types);
  std::vector<compiler::Reference> result;
  auto add = [&](const Occurrence &occurrence) {
    if (!occurrence.implied) {
      result.push_back({file.range(occurrence.place), occurrence.write});
    }
  };
  if (!named) {
    return result;
  }
  if (named->symbol) {
    std::for_each(named->symbol->occurrences.begin(), named->symbol->occurrences.end(), add);
    return result;
  }
  auto unresolved = file.symbols.unresolved.find(named->shown);
  if (unresolved != file.symbols.unresolved.end()) {
    std::for_each(unresolved->second.begin(), unresolved->second.end(), add);
    return result;
  }
  // A name of another file or of the language: the same chain of names elsewhere.
  for (size_t i = 0; i < file.tokens.size(); ++i) {
    const Token &token = file.tokens[i];
    if (token.kind == Token::Kind::Name && named->shown.ends_with(token.text) &&
        chainText(file.chainEndingAt(static_cast<int>(i))) == named->shown &&
        file.symbols.keywords.count({token.place.line, token.place.column}) == 0) {
      result.push_back({file.range(token.place), false});
    }
  }
  return result;
}

} // namespace charonia::frontend::editor

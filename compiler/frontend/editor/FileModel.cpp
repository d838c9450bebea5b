// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names and chains of names: from words of the text to what they stand for.
#include "FileModel.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace charonia::frontend::editor {
namespace {

constexpr int kMaxSteps = 16; ///< imports of imports, names for names

bool before(const Place &place, uint32_t line, uint32_t column) {
  return place.endLine < line || (place.endLine == line && place.endColumn <= column);
}

} // namespace

std::string chainText(const Chain &chain) {
  std::string text;
  for (const Token *name : chain.names) {
    text += (text.empty() ? "" : ".") + std::string(name->text);
  }
  return text;
}

FileModel::FileModel(const std::string &text, const std::string &file,
                     const compiler::EditorOptions &options)
    : source(parseSource(text, file, options.limits)), limits(options.limits) {
  tokens = tokenize(source->lines);
  symbols = buildSymbols(*source, tokens);
  resolver = std::make_unique<ImportResolver>(file, options.searchPaths, options.limits);
  modules = std::make_unique<Modules>(resolver.get(), nullptr, options.limits);
  scope = modules->addFile(source, std::filesystem::path(file).stem().string());
}

int FileModel::tokenAt(uint32_t line, uint32_t column) const {
  auto from = std::partition_point(tokens.begin(), tokens.end(),
                                   [&](const Token &token) { return token.place.line < line; });
  int best = -1;
  for (auto at = from; at != tokens.end() && at->place.line == line; ++at) {
    if (contains(at->place, line, column, true)) {
      auto index = static_cast<int>(at - tokens.begin());
      bool better = best < 0 || at->kind == Token::Kind::Name ||
                    tokens[static_cast<size_t>(best)].kind != Token::Kind::Name;
      best = better ? index : best;
    }
  }
  return best;
}

int FileModel::tokenBefore(uint32_t line, uint32_t column) const {
  auto from = std::partition_point(tokens.begin(), tokens.end(), [&](const Token &token) {
    return token.place.line < line || (token.place.line == line && token.place.column < column);
  });
  while (from != tokens.begin()) {
    --from;
    if (before(from->place, line, column) && from->kind != Token::Kind::Comment) {
      return static_cast<int>(from - tokens.begin());
    }
  }
  return -1;
}

bool FileModel::isSymbol(int token, char symbol) const {
  return token >= 0 && tokens[static_cast<size_t>(token)].kind == Token::Kind::Symbol &&
         tokens[static_cast<size_t>(token)].text.front() == symbol;
}

Chain FileModel::chainEndingAt(int last) const {
  Chain chain;
  int at = last;
  while (at >= 0) {
    const Token &token = tokens[static_cast<size_t>(at)];
    if (token.kind != Token::Kind::Name || isKeyword(token.text)) {
      break;
    }
    chain.names.insert(chain.names.begin(), &token);
    if (!isSymbol(at - 1, '.')) {
      return chain;
    }
    at -= 2;
  }
  if (at != last) { // a dot with something else before it
    chain.open = true;
    if (at >= 0) {
      chain.openEnd = tokens[static_cast<size_t>(at)].place;
    }
  }
  return chain;
}

std::optional<OpenCall> FileModel::callAround(uint32_t line, uint32_t column) const {
  static const std::set<std::string_view> kStatements = {"def",      "class",  "return", "import",
                                                         "with",     "assert", "while",  "pass",
                                                         "continue", "break",  "raise",  "del"};
  OpenCall call;
  int depth = 0, at = tokenBefore(line, column);
  int argumentBegin = at + 1;
  bool first = true;
  for (; at >= 0; --at) {
    const Token &token = tokens[static_cast<size_t>(at)];
    if (token.kind == Token::Kind::Name && kStatements.count(token.text) != 0) {
      return std::nullopt;
    }
    if (token.kind != Token::Kind::Symbol) {
      continue;
    }
    char c = token.text.front();
    if (c == ')' || c == ']' || c == '}') {
      ++depth;
    } else if (c == '(' || c == '[' || c == '{') {
      if (depth > 0) {
        --depth;
        continue;
      }
      if (first) {
        argumentBegin = at + 1;
        first = false;
      }
      bool callee = c == '(' && at > 0 &&
                    tokens[static_cast<size_t>(at - 1)].kind == Token::Kind::Name &&
                    !isKeyword(tokens[static_cast<size_t>(at - 1)].text);
      if (callee) {
        if (at > 1 && tokens[static_cast<size_t>(at - 2)].text == "def") {
          return std::nullopt;
        }
        call.callee = chainEndingAt(at - 1);
        break;
      }
      call.argument = 0; // brackets of another kind: the call is further out
      first = true;
    } else if (c == ',' && depth == 0) {
      ++call.argument;
      if (first) {
        argumentBegin = at + 1;
        first = false;
      }
    }
  }
  if (at < 0) {
    return std::nullopt;
  }
  int last = tokenBefore(line, column);
  auto token = [&](int index) { return tokens[static_cast<size_t>(index)]; };
  bool named = argumentBegin + 1 <= last && token(argumentBegin).kind == Token::Kind::Name &&
               isSymbol(argumentBegin + 1, '=') && !isSymbol(argumentBegin + 2, '=');
  call.keyword = named ? std::string(token(argumentBegin).text) : "";
  call.atStart =
      last < argumentBegin || (last == argumentBegin && token(last).kind == Token::Kind::Name &&
                               contains(token(last).place, line, column, true));
  return call;
}

Value FileModel::follow(const Modules::Imported &what, int depth) const {
  return what.scope ? resolveGlobal(*what.scope, what.name, depth + 1) : what.value;
}

Value FileModel::resolveGlobal(const ModuleScope &from, const std::string &name, int depth) const {
  if (depth > kMaxSteps) {
    return Value::poison();
  }
  auto found = from.globals.find(name);
  if (found == from.globals.end()) {
    if (auto star = modules->resolveStar(from, name)) {
      return follow(*star, depth);
    }
    return modules->pythonBuiltin(name, true);
  }
  const Node &node = *found->second;
  if (node.kind == NodeKind::FunctionDef) {
    return modules->fromScope(&from, name);
  }
  if (node.kind == NodeKind::Alias) {
    return follow(modules->resolveImport(from, node), depth);
  }
  if (node.kind == NodeKind::Assign && node.first && &from == scope) {
    return resolveNode(0, *node.first, depth + 1); // another name for something
  }
  return Value::poison();
}

Value FileModel::attributeOf(const Value &object, const std::string &name) const {
  if (object.kind == Value::Kind::Opaque) {
    return Value::named(Value::Kind::Opaque, object.name + "." + name);
  }
  if (object.kind != Value::Kind::Module) {
    return Value::poison();
  }
  if (const ModuleScope *file = modules->file(object.name)) {
    if (file->globals.count(name) == 0) {
      Value inner = modules->submodule(object.name, name);
      if (!inner.isPoison()) {
        return inner;
      }
    }
    return resolveGlobal(*file, name);
  }
  return modules->lookup(object.name, name);
}

Value FileModel::resolveName(int scopeIndex, const std::string &name) const {
  const Symbol *symbol = symbols.find(scopeIndex, name);
  if (symbol && symbol->scope != 0) {
    return Value::poison();
  }
  return scope ? resolveGlobal(*scope, name) : Value::poison();
}

Value FileModel::resolveChain(int scopeIndex, const Chain &chain, size_t count) const {
  if (chain.open || chain.names.empty() || count == 0) {
    return Value::poison();
  }
  Value value = resolveName(scopeIndex, std::string(chain.names[0]->text));
  for (size_t i = 1; i < count && !value.isPoison(); ++i) {
    value = attributeOf(value, std::string(chain.names[i]->text));
  }
  return value;
}

Value FileModel::resolveNode(int scopeIndex, const Node &node, int depth) const {
  if (depth > kMaxSteps) {
    return Value::poison();
  }
  if (node.kind == NodeKind::Name) {
    const Symbol *symbol = symbols.find(scopeIndex, node.name);
    return symbol && symbol->scope != 0 ? Value::poison()
           : scope                      ? resolveGlobal(*scope, node.name, depth + 1)
                                        : Value::poison();
  }
  if (node.kind == NodeKind::Attribute && node.first) {
    return attributeOf(resolveNode(scopeIndex, *node.first, depth + 1), node.name);
  }
  return Value::poison();
}

std::string FileModel::formOf(const Symbol &symbol, const TypeLookup &types) const {
  if (const compiler::TypedRange *known = types.of(symbol); known && !known->form.empty()) {
    return known->form;
  }
  const Node *value = symbol.value;
  if (symbol.kind == compiler::SymbolKind::Parameter) {
    return "tensor";
  }
  if (!value || symbol.kind == compiler::SymbolKind::Constexpr) {
    return symbol.kind == compiler::SymbolKind::Constexpr ? "dtype" : "tensor";
  }
  if (value->kind == NodeKind::Attribute && value->name == "dtype") {
    return "dtype";
  }
  if (value->kind == NodeKind::Tuple || value->kind == NodeKind::List ||
      (value->kind == NodeKind::Attribute && value->name == "shape")) {
    return "tuple";
  }
  if (value->kind == NodeKind::Call && value->first) {
    Value callee = resolveNode(symbol.scope, *value->first);
    std::string_view name = callee.builtin ? callee.builtin->name : std::string_view();
    return name == "make_tensor_descriptor"                ? "descriptor"
           : name == "make_block_ptr" || name == "advance" ? "block_pointer"
                                                           : "tensor";
  }
  Value resolved = resolveNode(symbol.scope, *value);
  return resolved.isDtype() ? "dtype" : resolved.kind == Value::Kind::Module ? "module" : "tensor";
}

Value FileModel::methodOf(const std::string &form, const std::string &name) const {
  Value value = Value::poison();
  if (form == "tensor" || form == "number") {
    value = modules->method(name);
  } else if (form == "descriptor" || form == "block_pointer") {
    bool memory = name == "load" || name == "store";
    value = form == "descriptor" && memory
                ? modules->lookup("triton.language", name + "_tensor_descriptor")
            : form == "descriptor"        ? modules->descriptorMethod(name)
            : memory || name == "advance" ? modules->lookup("triton.language", name)
                                          : value;
  }
  if (!value.isPoison()) {
    value.kind = Value::Kind::Method;
  }
  return value;
}

} // namespace charonia::frontend::editor

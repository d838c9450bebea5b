// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the name at a place is: shared by hover, definition, references and signature help.
#include "Services.h"

#include <algorithm>

namespace charonia::frontend::editor {

using compiler::SymbolKind;

SymbolKind kindOfValue(const Value &value) {
  switch (value.kind) {
  case Value::Kind::Module:
    return SymbolKind::Module;
  case Value::Kind::Function:
    return value.function.jit ? SymbolKind::Kernel : SymbolKind::Function;
  case Value::Kind::Builtin:
    return SymbolKind::Function;
  case Value::Kind::Method:
    return SymbolKind::Method;
  case Value::Kind::Dtype:
    return SymbolKind::Type;
  case Value::Kind::Constant:
    return SymbolKind::Constant;
  case Value::Kind::Opaque:
    return value.function.definition ? SymbolKind::Class : SymbolKind::Module;
  default:
    return SymbolKind::Variable;
  }
}

const LanguageRow *rowOf(const Value &value, std::string_view name) {
  if (value.kind == Value::Kind::Module) {
    for (std::string_view group : {"triton", "tl"}) {
      size_t dot = value.name.rfind('.');
      std::string_view last = std::string_view(value.name).substr(dot + 1);
      const LanguageRow *row = findRow(group, last);
      if (row && row->kind == "module" && value.name.rfind("triton", 0) == 0) {
        return row;
      }
    }
    return nullptr;
  }
  if (value.kind == Value::Kind::Opaque) {
    size_t dot = value.name.rfind('.');
    std::string_view space =
        std::string_view(value.name).substr(0, dot == std::string::npos ? 0 : dot);
    return space == "tl" || space == "triton" ? findRow(space, name) : nullptr;
  }
  std::string_view own = value.builtin ? value.builtin->name
                         : value.function.definition && !value.function.definition->name.empty()
                             ? std::string_view(value.function.definition->name)
                         : value.kind == Value::Kind::Builtin ? std::string_view(value.name)
                                                              : name;
  return findRow(groupOfValue(value), own);
}

Value calleeOf(const FileModel &file, const Chain &callee, int scopeIndex,
               const TypeLookup &types) {
  if (callee.names.empty()) {
    return Value::poison();
  }
  std::string last(callee.names.back()->text);
  if (!callee.open) {
    Value value = file.resolveChain(scopeIndex, callee, callee.names.size());
    if (!value.isPoison()) {
      return value;
    }
    if (callee.names.size() == 2) {
      const Symbol *object = file.symbols.find(scopeIndex, std::string(callee.names[0]->text));
      return object ? file.methodOf(file.formOf(*object, types), last) : Value::poison();
    }
  }
  std::string form = "tensor";
  if (callee.open) {
    const compiler::TypedRange *known =
        types.endingAt(callee.openEnd.endLine, callee.openEnd.endColumn);
    form = known && !known->form.empty() ? known->form : form;
  }
  return callee.names.size() == 1 || !callee.open ? file.methodOf(form, last) : Value::poison();
}

namespace {

/// A name after a dot that is no module: a method or attribute of an object.
void nameMember(const FileModel &file, const Chain &chain, int scopeIndex, const TypeLookup &types,
                Named &named) {
  std::string last(chain.names.back()->text);
  named.form = "tensor";
  if (chain.open || chain.names.size() > 2) {
    const Token *object = chain.names.size() > 1 ? chain.names[chain.names.size() - 2] : nullptr;
    const Place &end = object ? object->place : chain.openEnd;
    const compiler::TypedRange *known = types.endingAt(end.endLine, end.endColumn);
    if (known && !known->form.empty()) {
      named.form = known->form;
    } else if (object && (object->text == "dtype" || object->text == "type")) {
      named.form = "dtype";
    }
  } else if (const Symbol *object =
                 file.symbols.find(scopeIndex, std::string(chain.names[0]->text))) {
    named.form = file.formOf(*object, types);
  }
  named.value = file.methodOf(named.form, last);
  named.row = findRow(named.form, last);
}

} // namespace

std::optional<Named> nameAt(const FileModel &file, compiler::TextPosition at,
                            const TypeLookup &types) {
  int index = file.tokenAt(at.line, at.column);
  if (index < 0) {
    return std::nullopt;
  }
  const Token &token = file.tokens[static_cast<size_t>(index)];
  if (token.kind != Token::Kind::Name || isKeyword(token.text)) {
    return std::nullopt;
  }
  Named named;
  named.place = token.place;
  const Occurrence *occurrence = nullptr;
  named.symbol = file.symbols.at(token.place.line, token.place.column, &occurrence);
  if (named.symbol && !(occurrence->place.column == token.place.column &&
                        occurrence->place.line == token.place.line)) {
    named.symbol = nullptr;
  }
  int scopeIndex = scopeAt(file.symbols, *file.source, token.place.line, token.place.column);
  Chain chain = file.chainEndingAt(index);
  named.shown = chainText(chain);
  if (named.symbol) {
    named.shown = named.symbol->name;
    if (named.symbol->scope == 0 && !occurrence->keyword) {
      named.value = file.resolveName(0, named.symbol->name);
      named.row = rowOf(named.value, named.symbol->name);
    }
    return named;
  }
  bool keyword = file.symbols.keywords.count({token.place.line, token.place.column}) != 0;
  if (keyword) {
    return named; // the caller may look at the call
  }
  named.value = file.resolveChain(scopeIndex, chain, chain.names.size());
  if (!named.value.isPoison()) {
    named.row = rowOf(named.value, token.text);
  } else if (chain.names.size() > 1 || chain.open) {
    nameMember(file, chain, scopeIndex, types, named);
  }
  return named;
}

} // namespace charonia::frontend::editor

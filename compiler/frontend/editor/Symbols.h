// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which name means which symbol in one file: Python's scopes, what each binds, and every occurrence
// of a bound name. Built from the syntax tree, also from one with gaps.
#pragma once

#include "Tokens.h"

#include "charonia/Frontend/Source.h"
#include "charonia/compiler/Editor.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace charonia::frontend::editor {

struct Occurrence {
  Place place;
  bool write = false;
  bool keyword = false; ///< the name of an argument at a call: a parameter of the function called
  bool implied = false; ///< bound or used here at a place that is not known
  int scope = 0;        ///< where it stands
};

struct Symbol {
  std::string name;
  compiler::SymbolKind kind = compiler::SymbolKind::Variable;
  int scope = 0;
  /// What binds it first: FunctionDef, ClassDef, Parameter, Alias, or the target.
  const Node *definition = nullptr;
  const Node *value = nullptr;      ///< of a variable: what its first assignment assigns, or null
  const Node *annotation = nullptr; ///< of a variable or parameter, or null
  std::vector<Occurrence> occurrences; ///< in text order
};

struct Scope {
  enum class Kind : uint8_t {
    File,
    Function,
    Class,
    Inner
  } kind = Kind::File; ///< Inner: lambda ...
  int parent = -1;
  const Node *node = nullptr;       ///< FunctionDef, ClassDef ...
  std::map<std::string, int> names; ///< to symbols
  std::set<std::string> globals, nonlocals;
};

struct SymbolTable {
  std::vector<Scope> scopes; ///< [0] is the file's
  std::vector<Symbol> symbols;
  std::map<std::string, std::vector<Occurrence>> unresolved; ///< names of Python or of no one
  std::set<std::pair<uint32_t, uint32_t>> keywords;          ///< places of argument names at calls
  /// Function of a symbol's definition; the parameters are symbols of it.
  std::map<const Node *, int> scopeOf;

  const Symbol *find(int scope, const std::string &name) const;
  /// The symbol of the name that `line`, `column` touches; null: none.
  const Symbol *at(uint32_t line, uint32_t column, const Occurrence **occurrence = nullptr) const;
};

SymbolTable buildSymbols(const ParsedSource &source, const std::vector<Token> &tokens);

/// The name of a function or class in its definition; line 0 when it is not there.
Place nameOf(const ParsedSource &source, const Node &definition);

/// Does the place lie in the text? Python counts lines otherwise where a lone carriage return is.
bool inside(const std::vector<std::string> &lines, const Place &place);

/// The innermost function or class scope that a line with this column belongs to; blank lines and
/// comments after a body belong to it when they are indented more than its head.
int scopeAt(const SymbolTable &table, const ParsedSource &source, uint32_t line, uint32_t column);

} // namespace charonia::frontend::editor

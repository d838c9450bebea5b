// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One version of a file as the services see it: its tree, words and symbols, and what its names
// stand for in other files and in the language.
#pragma once

#include "ImportResolver.h"
#include "LanguageTable.h"
#include "Modules.h"
#include "Symbols.h"
#include "TypeLookup.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace charonia::frontend::editor {

/// Names with dots between them, from the left: `tl.math.exp`.
struct Chain {
  std::vector<const Token *> names;
  bool open = false; ///< something else than a name is before the first dot: `f(x).to`
  Place openEnd;     ///< then: the place of what ends there
};

/// A call that is not closed before a place.
struct OpenCall {
  Chain callee;
  size_t argument = 0;  ///< index of the argument at the place
  std::string keyword;  ///< its name if it is written `name=`
  bool atStart = false; ///< nothing of the argument is there but a word at most
};

class FileModel {
public:
  FileModel(const std::string &text, const std::string &file,
            const compiler::EditorOptions &options);

  ParsedSourceRef source;
  std::vector<Token> tokens;
  SymbolTable symbols;
  std::unique_ptr<ImportResolver> resolver;
  std::unique_ptr<Modules> modules;
  const ModuleScope *scope = nullptr;
  compiler::Limits limits;

  compiler::SourceRange range(const Place &place) const { return range(place, source->file); }
  static compiler::SourceRange range(const Place &place, const std::string &file) {
    return {file, place.line, place.column, place.endLine, place.endColumn};
  }

  /// Index of the token that the position touches, a name before others; -1: none.
  int tokenAt(uint32_t line, uint32_t column) const;
  /// Index of the last token that ends at or before the position; -1: none.
  int tokenBefore(uint32_t line, uint32_t column) const;
  bool isSymbol(int token, char symbol) const;
  /// The chain that ends with the name token `last`.
  Chain chainEndingAt(int last) const;
  std::optional<OpenCall> callAround(uint32_t line, uint32_t column) const;

  /// What a name of a scope stands for without running anything: a module, function, type or value
  /// of the language. Poison for variables.
  Value resolveName(int scopeIndex, const std::string &name) const;
  Value resolveGlobal(const ModuleScope &from, const std::string &name, int depth = 0) const;
  Value attributeOf(const Value &object, const std::string &name) const;
  /// What the first `count` names of a chain stand for; Poison when a variable is among them.
  Value resolveChain(int scopeIndex, const Chain &chain, size_t count) const;
  Value resolveNode(int scopeIndex, const Node &node, int depth = 0) const;
  /// "tensor", "descriptor" ... (TypedRange::form) of a variable: from a run, else from what is
  /// assigned to it; empty: not known.
  std::string formOf(const Symbol &symbol, const TypeLookup &types) const;
  /// A method or attribute of an object of a form, with its documentation's row.
  Value methodOf(const std::string &form, const std::string &name) const;

private:
  Value follow(const Modules::Imported &what, int depth) const;
};

std::string chainText(const Chain &chain);

} // namespace charonia::frontend::editor

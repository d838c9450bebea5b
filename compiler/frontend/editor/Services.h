// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The services of Editor.h as functions of a FileModel; one file each.
#pragma once

#include "FileModel.h"

#include "charonia/compiler/Editor.h"

#include <optional>
#include <string>
#include <vector>

namespace charonia::frontend::editor {

compiler::Completion complete(const FileModel &file, compiler::TextPosition at,
                              const compiler::TypeAnalysis *types);
std::optional<compiler::Hover> hover(const FileModel &file, compiler::TextPosition at,
                                     const compiler::TypeAnalysis *types);
std::optional<compiler::SignatureHelp> signatureHelp(const FileModel &file,
                                                     compiler::TextPosition at);
std::vector<compiler::SourceRange> definition(const FileModel &file, compiler::TextPosition at);
std::vector<compiler::Reference> references(const FileModel &file, compiler::TextPosition at);
compiler::Rename rename(const FileModel &file, compiler::TextPosition at,
                        const std::string &newName);
std::vector<compiler::OutlineItem> outline(const FileModel &file);
std::vector<compiler::FoldingRange> folding(const FileModel &file);

/// What stands at a name token: a symbol of the file, a name of the language or of another file.
struct Named {
  const Symbol *symbol = nullptr; ///< of this file; imports are symbols as well
  Value value;                    ///< what it stands for, Poison if that is a variable
  const LanguageRow *row = nullptr;
  std::string shown; ///< "tl.load", "x"
  std::string form;  ///< of the object before the dot, for methods
  Place place;
};
std::optional<Named> nameAt(const FileModel &file, compiler::TextPosition at,
                            const TypeLookup &types);
/// The row of a value of the language that the text calls `name`; null: none.
const LanguageRow *rowOf(const Value &value, std::string_view name);
/// The value that a call's callee stands for, methods included.
Value calleeOf(const FileModel &file, const Chain &callee, int scopeIndex, const TypeLookup &types);
compiler::SymbolKind kindOfValue(const Value &value);

} // namespace charonia::frontend::editor

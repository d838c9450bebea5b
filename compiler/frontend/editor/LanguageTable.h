// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of the language's names (resources/frontend/language.tsv): what each is and a few words
// about it; and the signatures, which come from where the function is defined.
#pragma once

#include "Value.h"
#include "charonia/compiler/Editor.h"

#include <string>
#include <string_view>
#include <vector>

namespace charonia::frontend::editor {

struct LanguageRow {
  std::string_view group, name, kind, doc;
  std::string_view signature; ///< of what is defined nowhere else; "-": no parameters
};

const std::vector<LanguageRow> &languageRows();
/// The row of `name` in `group`, or in the groups that it shares its names with (math with tl and
/// libdevice, tensor with tl); null: none.
const LanguageRow *findRow(std::string_view group, std::string_view name);
compiler::SymbolKind kindOfRow(const LanguageRow &row);
/// The group that a module's names are in ("triton.language.math": "math"); empty: none.
std::string_view groupOfModule(std::string_view path);
/// The group that a function of the language is in.
std::string_view groupOfValue(const Value &value);

/// One parameter as it is shown.
struct ShownParameter {
  std::string name, label; ///< "mask", "mask=None"
  bool variadic = false, keywordOnly = false;
  const Node *node = nullptr; ///< of a function that is written in Python
};
/// The parameters of a callable; without the receiver when it is a method. nullopt: not known.
std::optional<std::vector<ShownParameter>> parametersOf(const Value &callee);
std::vector<ShownParameter> parametersOf(const LanguageRow &row);
/// "tl.load(pointer, mask=None)"; empty when the parameters are not known.
std::string signatureOf(const Value &callee, const std::string &shownName);
std::string signatureText(const std::string &shownName,
                          const std::vector<ShownParameter> &parameters);
std::string signatureOfRow(const LanguageRow &row, const std::string &shownName);
/// The docstring of a function, its blanks tidied; empty: none.
std::string docstring(const Node &function);

} // namespace charonia::frontend::editor

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Signature help: the call that is open at a place, and which of its parameters is being written.
#include "Services.h"

namespace charonia::frontend::editor {

std::optional<compiler::SignatureHelp> signatureHelp(const FileModel &file,
                                                     compiler::TextPosition at) {
  if (inText(file.tokens, at.line, at.column)) {
    return std::nullopt;
  }
  auto call = file.callAround(at.line, at.column);
  if (!call || call->callee.names.empty()) {
    return std::nullopt;
  }
  TypeLookup types(file.source->lines, nullptr);
  const Place &place = call->callee.names.back()->place;
  int scopeIndex = scopeAt(file.symbols, *file.source, place.line, place.column);
  Value callee = calleeOf(file, call->callee, scopeIndex, types);
  std::string shown =
      call->callee.open ? std::string(call->callee.names.back()->text) : chainText(call->callee);
  const LanguageRow *row = rowOf(callee, call->callee.names.back()->text);
  auto parameters = parametersOf(callee);
  if (!parameters && row && !row->signature.empty()) {
    parameters = parametersOf(*row);
  }
  if (!parameters) {
    return std::nullopt;
  }
  compiler::SignatureHelp help;
  help.label = shown + "(";
  for (size_t i = 0; i < parameters->size(); ++i) {
    help.label += i == 0 ? "" : ", ";
    auto begin = static_cast<uint32_t>(help.label.size());
    help.label += (*parameters)[i].label;
    help.parameters.push_back({begin, static_cast<uint32_t>(help.label.size()), {}});
  }
  help.label += ")";
  for (size_t i = 0; i < parameters->size(); ++i) {
    const ShownParameter &parameter = (*parameters)[i];
    bool here = call->keyword.empty()
                    ? !parameter.keywordOnly &&
                          (i == call->argument || (parameter.variadic && i < call->argument))
                    : parameter.name == call->keyword;
    if (here) {
      help.active = static_cast<int32_t>(i);
      break;
    }
  }
  help.doc = row                          ? std::string(row->doc)
             : callee.function.definition ? docstring(*callee.function.definition)
                                          : std::string();
  return help;
}

} // namespace charonia::frontend::editor

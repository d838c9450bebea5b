// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the types that a run of the front end noted, also when the text has changed a little since.
#pragma once

#include "Symbols.h"

#include "charonia/compiler/Editor.h"

#include <string>
#include <vector>

namespace charonia::frontend::editor {

class TypeLookup {
public:
  /// `types` may be null: then nothing is found.
  TypeLookup(const std::vector<std::string> &lines, const compiler::TypeAnalysis *types);

  /// Types of the expression at exactly this place.
  const compiler::TypedRange *at(const Place &place) const;
  /// Types of the largest expression that ends here.
  const compiler::TypedRange *endingAt(uint32_t line, uint32_t column) const;
  /// Types of a variable: where it gets its value, else where it is used.
  const compiler::TypedRange *of(const Symbol &symbol) const;

private:
  /// Place in the text of the run; false when something before it in its line has changed.
  bool mapped(uint32_t &line, uint32_t column) const;

  const compiler::TypeAnalysis *m_types;
  const std::vector<std::string> &m_lines;
  std::vector<std::string_view> m_old;
  size_t m_before = 0, m_after = 0; ///< lines at begin and end that did not change
};

} // namespace charonia::frontend::editor

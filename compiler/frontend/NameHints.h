// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What messages can tell beyond "not there": words for syntax that is not part of the language,
// advice for names of Python, PyTorch and NumPy, and where a name is assigned.
#pragma once

#include "charonia/Frontend/Ast.h"

#include <string>
#include <string_view>

namespace charonia::frontend {

/// Words for a statement or expression that the language does not have.
struct SyntaxWords {
  std::string words;  ///< "a lambda expression"
  std::string advice; ///< "define a function with @triton.jit instead", or empty
};
SyntaxWords syntaxWords(const Node &node);

/// Advice for a name that people expect and that is not there: "use tl.abs". Empty when none.
std::string builtinAdvice(std::string_view name);  ///< Python's builtin functions
std::string moduleAdvice(std::string_view name);   ///< modules that were not imported
std::string languageAdvice(std::string_view name); ///< attributes of tl
std::string methodAdvice(std::string_view name);   ///< attributes of a tensor
std::string pointerAdvice(std::string_view name);  ///< attributes of a pointer

/// Where a function assigns a name, as seen from a use of it.
struct Assignment {
  enum class Where : uint8_t {
    Nowhere,
    Before,     ///< earlier, in a block that is open at the use
    Later,      ///< after the use only
    IfBranch,   ///< earlier, in an `if` branch that has ended
    ElseBranch, ///< earlier, in an `else` branch that has ended
    Loop,       ///< earlier, in a loop that has ended
  };
  Where where = Where::Nowhere;
  const Node *statement = nullptr; ///< Assign, AnnAssign, AugAssign, For
  const Node *block = nullptr;     ///< the If, For or While that has ended
};
Assignment findAssignment(const Node &function, const std::string &name, const Place &use);
/// The last statement of `body` that assigns the name; null when none does.
const Node *lastAssignment(const std::vector<const Node *> &body, const std::string &name);

} // namespace charonia::frontend

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The portability lint: what a kernel does that GPUs let pass and this machine, or the language,
// does not promise. Works on a kernel after tt-import.
//
//   LintFacts facts = ...;                       // of the launch; empty: none is known
//   for (const Finding &finding : lintKernel(kernel, facts)) { ... }
#pragma once

#include "charonia/Support/PassContext.h"
#include "charonia/compiler/Lint.h"

#include "mlir/IR/Operation.h"
#include "mlir/Pass/Pass.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace charonia::tt {
class FuncOp;
}

namespace charonia::compiler::lint {

/// The kinds of findings; the table is Codes.def.
enum class Rule : uint8_t {
#define LINT(identifier, code, title) identifier,
#include "charonia/Lint/Codes.def"
};
const char *codeOf(Rule rule);  ///< "KP0101"
const char *titleOf(Rule rule); ///< "undefined lanes are stored"

/// What the launch says about an argument beyond ArgumentFact.
struct LintArgument {
  ArgumentFact fact;
  int64_t elementBytes = 1;
  /// Least and greatest integer that a pointer's buffer holds before the run.
  std::optional<std::pair<int64_t, int64_t>> content;
};

struct LintFacts {
  std::optional<std::array<int64_t, 3>> grid; ///< empty: no launch is known
  std::vector<LintArgument> args;
  /// Lanes that may be evaluated; a launch that needs more is looked at in part.
  uint64_t budget = kLintBudget;
};

/// The facts of a launch; `known` is what passes may know of it, `arguments` are the leaves
/// (launch::leavesOf) that the kernel takes at run time, in its order.
LintFacts lintFacts(const launch::Launch &launch, const LaunchFacts &known,
                    const std::vector<uint64_t> &arguments);

/// The change that would make a finding go away.
enum class Remedy : uint8_t { None, AddOther, AddPadding };

/// One finding. `notes` lead from the place to the consequence.
struct Finding {
  Rule rule = Rule::UndefinedStored;
  Severity severity = Severity::Warning;
  mlir::Operation *op = nullptr;
  std::string message;
  std::vector<std::pair<mlir::Operation *, std::string>> notes;
  Remedy remedy = Remedy::None;
};

/// The findings, in order of the ops in the kernel.
std::vector<Finding> lintKernel(tt::FuncOp kernel, const LintFacts &facts);

/// Findings as messages: place (the user's own file `userFile` before library files), the chain of
/// inlined calls, notes. Findings of one rule at one place, as of a loop that was unrolled, are one
/// message. Fixes have no place yet.
LintResult toResult(const std::vector<Finding> &findings, const std::string &userFile);

/// Gives messages about calls the end of their range, and fixes their place, from the source text
/// that the kernel was made of. Fixes for which there is no place are dropped.
void placeFixes(LintResult &result, const std::string &text, const std::string &file);

/// Pass "tt-lint": emits the findings of every kernel as MLIR warnings and remarks; changes
/// nothing.
std::unique_ptr<mlir::Pass> createTTLint(PassContext *context);
void registerLintPass();

} // namespace charonia::compiler::lint

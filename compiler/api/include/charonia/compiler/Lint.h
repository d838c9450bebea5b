// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The portability lint as a host program sees it: what a kernel does that GPUs let pass and the
// language does not promise.
#pragma once

#include "charonia/compiler/Compiler.h"

namespace charonia::compiler {

/// What the lint found. Codes are "KP0101" and so on.
struct LintResult {
  bool ok = false; ///< the kernel could be read; else `diagnostics` says why not
  std::vector<Diagnostic> diagnostics; ///< those of the front end, or with `ok` the findings
  bool tainted = false;                ///< the lint crashed; the process should be restarted
};

/// Lanes that the lint evaluates at most; a launch that needs more is looked at in part.
inline constexpr uint64_t kLintBudget = 50'000'000;

/// Runs the front end or the reader and the lint; no pass after it. Never throws.
LintResult runLint(const Invocation &invocation, std::stop_token stop = {},
                   uint64_t budget = kLintBudget);

} // namespace charonia::compiler

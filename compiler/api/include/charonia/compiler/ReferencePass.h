// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which IR of a compilation says what a kernel computes.
#pragma once

#include "charonia/compiler/Values.h"

#include <vector>

namespace charonia::compiler {

/// The pass whose IR says what a kernel computes, to the last bit: the interpreter's result on it
/// is the reference. Passes before it may change how sums are rounded (as upstream's passes of the
/// same kind do), passes after it may not.
inline constexpr const char *kReferencePass = "tt-combine";

/// The index of kReferencePass in Compilation::passes; 0, the imported IR, if it did not run.
inline size_t referencePassOf(const std::vector<PassRecord> &passes) {
  for (size_t i = 0; i < passes.size(); ++i) {
    if (passes[i].flag == kReferencePass) {
      return i;
    }
  }
  return 0;
}

} // namespace charonia::compiler

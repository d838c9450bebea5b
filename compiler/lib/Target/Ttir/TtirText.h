// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work on the text of Triton IR before parsing and after printing.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace charonia::compiler {

/// A place in text where brackets nest too deeply; line 0: nowhere.
struct TextPlace {
  uint32_t line = 0, column = 0;
};

/// The first place where more than `limit` brackets or minus signs nest.
TextPlace findDeepNesting(llvm::StringRef text, uint32_t limit);

/// Rewrites spellings that MLIR 19 cannot read, within their line: start positions of ops and all
/// lines stay. `llvm.intr.assume %c : i1` becomes its generic form; `ttg.barrier`,
/// `llvm.mlir.undef` and the older forms of `tt.reshape` and `tt.assert` become their present ones.
std::string toReadable(llvm::StringRef text);

/// The reverse for `llvm.intr.assume`.
std::string toTritonText(llvm::StringRef text);

} // namespace charonia::compiler

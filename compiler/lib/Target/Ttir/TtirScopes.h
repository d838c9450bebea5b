// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A check of the values' names in IR text that has to come before MLIR's parser.
#pragma once

#include "TtirText.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace charonia::compiler {

/// A value that is used before its definition, which stands in a region inside the region of the
/// use. That is never valid, and where the use is an operand of the op round the region ("scf.if
/// %c { %c = ..."), MLIR 19's parser keeps a pointer to the operand's placeholder that the
/// definition has deleted.
struct EarlyUse {
  llvm::StringRef name; ///< "%c"
  TextPlace place;      ///< of the use
};
std::optional<EarlyUse> findEarlyUse(llvm::StringRef text);

} // namespace charonia::compiler

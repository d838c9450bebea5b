// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dialects of upstream that stand near Triton IR but are none of it, known by name only.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace charonia::tt {

/// Adds `ttg`, `ttng` and their older and other vendors' names. Their attributes may stand on a
/// module or an op by name and value (`"ttg.num-warps" = 4 : i32`); their encodings and types are
/// refused with a message that says which file is wanted instead. (Ops are unknown to MLIR's
/// parser; it cannot take a dialect's own hook for them safely.)
void registerForeignDialects(mlir::DialectRegistry &registry);

/// True if `name` is the name of such a dialect.
bool isForeignDialect(llvm::StringRef name);

/// The end of a message about a word of such a dialect, from the quote that closes the word on.
llvm::StringRef foreignAdvice();

} // namespace charonia::tt

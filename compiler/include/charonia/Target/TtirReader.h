// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads Triton IR text (.ttir), as Triton 3.1 to 3.8 print it, into a module of the dialect `tt`.
#pragma once

#include "charonia/compiler/Compiler.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace charonia::compiler {

/// Parses `text`, named `file` in messages. Untrusted: size and nesting are checked against
/// `limits` before parsing. Every op gets a location: the one of the text, or its own line and
/// column in `file` where the text says nothing or `loc(unknown)`. Errors are added to
/// `diagnostics` and null is returned.
mlir::OwningOpRef<mlir::ModuleOp> readTtir(mlir::MLIRContext &context, llvm::StringRef text,
                                           llvm::StringRef file, const Limits &limits,
                                           std::vector<Diagnostic> &diagnostics);

/// `text` in the spelling that MLIR's own parser takes: no line is added or lost. For tools that
/// parse by themselves; readTtir does it too.
std::string parsableTtir(llvm::StringRef text);

/// The reverse for text that MLIR printed: `llvm.intr.assume` in its custom form.
std::string tritonTextOf(llvm::StringRef text);

/// The text of `module` as Triton reads it: `llvm.intr.assume` in its custom form.
/// @param locations print source locations.
std::string printTtir(mlir::ModuleOp module, bool locations);

} // namespace charonia::compiler

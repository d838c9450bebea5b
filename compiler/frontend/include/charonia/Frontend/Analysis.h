// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the emitter with a recorder and gives the types that it found as plain values.
#pragma once

#include "charonia/compiler/Editor.h"

namespace mlir {
class MLIRContext;
}

namespace charonia::frontend::editor {

/// What analyzeTypes() promises, in a context that has the dialects of registerAllDialects().
compiler::TypeAnalysis analyze(mlir::MLIRContext &context, const std::string &text,
                               const std::string &file, const launch::Launch *launch,
                               const compiler::EditorOptions &options);

} // namespace charonia::frontend::editor

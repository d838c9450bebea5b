// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass table: the one list that driver, CLI, window and docs read. Rows stand in pipeline
// order.
#pragma once

#include "charonia/Support/PassContext.h"

#include "mlir/Pass/Pass.h"

#include <memory>
#include <vector>

namespace charonia::compiler {

/// One pass of the pipeline. All run on a module.
struct PassRow {
  const char *flag;    ///< "tile-analyze-access"
  int stage;           ///< 1 Parsing, 2 Mapping, 3 Lowering, 4 Code generation
  const char *summary; ///< one line
  std::unique_ptr<mlir::Pass> (*create)(PassContext *);
};

/// All passes from the imported `tt` module on, in order.
const std::vector<PassRow> &passRows();

/// The row with this flag; null if there is none.
const PassRow *findPassRow(llvm::StringRef flag);

} // namespace charonia::compiler

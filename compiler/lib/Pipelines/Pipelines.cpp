// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of the pass table.
#include "charonia/Pipelines/Pipelines.h"

#include "charonia/Conversion/TTToTile/Passes.h"
#include "charonia/Dialect/TT/Transforms/Passes.h"

namespace charonia::compiler {

const std::vector<PassRow> &passRows() {
  // Rows of later passes are appended below, in pipeline order.
  static const std::vector<PassRow> rows = {
      {"tt-import", 1, "Make one kernel with structured control flow of an imported module",
       tt::createTTImport},
      {"tt-to-tile", 2, "Lower a kernel of dialect tt to dialect tile", tile::createTTToTile},
  };
  return rows;
}

const PassRow *findPassRow(llvm::StringRef flag) {
  for (const PassRow &row : passRows()) {
    if (flag == row.flag) {
      return &row;
    }
  }
  return nullptr;
}

} // namespace charonia::compiler

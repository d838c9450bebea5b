// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of the pass table.
#include "charonia/Pipelines/Pipelines.h"

namespace charonia::compiler {

const std::vector<PassRow> &passRows() {
  // Rows of later passes are appended below, in pipeline order.
  static const std::vector<PassRow> rows = {};
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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Printed values are named after the source's variables.
#pragma once

namespace mlir {
class DialectRegistry;
}

namespace charonia::compiler {

/// Makes every op that does not name its results itself take the name of its location ("acc").
void nameValuesAfterSource(mlir::DialectRegistry &registry);

} // namespace charonia::compiler

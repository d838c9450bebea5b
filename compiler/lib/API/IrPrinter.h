// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints IR for people: no locations in the text, values named after the source's variables, and
// the place of every op in the text by its identity.
#pragma once

#include "charonia/compiler/Values.h"

namespace mlir {
class Operation;
}

namespace charonia::compiler {

IrText printIr(mlir::Operation *module);

} // namespace charonia::compiler

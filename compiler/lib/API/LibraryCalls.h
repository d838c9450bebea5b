// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of GPU libraries that the machine lacks and our library has in the language.
#pragma once

#include "charonia/compiler/Compiler.h"

#include "mlir/IR/BuiltinOps.h"

namespace charonia::compiler {

/// Replaces each tt.extern_elementwise whose symbol (`__nv_asinhf`) is no function of the machine,
/// but one of the library that is written in the language (`libdevice.asinh`), by that function's
/// ops: for IR that did not come through our front end. Others stay, to be reported where they
/// cannot be run.
void expandLibraryCalls(mlir::ModuleOp module, const Limits &limits);

} // namespace charonia::compiler

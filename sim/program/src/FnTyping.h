// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which element types the functions of Functions.def take and give.
#pragma once

#include "charonia/program/Program.h"

#include <string>

namespace charonia::program {

numerics::FnKind kindOf(Fn fn);
unsigned operandsOf(Fn fn);

/// What is wrong with operands of type `in` and a result of type `out`; empty if nothing is. For
/// Select, `in` is the type of the values, not of the condition.
std::string checkFnTypes(Fn fn, ElementType in, ElementType out);

} // namespace charonia::program

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of device-library functions (`__nv_expf` ...) and the function of the numerics library that
// computes each.
#pragma once

#include "charonia/numerics/Numerics.h"

#include <optional>
#include <string_view>

namespace charonia::compiler {

/// The numerics function of library symbol `symbol`; none if it is not known. Functions that answer
/// a question (signbit, isnan, isinf) give I1 in the numerics library and an integer in the
/// symbol's signature.
std::optional<numerics::Fn> functionOfSymbol(std::string_view symbol);

} // namespace charonia::compiler

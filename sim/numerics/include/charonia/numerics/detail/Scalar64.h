// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fp64 functions that are not one instruction.
#pragma once

namespace charonia::numerics::detail {

/// C fmod: x - n * y with n = trunc(x / y), exact, sign of x. Also exact for fp32 operands.
double remainder64(double x, double y);

} // namespace charonia::numerics::detail

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The value of one element of an integer tensor in one program, straight from the operations.
#pragma once

#include "charonia/Dialect/TT/TTDialect.h"

#include <cstdint>
#include <vector>

namespace charonia::mapping {

/// Element `index` of `value` (an integer tensor or scalar) in program `pid`. Knows the operations
/// that random index expressions are made of, in 64 bits.
int64_t elementOf(mlir::Value value, std::vector<int64_t> index, int64_t pid);

} // namespace charonia::mapping

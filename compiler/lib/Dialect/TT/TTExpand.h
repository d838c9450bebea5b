// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expansions of single ops into others, for renewVersionOps.
#pragma once

#include "charonia/Dialect/TT/TTDialect.h"

namespace charonia::tt {

/// Widens and scales the operands and multiplies them as bf16 (fp16 if an operand is). Fails, with
/// a message, for the formats e2m3 and e3m2.
mlir::LogicalResult expandDotScaled(DotScaledOp op);

} // namespace charonia::tt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All ops of `tt`; each group has a file of its own.
#ifndef CHARONIA_DIALECT_TT_TTOPS_TD
#define CHARONIA_DIALECT_TT_TTOPS_TD

include "charonia/Dialect/TT/TTComputeOps.td"
include "charonia/Dialect/TT/TTFunctionOps.td"
include "charonia/Dialect/TT/TTMemoryOps.td"
include "charonia/Dialect/TT/TTShapeOps.td"
include "charonia/Dialect/TT/TTVersionOps.td"

#endif // CHARONIA_DIALECT_TT_TTOPS_TD

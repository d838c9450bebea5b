// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise work that the SIMD engine can do in one pass while an accumulator is drained.
#pragma once

#include "charonia/Dialect/Tile/Tile.h"
#include "charonia/arch/DeviceModel.h"

namespace charonia::tile {

/// The operations from the sum of a product on the matrix engine to what stores it or multiplies
/// it again, in order, that `op` is one of; empty if the SIMD engine cannot do them in one pass: a
/// few additions, multiplications, comparisons and casts of one tile with scalars.
llvm::SmallVector<mlir::Operation *> simdChain(mlir::Operation *op,
                                               const arch::DeviceModel *device);

/// The dot whose sum `value` is, after a loop in whose iterations it adds up or at once, if nothing
/// else uses that sum; null otherwise.
DotOp drainedDot(mlir::Value value);

} // namespace charonia::tile

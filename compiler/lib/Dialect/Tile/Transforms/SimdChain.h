// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise work that the SIMD engine can do in one pass while an accumulator is drained.
#pragma once

#include "charonia/Dialect/Tile/Tile.h"
#include "charonia/arch/DeviceModel.h"

namespace charonia::tile {

/// The operations in order, one of them `op`, that the SIMD engine can do in one pass; empty if
/// there are none. Either from the sum of a product on the matrix engine to what stores it or
/// multiplies it again: a few additions, multiplications, comparisons and casts of one tile with
/// scalars. Or such work around a function that the engine has, on any tile in local memory, also
/// with one number a row, and the sums of rows of its result.
llvm::SmallVector<mlir::Operation *> simdChain(mlir::Operation *op,
                                               const arch::DeviceModel *device);

/// True if the chain takes its tile from the accumulator and from nowhere else.
bool needsSum(llvm::ArrayRef<mlir::Operation *> chain, const arch::DeviceModel &device);

/// The value below views that repeat one number along each row; null if `value` is none.
mlir::Value rowSource(mlir::Value value);

/// The dot whose sum `value` is, after a loop in whose iterations it adds up or at once, if nothing
/// else uses that sum; null otherwise.
DotOp drainedDot(mlir::Value value);

} // namespace charonia::tile

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work of the SIMD engine around one of its functions, on a tile in local memory.
#pragma once

#include "charonia/Dialect/Tile/SimdForms.h"
#include "charonia/arch/DeviceModel.h"

namespace charonia::tile {

/// True for functions that the engine has tables for.
bool isTableFunction(mlir::Operation *op, const arch::DeviceModel &device);
/// True if `value` is one scalar in all elements.
bool isUniform(mlir::Value value);
/// The tile that `op` of a chain works on, not a number a row; null for what is in no chain.
mlir::Value tileInChain(mlir::Operation *op, const arch::DeviceModel &device);

/// The pass of the SIMD engine that `op` is part of, in order: up to `pe.se.opsPerPass` forms
/// and functions, at least one function, of one tile with scalars and with one number a row, casts
/// and sums of rows. Its tile and its numbers are made in the same block, its results are used by
/// operations of it or of blocks within. Empty if there is none, or if the vector core would be
/// done before the engine has begun.
llvm::SmallVector<mlir::Operation *> functionChain(mlir::Operation *op,
                                                   const arch::DeviceModel &device);

} // namespace charonia::tile

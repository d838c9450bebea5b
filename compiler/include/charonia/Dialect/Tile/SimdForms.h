// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations that the SIMD engine does as they are.
#pragma once

#include "charonia/Dialect/Tile/Tile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace charonia::tile {

/// Casts, which take none of the operations that a pass of the engine holds.
inline bool isSimdCast(mlir::Operation *op) {
  return mlir::isa<mlir::arith::TruncFOp, mlir::arith::ExtFOp>(op);
}

/// Arithmetic that the engine does with a tile and numbers.
inline bool isSimdForm(mlir::Operation *op) {
  return mlir::isa<mlir::arith::AddFOp, mlir::arith::SubFOp, mlir::arith::MulFOp,
                   mlir::arith::MaximumFOp, mlir::arith::MinimumFOp, mlir::arith::MaxNumFOp,
                   mlir::arith::MinNumFOp>(op);
}

} // namespace charonia::tile

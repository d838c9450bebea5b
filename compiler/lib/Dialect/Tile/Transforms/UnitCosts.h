// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimates of what an operation costs on each unit, for the table of placements.
#pragma once

#include "charonia/Dialect/Tile/Tile.h"
#include "charonia/arch/DeviceModel.h"

#include <optional>

namespace charonia::tile {

/// Cycles that `unit` is taken by `op` on whole tiles, from the rates of the device; without
/// latencies and waiting. 0 for views. None where the unit has no rate for such an operation.
std::optional<double> unitCycles(mlir::Operation *op, Unit unit, const arch::DeviceModel &device);

/// Cycles of a product of fp32 matrices in bf16 parts (SplitDots.h): on the vector core, which cuts
/// the operands, and on the matrix engine.
struct SplitCycles {
  double vecA = 0, vecB = 0, dpe = 0;
};
SplitCycles splitCycles(DotOp dot, unsigned parts, const arch::DeviceModel &device);

/// Cycles of the SIMD engine for one pass that does `ops` on a tile in local memory.
double passCycles(llvm::ArrayRef<mlir::Operation *> ops, const arch::DeviceModel &device);

} // namespace charonia::tile

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of UnitTable.def: what may do an operation, and why something else may not.
#pragma once

#include "charonia/Dialect/Tile/Tile.h"
#include "charonia/arch/DeviceModel.h"

#include <string>

namespace charonia::tile {

enum class NumericsClass : uint8_t { Exact, Ulp, Reassoc };

/// Whether rows below one that fits may do an operation as well.
enum class MoreRows : uint8_t { Only, Or };

struct UnitRow {
  llvm::StringRef operation;
  bool (*fits)(mlir::Operation *, const arch::DeviceModel *);
  Unit unit;
  NumericsClass numerics;
  MoreRows more;
  llvm::StringRef reason;
};

/// True for operations that have no unit: control flow, and what belongs to a reduction.
bool isUnplaced(mlir::Operation *op);
bool isOnTile(mlir::Operation *op);
/// True for operations that are views of a tile and cost nothing.
bool isShape(mlir::Operation *op);
/// True if only `op`'s tile is turned on its way to the matrix engine, at no cost.
bool turnsOperand(mlir::Operation *op, const arch::DeviceModel *device);
/// Operands that the matrix engine takes as they are, or none.
bool isMatrixDot(mlir::Operation *op, const arch::DeviceModel *device);
/// A product of fp32 matrices that its precision allows to cut into parts of bf16.
bool isSplitDot(mlir::Operation *op, const arch::DeviceModel *device);

/// The choices of `op`, at least one, in order of preference. `strict`: exact ones only.
llvm::SmallVector<const UnitRow *, 2> rowsFor(mlir::Operation *op, const arch::DeviceModel *device,
                                              bool strict);

/// A unit of the table that may not do an operation.
struct RefusedUnit {
  Unit unit;
  std::string reason;
};
llvm::SmallVector<RefusedUnit> refusedUnits(mlir::Operation *op, const arch::DeviceModel &device,
                                            bool strict);

/// Banks of the reduction engine that the accumulator of a dot of rank 2 takes.
int64_t banksOf(DotOp dot, const arch::ReduceEngine &re);

/// What would make a product of fp32 matrices on the vector core faster; empty if that is not what
/// `dot` is.
std::string gainOfCast(DotOp dot, const arch::DeviceModel &device, bool strict);

} // namespace charonia::tile

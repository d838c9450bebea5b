// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect `tile`: dialect, attributes and operations (definitions: TileDialect.td,
// TileAttrs.td, TileOps.td, TileMemoryOps.td).
#pragma once

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "charonia/Dialect/Tile/TileDialect.h.inc"
#include "charonia/Dialect/Tile/TileEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "charonia/Dialect/Tile/TileAttrs.h.inc"
#define GET_OP_CLASSES
#include "charonia/Dialect/Tile/TileOps.h.inc"

namespace charonia::tile {

/// Discardable attributes of the dialect.
inline constexpr llvm::StringLiteral kPointerAttr = "tile.pointer"; ///< pointee type of an argument
inline constexpr llvm::StringLiteral kNameAttr = "tile.name";       ///< source name of an argument
/// "row" or "col" on a load that the kernel wants read once for that group of PEs.
inline constexpr llvm::StringLiteral kDirectionAttr = "tile.direction";
inline constexpr llvm::StringLiteral kUnitAttr = "tile.unit";     ///< UnitAttr of an operation
inline constexpr llvm::StringLiteral kPolicyAttr = "tile.policy"; ///< numerics policy of a kernel

/// The kernel of a module: its only `tile.kernel`; null if there is none.
KernelOp findKernel(mlir::Operation *module);

/// A bound, stride or base as a constant, if it is one.
std::optional<int64_t> constantOf(mlir::OpFoldResult value);

} // namespace charonia::tile

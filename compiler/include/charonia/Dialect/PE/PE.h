// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect `pe`: types, attributes, command interface and operations (PEDialect.td,
// PEInterfaces.td, PEOps.td, PECommands.td).
#pragma once

#include "charonia/Dialect/Tile/Tile.h"

#include "charonia/Dialect/PE/PEDialect.h.inc"
#include "charonia/Dialect/PE/PEEnums.h.inc"

namespace charonia::pe {
/// Checks what all commands have in common: operand types, counters, resident buffers.
mlir::LogicalResult verifyCommand(mlir::Operation *op);
} // namespace charonia::pe

#define GET_TYPEDEF_CLASSES
#include "charonia/Dialect/PE/PETypes.h.inc"
#define GET_ATTRDEF_CLASSES
#include "charonia/Dialect/PE/PEAttrs.h.inc"

#include "charonia/Dialect/PE/PEInterfaces.h.inc"
#define GET_OP_CLASSES
#include "charonia/Dialect/PE/PEOps.h.inc"

namespace charonia::pe {

/// Discardable attribute of groups: base and bytes of their scratch in local memory (pe-alloc-ls).
inline constexpr llvm::StringLiteral kScratchAttr = "pe.scratch";

/// Discardable attribute of loads: "row" or "col", the PEs that share one read (pe-schedule).
inline constexpr llvm::StringLiteral kBroadcastAttr = "pe.broadcast";

/// The program of a module; null if there is none.
ProgramOp findProgram(mlir::Operation *module);

/// Bytes of a densely packed tile; an i1 element takes one byte.
int64_t tileBytes(mlir::RankedTensorType tile);

/// The allocation of a command's operand; null if it is not one.
CbAllocOp allocOf(mlir::Value cb);

} // namespace charonia::pe

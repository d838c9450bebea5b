// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Editing of `pe.vec.group` while tensors turn into buffers.
#pragma once

#include "charonia/Dialect/PE/PE.h"

namespace charonia::pe {

/// Makes `group` read `cb`; returns the tile inside.
mlir::BlockArgument addRead(VecGroupOp group, mlir::Value cb);

/// Makes `group` write the tile `inner` (a value of its body) into `cb`.
void addWrite(VecGroupOp group, mlir::Value cb, mlir::Value inner);

/// Input `index` of `group` comes from `cb` from now on. Moves the operands of the group: uses of
/// them that a caller holds are not valid afterwards.
void inputToRead(VecGroupOp group, unsigned index, mlir::Value cb);

/// Every group (for which `isReader` holds) that takes `tensor` reads `cb` instead: once, also if
/// it takes it several times.
void inputsToReads(mlir::Value tensor, mlir::Value cb,
                   llvm::function_ref<bool(VecGroupOp)> isReader = nullptr);

/// The value inside a group that result `result` yields.
mlir::Value yielded(mlir::OpResult result);

/// An empty group at the builder's place that reads `cb` and yields its tile as its only result.
VecGroupOp makeCopyOut(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value cb);

/// A group at the builder's place that writes each tensor into its buffer, all reads before all
/// writes.
VecGroupOp makeCopyIn(mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange tensors,
                      mlir::ValueRange cbs);

/// Drops results that nobody uses, then everything in the body that only they needed. Erases the
/// group if nothing is left of it; returns the group that stands in its place, or null.
VecGroupOp dropUnused(VecGroupOp group);

/// The same group without its tensor results (which must be unused).
VecGroupOp dropTensorResults(VecGroupOp group);

} // namespace charonia::pe

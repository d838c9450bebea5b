// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings ops that only some versions of Triton have, or that stand for several others, to the ops
// that the passes know.
#pragma once

#include "mlir/IR/Operation.h"

namespace charonia::tt {

/// True if an op of TTVersionOps.td or a tt.dot_scaled stands below `root`.
bool hasVersionOps(mlir::Operation *root);

/// Replaces those ops: older names of descriptor ops by the present ones, a poll by a loop, a
/// scaled product by its parts, what concerns other launches by nothing. Fails, with a message on
/// the op, where it has no meaning on this machine: a tensor map of a GPU, a time to wait.
mlir::LogicalResult renewVersionOps(mlir::Operation *root);

} // namespace charonia::tt

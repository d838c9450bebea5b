// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Canonicalisation, CSE and LICM that keep the identity of ops: locations survive, and what was
// replaced, merged or erased goes into the lineage.
#pragma once

#include "charonia/Support/IdentityLoc.h"

#include "mlir/IR/Operation.h"
#include "mlir/IR/PatternMatch.h"

namespace charonia::compiler {

/// Applies `patterns` greedily below `root`. Ops made by patterns get ids of their own.
/// Transcendental functions of `math` are not folded: their values come from the numerics library
/// alone. `event` names the patterns in the lineage.
mlir::LogicalResult applyPatterns(mlir::Operation *root, mlir::RewritePatternSet &&patterns,
                                  LineageRecorder *recorder, std::string event = "canonicalize");

/// Whether `op` stands for a function of `math` while `applyPatterns` runs. Such an op is pure and
/// elementwise; its name and attributes must be kept.
bool isHiddenMath(mlir::Operation *op);

/// Canonicalises with the patterns of all registered ops.
mlir::LogicalResult canonicalize(mlir::Operation *root, LineageRecorder *recorder);

/// The same with further patterns.
mlir::LogicalResult canonicalize(mlir::Operation *root, LineageRecorder *recorder,
                                 mlir::RewritePatternSet &&further);

/// Merges common subexpressions and erases dead pure ops.
void mergeCommonSubexpressions(mlir::Operation *root, LineageRecorder *recorder);

/// Erases ops without effects whose results nothing uses, also in cycles through loops.
void eraseDeadOps(mlir::Operation *root, LineageRecorder *recorder);

/// Moves loop-invariant pure ops out of loops, inner loops first.
void hoistLoopInvariants(mlir::Operation *root);

/// canonicalize, merge, hoist, and merge again.
mlir::LogicalResult simplify(mlir::Operation *root, LineageRecorder *recorder);

} // namespace charonia::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one core of a PE has to run of a `pe.program`: its own commands and effects, the control
// flow around them, and the scalars that those need.
#pragma once

#include "charonia/Dialect/PE/PE.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace charonia::pe {

/// The core (0 or 1) that issues commands of `unit`. With a single stream core 1 issues everything.
int issuingCore(Unit unit, bool singleStream);

/// True for effects that only core 1 has: stores and atomics of scalars, asserts, prints.
bool isScalarEffect(mlir::Operation *op);

class CoreSlice {
public:
  CoreSlice(ProgramOp program, int core, bool singleStream);

  /// True if the core runs `op` (for control flow: runs the skeleton).
  bool needs(mlir::Operation *op) const { return m_ops.contains(op); }
  /// True if the core needs `value` in a register.
  bool needs(mlir::Value value) const { return m_values.contains(value); }
  /// Operations of the other core whose scalar results this core would need; empty if the program
  /// can run as two streams.
  llvm::ArrayRef<mlir::Operation *> foreign() const { return m_foreign; }

private:
  bool isRoot(mlir::Operation *op) const;
  void needOp(mlir::Operation *op);
  void needValue(mlir::Value value);
  void needArgument(mlir::BlockArgument argument);
  void needResult(mlir::OpResult result);
  void needLoopValue(mlir::scf::ForOp loop, unsigned index);

  int m_core;
  bool m_singleStream;
  llvm::DenseSet<mlir::Operation *> m_ops;
  llvm::DenseSet<mlir::Value> m_values;
  llvm::SmallVector<mlir::Value> m_pending;
  llvm::SmallVector<mlir::Operation *> m_foreign;
};

} // namespace charonia::pe

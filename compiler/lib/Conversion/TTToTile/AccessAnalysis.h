// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides for each load and store which rung of the ladder it stands on, and how. No diagnostics.
#pragma once

#include "TensorForms.h"

#include "charonia/Dialect/Tile/Tile.h"

namespace charonia::tile {

/// One box of an access: element i at base + sum i_d * strides[d], for lower <= i < upper.
struct PlanPiece {
  Poly base;
  std::vector<Poly> strides; ///< bytes
  std::vector<Poly> lower, upper;
};

/// What to make of one load or store.
struct AccessPlan {
  Rung rung = Rung::Gather;
  std::string reason; ///< why no better rung; empty on the best
  int arg = -1;       ///< pointer argument, -1 if unknown
  int64_t bytes = 0;  ///< of the whole tile
  /// Shape of the tile that a load moves: 1 where the stride is 0 (the rest is a broadcast).
  llvm::SmallVector<int64_t> shape;
  std::vector<PlanPiece> pieces;
  /// The mask is not expressed by the boxes alone: lanes are selected by it after the load.
  bool select = false;
};

class AccessAnalysis {
public:
  AccessAnalysis(tt::FuncOp kernel, const compiler::PassContext &context);

  AccessPlan plan(tt::LoadOp load);
  AccessPlan plan(tt::StoreOp store);
  /// Atomics stand on a rung of their own.
  AccessPlan plan(mlir::Operation *atomic, mlir::Value pointer);

  const ScalarForms &scalars() const { return m_scalars; }

private:
  AccessPlan start(mlir::Value pointer);
  /// Fills in pieces from form and bounds; false with the reason if there is no box.
  bool makePieces(const Form &form, const MaskBounds &bounds, llvm::ArrayRef<int64_t> shape,
                  bool dropRepeats, AccessPlan &plan);
  bool staysInBuffer(const Form &form, llvm::ArrayRef<int64_t> shape, int64_t bytes);
  bool elementsDiffer(const Form &form, llvm::ArrayRef<int64_t> shape, int64_t bytes);

  const compiler::PassContext &m_context;
  ScalarForms m_scalars;
  TensorForms m_tensors;
};

} // namespace charonia::tile

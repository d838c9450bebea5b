// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides for each load and store which rung of the ladder it stands on, and how. No diagnostics.
#pragma once

#include "IndexSplit.h"

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
  /// The tile with its dimensions cut as the index asks for; reshapes to the tile of the access.
  llvm::SmallVector<int64_t> tile;
  /// Shape of the tile that a load moves: `tile`, but 1 where the stride is 0 (the rest is a
  /// broadcast).
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
  /// Bounds of a box, as lists for each dimension; empty: whole.
  struct Bounds {
    std::vector<std::vector<Poly>> lower, upper;
    explicit Bounds(size_t rank) : lower(rank), upper(rank) {}
  };

  AccessPlan start(mlir::Value pointer);
  /// Cuts the access and makes its pieces; false with the reason if there are none. What the mask
  /// says and the boxes do not becomes `bounds.discrete`.
  bool planBoxes(const Form &form, MaskBounds &bounds, bool isLoad, AccessPlan &plan);
  bool makePieces(const IndexSplit &split, const Form &form, llvm::ArrayRef<Form> conditions,
                  bool dropRepeats, AccessPlan &plan);
  void makePiece(const Form &form, const Bounds &bounds, llvm::ArrayRef<bool> repeats,
                 AccessPlan &plan);
  /// Adds `form < 0`; false if that is no bound of one dimension.
  bool addBound(const Form &form, llvm::ArrayRef<int64_t> shape, Bounds &bounds);
  llvm::SmallVector<int64_t> extentsOf(const IndexSplit &split, llvm::ArrayRef<Form> conditions);
  /// True if no store takes what a load reads behind the wrap of its index.
  bool wrapIsUnused(tt::LoadOp load, const Wrap &wrap);
  bool staysInBuffer(const Form &form, llvm::ArrayRef<int64_t> shape, int64_t bytes);
  bool elementsDiffer(llvm::ArrayRef<std::pair<Poly, int64_t>> steps, int64_t bytes);

  const compiler::PassContext &m_context;
  ScalarForms m_scalars;
  TensorForms m_tensors;
};

} // namespace charonia::tile

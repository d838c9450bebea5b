// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides for each load and store which rung of the ladder it stands on, and how. No diagnostics.
#pragma once

#include "IndexSplit.h"
#include "RowForms.h"

#include "charonia/Dialect/Tile/Tile.h"

namespace charonia::tile {

/// Lanes of a tile: those for which in every dimension all lower <= i_d < all upper, and all
/// conditions are negative. Nothing here is clipped to the tile; empty lists: all lanes.
struct LaneBounds {
  std::vector<std::vector<Poly>> lower, upper;
  std::vector<Poly> conditions; ///< the same for all lanes
  LaneBounds() = default;
  explicit LaneBounds(size_t rank) : lower(rank), upper(rank) {}
};

/// One box of an access: element i at base + sum i_d * strides[d], for lower <= i < upper.
struct PlanPiece {
  Poly base;
  std::vector<Poly> strides; ///< bytes
  std::vector<Poly> lower, upper;
  LaneBounds bounds; ///< what lower and upper are clipped from
};

/// The rows of an access: offsets and mask by row.
struct RowList {
  unsigned dim = 0;
  std::vector<RowTerm> terms; ///< their sum is the offset in bytes
  std::vector<RowMask> masks; ///< all must hold
};

/// A dense box of memory that holds every element of the tile; elements are taken from it by index.
struct BoxIndex {
  Poly base; ///< address of the box
  int64_t elements = 0;
};

/// What an access is estimated to cost on one rung.
struct AccessCost {
  Rung rung = Rung::Gather;
  int64_t descriptors = 0;
  double cycles = 0;        ///< that units are taken
  std::string what() const; ///< "22 descriptors"
  std::string text() const; ///< "22 descriptors about 700 cycles"
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
  std::optional<RowList> rows;   ///< of the rung `rows`
  std::optional<BoxIndex> boxed; ///< of the rungs `strided` and `indexed`
  /// Better rungs that are not legal or not cheaper, best first, with the condition that fails.
  std::vector<std::pair<Rung, std::string>> better;
  std::vector<AccessCost> costs; ///< of the rung, and of the other legal ones; empty: no choice
  /// The mask is not expressed by the boxes alone: lanes are selected by it after the load.
  bool select = false;
  /// What the plan takes for granted; the kernel stops where it does not hold.
  std::vector<RangeCheck> checks;
};

class AccessAnalysis {
public:
  AccessAnalysis(tt::FuncOp kernel, const compiler::PassContext &context);

  AccessPlan plan(tt::LoadOp load);
  AccessPlan plan(tt::StoreOp store);
  /// Plans every load and store of the kernel.
  void planAll();
  /// Atomics stand on a rung of their own.
  AccessPlan plan(mlir::Operation *atomic, mlir::Value pointer);

  const TensorForms &tensors() const { return m_tensors; }
  const ScalarForms &scalars() const { return m_scalars; }
  ScalarForms &scalars() { return m_scalars; }

  /// The kernel argument that `pointer` is derived from; -1 if unknown.
  int argumentOf(mlir::Value pointer);
  /// LaneDemand.cpp: lanes of a loaded tile without which nothing that the kernel stores is other.
  LaneBounds neededOf(tt::LoadOp load);
  /// Sets lower and upper of `piece` from its bounds, for a tile of `shape`.
  void clip(PlanPiece &piece, llvm::ArrayRef<int64_t> shape);

  /// What moves the tile, in words; empty where elements go alone.
  std::string descriptorOf(const AccessPlan &plan) const;
  /// A number (at most the granule of the DMA) that divides the address of every row; 0: unknown.
  int64_t alignmentOf(const AccessPlan &plan) const;

private:
  using Bounds = LaneBounds;

  template <typename Op>
  AccessPlan planOnce(Op op);
  AccessPlan planBox(tt::LoadOp load);
  AccessPlan planBox(tt::StoreOp store);
  /// The form of a tile of pointers if it is linear; otherwise `plan` says what there is.
  std::optional<Form> linearForm(mlir::Value pointer, AccessPlan &plan);
  /// Boxes of what `form` and the mask leave; false, with the reason, if there are none.
  bool planAssured(const Form &form, mlir::Value pointer, mlir::Value mask, bool isLoad,
                   AccessPlan &plan);
  // AccessChoice.cpp: the cheapest of the legal forms, of which `box` may be one.
  AccessPlan choose(mlir::Operation *op, mlir::Value pointer, mlir::Value mask, AccessPlan box);
  AccessPlan cheapest(std::vector<AccessPlan> legal, mlir::Value pointer, bool isStore) const;
  double cyclesOf(const AccessPlan &plan, mlir::Value pointer, bool isStore) const;
  double movedCycles(const AccessPlan &plan, int64_t bytes, bool isStore) const;
  // RowGather.cpp: what is no box of memory.
  bool planRows(mlir::Value pointer, mlir::Value mask, bool store, AccessPlan &plan,
                std::string &why);
  bool makeRowPiece(const RowForm &form, const Bounds &bounds, bool dropRepeats, AccessPlan &plan);
  bool sortMask(mlir::Value mask, llvm::ArrayRef<int64_t> shape, Bounds &bounds, RowList &rows,
                std::string &why);
  // BoxIndex.cpp: elements of a small box.
  bool planTaking(tt::LoadOp load, AccessPlan &plan, AccessPlan &apart);
  std::optional<BoxIndex> legalBox(tt::LoadOp load, const AccessPlan &plan, std::string &why);
  std::optional<BoxIndex> boundingBox(mlir::Value pointer, int arg, int64_t bytes,
                                      tt::FuncOp kernel);
  AccessPlan start(mlir::Value pointer);
  /// Cuts the access and makes its pieces; false with the reason if there are none. What the mask
  /// says and the boxes do not becomes `bounds.discrete`.
  bool planBoxes(const Form &form, MaskBounds &bounds, bool isLoad, AccessPlan &plan);
  /// Guards.cpp: makes the checks of the plan; false with the reason if that cannot be done.
  bool addChecks(const Form &form, const MaskBounds &bounds, llvm::ArrayRef<int64_t> shape,
                 AccessPlan &plan);
  bool makePieces(const IndexSplit &split, const Form &form, llvm::ArrayRef<Form> conditions,
                  bool dropRepeats, AccessPlan &plan);
  void makePiece(const Form &form, const Bounds &bounds, llvm::ArrayRef<bool> repeats,
                 AccessPlan &plan);
  /// First and end of dimension `dim` in a tile of that extent.
  std::pair<Poly, Poly> clipped(const Bounds &bounds, size_t dim, int64_t extent);
  /// Adds `form < 0`; false if that is no bound of one dimension.
  bool addBound(const Form &form, llvm::ArrayRef<int64_t> shape, Bounds &bounds);
  llvm::SmallVector<int64_t> extentsOf(const IndexSplit &split, llvm::ArrayRef<Form> conditions);
  /// True if no store takes what a load reads behind the wrap of its index.
  bool wrapIsUnused(tt::LoadOp load, const Wrap &wrap);
  bool staysInBuffer(const Form &form, llvm::ArrayRef<int64_t> shape, int64_t bytes);
  bool elementsDiffer(llvm::ArrayRef<std::pair<Poly, int64_t>> steps, int64_t bytes);

  tt::FuncOp m_kernel;
  const compiler::PassContext &m_context;
  ScalarForms m_scalars;
  TensorForms m_tensors;
  RowForms m_rows;
  llvm::DenseMap<mlir::Operation *, AccessPlan> m_plans;
  int64_t m_loads = 0;     ///< of tiles, in the kernel
  int64_t m_tileBytes = 0; ///< of the tiles that the kernel loads and stores
};

} // namespace charonia::tile

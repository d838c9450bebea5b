// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds loads of boxes that overlap in memory and makes them one load of the union.
#pragma once

#include "AccessAnalysis.h"

#include "mlir/IR/Dominance.h"

namespace charonia::tile {

/// One load in place of several: of the smallest box that holds theirs.
struct SharedLoad {
  struct Part {
    tt::LoadOp load;
    llvm::SmallVector<int64_t> offsets; ///< where its tile begins in the union
  };
  llvm::SmallVector<Part> parts;    ///< in the order of the program, all in one block
  llvm::SmallVector<int64_t> shape; ///< of the union
  PlanPiece piece;
  std::vector<RangeCheck> checks; ///< of all parts
  int64_t bytes = 0;              ///< of the union's tile
  int64_t bytesApart = 0;         ///< of the tiles of the parts together

  const Part &partOf(tt::LoadOp load) const;
};

/// An overlap that is left alone, with the reason.
struct RefusedReuse {
  tt::LoadOp load, other;
  std::string why;
};

/// Loads of one block and buffer whose boxes have one shape and lie whole steps apart along one
/// dimension, less than their extent, with nothing between them that may write the buffer, become
/// one: first along the innermost dimension, then those of one width along the next. No lane that
/// anything depends on changes, and nothing is touched that does not lie between two elements that
/// the loads touch along some dimension. The union always takes fewer bytes than its parts.
class LoadReuse {
public:
  LoadReuse(tt::FuncOp kernel, AccessAnalysis &analysis, const compiler::PassContext &context);
  ~LoadReuse();

  /// The load that `load` is a part of; null if it stays alone.
  const SharedLoad *of(tt::LoadOp load) const;
  llvm::ArrayRef<RefusedReuse> refused() const { return m_refused; }

private:
  struct Box;
  using Chain = llvm::SmallVector<std::pair<const Box *, int64_t>>; ///< boxes and their offsets

  void shareIn(mlir::Block &block);
  /// Shares what is open, of one argument or (-1) of all.
  void close(int arg);
  std::optional<Box> boxOf(tt::LoadOp load);
  std::vector<Box> alongDim(std::vector<Box> boxes, unsigned dim);
  std::optional<int64_t> stepsBetween(const Box &a, const Box &b, unsigned dim) const;
  std::optional<Box> joined(const Chain &chain, unsigned dim, std::string &why);
  bool joinBounds(const Chain &chain, unsigned dim, Box &result);
  bool chooseBounds(const Chain &chain, unsigned dim, bool upper, bool needed,
                    std::vector<Poly> &chosen);
  void hullOf(const Chain &chain, unsigned dim, Box &result);
  bool isImplied(const Poly &bound, llvm::ArrayRef<Poly> by, int64_t extent, bool upper) const;
  bool isImplied(llvm::ArrayRef<Poly> bounds, llvm::ArrayRef<Poly> by, int64_t extent,
                 bool upper) const;
  const LaneBounds &neededOf(tt::LoadOp load);
  bool isAvailable(const Poly &poly, mlir::Operation *at) const;
  bool isAvailable(const Box &box) const;
  bool pays(const Box &box) const;
  bool paysCopies(const Box &box) const;
  void refuse(const Box &box, const Box &other, const std::string &why);

  AccessAnalysis &m_analysis;
  const compiler::PassContext &m_context;
  mlir::DominanceInfo m_dominance;
  std::vector<Box> m_open; ///< loads that nothing was written behind, in order
  std::vector<SharedLoad> m_shared;
  std::vector<RefusedReuse> m_refused;
  llvm::DenseMap<mlir::Operation *, size_t> m_sharedOf;
  llvm::DenseMap<mlir::Operation *, LaneBounds> m_needed;
};

} // namespace charonia::tile

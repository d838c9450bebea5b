// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Boxes from the origin of a tile, with bounds that are numbers or values of the program.
#pragma once

#include "charonia/Dialect/PE/PE.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace charonia::pe {

/// True if both are the same number whenever both are computed: one value, or the same pure
/// operations on the same values.
bool sameNumber(mlir::OpFoldResult a, mlir::OpFoldResult b);

/// Elements [0, max(values)) along one dimension, or all of them.
class Bound {
public:
  Bound() = default; ///< all
  /// [0, upper); all if that says no more than the tile's extent.
  Bound(mlir::OpFoldResult upper, int64_t extent);

  bool isWhole() const { return m_values.empty(); }
  llvm::ArrayRef<mlir::OpFoldResult> values() const { return m_values; }
  /// The bound as a number, if it is one.
  std::optional<int64_t> constant() const;
  /// True if one element behind max(values, 0) belongs to it: the first of the padding.
  bool hasPadding() const { return m_padding; }

  /// The same with one element of the padding; all if that is the last of `extent`.
  Bound withPadding(int64_t extent) const;
  /// Grows to hold `other` as well.
  void join(const Bound &other);
  bool operator==(const Bound &other) const;
  /// True if each of the values of `other` is one of these: this bound is as large.
  bool covers(const Bound &other) const;

private:
  llvm::SmallVector<mlir::OpFoldResult, 2> m_values; ///< at most one of them a number
  bool m_padding = false;
};

/// A bound for each dimension; nothing at all if `unused`.
struct Box {
  bool unused = true;
  llvm::SmallVector<Bound> bounds;

  static Box whole(int64_t rank) { return {false, llvm::SmallVector<Bound>(rank)}; }
  bool isWhole() const {
    return !unused && llvm::all_of(bounds, [](const Bound &bound) { return bound.isWhole(); });
  }
  /// Grows to the smallest box that holds both.
  void join(const Box &other);
  bool operator==(const Box &other) const {
    return unused == other.unused && (unused || bounds == other.bounds);
  }
};

/// Whether, and how, numbers of a program are known at other places of it.
class Places {
public:
  explicit Places(ProgramOp program);

  /// True if `value` is known before `at`, or is arithmetic on what is.
  bool isAvailable(mlir::Value value, mlir::Operation *at) const;
  bool isAvailable(const Bound &bound, mlir::Operation *at) const;
  /// True if `bound` is arithmetic on arguments, counters and program ids: what any core knows at
  /// no cost.
  static bool isPlain(const Bound &bound);
  /// The outermost loop, below the one over program ids, that holds both; null if there is none.
  static mlir::Operation *commonLoop(mlir::Operation *a, mlir::Operation *b);
  /// The position of `op` in the program's text.
  unsigned positionOf(mlir::Operation *op) const { return m_positions.lookup(op); }

private:
  llvm::DenseMap<mlir::Operation *, unsigned> m_positions;
};

/// True for the scalar operations that may be repeated to know a bound at another place.
bool isRepeatable(mlir::Operation *op);

} // namespace charonia::pe

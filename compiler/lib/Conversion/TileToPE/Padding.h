// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of the elements of a tile behind the box that was loaded or selected.
#pragma once

#include "Bounds.h"

#include "charonia/Dialect/Tile/LinearTile.h"
#include "charonia/Support/PassContext.h"

namespace charonia::pe {

/// The elements behind a bound: equal to each other wherever the other indices are.
struct Pad {
  enum class Kind {
    Unknown,  ///< not equal to each other, or nothing is known
    Constant, ///< `bits`
    Zero,     ///< a zero, or no number
    Infinite, ///< minus infinity, or no number
    Alike     ///< some value
  };
  Kind kind = Kind::Unknown;
  uint64_t bits = 0; ///< of the element type

  bool isKnown() const { return kind != Kind::Unknown; }
  bool operator==(const Pad &other) const {
    return kind == other.kind && (kind != Kind::Constant || bits == other.bits);
  }
};

/// What is known along one dimension: elements from `bound` on are `pad`; `everywhere`: all are.
struct Padded {
  Pad pad;
  bool everywhere = false;
  Bound bound;

  bool isKnown() const { return pad.isKnown() && (everywhere || !bound.isWhole()); }
  static Padded all(Pad pad) { return {pad, true, Bound()}; }
};

using Paddings = llvm::SmallVector<Padded>; ///< by dimension

/// Forward analysis over the commands of a program.
class Padding {
public:
  Padding(ProgramOp program, const Places &places, compiler::PassContext &context)
      : m_program(program), m_places(places), m_context(context) {}
  ~Padding();

  /// The tile that `reader` finds in `cb`.
  Paddings of(mlir::Value cb, mlir::Operation *reader);
  /// A tile inside a group.
  Paddings inside(mlir::Operation *group, mlir::Value tile);

  /// How far `reduce` has to go: where the rest changes nothing, to the first element of it.
  Bound ofReduction(mlir::Operation *group, tile::ReduceOp reduce);
  /// How far a product has to go along the dimension that it sums up.
  Bound ofProduct(DpeMmaOp mma);

private:
  Paddings ofWriter(mlir::Operation *writer, mlir::Value cb);
  Paddings ofLoad(FiLoadOp load);
  Paddings compute(mlir::Operation *group, mlir::Value tile);
  Paddings ofElementwise(mlir::Operation *group, mlir::Operation *op);
  Paddings ofComparison(mlir::Operation *group, mlir::arith::CmpIOp compare);
  /// The first index along a dimension that is at least a linear form, as a value before `group`.
  mlir::Value boundBefore(mlir::Operation *group, const tile::LinearTile &sum, int64_t sign);

  ProgramOp m_program;
  const Places &m_places;
  compiler::PassContext &m_context;
  llvm::DenseMap<mlir::Value, Paddings> m_inside;
  llvm::DenseSet<mlir::Value> m_open; ///< buffers that are being looked at
  llvm::SmallVector<mlir::Operation *> m_made;
};

/// The bound of a load's box along `dim`.
Bound upperOf(FiLoadOp load, unsigned dim);

} // namespace charonia::pe

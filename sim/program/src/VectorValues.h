// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the values of a tile program are to the vector core: vectors, scalars of a row, vectors that
// all rows share, or one scalar for all. Broadcasts and splats are never made.
#pragma once

#include "charonia/program/Program.h"

#include <span>

namespace charonia::program {

/// Extents of the dimensions along which something varies, without those of extent 1.
using Domain = std::vector<int64_t>;

/// How an operand reaches the instructions of a pass.
enum class OperandClass : uint8_t {
  Uniform, ///< one scalar: a constant, an input, a sum of everything
  Row,     ///< one scalar a row
  Column,  ///< a vector that does not change from row to row
  Vector,
};

/// Index of "no instruction".
inline constexpr size_t kNoInst = static_cast<size_t>(-1);

/// The values of one tile program. Ids and instructions must be valid.
class VectorValues {
public:
  explicit VectorValues(const TileProgram &tile);

  /// The value whose elements `id` shows, through broadcasts and reshapes that only add or drop
  /// extents of 1.
  TileId root(TileId id) const { return m_root[id]; }
  /// The instruction that defines `id`, kNoInst for inputs.
  size_t definition(TileId id) const { return m_definition[id]; }
  bool isLoad(TileId id) const { return isDefinedBy(id, TileOp::LoadCb); }
  /// Made of constants, positions and scalar inputs by little integer arithmetic: made where it is
  /// used.
  bool isGenerated(TileId id) const { return m_generated[id]; }
  /// A loaded tile of which only slices are used, which are read from where they lie.
  bool staysInSlot(TileId id) const { return m_stays[id]; }

  /// The domain of a value; with effective extents, dimension by dimension for values of that rank.
  /// `whole`: of its shape, also where it does not vary.
  Domain domain(TileId id, std::span<const int64_t> extents = {}, bool whole = false) const;
  /// The domain in which an instruction works; empty for work on scalars.
  Domain domainOf(const TileInst &inst, std::span<const int64_t> extents = {}) const;
  OperandClass classOf(const TileInst &inst, TileId operand) const;
  /// True if the reduction or scan goes along the contiguous dimension of its tile.
  bool isInnermost(const TileInst &inst) const;

private:
  bool isDefinedBy(TileId id, TileOp op) const {
    return m_definition[id] != kNoInst && m_tile.insts[m_definition[id]].op == op;
  }
  void visit(size_t index);
  void findStays();
  void view(TileId from, TileId to);

  const TileProgram &m_tile;
  std::vector<TileId> m_root;
  std::vector<size_t> m_definition;
  std::vector<std::vector<bool>> m_varies; ///< by value and dimension
  std::vector<bool> m_generated, m_stays;
};

/// True for broadcasts, splats and the like, which cost nothing where they are used.
bool isFree(const VectorValues &values, const TileInst &inst);
/// True if the instruction takes operand `k` from memory, not from registers: it needs its elements
/// in another order.
bool needsMemory(const TileInst &inst, size_t k);
bool touchesMemory(const TileInst &inst);

} // namespace charonia::program

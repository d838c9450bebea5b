// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs tile programs on data. One executor serves all PEs of a run: a program runs to its end at
// one point in time, so the arena is shared and nothing is allocated once it has grown.
#pragma once

#include "GlobalAccess.h"
#include "TilePlan.h"

namespace charonia::sim {

/// What a tile program works on: slot addresses by index, scalars, memory.
struct TileIo {
  std::byte *const *reads = nullptr;
  std::byte *const *writes = nullptr;
  const int64_t *scalarInputs = nullptr;
  uint64_t *scalarOutputs = nullptr;
  GlobalAccess *memory = nullptr;
  std::vector<std::string> *printed = nullptr;
  int pe = 0; ///< for printed lines
  /// How far the main tiles are worked on; the rest is poisoned. Empty: all of them.
  std::span<const int64_t> extents;
};

class TileExecutor {
public:
  explicit TileExecutor(const program::Program &program) : m_program(program) {}

  /// Runs `plan`. Returns false with `errorCode` ("assert", "out-of-bounds") and `error` set.
  bool run(const TilePlan &plan, const TileIo &io);

  std::string errorCode, error;

private:
  using TileInst = program::TileInst;
  using TileId = program::TileId;

  const TilePlan::Value &form(TileId id) const { return m_plan->values[id]; }
  const program::TileValue &value(TileId id) const { return m_plan->program->values[id]; }
  numerics::ArrayOperand view(TileId id) const;
  const std::byte *dense(TileId id, size_t which);
  uint64_t element(TileId id, int64_t index) const;
  bool given(const TileInst &inst, size_t k) const;
  std::byte *place(TileId id) { return m_arena.data() + form(id).offset; }

  bool execute(const TileInst &inst, const TileIo &io);
  bool leavesOut(TileId id) const;
  void poison(const TileInst &inst, const TileIo &io);
  void elementwise(const TileInst &inst);
  void iota(const TileInst &inst);
  void broadcast(const TileInst &inst);
  void permute(const TileInst &inst);
  bool slice(const TileInst &inst);
  int64_t signedScalar(TileId id) const;
  void dot(const TileInst &inst);
  bool gather(const TileInst &inst);
  void histogram(const TileInst &inst);
  bool accessGlobal(const TileInst &inst, const TileIo &io);
  bool check(const TileInst &inst);
  void print(const TileInst &inst, const TileIo &io);
  bool fail(const char *code, std::string message);

  // Reductions and scans (TileReduce.cpp). Slices lie one after the other in m_slices[k].
  void reduce(const TileInst &inst);
  void scan(const TileInst &inst);
  void toSlices(const TileInst &inst, size_t k);
  void fromSlices(const TileInst &inst, size_t k);
  void combine(uint32_t body, int64_t left, int64_t right, int64_t lanes);
  const BodyPlan &body(uint32_t index);

  const program::Program &m_program;
  const TilePlan *m_plan = nullptr;
  std::span<const int64_t> m_extents; ///< of TileIo
  std::vector<std::byte *> m_at;      ///< place of each value
  std::vector<std::byte> m_arena;
  std::vector<std::byte> m_dense[3];
  std::vector<std::vector<std::byte>> m_slices;
  std::vector<std::byte> m_bodyArena, m_bodyOut;
  std::vector<numerics::ArrayOperand> m_bodyAt;
  std::vector<BodyPlan> m_bodies; ///< by tile program; prepared on first use
};

} // namespace charonia::sim

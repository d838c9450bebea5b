// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses among the rows of UnitTable.def for a kernel: for each loop, and for what is outside of
// loops, the assignment with the least work on the busiest unit, local memory counted as one.
#pragma once

#include "PlacedTiles.h"
#include "UnitAssignment.h"
#include "UnitRows.h"

#include "charonia/Support/PassContext.h"

#include "llvm/ADT/DenseMap.h"

namespace charonia::tile {

/// What was chosen for an operation that had a choice.
struct UnitDecision {
  const UnitRow *row = nullptr;
  std::string note; ///< what the other choices would have meant for the loop
};

class UnitPlan {
public:
  UnitPlan(KernelOp kernel, bool strict, compiler::PassContext &context)
      : m_kernel(kernel), m_device(*context.device), m_context(context), m_strict(strict),
        m_free(m_device.ls.usableBytes() - placedBytes(kernel)),
        m_freeBuffers(m_device.cb.count / kKeptBuffers - placedTiles(kernel)) {}

  /// Decides, with one remark a loop: the interval by unit, before (each operation on its first
  /// row) and after, and the next best.
  void run();

  /// The decision for `op`; null if it had no choice.
  const UnitDecision *decisionFor(mlir::Operation *op) const {
    auto it = m_decisions.find(op);
    return it == m_decisions.end() ? nullptr : &it->second;
  }

  /// Must be told before an operation is erased.
  void forget(mlir::Operation *op) { m_decisions.erase(op); }

private:
  /// The operations of one loop's body, or of the kernel, that are in no loop further inside.
  struct Body {
    mlir::Operation *owner = nullptr;
    /// Operations that one unit does together: one each, but for the chains of the SIMD engine.
    llvm::SmallVector<llvm::SmallVector<mlir::Operation *, 1>> groups;
    llvm::SmallVector<llvm::SmallVector<const UnitRow *, 2>> rows; ///< by group
    int64_t banks = 0; ///< of dots that the engine takes as they are
  };

  std::vector<Body> bodies();
  /// Takes local memory for the tiles on the way to and from a chain of the SIMD engine; false if
  /// there is too little.
  bool reserve(llvm::ArrayRef<mlir::Operation *> chain);
  UnitProblem problemOf(const Body &body) const;
  UnitChoice choiceOf(llvm::ArrayRef<mlir::Operation *> group, const UnitRow &row,
                      const Body &body) const;
  UnitChoice dotOnEngine(DotOp dot, const Body &body) const;
  /// Adds the tiles that `op` makes for others and those that come from outside of the loop.
  void addTiles(mlir::Operation *op, const llvm::DenseMap<mlir::Operation *, size_t> &items,
                UnitProblem &problem) const;
  void addSplit(DotOp dot, const Body &body, UnitChoice &choice) const;
  bool lacksSum(llvm::ArrayRef<mlir::Operation *> group, const UnitRow &row) const;
  void decide(const Body &body, const UnitProblem &problem, const UnitAssignment &found);
  void remark(const Body &body, const UnitProblem &problem, const UnitAssignment &found);

  KernelOp m_kernel;
  const arch::DeviceModel &m_device;
  compiler::PassContext &m_context;
  bool m_strict;
  /// One part of so many of the circular buffers is for tiles that are known here; passes further
  /// on need some, too.
  static constexpr int64_t kKeptBuffers = 2;
  int64_t m_free;        ///< bytes of local memory
  int64_t m_freeBuffers; ///< circular buffers
  llvm::DenseMap<mlir::Operation *, UnitDecision> m_decisions;
};

} // namespace charonia::tile

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a kernel's integers for the programs of one launch: what is not loaded from memory is known
// exactly, the rest as intervals. Finds undefined lanes that reach a use, accesses outside their
// argument, and addresses that programs share.
#pragma once

#include "Lanes.h"
#include "Races.h"
#include "UndefinedLanes.h"

#include "charonia/Lint/Lint.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

#include <array>
#include <functional>
#include <optional>

namespace charonia::compiler::lint {

/// How sure and where first.
struct Sighting {
  uint64_t certain = 0, perhaps = 0; ///< lanes, over all programs that were looked at
  std::array<int64_t, 3> program{};
  size_t lane = 0;
  mlir::Operation *sink = nullptr;
};

/// An access that leaves its argument.
struct OutOfRange {
  Sighting sighting;
  int argument = -1;
  int64_t firstElement = 0, lastElement = 0; ///< of the first lane seen
  bool masked = false;
};

class LaneMachine {
public:
  /// `candidates`: at most 64 uses that the lint would like to know more about.
  LaneMachine(tt::FuncOp kernel, const LintFacts &facts, std::vector<UndefinedUse> candidates);

  /// Runs the programs, or as many as the budget allows.
  void run();

  /// Every program ran to its end.
  bool complete() const { return m_complete; }
  size_t programsRun() const { return m_programs; }
  /// By candidate: undefined lanes that reached a use; and lanes that were undefined at all.
  std::vector<Sighting> reached, arisen;
  llvm::MapVector<mlir::Operation *, OutOfRange> outOfRange;
  Races races;

private:
  struct Access {
    mlir::Operation *op;
    AccessKind kind;
    mlir::Value value; ///< what is stored
    int64_t bytes;     ///< of an element
    bool masked = false;
  };
  LanesRef get(mlir::Value value);
  void set(mlir::Value value, Lanes lanes);
  Lanes unknown(mlir::Type type) const;
  bool spend(size_t lanes);

  void program(std::array<int64_t, 3> id);
  bool block(mlir::Block &block);
  bool operation(mlir::Operation *op);
  bool function(mlir::Operation *op);
  bool shape(mlir::Operation *op);
  bool memory(mlir::Operation *op);

  void integers(mlir::Operation *op);
  void floats(mlir::Operation *op);
  void select(mlir::Operation *op);
  void compare(mlir::Operation *op);
  void guards(mlir::Operation *op, Lanes &result);
  Lanes undefinedOf(mlir::Operation *op);
  void elementwiseDefault(mlir::Operation *op);
  void reduce(mlir::Operation *op, int axis, bool scan, bool reverse);
  void dot(mlir::Operation *op);
  void remap(mlir::Operation *op, llvm::function_ref<size_t(size_t)> from);

  void addPointer(mlir::Operation *op);
  void load(tt::LoadOp op);
  void store(tt::StoreOp op);
  void atomic(mlir::Operation *op, mlir::Value mask);
  /// Pointers and lanes inside of a block.
  std::pair<Lanes, Lanes> expandBlock(const Lanes &block, mlir::RankedTensorType type,
                                      llvm::ArrayRef<int32_t> checked, int64_t bytes);
  void access(const Access &access, const Lanes &pointers, const Lanes &mask);
  void checkRange(const Access &access, const Lanes &pointers, const Lanes &mask);
  void makeBlock(mlir::Operation *op);
  void descriptorAccess(mlir::Operation *op, mlir::Value desc, mlir::ValueRange indices,
                        mlir::RankedTensorType block, AccessKind kind, mlir::Value value);
  void watch();
  llvm::ArrayRef<bool> variation(mlir::Value value);
  void used(const Lanes &lanes, const Lanes *mask, mlir::Operation *sink);
  uint64_t bitsOf(mlir::Operation *op) const;

  bool forLoop(mlir::scf::ForOp op);
  bool whileLoop(mlir::scf::WhileOp op);
  bool branch(mlir::scf::IfOp op);
  /// Runs `body` until `state` no longer grows; everything in it may or may not happen.
  bool untilStable(std::vector<LanesRef> &state,
                   llvm::function_ref<bool(std::vector<LanesRef> &)> body);
  bool uncertain(llvm::function_ref<bool()> body);

  tt::FuncOp m_kernel;
  const LintFacts &m_facts;
  std::vector<UndefinedUse> m_candidates;
  llvm::DenseMap<mlir::Operation *, uint64_t> m_bits;
  llvm::DenseMap<mlir::Value, LanesRef> m_values;
  std::vector<bool> m_written; ///< by argument: the kernel may write it
  std::array<int64_t, 3> m_id{};
  uint64_t m_left = 0;
  size_t m_programs = 0;
  uint64_t m_instance = 0;
  unsigned m_variationDepth = 0;
  llvm::DenseMap<mlir::Value, std::unique_ptr<llvm::SmallVector<bool>>> m_variation;
  bool m_certain = true, m_complete = false;
};

/// Lane by lane, what both may be.
Lanes joined(const Lanes &left, const Lanes &right);
/// The interval of a function of two integers of `width` bits; no value for functions that are not
/// known here.
std::optional<Interval> combine(mlir::Operation *op, Interval left, Interval right, unsigned width);

} // namespace charonia::compiler::lint

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SharedByPrograms.h"

#include "PlacedTiles.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace charonia::tile {
namespace {

constexpr int kAnyArgument = -1;
constexpr int64_t kPartOfMemory = 4; ///< one part of so many may be such tiles

class SharedLoads {
public:
  explicit SharedLoads(PidLoopOp loop) : m_loop(loop) { look(); }

  bool isShared(LoadOp load) {
    const int arg = static_cast<int>(load.getAccess().getArg());
    // A box of single elements lies in its buffer whatever the program checks.
    const Rung rung = load.getAccess().getRung();
    const bool isSafe = !m_checks || rung == Rung::Strided || rung == Rung::Indexed;
    return isSafe && arg >= 0 && !m_written.contains(arg) && !m_written.contains(kAnyArgument) &&
           !load->hasAttr(kDirectionAttr) &&
           llvm::all_of(load->getOperands(), [&](Value operand) { return isShared(operand); });
  }

  /// Moves `load` and the scalars below it.
  void move(LoadOp load) {
    for (Value operand : load->getOperands()) {
      moveScalar(operand.getDefiningOp());
    }
    load->moveBefore(m_loop);
  }

private:
  void look() {
    m_loop.walk([&](Operation *op) {
      bool recursive =
          op->getNumRegions() > 0 && op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
      if (op != m_loop && !recursive && !isMemoryEffectFree(op)) {
        note(op);
      }
    });
  }

  /// What an operation with effects means for loads: what nothing writes stays as it is, whatever
  /// the order of programs.
  void note(Operation *op) {
    if (isa<LoadOp, LoadRowsOp, GatherOp, ScalarLoadOp, PrintOp, mtia::BarrierOp>(op)) {
      return;
    }
    if (isa<AssertOp>(op)) {
      m_checks = true;
      return;
    }
    auto access = op->getAttrOfType<AccessAttr>("access");
    const int arg = access ? static_cast<int>(access.getArg()) : kAnyArgument;
    m_written.insert(arg < 0 ? kAnyArgument : arg);
  }

  bool isInLoop(Operation *op) const { return op && m_loop->isProperAncestor(op); }

  bool isShared(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      return !m_loop->isAncestor(argument.getOwner()->getParentOp());
    }
    Operation *op = value.getDefiningOp();
    if (!isInLoop(op)) {
      return true;
    }
    auto [it, isNew] = m_shared.try_emplace(op, false);
    if (!isNew) {
      return it->second;
    }
    const bool scalar =
        op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
        llvm::none_of(op->getResultTypes(), [](Type type) { return isa<RankedTensorType>(type); });
    const bool shared =
        scalar && llvm::all_of(op->getOperands(), [&](Value operand) { return isShared(operand); });
    return m_shared[op] = shared;
  }

  void moveScalar(Operation *op) {
    if (!isInLoop(op)) {
      return;
    }
    for (Value operand : op->getOperands()) {
      moveScalar(operand.getDefiningOp());
    }
    op->moveBefore(m_loop);
  }

  PidLoopOp m_loop;
  llvm::SmallSetVector<int, 4> m_written; ///< arguments, kAnyArgument among them
  bool m_checks = false;                  ///< a program may stop before it comes to a load
  llvm::DenseMap<Operation *, bool> m_shared;
};

} // namespace

void hoistSharedLoads(PidLoopOp loop, compiler::PassContext &context) {
  if (!context.launch.grid || !context.device) {
    return;
  }
  const std::array<int64_t, 3> &grid = *context.launch.grid;
  const int64_t programs = grid[0] * grid[1] * grid[2], pes = context.device->grid.numPes();
  // PEs without a program make the load as well.
  if (programs <= pes) {
    return;
  }
  SharedLoads shared(loop);
  // Such a tile has a slot of its own for as long as the kernel runs.
  int64_t room = context.device->ls.usableBytes() / kPartOfMemory;
  for (auto load : llvm::to_vector(loop.getBody().front().getOps<LoadOp>())) {
    const int64_t bytes = slotBytes(load.getType());
    if (!shared.isShared(load) || bytes > room) {
      continue;
    }
    room -= bytes;
    shared.move(load);
    context.remarks.add(
        "tile-map-pids", "shared-by-programs", load, "loaded once a PE, before its first program",
        "it is the same for all " + std::to_string(programs) + " programs",
        {{"loads", static_cast<double>(pes)}, {"loads before", static_cast<double>(programs)}});
  }
}

} // namespace charonia::tile

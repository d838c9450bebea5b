// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which lanes of a loaded tile end up in memory.
#include "AccessAnalysis.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace charonia::tile {
namespace {

/// Lane i of the result depends on lane i of the operands alone, and any value will do for one that
/// nobody takes: a divisor must not be 0.
bool isLaneByLane(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() && op->getNumResults() == 1 &&
         !isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, arith::FloorDivSIOp,
              arith::CeilDivSIOp, arith::CeilDivUIOp>(op);
}

bool isEmpty(const LaneBounds &bounds) {
  auto none = [](const std::vector<Poly> &list) { return list.empty(); };
  return llvm::all_of(bounds.lower, none) && llvm::all_of(bounds.upper, none);
}

/// Follows the lanes of a load to the masks of the stores and selections that take them.
class LaneDemand {
public:
  using BoundsOf = llvm::function_ref<LaneBounds(Value mask)>;

  LaneDemand(const ScalarForms &scalars, BoundsOf boundsOf)
      : m_scalars(scalars), m_boundsOf(boundsOf) {}

  /// Nothing if all lanes may be needed.
  std::optional<LaneBounds> run(Value tile) {
    m_pending.insert(tile);
    for (size_t next = 0; next < m_pending.size(); ++next) {
      Value value = m_pending[next];
      for (OpOperand &use : value.getUses()) {
        if (!follow(use)) {
          return std::nullopt;
        }
      }
    }
    return m_needed;
  }

private:
  bool follow(OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto store = dyn_cast<tt::StoreOp>(user)) {
      if (use.get() == store.getPtr() || use.get() == store.getMask() || !store.getMask()) {
        return false;
      }
      add(m_boundsOf(store.getMask()));
      return true;
    }
    if (auto loop = dyn_cast<scf::ForOp>(user)) {
      int64_t carried = static_cast<int64_t>(use.getOperandNumber()) - loop.getNumControlOperands();
      return carried >= 0 && trace(loop, static_cast<unsigned>(carried));
    }
    if (isa<scf::YieldOp>(user)) {
      auto loop = dyn_cast<scf::ForOp>(user->getParentOp());
      return loop && trace(loop, use.getOperandNumber());
    }
    if (!isLaneByLane(user) || !hasShapeOf(user->getResult(0), use.get())) {
      return false;
    }
    auto select = dyn_cast<arith::SelectOp>(user);
    if (select && use.getOperandNumber() == 1 &&
        isa<RankedTensorType>(select.getCondition().getType())) {
      LaneBounds taken = m_boundsOf(select.getCondition());
      if (!isEmpty(taken)) {
        add(std::move(taken));
        return true;
      }
    }
    m_pending.insert(user->getResult(0));
    return true;
  }

  static bool hasShapeOf(Value a, Value b) {
    auto x = dyn_cast<RankedTensorType>(a.getType()), y = dyn_cast<RankedTensorType>(b.getType());
    return x && y && x.getShape() == y.getShape();
  }

  bool trace(scf::ForOp loop, unsigned carried) {
    m_pending.insert(loop.getRegionIterArg(carried));
    m_pending.insert(loop.getResult(carried));
    return true;
  }

  /// The lanes that are needed so far, and those of `more`.
  void add(LaneBounds more) {
    if (!m_needed) {
      m_needed = std::move(more);
      return;
    }
    for (size_t dim = 0; dim < more.lower.size(); ++dim) {
      weaken(m_needed->lower[dim], more.lower[dim], -1);
      weaken(m_needed->upper[dim], more.upper[dim], 1);
    }
  }

  /// Keeps of both lists what the other one says too.
  void weaken(std::vector<Poly> &mine, std::vector<Poly> &theirs, int64_t sign) {
    auto follows = [&](const Poly &bound, const std::vector<Poly> &from) {
      return llvm::any_of(from, [&](const Poly &other) {
        return m_scalars.rangeOf((bound - other) * Poly(sign)).lo >= 0;
      });
    };
    std::vector<Poly> kept;
    llvm::copy_if(mine, std::back_inserter(kept),
                  [&](const Poly &bound) { return follows(bound, theirs); });
    for (const Poly &bound : theirs) {
      if (follows(bound, mine) && !llvm::is_contained(kept, bound)) {
        kept.push_back(bound);
      }
    }
    mine = std::move(kept);
  }

  const ScalarForms &m_scalars;
  BoundsOf m_boundsOf;
  llvm::SetVector<Value> m_pending;
  std::optional<LaneBounds> m_needed;
};

} // namespace

LaneBounds AccessAnalysis::neededOf(tt::LoadOp load) {
  auto type = cast<RankedTensorType>(load.getPtr().getType());
  LaneBounds all(type.getRank());
  auto boundsOf = [&](Value mask) {
    LaneBounds result(type.getRank());
    MaskBounds bounds = m_tensors.boundsOf(mask, type.getShape());
    for (const Form &form : bounds.negative) {
      // What is no bound leaves lanes in, which is safe. A form that has to be checked is not known
      // to hold here.
      if (bounds.checks.empty() && form.digits.empty() && !form.wrap) {
        addBound(form, type.getShape(), result);
      }
    }
    return result;
  };
  return LaneDemand(m_scalars, boundsOf).run(load.getResult()).value_or(all);
}

} // namespace charonia::tile

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds wraps that only keep an index in bounds: rows behind the wrap that no store ever takes need
// not be loaded.
#include "AccessAnalysis.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace charonia::tile {
namespace {

/// A dimension of a value whose lanes behind the wrap hold values of no meaning.
using Traced = std::pair<Value, unsigned>;

/// Lane i of the result depends on lane i of the operands alone, and any value will do for one that
/// nobody takes: a divisor must not be 0.
bool isLaneByLane(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() &&
         !isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op);
}

} // namespace

/// Follows the values from a load to the stores that take them.
class WrapDemand {
public:
  WrapDemand(ScalarForms &scalars, TensorForms &tensors, const Wrap &wrap)
      : m_scalars(scalars), m_tensors(tensors), m_wrap(wrap) {}

  bool isUnused(tt::LoadOp load) {
    trace(load.getResult(), m_wrap.dim);
    for (size_t next = 0; next < m_pending.size(); ++next) {
      Traced traced = m_pending[next];
      for (OpOperand &use : traced.first.getUses()) {
        if (!follow(use, traced.second)) {
          return false;
        }
      }
    }
    return true;
  }

private:
  void trace(Value value, unsigned dim) { m_pending.insert({value, dim}); }

  bool follow(OpOperand &use, unsigned dim) {
    Operation *user = use.getOwner();
    unsigned index = use.getOperandNumber();
    if (auto store = dyn_cast<tt::StoreOp>(user)) {
      return use.get() == store.getValue() && use.get() != store.getMask() && isBounded(store, dim);
    }
    if (auto dot = dyn_cast<tt::DotOp>(user)) {
      bool isKept = cast<RankedTensorType>(dot.getType()).getRank() == 2 &&
                    (index == 2 || index == dim); // rows of a, columns of b, all of c
      trace(dot.getResult(), dim);
      return isKept;
    }
    if (auto trans = dyn_cast<tt::TransOp>(user)) {
      for (auto [to, from] : llvm::enumerate(trans.getOrder())) {
        if (static_cast<unsigned>(from) == dim) {
          trace(trans.getResult(), static_cast<unsigned>(to));
        }
      }
      return true;
    }
    if (auto loop = dyn_cast<scf::ForOp>(user)) {
      int64_t carried = static_cast<int64_t>(index) - loop.getNumControlOperands();
      if (carried < 0) {
        return false;
      }
      traceCarried(loop, static_cast<unsigned>(carried), dim);
      return true;
    }
    if (isa<scf::YieldOp>(user)) {
      auto loop = dyn_cast<scf::ForOp>(user->getParentOp());
      if (loop) {
        traceCarried(loop, index, dim);
      }
      return static_cast<bool>(loop);
    }
    if (!isLaneByLane(user) || user->getNumResults() != 1 ||
        !isa<RankedTensorType>(user->getResult(0).getType())) {
      return false;
    }
    trace(user->getResult(0), dim);
    return true;
  }

  void traceCarried(scf::ForOp loop, unsigned carried, unsigned dim) {
    trace(loop.getRegionIterArg(carried), dim);
    trace(loop.getResult(carried), dim);
  }

  /// True if the mask leaves out all lanes behind the wrap.
  bool isBounded(tt::StoreOp store, unsigned dim) {
    auto type = dyn_cast<RankedTensorType>(store.getValue().getType());
    if (!type || !store.getMask()) {
      return false;
    }
    MaskBounds bounds = m_tensors.boundsOf(store.getMask(), type.getShape());
    return bounds.checks.empty() && llvm::any_of(bounds.negative, [&](const Form &form) {
             bool alone = form.digits.empty() && form.coeff[dim] == Poly(1);
             for (size_t other = 0; other < form.coeff.size(); ++other) {
               alone &= other == dim || form.coeff[other].isZero();
             }
             // i + B < 0 stays in i < room if room + B >= 0.
             return alone && m_scalars.rangeOf(m_wrap.room + form.base).lo >= 0;
           });
  }

  ScalarForms &m_scalars;
  TensorForms &m_tensors;
  const Wrap &m_wrap;
  llvm::SetVector<Traced> m_pending;
};

bool AccessAnalysis::wrapIsUnused(tt::LoadOp load, const Wrap &wrap) {
  return WrapDemand(m_scalars, m_tensors, wrap).isUnused(load);
}

} // namespace charonia::tile

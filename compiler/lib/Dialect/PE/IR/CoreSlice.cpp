// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices a program for one core by need, backwards from its commands and effects.
#include "charonia/Dialect/PE/CoreSlice.h"

using namespace mlir;

namespace charonia::pe {

int issuingCore(Unit unit, bool singleStream) {
  return singleStream || unit == Unit::Core1 ? 1 : 0;
}

bool isScalarEffect(Operation *op) {
  return isa<tile::ScalarStoreOp, tile::AtomicRmwOp, tile::AtomicCasOp, tile::AssertOp,
             tile::PrintOp>(op);
}

CoreSlice::CoreSlice(ProgramOp program, int core, bool singleStream)
    : m_core(core), m_singleStream(singleStream) {
  program.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isRoot(op)) {
      needOp(op);
      for (Value operand : op->getOperands()) {
        needValue(operand);
      }
    }
    return isa<VecGroupOp, SeComputeOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  while (!m_pending.empty()) {
    Value value = m_pending.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      needArgument(argument);
    } else {
      needResult(cast<OpResult>(value));
    }
  }
}

bool CoreSlice::isRoot(Operation *op) const {
  if (auto command = dyn_cast<CommandOpInterface>(op)) {
    return issuingCore(command.getCommandUnit(), m_singleStream) == m_core;
  }
  if (auto wait = dyn_cast<WaitUnitOp>(op)) {
    return issuingCore(wait.getUnit(), m_singleStream) == m_core;
  }
  return (isScalarEffect(op) || isa<BarrierOp>(op)) && m_core == 1;
}

void CoreSlice::needOp(Operation *op) {
  if (!m_ops.insert(op).second) {
    return;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    needValue(loop.getLowerBound());
    needValue(loop.getUpperBound());
    needValue(loop.getStep());
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    needValue(branch.getCondition());
  } else if (auto whileLoop = dyn_cast<scf::WhileOp>(op)) {
    needValue(cast<scf::ConditionOp>(whileLoop.getBeforeBody()->getTerminator()).getCondition());
  }
  Operation *parent = op->getParentOp();
  if (parent && !isa<ProgramOp>(parent)) {
    needOp(parent);
  }
}

void CoreSlice::needValue(Value value) {
  if (!isa<CbType>(value.getType()) && m_values.insert(value).second) {
    m_pending.push_back(value);
  }
}

void CoreSlice::needLoopValue(scf::ForOp loop, unsigned index) {
  needOp(loop);
  needValue(loop.getInitArgs()[index]);
  needValue(loop.getBody()->getTerminator()->getOperand(index));
  needValue(loop.getRegionIterArg(index));
}

void CoreSlice::needArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned index = argument.getArgNumber();
  if (isa<ProgramOp>(parent)) {
    return;
  }
  needOp(parent);
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    if (index > 0) {
      needLoopValue(loop, index - 1);
    }
  } else if (auto whileLoop = dyn_cast<scf::WhileOp>(parent)) {
    if (argument.getOwner() == whileLoop.getBeforeBody()) {
      needValue(whileLoop.getInits()[index]);
      needValue(whileLoop.getAfterBody()->getTerminator()->getOperand(index));
    } else {
      needValue(
          cast<scf::ConditionOp>(whileLoop.getBeforeBody()->getTerminator()).getArgs()[index]);
    }
  }
}

void CoreSlice::needResult(OpResult result) {
  Operation *op = result.getOwner();
  unsigned index = result.getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    return needLoopValue(loop, index);
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    needOp(branch);
    needValue(branch.thenYield().getOperand(index));
    needValue(branch.elseYield().getOperand(index));
    return;
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    needOp(loop);
    needValue(cast<scf::ConditionOp>(loop.getBeforeBody()->getTerminator()).getArgs()[index]);
    return;
  }
  bool foreign = (isa<CommandOpInterface>(op) || isScalarEffect(op)) && !isRoot(op);
  if (foreign) {
    m_foreign.push_back(op);
    return;
  }
  needOp(op);
  for (Value operand : op->getOperands()) {
    needValue(operand);
  }
}

} // namespace charonia::pe

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors that loops and conditions carry become resident buffers of the vector core.
#include "Converter.h"

using namespace mlir;

namespace charonia::pe {

static bool isTensor(Value value) { return isa<RankedTensorType>(value.getType()); }

/// True if `user` hands tensors on to another block.
static bool takesForControl(Operation *user) {
  return user->hasTrait<OpTrait::IsTerminator>() || user->getNumRegions() > 0;
}

void Converter::readInstead(Value tensor, Value cb) {
  inputsToReads(tensor, cb);
  // Other units take a copy: one for all commands of a block, which see the same value. What
  // control flow takes may lie in another block's buffer from then on and has a copy of its own.
  llvm::MapVector<Block *, Operation *> first;
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : tensor.getUses()) {
    Operation *user = use.getOwner();
    uses.push_back(&use);
    if (!takesForControl(user)) {
      Operation *&now = first[user->getBlock()];
      now = !now || user->isBeforeInBlock(now) ? user : now;
    }
  }
  auto copyBefore = [&](Operation *user) -> Value {
    OpBuilder builder(user);
    Location loc = compiler::freshLoc(user, &m_context.lineage, "copy-out");
    return makeCopyOut(builder, loc, cb).getResult(0);
  };
  llvm::DenseMap<Block *, Value> copies;
  for (auto [block, user] : first) {
    copies[block] = copyBefore(user);
  }
  for (OpOperand *use : uses) {
    Operation *user = use->getOwner();
    use->set(takesForControl(user) ? copyBefore(user) : copies.lookup(user->getBlock()));
  }
}

void Converter::assign(Operation *before, ArrayRef<std::pair<Value, Value>> tensorsAndCbs,
                       bool direct) {
  SmallVector<Value> tensors, cbs;
  for (auto [tensor, cb] : tensorsAndCbs) {
    auto group = tensor.getDefiningOp<VecGroupOp>();
    if (direct && group && group->getBlock() == before->getBlock()) {
      addWrite(group, cb, yielded(cast<OpResult>(tensor)));
      continue;
    }
    tensors.push_back(tensor);
    cbs.push_back(cb);
  }
  if (tensors.empty()) {
    return;
  }
  // One value may go to several buffers: it enters the group once.
  OpBuilder builder(before);
  Location loc = compiler::freshLoc(before, &m_context.lineage, "copy-in");
  makeCopyIn(builder, loc, tensors, cbs);
}

/// True if no operation of `last`'s block reads `tile` after `last`.
static bool lastReader(Value tile, Operation *last) {
  return llvm::all_of(tile.getUsers(), [&](Operation *user) {
    Operation *ancestor = last->getBlock()->findAncestorOpInBlock(*user);
    return !ancestor || ancestor == last || ancestor->isBeforeInBlock(last);
  });
}

Value Converter::makeVariable(Value source) {
  return allocate(cast<RankedTensorType>(source.getType()), source, Space::Ls, Unit::Core1,
                  {Unit::Core1}, true);
}

/// The operands that are no tensors.
static SmallVector<Value> scalarsOf(OperandRange operands) {
  SmallVector<Value> kept;
  llvm::copy_if(operands, std::back_inserter(kept), [](Value value) { return !isTensor(value); });
  return kept;
}

LogicalResult Converter::convertFor(scf::ForOp loop) {
  SmallVector<unsigned> carried;
  for (auto [index, init] : llvm::enumerate(loop.getInitArgs())) {
    if (isTensor(init)) {
      carried.push_back(index);
    }
  }
  if (carried.empty()) {
    return success();
  }
  Operation *yield = loop.getBody()->getTerminator();
  SmallVector<std::pair<Value, Value>> inits, inPlace, atEnd;
  llvm::DenseMap<unsigned, Value> cbs;
  for (unsigned index : carried) {
    BlockArgument argument = loop.getRegionIterArg(index);
    Value next = yield->getOperand(index);
    bool unused = argument.hasOneUse() && next == argument && loop.getResult(index).use_empty();
    if (unused) {
      continue; // an accumulator of the matrix engine
    }
    Value made = m_updated.lookup(argument), cb = made ? made : makeVariable(argument);
    m_updated.erase(argument); // it is about to go
    cbs[index] = cb;
    inits.push_back({loop.getInitArgs()[index], cb});
    if (next == argument) {
      continue;
    }
    auto group = next.getDefiningOp<VecGroupOp>();
    bool direct = group && group->getBlock() == loop.getBody() && lastReader(argument, group);
    (direct ? inPlace : atEnd).push_back({next, cb});
  }
  assign(loop, inits, /*direct=*/true);
  assign(yield, inPlace, /*direct=*/true);
  assign(yield, atEnd, /*direct=*/false);

  OpBuilder builder(loop);
  SmallVector<Value> scalars, yields;
  SmallVector<OpResult> results;
  llvm::BitVector gone(1 + loop.getNumRegionIterArgs());
  for (auto [index, init] : llvm::enumerate(loop.getInitArgs())) {
    if (isTensor(init)) {
      gone.set(index + 1);
    } else {
      scalars.push_back(init);
      yields.push_back(yield->getOperand(index));
      results.push_back(loop->getResult(index));
    }
  }
  yield->setOperands(yields);
  for (unsigned index : carried) {
    if (Value cb = cbs.lookup(index)) {
      readInstead(loop.getRegionIterArg(index), cb);
      readInstead(loop.getResult(index), cb);
    }
  }
  auto fresh = builder.create<scf::ForOp>(loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(),
                                          loop.getStep(), scalars);
  fresh->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  loop.getBody()->eraseArguments(gone);
  fresh.getRegion().takeBody(loop.getRegion());
  for (auto [from, to] : llvm::zip(results, fresh.getResults())) {
    from.replaceAllUsesWith(to);
  }
  loop.erase();
  return success();
}

/// The tile that a loop carries if result `result` of a branch in it is nothing but its next value,
/// and an arm leaves it as it is: the other arm may update it where it lies. Null if that is not
/// so.
static BlockArgument updatedBy(OpResult result) {
  auto branch = cast<scf::IfOp>(result.getOwner());
  auto loop = dyn_cast<scf::ForOp>(branch->getParentOp());
  const unsigned index = result.getResultNumber();
  for (Region *arm : {&branch.getThenRegion(), &branch.getElseRegion()}) {
    auto kept = dyn_cast<BlockArgument>(arm->front().getTerminator()->getOperand(index));
    if (loop && kept && kept.getOwner() == loop.getBody() && kept != loop.getInductionVar() &&
        loop.getTiedLoopYieldedValue(kept)->get() == result && lastReader(kept, branch)) {
      return kept;
    }
  }
  return {};
}

LogicalResult Converter::convertIf(scf::IfOp branch) {
  SmallVector<unsigned> tensors;
  SmallVector<Type> types;
  SmallVector<OpResult> scalars;
  for (OpResult result : branch->getResults()) {
    if (isTensor(result)) {
      tensors.push_back(result.getResultNumber());
    } else {
      scalars.push_back(result);
      types.push_back(result.getType());
    }
  }
  if (tensors.empty()) {
    return success();
  }
  llvm::DenseMap<unsigned, Value> cbs;
  llvm::DenseMap<unsigned, BlockArgument> updates;
  for (unsigned index : tensors) {
    BlockArgument updated = updates[index] = updatedBy(branch->getResult(index));
    cbs[index] = makeVariable(updated ? Value(updated) : Value(branch.getResult(index)));
    if (updated) {
      m_updated[updated] = cbs[index];
      cast<scf::ForOp>(branch->getParentOp()).getTiedLoopYieldedValue(updated)->set(updated);
    }
  }
  for (Region *arm : {&branch.getThenRegion(), &branch.getElseRegion()}) {
    Operation *yield = arm->front().getTerminator();
    SmallVector<std::pair<Value, Value>> inPlace, atEnd;
    for (auto [index, operand] : llvm::enumerate(yield->getOperands())) {
      Value cb = cbs.lookup(index);
      BlockArgument updated = updates.lookup(index);
      if (!isTensor(operand) || operand == updated) {
        continue;
      }
      auto group = operand.getDefiningOp<VecGroupOp>();
      bool direct = !updated || (group && lastReader(updated, group));
      (direct ? inPlace : atEnd).push_back({operand, cb});
    }
    assign(yield, inPlace, /*direct=*/true);
    assign(yield, atEnd, /*direct=*/false);
    yield->setOperands(scalarsOf(yield->getOperands()));
  }
  for (unsigned index : tensors) {
    readInstead(branch.getResult(index), cbs.lookup(index));
  }
  OpBuilder builder(branch);
  auto fresh = builder.create<scf::IfOp>(branch.getLoc(), types, branch.getCondition(),
                                         /*addThenBlock=*/false, /*addElseBlock=*/false);
  fresh.getThenRegion().takeBody(branch.getThenRegion());
  fresh.getElseRegion().takeBody(branch.getElseRegion());
  for (auto [from, to] : llvm::zip(scalars, fresh.getResults())) {
    from.replaceAllUsesWith(to);
  }
  branch.erase();
  return success();
}

/// The same loop without the tensors that it carries.
static void replaceWhile(scf::WhileOp loop, const llvm::BitVector &before,
                         const llvm::BitVector &after) {
  OpBuilder builder(loop);
  SmallVector<Type> types;
  SmallVector<OpResult> scalars;
  for (OpResult result : loop->getResults()) {
    if (!isTensor(result)) {
      scalars.push_back(result);
      types.push_back(result.getType());
    }
  }
  auto fresh = builder.create<scf::WhileOp>(loop.getLoc(), types, scalarsOf(loop.getInits()));
  loop.getBeforeBody()->eraseArguments(before);
  loop.getAfterBody()->eraseArguments(after);
  fresh.getBefore().takeBody(loop.getBefore());
  fresh.getAfter().takeBody(loop.getAfter());
  for (auto [from, to] : llvm::zip(scalars, fresh.getResults())) {
    from.replaceAllUsesWith(to);
  }
  loop.erase();
}

LogicalResult Converter::convertWhile(scf::WhileOp loop) {
  bool any = llvm::any_of(loop.getInits(), isTensor) || llvm::any_of(loop.getResults(), isTensor);
  if (!any) {
    return success();
  }
  auto condition = cast<scf::ConditionOp>(loop.getBeforeBody()->getTerminator());
  Operation *yield = loop.getAfterBody()->getTerminator();
  SmallVector<std::pair<Value, Value>> inits, forwarded, inPlace, atEnd;
  llvm::DenseMap<Value, Value> cbs; // of arguments of either block
  llvm::BitVector before(loop.getInits().size()), after(loop.getNumResults());
  for (auto [index, argument] : llvm::enumerate(loop.getBeforeArguments())) {
    if (isTensor(argument)) {
      cbs[argument] = makeVariable(argument);
      inits.push_back({loop.getInits()[index], cbs[argument]});
      before.set(index);
    }
  }
  for (auto [index, argument] : llvm::enumerate(loop.getAfterArguments())) {
    if (!isTensor(argument)) {
      continue;
    }
    after.set(index);
    // What the condition hands on as it came stays where it is.
    Value given = condition.getArgs()[index], same = cbs.lookup(given);
    cbs[argument] = same ? same : makeVariable(argument);
    if (!same) {
      forwarded.push_back({given, cbs[argument]});
    }
  }
  for (unsigned index : before.set_bits()) {
    Value next = yield->getOperand(index), cb = cbs.lookup(loop.getBeforeArguments()[index]);
    if (cbs.lookup(next) == cb) {
      continue;
    }
    auto group = next.getDefiningOp<VecGroupOp>();
    bool direct = group && group->getBlock() == loop.getAfterBody() &&
                  llvm::all_of(loop.getAfterArguments(), [&](BlockArgument argument) {
                    return cbs.lookup(argument) != cb || lastReader(argument, group);
                  });
    (direct ? inPlace : atEnd).push_back({next, cb});
  }
  assign(loop, inits, /*direct=*/true);
  assign(condition, forwarded, /*direct=*/false);
  assign(yield, inPlace, /*direct=*/true);
  assign(yield, atEnd, /*direct=*/false);
  condition.getArgsMutable().assign(scalarsOf(condition.getArgs()));
  yield->setOperands(scalarsOf(yield->getOperands()));
  for (unsigned index : before.set_bits()) {
    BlockArgument argument = loop.getBeforeArguments()[index];
    readInstead(argument, cbs.lookup(argument));
  }
  for (unsigned index : after.set_bits()) {
    Value cb = cbs.lookup(loop.getAfterArguments()[index]);
    readInstead(loop.getAfterArguments()[index], cb);
    readInstead(loop.getResult(index), cb);
  }
  replaceWhile(loop, before, after);
  return success();
}

LogicalResult Converter::convertCarried() {
  SmallVector<Operation *> control;
  m_kernel.walk<WalkOrder::PostOrder>([&](Operation *op) {
    if (isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op)) {
      control.push_back(op);
    }
  });
  for (Operation *op : control) {
    LogicalResult done =
        llvm::TypeSwitch<Operation *, LogicalResult>(op)
            .Case([&](scf::ForOp loop) { return convertFor(loop); })
            .Case([&](scf::IfOp branch) { return convertIf(branch); })
            .Default([&](Operation *loop) { return convertWhile(cast<scf::WhileOp>(loop)); });
    if (failed(done)) {
      return failure();
    }
  }
  return success();
}

} // namespace charonia::pe

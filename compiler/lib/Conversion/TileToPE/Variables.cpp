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

/// True if no operation of the loop's body reads iteration argument `argument` after `group` ran.
static bool lastReader(BlockArgument argument, Operation *group) {
  Block *body = argument.getOwner();
  return llvm::all_of(argument.getUsers(), [&](Operation *user) {
    Operation *ancestor = body->findAncestorOpInBlock(*user);
    return ancestor == group || ancestor->isBeforeInBlock(group);
  });
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
    Value cb = allocate(cast<RankedTensorType>(argument.getType()), argument, Space::Ls,
                        Unit::Core1, {Unit::Core1}, true);
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
  for (unsigned index : tensors) {
    auto type = cast<RankedTensorType>(branch.getResult(index).getType());
    cbs[index] =
        allocate(type, branch.getResult(index), Space::Ls, Unit::Core1, {Unit::Core1}, true);
  }
  for (Region *arm : {&branch.getThenRegion(), &branch.getElseRegion()}) {
    Operation *yield = arm->front().getTerminator();
    SmallVector<std::pair<Value, Value>> values;
    SmallVector<Value> kept;
    for (auto [index, operand] : llvm::enumerate(yield->getOperands())) {
      if (isTensor(operand)) {
        values.push_back({operand, cbs.lookup(index)});
      } else {
        kept.push_back(operand);
      }
    }
    assign(yield, values, /*direct=*/true);
    yield->setOperands(kept);
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

/// The operands of `op` from `first` on that are no tensors.
static SmallVector<Value> scalarsOf(OperandRange operands) {
  SmallVector<Value> kept;
  llvm::copy_if(operands, std::back_inserter(kept), [](Value value) { return !isTensor(value); });
  return kept;
}

LogicalResult Converter::convertWhile(scf::WhileOp loop) {
  bool any = llvm::any_of(loop.getInits(), isTensor) || llvm::any_of(loop.getResults(), isTensor);
  if (!any) {
    return success();
  }
  auto condition = cast<scf::ConditionOp>(loop.getBeforeBody()->getTerminator());
  Operation *yield = loop.getAfterBody()->getTerminator();
  SmallVector<std::pair<Value, Value>> inits, forwarded, yielded;
  llvm::BitVector before(loop.getInits().size()), after(loop.getNumResults());
  for (auto [index, argument] : llvm::enumerate(loop.getBeforeArguments())) {
    if (isTensor(argument)) {
      Value cb = allocate(cast<RankedTensorType>(argument.getType()), argument, Space::Ls,
                          Unit::Core1, {Unit::Core1}, true);
      inits.push_back({loop.getInits()[index], cb});
      yielded.push_back({yield->getOperand(index), cb});
      before.set(index);
    }
  }
  for (auto [index, argument] : llvm::enumerate(loop.getAfterArguments())) {
    if (isTensor(argument)) {
      Value cb = allocate(cast<RankedTensorType>(argument.getType()), argument, Space::Ls,
                          Unit::Core1, {Unit::Core1}, true);
      forwarded.push_back({condition.getArgs()[index], cb});
      after.set(index);
    }
  }
  assign(loop, inits, /*direct=*/true);
  assign(condition, forwarded, /*direct=*/false);
  assign(yield, yielded, /*direct=*/false);
  unsigned nextBefore = 0, nextAfter = 0;
  for (unsigned index : before.set_bits()) {
    readInstead(loop.getBeforeArguments()[index], inits[nextBefore++].second);
  }
  for (unsigned index : after.set_bits()) {
    readInstead(loop.getAfterArguments()[index], forwarded[nextAfter].second);
    readInstead(loop.getResult(index), forwarded[nextAfter++].second);
  }
  OpBuilder builder(loop);
  SmallVector<Type> types;
  SmallVector<OpResult> scalars;
  for (OpResult result : loop->getResults()) {
    if (!isTensor(result)) {
      scalars.push_back(result);
      types.push_back(result.getType());
    }
  }
  condition.getArgsMutable().assign(scalarsOf(condition.getArgs()));
  yield->setOperands(scalarsOf(yield->getOperands()));
  auto fresh = builder.create<scf::WhileOp>(loop.getLoc(), types, scalarsOf(loop.getInits()));
  loop.getBeforeBody()->eraseArguments(before);
  loop.getAfterBody()->eraseArguments(after);
  fresh.getBefore().takeBody(loop.getBefore());
  fresh.getAfter().takeBody(loop.getAfter());
  for (auto [from, to] : llvm::zip(scalars, fresh.getResults())) {
    from.replaceAllUsesWith(to);
  }
  loop.erase();
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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Editing of `pe.vec.group` while tensors turn into buffers.
#include "Groups.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace charonia::pe {

BlockArgument addRead(VecGroupOp group, Value cb) {
  Block &body = group.getBody().front();
  auto index = static_cast<unsigned>(group.getReads().size());
  group.getReadsMutable().append(cb);
  return body.insertArgument(index, cast<CbType>(cb.getType()).getTile(), group.getLoc());
}

void addWrite(VecGroupOp group, Value cb, Value inner) {
  Operation *yield = group.getBody().front().getTerminator();
  SmallVector<Value> values(yield->getOperands());
  values.insert(values.begin() + group.getWrites().size(), inner);
  yield->setOperands(values);
  group.getWritesMutable().append(cb);
}

static void eraseInput(VecGroupOp group, unsigned index) {
  group.getBody().front().eraseArgument(group.getReads().size() + index);
  group.getInputsMutable().erase(index);
}

void inputToRead(VecGroupOp group, unsigned index, Value cb) {
  BlockArgument tile = addRead(group, cb);
  group.getBody().front().getArgument(group.getReads().size() + index).replaceAllUsesWith(tile);
  eraseInput(group, index);
}

void inputsToReads(Value tensor, Value cb, llvm::function_ref<bool(VecGroupOp)> isReader) {
  llvm::SetVector<Operation *> groups;
  for (Operation *user : tensor.getUsers()) {
    auto group = dyn_cast<VecGroupOp>(user);
    if (group && (!isReader || isReader(group))) {
      groups.insert(user);
    }
  }
  for (Operation *user : groups) {
    auto group = cast<VecGroupOp>(user);
    BlockArgument tile = addRead(group, cb);
    for (unsigned index = group.getInputs().size(); index-- > 0;) {
      if (group.getInputs()[index] == tensor) {
        Block &body = group.getBody().front();
        body.getArgument(group.getReads().size() + index).replaceAllUsesWith(tile);
        eraseInput(group, index);
      }
    }
  }
}

Value yielded(OpResult result) {
  auto group = cast<VecGroupOp>(result.getOwner());
  return group.getBody().front().getTerminator()->getOperand(group.getWrites().size() +
                                                             result.getResultNumber());
}

static VecGroupOp makeGroup(OpBuilder &builder, Location loc, TypeRange results, ValueRange reads,
                            ValueRange writes, ValueRange inputs) {
  return builder.create<VecGroupOp>(loc, results, reads, writes, inputs, ValueRange(),
                                    DenseI32ArrayAttr(), DenseI32ArrayAttr());
}

VecGroupOp makeCopyOut(OpBuilder &builder, Location loc, Value cb) {
  Type tile = cast<CbType>(cb.getType()).getTile();
  VecGroupOp group = makeGroup(builder, loc, tile, cb, {}, {});
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&group.getBody(), {}, {tile}, {loc});
  builder.create<YieldOp>(loc, body->getArguments());
  return group;
}

VecGroupOp makeCopyIn(OpBuilder &builder, Location loc, ValueRange tensors, ValueRange cbs) {
  VecGroupOp group = makeGroup(builder, loc, {}, {}, cbs, tensors);
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Location> locs(tensors.size(), loc);
  Block *body = builder.createBlock(&group.getBody(), {}, tensors.getTypes(), locs);
  builder.create<YieldOp>(loc, body->getArguments());
  return group;
}

/// Rebuilds `group` with the results for which `keep` holds.
static VecGroupOp withResults(VecGroupOp group, llvm::function_ref<bool(OpResult)> keep) {
  Operation *yield = group.getBody().front().getTerminator();
  size_t writes = group.getWrites().size();
  SmallVector<Value> values(yield->getOperands().take_front(writes));
  SmallVector<OpResult> kept;
  SmallVector<Type> types;
  for (OpResult result : group->getResults()) {
    if (keep(result)) {
      kept.push_back(result);
      types.push_back(result.getType());
      values.push_back(yield->getOperand(writes + result.getResultNumber()));
    }
  }
  if (kept.size() == group.getNumResults()) {
    return group;
  }
  yield->setOperands(values);
  OpBuilder builder(group);
  VecGroupOp fresh = makeGroup(builder, group.getLoc(), types, group.getReads(), group.getWrites(),
                               group.getInputs());
  fresh.getBody().takeBody(group.getBody());
  for (auto [from, to] : llvm::zip(kept, fresh.getResults())) {
    from.replaceAllUsesWith(to);
  }
  group.erase();
  return fresh;
}

VecGroupOp dropTensorResults(VecGroupOp group) {
  return withResults(group,
                     [](OpResult result) { return !isa<RankedTensorType>(result.getType()); });
}

VecGroupOp dropUnused(VecGroupOp group) {
  group = withResults(group, [](OpResult result) { return !result.use_empty(); });
  Block &body = group.getBody().front();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body))) {
    if (isOpTriviallyDead(&op)) {
      op.erase();
    }
  }
  for (size_t i = group.getInputs().size(); i-- > 0;) {
    if (body.getArgument(group.getReads().size() + i).use_empty()) {
      eraseInput(group, i);
    }
  }
  for (size_t i = group.getReads().size(); i-- > 0;) {
    if (body.getArgument(i).use_empty()) {
      body.eraseArgument(i);
      group.getReadsMutable().erase(i);
    }
  }
  bool empty =
      group.getWrites().empty() && group.getNumResults() == 0 && llvm::hasSingleElement(body);
  if (empty) {
    group.erase();
    return {};
  }
  return group;
}

} // namespace charonia::pe

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites of the ops of TTVersionOps.td and of those that stand for several others.
#include "charonia/Dialect/TT/TTVersions.h"

#include "TTExpand.h"

#include "charonia/Dialect/TT/TTDialect.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace charonia::tt {

namespace {

LogicalResult refuseTensorMap(Operation *op) {
  return op->emitError() << "'" << op->getName()
                         << "' handles a descriptor in memory (a GPU's tensor map), which has no "
                            "meaning on this machine; use tt.make_tensor_descriptor";
}

/// The typed descriptor of an op that may have one; null otherwise.
TypedValue<TensorDescType> typed(Value desc) { return dyn_cast<TypedValue<TensorDescType>>(desc); }

LogicalResult renew(ExperimentalDescriptorLoadOp op) {
  TypedValue<TensorDescType> desc = typed(op.getDesc());
  if (!desc) {
    return refuseTensorMap(op);
  }
  OpBuilder builder(op);
  auto load = builder.create<DescriptorLoadOp>(op.getLoc(), op.getType(), desc, op.getIndices(),
                                               op.getCache(), op.getEvict());
  op->replaceAllUsesWith(load);
  op.erase();
  return success();
}

LogicalResult renew(ExperimentalDescriptorStoreOp op) {
  TypedValue<TensorDescType> desc = typed(op.getDesc());
  if (!desc) {
    return refuseTensorMap(op);
  }
  OpBuilder builder(op);
  builder.create<DescriptorStoreOp>(op.getLoc(), desc, op.getSrc(), op.getIndices());
  op.erase();
  return success();
}

LogicalResult renew(ExperimentalDescriptorGatherOp op) {
  OpBuilder builder(op);
  auto gather = builder.create<DescriptorGatherOp>(op.getLoc(), op.getType(), op.getDesc(),
                                                   op.getXOffsets(), op.getYOffset());
  op->replaceAllUsesWith(gather);
  op.erase();
  return success();
}

LogicalResult renew(ExperimentalDescriptorScatterOp op) {
  OpBuilder builder(op);
  builder.create<DescriptorScatterOp>(op.getLoc(), op.getDesc(), op.getXOffsets(), op.getYOffset(),
                                      op.getSrc());
  op.erase();
  return success();
}

/// Reads (by an atomic that changes nothing) until the value is there.
LogicalResult renew(AtomicPollOp op) {
  if (op.getTimeout()) {
    return op.emitError("a poll with a timeout needs a clock, which kernels do not have here");
  }
  Type type = op.getExpected().getType();
  if (!isa<IntegerType>(type)) {
    return op.emitError("a poll of a tile is not supported; poll one element");
  }
  Location loc = op.getLoc();
  OpBuilder builder(op);
  Value zero = builder.create<arith::ConstantOp>(loc, builder.getZeroAttr(type));
  auto loop = builder.create<scf::WhileOp>(loc, TypeRange(), ValueRange());
  Block *before = builder.createBlock(&loop.getBefore());
  Value value = builder.create<AtomicRMWOp>(loc, type, RMWOp::OR, op.getPtr(), zero, Value(),
                                            op.getSem(), op.getScope());
  Value differs =
      builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::ne, value, op.getExpected());
  builder.create<scf::ConditionOp>(loc, differs, ValueRange());
  (void)before;
  builder.createBlock(&loop.getAfter());
  builder.create<scf::YieldOp>(loc);
  builder.setInsertionPointAfter(loop);
  Value found = builder.create<arith::ConstantOp>(loc, builder.getBoolAttr(true));
  op->replaceAllUsesWith(ValueRange(found));
  op.erase();
  return success();
}

LogicalResult drop(Operation *op) {
  op->erase();
  return success();
}

bool isVersionOp(Operation *op) {
  return isa<ExperimentalDescriptorLoadOp, ExperimentalDescriptorStoreOp,
             ExperimentalDescriptorGatherOp, ExperimentalDescriptorScatterOp,
             ExperimentalTensormapCreateOp, ExperimentalTensormapFenceproxyAcquireOp,
             ReinterpretTensorDescOp, AtomicPollOp, DotScaledOp, GridDependencyWaitOp,
             GridDependencyLaunchDependentsOp>(op);
}

} // namespace

bool hasVersionOps(Operation *root) {
  return root
      ->walk([](Operation *op) {
        return isVersionOp(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult renewVersionOps(Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (isVersionOp(op)) {
      ops.push_back(op);
    }
  });
  bool good = true;
  for (Operation *op : ops) {
    good &= succeeded(
        llvm::TypeSwitch<Operation *, LogicalResult>(op)
            .Case<ExperimentalDescriptorLoadOp, ExperimentalDescriptorStoreOp,
                  ExperimentalDescriptorGatherOp, ExperimentalDescriptorScatterOp, AtomicPollOp>(
                [](auto old) { return renew(old); })
            .Case([](DotScaledOp dot) { return expandDotScaled(dot); })
            .Case<GridDependencyWaitOp, GridDependencyLaunchDependentsOp>(
                [](auto hint) { return drop(hint); })
            .Default(refuseTensorMap));
  }
  return success(good);
}

} // namespace charonia::tt

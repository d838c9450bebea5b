// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration of the dialect `tt`, its constants and its inlining rules.
#include "charonia/Dialect/TT/TTDialect.h"

#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace charonia;

#include "charonia/Dialect/TT/TTDialect.cpp.inc"
#include "charonia/Dialect/TT/TTEnums.cpp.inc"

namespace {

/// Everything may be inlined, save calls of functions marked `noinline`.
struct TTInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Operation *callable, bool) const final {
    auto function = dyn_cast<tt::FuncOp>(callable);
    return function && !function.isNoInline();
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final { return true; }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final { return true; }

  void handleTerminator(Operation *op, Block *newDest) const final {
    auto returnOp = dyn_cast<tt::ReturnOp>(op);
    if (!returnOp) {
      return;
    }
    OpBuilder builder(op);
    builder.create<cf::BranchOp>(op->getLoc(), newDest, returnOp.getSrcs());
    op->erase();
  }
  void handleTerminator(Operation *op, ValueRange toReplace) const final {
    for (auto [from, to] : llvm::zip(toReplace, op->getOperands())) {
      from.replaceAllUsesWith(to);
    }
  }
};

} // namespace

void tt::TTDialect::initialize() {
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "charonia/Dialect/TT/TTOps.cpp.inc"
      >();
  addInterfaces<TTInliner>();
}

Operation *tt::TTDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                              Location loc) {
  if (auto poison = dyn_cast<ub::PoisonAttr>(value)) {
    return builder.create<ub::PoisonOp>(loc, type, poison);
  }
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

#define GET_OP_CLASSES
#include "charonia/Dialect/TT/TTOps.cpp.inc"

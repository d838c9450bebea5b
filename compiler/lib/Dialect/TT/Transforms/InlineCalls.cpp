// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inlining of `tt.call`.
#include "InlineCalls.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace charonia::tt {

namespace {

class Inliner {
public:
  Inliner(FuncOp kernel, compiler::PassContext &context)
      : m_symbols(kernel->getParentOp()), m_context(context) {
    kernel->walk([&](Operation *) { ++m_ops; });
  }

  /// Inlines the calls below `op`; `active` names the functions being inlined.
  LogicalResult run(Operation *op, SmallVector<StringRef> &active) {
    SmallVector<CallOp> calls;
    op->walk([&](CallOp call) { calls.push_back(call); });
    for (CallOp call : calls) {
      if (failed(inlineOne(call, active))) {
        return failure();
      }
    }
    return success();
  }

private:
  LogicalResult inlineOne(CallOp call, SmallVector<StringRef> &active) {
    auto callee = m_symbols.lookup<FuncOp>(call.getCallee());
    if (!callee || callee.isExternal()) {
      return call.emitError("call of unknown function '") << call.getCallee() << "'";
    }
    if (llvm::is_contained(active, callee.getSymName())) {
      return call.emitError("recursive call of '") << callee.getSymName() << "'";
    }
    if (!callee.getBody().hasOneBlock()) {
      return call.emitError("'") << callee.getSymName()
                                 << "' has control flow that cannot be lifted";
    }
    if (callee.isNoInline() && m_told.insert(callee.getSymName()).second) {
      m_context.remarks.add("tt-import", "inline", call,
                            "inlined '" + callee.getSymName().str() + "' despite noinline",
                            "a kernel runs as one program without calls");
    }
    SmallVector<Operation *> inlined;
    if (failed(cloneBody(call, callee, inlined))) {
      return failure();
    }
    active.push_back(callee.getSymName());
    for (Operation *op : inlined) {
      if (auto inner = dyn_cast<CallOp>(op)) {
        if (failed(inlineOne(inner, active))) {
          return failure();
        }
      } else if (failed(run(op, active))) {
        return failure();
      }
    }
    active.pop_back();
    return success();
  }

  LogicalResult cloneBody(CallOp call, FuncOp callee, SmallVector<Operation *> &inlined) {
    IRMapping mapping;
    Block &body = callee.getBody().front();
    for (auto [argument, operand] : llvm::zip_equal(body.getArguments(), call.getOperands())) {
      mapping.map(argument, operand);
    }
    OpBuilder builder(call);
    Location at = compiler::stripOpId(call.getLoc());
    for (Operation &op : body.without_terminator()) {
      Operation *copy = builder.clone(op, mapping);
      bool tooMany = false;
      copy->walk<WalkOrder::PreOrder>([&](Operation *inner) {
        tooMany |= ++m_ops > kMaxOps;
        renew(inner, at);
      });
      if (tooMany) {
        return call.emitError("kernel has more than ") << kMaxOps << " operations after inlining";
      }
      inlined.push_back(copy);
    }
    for (auto [result, value] :
         llvm::zip_equal(call.getResults(), body.getTerminator()->getOperands())) {
      result.replaceAllUsesWith(mapping.lookupOrDefault(value));
    }
    if (compiler::OpId id = compiler::getOpId(call); id != compiler::kNone) {
      m_context.lineage.erase(id, "inline");
    }
    call.erase();
    return success();
  }

  /// A copied op gets an id of its own and the call as its caller.
  void renew(Operation *op, Location at) {
    compiler::OpId from = compiler::getOpId(op);
    compiler::OpId id = compiler::takeFreshOpId(op);
    m_context.lineage.create(id, {from}, "inline");
    Location frames = CallSiteLoc::get(compiler::stripOpId(op->getLoc()), at);
    op->setLoc(compiler::withOpId(frames, id));
  }

  SymbolTable m_symbols;
  compiler::PassContext &m_context;
  llvm::StringSet<> m_told;
  uint64_t m_ops = 0;
};

} // namespace

LogicalResult inlineCalls(FuncOp kernel, compiler::PassContext &context) {
  SmallVector<StringRef> active = {kernel.getSymName()};
  return Inliner(kernel, context).run(kernel, active);
}

} // namespace charonia::tt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tt-import: one kernel, structured control flow, in canonical form.
#include "ExpandBlocks.h"
#include "ExpandMaps.h"
#include "InlineCalls.h"

#include "charonia/Dialect/TT/TTVersions.h"
#include "charonia/Dialect/TT/Transforms/Passes.h"
#include "charonia/Support/IdentityDriver.h"

#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/CFGToSCF.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace charonia::tt {

#define GEN_PASS_DEF_TTIMPORT
#include "charonia/Dialect/TT/Transforms/Passes.h.inc"

namespace {

/// Lifts branches of `tt.func`.
class LiftToScf : public ControlFlowToSCFTransformation {
public:
  FailureOr<Operation *> createUnreachableTerminator(Location loc, OpBuilder &builder,
                                                     Region &region) override {
    auto function = cast<FuncOp>(region.getParentOp());
    SmallVector<Value> results;
    for (Type type : function.getResultTypes()) {
      results.push_back(getUndefValue(loc, builder, type));
    }
    return builder.create<ReturnOp>(loc, results).getOperation();
  }
};

/// A bit that differs from false, or equals true, is that bit.
struct CompareWithBool : OpRewritePattern<arith::CmpIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::CmpIOp op, PatternRewriter &rewriter) const final {
    if (!getElementTypeOrSelf(op.getLhs().getType()).isInteger(1)) {
      return failure();
    }
    bool isNonzero =
        op.getPredicate() == arith::CmpIPredicate::ne && matchPattern(op.getRhs(), m_Zero());
    bool isOne =
        op.getPredicate() == arith::CmpIPredicate::eq && matchPattern(op.getRhs(), m_One());
    if (!isNonzero && !isOne) {
      return failure();
    }
    rewriter.replaceOp(op, op.getLhs());
    return success();
  }
};

/// A float that was widened and is rounded back to its type is that float.
struct TruncateOfExtend : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op, PatternRewriter &rewriter) const final {
    auto extend = op.getIn().getDefiningOp<arith::ExtFOp>();
    if (!extend || extend.getIn().getType() != op.getType()) {
      return failure();
    }
    rewriter.replaceOp(op, extend.getIn());
    return success();
  }
};

class TTImport : public impl::TTImportBase<TTImport> {
public:
  TTImport() = default;
  explicit TTImport(compiler::PassContext *context) : m_context(context) {}

  void runOnOperation() override {
    ModuleOp module = getOperation();
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    context.lineage.beginPass("tt-import");
    compiler::assignOpIds(module, nullptr, "import");
    if (failed(renewVersionOps(module))) {
      return signalPassFailure();
    }
    for (FuncOp function : llvm::make_early_inc_range(module.getOps<FuncOp>())) {
      if (!function.isExternal() && failed(liftBranches(function))) {
        return signalPassFailure();
      }
    }
    FuncOp kernel = chooseKernel(module, context);
    if (!kernel || failed(inlineCalls(kernel, context)) || failed(expandBlocks(kernel)) ||
        failed(expandMaps(kernel))) {
      return signalPassFailure();
    }
    keepOnly(kernel, module);
    RewritePatternSet further(&getContext());
    further.add<CompareWithBool, TruncateOfExtend>(&getContext());
    if (failed(compiler::canonicalize(module, &context.lineage, std::move(further)))) {
      return signalPassFailure();
    }
    compiler::assignOpIds(module, &context.lineage, "tt-import");
  }

private:
  LogicalResult liftBranches(FuncOp function) {
    IRRewriter rewriter(&getContext());
    (void)eraseUnreachableBlocks(rewriter, function->getRegions());
    if (function.getBody().hasOneBlock()) {
      return success();
    }
    DominanceInfo dominance(function);
    LiftToScf lift;
    if (failed(transformCFGToSCF(function.getBody(), lift, dominance))) {
      return function.emitError("control flow of '")
             << function.getSymName() << "' cannot be lifted to structured loops and branches";
    }
    switchesToIfs(function);
    return success();
  }

  /// The lifting makes switches for several exits; later passes know `scf.if`.
  static void switchesToIfs(FuncOp function) {
    SmallVector<scf::IndexSwitchOp> switches;
    function.walk([&](scf::IndexSwitchOp op) { switches.push_back(op); });
    for (scf::IndexSwitchOp op : switches) {
      replaceSwitch(op);
      op.erase();
    }
  }

  /// case 0 ? A : case 1 ? B : ... : default, as nested ifs.
  static void replaceSwitch(scf::IndexSwitchOp op) {
    OpBuilder builder(op);
    scf::IfOp first, last;
    for (unsigned i = 0; i < op.getNumCases(); ++i) {
      Value value = builder.create<arith::ConstantIndexOp>(op.getLoc(), op.getCases()[i]);
      Value equal =
          builder.create<arith::CmpIOp>(op.getLoc(), arith::CmpIPredicate::eq, op.getArg(), value);
      auto branch = builder.create<scf::IfOp>(op.getLoc(), op.getResultTypes(), equal,
                                              /*addThenBlock=*/false, /*addElseBlock=*/false);
      branch.getThenRegion().takeBody(op.getCaseRegions()[i]);
      if (last) {
        builder.create<scf::YieldOp>(op.getLoc(), branch.getResults());
      }
      first = first ? first : branch;
      last = branch;
      if (i + 1 < op.getNumCases()) {
        builder.createBlock(&branch.getElseRegion());
      }
    }
    if (!last) {
      return; // no case: never made by the lifting
    }
    last.getElseRegion().takeBody(op.getDefaultRegion());
    op.replaceAllUsesWith(first.getResults());
  }

  FuncOp chooseKernel(ModuleOp module, compiler::PassContext &context) {
    FuncOp found;
    unsigned publics = 0;
    for (FuncOp function : module.getOps<FuncOp>()) {
      if (!context.launch.kernel.empty()) {
        if (function.getSymName() == context.launch.kernel) {
          return function;
        }
      } else if (function.isPublic() && !function.isExternal()) {
        found = found ? found : function;
        ++publics;
      }
    }
    if (!found) {
      module.emitError("module has no kernel")
          << (context.launch.kernel.empty() ? "" : " named '" + context.launch.kernel + "'");
      return {};
    }
    if (publics > 1) {
      context.remarks.add("tt-import", "kernel", found,
                          "chose kernel '" + found.getSymName().str() + "'",
                          "it is the first of several and the launch names none");
    }
    return found;
  }

  static void keepOnly(FuncOp kernel, ModuleOp module) {
    for (Operation &op : llvm::make_early_inc_range(*module.getBody())) {
      if (&op != kernel.getOperation() && isa<FuncOp>(op)) {
        op.erase();
      }
    }
  }

  compiler::PassContext *m_context = nullptr;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createTTImport(compiler::PassContext *context) {
  return std::make_unique<TTImport>(context);
}

} // namespace charonia::tt

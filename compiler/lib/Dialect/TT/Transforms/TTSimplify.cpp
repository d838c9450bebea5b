// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tt-simplify: what this machine does not need goes, what is left gets its simplest form.
#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Dialect/TT/Transforms/Passes.h"
#include "charonia/Support/IdentityDriver.h"

using namespace mlir;

namespace charonia::tt {

#define GEN_PASS_DEF_TTSIMPLIFY
#include "charonia/Dialect/TT/Transforms/Passes.h.inc"

namespace {

/// A bit cast to another signedness is a cast to the same type here.
struct DropNoBitcast : OpRewritePattern<BitcastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BitcastOp op, PatternRewriter &rewriter) const final {
    if (op.getSrc().getType() != op.getType()) {
      return failure();
    }
    rewriter.replaceOp(op, op.getSrc());
    return success();
  }
};

class TTSimplify : public impl::TTSimplifyBase<TTSimplify> {
public:
  TTSimplify() = default;
  explicit TTSimplify(compiler::PassContext *context) : m_context(context) {}

  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    context.lineage.beginPass("tt-simplify");
    ModuleOp module = getOperation();
    dropHints(module, context.lineage);
    RewritePatternSet patterns(&getContext());
    patterns.add<DropNoBitcast>(&getContext());
    if (failed(compiler::applyPatterns(module, std::move(patterns), &context.lineage, "bitcast")) ||
        failed(compiler::simplify(module, &context.lineage)) ||
        failed(compiler::simplify(module, &context.lineage))) {
      return signalPassFailure();
    }
    compiler::assignOpIds(module, &context.lineage, "tt-simplify");
  }

private:
  /// Barriers inside a program and assumptions say nothing about a program that runs in order.
  static void dropHints(ModuleOp module, compiler::LineageRecorder &lineage) {
    SmallVector<Operation *> hints;
    module.walk([&](Operation *op) {
      StringRef name = op->getName().getStringRef();
      if (name == "llvm.intr.assume" || name == "gpu.barrier" || name == "ttg.barrier") {
        hints.push_back(op);
      }
    });
    for (Operation *op : hints) {
      lineage.erase(compiler::getOpId(op), "hint");
      op->erase();
    }
  }

  compiler::PassContext *m_context = nullptr;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createTTSimplify(compiler::PassContext *context) {
  return std::make_unique<TTSimplify>(context);
}

} // namespace charonia::tt

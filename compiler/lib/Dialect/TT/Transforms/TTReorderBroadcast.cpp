// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tt-reorder-broadcast: compute on the small tile, then broadcast.
#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Dialect/TT/Transforms/Passes.h"
#include "charonia/Support/IdentityDriver.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace charonia::tt {

#define GEN_PASS_DEF_TTREORDERBROADCAST
#include "charonia/Dialect/TT/Transforms/Passes.h.inc"

namespace {

/// Each result element comes of the operands' elements at its place, and of nothing else.
bool isElementwise(Operation *op) {
  if (compiler::isHiddenMath(op)) {
    return true;
  }
  return op->hasTrait<OpTrait::Elementwise>() && op->getNumRegions() == 0 &&
         op->getNumOperands() > 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

/// The value that every lane of the constant `value` has, or null.
Attribute constantLane(Value value) {
  SplatElementsAttr splat;
  return matchPattern(value, m_Constant(&splat)) ? splat.getSplatValue<Attribute>() : Attribute();
}

bool isSplat(Value value) { return value.getDefiningOp<SplatOp>() || constantLane(value); }

/// `op` on other operands; its results have the types `types`. It stays the same operation.
Operation *again(Operation *op, ValueRange operands, TypeRange types, PatternRewriter &rewriter) {
  OperationState state(op->getLoc(), op->getName(), operands, types, op->getAttrs());
  return rewriter.create(state);
}

/// Puts `values`, widened by `Widen`, in the place of the results of `op`.
template <typename Widen>
void replaceWidened(Operation *op, ValueRange values, PatternRewriter &rewriter) {
  Location loc = compiler::stripOpId(op->getLoc());
  for (auto [old, value] : llvm::zip_equal(op->getResults(), values)) {
    rewriter.replaceAllUsesWith(old, rewriter.create<Widen>(loc, old.getType(), value));
  }
  rewriter.eraseOp(op);
}

/// f(splat(a), splat(b), ...) is splat(f(a, b, ...)).
struct ElementwiseOfSplats : RewritePattern {
  explicit ElementwiseOfSplats(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const final {
    if (!isElementwise(op) || !isa<RankedTensorType>(op->getResult(0).getType()) ||
        !llvm::all_of(op->getOperands(), isSplat)) {
      return failure();
    }
    SmallVector<Value> scalars;
    for (Value operand : op->getOperands()) {
      scalars.push_back(scalarOf(operand, rewriter));
    }
    SmallVector<Type> types;
    for (Type type : op->getResultTypes()) {
      types.push_back(elementOf(type));
    }
    replaceWidened<SplatOp>(op, again(op, scalars, types, rewriter)->getResults(), rewriter);
    return success();
  }

private:
  static Value scalarOf(Value operand, PatternRewriter &rewriter) {
    if (auto splat = operand.getDefiningOp<SplatOp>()) {
      return splat.getSrc();
    }
    Location loc = compiler::stripOpId(operand.getLoc());
    return rewriter.create<arith::ConstantOp>(loc, cast<TypedAttr>(constantLane(operand)));
  }
};

/// f(broadcast(x), splat(a), ...) is broadcast(f(x, splat(a), ...)); several broadcasts must be of
/// one shape.
struct ElementwiseOfBroadcasts : RewritePattern {
  explicit ElementwiseOfBroadcasts(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const final {
    if (!isElementwise(op)) {
      return failure();
    }
    std::optional<ArrayRef<int64_t>> shape;
    for (Value operand : op->getOperands()) {
      if (auto broadcast = operand.getDefiningOp<BroadcastOp>()) {
        auto source = cast<RankedTensorType>(broadcast.getSrc().getType()).getShape();
        if (shape && *shape != source) {
          return failure();
        }
        shape = source;
      } else if (!isSplat(operand)) {
        return failure();
      }
    }
    if (!shape) {
      return failure();
    }
    SmallVector<Value> narrow;
    for (Value operand : op->getOperands()) {
      narrow.push_back(narrowed(operand, *shape, rewriter));
    }
    SmallVector<Type> types;
    for (Type type : op->getResultTypes()) {
      types.push_back(cast<RankedTensorType>(type).clone(*shape));
    }
    replaceWidened<BroadcastOp>(op, again(op, narrow, types, rewriter)->getResults(), rewriter);
    return success();
  }

private:
  static Value narrowed(Value operand, ArrayRef<int64_t> shape, PatternRewriter &rewriter) {
    if (auto broadcast = operand.getDefiningOp<BroadcastOp>()) {
      return broadcast.getSrc();
    }
    Location loc = compiler::stripOpId(operand.getLoc());
    auto type = cast<RankedTensorType>(operand.getType()).clone(shape);
    if (auto splat = operand.getDefiningOp<SplatOp>()) {
      return rewriter.create<SplatOp>(loc, type, splat.getSrc());
    }
    return rewriter.create<arith::ConstantOp>(loc,
                                              SplatElementsAttr::get(type, constantLane(operand)));
  }
};

class TTReorderBroadcast : public impl::TTReorderBroadcastBase<TTReorderBroadcast> {
public:
  TTReorderBroadcast() = default;
  explicit TTReorderBroadcast(compiler::PassContext *context) : m_context(context) {}

  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    context.lineage.beginPass("tt-reorder-broadcast");
    RewritePatternSet patterns(&getContext());
    BroadcastOp::getCanonicalizationPatterns(patterns, &getContext());
    ExpandDimsOp::getCanonicalizationPatterns(patterns, &getContext());
    patterns.add<ElementwiseOfSplats, ElementwiseOfBroadcasts>(&getContext());
    if (failed(compiler::applyPatterns(getOperation(), std::move(patterns), &context.lineage,
                                       "reorder-broadcast"))) {
      return signalPassFailure();
    }
    compiler::mergeCommonSubexpressions(getOperation(), &context.lineage);
    compiler::eraseDeadOps(getOperation(), &context.lineage);
    compiler::assignOpIds(getOperation(), &context.lineage, "tt-reorder-broadcast");
  }

private:
  compiler::PassContext *m_context = nullptr;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createTTReorderBroadcast(compiler::PassContext *context) {
  return std::make_unique<TTReorderBroadcast>(context);
}

} // namespace charonia::tt

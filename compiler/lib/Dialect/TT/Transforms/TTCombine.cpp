// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tt-combine: neighbours that are one operation together.
#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Dialect/TT/Transforms/Passes.h"
#include "charonia/Support/IdentityDriver.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace charonia::tt {

#define GEN_PASS_DEF_TTCOMBINE
#include "charonia/Dialect/TT/Transforms/Passes.h.inc"

namespace {

bool isZero(Value value) {
  return matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat());
}

/// dot(a, b, 0) + d is dot(a, b, d), whichever side the dot stands on.
template <typename Add, typename Dot>
struct DotPlus : OpRewritePattern<Add> {
  using OpRewritePattern<Add>::OpRewritePattern;
  LogicalResult matchAndRewrite(Add op, PatternRewriter &rewriter) const final {
    for (auto [sum, other] :
         {std::pair(op.getLhs(), op.getRhs()), std::pair(op.getRhs(), op.getLhs())}) {
      auto dot = sum.template getDefiningOp<Dot>();
      if (!dot || !dot->hasOneUse() || !isZero(dot.getC()) || isImprecise(dot)) {
        continue;
      }
      // The dot stays where the sum stood: `other` may be made after it.
      IRMapping operands;
      operands.map(dot.getC(), other);
      Operation *whole = rewriter.clone(*dot, operands);
      rewriter.replaceOp(op, whole->getResults());
      return success();
    }
    return failure();
  }

private:
  /// A dot of floats that may round partial sums keeps its sum apart.
  static bool isImprecise(Dot dot) {
    if constexpr (std::is_same_v<Dot, DotOp> && std::is_same_v<Add, arith::AddFOp>) {
      return dot.getMaxNumImpreciseAcc() != 0;
    }
    return false;
  }
};

/// The integer that every lane of `value` holds, if it is constant.
std::optional<APInt> constantLane(Value value) {
  if (auto splat = value.getDefiningOp<SplatOp>()) {
    value = splat.getSrc();
  }
  APInt number;
  return matchPattern(value, m_ConstantInt(&number)) ? std::optional(number) : std::nullopt;
}

/// (p + i) + j is p + (i + j) where the sum of the offsets cannot wrap before they are extended.
struct AddPtrOfAddPtr : OpRewritePattern<AddPtrOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddPtrOp op, PatternRewriter &rewriter) const final {
    auto inner = op.getPtr().getDefiningOp<AddPtrOp>();
    if (!inner || !canAdd(inner.getOffset(), op.getOffset())) {
      return failure();
    }
    Value offset = rewriter.create<arith::AddIOp>(op.getLoc(), inner.getOffset(), op.getOffset());
    auto whole = rewriter.create<AddPtrOp>(op.getLoc(), op.getType(), inner.getPtr(), offset);
    whole->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, whole);
    return success();
  }

private:
  static bool canAdd(Value first, Value second) {
    if (first.getType() != second.getType()) {
      return false;
    }
    if (elementOf(first.getType()).isInteger(64)) {
      return true; // addresses have 64 bits: the sum wraps as they do
    }
    std::optional<APInt> a = constantLane(first), b = constantLane(second);
    bool overflow = true;
    if (a && b) {
      (void)a->sadd_ov(*b, overflow);
    }
    return !overflow;
  }
};

/// select(c, load(p, mask = splat(c)), other) is load(p, mask = splat(c), other).
struct SelectOfMaskedLoad : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SelectOp op, PatternRewriter &rewriter) const final {
    auto load = op.getTrueValue().getDefiningOp<LoadOp>();
    auto mask = load && load.getMask() ? load.getMask().getDefiningOp<SplatOp>() : SplatOp();
    // The load moves to the select, so nothing may be written between the two.
    if (!mask || mask.getSrc() != op.getCondition() || load.getIsVolatile() || !load->hasOneUse() ||
        !readsTheSame(load, op)) {
      return failure();
    }
    rewriter.replaceOpWithNewOp<LoadOp>(op, load.getPtr(), load.getMask(), op.getFalseValue(),
                                        load.getCache(), load.getEvict(), load.getIsVolatile(),
                                        load.getBoundaryCheck(), load.getPadding());
    return success();
  }

private:
  static bool readsTheSame(Operation *load, Operation *later) {
    if (load->getBlock() != later->getBlock()) {
      return false;
    }
    for (Operation *op = load->getNextNode(); op != later; op = op->getNextNode()) {
      if (!isMemoryEffectFree(op) && !isa<LoadOp>(op)) {
        return false;
      }
    }
    return true;
  }
};

/// The sum over k of x[m, k, None] * y[None, k, n] is a dot where each side is a tile of at least
/// 16.
struct SumOfProducts : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReduceOp op, PatternRewriter &rewriter) const final {
    if (op.getSrcs().size() != 1 || op.getAxis() != 1 || !sums(op)) {
      return failure();
    }
    auto product = op.getSrcs()[0].getDefiningOp<arith::MulFOp>();
    Value x = product ? factor(product.getLhs(), 2) : Value();
    Value y = product ? factor(product.getRhs(), 0) : Value();
    if (!x || !y) {
      return failure();
    }
    auto type = cast<RankedTensorType>(product.getType());
    if (type.getRank() != 3 || !type.getElementType().isF32() || type.getDimSize(0) < 16 ||
        type.getDimSize(2) < 16) {
      return failure();
    }
    auto sum = cast<RankedTensorType>(op.getResult()[0].getType());
    Value zero = rewriter.create<arith::ConstantOp>(
        op.getLoc(), SplatElementsAttr::get(sum, Attribute(rewriter.getF32FloatAttr(0))));
    rewriter.replaceOpWithNewOp<DotOp>(op, sum, x, y, zero, InputPrecision::TF32, 0);
    return success();
  }

private:
  static bool sums(ReduceOp op) {
    Block &body = op.getCombineOp().front();
    return body.getOperations().size() == 2 && isa<arith::AddFOp>(body.front());
  }

  /// The matrix that is expanded at `axis` and broadcast along it to be `value`.
  static Value factor(Value value, uint32_t axis) {
    auto broadcast = value.getDefiningOp<BroadcastOp>();
    auto expand = broadcast ? broadcast.getSrc().getDefiningOp<ExpandDimsOp>() : ExpandDimsOp();
    return expand && expand.getAxis() == axis ? expand.getSrc() : Value();
  }
};

/// A tile that is only counted or reduced to one value may come in any order.
struct ReshapeBeforeReduce : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const final {
    if (op.getAllowReorder() || cast<RankedTensorType>(op.getType()).getRank() != 1 ||
        op->use_empty() || !llvm::all_of(op->getUsers(), takesAnyOrder)) {
      return failure();
    }
    rewriter.modifyOpInPlace(op, [&] { op.setAllowReorder(true); });
    return success();
  }

private:
  static bool takesAnyOrder(Operation *user) {
    if (auto reduce = dyn_cast<ReduceOp>(user)) {
      return reduce.getSrcs().size() == 1;
    }
    auto histogram = dyn_cast<HistogramOp>(user);
    return histogram && !histogram.getMask();
  }
};

/// A descriptor's block whose leading ones are reshaped away is loaded without them.
struct ReshapeOfDescriptorLoad : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const final {
    auto load = op.getSrc().getDefiningOp<DescriptorLoadOp>();
    if (!load || !load->hasOneUse()) {
      return failure();
    }
    ArrayRef<int64_t> from = cast<RankedTensorType>(load.getType()).getShape();
    ArrayRef<int64_t> to = cast<RankedTensorType>(op.getType()).getShape();
    while (from.size() > to.size() && from.front() == 1) {
      from = from.drop_front();
    }
    if (from != to || load.getType() == op.getType()) {
      return failure();
    }
    rewriter.modifyOpInPlace(load, [&] { load.getResult().setType(op.getType()); });
    rewriter.replaceOp(op, load.getResult());
    return success();
  }
};

class TTCombine : public impl::TTCombineBase<TTCombine> {
public:
  TTCombine() = default;
  explicit TTCombine(compiler::PassContext *context) : m_context(context) {}

  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    context.lineage.beginPass("tt-combine");
    RewritePatternSet patterns(&getContext());
    patterns.add<DotPlus<arith::AddFOp, DotOp>, DotPlus<arith::AddIOp, DotOp>,
                 DotPlus<arith::AddFOp, DotScaledOp>, AddPtrOfAddPtr, SelectOfMaskedLoad,
                 SumOfProducts, ReshapeBeforeReduce, ReshapeOfDescriptorLoad>(&getContext());
    if (failed(compiler::applyPatterns(getOperation(), std::move(patterns), &context.lineage,
                                       "combine"))) {
      return signalPassFailure();
    }
    compiler::assignOpIds(getOperation(), &context.lineage, "tt-combine");
  }

private:
  compiler::PassContext *m_context = nullptr;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createTTCombine(compiler::PassContext *context) {
  return std::make_unique<TTCombine>(context);
}

} // namespace charonia::tt

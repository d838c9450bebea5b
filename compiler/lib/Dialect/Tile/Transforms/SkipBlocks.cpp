// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations without a true lane: when they begin, and a proof that they change nothing.
#include "SkipBlocks.h"

#include "charonia/Dialect/Tile/LinearTile.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <optional>

using namespace mlir;

namespace charonia::tile {
namespace {

constexpr unsigned kDeepest = 32;

/// The value `counter < base + offset` has to hold for a true lane to be left.
struct Limit {
  SmallVector<std::pair<Value, int64_t>> scalars;
  int64_t constant = 0;
};

/// Proves that an iteration changes nothing when one selection gives minus infinity everywhere.
class IdleIteration {
public:
  IdleIteration(scf::ForOp loop, arith::SelectOp masked) : m_loop(loop), m_masked(masked) {}

  bool proved() {
    for (Operation &op : m_loop.getBody()->without_terminator()) {
      bool loads = isa<LoadOp, GatherOp, ScalarLoadOp>(op);
      if (!loads && !isMemoryEffectFree(&op)) {
        return false;
      }
    }
    Operation *yield = m_loop.getBody()->getTerminator();
    for (auto [index, result] : llvm::enumerate(m_loop.getResults())) {
      if (!isa<RankedTensorType>(result.getType())) {
        if (!result.use_empty()) {
          return false;
        }
        continue;
      }
      Fact fact = factOf(yield->getOperand(index));
      if (fact.kind != Kind::Carried || fact.index != index) {
        return false;
      }
    }
    return true;
  }

private:
  enum class Kind { Unknown, MinusInfinity, Zero, One, Carried };
  struct Fact {
    Kind kind = Kind::Unknown;
    size_t index = 0; ///< of the carried tile
    bool is(Kind other) const { return kind == other; }
  };

  static bool isMax(Operation *op) { return isa<arith::MaxNumFOp, arith::MaximumFOp>(op); }

  static Fact ofConstant(Operation *op) {
    Attribute value;
    if (!matchPattern(op, m_Constant(&value))) {
      return {};
    }
    if (auto dense = dyn_cast<DenseElementsAttr>(value)) {
      if (!dense.isSplat()) {
        return {};
      }
      value = dense.getSplatValue<Attribute>();
    }
    auto number = dyn_cast<FloatAttr>(value);
    if (!number) {
      return {};
    }
    const APFloat &f = number.getValue();
    return {f.isInfinity() && f.isNegative() ? Kind::MinusInfinity
            : f.isZero()                     ? Kind::Zero
            : f.isExactlyValue(1.0)          ? Kind::One
                                             : Kind::Unknown,
            0};
  }

  static bool isPositiveConstant(Value value) {
    FloatAttr number;
    DenseElementsAttr dense;
    if (matchPattern(value, m_Constant(&dense)) && dense.isSplat()) {
      number = dyn_cast<FloatAttr>(dense.getSplatValue<Attribute>());
    } else if (auto splat = value.getDefiningOp<SplatOp>()) {
      matchPattern(splat.getSource(), m_Constant(&number));
    }
    return number && number.getValue().isFinite() && !number.getValue().isNegative() &&
           !number.getValue().isZero();
  }

  Fact factOf(Value value, unsigned depth = 0) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      bool carried = argument.getOwner() == m_loop.getBody() && argument.getArgNumber() > 0;
      return carried ? Fact{Kind::Carried, argument.getArgNumber() - 1} : Fact();
    }
    auto [it, isNew] = m_facts.try_emplace(value, Fact());
    if (!isNew || depth > 4 * kDeepest) {
      return it->second;
    }
    Fact fact = compute(value.getDefiningOp(), depth + 1);
    return m_facts[value] = fact;
  }

  Fact compute(Operation *op, unsigned depth) {
    auto in = [&](unsigned index) { return factOf(op->getOperand(index), depth); };
    if (op == m_masked) {
      return {Kind::MinusInfinity, 0};
    }
    if (Fact constant = ofConstant(op); !constant.is(Kind::Unknown)) {
      return constant;
    }
    if (isa<BroadcastOp, ReshapeOp, SplatOp, PermuteOp, arith::ExtFOp, arith::TruncFOp>(op)) {
      Fact fact = in(0);
      // A carried tile in another form is no longer what is carried, unless only differences and
      // factors of it count; its type tells at the yield.
      bool cast = isa<arith::ExtFOp, arith::TruncFOp, PermuteOp>(op);
      return fact.is(Kind::Carried) && cast ? Fact() : fact;
    }
    if (auto reduce = dyn_cast<ReduceOp>(op)) {
      return ofReduction(reduce, depth);
    }
    if (auto dot = dyn_cast<DotOp>(op)) {
      return factOf(dot.getA(), depth).is(Kind::Zero) ? factOf(dot.getC(), depth) : Fact();
    }
    if (op->getNumResults() != 1 || op->getNumOperands() == 0) {
      return {};
    }
    if (op->getNumOperands() == 1) {
      bool exponential = isa<math::ExpOp, math::Exp2Op>(op);
      Fact fact = in(0);
      return !exponential                   ? Fact()
             : fact.is(Kind::MinusInfinity) ? Fact{Kind::Zero, 0}
             : fact.is(Kind::Zero)          ? Fact{Kind::One, 0}
                                            : Fact();
    }
    return op->getNumOperands() == 2 ? ofBinary(op, in(0), in(1)) : ofFma(op, depth);
  }

  Fact ofReduction(ReduceOp reduce, unsigned depth) {
    if (reduce.getOperands().size() != 1) {
      return {};
    }
    Block &body = reduce.getCombine().front();
    auto yield = cast<YieldOp>(body.getTerminator());
    Operation *combine = yield->getOperand(0).getDefiningOp();
    if (!combine || combine->getNumOperands() != 2 ||
        !llvm::all_of(combine->getOperands(), [](Value v) { return isa<BlockArgument>(v); })) {
      return {};
    }
    Fact fact = factOf(reduce.getOperands()[0], depth);
    bool keeps = (isMax(combine) && fact.is(Kind::MinusInfinity)) ||
                 (isa<arith::AddFOp>(combine) && fact.is(Kind::Zero));
    return keeps ? fact : Fact();
  }

  Fact ofBinary(Operation *op, Fact a, Fact b) {
    auto sameCarried = a.is(Kind::Carried) && b.is(Kind::Carried) && a.index == b.index;
    if (isMax(op)) {
      return a.is(Kind::MinusInfinity)   ? b
             : b.is(Kind::MinusInfinity) ? a
             : sameCarried               ? a
                                         : Fact();
    }
    if (isa<arith::SubFOp>(op)) {
      // What is carried is finite: see the header of skipMaskedBlocks.
      bool stays = a.is(Kind::MinusInfinity) && (b.is(Kind::Carried) || b.is(Kind::Zero));
      return sameCarried ? Fact{Kind::Zero, 0} : stays || b.is(Kind::Zero) ? a : Fact();
    }
    if (isa<arith::AddFOp>(op)) {
      return a.is(Kind::Zero) ? b : b.is(Kind::Zero) ? a : Fact();
    }
    if (isa<arith::MulFOp>(op)) {
      if (a.is(Kind::One) || b.is(Kind::One)) {
        return a.is(Kind::One) ? b : a;
      }
      bool left = isPositiveConstant(op->getOperand(1)),
           right = isPositiveConstant(op->getOperand(0));
      Fact scaled = left ? a : right ? b : Fact();
      return scaled.is(Kind::MinusInfinity) || scaled.is(Kind::Zero) ? scaled : Fact();
    }
    return {};
  }

  Fact ofFma(Operation *op, unsigned depth) {
    if (!isa<math::FmaOp>(op)) {
      return {};
    }
    Fact a = factOf(op->getOperand(0), depth), b = factOf(op->getOperand(1), depth),
         c = factOf(op->getOperand(2), depth);
    if (c.is(Kind::Zero) && (a.is(Kind::One) || b.is(Kind::One))) {
      return a.is(Kind::One) ? b : a;
    }
    return {};
  }

  scf::ForOp m_loop;
  arith::SelectOp m_masked;
  llvm::DenseMap<Value, Fact> m_facts;
};

/// Where a comparison leaves nothing as the loop's counter grows.
std::optional<Limit> limitOf(arith::CmpIOp compare, scf::ForOp loop) {
  Value row = compare.getLhs(), column = compare.getRhs();
  arith::CmpIPredicate predicate = compare.getPredicate();
  if (predicate == arith::CmpIPredicate::slt || predicate == arith::CmpIPredicate::sle) {
    std::swap(row, column);
    predicate = predicate == arith::CmpIPredicate::slt ? arith::CmpIPredicate::sgt
                                                       : arith::CmpIPredicate::sge;
  }
  if (predicate != arith::CmpIPredicate::sge && predicate != arith::CmpIPredicate::sgt) {
    return std::nullopt;
  }
  auto high = linearOf(row), low = linearOf(column);
  if (!high || !low) {
    return std::nullopt;
  }
  // A lane is true only if max(row) >= min(column); the counter stands in the column alone.
  auto type = cast<RankedTensorType>(row.getType());
  int64_t slack = high->constant - low->constant;
  for (auto [d, extent] : llvm::enumerate(type.getShape())) {
    int64_t factor = high->factors[d] - low->factors[d];
    slack += factor > 0 ? factor * (extent - 1) : 0;
  }
  Limit limit;
  bool counts = false;
  for (auto [value, factor] : low->scalars) {
    if (value == loop.getInductionVar()) {
      counts = factor == 1;
    } else if (loop.isDefinedOutsideOfLoop(value)) {
      limit.scalars.push_back({value, -factor});
    } else {
      return std::nullopt;
    }
  }
  for (auto [value, factor] : high->scalars) {
    if (!loop.isDefinedOutsideOfLoop(value)) {
      return std::nullopt;
    }
    limit.scalars.push_back({value, factor});
  }
  limit.constant = slack + (predicate == arith::CmpIPredicate::sge ? 1 : 0);
  return counts ? std::optional(limit) : std::nullopt;
}

/// The limits of all leaves of a conjunction: each of them has to hold for a true lane.
void collectLimits(Value mask, scf::ForOp loop, SmallVectorImpl<Limit> &limits,
                   unsigned depth = 0) {
  Operation *op = mask.getDefiningOp();
  if (!op || depth > kDeepest) {
    return;
  }
  if (isa<arith::AndIOp, BroadcastOp, ReshapeOp>(op)) {
    for (Value operand : op->getOperands()) {
      collectLimits(operand, loop, limits, depth + 1);
    }
  } else if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    if (auto limit = limitOf(compare, loop)) {
      limits.push_back(*limit);
    }
  }
}

bool isMinusInfinity(Value value) {
  DenseElementsAttr dense;
  if (!matchPattern(value, m_Constant(&dense)) || !dense.isSplat()) {
    return false;
  }
  auto number = dyn_cast<FloatAttr>(dense.getSplatValue<Attribute>());
  return number && number.getValue().isInfinity() && number.getValue().isNegative();
}

/// Lets `loop` end at the first of the limits, after one iteration at least: what it carries is
/// finite then, or no number already.
void endAt(scf::ForOp loop, ArrayRef<Limit> limits, compiler::PassContext &context) {
  OpBuilder builder(loop);
  auto at = [&] { return compiler::freshLoc(loop, &context.lineage, "skip-blocks"); };
  Type wide = builder.getI64Type();
  auto constant = [&](int64_t value) -> Value {
    return builder.create<arith::ConstantOp>(at(), builder.getI64IntegerAttr(value));
  };
  auto extended = [&](Value value) -> Value {
    return value.getType() == wide ? value : builder.create<arith::ExtSIOp>(at(), wide, value);
  };
  // In 64 bits: the sums of the source are 32 bits wide and do not wrap where lanes are true.
  Value end = extended(loop.getUpperBound());
  Value first = builder.create<arith::AddIOp>(at(), extended(loop.getLowerBound()), constant(1));
  for (const Limit &limit : limits) {
    Value sum = constant(limit.constant);
    for (auto [value, factor] : limit.scalars) {
      Value term = extended(value);
      if (factor != 1) {
        term = builder.create<arith::MulIOp>(at(), term, constant(factor));
      }
      sum = builder.create<arith::AddIOp>(at(), sum, term);
    }
    sum = builder.create<arith::MaxSIOp>(at(), sum, first);
    end = builder.create<arith::MinSIOp>(at(), end, sum);
  }
  Type narrow = loop.getUpperBound().getType();
  if (narrow != wide) {
    end = builder.create<arith::TruncIOp>(at(), narrow, end);
  }
  loop.setUpperBound(end);
}

} // namespace

void skipMaskedBlocks(Operation *module, compiler::PassContext &context) {
  SmallVector<scf::ForOp> loops;
  module->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops) {
    if (loop.getNumResults() == 0 || !loop.getInductionVar().getType().isInteger(32)) {
      continue;
    }
    for (auto select : llvm::to_vector(loop.getBody()->getOps<arith::SelectOp>())) {
      if (!isMinusInfinity(select.getFalseValue())) {
        continue;
      }
      SmallVector<Limit> limits;
      collectLimits(select.getCondition(), loop, limits);
      if (limits.empty() || !IdleIteration(loop, select).proved()) {
        continue;
      }
      const bool strict = context.options.policy == "strict";
      context.remarks.add(
          "tile-effective-shape", "skip-blocks", loop,
          strict ? "blocks that the mask hides run as well" : "ends where the mask hides the rest",
          strict
              ? "zero times infinity is no number; the policy `default` takes loaded values to be "
                "finite and skips these blocks"
              : "an iteration without a true lane changes nothing");
      if (!strict) {
        endAt(loop, limits, context);
      }
      break;
    }
  }
}

} // namespace charonia::tile

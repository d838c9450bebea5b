// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Selections in loops whose mask is true everywhere in some iterations.
#include "FullBlocks.h"

#include "charonia/Dialect/Tile/LinearTile.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace charonia::tile {
namespace {

constexpr unsigned kDeepest = 12, kMostLeaves = 8; ///< of a conjunction
constexpr int64_t kLargestFactor = int64_t{1} << 20;

/// A comparison as a sum that must not be negative in its least lane.
struct Leaf {
  SmallVector<std::pair<Value, int64_t>> scalars;
  int64_t least = 0;
};

/// What has to hold for a mask to be true everywhere.
struct Conjunction {
  SmallVector<Leaf> leaves;
  SmallVector<Value> bits; ///< scalars that are true or false for all lanes
};

std::optional<Leaf> leafOf(arith::CmpIOp compare) {
  Value large = compare.getLhs(), small = compare.getRhs();
  arith::CmpIPredicate predicate = compare.getPredicate();
  if (predicate == arith::CmpIPredicate::slt || predicate == arith::CmpIPredicate::sle) {
    std::swap(large, small);
    predicate = predicate == arith::CmpIPredicate::slt ? arith::CmpIPredicate::sgt
                                                       : arith::CmpIPredicate::sge;
  }
  if (predicate != arith::CmpIPredicate::sge && predicate != arith::CmpIPredicate::sgt) {
    return std::nullopt;
  }
  auto high = linearOf(large), low = linearOf(small);
  if (!high || !low) {
    return std::nullopt;
  }
  Leaf leaf;
  leaf.least = high->constant - low->constant - (predicate == arith::CmpIPredicate::sgt ? 1 : 0);
  auto type = cast<RankedTensorType>(large.getType());
  for (auto [d, extent] : llvm::enumerate(type.getShape())) {
    leaf.least += std::min<int64_t>(high->factors[d] - low->factors[d], 0) * (extent - 1);
  }
  for (auto [sum, sign] : {std::pair{&*high, 1}, std::pair{&*low, -1}}) {
    for (auto [value, factor] : sum->scalars) {
      if (std::abs(factor) > kLargestFactor ||
          !(value.getType().isInteger(32) || value.getType().isInteger(64))) {
        return std::nullopt;
      }
      leaf.scalars.push_back({value, sign * factor});
    }
  }
  return leaf;
}

bool collect(Value mask, Conjunction &all, unsigned depth = 0) {
  Operation *op = mask.getDefiningOp();
  if (!op || depth > kDeepest || all.leaves.size() + all.bits.size() > kMostLeaves) {
    return false;
  }
  if (matchPattern(mask, m_One())) {
    return true;
  }
  if (isa<arith::AndIOp, BroadcastOp, ReshapeOp>(op)) {
    return llvm::all_of(op->getOperands(),
                        [&](Value operand) { return collect(operand, all, depth + 1); });
  }
  if (auto splat = dyn_cast<SplatOp>(op)) {
    all.bits.push_back(splat.getSource());
    return splat.getSource().getType().isInteger(1);
  }
  auto compare = dyn_cast<arith::CmpIOp>(op);
  std::optional<Leaf> leaf =
      compare && isa<RankedTensorType>(mask.getType()) ? leafOf(compare) : std::nullopt;
  if (leaf) {
    all.leaves.push_back(*leaf);
  }
  return leaf.has_value();
}

class Marker {
public:
  Marker(arith::SelectOp select, compiler::PassContext &context)
      : m_select(select), m_context(context), m_builder(select) {}

  bool run() {
    Conjunction all;
    Value mask = m_select.getCondition();
    if (!isa<RankedTensorType>(mask.getType()) || !collect(mask, all) || all.leaves.empty()) {
      return false;
    }
    Value full = all.bits.empty() ? Value() : all.bits.front();
    for (const Leaf &leaf : all.leaves) {
      full = both(full, holds(leaf));
    }
    for (Value bit : llvm::drop_begin(all.bits, all.bits.empty() ? 0 : 1)) {
      full = both(full, bit);
    }
    Value everywhere = m_builder.create<SplatOp>(at(), mask.getType(), full);
    auto either = m_builder.create<arith::OrIOp>(at(), mask, everywhere);
    either->setAttr(kAllTrueAttr, m_builder.getUnitAttr());
    m_select.getConditionMutable().assign(either);
    return true;
  }

private:
  Location at() { return compiler::freshLoc(m_select, &m_context.lineage, "full-blocks"); }
  Value constant(int64_t value) {
    return m_builder.create<arith::ConstantOp>(at(), m_builder.getI64IntegerAttr(value));
  }
  Value both(Value a, Value b) { return a ? m_builder.create<arith::AndIOp>(at(), a, b) : b; }

  /// In 64 bits: the sums of the source do not wrap.
  Value holds(const Leaf &leaf) {
    Value sum = constant(leaf.least);
    for (auto [value, factor] : leaf.scalars) {
      Value term = value.getType().isInteger(64)
                       ? value
                       : m_builder.create<arith::ExtSIOp>(at(), m_builder.getI64Type(), value);
      if (factor != 1) {
        term = m_builder.create<arith::MulIOp>(at(), term, constant(factor));
      }
      sum = m_builder.create<arith::AddIOp>(at(), sum, term);
    }
    return m_builder.create<arith::CmpIOp>(at(), arith::CmpIPredicate::sge, sum, constant(0));
  }

  arith::SelectOp m_select;
  compiler::PassContext &m_context;
  OpBuilder m_builder;
};

} // namespace

void markFullBlocks(Operation *module, compiler::PassContext &context) {
  SmallVector<arith::SelectOp> selects;
  module->walk([&](scf::ForOp loop) {
    llvm::append_range(selects, loop.getBody()->getOps<arith::SelectOp>());
  });
  for (arith::SelectOp select : selects) {
    if (Marker(select, context).run()) {
      context.remarks.add("tile-effective-shape", "full-blocks", select,
                          "iterations without a masked lane do without the selection",
                          "the least lane of every comparison is known for the iteration");
    }
  }
}

} // namespace charonia::tile

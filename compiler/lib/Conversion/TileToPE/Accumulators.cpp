// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dots of the matrix engine: plain ones, and those that add up in an accumulator over a loop.
#include "Converter.h"

using namespace mlir;

namespace charonia::pe {

/// True if `value` is a tile of zeros, also when a group makes it.
static bool isZeroTile(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    if (isa<VecGroupOp>(result.getOwner())) {
      value = yielded(result);
    } else if (auto splat = dyn_cast<tile::SplatOp>(result.getOwner())) {
      value = splat.getSource();
    } else if (auto broadcast = dyn_cast<tile::BroadcastOp>(result.getOwner())) {
      value = broadcast.getSource();
    } else if (auto reshape = dyn_cast<tile::ReshapeOp>(result.getOwner())) {
      value = reshape.getSource();
    } else {
      break;
    }
  }
  // A negative zero is not the zero that an accumulator is cleared to.
  return matchPattern(value, m_PosZeroFloat()) || matchPattern(value, m_Zero());
}

Value Converter::makeAccumulator(tile::DotOp dot) {
  return allocate(cast<RankedTensorType>(dot.getC().getType()), dot.getResult(), Space::Re,
                  Unit::Dpe, {Unit::Re}, false);
}

Operation *Converter::placeholder(OpBuilder &builder, Location loc, ValueRange tensors,
                                  const Mma &mma) {
  auto cast = builder.create<UnrealizedConversionCastOp>(loc, mma.accumulator.getType(), tensors);
  m_mmas[cast] = mma;
  return cast;
}

Value Converter::drained(OpBuilder &builder, Location loc, Value accumulator) {
  Type tile = cast<CbType>(accumulator.getType()).getTile();
  return builder.create<UnrealizedConversionCastOp>(loc, tile, accumulator).getResult(0);
}

/// The source of `value` if it is a matrix transposition that only feeds dots: the layout unit sits
/// before the matrix engine and turns operands on the way.
static Value untransposed(Value value, bool &transposed) {
  auto permute = value.getDefiningOp<tile::PermuteOp>();
  transposed = permute && permute.getPermutation().size() == 2 && permute.getPermutation()[0] == 1;
  return transposed ? permute.getSource() : value;
}

Mma Converter::engineOperands(tile::DotOp dot, Value accumulator,
                              SmallVectorImpl<Value> &operands) {
  Mma mma;
  mma.accumulator = accumulator;
  operands.push_back(untransposed(dot.getA(), mma.transposeA));
  operands.push_back(untransposed(dot.getB(), mma.transposeB));
  return mma;
}

/// The loop whose iteration argument the products `chain` add to, if nothing else touches that
/// argument.
static scf::ForOp accumulatingLoop(ArrayRef<tile::DotOp> chain, unsigned &index) {
  tile::DotOp first = chain.front(), last = chain.back();
  auto argument = dyn_cast<BlockArgument>(first.getC());
  auto loop = argument ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp()) : scf::ForOp();
  if (!loop || argument.getArgNumber() == 0 || first->getBlock() != loop.getBody() ||
      !argument.hasOneUse() || !last.getResult().hasOneUse()) {
    return {};
  }
  index = argument.getArgNumber() - 1;
  OpOperand &use = *last.getResult().use_begin();
  return use.getOwner() == loop.getBody()->getTerminator() && use.getOperandNumber() == index
             ? loop
             : scf::ForOp();
}

void Converter::convertChain(ArrayRef<tile::DotOp> chain, Value accumulator, bool accumulate) {
  for (tile::DotOp dot : chain) {
    SmallVector<Value> operands;
    Mma mma = engineOperands(dot, accumulator, operands);
    mma.accumulate = accumulate;
    if (!accumulate) {
      mma.init = !isZeroTile(dot.getC());
      if (mma.init) {
        operands.push_back(dot.getC());
      }
    }
    OpBuilder builder(dot);
    placeholder(builder, dot.getLoc(), operands, mma);
    accumulate = true;
  }
  for (tile::DotOp dot : llvm::reverse(chain)) {
    dot->dropAllUses();
    dot.erase();
  }
}

bool Converter::convertLoopAccumulator(ArrayRef<tile::DotOp> chain) {
  unsigned index = 0;
  scf::ForOp loop = accumulatingLoop(chain, index);
  if (!loop) {
    return false;
  }
  tile::DotOp last = chain.back();
  Value accumulator = makeAccumulator(last), init = loop.getInitArgs()[index];
  OpBuilder builder(loop);
  bool zero = isZeroTile(init);
  Mma start;
  start.accumulator = accumulator;
  start.multiply = false;
  start.init = !zero;
  Location startLoc = compiler::freshLoc(last, &m_context.lineage, "start-accumulator");
  placeholder(builder, startLoc, zero ? ValueRange() : ValueRange(init), start);
  builder.setInsertionPointAfter(loop);
  Value result =
      drained(builder, compiler::freshLoc(last, &m_context.lineage, "drain"), accumulator);
  loop.getResult(index).replaceAllUsesWith(result);
  // The argument itself goes when the loop is rebuilt: it now yields itself and has no other use.
  loop.getBody()->getTerminator()->setOperand(index, loop.getRegionIterArg(index));
  convertChain(chain, accumulator, /*accumulate=*/true);
  return true;
}

void Converter::convertPlainDot(ArrayRef<tile::DotOp> chain) {
  tile::DotOp last = chain.back();
  Value accumulator = makeAccumulator(last);
  OpBuilder builder(last->getContext());
  builder.setInsertionPointAfter(last);
  Value result =
      drained(builder, compiler::freshLoc(last, &m_context.lineage, "drain"), accumulator);
  last.getResult().replaceAllUsesWith(result);
  convertChain(chain, accumulator, /*accumulate=*/false);
}

LogicalResult Converter::convertDots() {
  SmallVector<tile::DotOp> dots;
  m_kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<VecGroupOp>(op)) {
      return WalkResult::skip();
    }
    if (auto dot = dyn_cast<tile::DotOp>(op)) {
      dots.push_back(dot);
    }
    return WalkResult::advance();
  });
  // Products that go on with each other's sums share an accumulator.
  SmallVector<SmallVector<tile::DotOp>> chains;
  llvm::DenseMap<Operation *, size_t> chainOf;
  for (tile::DotOp dot : dots) {
    tile::DotOp before = continuedBy(dot);
    auto known = before ? chainOf.find(before) : chainOf.end();
    size_t index = known == chainOf.end() ? chains.size() : known->second;
    if (index == chains.size()) {
      chains.emplace_back();
    }
    chains[index].push_back(dot);
    chainOf[dot] = index;
  }
  for (ArrayRef<tile::DotOp> chain : chains) {
    if (!convertLoopAccumulator(chain)) {
      convertPlainDot(chain);
    }
  }
  return success();
}

} // namespace charonia::pe

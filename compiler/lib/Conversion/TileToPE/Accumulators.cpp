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

/// The loop whose iteration argument `dot` adds to, if nothing else touches that argument.
static scf::ForOp accumulatingLoop(tile::DotOp dot, unsigned &index) {
  auto argument = dyn_cast<BlockArgument>(dot.getC());
  auto loop = argument ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp()) : scf::ForOp();
  if (!loop || argument.getArgNumber() == 0 || dot->getBlock() != loop.getBody() ||
      !argument.hasOneUse() || !dot.getResult().hasOneUse()) {
    return {};
  }
  index = argument.getArgNumber() - 1;
  OpOperand &use = *dot.getResult().use_begin();
  return use.getOwner() == loop.getBody()->getTerminator() && use.getOperandNumber() == index
             ? loop
             : scf::ForOp();
}

bool Converter::convertLoopAccumulator(tile::DotOp dot) {
  unsigned index = 0;
  scf::ForOp loop = accumulatingLoop(dot, index);
  if (!loop) {
    return false;
  }
  Value accumulator = makeAccumulator(dot), init = loop.getInitArgs()[index];
  SmallVector<Value> operands;
  Mma mma = engineOperands(dot, accumulator, operands);
  mma.accumulate = true;
  OpBuilder builder(loop);
  bool zero = isZeroTile(init);
  Mma start;
  start.accumulator = accumulator;
  start.multiply = false;
  start.init = !zero;
  Location startLoc = compiler::freshLoc(dot, &m_context.lineage, "start-accumulator");
  placeholder(builder, startLoc, zero ? ValueRange() : ValueRange(init), start);
  builder.setInsertionPoint(dot);
  placeholder(builder, dot.getLoc(), operands, mma);
  builder.setInsertionPointAfter(loop);
  Value result =
      drained(builder, compiler::freshLoc(dot, &m_context.lineage, "drain"), accumulator);
  loop.getResult(index).replaceAllUsesWith(result);
  // The argument itself goes when the loop is rebuilt: it now yields itself and has no other use.
  loop.getBody()->getTerminator()->setOperand(index, loop.getRegionIterArg(index));
  dot->dropAllReferences();
  dot.erase();
  return true;
}

void Converter::convertPlainDot(tile::DotOp dot) {
  Value accumulator = makeAccumulator(dot);
  SmallVector<Value> operands;
  Mma mma = engineOperands(dot, accumulator, operands);
  OpBuilder builder(dot);
  mma.init = !isZeroTile(dot.getC());
  if (mma.init) {
    operands.push_back(dot.getC());
  }
  placeholder(builder, dot.getLoc(), operands, mma);
  Value result =
      drained(builder, compiler::freshLoc(dot, &m_context.lineage, "drain"), accumulator);
  dot.getResult().replaceAllUsesWith(result);
  dot.erase();
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
  for (tile::DotOp dot : dots) {
    if (!convertLoopAccumulator(dot)) {
      convertPlainDot(dot);
    }
  }
  return success();
}

} // namespace charonia::pe

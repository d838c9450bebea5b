// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The algebra of paddings.
#include "Pads.h"

#include "charonia/Support/FnTable.h"

#include <cmath>

using namespace mlir;

namespace charonia::pe {
namespace {

using Kind = Pad::Kind;

bool isZero(numerics::ElementType type, const Pad &pad) {
  return pad.kind == Kind::Constant && numerics::toDouble(type, pad.bits) == 0;
}

bool isMinusInfinity(numerics::ElementType type, const Pad &pad) {
  return pad.kind == Kind::Constant && numerics::isFloat(type) &&
         numerics::toDouble(type, pad.bits) == -HUGE_VAL;
}

/// The types of operands and result of an elementwise operation.
struct Types {
  numerics::ElementType in, out;
};

std::optional<Types> typesOf(Operation *op) {
  // The condition of a selection is no operand in this sense.
  const unsigned typed = isa<arith::SelectOp>(op) ? 1 : 0;
  auto in = compiler::elementTypeOf(op->getOperand(typed).getType()),
       out = compiler::elementTypeOf(op->getResult(0).getType());
  return in && out ? std::optional(Types{*in, *out}) : std::nullopt;
}

/// A float that is a zero or no number, or minus infinity or no number, with something unknown.
Kind resultKind(Operation *op, ArrayRef<Pad> pads, Types types) {
  auto zero = [&](unsigned i) { return pads[i].kind == Kind::Zero || isZero(types.in, pads[i]); };
  auto infinite = [&](unsigned i) {
    return pads[i].kind == Kind::Infinite || isMinusInfinity(types.in, pads[i]);
  };
  if (!numerics::isFloat(types.in) || !numerics::isFloat(types.out)) {
    return Kind::Alike;
  }
  if (isa<math::ExpOp, math::Exp2Op>(op)) {
    return infinite(0) ? Kind::Zero : Kind::Alike;
  }
  if (isa<arith::TruncFOp, arith::ExtFOp>(op)) {
    return pads[0].kind;
  }
  if (isa<arith::SubFOp>(
          op)) { // minus infinity less plus infinity is itself, less itself no number
    return infinite(0) ? Kind::Infinite : Kind::Alike;
  }
  if (isa<arith::AddFOp>(op)) {
    return infinite(0) || infinite(1) ? Kind::Infinite : Kind::Alike;
  }
  if (isa<arith::MulFOp>(op)) {
    return zero(0) || zero(1) ? Kind::Zero : Kind::Alike;
  }
  if (isa<arith::DivFOp>(op)) {
    return zero(0) ? Kind::Zero : Kind::Alike;
  }
  return Kind::Alike;
}

Pad resultOf(Operation *op, ArrayRef<Pad> pads) {
  auto fn = compiler::fnOf(op);
  auto types = typesOf(op);
  if (!fn || !types || llvm::any_of(pads, [](const Pad &pad) { return !pad.isKnown(); })) {
    return {};
  }
  if (llvm::all_of(pads, [](const Pad &pad) { return pad.kind == Kind::Constant; })) {
    auto bits = [&](size_t i) { return i < pads.size() ? pads[i].bits : 0; };
    return {Kind::Constant,
            numerics::evaluate(*fn, types->in, types->out, bits(0), bits(1), bits(2))};
  }
  return {resultKind(op, pads, *types), 0};
}

/// From where on all of `operands` are padding; not known if one of them has none.
Padded joined(ArrayRef<Padded> operands) {
  Padded result = Padded::all({Kind::Alike, 0});
  for (const Padded &operand : operands) {
    if (!operand.isKnown()) {
      return {};
    }
    if (operand.everywhere) {
      continue;
    }
    if (result.everywhere) {
      result.bound = operand.bound;
    } else {
      result.bound.join(operand.bound);
    }
    result.everywhere = false;
  }
  return result;
}

bool isConstant(const Padded &padded, uint64_t bits) {
  return padded.isKnown() && padded.pad == Pad{Kind::Constant, bits};
}

} // namespace

Padded paddedResult(Operation *op, ArrayRef<Padded> operands) {
  if (isa<arith::SelectOp>(op)) {
    for (unsigned taken : {1U, 2U}) {
      if (isConstant(operands[0], taken == 1 ? 1 : 0)) {
        Padded result = joined({operands[0], operands[taken]});
        result.pad = result.pad.isKnown() ? operands[taken].pad : Pad();
        return result;
      }
    }
  }
  // What decides alone, whatever the other operand is.
  const bool isBit =
      op->getNumOperands() == 2 && getElementTypeOrSelf(op->getResult(0).getType()).isInteger(1);
  for (const Padded &operand : operands) {
    if (isBit && ((isa<arith::AndIOp>(op) && isConstant(operand, 0)) ||
                  (isa<arith::OrIOp>(op) && isConstant(operand, 1)))) {
      return operand;
    }
  }
  Padded result = joined(operands);
  if (result.isKnown()) {
    SmallVector<Pad> pads;
    for (const Padded &operand : operands) {
      pads.push_back(operand.pad);
    }
    result.pad = resultOf(op, pads);
  }
  return result;
}

bool isIdempotent(tile::ReduceOp reduce, Pad pad) {
  Block &body = reduce.getCombine().front();
  Operation *combine = body.getTerminator()->getOperand(0).getDefiningOp();
  if (!pad.isKnown() || !combine || combine->getNumOperands() != 2 ||
      !llvm::hasNItems(body.without_terminator(), 1) ||
      !llvm::all_of(combine->getOperands(), [](Value v) { return isa<BlockArgument>(v); }) ||
      combine->getOperand(0) == combine->getOperand(1)) {
    return false;
  }
  if (isa<arith::MaxNumFOp, arith::MaximumFOp, arith::MinNumFOp, arith::MinimumFOp, arith::MaxSIOp,
          arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp, arith::AndIOp, arith::OrIOp>(combine)) {
    return true;
  }
  if (!isa<arith::AddFOp, arith::AddIOp, arith::MulFOp, arith::MulIOp, arith::XOrIOp>(combine)) {
    return false;
  }
  if (isa<arith::AddFOp>(combine) && (pad.kind == Kind::Zero || pad.kind == Kind::Infinite)) {
    return true;
  }
  auto fn = compiler::fnOf(combine);
  auto types = typesOf(combine);
  return pad.kind == Kind::Constant && fn && types &&
         numerics::evaluate(*fn, types->in, types->out, pad.bits, pad.bits) == pad.bits;
}

Bound productBound(const Padded &a, const Padded &b, numerics::ElementType type, int64_t extent,
                   bool strict, bool preloaded) {
  auto ends = [&](const Padded &padded) {
    return padded.isKnown() && !padded.everywhere && isZero(type, padded.pad);
  };
  const bool exact = !numerics::isFloat(type);
  if (!ends(a) && !ends(b)) {
    return {};
  }
  const Padded &zeros = ends(a) ? a : b, &other = ends(a) ? b : a;
  if (exact || !strict) {
    return zeros.bound;
  }
  Padded both = joined({zeros, other});
  if (!both.isKnown() || both.everywhere) {
    return {};
  }
  const bool plain = ends(other) && !preloaded;
  return plain ? both.bound : both.bound.withPadding(extent);
}

} // namespace charonia::pe

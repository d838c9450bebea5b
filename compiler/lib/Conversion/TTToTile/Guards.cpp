// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Index arithmetic that may wrap round its type: what has to hold for the forms to be right, as
// ranges that the kernel checks when it runs.
#include "AccessAnalysis.h"

#include "KernelConverter.h"

using namespace mlir;

namespace charonia::tile {

/// No memory has so many elements: an index of 64 bits that lies beyond is none.
static constexpr Wide kReach = Wide{1} << 48;

std::optional<RangeCheck> TensorForms::checkOf(const Guard &guard, ArrayRef<Poly> lower,
                                               ArrayRef<Poly> upper) {
  const Form &form = guard.form;
  RangeCheck check{form.base, form.base, limitsOf(guard.bits)};
  for (size_t dim = 0; dim < form.coeff.size(); ++dim) {
    Poly first = form.coeff[dim] * lower[dim];
    Poly last = form.coeff[dim] * (upper[dim] - Poly(1));
    Interval sign = m_scalars.rangeOf(form.coeff[dim]);
    bool up = sign.lo >= 0, down = sign.hi <= 0;
    check.low = check.low + (up ? first : down ? last : m_scalars.min(first, last));
    check.high = check.high + (up ? last : down ? first : m_scalars.max(first, last));
    Poly lanes = upper[dim] - lower[dim];
    check.lanes = m_scalars.min(check.lanes, lanes);
  }
  for (const Poly *poly : {&check.low, &check.high, &check.lanes}) {
    if (poly->bad || !m_scalars.rangeOf(*poly).within(limitsOf(64))) {
      return std::nullopt;
    }
  }
  return check;
}

/// Checks of the symbols of a 64-bit index, within which `poly` stays in 64 bits; false if it does
/// not.
static bool reachOf(const ScalarForms &scalars, const Poly &poly, std::vector<RangeCheck> &checks) {
  Interval sum;
  for (const auto &[symbols, factor] : poly.terms) {
    Interval term = Interval::of(factor);
    for (Symbol symbol : symbols) {
      const SymbolInfo &info = scalars.info(symbol);
      Interval range = info.range;
      if (!range.within({-kReach, kReach})) {
        if (info.kind != SymbolInfo::Kind::Value) {
          return false;
        }
        range = {std::max(range.lo, -kReach), std::min(range.hi, kReach)};
        checks.push_back({Poly::symbol(symbol), Poly::symbol(symbol), {-kReach, kReach}});
      }
      term = term * range;
    }
    sum = sum + term;
  }
  return !poly.bad && sum.within(limitsOf(61));
}

/// A number of 64 bits that is compared with an index of at most 62 bits: the bounds made of it
/// must not leave 64 bits.
static Poly clamped(ScalarForms &scalars, const Poly &poly) {
  Interval limits = limitsOf(62);
  Poly low(static_cast<int64_t>(limits.lo)), high(static_cast<int64_t>(limits.hi));
  return scalars.max(scalars.min(poly, high), low);
}

bool TensorForms::addSide(Form &form, bool isOtherUniform, RankedTensorType type,
                          MaskBounds &bounds) {
  std::vector<Poly> lower(type.getRank(), Poly(0)), upper;
  for (int64_t extent : type.getShape()) {
    upper.push_back(Poly(extent));
  }
  bool isWide = type.getElementType().isInteger(64);
  Interval range = rangeOf(form, type.getShape());
  if (isWide && form.isUniform() && !isOtherUniform) {
    form.base = clamped(m_scalars, form.base);
    return !form.base.bad;
  }
  if (!isWide) {
    form = guarded(std::move(form), type);
  } else if (!range.within(limitsOf(62))) {
    bool known = form.digits.empty() && reachOf(m_scalars, form.base, bounds.checks);
    for (const Poly &coeff : form.coeff) {
      known &= m_scalars.rangeOf(coeff).within({-kReach, kReach});
    }
    if (!known) {
      return false;
    }
  }
  return form.linear && llvm::all_of(form.guards, [&](const Guard &guard) {
           std::optional<RangeCheck> check = checkOf(guard, lower, upper);
           if (check) {
             bounds.checks.push_back(*check);
           }
           return check.has_value();
         });
}

bool AccessAnalysis::addChecks(const Form &form, const MaskBounds &bounds, ArrayRef<int64_t> shape,
                               AccessPlan &plan) {
  Bounds lanes(shape.size());
  for (const Form &condition : bounds.negative) {
    if (condition.digits.empty() && !condition.wrap) {
      addBound(condition, shape, lanes);
    }
  }
  std::vector<Poly> lower, upper;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    auto [first, end] = clipped(lanes, dim, shape[dim]);
    // No lanes stay no lanes, and the products stay small.
    lower.push_back(m_scalars.min(first, Poly(shape[dim])));
    upper.push_back(m_scalars.max(end, Poly(0)));
  }
  plan.checks = bounds.checks;
  for (const Guard &guard : form.guards) {
    std::optional<RangeCheck> check = m_tensors.checkOf(guard, lower, upper);
    if (!check) {
      plan.reason = "index arithmetic may wrap, and 64 bits do not tell where";
      return false;
    }
    plan.checks.push_back(*check);
  }
  return true;
}

void KernelConverter::emitChecks(ArrayRef<RangeCheck> checks, Operation *at, OpBuilder &builder) {
  for (const RangeCheck &check : checks) {
    auto constant = [&](Wide value) -> Value {
      return builder.create<arith::ConstantOp>(
          helper(at), builder.getI64IntegerAttr(static_cast<int64_t>(value)));
    };
    auto compare = [&](arith::CmpIPredicate predicate, const Poly &poly, Wide limit) -> Value {
      return builder.create<arith::CmpIOp>(helper(at), predicate, emitValue(poly, at, builder),
                                           constant(limit));
    };
    // One of the limits is often out of reach.
    const ScalarForms &scalars = m_accesses->scalars();
    Value holds;
    if (scalars.rangeOf(check.low).lo < check.limits.lo) {
      holds = compare(arith::CmpIPredicate::sge, check.low, check.limits.lo);
    }
    if (scalars.rangeOf(check.high).hi > check.limits.hi) {
      Value below = compare(arith::CmpIPredicate::sle, check.high, check.limits.hi);
      holds = holds ? builder.create<arith::AndIOp>(helper(at), holds, below).getResult() : below;
    }
    if (!holds) {
      continue;
    }
    if (!check.lanes.isConstant()) {
      Value none = compare(arith::CmpIPredicate::sle, check.lanes, 0);
      holds = builder.create<arith::OrIOp>(helper(at), holds, none);
    }
    builder.create<AssertOp>(helper(at), holds,
                             "the index of this access wraps round: compute it in more bits");
  }
}

} // namespace charonia::tile

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Masks as intersections of intervals.
#include "TensorForms.h"

#include "mlir/IR/Matchers.h"

#include <numeric>

using namespace mlir;

namespace charonia::tile {

int TensorForms::decide(Value condition) {
  APInt single;
  DenseElementsAttr constant;
  if (matchPattern(condition, m_Constant(&constant))) {
    return constant.isSplat() ? constant.getSplatValue<APInt>().getZExtValue() : -1;
  }
  if (matchPattern(condition, m_ConstantInt(&single))) {
    return single.getZExtValue();
  }
  Operation *op = condition.getDefiningOp();
  if (!op) {
    return -1;
  }
  if (isa<tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp, tt::ReshapeOp, tt::TransOp>(op)) {
    return decide(op->getOperand(0));
  }
  if (isa<arith::AndIOp, arith::OrIOp>(op)) {
    int a = decide(op->getOperand(0)), b = decide(op->getOperand(1));
    int strong = isa<arith::OrIOp>(op) ? 1 : 0;
    if (a == strong || b == strong) {
      return strong;
    }
    return a >= 0 && b >= 0 ? 1 - strong : -1;
  }
  auto compare = dyn_cast<arith::CmpIOp>(op);
  return compare ? decideCompare(compare) : -1;
}

/// Signed form of an unsigned predicate.
static arith::CmpIPredicate signedOf(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::ult:
    return arith::CmpIPredicate::slt;
  case arith::CmpIPredicate::ule:
    return arith::CmpIPredicate::sle;
  case arith::CmpIPredicate::ugt:
    return arith::CmpIPredicate::sgt;
  case arith::CmpIPredicate::uge:
    return arith::CmpIPredicate::sge;
  default:
    return predicate;
  }
}

int TensorForms::decideCompare(arith::CmpIOp compare) {
  Type element = getElementTypeOrSelf(compare.getLhs().getType());
  if (!element.isIntOrIndex() || element.isInteger(1)) {
    return -1;
  }
  Form a = formOf(compare.getLhs()), b = formOf(compare.getRhs());
  if (!a.linear || !b.linear || (a.wrap && b.wrap) || !a.assumed.empty() || !b.assumed.empty() ||
      !a.guards.empty() || !b.guards.empty()) {
    return -1;
  }
  auto type = dyn_cast<RankedTensorType>(compare.getLhs().getType());
  ArrayRef<int64_t> shape = type ? type.getShape() : ArrayRef<int64_t>();
  Interval ra = rangeOf(a, shape), rb = rangeOf(b, shape);
  Interval limits = limitsOf(element.isIndex() ? 64 : element.getIntOrFloatBitWidth());
  auto predicate = signedOf(compare.getPredicate());
  bool isUnsigned = predicate != compare.getPredicate();
  if (!ra.within(limits) || !rb.within(limits) || (isUnsigned && (ra.lo < 0 || rb.lo < 0))) {
    return -1;
  }
  Interval d = rangeOf(sum(a, b, -1), shape);
  switch (predicate) {
  case arith::CmpIPredicate::slt:
    return d.hi < 0 ? 1 : d.lo >= 0 ? 0 : -1;
  case arith::CmpIPredicate::sle:
    return d.hi <= 0 ? 1 : d.lo > 0 ? 0 : -1;
  case arith::CmpIPredicate::sgt:
    return d.lo > 0 ? 1 : d.hi <= 0 ? 0 : -1;
  case arith::CmpIPredicate::sge:
    return d.lo >= 0 ? 1 : d.hi < 0 ? 0 : -1;
  case arith::CmpIPredicate::eq:
    return d.lo > 0 || d.hi < 0 ? 0 : d.isSingle() ? 1 : -1;
  case arith::CmpIPredicate::ne:
    return d.lo > 0 || d.hi < 0 ? 1 : d.isSingle() ? 0 : -1;
  default:
    return -1;
  }
}

MaskBounds TensorForms::boundsOf(Value mask, ArrayRef<int64_t> shape) {
  MaskBounds bounds;
  SmallVector<int> dims(shape.size());
  std::iota(dims.begin(), dims.end(), 0);
  addMask(mask, shape, dims, bounds);
  return bounds;
}

static void makeDiscrete(MaskBounds &bounds, const std::string &why) {
  if (!bounds.discrete) {
    bounds.discrete = true;
    bounds.why = why;
  }
}

/// `dims[d]` is the dimension of the access that dimension d of `mask` is; -1 for one of extent 1.
void TensorForms::addMask(Value mask, ArrayRef<int64_t> shape, ArrayRef<int> dims,
                          MaskBounds &bounds) {
  int known = decide(mask);
  if (known == 1) {
    return;
  }
  if (known == 0) {
    return addUniform(Poly(0), shape.size(), bounds);
  }
  Operation *op = mask.getDefiningOp();
  if (!op) {
    return makeDiscrete(bounds, "mask is carried by control flow");
  }
  if (isa<arith::AndIOp>(op)) {
    addMask(op->getOperand(0), shape, dims, bounds);
    addMask(op->getOperand(1), shape, dims, bounds);
    return;
  }
  if (isa<tt::SplatOp>(op) && op->getOperand(0).getType().isInteger(1)) {
    return addUniform(m_scalars.ifTrue(op->getOperand(0), Poly(-1), Poly(0)), shape.size(), bounds);
  }
  if (isa<tt::BroadcastOp, tt::ExpandDimsOp, tt::ReshapeOp>(op)) {
    ArrayRef<int64_t> to = cast<RankedTensorType>(mask.getType()).getShape();
    ArrayRef<int64_t> from = cast<RankedTensorType>(op->getOperand(0).getType()).getShape();
    SmallVector<int> inner;
    if (isa<tt::BroadcastOp>(op)) {
      for (size_t dim = 0; dim < from.size(); ++dim) {
        inner.push_back(from[dim] == 1 ? -1 : dims[dim]);
      }
    } else {
      SmallVector<int> real;
      for (size_t dim = 0; dim < to.size(); ++dim) {
        if (to[dim] != 1) {
          real.push_back(dims[dim]);
        }
      }
      size_t next = 0;
      for (size_t dim = 0; dim < from.size(); ++dim) {
        inner.push_back(from[dim] == 1 || next >= real.size() ? -1 : real[next++]);
      }
      SmallVector<int64_t> a, b;
      llvm::copy_if(from, std::back_inserter(a), [](int64_t size) { return size != 1; });
      llvm::copy_if(to, std::back_inserter(b), [](int64_t size) { return size != 1; });
      if (a != b) {
        return makeDiscrete(bounds, "mask is reshaped");
      }
    }
    return addMask(op->getOperand(0), shape, inner, bounds);
  }
  if (auto trans = dyn_cast<tt::TransOp>(op)) {
    SmallVector<int> inner(dims.size());
    for (auto [dim, from] : llvm::enumerate(trans.getOrder())) {
      inner[from] = dims[dim];
    }
    return addMask(op->getOperand(0), shape, inner, bounds);
  }
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    return addCompare(compare, shape, dims, bounds);
  }
  if (isa<tt::LoadOp>(op)) {
    return makeDiscrete(bounds, "mask depends on loaded data");
  }
  makeDiscrete(bounds, ("mask comes from " + op->getName().getStringRef()).str());
}

void TensorForms::addCompare(arith::CmpIOp compare, ArrayRef<int64_t> shape, ArrayRef<int> dims,
                             MaskBounds &bounds) {
  auto type = dyn_cast<RankedTensorType>(compare.getLhs().getType());
  if (!type || !type.getElementType().isInteger() || type.getElementType().isInteger(1)) {
    return makeDiscrete(bounds, "mask compares no integers");
  }
  Form a = formOf(compare.getLhs()), b = formOf(compare.getRhs());
  if (!a.linear || !b.linear) {
    return makeDiscrete(bounds, "mask: " + (a.linear ? b.why : a.why));
  }
  if (!a.assumed.empty() || !b.assumed.empty()) {
    return makeDiscrete(bounds, "mask compares an index that is right under another mask only");
  }
  if (a.wrap || b.wrap) {
    return makeDiscrete(bounds, "mask compares an index that wraps");
  }
  auto predicate = signedOf(compare.getPredicate());
  bool isUnsigned = predicate != compare.getPredicate();
  bool fits =
      !isUnsigned || (isExact(a, type) && isExact(b, type) && rangeOf(a, type.getShape()).lo >= 0 &&
                      rangeOf(b, type.getShape()).lo >= 0);
  bool isUniform[] = {a.isUniform(), b.isUniform()};
  if (!fits || !addSide(a, isUniform[1], type, bounds) || !addSide(b, isUniform[0], type, bounds)) {
    return makeDiscrete(bounds, "mask: index arithmetic may wrap");
  }
  Form one = sum(a, a, -1);
  one.base = Poly(1);
  Form less = sum(a, b, -1), greater = sum(b, a, -1);
  switch (predicate) {
  case arith::CmpIPredicate::slt:
    return addNegative(less, type.getShape(), shape, dims, bounds);
  case arith::CmpIPredicate::sle:
    return addNegative(sum(less, one, -1), type.getShape(), shape, dims, bounds);
  case arith::CmpIPredicate::sgt:
    return addNegative(greater, type.getShape(), shape, dims, bounds);
  case arith::CmpIPredicate::sge:
    return addNegative(sum(greater, one, -1), type.getShape(), shape, dims, bounds);
  case arith::CmpIPredicate::eq:
    addNegative(sum(less, one, -1), type.getShape(), shape, dims, bounds);
    addNegative(sum(greater, one, -1), type.getShape(), shape, dims, bounds);
    return;
  default:
    return makeDiscrete(bounds, "mask is an inequality");
  }
}

/// (E // q % r) < c is (E % (q r)) < c q: so that bounds of one index can be compared.
static Form inUnits(Form form) {
  if (form.digits.size() == 1 && form.digits[0].divisor > 1 && form.digits[0].modulus > 0 &&
      form.digits[0].coeff == Poly(1) &&
      llvm::all_of(form.coeff, [](const Poly &poly) { return poly.isZero(); })) {
    Digit &digit = form.digits[0];
    form.base = form.base * Poly(digit.divisor);
    digit.modulus *= digit.divisor;
    digit.divisor = 1;
  }
  return form;
}

bool TensorForms::isAssured(const Form &form, const MaskBounds &bounds, ArrayRef<int64_t> shape) {
  return llvm::all_of(form.assumed, [&](const Form &assumed) {
    auto implies = [&](const Form &condition) {
      return rangeOf(sum(assumed, condition, -1), shape).hi <= 0 ||
             rangeOf(sum(inUnits(assumed), condition, -1), shape).hi <= 0;
    };
    return rangeOf(assumed, shape).hi < 0 || llvm::any_of(bounds.negative, implies);
  });
}

void TensorForms::addUniform(const Poly &condition, size_t rank, MaskBounds &bounds) {
  Form form;
  form.linear = true;
  form.base = condition;
  form.coeff.assign(rank, Poly(0));
  bounds.negative.push_back(form);
}

/// A single quotient against a bound is a bound of the flat index: c (E // q) + B < 0.
static Form withoutQuotient(ScalarForms &scalars, const Form &form) {
  bool alone = form.digits.size() == 1 && form.digits[0].modulus == 0 &&
               form.digits[0].coeff.isConstant() &&
               llvm::all_of(form.coeff, [](const Poly &poly) { return poly.isZero(); });
  if (!alone || form.digits[0].coeff.constant() == INT64_MIN) {
    return form;
  }
  const Digit &digit = form.digits[0];
  int64_t c = digit.coeff.constant();
  Form flat = form;
  flat.digits.clear();
  if (c > 0) {
    // E // q < ceil(-B / c)
    Poly bound = scalars.floorDiv(Poly(c - 1) - form.base, Poly(c));
    flat.coeff[digit.dim] = Poly(1);
    flat.base = digit.start - Poly(digit.divisor) * bound;
  } else {
    // E // q >= floor(B / -c) + 1
    Poly bound = scalars.floorDiv(form.base, Poly(-c)) + Poly(1);
    flat.coeff[digit.dim] = Poly(-1);
    flat.base = Poly(digit.divisor) * bound - digit.start - Poly(1);
  }
  return flat;
}

void TensorForms::addNegative(Form form, ArrayRef<int64_t> inner, ArrayRef<int64_t> shape,
                              ArrayRef<int> dims, MaskBounds &bounds) {
  form = withoutQuotient(m_scalars, form);
  Interval range = rangeOf(form, inner);
  if (range.hi < 0) {
    return;
  }
  if (range.lo >= 0) {
    return addUniform(Poly(0), shape.size(), bounds);
  }
  // In the dimensions of the access; those of extent 1 in the mask do not vary.
  Form mapped;
  mapped.linear = true;
  mapped.base = form.base;
  mapped.coeff.assign(shape.size(), Poly(0));
  bool lost = false;
  for (size_t dim = 0; dim < form.coeff.size(); ++dim) {
    if (form.coeff[dim].isZero()) {
      continue;
    }
    lost |= dims[dim] < 0;
    if (!lost) {
      mapped.coeff[dims[dim]] = form.coeff[dim];
    }
  }
  for (Digit digit : form.digits) {
    lost |= dims[digit.dim] < 0;
    if (!lost) {
      digit.dim = static_cast<unsigned>(dims[digit.dim]);
      mapped.digits.push_back(digit);
    }
  }
  if (lost) {
    return makeDiscrete(bounds, "mask: its dimensions are not those of the access");
  }
  bounds.negative.push_back(mapped);
}

} // namespace charonia::tile

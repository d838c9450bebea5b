// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quotients and remainders of forms: terms that leave the division, digits of flat indices, and
// wraps round a modulus that is no constant.
#include "TensorForms.h"

#include <numeric>

using namespace mlir;

namespace charonia::tile {
namespace {

/// The form 0 of as many dimensions.
Form zeroLike(const Form &form) {
  Form none;
  none.linear = true;
  none.base = Poly(0);
  none.coeff.assign(form.coeff.size(), Poly(0));
  return none;
}

/// poly = q * outer + inner; the constant of inner lies in [0, q).
void splitByFactor(const Poly &poly, int64_t q, Poly &outer, Poly &inner) {
  for (const auto &[symbols, factor] : poly.terms) {
    int64_t rest = factor % q;
    if (symbols.empty() && rest < 0) {
      rest += q;
    }
    if (symbols.empty() || rest == 0) {
      if ((factor - rest) / q != 0) {
        outer.terms[symbols] = (factor - rest) / q;
      }
      if (rest != 0) {
        inner.terms[symbols] = rest;
      }
    } else {
      inner.terms[symbols] = factor;
    }
  }
}

const char *nameOf(bool wantsRest) { return wantsRest ? "remainder" : "quotient"; }

} // namespace

/// Floor division (or its rest) of a form that is never negative by a positive number that is the
/// same for the whole tile.
Form TensorForms::divided(const Form &form, const Form &by, RankedTensorType type, bool wantsRest) {
  std::string what = nameOf(wantsRest);
  if (!form.linear || !by.linear) {
    return form.linear ? by : form;
  }
  Interval range = rangeOf(form, type.getShape()), divisor = m_scalars.rangeOf(by.base);
  if (!by.isUniform() || divisor.lo <= 0) {
    return Form::opaque(what + " by a number that varies or may be 0");
  }
  if (form.wrap || !isExact(form, type)) {
    return Form::opaque(what + " of an index that may wrap");
  }
  // A remainder that keeps rows in bounds stays a wrap, which may turn out to be unused; any other
  // number that the launch knows is as good as a constant.
  std::optional<unsigned> wrapDim;
  if (wantsRest && !by.base.isConstant() && range.lo >= 0) {
    wrapDim = wrappingDim(form, type, divisor.lo);
  }
  if (divisor.isSingle() && !wrapDim && range.hi >= 0 && divisor.within(limitsOf(64))) {
    Form result = dividedByConstant(form, static_cast<int64_t>(divisor.lo), type, wantsRest);
    if (result.linear) {
      result.assumed.insert(result.assumed.end(), form.assumed.begin(), form.assumed.end());
    }
    if (result.linear && range.lo < 0) {
      // Often only lanes that a mask leaves out are negative.
      Form below = scaled(form, Poly(-1));
      below.assumed.clear();
      below.base = below.base - Poly(1);
      result.assumed.push_back(below);
    }
    return result;
  }
  if (range.lo < 0 || !form.assumed.empty()) {
    return Form::opaque(what + " of an index that may be negative");
  }
  if (range.hi < divisor.lo) {
    return wantsRest ? form : zeroLike(form);
  }
  Form result = zeroLike(form);
  if (form.isUniform()) {
    result.base =
        wantsRest ? m_scalars.mod(form.base, by.base) : m_scalars.floorDiv(form.base, by.base);
    return result;
  }
  if (!wrapDim) {
    return Form::opaque(what + " by a number that is not known changes inside the tile");
  }
  result = form;
  result.base = m_scalars.mod(form.base, by.base);
  result.wrap = Wrap{*wrapDim, by.base - result.base, Poly(-1) * by.base, by.base - form.base};
  return result;
}

std::optional<unsigned> TensorForms::wrappingDim(const Form &form, RankedTensorType type,
                                                 Wide modulus) const {
  std::optional<unsigned> wrapDim;
  for (size_t dim = 0; dim < form.coeff.size(); ++dim) {
    if (form.coeff[dim].isZero()) {
      continue;
    }
    if (wrapDim || !(form.coeff[dim] == Poly(1)) || type.getDimSize(dim) > modulus) {
      return std::nullopt;
    }
    wrapDim = static_cast<unsigned>(dim);
  }
  bool simple = form.digits.empty() && form.assumed.empty() && m_scalars.rangeOf(form.base).lo >= 0;
  return simple ? wrapDim : std::nullopt;
}

std::optional<Form> TensorForms::dividedDigit(const Form &form, int64_t q, bool wantsRest) const {
  bool alone = form.digits.size() == 1 && form.digits[0].coeff == Poly(1) &&
               llvm::all_of(form.coeff, [](const Poly &poly) { return poly.isZero(); });
  if (!alone) {
    return std::nullopt;
  }
  Form result = form;
  result.assumed.clear();
  Digit &digit = result.digits[0];
  if (digit.modulus != 0 && digit.modulus % q != 0) {
    if (q > digit.modulus || !form.base.isZero()) {
      return std::nullopt;
    }
    // Often a mask leaves out those that are q or more.
    Form above = result;
    above.base = Poly(-q);
    result = wantsRest ? result : zeroLike(form);
    result.assumed = {above};
    return result;
  }
  // (E // d % m + c) % q is (E + d c) // d % q where q divides m; so is the quotient without an m.
  if (!form.base.isZero() && (digit.modulus != 0 && !wantsRest)) {
    return std::nullopt;
  }
  digit.start = digit.start + Poly(digit.divisor) * form.base;
  result.base = Poly(0);
  if (digit.start.bad || m_scalars.rangeOf(digit.start).lo < 0) {
    return std::nullopt;
  }
  if (wantsRest) {
    digit.modulus = q;
    return result;
  }
  if (__builtin_mul_overflow(digit.divisor, q, &digit.divisor)) {
    return std::nullopt;
  }
  digit.modulus /= q;
  return digit.modulus == 1 ? zeroLike(form) : result;
}

Form TensorForms::digitOf(const Poly &base, const Form &whole, const Form &part, int64_t q,
                          bool wantsRest) {
  int dim = -1;
  for (size_t d = 0; d < part.coeff.size(); ++d) {
    if (part.coeff[d].isZero()) {
      continue;
    }
    if (dim >= 0) {
      return Form::opaque(std::string(nameOf(wantsRest)) + " of an index over two dimensions");
    }
    dim = static_cast<int>(d);
  }
  Form result = zeroLike(part);
  if (!wantsRest) {
    result.coeff = whole.coeff;
  }
  if (dim < 0) {
    result.base = wantsRest ? m_scalars.mod(base, Poly(q)) : m_scalars.floorDiv(base, Poly(q));
    return result;
  }
  // (c i + c b + r) // q is (i + b) // (q / c) for 0 <= r < c.
  const Poly &coeff = part.coeff[dim];
  int64_t c = coeff.isConstant() ? coeff.constant() : 0;
  Poly start, rest;
  if (c > 0) {
    splitByFactor(base, c, start, rest);
  }
  if (c <= 0 || q % c != 0 || !rest.isConstant() || m_scalars.rangeOf(start).lo < 0) {
    return Form::opaque(std::string(nameOf(wantsRest)) + " changes unevenly inside the tile");
  }
  Digit digit;
  digit.dim = static_cast<unsigned>(dim);
  digit.start = start;
  digit.divisor = wantsRest ? 1 : q / c;
  digit.modulus = wantsRest ? q / c : 0;
  digit.coeff = Poly(wantsRest ? c : 1);
  if (digit.modulus != 1) {
    result.digits.push_back(digit);
  }
  if (wantsRest) {
    result.base = rest;
  }
  return result;
}

Form TensorForms::dividedByConstant(const Form &form, int64_t q, RankedTensorType type,
                                    bool wantsRest) {
  if (q == 1) {
    return wantsRest ? zeroLike(form) : form;
  }
  Interval range = rangeOf(form, type.getShape());
  if (range.lo >= 0 && range.hi < q) {
    Form result = wantsRest ? form : zeroLike(form);
    result.assumed.clear();
    return result;
  }
  if (std::optional<Form> digit = dividedDigit(form, q, wantsRest)) {
    return *digit;
  }
  // form = q * whole + part; terms that q divides leave the division.
  Form whole = zeroLike(form), part = whole;
  splitByFactor(form.base, q, whole.base, part.base);
  Wide spread = 0;
  bool simple = true;
  for (size_t dim = 0; dim < form.coeff.size(); ++dim) {
    const Poly &coeff = form.coeff[dim];
    if (coeff.isConstant() && coeff.constant() % q != 0) {
      part.coeff[dim] = coeff;
      simple &= coeff.constant() > 0;
      spread += Wide{coeff.constant()} * (type.getDimSize(dim) - 1);
      continue;
    }
    splitByFactor(coeff, q, whole.coeff[dim], part.coeff[dim]);
    simple &= part.coeff[dim].isZero();
  }
  for (const Digit &digit : form.digits) {
    Digit outer = digit, inner = digit;
    outer.coeff = inner.coeff = Poly(0);
    splitByFactor(digit.coeff, q, outer.coeff, inner.coeff);
    for (auto [one, into] : {std::pair(&outer, &whole), std::pair(&inner, &part)}) {
      if (!one->coeff.isZero()) {
        into->digits.push_back(*one);
      }
    }
  }
  if (std::optional<Form> digit = dividedDigit(part, q, wantsRest)) {
    return wantsRest ? *digit : sum(whole, *digit, 1);
  }
  Interval rest = rangeOf(part, type.getShape());
  if (rest.lo >= 0 && rest.hi < q) {
    return wantsRest ? part : whole;
  }
  if (!part.digits.empty()) {
    return Form::opaque(std::string(nameOf(wantsRest)) + " of a sum of digits");
  }
  Poly outer = part.base - Poly(part.base.constant());
  int64_t granule = std::gcd(m_scalars.divisorOf(outer), q);
  if (simple && m_scalars.rangeOf(outer).lo >= 0 && part.base.constant() + spread < granule) {
    Form result = wantsRest ? part : whole;
    result.base = wantsRest ? m_scalars.mod(outer, Poly(q)) + Poly(part.base.constant())
                            : whole.base + m_scalars.floorDiv(outer, Poly(q));
    return result;
  }
  Form result = digitOf(form.base, whole, part, q, wantsRest);
  if (result.linear && !wantsRest) {
    result.digits.insert(result.digits.end(), whole.digits.begin(), whole.digits.end());
  }
  return result;
}

} // namespace charonia::tile

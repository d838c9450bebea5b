// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponential and logarithm to more than fp64: what the other functions are made of.
#pragma once

#include "charonia/numerics/detail/DoubleDouble.h"

namespace charonia::numerics::detail {

/// mantissa * 2^exponent with the mantissa between about 0.7 and 1.42.
struct ScaledPair {
  Pair mantissa;
  int exponent;
};

/// exp(x) for |x| < 2000, relative error below 2^-56.
ScaledPair expPair(Pair x);
/// exp(x) - 1 for |x| < 700, accurate near 0.
Pair expm1Pair(Pair x);
/// ln(x) for finite x > 0 (x.high not subnormal), relative error about 2^-64.
Pair logPair(Pair x);

/// Horner's rule, lowest coefficient first.
template <int N>
CHARONIA_INLINE double polynomial(const double (&c)[N], double x) {
  double r = c[N - 1];
  for (int i = N - 2; i >= 0; --i) {
    r = r * x + c[i];
  }
  return r;
}

/// The same with the last addition kept exact.
template <int N>
CHARONIA_INLINE Pair polynomialPair(const double (&c)[N], double x) {
  double r = c[N - 1];
  for (int i = N - 2; i >= 1; --i) {
    r = r * x + c[i];
  }
  return exactSum(c[0], r * x);
}

CHARONIA_INLINE double nearestInteger(double x) { // |x| < 2^51
  return (x + 0x1.8p52) - 0x1.8p52;
}

} // namespace charonia::numerics::detail

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of about 106 bits as unevaluated sums of two doubles, without fused operations.
#pragma once

#include "charonia/numerics/detail/Bits.h"

namespace charonia::numerics::detail {

/// high + low with |low| <= ulp(high) / 2.
struct Pair {
  double high, low;
};

CHARONIA_INLINE Pair quickSum(double a, double b) { // |a| >= |b|
  const double s = a + b;
  return {s, b - (s - a)};
}
CHARONIA_INLINE Pair exactSum(double a, double b) {
  const double s = a + b;
  const double z = s - a;
  return {s, (a - (s - z)) + (b - z)};
}
/// Splitting clears the low 27 bits; exact for any magnitude.
CHARONIA_INLINE double upperHalf(double a) { return doubleOf(bitsOf(a) & 0xfffffffff8000000ull); }
/// Exact unless the low part would be below the subnormals or the product overflows.
CHARONIA_INLINE Pair exactProduct(double a, double b) {
  const double ah = upperHalf(a), al = a - ah;
  const double bh = upperHalf(b), bl = b - bh;
  const double p = a * b;
  return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}
CHARONIA_INLINE Pair add(Pair a, Pair b) {
  const Pair s = exactSum(a.high, b.high);
  const Pair t = exactSum(a.low, b.low);
  const Pair r = quickSum(s.high, s.low + t.high);
  return quickSum(r.high, r.low + t.low);
}
CHARONIA_INLINE Pair add(Pair a, double b) {
  const Pair s = exactSum(a.high, b);
  return quickSum(s.high, s.low + a.low);
}
CHARONIA_INLINE Pair negate(Pair a) { return {-a.high, -a.low}; }
CHARONIA_INLINE Pair multiply(Pair a, Pair b) {
  const Pair p = exactProduct(a.high, b.high);
  return quickSum(p.high, p.low + (a.high * b.low + a.low * b.high));
}
CHARONIA_INLINE Pair multiply(Pair a, double b) {
  const Pair p = exactProduct(a.high, b);
  return quickSum(p.high, p.low + a.low * b);
}
CHARONIA_INLINE Pair divide(Pair a, Pair b) {
  const double q = a.high / b.high;
  const Pair p = multiply(b, q);
  const double rest = (a.high - p.high) - p.low + a.low;
  return quickSum(q, rest / b.high);
}
CHARONIA_INLINE Pair squareRoot(Pair a) {
  if (a.high <= 0) {
    return {0, 0};
  }
  const double s = __builtin_elementwise_sqrt(a.high);
  const Pair p = exactProduct(s, s);
  const double rest = (a.high - p.high) - p.low + a.low;
  return quickSum(s, rest / (2 * s));
}
CHARONIA_INLINE Pair scaled(Pair a, double powerOfTwo) {
  return {a.high * powerOfTwo, a.low * powerOfTwo};
}
CHARONIA_INLINE double rounded(Pair a) { return a.high + a.low; }

} // namespace charonia::numerics::detail

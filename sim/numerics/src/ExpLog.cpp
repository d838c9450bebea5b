// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponentials, logarithms, power.
#include "charonia/numerics/detail/ExpLog.h"

#include "charonia/numerics/detail/Constants.h"
#include "charonia/numerics/detail/Elementary.h"

namespace charonia::numerics::detail {
namespace {

/// (exp(r) - 1 - r) / r^2, Taylor, for |r| <= ln(2) / 2.
constexpr double kExpTail[] = {
    1.0 / 2,     1.0 / 6,      1.0 / 24,      1.0 / 120,      1.0 / 720,       1.0 / 5040,
    1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800.0,
};
/// (atanh(s) / s - 1 - s^2/3 - s^4/5) / s^6 in powers of s^2.
constexpr double kLogTail[] = {
    1.0 / 7,  1.0 / 9,  1.0 / 11, 1.0 / 13, 1.0 / 15,
    1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23, 1.0 / 25,
};

double powerOfTwo(int k) { return doubleOf(static_cast<uint64_t>(k + 1023) << 52); }

/// x = k ln2 + r; gives exp(r) - 1.
Pair reduceExp(Pair x, int &k) {
  const double n = nearestInteger(x.high * kLog2E.high);
  k = static_cast<int>(n);
  Pair r = exactSum(x.high, -n * kLn2Short);
  r = quickSum(r.high, r.low + (x.low - n * kLn2Rest.high));
  const double tail = r.high * r.high * polynomial(kExpTail, r.high);
  return quickSum(r.high, r.low + (tail + r.low * r.high));
}

/// Result of an exponential whose argument is far outside: the overflow or the underflow.
bool outside(double x, double &result) {
  if (x != x) {
    result = x;
    return true;
  }
  if (x > 1100) {
    result = __builtin_inf();
    return true;
  }
  if (x < -1100) {
    result = 0;
    return true;
  }
  return false;
}

/// Handles what a logarithm's argument may be besides a positive finite number.
bool logSpecial(double x, double &result) {
  if (x != x || x == __builtin_inf()) {
    result = x;
    return true;
  }
  if (x == 0) {
    result = -__builtin_inf();
    return true;
  }
  if (x < 0) {
    result = doubleOf(kNan64);
    return true;
  }
  return false;
}

Pair logAny(double x) {
  if (x >= 0x1p-1022) {
    return logPair({x, 0});
  }
  return add(logPair({x * 0x1p54, 0}), multiply(kLn2, -54.0));
}

bool isInteger(double y) { return magnitude(y) >= 0x1p52 || nearestInteger(y) == y; }
bool isOddInteger(double y) {
  if (magnitude(y) >= 0x1p53 || !isInteger(y)) {
    return false;
  }
  return (static_cast<int64_t>(y) & 1) != 0;
}

/// C's cases of pow with a zero or infinite base or an infinite exponent.
double powExtreme(double x, double y) {
  const double a = magnitude(x);
  if (isInfinite(y)) {
    if (a == 1) {
      return 1;
    }
    return (a > 1) == (y > 0) ? __builtin_inf() : 0.0;
  }
  const double size = (a == 0) == (y > 0) ? 0.0 : __builtin_inf();
  return isNegative(x) && isOddInteger(y) ? -size : size;
}

} // namespace

ScaledPair expPair(Pair x) {
  int k = 0;
  const Pair s = reduceExp(x, k);
  return {add(s, 1.0), k};
}

Pair expm1Pair(Pair x) {
  int k = 0;
  const Pair s = reduceExp(x, k);
  if (k == 0) {
    return s;
  }
  const double power = powerOfTwo(k);
  return add(add(scaled(s, power), power), -1.0);
}

Pair logPair(Pair x) {
  // x = 2^k m, m between sqrt(1/2) and sqrt(2).
  uint64_t bits = bitsOf(x.high);
  const uint64_t offset = bits - 0x3fe6a09e667f3bcdull;
  const int k = static_cast<int>(static_cast<int64_t>(offset) >> 52);
  bits -= static_cast<uint64_t>(static_cast<int64_t>(k)) << 52;
  const double m = doubleOf(bits);
  const double low = x.low == 0 ? 0 : scale(x.low, -k);
  const Pair f = quickSum(m - 1, low);
  // ln m = 2 atanh(s), s = f / (2 + f)
  const Pair s = divide(m == 1 ? Pair{low, 0} : f, add(f, 2.0));
  const Pair z = multiply(s, s);
  Pair t = add(kFifth, z.high * polynomial(kLogTail, z.high));
  t = multiply(z, add(kThird, multiply(z, t)));
  const Pair s2 = scaled(s, 2);
  const Pair r = add(s2, multiply(s2, t));
  if (k == 0) {
    return r;
  }
  const double n = k;
  return add(Pair{n * kLn2Short, 0}, add(multiply(kLn2Rest, n), r));
}

double expOf(double x) {
  double r = 0;
  if (outside(x, r)) {
    return r;
  }
  const ScaledPair e = expPair({x, 0});
  return scale(rounded(e.mantissa), e.exponent);
}

double exp2Of(double x) {
  double r = 0;
  if (outside(x, r)) {
    return r;
  }
  const double n = nearestInteger(x);
  const ScaledPair e = expPair(multiply(kLn2, x - n));
  return scale(rounded(e.mantissa), static_cast<int>(n) + e.exponent);
}

double expm1Of(double x) {
  if (x != x || x == 0) {
    return x;
  }
  if (x > 600) {
    return expOf(x);
  }
  if (x < -60) {
    return -1;
  }
  return magnitude(x) < 0x1p-54 ? x : rounded(expm1Pair({x, 0}));
}

double logOf(double x) {
  double r = 0;
  return logSpecial(x, r) ? r : rounded(logAny(x));
}

double log2Of(double x) {
  double r = 0;
  return logSpecial(x, r) ? r : rounded(multiply(logAny(x), kLog2E));
}

double log10Of(double x) {
  double r = 0;
  return logSpecial(x, r) ? r : rounded(multiply(logAny(x), kLog10E));
}

double log1pOf(double x) {
  if (x != x || magnitude(x) < 0x1p-54 || x == __builtin_inf()) {
    return x;
  }
  if (x <= -1) {
    return x == -1 ? -__builtin_inf() : doubleOf(kNan64);
  }
  return rounded(logPair(exactSum(1.0, x)));
}

double powOf(double x, double y) {
  if (y == 0 || x == 1) {
    return 1;
  }
  if (x != x || y != y) {
    return doubleOf(kNan64);
  }
  if (x == 0 || isInfinite(x) || isInfinite(y)) {
    return powExtreme(x, y);
  }
  if (x < 0 && !isInteger(y)) {
    return doubleOf(kNan64);
  }
  const bool negative = x < 0 && isOddInteger(y);
  const Pair logarithm = logAny(magnitude(x));
  double size = 0;
  if (!outside(logarithm.high * y, size)) {
    const ScaledPair e = expPair(multiply(logarithm, y));
    size = scale(rounded(e.mantissa), e.exponent);
  }
  return negative ? -size : size;
}

} // namespace charonia::numerics::detail

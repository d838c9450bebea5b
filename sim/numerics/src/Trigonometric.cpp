// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sine, cosine, tangent with exact argument reduction, and their inverses.
#include "charonia/numerics/detail/Constants.h"
#include "charonia/numerics/detail/Elementary.h"
#include "charonia/numerics/detail/ExpLog.h"

namespace charonia::numerics::detail {
namespace {

/// (sin(r) / r - 1) / r^2 and (cos(r) - 1 + r^2/2) / r^4 in powers of r^2, Taylor.
constexpr double kSin[] = {
    -1.0 / 6,
    1.0 / 120,
    -1.0 / 5040,
    1.0 / 362880,
    -1.0 / 39916800,
    1.0 / 6227020800.0,
    -1.0 / 1307674368000.0,
    1.0 / 355687428096000.0,
};
constexpr double kCos[] = {
    1.0 / 24,
    -1.0 / 720,
    1.0 / 40320,
    -1.0 / 3628800,
    1.0 / 479001600.0,
    -1.0 / 87178291200.0,
    1.0 / 20922789888000.0,
    -1.0 / 6402373705728000.0,
};
/// (atan(t) / t - 1) / t^2 in powers of t^2, for |t| <= 1/16.
constexpr double kAtan[] = {
    -1.0 / 3, 1.0 / 5, -1.0 / 7, 1.0 / 9, -1.0 / 11, 1.0 / 13, -1.0 / 15, 1.0 / 17,
};

/// x = quadrant * pi/2 + r, |r| <= pi/4.
struct Reduced {
  Pair r;
  unsigned quadrant;
};

/// The double nearest to the top of a fraction, and what is left, as a pair; fraction is 0.b1 b2
/// ... in three words (highest first), at most 1/2.
Pair fractionToPair(uint64_t w2, uint64_t w1, uint64_t w0) {
  int shift = 0;
  while (w2 == 0 && shift < 128) {
    w2 = w1;
    w1 = w0;
    w0 = 0;
    shift += 64;
  }
  if (w2 == 0) {
    return {0, 0};
  }
  const int zeros = __builtin_clzll(w2);
  if (zeros != 0) {
    w2 = (w2 << zeros) | (w1 >> (64 - zeros));
    w1 = (w1 << zeros) | (w0 >> (64 - zeros));
  }
  shift += zeros;
  // 53 bits, then the next 53.
  const double high =
      static_cast<double>(w2 >> 11) * doubleOf(static_cast<uint64_t>(1023 - 53 - shift) << 52);
  const uint64_t next = ((w2 & 0x7ff) << 42) | (w1 >> 22);
  const double low =
      static_cast<double>(next) * doubleOf(static_cast<uint64_t>(1023 - 106 - shift) << 52);
  return quickSum(high, low);
}

/// Multiplies x with the 192 bits of 2/pi that matter; every product bit that is a multiple of 4
/// drops out.
Reduced reduce(double x) {
  const double a = magnitude(x);
  if (a < 0x1.921fb54442d18p-1) {
    return {{x, 0}, 0};
  }
  const uint64_t bits = bitsOf(a);
  const int exponent = static_cast<int>(bits >> 52) - 1075; // a = significand * 2^exponent
  const uint64_t significand = (bits & 0x000fffffffffffffull) | (uint64_t{1} << 52);
  // The first wanted bit of 2/pi is number exponent - 1 (number 1 is the first after the point);
  // the table starts with 64 zeros, so that number n is at position n + 63.
  const int position = exponent - 1 + 63;
  const int word = position / 64, offset = position % 64;
  uint64_t t[3];
  for (int i = 0; i < 3; ++i) {
    const uint64_t upper = kTwoOverPi[word + i];
    const uint64_t lower = word + i + 1 < 21 ? kTwoOverPi[word + i + 1] : 0;
    t[i] = offset == 0 ? upper : (upper << offset) | (lower >> (64 - offset));
  }
  // product mod 2^192; its top 2 bits are the quadrant, the rest the fraction.
  const unsigned __int128 p0 = static_cast<unsigned __int128>(t[2]) * significand;
  const unsigned __int128 p1 = static_cast<unsigned __int128>(t[1]) * significand + (p0 >> 64);
  uint64_t w0 = static_cast<uint64_t>(p0), w1 = static_cast<uint64_t>(p1);
  uint64_t w2 = t[0] * significand + static_cast<uint64_t>(p1 >> 64);
  unsigned quadrant = static_cast<unsigned>(w2 >> 62);
  w2 = (w2 << 2) | (w1 >> 62);
  w1 = (w1 << 2) | (w0 >> 62);
  w0 <<= 2;
  bool negative = false;
  if ((w2 >> 63) != 0) { // above one half: go to the next quadrant and come back
    quadrant += 1;
    negative = true;
    w0 = ~w0 + 1;
    w1 = ~w1 + (w0 == 0 ? 1 : 0);
    w2 = ~w2 + (w0 == 0 && w1 == 0 ? 1 : 0);
  }
  Pair r = multiply(fractionToPair(w2, w1, w0), kHalfPi);
  if (isNegative(x)) {
    negative = !negative;
    quadrant = 0u - quadrant;
  }
  return {negative ? negate(r) : r, quadrant & 3u};
}

Pair sinPair(Pair r) {
  const double z = r.high * r.high;
  const double tail = r.high * z * polynomial(kSin, z);
  return quickSum(r.high, r.low + (tail - 0.5 * z * r.low));
}

Pair cosPair(Pair r) {
  const Pair z = exactProduct(r.high, r.high);
  const double half = 0.5 * z.high;
  const double w = 1 - half;
  const double rest = (1 - w) - half - 0.5 * z.low;
  return quickSum(w, rest + (z.high * z.high * polynomial(kCos, z.high) - r.high * r.low));
}

/// Angle of the point (x, y) with x, y >= 0, both of moderate size, not both 0.
Pair anglePair(Pair y, Pair x) {
  const bool steep = y.high > x.high;
  if (steep) {
    const Pair swap = y;
    y = x;
    x = swap;
  }
  const int j = static_cast<int>(y.high / x.high * 8 + 0.5);
  const double c = j * 0.125;
  const Pair t = divide(add(y, multiply(x, -c)), add(x, multiply(y, c)));
  const double z = t.high * t.high;
  const Pair small = quickSum(t.high, t.low + t.high * z * polynomial(kAtan, z));
  const Pair angle = j == 0 ? small : add(kAtanTable[j], small);
  return steep ? add(kHalfPi, negate(angle)) : angle;
}

/// Exponent of a finite nonzero number.
int exponentOf(double x) {
  const uint64_t bits = bitsOf(x) & ~kSign64;
  const int field = static_cast<int>(bits >> 52);
  return field != 0 ? field - 1023 : -1011 - __builtin_clzll(bits);
}

} // namespace

double sinOf(double x) {
  if (magnitude(x) < 0x1p-27) {
    return x;
  }
  if (x != x || isInfinite(x)) {
    return doubleOf(kNan64);
  }
  const Reduced a = reduce(x);
  const double r = rounded((a.quadrant & 1) != 0 ? cosPair(a.r) : sinPair(a.r));
  return (a.quadrant & 2) != 0 ? -r : r;
}

double cosOf(double x) {
  if (x != x || isInfinite(x)) {
    return doubleOf(kNan64);
  }
  const Reduced a = reduce(x);
  const double r = rounded((a.quadrant & 1) != 0 ? sinPair(a.r) : cosPair(a.r));
  return ((a.quadrant + 1) & 2) != 0 ? -r : r;
}

double tanOf(double x) {
  if (magnitude(x) < 0x1p-27) {
    return x;
  }
  if (x != x || isInfinite(x)) {
    return doubleOf(kNan64);
  }
  const Reduced a = reduce(x);
  const Pair s = sinPair(a.r), c = cosPair(a.r);
  return (a.quadrant & 1) != 0 ? -rounded(divide(c, s)) : rounded(divide(s, c));
}

double asinOf(double x) {
  const double a = magnitude(x);
  if (!(a <= 1)) {
    return doubleOf(kNan64);
  }
  if (a < 0x1p-27) {
    return x;
  }
  const Pair square = exactProduct(a, a);
  const Pair adjacent = squareRoot(add(negate(square), 1.0));
  return withSign(rounded(anglePair({a, 0}, adjacent)), x);
}

double acosOf(double x) {
  const double a = magnitude(x);
  if (!(a <= 1)) {
    return doubleOf(kNan64);
  }
  if (a < 0x1p-60) {
    return kHalfPi.high;
  }
  const Pair opposite = squareRoot(add(negate(exactProduct(a, a)), 1.0));
  const Pair angle = anglePair(opposite, {a, 0});
  return rounded(x < 0 ? add(kPi, negate(angle)) : angle);
}

double atanOf(double x) {
  const double a = magnitude(x);
  if (x != x || a < 0x1p-27) {
    return x;
  }
  if (a > 0x1p60) {
    return withSign(kHalfPi.high, x);
  }
  return withSign(rounded(anglePair({a, 0}, {1, 0})), x);
}

double atan2Of(double y, double x) {
  if (x != x || y != y) {
    return doubleOf(kNan64);
  }
  const bool left = isNegative(x);
  if (y == 0) {
    return withSign(left ? kPi.high : 0.0, y);
  }
  if (x == 0) {
    return withSign(kHalfPi.high, y);
  }
  if (isInfinite(y)) {
    const double quarter = kHalfPi.high / 2;
    return withSign(!isInfinite(x) ? kHalfPi.high : left ? 3 * quarter : quarter, y);
  }
  if (isInfinite(x)) {
    return withSign(left ? kPi.high : 0.0, y);
  }
  const int ex = exponentOf(x), difference = exponentOf(y) - ex;
  if (difference > 60) {
    return withSign(kHalfPi.high, y);
  }
  if (difference < -60) {
    return left ? withSign(kPi.high, y) : y / x;
  }
  const Pair angle = anglePair({scale(magnitude(y), -ex), 0}, {scale(magnitude(x), -ex), 0});
  return withSign(rounded(left ? add(kPi, negate(angle)) : angle), y);
}

double hypotOf(double x, double y) {
  if (isInfinite(x) || isInfinite(y)) {
    return __builtin_inf();
  }
  double a = magnitude(x), b = magnitude(y);
  if (a != a || b != b) {
    return doubleOf(kNan64);
  }
  if (a < b) {
    const double swap = a;
    a = b;
    b = swap;
  }
  if (a == 0) {
    return 0;
  }
  const int e = exponentOf(a);
  if (b == 0 || e - exponentOf(b) > 60) {
    return a;
  }
  a = scale(a, -e);
  b = scale(b, -e);
  const Pair sum = add(exactProduct(a, a), exactProduct(b, b));
  return scale(rounded(squareRoot(sum)), e);
}

} // namespace charonia::numerics::detail

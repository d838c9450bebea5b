// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exact fp64 operations by integer arithmetic: fused multiply-add and remainder.
#include "charonia/numerics/detail/Scalar64.h"

#include "charonia/numerics/detail/Fma.h"

namespace charonia::numerics::detail {
namespace {

using u128 = unsigned __int128;

/// magnitude = significand * 2^exponent; the significand of a nonzero finite value has its bit 52
/// set.
struct Unpacked {
  uint64_t significand;
  int exponent;
};

Unpacked unpack(double x) {
  const uint64_t bits = bitsOf(x) & ~kSign64;
  const int field = static_cast<int>(bits >> 52);
  const uint64_t mantissa = bits & 0x000fffffffffffffull;
  if (field != 0) {
    return {mantissa | (uint64_t{1} << 52), field - 1075};
  }
  const int shift = __builtin_clzll(mantissa) - 11;
  return {mantissa << shift, -1074 - shift};
}

int leadingZeros(u128 x) {
  const uint64_t high = static_cast<uint64_t>(x >> 64);
  return high != 0 ? __builtin_clzll(high) : 64 + __builtin_clzll(static_cast<uint64_t>(x));
}

/// Rounds value * 2^exponent (plus something nonzero below the last bit if `sticky`) to nearest
/// even.
double pack(bool negative, u128 value, int exponent, bool sticky) {
  const uint64_t sign = negative ? kSign64 : 0;
  if (value == 0) {
    return doubleOf(sign);
  }
  const int zeros = leadingZeros(value);
  value <<= zeros;
  exponent -= zeros; // value's top bit is bit 127
  int field = exponent + 127 + 1023;
  int drop = 75;
  if (field < 1) {
    drop += 1 - field;
    field = 1;
    if (drop > 127) {
      const int extra = drop - 127;
      sticky |= extra > 127 || (value & ((u128{1} << extra) - 1)) != 0;
      value = extra > 127 ? 0 : value >> extra;
      drop = 127;
    }
  }
  uint64_t kept = static_cast<uint64_t>(value >> drop);
  const u128 rest = value & ((u128{1} << drop) - 1);
  const u128 half = u128{1} << (drop - 1);
  if (rest > half || (rest == half && (sticky || (kept & 1) != 0))) {
    ++kept;
  }
  if (field >= 2047) {
    return doubleOf(sign | 0x7ff0000000000000ull);
  }
  return doubleOf(sign | ((static_cast<uint64_t>(field - 1) << 52) + kept));
}

} // namespace

double fusedMultiplyAdd(double a, double b, double c) {
  const double plain = a * b;
  if (a == 0 || b == 0 || plain != plain || isInfinite(a) || isInfinite(b)) {
    return plain + c;
  }
  if (c != c || isInfinite(c)) {
    return c;
  }
  const bool productNegative = isNegative(a) != isNegative(b);
  const Unpacked ua = unpack(a), ub = unpack(b);
  u128 product = static_cast<u128>(ua.significand) * ub.significand; // 105 or 106 bits
  int productExponent = ua.exponent + ub.exponent;
  if (c == 0) {
    return pack(productNegative, product, productExponent, false);
  }
  // Both numbers with the top bit at bit 125, so that a sum fits.
  int shift = leadingZeros(product) - 2;
  product <<= shift;
  productExponent -= shift;
  const Unpacked uc = unpack(c);
  u128 addend = static_cast<u128>(uc.significand) << 73;
  int addendExponent = uc.exponent - 73;
  bool largeNegative = productNegative, smallNegative = isNegative(c);
  u128 large = product, small = addend;
  int exponent = productExponent, difference = productExponent - addendExponent;
  if (difference < 0 || (difference == 0 && addend > product)) {
    large = addend;
    small = product;
    exponent = addendExponent;
    difference = -difference;
    largeNegative = isNegative(c);
    smallNegative = productNegative;
  }
  // The bits that the alignment drops are kept as one sticky bit at the bottom.
  bool sticky = false;
  if (difference > 127) {
    small = 1;
  } else if (difference > 0) {
    sticky = (small & ((u128{1} << difference) - 1)) != 0;
    small = (small >> difference) | (sticky ? 1 : 0);
  }
  if (largeNegative == smallNegative) {
    return pack(largeNegative, large + small, exponent, false);
  }
  if (large == small) {
    return 0.0; // exact cancellation rounds to +0
  }
  return pack(largeNegative, large - small, exponent, false);
}

double remainder64(double x, double y) {
  if (x != x || y != y || isInfinite(x) || y == 0) {
    return doubleOf(kNan64);
  }
  if (isInfinite(y) || magnitude(x) < magnitude(y) || x == 0) {
    return x;
  }
  const Unpacked ux = unpack(x), uy = unpack(y);
  uint64_t rest = ux.significand % uy.significand;
  int steps = ux.exponent - uy.exponent;
  while (steps > 0 && rest != 0) {
    const int shift = steps > 11 ? 11 : steps; // rest < 2^53
    rest = (rest << shift) % uy.significand;
    steps -= shift;
  }
  if (rest == 0) {
    return withSign(0.0, x);
  }
  return pack(isNegative(x), rest, uy.exponent, false);
}

} // namespace charonia::numerics::detail

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bit-level helpers of the library: reinterpretation, masks, classification of fp32 and fp64.
#pragma once

#include "charonia/numerics/Numerics.h"

#include <stdint.h>

#pragma STDC FP_CONTRACT OFF

#define CHARONIA_INLINE inline __attribute__((always_inline))

namespace charonia::numerics::detail {

/// One element at any address: unaligned, of no particular effective type.
template <class T>
struct __attribute__((packed, may_alias)) Cell {
  T value;
};

CHARONIA_INLINE uint32_t bitsOf(float x) { return __builtin_bit_cast(uint32_t, x); }
CHARONIA_INLINE uint64_t bitsOf(double x) { return __builtin_bit_cast(uint64_t, x); }
CHARONIA_INLINE float floatOf(uint32_t x) { return __builtin_bit_cast(float, x); }
CHARONIA_INLINE double doubleOf(uint64_t x) { return __builtin_bit_cast(double, x); }

inline constexpr uint32_t kNan32 = 0x7fc00000u;
inline constexpr uint64_t kNan64 = 0x7ff8000000000000ull;
inline constexpr uint64_t kSign64 = 0x8000000000000000ull;

/// Every arithmetic result that is a NaN is the one canonical NaN, so that bits do not depend on
/// the machine's rule for payloads or on the order in which a compiler puts commutative operands.
CHARONIA_INLINE float canonical(float x) { return x != x ? floatOf(kNan32) : x; }
CHARONIA_INLINE double canonical(double x) { return x != x ? doubleOf(kNan64) : x; }

CHARONIA_INLINE float magnitude(float x) { return floatOf(bitsOf(x) & 0x7fffffffu); }
CHARONIA_INLINE double magnitude(double x) { return doubleOf(bitsOf(x) & ~kSign64); }
CHARONIA_INLINE float withSign(float x, float sign) {
  return floatOf((bitsOf(x) & 0x7fffffffu) | (bitsOf(sign) & 0x80000000u));
}
CHARONIA_INLINE double withSign(double x, double sign) {
  return doubleOf((bitsOf(x) & ~kSign64) | (bitsOf(sign) & kSign64));
}
CHARONIA_INLINE bool isInfinite(double x) { return magnitude(x) == __builtin_inf(); }
CHARONIA_INLINE bool isNegative(double x) { return (bitsOf(x) & kSign64) != 0; }

/// The square root is one correctly rounded instruction on every target of the library.
CHARONIA_INLINE float squareRoot(float x) { return __builtin_elementwise_sqrt(x); }
CHARONIA_INLINE double squareRoot(double x) { return __builtin_elementwise_sqrt(x); }

/// x * 2^k for any k, rounded once (a result below the normal range is the only inexact case).
inline double scale(double x, int64_t k) {
  if (k > 1023) {
    x *= 0x1p1023;
    k -= 1023;
    if (k > 1023) {
      x *= 0x1p1023;
      k = k - 1023 > 1023 ? 1023 : k - 1023;
    }
  } else if (k < -1022) {
    // Stop 53 bits above the bottom, so that only the last product can round.
    x *= 0x1p-969;
    k += 969;
    if (k < -1022) {
      x *= 0x1p-969;
      k = k + 969 < -1022 ? -1022 : k + 969;
    }
  }
  return x * doubleOf(static_cast<uint64_t>(k + 1023) << 52);
}

} // namespace charonia::numerics::detail

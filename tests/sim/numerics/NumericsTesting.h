// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers of the numerics tests: typed calls, random bits, error in units of the last place.
#pragma once

#include "charonia/numerics/Numerics.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace charonia::numerics::testing {

inline constexpr ElementType kFloatTypes[] = {
    ElementType::F8E4M3FN, ElementType::F8E4M3FNUZ, ElementType::F8E5M2, ElementType::F8E5M2FNUZ,
    ElementType::F16,      ElementType::BF16,       ElementType::F32,    ElementType::F64};
inline constexpr ElementType kIntTypes[] = {ElementType::I1, ElementType::I8, ElementType::I16,
                                            ElementType::I32, ElementType::I64};

/// A small generator whose sequence does not depend on the C++ library.
class Random {
public:
  explicit Random(uint64_t seed) : m_state(seed) {}
  uint64_t next() {
    m_state += 0x9e3779b97f4a7c15ull;
    uint64_t z = m_state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1p-53);
  }

private:
  uint64_t m_state;
};

inline float callF32(Fn fn, float a, float b = 0, float c = 0) {
  return std::bit_cast<float>(static_cast<uint32_t>(
      evaluate(fn, ElementType::F32, ElementType::F32, std::bit_cast<uint32_t>(a),
               std::bit_cast<uint32_t>(b), std::bit_cast<uint32_t>(c))));
}
inline double callF64(Fn fn, double a, double b = 0, double c = 0) {
  return std::bit_cast<double>(evaluate(fn, ElementType::F64, ElementType::F64,
                                        std::bit_cast<uint64_t>(a), std::bit_cast<uint64_t>(b),
                                        std::bit_cast<uint64_t>(c)));
}
/// Any fn on values of `type` given and returned as doubles.
inline double call(Fn fn, ElementType type, double a, double b = 0, double c = 0) {
  return toDouble(type, evaluate(fn, type, type, fromDouble(type, a), fromDouble(type, b),
                                 fromDouble(type, c)));
}

/// |actual - expected| in units of the last place of `expected` in a format of `mantissa` bits and
/// least exponent `minimum`. 0 if both are NaN or the same infinity; huge if only one is.
inline double ulps(long double actual, long double expected, int mantissa, int minimum,
                   long double largest) {
  if (std::isnan(expected) || std::isnan(actual)) {
    return std::isnan(expected) && std::isnan(actual) ? 0 : 1e30;
  }
  if (std::isinf(actual) || std::fabs(expected) > largest) {
    const long double unit = std::ldexp(1.0L, std::ilogb(largest) - mantissa);
    if (std::isinf(actual) && (actual > 0) == (expected > 0)) {
      // Infinity stands for the first value beyond the largest one.
      return std::fabs(expected) >= largest + unit
                 ? 0
                 : static_cast<double>((largest + unit - std::fabs(expected)) / unit);
    }
    return std::isinf(actual)
               ? 1e30
               : static_cast<double>(std::fabs(actual - std::copysign(largest + unit, expected)) /
                                     unit);
  }
  int exponent = expected == 0 ? minimum : std::ilogb(expected);
  exponent = exponent < minimum ? minimum : exponent;
  return static_cast<double>(std::fabs(actual - expected) / std::ldexp(1.0L, exponent - mantissa));
}
inline double ulps32(float actual, long double expected) {
  return ulps(actual, expected, 23, -126, 0x1.fffffep127L);
}
inline double ulps64(double actual, long double expected) {
  return ulps(actual, expected, 52, -1022, 0x1.fffffffffffffp1023L);
}

} // namespace charonia::numerics::testing

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between the floating formats, integer-exact.
//
// Rules: rounding is to nearest even (or toward zero where asked) once, whatever the two formats
// are. A NaN becomes the canonical NaN of the target. Overflow: fp16, bf16 and fp32 round to
// infinity (toward zero: to the largest finite value). The 8-bit formats saturate: a finite value
// beyond the largest one becomes the largest one of its sign. An infinity stays an infinity where
// the format has one (F8E5M2) and saturates where it has none (F8E4M3FN, F8E4M3FNUZ, F8E5M2FNUZ).
// The FNUZ formats have no negative zero: a result of zero is +0 and the pattern 0x80 is the NaN.
#pragma once

#include "charonia/numerics/detail/Bits.h"

namespace charonia::numerics::detail {

/// A binary format of at most 32 bits.
struct Format {
  int mantissaBits;
  int bias;
  uint32_t maxFinite; ///< magnitude bits of the largest finite value
  uint32_t nan;       ///< canonical NaN
  uint32_t infinity;  ///< magnitude bits, 0 if the format has none
  uint32_t signBit;
  bool saturates;
  bool unsignedZero; ///< FNUZ
};

inline constexpr Format kE4M3FN{3, 7, 0x7e, 0x7f, 0, 0x80, true, false};
inline constexpr Format kE4M3FNUZ{3, 8, 0x7f, 0x80, 0, 0x80, true, true};
inline constexpr Format kE5M2{2, 15, 0x7b, 0x7e, 0x7c, 0x80, true, false};
inline constexpr Format kE5M2FNUZ{2, 16, 0x7f, 0x80, 0, 0x80, true, true};
inline constexpr Format kF16{10, 15, 0x7bff, 0x7e00, 0x7c00, 0x8000, false, false};
inline constexpr Format kBF16{7, 127, 0x7f7f, 0x7fc0, 0x7f80, 0x8000, false, false};
inline constexpr Format kF32{23,         127,         0x7f7fffff, 0x7fc00000,
                             0x7f800000, 0x80000000u, false,      false};

enum class Rounding : uint8_t { NearestEven, TowardZero };

/// Rounds a double into `f`.
inline uint32_t encode(const Format &f, double value, Rounding rounding = Rounding::NearestEven) {
  if (value != value) {
    return f.nan;
  }
  const uint64_t bits = bitsOf(value);
  const uint32_t sign = (bits >> 63) != 0 ? f.signBit : 0;
  if ((bits & ~kSign64) == 0) {
    return f.unsignedZero ? 0 : sign;
  }
  const int biased = static_cast<int>(bits >> 52) & 0x7ff;
  if (biased == 0x7ff) {
    return sign | (f.infinity != 0 ? f.infinity : f.maxFinite);
  }
  // value = significand * 2^exponent. A subnormal double is below every format but keeps its bits.
  uint64_t significand = bits & 0x000fffffffffffffull;
  int exponent = biased - 1075;
  if (biased == 0) {
    exponent = -1074;
  } else {
    significand |= uint64_t{1} << 52;
  }
  const int target = biased - 1023 + f.bias; // exponent field in the target
  const bool subnormal = target < 1;
  const int lsbExponent = (subnormal ? 1 - f.bias : biased - 1023) - f.mantissaBits;
  int shift = lsbExponent - exponent;
  if (shift > 63) {
    shift = 63; // below half of the smallest value: only "not zero" matters, and it rounds to zero
  }
  uint64_t kept = significand >> shift;
  const uint64_t rest = significand & ((uint64_t{1} << shift) - 1);
  const uint64_t half = uint64_t{1} << (shift - 1);
  if (rounding == Rounding::NearestEven && (rest > half || (rest == half && (kept & 1) != 0))) {
    ++kept;
  }
  // `kept` carries the implicit bit of a normal number; adding it lets a carry move the exponent.
  uint64_t magnitudeBits =
      subnormal ? kept : (static_cast<uint64_t>(target - 1) << f.mantissaBits) + kept;
  if (magnitudeBits > f.maxFinite) {
    const bool toInfinity = !f.saturates && rounding == Rounding::NearestEven;
    magnitudeBits = toInfinity ? f.infinity : f.maxFinite;
  }
  if (magnitudeBits == 0 && f.unsignedZero) {
    return 0;
  }
  return sign | static_cast<uint32_t>(magnitudeBits);
}

/// The value of `bits` in `f`, exact.
inline double decode(const Format &f, uint32_t bits) {
  const uint32_t magnitudeBits = bits & (f.signBit - 1);
  const bool negative = (bits & f.signBit) != 0;
  if (f.unsignedZero && bits == f.nan) {
    return doubleOf(kNan64);
  }
  if (magnitudeBits > f.maxFinite) {
    if (f.infinity != 0 && magnitudeBits == f.infinity) {
      return negative ? -__builtin_inf() : __builtin_inf();
    }
    return doubleOf(kNan64);
  }
  const uint32_t field = magnitudeBits >> f.mantissaBits;
  const uint32_t mantissa = magnitudeBits & ((1u << f.mantissaBits) - 1);
  const uint32_t integer = field != 0 ? mantissa | (1u << f.mantissaBits) : mantissa;
  const int exponent = static_cast<int>(field != 0 ? field : 1) - f.bias - f.mantissaBits;
  const double value =
      static_cast<double>(integer) * doubleOf(static_cast<uint64_t>(exponent + 1023) << 52);
  return negative ? -value : value;
}

CHARONIA_INLINE float f16ToF32(uint16_t h) {
  // The field moves into place; a multiplication by 2^112 moves the bias and normalises subnormals.
  const uint32_t shifted = static_cast<uint32_t>(h & 0x7fffu) << 13;
  uint32_t bits = bitsOf(floatOf(shifted) * 0x1p112f);
  bits = (h & 0x7c00u) == 0x7c00u ? 0x7f800000u : bits;
  bits |= static_cast<uint32_t>(h & 0x8000u) << 16;
  return floatOf((h & 0x7fffu) > 0x7c00u ? kNan32 : bits);
}

CHARONIA_INLINE uint16_t f32ToF16(float value) {
  const uint32_t all = bitsOf(value);
  const uint32_t a = all & 0x7fffffffu;
  // Subnormal results: the sum with 0.5, whose last place is 2^-24, rounds as fp16 does.
  const uint32_t small = bitsOf(floatOf(a) + 0.5f) - 0x3f000000u;
  const uint32_t normal = (a - (112u << 23) + 0xfffu + ((a >> 13) & 1u)) >> 13;
  uint32_t r = a < 0x38800000u ? small : normal;
  r = a >= 0x47800000u ? 0x7c00u : r;
  r |= (all >> 16) & 0x8000u;
  r = a > 0x7f800000u ? 0x7e00u : r;
  return static_cast<uint16_t>(r);
}

CHARONIA_INLINE float bf16ToF32(uint16_t h) {
  const uint32_t bits = static_cast<uint32_t>(h) << 16;
  return floatOf((bits & 0x7fffffffu) > 0x7f800000u ? kNan32 : bits);
}

CHARONIA_INLINE uint16_t f32ToBf16(float value) {
  const uint32_t all = bitsOf(value);
  const uint32_t rounded = (all + 0x7fffu + ((all >> 16) & 1u)) >> 16;
  return static_cast<uint16_t>((all & 0x7fffffffu) > 0x7f800000u ? 0x7fc0u : rounded);
}

// Traits of the floating element types: storage, the type in which arithmetic is done, both ways.
template <ElementType E>
struct FloatTraits;

template <const Format &F>
struct Fp8Traits {
  using Storage = uint8_t;
  using Compute = float;
  static CHARONIA_INLINE float up(uint8_t x) { return static_cast<float>(decode(F, x)); }
  static CHARONIA_INLINE uint8_t down(float x) { return static_cast<uint8_t>(encode(F, x)); }
  static uint8_t fromWide(double x, Rounding r) { return static_cast<uint8_t>(encode(F, x, r)); }
};
template <>
struct FloatTraits<ElementType::F8E4M3FN> : Fp8Traits<kE4M3FN> {};
template <>
struct FloatTraits<ElementType::F8E4M3FNUZ> : Fp8Traits<kE4M3FNUZ> {};
template <>
struct FloatTraits<ElementType::F8E5M2> : Fp8Traits<kE5M2> {};
template <>
struct FloatTraits<ElementType::F8E5M2FNUZ> : Fp8Traits<kE5M2FNUZ> {};
template <>
struct FloatTraits<ElementType::F16> {
  using Storage = uint16_t;
  using Compute = float;
  static CHARONIA_INLINE float up(uint16_t x) { return f16ToF32(x); }
  static CHARONIA_INLINE uint16_t down(float x) { return f32ToF16(x); }
  static uint16_t fromWide(double x, Rounding r) {
    return static_cast<uint16_t>(encode(kF16, x, r));
  }
};
template <>
struct FloatTraits<ElementType::BF16> {
  using Storage = uint16_t;
  using Compute = float;
  static CHARONIA_INLINE float up(uint16_t x) { return bf16ToF32(x); }
  static CHARONIA_INLINE uint16_t down(float x) { return f32ToBf16(x); }
  static uint16_t fromWide(double x, Rounding r) {
    return static_cast<uint16_t>(encode(kBF16, x, r));
  }
};
template <>
struct FloatTraits<ElementType::F32> {
  using Storage = uint32_t;
  using Compute = float;
  static CHARONIA_INLINE float up(uint32_t x) { return floatOf(x); }
  static CHARONIA_INLINE uint32_t down(float x) { return bitsOf(canonical(x)); }
  static uint32_t fromWide(double x, Rounding r) { return encode(kF32, x, r); }
};
template <>
struct FloatTraits<ElementType::F64> {
  using Storage = uint64_t;
  using Compute = double;
  static CHARONIA_INLINE double up(uint64_t x) { return doubleOf(x); }
  static CHARONIA_INLINE uint64_t down(double x) { return bitsOf(canonical(x)); }
  static uint64_t fromWide(double x, Rounding) { return bitsOf(canonical(x)); }
};

/// A double that rounds to any format of at most 32 bits as the integer does: the last bit is
/// sticky.
inline double stickyDouble(uint64_t magnitudeBits) {
  if ((magnitudeBits >> 52) == 0) {
    return static_cast<double>(magnitudeBits);
  }
  const uint64_t rest = magnitudeBits & 0xffffu;
  return static_cast<double>((magnitudeBits >> 16) | (rest != 0 ? 1 : 0)) * 65536.0;
}

} // namespace charonia::numerics::detail

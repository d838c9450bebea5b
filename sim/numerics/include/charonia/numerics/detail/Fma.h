// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fused multiply-add with one rounding, without the instruction, so that machines that lack it
// agree with those that have it. Both are correctly rounded, so code that may use the instruction
// gives the same bits.
#pragma once

#include "charonia/numerics/detail/Bits.h"

namespace charonia::numerics::detail {

/// a * b is exact in fp64; the sum is rounded to odd there, which makes the rounding to fp32 the
/// only one.
CHARONIA_INLINE float fusedMultiplyAdd(float a, float b, float c) {
  const double p = static_cast<double>(a) * static_cast<double>(b);
  const double d = static_cast<double>(c);
  const double s = p + d;
  const double z = s - p;
  const double error = (p - (s - z)) + (d - z);
  uint64_t bits = bitsOf(s);
  // Inexact and even: step by one toward the side of the error. (NaN and infinity have a NaN
  // error.)
  const bool inexact = (error > 0 || error < 0) && (bits & 1) == 0;
  const bool away = (error > 0) == (s > 0);
  const uint64_t step = away ? uint64_t{1} : ~uint64_t{0};
  bits += inexact ? step : 0;
  return static_cast<float>(doubleOf(bits));
}

/// The same in fp64, by integer arithmetic.
double fusedMultiplyAdd(double a, double b, double c);

} // namespace charonia::numerics::detail

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hyperbolic functions, error function, roots.
#include "charonia/numerics/detail/Constants.h"
#include "charonia/numerics/detail/Elementary.h"
#include "charonia/numerics/detail/ExpLog.h"

namespace charonia::numerics::detail {
namespace {

/// (sinh(x) / x - 1) / x^2 in powers of x^2, Taylor, for |x| <= 1.
constexpr double kSinh[] = {
    1.0 / 6,
    1.0 / 120,
    1.0 / 5040,
    1.0 / 362880,
    1.0 / 39916800,
    1.0 / 6227020800.0,
    1.0 / 1307674368000.0,
    1.0 / 355687428096000.0,
    1.0 / 121645100408832000.0,
};

/// exp(x) and exp(-x), halved, for 0 <= x < 25.
void halves(double x, Pair &up, Pair &down) {
  const ScaledPair e = expPair({x, 0});
  const double power = doubleOf(static_cast<uint64_t>(e.exponent + 1022) << 52);
  up = scaled(e.mantissa, power);
  down = divide({0.25, 0}, up);
}

/// exp(x) / 2 for x >= 25, where the other half does not count.
double halfExp(double x) {
  if (x > 1100) {
    return __builtin_inf();
  }
  const ScaledPair e = expPair({x, 0});
  return scale(rounded(e.mantissa), e.exponent - 1);
}

/// erfc(x) for x >= 1/2.
double erfcUpper(double x) {
  if (x > 28) {
    return 0;
  }
  Pair factor{0, 0}; // erfc(x) exp(x^2)
  if (x >= 4) {
    factor = divide(polynomialPair(kErfcTail, 32 / (x * x) - 1), {x, 0});
  } else {
    const ErfcPiece *piece = kErfcPieces;
    while (x > piece->end) {
      ++piece;
    }
    factor = polynomialPair(piece->coefficients, (x - piece->middle) * piece->scale);
  }
  const ScaledPair e = expPair(negate(exactProduct(x, x)));
  return scale(rounded(multiply(e.mantissa, factor)), e.exponent);
}

/// erf(x) for |x| <= 1.
Pair erfLower(double x) { return quickSum(x, x * polynomial(kErf, x * x)); }

} // namespace

double sinhOf(double x) {
  if (x != x) {
    return x;
  }
  const double a = magnitude(x);
  if (a < 1) {
    const double z = x * x;
    return x + x * z * polynomial(kSinh, z);
  }
  if (a >= 25) {
    return withSign(halfExp(a), x);
  }
  Pair up{}, down{};
  halves(a, up, down);
  return withSign(rounded(add(up, negate(down))), x);
}

double coshOf(double x) {
  if (x != x) {
    return x;
  }
  const double a = magnitude(x);
  if (a >= 25) {
    return halfExp(a);
  }
  Pair up{}, down{};
  halves(a, up, down);
  return rounded(add(up, down));
}

double tanhOf(double x) {
  const double a = magnitude(x);
  if (x != x || a < 0x1p-27) {
    return x;
  }
  if (a > 22) {
    return withSign(1.0, x);
  }
  const Pair e = expm1Pair({2 * a, 0});
  return withSign(rounded(divide(e, add(e, 2.0))), x);
}

double erfOf(double x) {
  if (x != x) {
    return x;
  }
  const double a = magnitude(x);
  if (a <= 1) {
    return rounded(erfLower(x));
  }
  return withSign(1 - erfcUpper(a), x);
}

double erfcOf(double x) {
  if (x != x) {
    return x;
  }
  if (magnitude(x) < 0.5) {
    return rounded(add(negate(erfLower(x)), 1.0));
  }
  return x > 0 ? erfcUpper(x) : 2 - erfcUpper(-x);
}

double rsqrtOf(double x) {
  if (x != x || x == 0) {
    return x == 0 ? withSign(__builtin_inf(), x) : x;
  }
  if (x < 0 || isInfinite(x)) {
    return x < 0 ? doubleOf(kNan64) : 0.0;
  }
  const double up = x < 0x1p-900 ? 0x1p108 : 1.0, back = x < 0x1p-900 ? 0x1p54 : 1.0;
  return rounded(divide({1, 0}, squareRoot(Pair{x * up, 0}))) * back;
}

double cbrtOf(double x) {
  if (x != x || x == 0 || isInfinite(x)) {
    return x;
  }
  double a = magnitude(x);
  int third = 0;
  if (a < 0x1p-1000) {
    a *= 0x1p120;
    third = -40;
  }
  // a = m * 8^q, 1 <= m < 8
  const int exponent = static_cast<int>(bitsOf(a) >> 52) - 1023;
  const int q = (exponent + 1200) / 3 - 400;
  const double m = scale(a, -3 * q);
  double y = 0.92 + m * (0.145 - m * 0.0015);
  for (int i = 0; i < 3; ++i) { // Halley: the error is cubed each time
    const double cube = y * y * y;
    y = y * (cube + 2 * m) / (2 * cube + m);
  }
  const Pair cube = multiply(exactProduct(y, y), y);
  const double rest = (m - cube.high) - cube.low;
  return withSign(scale(y + rest / (3 * y * y), q + third), x);
}

} // namespace charonia::numerics::detail

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Largest error of every transcendental function against 80-bit arithmetic. The bounds are the
// claims of sim/numerics/README.md; run with --gtest_also_run... or read the printed table for the
// measured values.
#include "NumericsTesting.h"

#include <cstdio>
#include <gtest/gtest.h>

namespace charonia::numerics::testing {
namespace {

using Reference1 = long double (*)(long double);

struct Range {
  double low, high;
};
struct Claim {
  Fn fn;
  Reference1 reference;
  double bound32, bound64;
  std::vector<Range> ranges;
};

long double rsqrtReference(long double x) { return 1 / std::sqrt(x); }

const std::vector<Claim> &claims() {
  static const std::vector<Claim> kClaims = {
      {Fn::Exp,
       [](long double x) { return std::exp(x); },
       0.51,
       0.8,
       {{-1, 1}, {-104, 89}, {-746, 710}}},
      {Fn::Exp2,
       [](long double x) { return std::exp2(x); },
       0.51,
       0.8,
       {{-1, 1}, {-150, 128}, {-1075, 1024}}},
      {Fn::Expm1,
       [](long double x) { return std::expm1(x); },
       0.51,
       0.9,
       {{-0.01, 0.01}, {-1, 1}, {-50, 89}, {-60, 710}}},
      {Fn::Log,
       [](long double x) { return std::log(x); },
       0.51,
       0.52,
       {{0.5, 2}, {0.99, 1.01}, {0, 1e-300}, {0, 1e30}, {0, 1e300}}},
      {Fn::Log2,
       [](long double x) { return std::log2(x); },
       0.51,
       0.52,
       {{0.5, 2}, {0.99, 1.01}, {0, 1e30}, {0, 1e300}}},
      {Fn::Log10,
       [](long double x) { return std::log10(x); },
       0.51,
       0.52,
       {{0.5, 2}, {0.99, 1.01}, {0, 1e30}, {0, 1e300}}},
      {Fn::Log1p,
       [](long double x) { return std::log1p(x); },
       0.51,
       0.52,
       {{-0.5, 1}, {-0.01, 0.01}, {-1, 1e10}, {0, 1e300}}},
      {Fn::Sin,
       [](long double x) { return std::sin(x); },
       0.51,
       0.8,
       {{-0.8, 0.8}, {-10, 10}, {-1e6, 1e6}, {-1e18, 1e18}}},
      {Fn::Cos,
       [](long double x) { return std::cos(x); },
       0.51,
       0.8,
       {{-0.8, 0.8}, {-10, 10}, {-1e6, 1e6}, {-1e18, 1e18}}},
      {Fn::Tan,
       [](long double x) { return std::tan(x); },
       0.51,
       0.9,
       {{-0.8, 0.8}, {-10, 10}, {-1e6, 1e6}, {-1e18, 1e18}}},
      {Fn::Asin,
       [](long double x) { return std::asin(x); },
       0.51,
       0.6,
       {{-1, 1}, {-0.01, 0.01}, {0.999, 1}}},
      {Fn::Acos,
       [](long double x) { return std::acos(x); },
       0.51,
       0.6,
       {{-1, 1}, {-0.01, 0.01}, {0.999, 1}}},
      {Fn::Atan,
       [](long double x) { return std::atan(x); },
       0.51,
       0.6,
       {{-1, 1}, {-0.1, 0.1}, {-20, 20}, {-1e20, 1e20}}},
      {Fn::Sinh,
       [](long double x) { return std::sinh(x); },
       0.51,
       1.0,
       {{-1, 1}, {-25, 25}, {-90, 90}, {-711, 711}}},
      {Fn::Cosh,
       [](long double x) { return std::cosh(x); },
       0.51,
       0.7,
       {{-1, 1}, {-25, 25}, {-90, 90}, {-711, 711}}},
      {Fn::Tanh,
       [](long double x) { return std::tanh(x); },
       0.51,
       0.8,
       {{-0.1, 0.1}, {-1, 1}, {-25, 25}}},
      {Fn::Erf,
       [](long double x) { return std::erf(x); },
       0.51,
       1.2,
       {{-0.1, 0.1}, {-1, 1}, {-6, 6}}},
      {Fn::Erfc,
       [](long double x) { return std::erfc(x); },
       0.51,
       2.0,
       {{-0.5, 0.5}, {-6, 1}, {0.5, 4}, {4, 10}, {4, 26.5}}},
      {Fn::Sqrt,
       [](long double x) { return std::sqrt(x); },
       0.5,
       0.5,
       {{0, 1}, {0, 1e30}, {0, 1e300}}},
      {Fn::Rsqrt, rsqrtReference, 0.51, 0.52, {{0, 1}, {0, 1e30}, {0, 1e300}, {0, 1e-300}}},
      {Fn::Cbrt,
       [](long double x) { return std::cbrt(x); },
       0.51,
       0.52,
       {{-1, 1}, {-1e30, 1e30}, {-1e300, 1e300}, {-1e-300, 1e-300}}},
  };
  return kClaims;
}

TEST(Accuracy, EveryUnaryFunctionKeepsItsBound) {
  for (const Claim &claim : claims()) {
    Random random(1);
    double worst32 = 0, worst64 = 0, at32 = 0, at64 = 0;
    for (const Range &range : claim.ranges) {
      for (int i = 0; i < 20000; ++i) {
        const double x = random.uniform(range.low, range.high);
        const float x32 = static_cast<float>(x);
        const double error32 = ulps32(callF32(claim.fn, x32), claim.reference(x32));
        const double error64 = ulps64(callF64(claim.fn, x), claim.reference(x));
        if (error32 > worst32) {
          worst32 = error32;
          at32 = x32;
        }
        if (error64 > worst64) {
          worst64 = error64;
          at64 = x;
        }
      }
    }
    std::printf("%-8s f32 %.4f ulp (at %.9g)   f64 %.4f ulp (at %.17g)\n", info(claim.fn).name,
                worst32, at32, worst64, at64);
    EXPECT_LE(worst32, claim.bound32) << info(claim.fn).name << " at " << at32;
    EXPECT_LE(worst64, claim.bound64) << info(claim.fn).name << " at " << at64;
  }
}

TEST(Accuracy, EveryExponentOfTheArgument) {
  for (const Claim &claim : claims()) {
    Random random(2);
    double worst64 = 0, at64 = 0;
    for (int i = 0; i < 40000; ++i) {
      const double x = std::bit_cast<double>(random.next());
      const long double expected = claim.reference(x);
      const double error = ulps64(callF64(claim.fn, x), expected);
      if (error > worst64) {
        worst64 = error;
        at64 = x;
      }
    }
    EXPECT_LE(worst64, claim.bound64) << info(claim.fn).name << " at " << at64;
  }
}

struct Binary {
  Fn fn;
  long double (*reference)(long double, long double);
  double bound32, bound64;
  Range x, y;
};

TEST(Accuracy, EveryBinaryFunctionKeepsItsBound) {
  const Binary binaries[] = {
      {Fn::Pow,
       [](long double x, long double y) { return std::pow(x, y); },
       0.51,
       0.7,
       {0, 3},
       {-20, 20}},
      {Fn::Pow,
       [](long double x, long double y) { return std::pow(x, y); },
       0.51,
       0.7,
       {0.9, 1.1},
       {-5000, 5000}},
      {Fn::Pow,
       [](long double x, long double y) { return std::pow(x, y); },
       0.51,
       0.7,
       {0, 1e30},
       {-10, 10}},
      {Fn::Atan2,
       [](long double x, long double y) { return std::atan2(x, y); },
       0.51,
       0.6,
       {-2, 2},
       {-2, 2}},
      {Fn::Atan2,
       [](long double x, long double y) { return std::atan2(x, y); },
       0.51,
       0.6,
       {-1e-3, 1e-3},
       {-1e30, 1e30}},
      {Fn::Hypot,
       [](long double x, long double y) { return std::hypot(x, y); },
       0.51,
       0.52,
       {-2, 2},
       {-2, 2}},
      {Fn::Hypot,
       [](long double x, long double y) { return std::hypot(x, y); },
       0.51,
       0.52,
       {-1e300, 1e300},
       {-1e300, 1e300}},
  };
  for (const Binary &claim : binaries) {
    Random random(3);
    double worst32 = 0, worst64 = 0;
    for (int i = 0; i < 40000; ++i) {
      const double x = random.uniform(claim.x.low, claim.x.high);
      const double y = random.uniform(claim.y.low, claim.y.high);
      const float x32 = static_cast<float>(x), y32 = static_cast<float>(y);
      worst32 = std::max(worst32, ulps32(callF32(claim.fn, x32, y32), claim.reference(x32, y32)));
      worst64 = std::max(worst64, ulps64(callF64(claim.fn, x, y), claim.reference(x, y)));
    }
    std::printf("%-8s f32 %.4f ulp   f64 %.4f ulp\n", info(claim.fn).name, worst32, worst64);
    EXPECT_LE(worst32, claim.bound32) << info(claim.fn).name;
    EXPECT_LE(worst64, claim.bound64) << info(claim.fn).name;
  }
}

} // namespace
} // namespace charonia::numerics::testing

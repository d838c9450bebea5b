// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalar functions: the table, defined integer results, IEEE special cases, exact operations.
#include "NumericsTesting.h"

#include <cstring>
#include <gtest/gtest.h>

namespace charonia::numerics::testing {
namespace {

using E = ElementType;

uint64_t i32(Fn fn, uint64_t a, uint64_t b = 0) { return evaluate(fn, E::I32, E::I32, a, b); }
uint64_t i8(Fn fn, uint64_t a, uint64_t b = 0) { return evaluate(fn, E::I8, E::I8, a, b); }

TEST(Table, NamesAreFoundAgain) {
  for (unsigned i = 0; i < kNumFns; ++i) {
    Fn found{};
    ASSERT_TRUE(findFn(info(static_cast<Fn>(i)).name, found));
    EXPECT_EQ(static_cast<unsigned>(found), i);
  }
  Fn fn{};
  EXPECT_FALSE(findFn("AddQ", fn));
  EXPECT_FALSE(findFn("Add", fn));
  ElementType type{};
  EXPECT_TRUE(findElementType("f8E5M2", type));
  EXPECT_EQ(type, E::F8E5M2);
  EXPECT_STREQ(name(E::BF16), "bf16");
  EXPECT_FALSE(findElementType("f8", type));
}

TEST(Integer, DivisionIsDefinedEverywhere) {
  EXPECT_EQ(i32(Fn::DivSI, 7, 0), 0xffffffffu);
  EXPECT_EQ(i32(Fn::DivUI, 7, 0), 0xffffffffu);
  EXPECT_EQ(i32(Fn::RemSI, 7, 0), 7u);
  EXPECT_EQ(i32(Fn::RemUI, 7, 0), 7u);
  EXPECT_EQ(i32(Fn::DivSI, 0x80000000u, 0xffffffffu), 0x80000000u);
  EXPECT_EQ(i32(Fn::RemSI, 0x80000000u, 0xffffffffu), 0u);
  EXPECT_EQ(evaluate(Fn::DivSI, E::I64, E::I64, uint64_t{1} << 63, ~uint64_t{0}),
            uint64_t{1} << 63);
  EXPECT_EQ(i8(Fn::DivSI, 0x80, 0xff), 0x80u);
  EXPECT_EQ(evaluate(Fn::DivSI, E::I1, E::I1, 1, 1), 1u); // -1 / -1 = 1, which wraps to the bit 1
}

TEST(Integer, FloorAndCeilingDivision) {
  for (int a = -20; a <= 20; ++a) {
    for (int b = -7; b <= 7; ++b) {
      if (b == 0) {
        continue;
      }
      const auto ua = static_cast<uint8_t>(a), ub = static_cast<uint8_t>(b);
      const double quotient = static_cast<double>(a) / b;
      EXPECT_EQ(i8(Fn::FloorDivSI, ua, ub),
                static_cast<uint8_t>(static_cast<int>(std::floor(quotient))));
      EXPECT_EQ(i8(Fn::CeilDivSI, ua, ub),
                static_cast<uint8_t>(static_cast<int>(std::ceil(quotient))));
      EXPECT_EQ(i8(Fn::RemSI, ua, ub), static_cast<uint8_t>(a % b));
    }
  }
}

TEST(Integer, ShiftsBeyondTheWidth) {
  EXPECT_EQ(i32(Fn::ShlI, 1, 31), 0x80000000u);
  EXPECT_EQ(i32(Fn::ShlI, 1, 32), 0u);
  EXPECT_EQ(i32(Fn::ShrUI, 0x80000000u, 40), 0u);
  EXPECT_EQ(i32(Fn::ShrSI, 0x80000000u, 40), 0xffffffffu);
  EXPECT_EQ(i32(Fn::ShrSI, 0x40000000u, 0xffffffffu), 0u);
  EXPECT_EQ(evaluate(Fn::ShlI, E::I64, E::I64, 1, 64), 0u);
  EXPECT_EQ(i8(Fn::ShlI, 0xff, 8), 0u);
  EXPECT_EQ(i8(Fn::ShrSI, 0x80, 7), 0xffu);
}

TEST(Integer, WrapAndHighProducts) {
  EXPECT_EQ(i8(Fn::AddI, 200, 100), 44u);
  EXPECT_EQ(i8(Fn::MulI, 200, 200), (200u * 200u) & 0xff);
  EXPECT_EQ(evaluate(Fn::MulI, E::I16, E::I16, 0xffff, 0xffff), 1u);
  EXPECT_EQ(i32(Fn::MulHiUI, 0xffffffffu, 0xffffffffu), 0xfffffffeu);
  EXPECT_EQ(i32(Fn::MulHiSI, 0xffffffffu, 2), 0xffffffffu);
  EXPECT_EQ(evaluate(Fn::MulHiUI, E::I64, E::I64, ~uint64_t{0}, ~uint64_t{0}), ~uint64_t{1});
  EXPECT_EQ(evaluate(Fn::MulHiSI, E::I64, E::I64, ~uint64_t{0}, 5), ~uint64_t{0});
  EXPECT_EQ(i8(Fn::MulHiSI, 0x80, 0x80), 0x40u);
  EXPECT_EQ(i32(Fn::AbsI, 0x80000000u), 0x80000000u);
  EXPECT_EQ(i8(Fn::AbsI, 0xff), 1u);
}

TEST(Integer, Counts) {
  EXPECT_EQ(i32(Fn::Clz, 0), 32u);
  EXPECT_EQ(i32(Fn::Clz, 1), 31u);
  EXPECT_EQ(i8(Fn::Clz, 0x10), 3u);
  EXPECT_EQ(evaluate(Fn::Clz, E::I64, E::I64, 1), 63u);
  EXPECT_EQ(evaluate(Fn::Popc, E::I64, E::I64, 0xf0f0), 8u);
  EXPECT_EQ(evaluate(Fn::Popc, E::I64, E::I64, ~uint64_t{0}), 64u);
  EXPECT_EQ(i8(Fn::Popc, 0xfff), 8u);
}

TEST(Integer, CompareSignedness) {
  EXPECT_EQ(evaluate(Fn::CmpSlt, E::I8, E::I1, 0x80, 1), 1u);
  EXPECT_EQ(evaluate(Fn::CmpUlt, E::I8, E::I1, 0x80, 1), 0u);
  EXPECT_EQ(evaluate(Fn::CmpSlt, E::I1, E::I1, 1, 0), 1u);
  EXPECT_EQ(i32(Fn::MinSI, 0xffffffffu, 1), 0xffffffffu);
  EXPECT_EQ(i32(Fn::MinUI, 0xffffffffu, 1), 1u);
}

TEST(Float, MinimumAndMaximumWithNanAndZeros) {
  EXPECT_EQ(callF32(Fn::MinNumF, NAN, 3), 3);
  EXPECT_EQ(callF32(Fn::MaxNumF, 3, NAN), 3);
  EXPECT_TRUE(std::isnan(callF32(Fn::MaxNumF, NAN, NAN)));
  EXPECT_TRUE(std::isnan(callF32(Fn::MinimumF, NAN, 3)));
  EXPECT_TRUE(std::isnan(callF32(Fn::MaximumF, 3, NAN)));
  EXPECT_TRUE(std::signbit(callF32(Fn::MinimumF, 0.0f, -0.0f)));
  EXPECT_TRUE(std::signbit(callF32(Fn::MinNumF, -0.0f, 0.0f)));
  EXPECT_FALSE(std::signbit(callF32(Fn::MaximumF, -0.0f, 0.0f)));
  EXPECT_FALSE(std::signbit(callF32(Fn::MaxNumF, 0.0f, -0.0f)));
  EXPECT_EQ(callF32(Fn::ClampF, NAN, -1, 1), -1);
  EXPECT_TRUE(std::isnan(callF32(Fn::ClampNanF, NAN, -1, 1)));
  EXPECT_EQ(callF32(Fn::ClampF, 5, -1, 1), 1);
  EXPECT_EQ(evaluate(Fn::MaxNumF, E::F8E5M2, E::F8E5M2, 0x7c, 0x3c), 0x7cu);
}

TEST(Float, SignOperations) {
  EXPECT_TRUE(std::signbit(callF32(Fn::NegF, 0.0f)));
  EXPECT_EQ(callF32(Fn::AbsF, -2.5f), 2.5f);
  EXPECT_EQ(callF32(Fn::CopySignF, 2.5f, -0.0f), -2.5f);
  EXPECT_EQ(evaluate(Fn::NegF, E::F32, E::F32, 0x7fc12345), 0xffc12345u);
  EXPECT_EQ(evaluate(Fn::NegF, E::F8E4M3FNUZ, E::F8E4M3FNUZ, 0), 0u);
  EXPECT_EQ(evaluate(Fn::NegF, E::F8E4M3FNUZ, E::F8E4M3FNUZ, 0x80), 0x80u);
  EXPECT_EQ(evaluate(Fn::AbsF, E::F8E4M3FNUZ, E::F8E4M3FNUZ, 0x81), 1u);
  EXPECT_EQ(evaluate(Fn::SignBitF, E::F32, E::I1, 0x80000000u), 1u);
}

TEST(Float, ComparesOrderedAndUnordered) {
  const auto compare = [](Fn fn, double a, double b) {
    return evaluate(fn, E::F64, E::I1, std::bit_cast<uint64_t>(a), std::bit_cast<uint64_t>(b)) == 1;
  };
  EXPECT_FALSE(compare(Fn::CmpOeq, NAN, NAN));
  EXPECT_TRUE(compare(Fn::CmpUeq, NAN, 1));
  EXPECT_TRUE(compare(Fn::CmpOeq, 0.0, -0.0));
  EXPECT_FALSE(compare(Fn::CmpOne, NAN, 1));
  EXPECT_TRUE(compare(Fn::CmpUne, NAN, NAN));
  EXPECT_TRUE(compare(Fn::CmpFUlt, NAN, 1));
  EXPECT_TRUE(compare(Fn::CmpFUle, 1, 1));
  EXPECT_FALSE(compare(Fn::CmpFUgt, 1, 2));
  EXPECT_TRUE(compare(Fn::CmpFUge, 2, 2));
  EXPECT_TRUE(compare(Fn::CmpOrd, 1, 2));
  EXPECT_TRUE(compare(Fn::CmpUno, 1, NAN));
  EXPECT_TRUE(compare(Fn::CmpTrue, NAN, NAN));
  EXPECT_FALSE(compare(Fn::CmpFalse, 1, 1));
  EXPECT_TRUE(compare(Fn::CmpOgt, INFINITY, 1));
}

TEST(Float, RoundingToInteger) {
  for (E type : {E::F16, E::F32, E::F64}) {
    EXPECT_EQ(call(Fn::Round, type, 2.5), 3);
    EXPECT_EQ(call(Fn::Round, type, -2.5), -3);
    EXPECT_EQ(call(Fn::NearbyInt, type, 2.5), 2);
    EXPECT_EQ(call(Fn::NearbyInt, type, 3.5), 4);
    EXPECT_EQ(call(Fn::Floor, type, -0.5), -1);
    EXPECT_EQ(call(Fn::Ceil, type, 0.25), 1);
    EXPECT_EQ(call(Fn::Trunc, type, -1.75), -1);
    EXPECT_TRUE(std::signbit(call(Fn::Ceil, type, -0.5)));
    EXPECT_TRUE(std::signbit(call(Fn::Round, type, -0.25)));
    EXPECT_EQ(call(Fn::Floor, type, INFINITY), INFINITY);
    EXPECT_TRUE(std::isnan(call(Fn::Round, type, NAN)));
  }
  EXPECT_EQ(callF32(Fn::Round, 0.49999997f), 0);
  EXPECT_EQ(callF32(Fn::Round, 8388609.0f), 8388609.0f);
  EXPECT_EQ(callF64(Fn::Floor, -0x1.fffffffffffffp51), std::floor(-0x1.fffffffffffffp51));
}

TEST(Float, RoundingMatchesTheReference) {
  Random random(7);
  for (int i = 0; i < 100000; ++i) {
    const auto bits = static_cast<uint32_t>(random.next());
    const float x = std::bit_cast<float>(bits), y = static_cast<float>(random.uniform(-1e5, 1e5));
    for (float v : {x, y}) {
      if (std::isnan(v)) {
        continue;
      }
      ASSERT_EQ(std::bit_cast<uint32_t>(callF32(Fn::Floor, v)),
                std::bit_cast<uint32_t>(std::floor(v)));
      ASSERT_EQ(std::bit_cast<uint32_t>(callF32(Fn::Ceil, v)),
                std::bit_cast<uint32_t>(std::ceil(v)));
      ASSERT_EQ(std::bit_cast<uint32_t>(callF32(Fn::Trunc, v)),
                std::bit_cast<uint32_t>(std::trunc(v)));
      ASSERT_EQ(std::bit_cast<uint32_t>(callF32(Fn::Round, v)),
                std::bit_cast<uint32_t>(std::round(v)));
      ASSERT_EQ(std::bit_cast<uint32_t>(callF32(Fn::NearbyInt, v)),
                std::bit_cast<uint32_t>(std::nearbyint(v)));
    }
  }
}

/// Values with close and far exponents, subnormals and ends of the range.
double interesting(Random &random) {
  switch (random.next() % 4) {
  case 0:
    return std::bit_cast<double>(random.next());
  case 1:
    return std::ldexp(random.uniform(-2, 2), -1060 + static_cast<int>(random.next() % 60));
  case 2:
    return static_cast<double>(static_cast<int64_t>(random.next()) >> (random.next() % 60));
  default:
    return random.uniform(-4, 4);
  }
}

TEST(Float, FmaIsRoundedOnce) {
  Random random(8);
  for (int i = 0; i < 300000; ++i) {
    const double a = interesting(random), b = interesting(random);
    double c = interesting(random);
    if (i % 3 == 0) {
      c = -a * b * (i % 2 == 0 ? 1 : 1 + 0x1p-52); // massive cancellation
    }
    const double expected = std::fma(a, b, c), actual = callF64(Fn::FmaF, a, b, c);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(actual));
    } else {
      ASSERT_EQ(std::bit_cast<uint64_t>(actual), std::bit_cast<uint64_t>(expected))
          << a << " " << b << " " << c;
    }
    const auto af = static_cast<float>(a), bf = static_cast<float>(b);
    const float cf = i % 3 == 0 ? -af * bf : static_cast<float>(c);
    const float expected32 = std::fma(af, bf, cf), actual32 = callF32(Fn::FmaF, af, bf, cf);
    if (std::isnan(expected32)) {
      ASSERT_TRUE(std::isnan(actual32));
    } else {
      ASSERT_EQ(std::bit_cast<uint32_t>(actual32), std::bit_cast<uint32_t>(expected32))
          << af << " " << bf << " " << cf;
    }
  }
}

TEST(Float, RemainderIsExact) {
  Random random(9);
  for (int i = 0; i < 100000; ++i) {
    const double a = interesting(random), b = interesting(random);
    const double expected = std::fmod(a, b), actual = callF64(Fn::RemF, a, b);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(actual));
    } else {
      ASSERT_EQ(std::bit_cast<uint64_t>(actual), std::bit_cast<uint64_t>(expected))
          << a << " " << b;
    }
    const auto af = static_cast<float>(a), bf = static_cast<float>(b);
    const float expected32 = std::fmod(af, bf), actual32 = callF32(Fn::RemF, af, bf);
    if (!std::isnan(expected32)) {
      ASSERT_EQ(actual32, expected32) << af << " " << bf;
    }
  }
  EXPECT_EQ(callF32(Fn::RemF, -7, 3), -1);
  EXPECT_TRUE(std::isnan(callF32(Fn::RemF, 1, 0)));
  EXPECT_EQ(callF32(Fn::RemF, 5, INFINITY), 5);
}

TEST(Float, SmallFormatsComputeInFp32AndRoundOnce) {
  Random random(10);
  for (E type : kFloatTypes) {
    if (type == E::F64 || type == E::F32) {
      continue;
    }
    for (int i = 0; i < 5000; ++i) {
      const uint64_t a = random.next() & 0xffff, b = random.next() & 0xffff;
      const auto x = static_cast<float>(toDouble(type, a)),
                 y = static_cast<float>(toDouble(type, b));
      const float quotient = x / y;
      const uint64_t expected = fromDouble(type, quotient);
      const uint64_t actual = evaluate(Fn::DivF, type, type, a, b);
      ASSERT_TRUE(actual == expected || (isNan(type, actual) && isNan(type, expected)))
          << name(type);
    }
  }
}

TEST(Float, ArithmeticNanIsCanonical) {
  EXPECT_EQ(evaluate(Fn::AddF, E::F32, E::F32, 0xffc12345, 0), 0x7fc00000u);
  EXPECT_EQ(evaluate(Fn::SubF, E::F32, E::F32, 0x7f800000, 0x7f800000), 0x7fc00000u);
  EXPECT_EQ(evaluate(Fn::MulF, E::F16, E::F16, 0x7c00, 0), 0x7e00u);
  EXPECT_EQ(evaluate(Fn::Sqrt, E::F64, E::F64, std::bit_cast<uint64_t>(-1.0)), 0x7ff8000000000000u);
}

TEST(Transcendental, SpecialValues) {
  const double inf = INFINITY;
  EXPECT_EQ(callF32(Fn::Exp, -INFINITY), 0);
  EXPECT_EQ(callF32(Fn::Exp, INFINITY), inf);
  EXPECT_EQ(callF32(Fn::Exp, 0), 1);
  EXPECT_EQ(callF32(Fn::Exp2, 10), 1024);
  EXPECT_EQ(callF64(Fn::Exp2, -1074), 0x1p-1074);
  EXPECT_TRUE(std::signbit(callF32(Fn::Expm1, -0.0f)));
  EXPECT_EQ(callF32(Fn::Expm1, -INFINITY), -1);
  EXPECT_EQ(callF32(Fn::Log, 0), -inf);
  EXPECT_TRUE(std::isnan(callF32(Fn::Log, -1)));
  EXPECT_EQ(callF32(Fn::Log, 1), 0);
  EXPECT_EQ(callF64(Fn::Log2, 0x1p-1074), -1074);
  EXPECT_EQ(callF64(Fn::Log10, 1e22), 22);
  EXPECT_EQ(callF32(Fn::Log1p, -1), -inf);
  EXPECT_TRUE(std::signbit(callF32(Fn::Sin, -0.0f)));
  EXPECT_TRUE(std::isnan(callF32(Fn::Cos, INFINITY)));
  EXPECT_EQ(callF32(Fn::Cos, 0), 1);
  EXPECT_TRUE(std::isnan(callF32(Fn::Asin, 1.0001f)));
  EXPECT_EQ(callF32(Fn::Acos, 1), 0);
  EXPECT_EQ(callF64(Fn::Acos, -1), M_PI);
  EXPECT_EQ(callF64(Fn::Atan, inf), M_PI_2);
  EXPECT_EQ(callF32(Fn::Tanh, INFINITY), 1);
  EXPECT_EQ(callF32(Fn::Sinh, -INFINITY), -inf);
  EXPECT_EQ(callF32(Fn::Cosh, -INFINITY), inf);
  EXPECT_EQ(callF32(Fn::Erf, INFINITY), 1);
  EXPECT_EQ(callF32(Fn::Erfc, -INFINITY), 2);
  EXPECT_EQ(callF32(Fn::Erfc, INFINITY), 0);
  EXPECT_EQ(callF32(Fn::Rsqrt, 0), inf);
  EXPECT_EQ(callF32(Fn::Rsqrt, 4), 0.5f);
  EXPECT_EQ(callF32(Fn::Rsqrt, INFINITY), 0);
  EXPECT_TRUE(std::isnan(callF32(Fn::Rsqrt, -1)));
  EXPECT_EQ(callF32(Fn::Cbrt, -27), -3);
  EXPECT_EQ(callF64(Fn::Hypot, inf, NAN), inf);
  EXPECT_EQ(callF64(Fn::Hypot, 3, 4), 5);
}

TEST(Transcendental, PowerAndAtan2FollowC) {
  const double values[] = {0.0, -0.0,  1,      -1,     0.5,       -0.5,     2,         -2, 3,
                           -3,  1e300, -1e300, 0x1p53, 0x1p-1074, INFINITY, -INFINITY, NAN};
  for (double x : values) {
    for (double y : values) {
      const double power = std::pow(x, y), actualPower = callF64(Fn::Pow, x, y);
      const double angle = std::atan2(x, y), actualAngle = callF64(Fn::Atan2, x, y);
      if (std::isnan(power)) {
        EXPECT_TRUE(std::isnan(actualPower)) << x << " ^ " << y;
      } else {
        EXPECT_LE(ulps64(actualPower, power), 1) << x << " ^ " << y;
        EXPECT_EQ(std::signbit(power), std::signbit(actualPower)) << x << " ^ " << y;
      }
      if (std::isnan(angle)) {
        EXPECT_TRUE(std::isnan(actualAngle));
      } else {
        EXPECT_LE(ulps64(actualAngle, angle), 1) << x << ", " << y;
        EXPECT_EQ(std::signbit(angle), std::signbit(actualAngle)) << x << ", " << y;
      }
    }
  }
}

TEST(Transcendental, ReductionOfHugeArguments) {
  EXPECT_EQ(callF64(Fn::Sin, 1e22), -0.8522008497671888);
  EXPECT_LE(ulps64(callF64(Fn::Cos, 0x1.921fb54442d18p0), 6.123233995736766e-17L), 1);
  // The double closest to a multiple of pi/2 relative to its size.
  EXPECT_LE(ulps64(callF64(Fn::Cos, 6381956970095103.0 * 0x1p797), -4.6871659242546277e-19L), 2);
}

} // namespace
} // namespace charonia::numerics::testing

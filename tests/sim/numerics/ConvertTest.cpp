// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions: exhaustive for the small formats against a search over all their values.
#include "NumericsTesting.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace charonia::numerics::testing {
namespace {

using E = ElementType;

struct Value {
  double value;
  uint64_t bits;
};

/// Finite nonnegative values of a format of at most 16 bits, ascending.
std::vector<Value> finiteValues(E type) {
  std::vector<Value> values;
  const uint64_t count = uint64_t{1} << (8 * byteSize(type) - 1);
  for (uint64_t bits = 0; bits < count; ++bits) {
    const double value = toDouble(type, bits);
    if (std::isfinite(value)) {
      values.push_back({value, bits});
    }
  }
  return values;
}

/// Nearest even by search, with the overflow rule of the format.
uint64_t nearest(const std::vector<Value> &values, E type, double x) {
  const uint64_t sign = uint64_t{1} << (8 * byteSize(type) - 1);
  const bool fnuz = type == E::F8E4M3FNUZ || type == E::F8E5M2FNUZ;
  const double a = std::fabs(x);
  auto above = std::lower_bound(values.begin(), values.end(), a,
                                [](const Value &v, double key) { return v.value < key; });
  uint64_t bits = 0;
  if (above == values.end()) {
    const double largest = values.back().value;
    const double beyond = largest + (largest - values[values.size() - 2].value);
    const bool rounds = byteSize(type) == 2 && a >= (largest + beyond) / 2;
    bits = values.back().bits + (rounds ? 1 : 0);
  } else if (above->value == a || above == values.begin()) {
    bits = above->bits;
  } else {
    const Value &low = above[-1], &high = *above;
    const double middle = low.value + (high.value - low.value) / 2;
    bits = a < middle            ? low.bits
           : a > middle          ? high.bits
           : (low.bits & 1) == 0 ? low.bits
                                 : high.bits;
  }
  if (bits == 0 && fnuz) {
    return 0;
  }
  return bits | (std::signbit(x) ? sign : 0);
}

TEST(Convert, SmallFormatsRoundToNearestEven) {
  for (E type : {E::F8E4M3FN, E::F8E4M3FNUZ, E::F8E5M2, E::F8E5M2FNUZ, E::F16, E::BF16}) {
    const std::vector<Value> values = finiteValues(type);
    Random random(4);
    std::vector<double> inputs;
    for (size_t i = 0; i + 1 < values.size(); ++i) {
      const double middle = values[i].value + (values[i + 1].value - values[i].value) / 2;
      for (double x :
           {values[i].value, middle, std::nextafter(middle, 0.0), std::nextafter(middle, 1e30)}) {
        inputs.push_back(x);
        inputs.push_back(-x);
      }
    }
    for (double factor : {1.0, 1.01, 1.0625, 2.0, 1e30}) {
      inputs.push_back(values.back().value * factor);
    }
    for (double x : inputs) {
      ASSERT_EQ(fromDouble(type, x), nearest(values, type, x)) << name(type) << " " << x;
      ASSERT_EQ(evaluate(Fn::TruncF, E::F64, type, std::bit_cast<uint64_t>(x)),
                nearest(values, type, x))
          << name(type) << " " << x;
      const float x32 = static_cast<float>(x);
      ASSERT_EQ(evaluate(Fn::TruncF, E::F32, type, std::bit_cast<uint32_t>(x32)),
                nearest(values, type, x32))
          << name(type) << " " << x32;
    }
  }
}

TEST(Convert, EveryValueSurvivesTheWayThroughFp32AndFp64) {
  for (E type : {E::F8E4M3FN, E::F8E4M3FNUZ, E::F8E5M2, E::F8E5M2FNUZ, E::F16, E::BF16}) {
    for (uint64_t bits = 0; bits < (uint64_t{1} << (8 * byteSize(type))); ++bits) {
      for (E wide : {E::F32, E::F64}) {
        const uint64_t back =
            evaluate(Fn::TruncF, wide, type, evaluate(Fn::ExtF, type, wide, bits));
        if (isNan(type, bits)) {
          ASSERT_TRUE(isNan(type, back));
        } else {
          ASSERT_EQ(back, bits) << name(type);
        }
      }
    }
  }
}

TEST(Convert, RoundTowardZeroNeverGrows) {
  for (E type : {E::F8E4M3FN, E::F8E5M2, E::F16, E::BF16}) {
    Random random(5);
    const std::vector<Value> values = finiteValues(type);
    for (int i = 0; i < 20000; ++i) {
      const double x = std::ldexp(random.uniform(-2, 2), static_cast<int>(random.next() % 60) - 40);
      const uint64_t bits = evaluate(Fn::TruncFRtz, E::F64, type, std::bit_cast<uint64_t>(x));
      auto above = std::upper_bound(values.begin(), values.end(), std::fabs(x),
                                    [](double key, const Value &v) { return key < v.value; });
      ASSERT_EQ(toDouble(type, bits), std::copysign(above[-1].value, x)) << name(type) << " " << x;
    }
  }
}

TEST(Convert, OverflowAndInfinity) {
  const double inf = INFINITY;
  EXPECT_EQ(fromDouble(E::F16, 65519.9), 0x7bffu);
  EXPECT_EQ(fromDouble(E::F16, 65520), 0x7c00u);
  EXPECT_EQ(fromDouble(E::F8E4M3FN, inf), 0x7eu);
  EXPECT_EQ(fromDouble(E::F8E4M3FN, 1e9), 0x7eu);
  EXPECT_EQ(fromDouble(E::F8E4M3FN, -1e9), 0xfeu);
  EXPECT_EQ(fromDouble(E::F8E5M2, 1e9), 0x7bu);
  EXPECT_EQ(fromDouble(E::F8E5M2, -inf), 0xfcu);
  EXPECT_EQ(fromDouble(E::F8E4M3FNUZ, -inf), 0xffu);
  EXPECT_EQ(fromDouble(E::F8E4M3FNUZ, -0.0), 0u);
  EXPECT_EQ(fromDouble(E::F8E4M3FNUZ, -1e-9), 0u);
  EXPECT_EQ(fromDouble(E::F8E5M2FNUZ, NAN), 0x80u);
  EXPECT_EQ(fromDouble(E::F8E4M3FN, NAN), 0x7fu);
  EXPECT_EQ(toDouble(E::F8E4M3FN, 0x7e), 448);
  EXPECT_EQ(toDouble(E::F8E4M3FNUZ, 0x7f), 240);
  EXPECT_EQ(toDouble(E::F8E5M2, 0x7b), 57344);
  EXPECT_EQ(toDouble(E::F8E5M2FNUZ, 0x7f), 57344);
  EXPECT_EQ(toDouble(E::F8E4M3FN, 1), 0x1p-9);
  EXPECT_EQ(toDouble(E::F8E5M2FNUZ, 1), 0x1p-17);
  const double huge = 1e300;
  EXPECT_EQ(evaluate(Fn::TruncF, E::F64, E::F32, std::bit_cast<uint64_t>(huge)), 0x7f800000u);
  EXPECT_EQ(evaluate(Fn::TruncFRtz, E::F64, E::F32, std::bit_cast<uint64_t>(huge)), 0x7f7fffffu);
}

TEST(Convert, Fp64ToFp32MatchesTheMachine) {
  Random random(6);
  for (int i = 0; i < 200000; ++i) {
    const double x = std::bit_cast<double>(random.next());
    const double scaled =
        std::ldexp(random.uniform(1, 2), static_cast<int>(random.next() % 300) - 160);
    for (double v : {x, scaled}) {
      if (std::isnan(v)) {
        continue;
      }
      ASSERT_EQ(evaluate(Fn::TruncF, E::F64, E::F32, std::bit_cast<uint64_t>(v)),
                std::bit_cast<uint32_t>(static_cast<float>(v)));
    }
  }
}

TEST(Convert, Fp64ToHalfRoundsOnce) {
  // Rounding to fp32 first would give 1 + 2^-10: the tie is broken by a bit fp32 cannot hold.
  const double x = 1 + 0x1p-11 - 0x1p-40;
  EXPECT_EQ(evaluate(Fn::TruncF, E::F64, E::F16, std::bit_cast<uint64_t>(x)), 0x3c00u);
  const double y = 1 + 0x1p-8 + 0x1p-50;
  EXPECT_EQ(evaluate(Fn::TruncF, E::F64, E::BF16, std::bit_cast<uint64_t>(y)), 0x3f81u);
}

TEST(Convert, IntegersRoundOnce) {
  // 2^32 + 2^24 + 1 is just above a tie of bf16; through fp32 the 1 would be lost.
  const uint64_t x = (uint64_t{1} << 32) + (uint64_t{1} << 24) + 1;
  EXPECT_EQ(toDouble(E::BF16, evaluate(Fn::SIToFP, E::I64, E::BF16, x)), 0x1.02p32);
  const uint64_t most = ~uint64_t{0};
  EXPECT_EQ(toDouble(E::BF16, evaluate(Fn::UIToFP, E::I64, E::BF16, most)), 0x1p64);
  EXPECT_EQ(toDouble(E::F32, evaluate(Fn::UIToFP, E::I64, E::F32, most)), 0x1p64);
  EXPECT_EQ(toDouble(E::F16, evaluate(Fn::SIToFP, E::I64, E::F16, most)), -1);
  EXPECT_EQ(toDouble(E::F16, evaluate(Fn::SIToFP, E::I32, E::F16, 70000)), INFINITY);
  EXPECT_EQ(toDouble(E::F8E4M3FN, evaluate(Fn::SIToFP, E::I32, E::F8E4M3FN, 70000)), 448);
  EXPECT_EQ(toDouble(E::F32, evaluate(Fn::SIToFP, E::I1, E::F32, 1)), -1);
  EXPECT_EQ(toDouble(E::F32, evaluate(Fn::UIToFP, E::I1, E::F32, 1)), 1);
}

TEST(Convert, FloatToIntegerSaturates) {
  const auto toInt = [](Fn fn, double x, E out) {
    return evaluate(fn, E::F64, out, std::bit_cast<uint64_t>(x));
  };
  EXPECT_EQ(toInt(Fn::FPToSI, NAN, E::I32), 0u);
  EXPECT_EQ(toInt(Fn::FPToSI, INFINITY, E::I32), 0x7fffffffu);
  EXPECT_EQ(toInt(Fn::FPToSI, -INFINITY, E::I32), 0x80000000u);
  EXPECT_EQ(toInt(Fn::FPToSI, 2147483647.9, E::I32), 0x7fffffffu);
  EXPECT_EQ(toInt(Fn::FPToSI, -2147483648.9, E::I32), 0x80000000u);
  EXPECT_EQ(toInt(Fn::FPToSI, -2147483647.9, E::I32), 0x80000001u);
  EXPECT_EQ(toInt(Fn::FPToSI, -1.9, E::I8), 0xffu);
  EXPECT_EQ(toInt(Fn::FPToSI, 1e30, E::I64), 0x7fffffffffffffffu);
  EXPECT_EQ(toInt(Fn::FPToSI, 200, E::I8), 127u);
  EXPECT_EQ(toInt(Fn::FPToUI, -3.5, E::I8), 0u);
  EXPECT_EQ(toInt(Fn::FPToUI, 300, E::I8), 255u);
  EXPECT_EQ(toInt(Fn::FPToUI, 1e30, E::I64), ~uint64_t{0});
  EXPECT_EQ(toInt(Fn::FPToUI, 0x1.8p63, E::I64), 0xc000000000000000u);
  EXPECT_EQ(toInt(Fn::FPToUI, 2, E::I1), 1u);
  EXPECT_EQ(toInt(Fn::FPToSI, -5, E::I1), 1u);
  EXPECT_EQ(toInt(Fn::FPToSI, 5, E::I1), 0u);
  const float limit = 0x1p31f;
  EXPECT_EQ(evaluate(Fn::FPToSI, E::F32, E::I32, std::bit_cast<uint32_t>(limit)), 0x7fffffffu);
}

TEST(Convert, IntegerWidths) {
  EXPECT_EQ(evaluate(Fn::ExtSI, E::I8, E::I32, 0x80), 0xffffff80u);
  EXPECT_EQ(evaluate(Fn::ExtUI, E::I8, E::I32, 0x80), 0x80u);
  EXPECT_EQ(evaluate(Fn::ExtSI, E::I1, E::I64, 1), ~uint64_t{0});
  EXPECT_EQ(evaluate(Fn::TruncI, E::I64, E::I16, 0x12345678), 0x5678u);
  EXPECT_EQ(evaluate(Fn::TruncI, E::I32, E::I1, 2), 0u);
  EXPECT_EQ(evaluate(Fn::Bitcast, E::F32, E::I32, 0x7fc12345), 0x7fc12345u);
}

} // namespace
} // namespace charonia::numerics::testing

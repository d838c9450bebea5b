// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays: every function on every type gives the bits of the scalar call, at any stride and
// overlap.
#include "NumericsTesting.h"

#include <cstring>
#include <gtest/gtest.h>

namespace charonia::numerics::testing {
namespace {

using E = ElementType;

unsigned operandBytes(Fn fn, E in, unsigned i) {
  return fn == Fn::Select && i == 0 ? 1 : byteSize(in);
}

/// Random bits, with a quarter of them small integers and special patterns.
void fill(Random &random, std::vector<uint8_t> &bytes, unsigned size) {
  for (size_t i = 0; i + size <= bytes.size(); i += size) {
    uint64_t bits = random.next();
    switch (random.next() % 8) {
    case 0:
      bits = random.next() % 5;
      break;
    case 1:
      bits = ~uint64_t{0} << (random.next() % 64);
      break;
    case 2: {
      const double value = random.uniform(-10, 10);
      const auto single = std::bit_cast<uint32_t>(static_cast<float>(value));
      bits = size == 8 ? std::bit_cast<uint64_t>(value) : size == 4 ? single : single >> 16;
      break;
    }
    default:
      break;
    }
    std::memcpy(bytes.data() + i, &bits, size);
  }
}

/// Runs fn on arrays with the given strides and compares with scalar calls.
void check(Fn fn, E in, E out, const int64_t (&strides)[3], size_t n, uint64_t seed) {
  Random random(seed);
  const FnInfo &row = info(fn);
  std::vector<uint8_t> data[3];
  ArrayOperand operands[3];
  for (unsigned i = 0; i < row.operands; ++i) {
    const unsigned size = operandBytes(fn, in, i);
    const int64_t stride = strides[i];
    const size_t count = 1 + (n - 1) * static_cast<size_t>(stride < 0 ? -stride : stride);
    data[i].resize(count * size);
    fill(random, data[i], size);
    const size_t first = stride < 0 ? (count - 1) * size : 0;
    operands[i] = {data[i].data() + first, stride};
  }
  const unsigned outBytes = byteSize(out);
  std::vector<uint8_t> dst(n * outBytes + 1, 0xcd);
  evaluateArray(fn, in, out, dst.data(), operands, n);
  EXPECT_EQ(dst.back(), 0xcd);
  for (size_t i = 0; i < n; ++i) {
    uint64_t raw[3] = {};
    for (unsigned k = 0; k < row.operands; ++k) {
      const unsigned size = operandBytes(fn, in, k);
      std::memcpy(&raw[k],
                  static_cast<const uint8_t *>(operands[k].data) +
                      static_cast<int64_t>(i) * strides[k] * static_cast<int64_t>(size),
                  size);
    }
    uint64_t actual = 0;
    std::memcpy(&actual, dst.data() + i * outBytes, outBytes);
    ASSERT_EQ(actual, evaluate(fn, in, out, raw[0], raw[1], raw[2]))
        << row.name << " " << name(in) << " -> " << name(out) << " element " << i << std::hex
        << " of " << raw[0] << " " << raw[1] << " " << raw[2];
  }
}

std::vector<std::pair<E, E>> typesOf(Fn fn) {
  std::vector<std::pair<E, E>> types;
  const auto all = [&](bool inFloat, bool inInt, auto outOf) {
    for (unsigned i = 0; i < kNumElementTypes; ++i) {
      const E type = static_cast<E>(i);
      if (isFloat(type) ? inFloat : inInt) {
        outOf(type);
      }
    }
  };
  switch (info(fn).kind) {
  case FnKind::Int:
    all(false, true, [&](E t) { types.push_back({t, t}); });
    break;
  case FnKind::Float:
    all(true, false, [&](E t) { types.push_back({t, t}); });
    break;
  case FnKind::Any:
    all(true, true, [&](E t) { types.push_back({t, t}); });
    break;
  case FnKind::CmpI:
    all(false, true, [&](E t) { types.push_back({t, E::I1}); });
    break;
  case FnKind::CmpF:
    all(true, false, [&](E t) { types.push_back({t, E::I1}); });
    break;
  case FnKind::Cast: {
    const bool fromFloat = fn == Fn::FPToSI || fn == Fn::FPToUI || fn == Fn::ExtF ||
                           fn == Fn::TruncF || fn == Fn::TruncFRtz;
    const bool toFloat = fn == Fn::SIToFP || fn == Fn::UIToFP || fn == Fn::ExtF ||
                         fn == Fn::TruncF || fn == Fn::TruncFRtz;
    all(fromFloat || fn == Fn::Bitcast, !fromFloat, [&](E in) {
      all(toFloat || fn == Fn::Bitcast, !toFloat, [&](E out) {
        if (fn != Fn::Bitcast ||
            (byteSize(in) == byteSize(out) && (in == E::I1) == (out == E::I1))) {
          types.push_back({in, out});
        }
      });
    });
    break;
  }
  }
  return types;
}

class EveryFunction : public ::testing::TestWithParam<unsigned> {};

TEST_P(EveryFunction, ArrayEqualsScalarBitForBit) {
  const Fn fn = static_cast<Fn>(GetParam());
  for (auto [in, out] : typesOf(fn)) {
    check(fn, in, out, {1, 1, 1}, 777, 11 + GetParam());
    check(fn, in, out, {0, 1, 1}, 300, 12);
    check(fn, in, out, {1, 0, 3}, 300, 13);
    check(fn, in, out, {-2, 1, 0}, 33, 14);
    if (HasFatalFailure()) {
      return;
    }
  }
}

std::string functionName(const ::testing::TestParamInfo<unsigned> &param) {
  return numerics::info(static_cast<Fn>(param.param)).name;
}

INSTANTIATE_TEST_SUITE_P(All, EveryFunction, ::testing::Range(0u, kNumFns), functionName);

TEST(Array, ResultOverAnOperand) {
  std::vector<float> x(1000), y(1000), expected(1000);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(i);
    y[i] = 0.5f * static_cast<float>(i);
    expected[i] = x[i] + y[i];
  }
  const ArrayOperand operands[] = {{x.data(), 1}, {y.data(), 1}};
  evaluateArray(Fn::AddF, E::F32, E::F32, x.data(), operands, x.size());
  EXPECT_EQ(x, expected);
}

TEST(Array, UnalignedData) {
  std::vector<uint8_t> bytes(4 * 100 + 1), out(4 * 100 + 3);
  for (int i = 0; i < 100; ++i) {
    storeElement(E::I32, bytes.data() + 1, i, static_cast<uint64_t>(i));
  }
  const ArrayOperand operands[] = {{bytes.data() + 1, 1}, {bytes.data() + 1, 1}};
  evaluateArray(Fn::AddI, E::I32, E::I32, out.data() + 3, operands, 100);
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(loadElement(E::I32, out.data() + 3, i), static_cast<uint64_t>(2 * i));
  }
}

TEST(Reduce, FollowsTheStatedOrder) {
  for (int64_t n : {1, 2, 3, 7, 15, 16, 17, 31, 32, 100, 129}) {
    // Strings stand for values, so that the order of every combination shows.
    std::vector<std::string> slices, lanes;
    for (int64_t i = 0; i < n; ++i) {
      slices.push_back(std::to_string(i));
    }
    for (int64_t i = 0; i < n; ++i) {
      if (i < 16) {
        lanes.push_back(slices[static_cast<size_t>(i)]);
      } else {
        std::string &lane = lanes[static_cast<size_t>(i % 16)];
        lane = "(" + lane + "+" + slices[static_cast<size_t>(i)] + ")";
      }
    }
    for (size_t distance : {8, 4, 2, 1}) {
      for (size_t lane = 0; lane < distance; ++lane) {
        if (lane + distance < lanes.size()) {
          lanes[lane] = "(" + lanes[lane] + "+" + lanes[lane + distance] + ")";
        }
      }
    }
    reduceInOrder(n, &slices, [](void *context, int64_t left, int64_t right) {
      auto &all = *static_cast<std::vector<std::string> *>(context);
      all[static_cast<size_t>(left)] =
          "(" + all[static_cast<size_t>(left)] + "+" + all[static_cast<size_t>(right)] + ")";
    });
    EXPECT_EQ(slices[0], lanes[0]) << n;
  }
}

} // namespace
} // namespace charonia::numerics::testing

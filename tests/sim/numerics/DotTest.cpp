// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot products: k ascending with one rounding a step, on every type, stride and split of k.
#include "NumericsTesting.h"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <gtest/gtest.h>

namespace charonia::numerics::testing {
namespace {

using E = ElementType;

struct Case {
  E in, acc;
};
constexpr Case kCases[] = {
    {E::F16, E::F32},      {E::BF16, E::F32},       {E::F32, E::F32},    {E::F64, E::F64},
    {E::F8E4M3FN, E::F32}, {E::F8E4M3FNUZ, E::F32}, {E::F8E5M2, E::F32}, {E::F8E5M2FNUZ, E::F32},
    {E::I8, E::I32},       {E::I16, E::I32},        {E::I32, E::I32},    {E::F16, E::F16},
    {E::I8, E::I64},
};

std::vector<uint8_t> randomArray(E type, size_t n, uint64_t seed, bool anyBits) {
  Random random(seed);
  std::vector<uint8_t> bytes(n * byteSize(type));
  for (size_t i = 0; i < n; ++i) {
    const uint64_t bits =
        anyBits || !isFloat(type) ? random.next() : fromDouble(type, random.uniform(-2, 2));
    storeElement(type, bytes.data(), static_cast<int64_t>(i), bits);
  }
  return bytes;
}

/// The definition, element by element.
void plain(Case types, const uint8_t *a, const uint8_t *b, uint8_t *c, const DotShape &s) {
  const Fn widen = !isFloat(types.in) ? Fn::ExtSI : Fn::ExtF;
  for (int64_t i = 0; i < s.m; ++i) {
    for (int64_t j = 0; j < s.n; ++j) {
      uint64_t sum = loadElement(types.acc, c, i * s.cRow + j);
      for (int64_t p = 0; p < s.k; ++p) {
        const uint64_t x =
            evaluate(widen, types.in, types.acc, loadElement(types.in, a, i * s.aRow + p * s.aCol));
        const uint64_t y =
            evaluate(widen, types.in, types.acc, loadElement(types.in, b, p * s.bRow + j * s.bCol));
        if (isFloat(types.acc)) {
          sum = evaluate(Fn::FmaF, types.acc, types.acc, x, y, sum);
        } else {
          sum = evaluate(Fn::AddI, types.acc, types.acc, sum,
                         evaluate(Fn::MulI, types.acc, types.acc, x, y));
        }
      }
      storeElement(types.acc, c, i * s.cRow + j, sum);
    }
  }
}

void compare(Case types, const DotShape &s, bool anyBits) {
  const auto a = randomArray(types.in, static_cast<size_t>(s.m * s.k), 21, anyBits);
  const auto b = randomArray(types.in, static_cast<size_t>(s.n * s.k), 22, anyBits);
  auto c = randomArray(types.acc, static_cast<size_t>(s.m * s.cRow), 23, anyBits);
  auto expected = c;
  dot(types.in, types.acc, a.data(), b.data(), c.data(), s);
  plain(types, a.data(), b.data(), expected.data(), s);
  EXPECT_EQ(std::memcmp(c.data(), expected.data(), c.size()), 0)
      << name(types.in) << " " << s.m << "x" << s.n << "x" << s.k;
}

TEST(Dot, EqualsTheDefinitionBitForBit) {
  for (const Case &types : kCases) {
    for (bool anyBits : {false, true}) {
      compare(types, {17, 33, 70, 70, 1, 33, 1, 40}, anyBits); // row-major, padded C
      compare(types, {9, 70, 130, 1, 9, 1, 130, 70}, anyBits); // both transposed
      compare(types, {1, 1, 1, 1, 1, 1, 1, 1}, anyBits);
    }
  }
}

TEST(Dot, EmptyKLeavesC) { compare({E::F16, E::F32}, {3, 5, 0, 1, 1, 5, 1, 5}, false); }

TEST(Dot, SplittingKDoesNotChangeABit) {
  const int64_t m = 20, n = 50, k = 200;
  for (const Case &types : kCases) {
    const auto a = randomArray(types.in, m * k, 31, false),
               b = randomArray(types.in, k * n, 32, false);
    auto whole = randomArray(types.acc, m * n, 33, false);
    const auto start = whole;
    dot(types.in, types.acc, a.data(), b.data(), whole.data(), {m, n, k, k, 1, n, 1, n});
    for (int64_t step : {1, 7, 32, 100, 199}) {
      auto split = start;
      for (int64_t p = 0; p < k; p += step) {
        const int64_t depth = std::min(step, k - p);
        dot(types.in, types.acc, a.data() + p * byteSize(types.in),
            b.data() + p * n * byteSize(types.in), split.data(), {m, n, depth, k, 1, n, 1, n});
      }
      EXPECT_EQ(split, whole) << name(types.in) << " by " << step;
    }
  }
}

TEST(Dot, PrintsTheTimeOf512Cubed) {
  const int64_t n = 512;
  for (const Case &types : {kCases[0], kCases[1], kCases[2], kCases[8]}) {
    const auto a = randomArray(types.in, n * n, 41, false),
               b = randomArray(types.in, n * n, 42, false);
    std::vector<uint8_t> c(static_cast<size_t>(n * n) * byteSize(types.acc));
    const auto start = std::chrono::steady_clock::now();
    dot(types.in, types.acc, a.data(), b.data(), c.data(), {n, n, n, n, 1, n, 1, n});
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    std::printf("dot 512^3 %s: %.4f s\n", name(types.in), time.count());
    EXPECT_NE(loadElement(types.acc, c.data(), 5), 0u);
  }
}

} // namespace
} // namespace charonia::numerics::testing

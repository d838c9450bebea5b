// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charonia/launch/Launch.h"

#include <gtest/gtest.h>

namespace charonia::launch {
namespace {

int64_t value(const std::string &text) {
  const auto result = evaluateExpression(text, {{"M", 1000}, {"BLOCK_M", 64}, {"_n", -7}});
  EXPECT_TRUE(result.has_value()) << text << ": " << (result ? "" : result.error());
  return result.value_or(INT64_MIN);
}
std::string problem(const std::string &text) {
  const auto result = evaluateExpression(text, {{"M", 1000}});
  return result ? "value " + std::to_string(*result) : result.error();
}

TEST(Expression, PrecedenceAndNames) {
  EXPECT_EQ(value("cdiv(M, BLOCK_M) * 2 + 1"), 33);
  EXPECT_EQ(value("2 + 3 * 4"), 14);
  EXPECT_EQ(value("(2 + 3) * 4"), 20);
  EXPECT_EQ(value("10 - 3 - 2"), 5);
  EXPECT_EQ(value("-_n"), 7);
  EXPECT_EQ(value("--3"), 3);
  EXPECT_EQ(value("max(1, 5, 3) + min(4, 2)"), 7);
  EXPECT_EQ(value(" 1_000 "), 1000);
  EXPECT_EQ(value("-9223372036854775807 - 1"), INT64_MIN);
}

TEST(Expression, FloorDivisionAndRemainderFollowTheDivisor) {
  for (int64_t a = -12; a <= 12; ++a) {
    for (int64_t b = -5; b <= 5; ++b) {
      if (b == 0) {
        continue;
      }
      const std::map<std::string, int64_t> names = {{"a", a}, {"b", b}};
      const int64_t quotient = *evaluateExpression("a // b", names),
                    rest = *evaluateExpression("a % b", names);
      EXPECT_EQ(quotient * b + rest, a);
      EXPECT_TRUE(rest == 0 || (rest < 0) == (b < 0)) << a << " % " << b;
      EXPECT_LT(std::abs(rest), std::abs(b));
      EXPECT_EQ(*evaluateExpression("cdiv(a, b)", names), -*evaluateExpression("-a // b", names));
    }
  }
}

TEST(Expression, ErrorsSayWhatAndWhere) {
  EXPECT_NE(problem("1 // 0").find("division by zero"), std::string::npos);
  EXPECT_NE(problem("cdiv(M, 0)").find("division by zero"), std::string::npos);
  EXPECT_NE(problem("M % (M - 1000)").find("division by zero"), std::string::npos);
  EXPECT_NE(problem("9223372036854775807 + 1").find("overflow"), std::string::npos);
  EXPECT_NE(problem("9223372036854775808").find("overflow"), std::string::npos);
  EXPECT_NE(problem("(-9223372036854775807 - 1) // -1").find("overflow"), std::string::npos);
  EXPECT_NE(problem("-(-9223372036854775807 - 1)").find("overflow"), std::string::npos);
  EXPECT_NE(problem("M * 9223372036854775807").find("overflow"), std::string::npos);
  EXPECT_NE(problem("M + K").find("unknown name 'K' at column 5"), std::string::npos);
  EXPECT_NE(problem("sqrt(4)").find("unknown function 'sqrt'"), std::string::npos);
  EXPECT_NE(problem("1 +").find("operand is missing"), std::string::npos);
  EXPECT_NE(problem("(1").find("')' is missing"), std::string::npos);
  EXPECT_NE(problem("1 2").find("unexpected"), std::string::npos);
  EXPECT_NE(problem("1.5").find("only integers"), std::string::npos);
  EXPECT_NE(problem("4 / 2").find("unexpected '/'"), std::string::npos);
  EXPECT_NE(problem("cdiv(1)").find("cdiv takes 2"), std::string::npos);
  EXPECT_NE(problem("cdiv(1, 2, 3)").find("cdiv takes 2"), std::string::npos);
  EXPECT_NE(problem("").find("missing"), std::string::npos);
  EXPECT_NE(problem("__import__(1)").find("unknown function"), std::string::npos);
}

TEST(Expression, DeepNestingIsRefusedAndLongChainsAreNot) {
  EXPECT_NE(problem(std::string(100000, '(')).find("nested deeper"), std::string::npos);
  std::string calls;
  for (int i = 0; i < 1000; ++i) {
    calls += "min(1,";
  }
  EXPECT_NE(problem(calls).find("nested deeper"), std::string::npos);
  std::string chain = "1";
  for (int i = 0; i < 20000; ++i) {
    chain += "+1";
  }
  EXPECT_EQ(value(chain), 20001);
  EXPECT_EQ(value(std::string(100000, '-') + "5"), 5);
}

} // namespace
} // namespace charonia::launch

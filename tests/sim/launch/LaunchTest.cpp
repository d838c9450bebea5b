// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading and writing launch files.
#include "LaunchTesting.h"

#include <cmath>
#include <gtest/gtest.h>

namespace charonia::launch::testing {
namespace {

Launch parse(const std::string &text) {
  auto launch = parseLaunch(text, "dir/x.launch.json");
  EXPECT_TRUE(launch.has_value()) << (launch ? "" : firstError(launch.error()));
  return launch ? *launch : Launch{};
}
std::string problem(const std::string &text) {
  const auto launch = parseLaunch(text, "x.launch.json");
  return launch ? "no error" : firstError(launch.error());
}
std::string argumentProblem(const std::string &argument) { return problem(launchText(argument)); }

TEST(Launch, ReadsEveryKindOfArgument) {
  const Launch launch = parse(launchText(R"(
    {"name": "x", "type": "*fp16", "elements": 6, "shape": [2, 3], "strides": [3, 1], "salt": 9, "place": "sram"},
    {"name": "c", "type": "*ku8", "elements": 4, "low": 250, "high": 255},
    {"name": "n", "type": "i32", "value": -5},
    {"name": "u", "type": "u64", "value": 18446744073709551615},
    {"name": "f", "type": "fp32", "value": "-inf"},
    {"name": "B", "type": "constexpr", "value": {"dtype": "fp16"}},
    {"name": "z", "type": "constexpr", "value": null},
    {"name": "s", "type": "struct", "fields": [{"name": "p", "type": "*i64", "elements": 2}, {"name": "k", "type": "i32", "value": 1}]},
    {"name": "t", "type": "tuple", "items": [{"type": "i32", "value": 4}]},
    {"name": "d", "type": "tensordesc<fp16[16, 32]>", "base": "x", "shape": [64, 64], "strides": [64, 1]},
    {"name": "e", "type": "tensordesc<bf16[8]>", "base": {"elements": 64, "salt": 3}, "shape": [64], "strides": [1]})"));
  ASSERT_EQ(launch.args.size(), 11u);
  EXPECT_EQ(launch.args[0].type, ElementType::F16);
  EXPECT_EQ(launch.args[0].shape, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(launch.args[0].place, Place::Sram);
  EXPECT_TRUE(launch.args[1].isConstPointer);
  EXPECT_TRUE(launch.args[1].isUnsigned);
  EXPECT_EQ(launch.args[2].value.integer, -5);
  EXPECT_EQ(static_cast<uint64_t>(launch.args[3].value.integer), UINT64_MAX);
  EXPECT_EQ(launch.args[4].value.number, -INFINITY);
  EXPECT_EQ(launch.args[5].value.kind, ConstantValue::Kind::DType);
  EXPECT_EQ(launch.args[6].value.kind, ConstantValue::Kind::None);
  EXPECT_EQ(launch.args[7].fields[0].elements, 2);
  EXPECT_EQ(launch.args[8].fields[0].value.integer, 4);
  EXPECT_EQ(launch.args[9].block, (std::vector<int64_t>{16, 32}));
  EXPECT_EQ(launch.args[9].value.text, "x");
  EXPECT_EQ(launch.args[10].fields[0].elements, 64);
  EXPECT_EQ(launch.cases.size(), 1u);
}

TEST(Launch, GridExpressionsSeeScalarsAndConstexprs) {
  const Launch launch =
      parse(launchText(R"({"name": "M", "type": "i32", "value": 1000})",
                       R"(, "constexprs": {"BLOCK": {"expr": "2 * HALF"}, "HALF": 32})",
                       R"j("cdiv(M, BLOCK)", 2)j"));
  const auto grid = evaluateGrid(launch);
  ASSERT_TRUE(grid.has_value());
  EXPECT_EQ(*grid, (std::array<int64_t, 3>{16, 2, 1}));
  EXPECT_EQ(launch.constexprs.at("BLOCK").integer, 64);
}

TEST(Launch, GridErrors) {
  EXPECT_EQ(problem(launchText("", "", R"("K + 1")")).substr(0, 25), "/grid/0: unknown name 'K'");
  EXPECT_EQ(problem(launchText("", "", "-1")).substr(0, 8), "/grid/0:");
  EXPECT_EQ(problem(launchText("", "", R"("0 - 1")")).substr(0, 8), "/grid/0:");
  EXPECT_NE(problem(launchText("", "", "65536, 65536"))
                .find("/grid: the grid 65536 x 65536 x 1 has more than 16777216 programs"),
            std::string::npos);
  EXPECT_EQ(problem(launchText("", "", "1, 1, 1, 1")), "/grid: must have 1 to 3 entries");
  EXPECT_EQ(problem(launchText("", R"(, "constexprs": {"A": {"expr": "B"}, "B": {"expr": "A"}})"))
                .substr(0, 13),
            "/constexprs/A");
}

TEST(Launch, ErrorsNameTheirPlace) {
  EXPECT_EQ(argumentProblem(R"({"name": "x", "type": "*fp99", "elements": 4})"),
            "/args/0/type: unknown type \"*fp99\"");
  EXPECT_EQ(argumentProblem(R"({"name": "x", "type": "*fp32", "elements": -1})").substr(0, 17),
            "/args/0/elements:");
  EXPECT_EQ(argumentProblem(R"({"name": "x", "type": "*fp32", "elements": 1.5})").substr(0, 17),
            "/args/0/elements:");
  EXPECT_EQ(argumentProblem(R"({"name": "x", "type": "*fp32", "elements": 1e300})").substr(0, 17),
            "/args/0/elements:");
  EXPECT_EQ(argumentProblem(R"({"name": "x", "type": "*fp32", "elements": "4"})"),
            "/args/0/elements: must be an integer");
  EXPECT_EQ(argumentProblem(R"({"name": "x", "type": "*fp32"})"),
            "/args/0: a buffer needs \"elements\", \"values\" or \"shape\"");
  EXPECT_EQ(argumentProblem(R"({"name": "n", "type": "i32"})"),
            "/args/0: the argument 'n' has no value");
  EXPECT_EQ(argumentProblem(R"({"name": "n", "type": "i32", "value": 3000000000})").substr(0, 14),
            "/args/0/value:");
  EXPECT_EQ(argumentProblem(R"({"name": "n", "type": "i32", "value": "5"})"),
            "/args/0/value: must be an integer");
  EXPECT_EQ(argumentProblem(R"({"type": "i32", "value": 1})"), "/args/0: has no \"name\"");
  EXPECT_EQ(argumentProblem(R"({"name": "x", "type": "*i8", "elements": 4, "low": 5, "high": 2})"),
            "/args/0/high: low is above high");
  EXPECT_EQ(
      argumentProblem(R"({"name": "x", "type": "*i8", "elements": 4, "high": 200})").substr(0, 13),
      "/args/0/high:");
  EXPECT_EQ(argumentProblem(R"({"name": "x", "type": "*i8", "elements": 4, "place": "moon"})")
                .substr(0, 14),
            "/args/0/place:");
  EXPECT_EQ(argumentProblem(R"({"name": "x", "type": "*i8", "elements": 4, "values": [1, 2]})"),
            "/args/0/values: has 2 values for 4 elements");
  EXPECT_EQ(argumentProblem(R"({"name": "x", "type": "*i8", "values": [1, 300]})").substr(0, 17),
            "/args/0/values/1:");
  EXPECT_EQ(
      argumentProblem(
          R"({"name": "a", "type": "i32", "value": 1}, {"name": "a", "type": "i32", "value": 1})"),
      "/args/1/name: the name 'a' is used twice");
  EXPECT_EQ(argumentProblem("5"), "/args/0: must be an object");
  EXPECT_EQ(
      argumentProblem(
          R"({"name": "d", "type": "tensordesc<fp16[8]>", "base": "q", "shape": [8], "strides": [1]})"),
      "/args/0/base: 'q' is no pointer argument");
  EXPECT_EQ(problem(R"({"format": "charonia-launch/9"})"),
            "/format: must be \"charonia-launch/1\"");
  EXPECT_EQ(problem(R"([1])"), ": must be a JSON object");
  EXPECT_EQ(problem(launchText("", R"(, "cases": [{"expect": {"q": {}}}])")).substr(0, 18),
            "/cases/0/expect/q:");
}

TEST(Launch, ErrorsCarryLines) {
  const auto launch = parseLaunch(
      launchText("\n\n {\"name\": \"x\",\n \"type\": \"*fp32\", \"elements\": -3}"), "f");
  ASSERT_FALSE(launch.has_value());
  EXPECT_EQ(launch.error()[0].line, 7);
  const auto broken = parseLaunch("{\n\"format\": ,\n}", "f");
  ASSERT_FALSE(broken.has_value());
  EXPECT_EQ(broken.error()[0].line, 2);
  EXPECT_NE(broken.error()[0].message.find("not valid JSON"), std::string::npos);
}

TEST(Launch, MissingFileAndFolder) {
  const auto missing = loadLaunch("/nonexistent/x.launch.json");
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error()[0].file, "/nonexistent/x.launch.json");
  EXPECT_FALSE(loadLaunch("/").has_value());
}

TEST(Launch, TruncatedTextNeverCrashes) {
  const std::string text =
      launchText(R"({"name": "x", "type": "*fp32", "elements": 4, "values": [1, "nan", 2e5, -1]},
    {"name": "s", "type": "tuple", "items": [{"type": "i32", "value": {"expr": "1+2"}}]})",
                 R"(, "cases": [{"name": "a\u00e9\n", "float_range": [0, 1]}])");
  for (size_t length = 0; length < text.size(); ++length) {
    const auto launch = parseLaunch(std::string_view(text).substr(0, length), "f");
    EXPECT_FALSE(launch.has_value()) << length;
  }
  EXPECT_TRUE(parseLaunch(text, "f").has_value());
}

TEST(Launch, DamagedTextNeverCrashes) {
  const std::string text = launchText(
      R"({"name": "x", "type": "*fp32", "elements": 4}, {"name": "d", "type": "tensordesc<fp16[16, 32]>",
    "base": "x", "shape": [4, 4], "strides": [4, 1]})",
      R"j(, "constexprs": {"A": {"expr": "cdiv(3, 2)"}
}, "mapping": [[0, 1], [2]])j");
  ;
  const std::string replacements = "{}[]\",:0-9eE.\\n\xff";
  int valid = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    for (const char c : replacements) {
      std::string damaged = text;
      damaged[at] = c;
      const auto launch = parseLaunch(damaged, "f");
      if (launch) {
        ++valid;
        EXPECT_TRUE(parseLaunch(toJson(*launch), "f").has_value()) << damaged;
      } else {
        EXPECT_FALSE(launch.error().empty());
      }
    }
  }
  EXPECT_GT(valid, 0);
}

TEST(Launch, DeepNestingIsRefused) {
  const std::string deep = R"({"format": )" + std::string(100000, '[');
  const auto launch = parseLaunch(deep, "f");
  ASSERT_FALSE(launch.has_value());
  EXPECT_EQ(launch.error().size(), 1u);
  EXPECT_NE(launch.error()[0].message.find("nested deeper"), std::string::npos);
}

TEST(Launch, UnknownKeysAreReportedAndKept) {
  const std::string text = launchText(
      R"({"name": "x", "type": "*fp32", "elements": 4, "salt": 0, "colour": "red"})",
      R"(, "constexprs": {}, "future": {"a": [1]}, "cases": [{"name": "a", "float_range": [0.0, 1.0], "note": 5}])");
  LaunchErrors warnings;
  const auto launch = parseLaunch(text, "f", &warnings);
  ASSERT_TRUE(launch.has_value());
  ASSERT_EQ(warnings.size(), 3u);
  EXPECT_EQ(warnings[0].path, "/future");
  EXPECT_TRUE(warnings[0].warning);
  EXPECT_EQ(nlohmann::json::parse(toJson(*launch)), nlohmann::json::parse(text));
}

TEST(Launch, RewriteKeepsEverything) {
  const std::string text = launchText(
      R"(
    {"name": "x", "type": "*fp16", "elements": 2, "values": [1.5, "nan"], "place": "llc"},
    {"name": "i", "type": "*i32", "elements": 3, "salt": 7, "low": -3, "high": 3},
    {"name": "m", "type": "*fp32", "elements": 9, "file": "m.npy"},
    {"name": "u", "type": "u64", "value": 18446744073709551615},
    {"name": "e", "type": "i32", "value": {"expr": "B * 2"}},
    {"name": "c", "type": "constexpr", "value": [1, true, "s", null, {"dtype": "bf16"}]},
    {"name": "t", "type": "tuple", "items": [{"type": "fp32", "value": 0.5}]},
    {"name": "d", "type": "tensordesc<fp16[16]>", "base": {"elements": 16, "salt": 1}, "shape": [16], "strides": [1]})",
      R"(, "constexprs": {"B": 64}, "mapping": "zigzag", "warm": true, "hardware": "h.json",
    "options": {"depth": 2}, "configs": [{"B": 32}],
    "cases": [{"name": "a", "float_range": [0.0, 1.0], "expect": {"x": {"elements": 2, "sum": 1.0, "abs_sum": 1.0,
      "weighted_sum": 0.5, "nonfinite": 1, "samples": [1.5, "nan"], "tolerance": 2.0, "reason": "exp"}}}])",
      R"j("cdiv(e, 2)", 3)j");
  const Launch launch = parse(text);
  EXPECT_EQ(nlohmann::json::parse(toJson(launch)), nlohmann::json::parse(text));
  EXPECT_EQ(launch.args[4].value.integer, 128);
}

TEST(Launch, EmptyExpectationsAreNotAbsentOnes) {
  const std::string text = launchText("", R"(, "constexprs": {}, "cases": [
    {"name": "a", "float_range": [0.0, 1.0], "expect": {}}, {"name": "b", "float_range": [0.0, 1.0]}])");
  const Launch launch = parse(text);
  ASSERT_EQ(launch.cases.size(), 2u);
  EXPECT_TRUE(launch.cases[0].hasExpect);
  EXPECT_FALSE(launch.cases[1].hasExpect);
  EXPECT_EQ(nlohmann::json::parse(toJson(launch)), nlohmann::json::parse(text));
}

TEST(Launch, PathsAreRelativeToTheFile) {
  Launch launch;
  launch.file = "/a/b/x.launch.json";
  EXPECT_EQ(launch.resolve("k.py"), "/a/b/k.py");
  EXPECT_EQ(launch.resolve("../k.py"), "/a/k.py");
  EXPECT_EQ(launch.resolve("/k.py"), "/k.py");
}

} // namespace
} // namespace charonia::launch::testing

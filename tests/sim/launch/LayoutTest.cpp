// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C structures as bytes, and arguments as what a kernel takes. Offsets are those of Python's
// ctypes.
#include "charonia/launch/Layout.h"
#include "charonia/launch/Memory.h"

#include <gtest/gtest.h>

using namespace charonia::launch;

namespace {

Launch launchOf(const std::string &args, const std::string &more = "") {
  auto parsed = parseLaunch(
      R"({"format": "charonia-launch/1", "kernel": {"source": "a.py", "function": "k"}, "grid": [1],)" +
          more + R"("constexprs": {}, "args": [)" + args + "]}",
      "a.launch.json");
  EXPECT_TRUE(parsed.has_value()) << (parsed ? "" : parsed.error()[0].message);
  return parsed.value_or(Launch());
}

std::string mixed(const std::string &pack) {
  const std::string inner = R"({"type": "struct", "fields": [
      {"name": "a", "type": "i8", "value": -3}, {"name": "b", "type": "i16", "value": 1000}]})";
  return R"({"name": "s", "type": "struct", "pack": )" + pack + R"(, "fields": [
      {"name": "flag", "type": "i1", "value": true},
      {"name": "count", "type": "i64[2]", "values": [7, 8000000000]},
      {"name": "inner", "type": "tuple", "items": [)" +
         inner + ", " + inner + R"(]},
      {"name": "ratio", "type": "fp32", "value": 1.5},
      {"name": "data", "type": "*i32", "values": [1, 2, 300]},
      {"name": "last", "type": "u8", "value": 250}]})";
}

std::vector<int64_t> offsets(const StructureLayout &layout) {
  std::vector<int64_t> result;
  for (const StructureField &field : layout.fields) {
    result.push_back(field.offset);
  }
  return result;
}

std::string problemOf(const std::string &args) {
  auto parsed = parseLaunch(
      R"({"format": "charonia-launch/1", "kernel": {"source": "a.py", "function": "k"}, "grid": [1],)"
      R"("constexprs": {}, "args": [)" +
          args + "]}",
      "a.launch.json");
  return parsed ? "" : parsed.error()[0].path + ": " + parsed.error()[0].message;
}

} // namespace

TEST(Layout, NaturalAlignment) {
  const Launch launch = launchOf(mixed("0"));
  const StructureLayout layout = layoutOf(launch.args[0]);
  EXPECT_EQ(offsets(layout), (std::vector<int64_t>{0, 8, 16, 24, 26, 28, 30, 32, 40, 48}));
  EXPECT_EQ(layout.bytes, 56);
  EXPECT_EQ(layout.fields[4].name, "s.inner.0.b");
}

TEST(Layout, Packed) {
  EXPECT_EQ(offsets(layoutOf(launchOf(mixed("1")).args[0])),
            (std::vector<int64_t>{0, 1, 9, 17, 19, 21, 23, 25, 29, 37}));
  EXPECT_EQ(layoutOf(launchOf(mixed("1")).args[0]).bytes, 38);
  EXPECT_EQ(layoutOf(launchOf(mixed("2")).args[0]).bytes, 40);
}

TEST(Layout, SurvivesRewriting) {
  const Launch again = launchOf(mixed("2"));
  auto read = parseLaunch(toJson(again), "a.launch.json");
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(layoutOf(read->args[0]).bytes, 40);
  EXPECT_EQ(read->args[0].fields[1].fields[1].value.integer, 8000000000);
  EXPECT_EQ(toJson(*read), toJson(again));
}

TEST(Layout, LeavesOfEveryKind) {
  const Launch launch = launchOf(
      R"({"name": "t", "type": "tuple", "items": [{"type": "*i8", "elements": 3},
            {"type": "constexpr", "value": 5}, {"type": "i32", "value": 4}]},
         {"name": "d", "type": "tensordesc<fp16[2, 8]>", "base": {"elements": 64}, "shape": [4, 16],
          "strides": [16, 1]}, )" +
      mixed("0"));
  std::vector<std::string> names;
  for (const Leaf &leaf : leavesOf(launch)) {
    names.push_back(leaf.name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"t.0", "t.1", "t.2", "d", "d.shape.0", "d.shape.1",
                                             "d.strides.0", "d.strides.1", "s"}));
  EXPECT_EQ(leavesOf(launch)[1].kind, Leaf::Kind::Constant);
  EXPECT_EQ(leavesOf(launch)[7].value.integer, 1);
  EXPECT_EQ(leavesOf(launch)[8].bytes, 56);
}

TEST(Layout, GridNamesFields) {
  Launch launch = launchOf(mixed("0"));
  launch.grid = {"cdiv(s.count.0, 2) + s.inner.1.b"};
  EXPECT_EQ((*evaluateGrid(launch))[0], 1004);
}

TEST(Layout, BadStructures) {
  EXPECT_EQ(problemOf(R"({"name": "s", "type": "struct", "fields": [
                          {"name": "c", "type": "constexpr", "value": 1}]})"),
            "/args/0/fields/0/type: a structure cannot hold a field of type constexpr");
  EXPECT_EQ(problemOf(R"({"name": "s", "type": "struct", "fields": [{"name": "c", "type": "tuple",
                          "items": [{"type": "i8", "value": 1}, {"type": "i16", "value": 1}]}]})"),
            "/args/0/fields/0/items/1/type: the items of an array in a structure have one type");
  EXPECT_EQ(problemOf(R"({"name": "s", "type": "i32[2]", "values": [1, 2, 3]})"),
            "/args/0/values: has 3 values for 2 items");
  EXPECT_EQ(problemOf(R"({"name": "s", "type": "struct", "pack": 3, "fields": []})"),
            "/args/0/pack: must be a power of two");
}

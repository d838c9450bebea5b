// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layout, fills, guard zones, expectations and comparison.
#include "LaunchTesting.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace charonia::launch::testing {
namespace {

Launch parse(const std::string &args, const std::string &rest = "") {
  auto launch =
      parseLaunch(launchText(args, rest),
                  (std::filesystem::path(::testing::TempDir()) / "x.launch.json").string());
  EXPECT_TRUE(launch.has_value()) << (launch ? "" : firstError(launch.error()));
  return launch ? *launch : Launch{};
}
MemoryImage image(const Launch &launch, size_t index = 0) {
  auto memory = MemoryImage::create(launch, index, device());
  EXPECT_TRUE(memory.has_value()) << (memory ? "" : firstError(memory.error()));
  return memory ? *memory : MemoryImage{};
}
std::string problem(const Launch &launch) {
  const auto memory = MemoryImage::create(launch, 0, device());
  return memory ? "no error" : firstError(memory.error());
}
double element(const MemoryImage &memory, size_t buffer, int64_t index) {
  const Buffer &b = memory.buffers()[buffer];
  return numerics::toDouble(b.type,
                            numerics::loadElement(b.type, memory.contents(b).data(), index));
}

TEST(Fill, HashIsTheStatedOne) {
  // Computed apart with arbitrary-precision integers cut to 32 bits.
  EXPECT_EQ(fillHash(0, 0), 0u);
  EXPECT_EQ(fillHash(1, 0), 1834104592u);
  EXPECT_EQ(fillHash(5, 40503), 2118331348u);
}

TEST(Fill, FloatsRoundTwiceThenToTheType) {
  const Launch launch = parse(R"({"name": "x", "type": "*fp32", "elements": 100, "salt": 40503},
    {"name": "h", "type": "*fp16", "elements": 100, "salt": 40503},
    {"name": "w", "type": "*fp64", "elements": 100, "salt": 40503})",
                              R"(, "cases": [{"name": "a", "float_range": [0.5, 1.7]}])");
  const MemoryImage memory = image(launch);
  for (int64_t i = 0; i < 100; ++i) {
    const float unit =
        static_cast<float>(fillHash(static_cast<uint32_t>(i), 40503) >> 8) * 0x1p-24f;
    volatile float product = unit * static_cast<float>(1.7 - 0.5);
    const float expected = product + 0.5f;
    EXPECT_EQ(element(memory, 0, i), expected);
    EXPECT_EQ(
        element(memory, 1, i),
        numerics::toDouble(ElementType::F16, numerics::fromDouble(ElementType::F16, expected)));
    EXPECT_EQ(element(memory, 2, i), expected);
  }
}

TEST(Fill, IntegersAndBooleans) {
  const Launch launch =
      parse(R"({"name": "i", "type": "*i64", "elements": 500, "salt": 3, "low": -5, "high": 9},
    {"name": "b", "type": "*i1", "elements": 50, "salt": 4}, {"name": "d", "type": "*i8", "elements": 500, "salt": 5},
    {"name": "u", "type": "*i64", "elements": 50, "salt": 6, "low": 0, "high": 4294967295})");
  const MemoryImage memory = image(launch);
  for (int64_t i = 0; i < 500; ++i) {
    EXPECT_EQ(element(memory, 0, i), -5.0 + fillHash(static_cast<uint32_t>(i), 3) % 15);
    EXPECT_EQ(element(memory, 2, i), fillHash(static_cast<uint32_t>(i), 5) % 128);
  }
  for (int64_t i = 0; i < 50; ++i) {
    EXPECT_EQ(element(memory, 1, i), fillHash(static_cast<uint32_t>(i), 4) & 1);
    EXPECT_EQ(element(memory, 3, i), fillHash(static_cast<uint32_t>(i), 6));
  }
}

TEST(Fill, ExplicitValuesAndNpy) {
  const auto path = std::filesystem::path(::testing::TempDir()) / "m.npy";
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }";
  header.resize(118 - 10, ' ');
  header += '\n';
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 0xff);
  file += static_cast<char>(header.size() >> 8);
  file += header;
  for (float v : {1.0f, -2.0f, 3.5f, 0.25f}) {
    file.append(reinterpret_cast<const char *>(&v), 4);
  }
  std::ofstream(path, std::ios::binary) << file;
  const MemoryImage memory =
      image(parse(R"({"name": "m", "type": "*fp32", "elements": 4, "file": "m.npy"},
    {"name": "v", "type": "*fp16", "values": [1.5, "nan", "-inf", 70000]}, {"name": "b", "type": "*i1", "values": [true, 0, 1]})"));
  EXPECT_EQ(element(memory, 0, 2), 3.5);
  EXPECT_EQ(element(memory, 1, 0), 1.5);
  EXPECT_TRUE(std::isnan(element(memory, 1, 1)));
  EXPECT_EQ(element(memory, 1, 2), -INFINITY);
  EXPECT_EQ(element(memory, 1, 3), INFINITY);
  EXPECT_EQ(element(memory, 2, 0), 1);
  EXPECT_NE(problem(parse(R"({"name": "m", "type": "*fp32", "elements": 5, "file": "m.npy"})"))
                .find("/args/0/file"),
            std::string::npos);
  EXPECT_NE(problem(parse(R"({"name": "m", "type": "*i32", "elements": 4, "file": "m.npy"})"))
                .find("holds elements \"<f4\""),
            std::string::npos);
  EXPECT_NE(problem(parse(R"({"name": "m", "type": "*i32", "elements": 4, "file": "no.npy"})"))
                .find("cannot open"),
            std::string::npos);
  for (size_t length = 0; length < file.size(); ++length) {
    std::ofstream(path, std::ios::binary) << file.substr(0, length);
    EXPECT_NE(problem(parse(R"({"name": "m", "type": "*fp32", "elements": 4, "file": "m.npy"})")),
              "no error")
        << length;
  }
}

TEST(Memory, BuffersAreAlignedWithGuardsBetween) {
  const MemoryImage memory = image(parse(R"({"name": "x", "type": "*fp32", "elements": 1024},
    {"name": "n", "type": "i32", "value": 3}, {"name": "y", "type": "*i8", "elements": 1},
    {"name": "s", "type": "*fp16", "elements": 8, "place": "sram"})"));
  ASSERT_EQ(memory.buffers().size(), 3u);
  const auto &b = memory.buffers();
  EXPECT_EQ(b[0].address, 4096u);
  EXPECT_EQ(b[1].address, 4096u + 4096 + 4096);
  EXPECT_EQ(b[2].address, kScratchBit + 4096);
  EXPECT_EQ(b[1].argument, 2);
  EXPECT_NE(memory.data(4096, 4096), nullptr);
  EXPECT_EQ(memory.data(4096, 4097), nullptr);
  EXPECT_EQ(memory.data(4095, 1), nullptr);
  EXPECT_EQ(memory.data(4096 + 4096, 1), nullptr);
  EXPECT_EQ(memory.data(UINT64_MAX, 8), nullptr);
  EXPECT_EQ(memory.data(4096, -1), nullptr);
  EXPECT_EQ(memory.find(kScratchBit + 4096), &b[2]);
  EXPECT_EQ(memory.describe(4096 + 8), "x[2]");
  EXPECT_EQ(memory.describe(8192 + 4), "x[1025], 4 bytes after its end");
  EXPECT_EQ(memory.describe(4092), "x[-1], 4 bytes before its start");
  EXPECT_EQ(memory.describe(4096 + 5), "x[1] + 1 bytes");
}

TEST(Memory, DamagedGuardsAreNamed) {
  MemoryImage memory = image(parse(
      R"({"name": "x", "type": "*i8", "elements": 16}, {"name": "y", "type": "*i8", "elements": 16})"));
  EXPECT_TRUE(memory.damagedGuards().empty());
  std::byte *x = memory.data(memory.buffers()[0].address, 16);
  x[16] = std::byte{0};
  EXPECT_EQ(memory.damagedGuards(), std::vector<std::string>{"x"});
  const MemoryImage fresh = image(parse(
      R"({"name": "x", "type": "*i8", "elements": 16}, {"name": "y", "type": "*i8", "elements": 16})"));
  const auto mismatches = compareExactly(memory, fresh, {});
  ASSERT_EQ(mismatches.size(), 1u);
  EXPECT_EQ(mismatches[0].what, "guard");
}

TEST(Memory, LimitsAreCheckedBeforeAllocating) {
  EXPECT_EQ(problem(parse(R"({"name": "x", "type": "*fp32", "elements": 1e12})")),
            "/args/0/elements: 1000000000000 elements of *fp32 make more than the limit of 4 GiB "
            "for all buffers");
  EXPECT_NE(problem(parse(R"({"name": "x", "type": "*i8", "elements": 1000000000000})"))
                .find("/args/0/elements"),
            std::string::npos);
  EXPECT_NE(
      problem(
          parse(
              R"({"name": "x", "type": "*fp64", "elements": 300000000}, {"name": "y", "type": "*fp64", "elements": 300000000})"))
          .find("/args/1/elements"),
      std::string::npos);
  EXPECT_NE(problem(parse(R"({"name": "x", "type": "*i8", "elements": 2000000, "place": "sram"})"))
                .find("/args/0/place"),
            std::string::npos);
}

TEST(Memory, PointersWithinStructsAndDescriptors) {
  const MemoryImage memory = image(parse(
      R"({"name": "s", "type": "struct", "fields": [{"name": "p", "type": "*i64", "elements": 2}]},
    {"name": "t", "type": "tuple", "items": [{"type": "i32", "value": 1}, {"type": "*i8", "elements": 3}]},
    {"name": "d", "type": "tensordesc<bf16[8]>", "base": {"elements": 64}, "shape": [64], "strides": [1]})"));
  ASSERT_EQ(memory.buffers().size(), 4u);
  EXPECT_EQ(memory.buffers()[0].name, "s.p");
  EXPECT_EQ(memory.buffers()[1].name, "s");
  EXPECT_EQ(memory.buffers()[1].bytes, 8);
  EXPECT_EQ(memory.buffers()[2].name, "t.1");
  EXPECT_EQ(memory.buffers()[3].name, "d");
  EXPECT_EQ(memory.buffers()[3].argument, 2);
  // The structure holds the pointer.
  EXPECT_EQ(numerics::loadElement(ElementType::I64, memory.contents(memory.buffers()[1]).data(), 0),
            memory.buffers()[0].address);
}

/// A launch with one output and the expectation that its own fill fulfils.
struct Expected {
  Launch launch;
  MemoryImage memory;
  explicit Expected(const std::string &type)
      : launch(parse(R"({"name": "x", "type": ")" + type + R"(", "elements": 300, "salt": 11})")),
        memory(image(launch)) {
    launch.cases[0].expect["x"] = summarize(memory, memory.buffers()[0]);
  }
  void set(int64_t index, double value) {
    const Buffer &b = memory.buffers()[0];
    numerics::storeElement(b.type, memory.data(b.address, b.bytes), index,
                           numerics::fromDouble(b.type, value));
  }
  std::vector<Mismatch> compare() const { return compareWithExpectations(memory, launch.cases[0]); }
  int64_t sampled(int64_t j) const {
    return static_cast<int64_t>((uint64_t{fillHash(static_cast<uint32_t>(j), 0)} * 300) >> 32);
  }
};

TEST(Memory, ListOfPointersHoldsTheAddressesOfItsBuffers) {
  const Launch launch = parse(R"({"name": "list", "type": "*i64", "pointers": [
    {"type": "*fp16", "elements": 5}, {"name": "b", "type": "*i32", "values": [7, 8]}]})");
  EXPECT_EQ(launch.args[0].elements, 2);
  const MemoryImage memory = image(launch);
  ASSERT_EQ(memory.buffers().size(), 3u);
  EXPECT_EQ(memory.buffers()[0].name, "list.0");
  EXPECT_EQ(memory.buffers()[1].name, "list.b");
  EXPECT_EQ(memory.buffers()[2].name, "list");
  EXPECT_EQ(element(memory, 2, 0), static_cast<double>(memory.buffers()[0].address));
  EXPECT_EQ(element(memory, 2, 1), static_cast<double>(memory.buffers()[1].address));
  EXPECT_EQ(element(memory, 1, 1), 8);
  const auto again = parseLaunch(toJson(launch), launch.file);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(toJson(*again), toJson(launch));
}

TEST(Memory, ListOfPointersIsCheckedWhenRead) {
  const auto message = [](const std::string &args) {
    const auto launch = parseLaunch(launchText(args), "x.launch.json");
    return launch ? "no error" : firstError(launch.error());
  };
  EXPECT_NE(message(R"({"name": "a", "type": "*i32", "pointers": []})").find("64-bit"),
            std::string::npos);
  EXPECT_NE(message(R"({"name": "a", "type": "*i64", "pointers": [{"type": "i32", "value": 1}]})")
                .find("must be a pointer"),
            std::string::npos);
  EXPECT_NE(message(R"({"name": "a", "type": "*i64", "pointers": [
                {"type": "*i64", "pointers": [{"type": "*i8", "elements": 1}]}]})")
                .find("addresses of addresses"),
            std::string::npos);
  EXPECT_NE(message(R"({"name": "a", "type": "*i64", "elements": 2, "pointers": [
                {"type": "*i8", "elements": 1}]})")
                .find("has 1 buffers for 2 elements"),
            std::string::npos);
}

TEST(Compare, SummaryFulfilsItself) {
  for (const char *type : {"*fp32", "*bf16", "*fp16", "*i32", "*i1", "*fp8e5", "*fp64", "*u8"}) {
    EXPECT_TRUE(Expected(type).compare().empty()) << type;
  }
}

TEST(Compare, FloatSamplesHaveTheStatedTolerance) {
  Expected run("*fp32");
  const int64_t index = run.sampled(3);
  const Expectation &e = run.launch.cases[0].expect["x"];
  const double value = e.samples[3], allowed = 4e-5 * (std::fabs(value) + e.absSum / 300);
  run.set(index, value + 0.9 * allowed);
  EXPECT_TRUE(run.compare().empty());
  run.set(index, value + 1.1 * allowed);
  const auto mismatches = run.compare();
  ASSERT_FALSE(mismatches.empty());
  EXPECT_EQ(mismatches[0].what, "sample 3 (element " + std::to_string(index) + ")");
  EXPECT_NEAR(mismatches[0].tolerance, allowed, 1e-12);
  run.launch.cases[0].expect["x"].tolerance = 2.0;
  EXPECT_TRUE(run.compare().empty());
}

TEST(Compare, IntegersAreExactAndNonfiniteValuesInKind) {
  Expected integers("*i32");
  const Expectation before = integers.launch.cases[0].expect["x"];
  integers.set(integers.sampled(0), before.samples[0] + 1);
  EXPECT_FALSE(integers.compare().empty());
  Expected floats("*fp32");
  floats.set(floats.sampled(5), NAN);
  bool nonfinite = false;
  for (const Mismatch &m : floats.compare()) {
    nonfinite = nonfinite || m.what == "nonfinite";
  }
  EXPECT_TRUE(nonfinite);
  floats.launch.cases[0].expect["x"] = summarize(floats.memory, floats.memory.buffers()[0]);
  EXPECT_TRUE(floats.compare().empty());
  floats.set(floats.sampled(5), INFINITY);
  EXPECT_FALSE(floats.compare().empty());
}

TEST(Compare, ExactComparisonTreatsEveryNanAsOne) {
  const Launch launch = parse(R"({"name": "x", "type": "*fp32", "elements": 64})");
  MemoryImage left = image(launch), right = image(launch);
  const Buffer &b = left.buffers()[0];
  numerics::storeElement(b.type, left.data(b.address, b.bytes), 7, 0x7fc00001);
  numerics::storeElement(b.type, right.data(b.address, b.bytes), 7, 0xffc00000);
  EXPECT_TRUE(compareExactly(left, right, {}).empty());
  numerics::storeElement(
      b.type, right.data(b.address, b.bytes), 9,
      std::bit_cast<uint32_t>(static_cast<float>(element(left, 0, 9)) * 1.000001f));
  const auto mismatches = compareExactly(left, right, {});
  ASSERT_EQ(mismatches.size(), 1u);
  EXPECT_EQ(mismatches[0].what, "element 9");
  EXPECT_TRUE(compareExactly(left, right, {"x"}).empty());
}

TEST(Compare, TheListOfMismatchesIsLimited) {
  const Launch launch = parse(R"({"name": "x", "type": "*i32", "elements": 640, "salt": 1})");
  Launch other = launch;
  other.args[0].salt = 2;
  EXPECT_EQ(compareExactly(image(launch), image(other), {}, 5).size(), 5u);
}

} // namespace
} // namespace charonia::launch::testing

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaunchTesting.h"

#include <gtest/gtest.h>

namespace charonia::launch::testing {
namespace {

const char *const kText = R"({"format": "charonia-sequence/1",
  "buffers": {"b": {"type": "*fp32", "elements": 16, "salt": 1}, "a": {"type": "*fp32", "elements": 16, "salt": 2}},
  "launches": [{"launch": "one.launch.json", "bind": {"x": "a", "y": "b"}}, {"launch": "../two.launch.json", "bind": {"x": "b", "y": "b"}}]})";

std::string problem(const std::string &text) {
  const auto sequence = parseSequence(text, "d/s.sequence.json");
  return sequence ? "no error" : firstError(sequence.error());
}

TEST(Sequence, KeepsTheOrderOfTheFile) {
  const auto sequence = parseSequence(kText, "d/s.sequence.json");
  ASSERT_TRUE(sequence.has_value());
  EXPECT_EQ(sequence->buffers[0].first, "b");
  EXPECT_EQ(sequence->buffers[1].first, "a");
  ASSERT_EQ(sequence->steps.size(), 2u);
  EXPECT_EQ(sequence->steps[0].launchFile, "d/one.launch.json");
  EXPECT_EQ(sequence->steps[1].launchFile, "two.launch.json");
  EXPECT_EQ(sequence->steps[0].bind.at("y"), "b");
}

TEST(Sequence, BuffersLiveAcrossLaunches) {
  const auto sequence = parseSequence(kText, "d/s.sequence.json");
  ASSERT_TRUE(sequence.has_value());
  auto memory = MemoryImage::create(*sequence, device());
  ASSERT_TRUE(memory.has_value());
  const auto launch = parseLaunch(
      launchText(
          R"({"name": "x", "type": "*fp32", "elements": 16}, {"name": "n", "type": "i32", "value": 1},
    {"name": "y", "type": "*fp32", "elements": 8})"),
      "f");
  ASSERT_TRUE(launch.has_value());
  ASSERT_TRUE(memory->bind(*launch, sequence->steps[0].bind).empty());
  ASSERT_EQ(memory->buffers().size(), 2u);
  EXPECT_EQ(memory->buffers()[0].name, "x");
  EXPECT_EQ(memory->buffers()[0].argument, 0);
  EXPECT_EQ(memory->buffers()[1].argument, 2);
  const uint64_t written = memory->buffers()[0].address;
  *memory->data(written, 1) = std::byte{0x77};
  // The second launch uses the buffer b twice; a stays as the first left it.
  ASSERT_TRUE(memory->bind(*launch, sequence->steps[1].bind).empty());
  ASSERT_EQ(memory->buffers().size(), 3u);
  EXPECT_EQ(memory->buffers()[0].address, memory->buffers()[1].address);
  EXPECT_EQ(memory->buffers()[2].argument, -1);
  EXPECT_EQ(memory->buffers()[2].address, written);
  EXPECT_EQ(*memory->data(written, 1), std::byte{0x77});
}

TEST(Sequence, ListOfPointersHoldsTheAddressesOfTheBoundBuffers) {
  const auto sequence = parseSequence(kText, "d/s.sequence.json");
  ASSERT_TRUE(sequence.has_value());
  auto memory = MemoryImage::create(*sequence, device());
  ASSERT_TRUE(memory.has_value());
  const auto launch = parseLaunch(launchText(R"({"name": "list", "type": "*i64", "pointers": [
    {"type": "*fp32", "elements": 8}, {"type": "*fp32", "elements": 8}]})"),
                                  "f");
  ASSERT_TRUE(launch.has_value());
  ASSERT_TRUE(memory->bind(*launch, {{"list.0", "b"}, {"list.1", "a"}}).empty());
  ASSERT_EQ(memory->buffers().size(), 3u);
  const Buffer &list = memory->buffers()[2];
  EXPECT_EQ(list.name, "list");
  ASSERT_EQ(list.bytes, 16);
  for (int64_t i = 0; i < 2; ++i) {
    EXPECT_EQ(numerics::loadElement(ElementType::I64, memory->contents(list).data(), i),
              memory->buffers()[static_cast<size_t>(i)].address);
  }
  EXPECT_NE(memory->buffers()[0].address, memory->buffers()[1].address);
}

TEST(Sequence, BindingErrors) {
  const auto sequence = parseSequence(kText, "s");
  auto memory = MemoryImage::create(*sequence, device());
  ASSERT_TRUE(memory.has_value());
  const auto wrongType =
      parseLaunch(launchText(R"({"name": "x", "type": "*i32", "elements": 16})"), "f");
  EXPECT_EQ(firstError(memory->bind(*wrongType, {{"x", "a"}})).substr(0, 8), "/args/0:");
  const auto tooLarge =
      parseLaunch(launchText(R"({"name": "x", "type": "*fp32", "elements": 17})"), "f");
  EXPECT_EQ(memory->bind(*tooLarge, {{"x", "a"}}).size(), 1u);
  EXPECT_EQ(memory->bind(*tooLarge, {}).size(), 1u);
  EXPECT_NE(
      firstError(memory->bind(*tooLarge, {{"q", "a"}, {"x", "a"}})).find("no pointer argument 'q'"),
      std::string::npos);
}

TEST(Sequence, Errors) {
  EXPECT_EQ(problem(R"({"format": "charonia-launch/1"})"),
            "/format: the format must be \"charonia-sequence/1\"");
  EXPECT_EQ(
      problem(
          R"({"format": "charonia-sequence/1", "buffers": {"a": {"type": "i32", "value": 1}}, "launches": [{"launch": "x"}]})")
          .substr(0, 16),
      "/buffers/a/type:");
  EXPECT_EQ(
      problem(
          R"({"format": "charonia-sequence/1", "buffers": {}, "launches": [{"launch": "x", "bind": {"x": "q"}}]})"),
      "/launches/0/bind/x: there is no buffer 'q'");
  EXPECT_EQ(problem(R"({"format": "charonia-sequence/1", "buffers": {}, "launches": []})"),
            "/launches: is empty");
  EXPECT_EQ(problem(R"({"format": "charonia-sequence/1", "buffers": {}, "launches": [{}]})"),
            "/launches/0: has no \"launch\"");
}

} // namespace
} // namespace charonia::launch::testing

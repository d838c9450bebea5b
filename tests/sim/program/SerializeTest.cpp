// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Program and CommandStream files: exact round trips, and errors for damaged ones.
#include "SampleProgram.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace charonia::program;
using namespace charonia::program::test;
using nlohmann::ordered_json;

namespace {

std::string firstError(const std::vector<ProgramError> &errors) {
  return errors.front().path + ": " + errors.front().message;
}

TEST(ProgramJson, RoundTrip) {
  const Program program = sampleProgram();
  auto read = programFromJson(toJson(program));
  ASSERT_TRUE(read) << firstError(read.error());
  EXPECT_EQ(*read, program);
  EXPECT_EQ(toJson(*read), toJson(program));
}

TEST(ProgramBinary, RoundTrip) {
  const Program program = sampleProgram();
  auto read = programFromBinary(toBinary(program));
  ASSERT_TRUE(read) << firstError(read.error());
  EXPECT_EQ(*read, program);
}

TEST(StreamFiles, RoundTrip) {
  const CommandStream stream = sampleStream();
  auto json = streamFromJson(toJson(stream));
  ASSERT_TRUE(json) << firstError(json.error());
  EXPECT_EQ(*json, stream);
  auto binary = streamFromBinary(toBinary(stream));
  ASSERT_TRUE(binary) << firstError(binary.error());
  EXPECT_EQ(*binary, stream);
}

TEST(ProgramFiles, ExtremeNumbersSurvive) {
  Program program = sampleProgram();
  program.cores[0].code[0].imm = INT64_MIN;
  program.cores[1].code[4].c = 0;
  program.commands[kLoadA].dma->padBits = INT64_MAX;
  program.commands[kLoadA].dma->base = Operand::constant(INT64_MIN);
  auto json = programFromJson(toJson(program));
  ASSERT_TRUE(json) << firstError(json.error());
  EXPECT_EQ(*json, program);
  auto binary = programFromBinary(toBinary(program));
  ASSERT_TRUE(binary);
  EXPECT_EQ(*binary, program);
}

TEST(ProgramJson, UsesWordsAndLeavesDefaultsOut) {
  const auto json = ordered_json::parse(toJson(sampleProgram()));
  EXPECT_EQ(json["commands"][kLoadA]["kind"], "fiLoad");
  EXPECT_EQ(json["commands"][kLoadA]["unit"], "fi.read");
  EXPECT_EQ(json["commands"][kLoadA]["dma"]["base"], "r0");
  EXPECT_EQ(json["commands"][kLoadA]["dma"]["strides"], (ordered_json{"r1", 2}));
  EXPECT_EQ(json["cbs"][kAcc]["type"], "f32");
  EXPECT_EQ(json["mapping"]["kind"], "zigzag");
  EXPECT_FALSE(json["commands"][kMove].contains("dma"));
  EXPECT_FALSE(json["core1"]["code"][7].contains("imm"));
}

TEST(ProgramBinary, EveryTruncationIsAnError) {
  const std::string bytes = toBinary(sampleProgram());
  for (size_t length = 0; length < bytes.size(); ++length) {
    ASSERT_FALSE(programFromBinary(std::string_view(bytes).substr(0, length))) << length;
  }
  EXPECT_FALSE(programFromBinary(bytes + "x"));
}

TEST(ProgramBinary, EveryFlippedByteIsAnError) {
  const std::string bytes = toBinary(sampleProgram());
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x40);
    ASSERT_FALSE(programFromBinary(damaged)) << at;
  }
}

/// The checksum of a file with another payload, put right again.
std::string sealed(std::string bytes) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 28; i < bytes.size(); ++i) {
    hash = (hash ^ static_cast<uint8_t>(bytes[i])) * 0x100000001b3u;
  }
  const uint64_t length = bytes.size() - 28;
  for (size_t i = 0; i < 8; ++i) {
    bytes[12 + i] = static_cast<char>(length >> (8 * i));
    bytes[20 + i] = static_cast<char>(hash >> (8 * i));
  }
  return bytes;
}

TEST(ProgramBinary, HostilePayloadsWithRightChecksumNeverCrash) {
  const std::string bytes = toBinary(sampleProgram());
  ASSERT_EQ(sealed(bytes), bytes);
  size_t refused = 0;
  for (size_t at = 28; at < bytes.size(); ++at) {
    for (int value : {0x00, 0x01, 0x7f, 0xff}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(value);
      auto read = programFromBinary(sealed(damaged)); // a valid program or an error
      refused += read ? 0 : 1;
    }
    ASSERT_FALSE(programFromBinary(sealed(bytes.substr(0, at)))) << at;
  }
  EXPECT_GT(refused, bytes.size());
}

TEST(ProgramBinary, HugeLengthIsAnErrorAtItsMember) {
  std::string bytes = toBinary(sampleProgram());
  // version 1 is one byte; the length of the kernel's name follows.
  bytes.replace(29, 1, std::string(9, '\xff') + '\x01');
  auto read = programFromBinary(sealed(bytes));
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error()[0].message, testing::HasSubstr("'kernel'"));
}

TEST(ProgramBinary, NamesTheKindAndVersion) {
  std::string bytes = toBinary(sampleProgram());
  EXPECT_FALSE(streamFromBinary(bytes));
  bytes[8] = 9;
  auto read = programFromBinary(bytes);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error()[0].message, testing::HasSubstr("version 9"));
}

TEST(StreamBinary, EveryTruncationIsAnError) {
  const std::string bytes = toBinary(sampleStream());
  for (size_t length = 0; length < bytes.size(); ++length) {
    ASSERT_FALSE(streamFromBinary(std::string_view(bytes).substr(0, length))) << length;
  }
}

/// What reading the sample's JSON gives after `change`.
template <typename Change>
std::string errorAfter(Change change) {
  ordered_json json = ordered_json::parse(toJson(sampleProgram()));
  change(json);
  auto read = programFromJson(json.dump());
  return read ? "" : firstError(read.error());
}

TEST(ProgramJson, ErrorsNameTheirPlace) {
  EXPECT_EQ(errorAfter([](auto &j) { j.erase("cbs"); }), "cbs: missing");
  EXPECT_EQ(errorAfter([](auto &j) { j["extra"] = 1; }), "extra: unknown member");
  EXPECT_EQ(errorAfter([](auto &j) { j["commands"][2]["reads"][0]["cb"] = -1; }),
            "commands[2].reads[0].cb: -1 is out of range");
  EXPECT_EQ(errorAfter([](auto &j) { j["commands"][2]["unit"] = "gpu"; }),
            "commands[2].unit: \"gpu\" is not one of its words");
  EXPECT_EQ(errorAfter([](auto &j) { j["commands"][0]["dma"]["base"] = "x7"; }),
            "commands[0].dma.base: 'x7' is neither a number nor a register such as r7");
  EXPECT_EQ(errorAfter([](auto &j) { j["cbs"][0]["resident"] = 1; }),
            "cbs[0].resident: must be true or false");
  EXPECT_EQ(errorAfter([](auto &j) { j["cbs"][0]["base"] = 1.5; }),
            "cbs[0].base: must be a whole number");
  EXPECT_EQ(errorAfter([](auto &j) { j["kernel"] = 5; }), "kernel: must be a text");
  EXPECT_EQ(errorAfter([](auto &j) { j["texts"] = "x"; }), "texts: must be an array");
  EXPECT_EQ(errorAfter([](auto &j) { j["core0"] = 5; }), "core0: must be an object");
  EXPECT_EQ(errorAfter([](auto &j) { j["version"] = 1; }), "version: must be 2");
}

TEST(ProgramJson, BrokenTextIsAnError) {
  const std::string text = toJson(sampleProgram(), -1);
  for (size_t length = 0; length + 2 < text.size(); length += 61) {
    ASSERT_FALSE(programFromJson(std::string_view(text).substr(0, length))) << length;
  }
  EXPECT_FALSE(programFromJson(std::string(100000, '[')));
}

TEST(ProgramJson, InvalidUtf8IsWrittenAsReplacement) {
  Program program = sampleProgram();
  program.frames[0].file = "k\xff.py";
  EXPECT_TRUE(programFromJson(toJson(program)));
  auto binary = programFromBinary(toBinary(program));
  ASSERT_TRUE(binary);
  EXPECT_EQ(binary->frames[0].file, "k\xff.py");
}

} // namespace

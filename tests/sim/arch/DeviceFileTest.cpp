// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hardware files: what is read, and that each kind of mistake is reported at its place.
#include "charonia/arch/DeviceModel.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>

using namespace charonia::arch;
using nlohmann::ordered_json;

namespace {

std::string shippedText() {
  std::ifstream in(std::string(CHARONIA_SOURCE_DIR) + "/resources/hardware/mtia-2i.json");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

ordered_json shipped() { return ordered_json::parse(shippedText()); }

std::vector<DeviceError> errorsOf(const ordered_json &file) {
  auto device = parseDevice(file.dump(1), "hw.json");
  return device ? std::vector<DeviceError>{} : device.error();
}

/// The line of `file` as errorsOf() writes it on which `key` first appears.
int lineOf(const ordered_json &file, const std::string &key) {
  std::istringstream in(file.dump(1));
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.find('"' + key + '"') != std::string::npos) {
      return number;
    }
  }
  return -1;
}

TEST(DeviceFile, ShippedFileIsValid) {
  auto device = loadDevice(defaultDevicePath());
  ASSERT_TRUE(device) << device.error().front().path << device.error().front().message;
  EXPECT_EQ((*device)->name, "MTIA-2i");
  EXPECT_EQ((*device)->grid.numPes(), 64);
  EXPECT_EQ((*device)->ls.bytes, 384 * 1024);
  EXPECT_EQ((*device)->sram.bytes, int64_t{256} << 20);
  EXPECT_EQ((*device)->dpe.macsPerCycle16, 1024);
  EXPECT_EQ((*device)->cp.queueDepth, 8);
  EXPECT_DOUBLE_EQ((*device)->dram.bytesPerCycle, 151.7);
  EXPECT_EQ((*device)->ls.ports.at("dpe.read"), 2);
  EXPECT_EQ((*device)->barrierCycles(), 200 + 2 * 8 * 4);
  EXPECT_EQ((*device)->addressAlignment, 4096);
}

TEST(DeviceFile, SchemaFileIsMadeFromTheTable) {
  std::ifstream in(std::string(CHARONIA_SOURCE_DIR) + "/resources/hardware/hardware.schema.json");
  std::stringstream text;
  text << in.rdbuf();
  EXPECT_EQ(text.str(), deviceSchema());
}

TEST(DeviceFile, ParametersKeepTheOrderOfTheFile) {
  auto device = parseDevice(shippedText(), "hw.json");
  ASSERT_TRUE(device);
  std::vector<std::string> paths, expected;
  for (const Parameter &parameter : (*device)->parameters) {
    paths.push_back(parameter.path);
  }
  const ordered_json file = shipped();
  for (const auto &[key, value] : file["parameters"].items()) {
    expected.push_back(key);
  }
  EXPECT_EQ(paths, expected);
}

TEST(DeviceFile, NegativeBandwidth) {
  ordered_json file = shipped();
  file["parameters"]["dram.bytesPerCycle"]["value"] = -151.7;
  auto errors = errorsOf(file);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].path, "dram.bytesPerCycle/value");
  EXPECT_EQ(errors[0].line, lineOf(file, "dram.bytesPerCycle") + 1);
  EXPECT_THAT(errors[0].message, testing::HasSubstr("-151.7 B/cycle is too small"));
}

TEST(DeviceFile, ValueOutsideOfTheFilesOwnRange) {
  ordered_json file = shipped();
  file["parameters"]["grid.rows"]["max"] = 4;
  auto errors = errorsOf(file);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_THAT(errors[0].message, testing::HasSubstr("8 is too large; valid are 1 to 4"));
}

TEST(DeviceFile, RangeBeyondTheTable) {
  ordered_json file = shipped();
  file["parameters"]["grid.rows"]["min"] = -5;
  auto errors = errorsOf(file);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].path, "grid.rows/min");
}

TEST(DeviceFile, FractionForAWholeNumber) {
  ordered_json file = shipped();
  file["parameters"]["grid.rows"]["value"] = 7.5;
  auto errors = errorsOf(file);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_THAT(errors[0].message, testing::HasSubstr("whole number"));
}

TEST(DeviceFile, MissingParameter) {
  ordered_json file = shipped();
  file["parameters"].erase("pe.ls.bytes");
  auto errors = errorsOf(file);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].path, "pe.ls.bytes");
  EXPECT_EQ(errors[0].line, lineOf(file, "parameters"));
  EXPECT_THAT(errors[0].message, testing::HasSubstr("missing"));
}

TEST(DeviceFile, UnknownParameterAndUnknownKeys) {
  ordered_json file = shipped();
  file["parameters"]["pe.ls.byte"] = file["parameters"]["pe.ls.bytes"];
  file["parameters"]["pe.ls.bytes"]["vaule"] = 1;
  file["comment"] = "x";
  auto errors = errorsOf(file);
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_EQ(errors[0].path, "pe.ls.bytes/vaule");
  EXPECT_EQ(errors[1].path, "pe.ls.byte");
  EXPECT_EQ(errors[2].path, "comment");
}

TEST(DeviceFile, WrongUnit) {
  ordered_json file = shipped();
  file["parameters"]["chip.clock"]["unit"] = "MHz";
  auto errors = errorsOf(file);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].message, "unit 'MHz' must be 'GHz'");
}

TEST(DeviceFile, PublishedValueNeedsASource) {
  ordered_json file = shipped();
  file["parameters"]["chip.clock"].erase("source");
  auto errors = errorsOf(file);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].path, "chip.clock/source");
}

TEST(DeviceFile, WrongProvenance) {
  ordered_json file = shipped();
  file["parameters"]["chip.clock"]["provenance"] = "guess";
  auto errors = errorsOf(file);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_THAT(errors[0].message, testing::HasSubstr("'guess'"));
}

TEST(DeviceFile, AllErrorsAtOnceInLineOrder) {
  ordered_json file = shipped();
  file["parameters"]["pe.fi.granule"]["unit"] = "bit";
  file["parameters"]["chip.clock"]["value"] = 0;
  file["parameters"]["sram.bytes"]["value"] = "much";
  auto errors = errorsOf(file);
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_LT(errors[0].line, errors[1].line);
  EXPECT_LT(errors[1].line, errors[2].line);
  EXPECT_GT(errors[0].line, 0);
}

TEST(DeviceFile, StatedTwice) {
  std::string text = shippedText();
  const std::string key = "\"grid.rows\": {";
  const size_t at = text.find(key);
  ASSERT_NE(at, std::string::npos);
  text.insert(at, "\"grid.rows\": {},\n");
  auto device = parseDevice(text, "hw.json");
  ASSERT_FALSE(device);
  EXPECT_EQ(device.error().back().message, "stated twice");
}

TEST(DeviceFile, BrokenJsonNamesTheLine) {
  auto device = parseDevice("{\n \"name\": \"x\",\n oops\n}", "hw.json");
  ASSERT_FALSE(device);
  ASSERT_EQ(device.error().size(), 1u);
  EXPECT_EQ(device.error()[0].line, 3);
}

TEST(DeviceFile, EveryTruncationIsAnError) {
  const std::string text = shippedText();
  for (size_t length = 0; length + 2 < text.size(); length += 97) {
    ASSERT_FALSE(parseDevice(text.substr(0, length), "hw.json")) << length;
  }
}

TEST(DeviceFile, DeepNestingIsAnError) {
  EXPECT_FALSE(parseDevice(std::string(100000, '['), "hw.json"));
  EXPECT_FALSE(parseDevice(std::string(100000, '[') + std::string(100000, ']'), "hw.json"));
}

TEST(DeviceFile, NoSuchFile) {
  auto device = loadDevice("/nonexistent/hw.json");
  ASSERT_FALSE(device);
  EXPECT_EQ(device.error()[0].file, "/nonexistent/hw.json");
}

struct Inconsistency {
  const char *parameter;
  double value;
  const char *path; ///< that the error names
};

class Inconsistent : public testing::TestWithParam<Inconsistency> {};

TEST_P(Inconsistent, IsReported) {
  ordered_json file = shipped();
  ordered_json &parameter = file["parameters"][GetParam().parameter];
  parameter["value"] = GetParam().value;
  auto errors = errorsOf(file);
  auto named = std::find_if(errors.begin(), errors.end(),
                            [](const DeviceError &e) { return e.path == GetParam().path; });
  ASSERT_NE(named, errors.end());
  EXPECT_EQ(named->line, lineOf(file, GetParam().path));
}

INSTANTIATE_TEST_SUITE_P(
    DeviceFile, Inconsistent,
    testing::Values(Inconsistency{"sram.slicesPerSide", 5, "sram.slicesPerSide"},
                    Inconsistency{"sram.slices", 8, "sram.slicesPerSide"},
                    Inconsistency{"sram.bytes", double(int64_t{257} << 20), "sram.regionBytes"},
                    Inconsistency{"sram.scratchBytes", double(1 << 30), "sram.scratchBytes"},
                    Inconsistency{"sram.scratchBytes", 1 << 20, "sram.scratchBytes"},
                    Inconsistency{"sram.interleave", 300, "sram.interleave"},
                    Inconsistency{"sram.llcSectorBytes", 4097, "sram.llcSectorBytes"},
                    Inconsistency{"dram.channels", 8, "dram.channels"},
                    Inconsistency{"dram.efficiencyGain", 0.5, "dram.efficiencyGain"},
                    Inconsistency{"dram.efficiencyMinBytes", 2048, "dram.efficiencyMaxBytes"},
                    Inconsistency{"dram.pageBytes", 1024, "dram.pageBytes"},
                    Inconsistency{"memory.guard", 100, "memory.guard"},
                    Inconsistency{"pe.ls.reservedBytes", 384 * 1024, "pe.ls.reservedBytes"},
                    Inconsistency{"pe.ls.reservedBytes", 100, "pe.ls.reservedBytes"},
                    Inconsistency{"pe.ls.alignment", 6, "pe.ls.alignment"},
                    Inconsistency{"pe.cp.registerWrites", 0, "pe.cp.registerWritesAutoIncrement"},
                    Inconsistency{"pe.fi.packetBytes", 100, "pe.fi.packetBytes"},
                    Inconsistency{"pe.vector.vlenBits", 500, "pe.vector.vlenBits"}));

} // namespace

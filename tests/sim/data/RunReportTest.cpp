// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The run report: work, roofline, load, totals, JSON.
#include "charonia/simdata/RunReport.h"
#include "SampleTrace.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace charonia;
using namespace charonia::simdata;
using namespace charonia::simdata::test;

namespace {

const arch::DeviceModel &device() {
  static const arch::DeviceRef loaded = arch::loadDevice(arch::defaultDevicePath()).value();
  return *loaded;
}

program::CircularBuffer buffer(const char *name, program::ElementType type,
                               std::vector<int64_t> shape) {
  program::CircularBuffer cb;
  cb.name = name;
  cb.type = type;
  cb.shape = std::move(shape);
  cb.slotBytes = 4096;
  cb.depth = 2;
  return cb;
}

/// x is loaded; x times y goes to acc.
program::Program sampleProgram() {
  program::Program p;
  p.kernel = "copy";
  p.cbs = {buffer("x", program::ElementType::F16, {32, 64}),
           buffer("y", program::ElementType::F16, {64, 16}),
           buffer("acc", program::ElementType::F32, {32, 16})};
  p.cbs[2].space = program::CbSpace::ReBanks;
  program::Command load;
  load.kind = program::CommandKind::FiLoad;
  load.writes = {{0, 1, 0, 1}};
  program::Command dot;
  dot.unit = arch::Unit::Dpe;
  dot.kind = program::CommandKind::DpeMma;
  dot.reads = {{0, 0, 0, 1}, {1, 0, 0, 1}};
  dot.writes = {{2, 1, 0, 1}};
  p.commands = {load, dot};
  return p;
}

TEST(Work, CountsTilesOfCommands) {
  const WorkTotals work = workOf(sampleTrace(), sampleProgram(), device());
  EXPECT_EQ(work.macs16, 32 * 16 * 64);
  EXPECT_EQ(work.macs8, 0);
  EXPECT_EQ(work.fiReadBytes, 8192);
  EXPECT_EQ(work.sramBytes, 8192);
  EXPECT_EQ(work.dramBytes, 0);
}

TEST(Work, RowsServeIfRunsWereNotCounted) {
  Trace trace = sampleTrace();
  trace.commandRuns.clear();
  EXPECT_EQ(workOf(trace, sampleProgram(), device()).macs16, 32 * 16 * 64);
}

TEST(RooflineTest, NamesTheLongestLevel) {
  WorkTotals work;
  work.macs16 = 64.0 * 1024 * 1000; // 1000 cycles on 64 PEs
  work.sramBytes = 2048.0 * 500;
  Roofline roofline = rooflineOf(work, device(), 1350, 4000);
  EXPECT_EQ(roofline.level, "DPE");
  EXPECT_DOUBLE_EQ(roofline.bound, 1350 + 104 + 1000);
  EXPECT_DOUBLE_EQ(roofline.fraction, 2454.0 / 4000);
  EXPECT_DOUBLE_EQ(roofline.cyclesOfLevel["SRAM"], 500);
  work.dramBytes = 151.7 * 2000;
  roofline = rooflineOf(work, device(), 1350, 4000);
  EXPECT_EQ(roofline.level, "DRAM");
  EXPECT_NEAR(roofline.bound, 1350 + 344 + 2000, 1e-6);
}

TEST(RooflineTest, EachLevelByItsRate) {
  const auto level = [](auto set) {
    WorkTotals work;
    set(work);
    return rooflineOf(work, device(), 0, 1).level;
  };
  EXPECT_EQ(level([](WorkTotals &w) { w.macs8 = 1e9; }), "DPE");
  EXPECT_EQ(level([](WorkTotals &w) { w.seElements = 1e9; }), "SE");
  EXPECT_EQ(level([](WorkTotals &w) { w.vectorCycles = 1e9; }), "vector");
  EXPECT_EQ(level([](WorkTotals &w) { w.fiWriteBytes = 1e9; }), "FI");
}

TEST(Report, LoadUnitsAndBuffers) {
  const RunReport report = makeRunReport(sampleTrace(), sampleProgram(), device());
  EXPECT_EQ(report.cycles, 1000u);
  EXPECT_NEAR(report.timeUs, 1000 / 1350.0, 1e-12);
  EXPECT_THAT(report.busyOfPe, testing::ElementsAre(800, 400));
  EXPECT_DOUBLE_EQ(report.maxOverMean, 800 / 600.0);
  const UnitReport &fi = report.units[size_t(Unit::FiRead)];
  EXPECT_EQ(fi.name, "fi.read");
  EXPECT_EQ(fi.busy, 300u);
  EXPECT_THAT(fi.stalls,
              testing::ElementsAre(testing::Pair("space", 50), testing::Pair("port", 20),
                                   testing::Pair("issue", 430), testing::Pair("drained", 100),
                                   testing::Pair("launch", 100)));
  EXPECT_EQ(report.cbBytes, 2 * 8192); // the accumulator is not in LS
  EXPECT_EQ(report.cbs[0].maxFilled, 1);
  EXPECT_EQ(report.cbs[1].maxFilled, -1);
}

TEST(Report, Json) {
  const nlohmann::json json = toJson(makeRunReport(sampleTrace(), sampleProgram(), device()));
  for (const char *key :
       {"status", "kernel", "cycles", "time_us", "roofline", "load", "units", "dma", "cb"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["cycles"], 1000);
  EXPECT_EQ(json["units"]["fi.read"]["stalls"]["port"], 20);
  EXPECT_EQ(json["dma"]["by_rung"]["dma"], 8192);
  EXPECT_EQ(json["cb"]["per_cb"][0]["name"], "x");
  EXPECT_EQ(json["load"]["per_pe"][0], 800);
}

TEST(Report, Text) {
  const std::string text = toText(makeRunReport(sampleTrace(), sampleProgram(), device()));
  EXPECT_THAT(text, testing::HasSubstr("1000 cycles, 0.741 us"));
  EXPECT_THAT(text, testing::HasSubstr("slowest PE 1.333 times the mean"));
  EXPECT_THAT(text, testing::HasSubstr("fi.read    15.0 % busy, space 2.5 %"));
}

} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trace files: exact round trips, size, and errors that name the column.
#include "charonia/simdata/TraceFile.h"
#include "SampleTrace.h"

#include <gmock/gmock.h>

#include <filesystem>

using namespace charonia;
using namespace charonia::simdata;
using namespace charonia::simdata::test;
using testing::HasSubstr;

namespace {

/// A trace of many rows, as a regular pipeline leaves them.
Trace longTrace(size_t rows) {
  Trace t = sampleTrace();
  t.commands = {};
  t.cbs = {};
  uint64_t cycle = 100;
  for (size_t i = 0; i < rows; ++i) {
    const auto pe = static_cast<uint16_t>(i % 2);
    const auto unit = (i / 2) % 2 ? Unit::Dpe : Unit::FiRead;
    addCommand(t, pe, unit, unit == Unit::Dpe ? 1 : 0, cycle - 9, cycle, cycle + 64 + i % 7, 4096,
               i % 3 ? StallClass::Element : StallClass::Port, i % 3 ? 0 : program::kNone);
    cycle += 16 + i % 5;
    addFill(t, pe, 0, cycle, i % 3, 2);
  }
  t.makespan = cycle + 1000;
  return t;
}

TEST(TraceFile, RoundTrip) {
  auto read = traceFromBytes(toBytes(sampleTrace()));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(*read, sampleTrace());
  EXPECT_EQ(toBytes(*read), toBytes(sampleTrace()));
}

TEST(TraceFile, EmptyTrace) {
  auto read = traceFromBytes(toBytes(Trace()));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(*read, Trace());
}

TEST(TraceFile, LongTraceTakesFewBytes) {
  const Trace trace = longTrace(50000);
  const std::string bytes = toBytes(trace);
  auto read = traceFromBytes(bytes);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(*read, trace);
  EXPECT_LT(bytes.size(), 8 * (trace.commands.size() + trace.cbs.size()));
}

TEST(TraceFile, EveryTruncationIsAnError) {
  const std::string bytes = toBytes(sampleTrace());
  for (size_t length = 0; length < bytes.size(); ++length) {
    ASSERT_FALSE(traceFromBytes(std::string_view(bytes).substr(0, length))) << length;
  }
  EXPECT_FALSE(traceFromBytes(bytes + "x"));
}

TEST(TraceFile, EveryFlippedByteIsAnError) {
  const std::string bytes = toBytes(sampleTrace());
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    ASSERT_FALSE(traceFromBytes(damaged)) << at;
  }
}

TEST(TraceFile, ErrorNamesTheColumn) {
  std::string bytes = toBytes(sampleTrace());
  const size_t at = bytes.find("commands.started");
  ASSERT_NE(at, std::string::npos);
  auto cut = traceFromBytes(std::string_view(bytes).substr(0, at + 20));
  ASSERT_FALSE(cut);
  EXPECT_THAT(cut.error(), HasSubstr("column 'commands.started': the file ends within it"));
  bytes[bytes.find("cbs.filled") - 1] ^= 1; // last byte of the column before
  auto damaged = traceFromBytes(bytes);
  ASSERT_FALSE(damaged);
  EXPECT_THAT(damaged.error(), HasSubstr("column 'cbs.cycle': its checksum does not match"));
}

struct Hostile {
  const char *column;
  void (*make)(Trace &);
};

class HostileTraces : public testing::TestWithParam<Hostile> {};

TEST_P(HostileTraces, AreRefused) {
  Trace trace = sampleTrace();
  GetParam().make(trace);
  auto read = traceFromBytes(toBytes(trace));
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error(), HasSubstr(GetParam().column));
}

INSTANTIATE_TEST_SUITE_P(
    TraceFile, HostileTraces,
    testing::Values(Hostile{"commands.pe", [](Trace &t) { t.commands.pe[1] = 2; }},
                    Hostile{"commands.unit", [](Trace &t) { t.commands.unit[1] = 8; }},
                    Hostile{"commands.command", [](Trace &t) { t.commands.command[1] = 2; }},
                    Hostile{"commands.started", [](Trace &t) { t.commands.started[2] = 1001; }},
                    Hostile{"commands.issued", [](Trace &t) { t.commands.issued[2] = 351; }},
                    Hostile{"commands.ended", [](Trace &t) { t.commands.ended[2] = 1; }},
                    Hostile{"commands.waitClass", [](Trace &t) { t.commands.waitClass[0] = 9; }},
                    Hostile{"commands.waitCb", [](Trace &t) { t.commands.waitCb[0] = 1; }},
                    Hostile{"commands.bytes", [](Trace &t) { t.commands.bytes.pop_back(); }},
                    Hostile{"cbs.cb", [](Trace &t) { t.cbs.cb[0] = 1; }},
                    Hostile{"cbs.cycle", [](Trace &t) { t.cbs.cycle[0] = 2000; }},
                    Hostile{"meta", [](Trace &t) { t.rows = 3; }},
                    Hostile{"meta", [](Trace &t) { t.frames[0].parent = 0; }},
                    Hostile{"meta", [](Trace &t) { t.opFrames[0] = 5; }},
                    Hostile{"meta", [](Trace &t) { t.commandOps.pop_back(); }}));

TEST(TraceFile, SaveAndLoad) {
  const std::string path = testing::TempDir() + "charonia_trace_test.ctrace";
  ASSERT_TRUE(saveTrace(sampleTrace(), path));
  auto read = loadTrace(path);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(*read, sampleTrace());
  std::filesystem::remove(path);
  auto missing = loadTrace(path);
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error(), HasSubstr(path));
  EXPECT_FALSE(saveTrace(sampleTrace(), "/nonexistent/folder/x.ctrace"));
}

TEST(TraceText, IsSortedByCycle) {
  EXPECT_EQ(
      toText(sampleTrace()),
      "copy on MTIA-2i, 1 x 2 PEs: 1000 cycles, launch 100\n"
      "pe 0: finished 900, pids 1, read 8192, written 0, scalar 0\n"
      "  fi.read: 2 commands, busy 300, space 50, port 20, issue 430, drained 100, launch 100\n"
      "pe 1: finished 500, pids 0, read 0, written 0, scalar 0\n"
      "sram.slice.0: 8192 bytes, busy 64.5\n"
      "     120 pe 0 fi.read: load \"x\", issued 110, until 320, 4096 bytes, after port\n"
      "     120 pe 0 x: 0 filled, 1 reserved\n"
      "     320 pe 0 dpe: dot, issued 115, until 900, 8192 bytes, after element x\n"
      "     320 pe 0 x: 1 filled, 1 reserved\n"
      "     350 pe 0 fi.read: load \"x\", issued 330, until 450, 4096 bytes, after space x\n"
      "     900 pe 0 x: 0 filled, 0 reserved\n");
}

TEST(StallNames, RoundTrip) {
  for (unsigned c = 0; c < kNumStallClasses; ++c) {
    StallClass found = StallClass::Busy;
    ASSERT_TRUE(findStallClass(name(static_cast<StallClass>(c)), found));
    EXPECT_EQ(static_cast<unsigned>(found), c);
  }
  StallClass found = StallClass::Busy;
  EXPECT_FALSE(findStallClass("idle", found));
}

} // namespace

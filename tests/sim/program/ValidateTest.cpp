// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each rule of the validation, broken one by one in a valid program.
#include "SampleProgram.h"

#include <gmock/gmock.h>

#include <functional>

using namespace charonia;
using namespace charonia::program;
using namespace charonia::program::test;

namespace {

const arch::DeviceModel &device() {
  static const arch::DeviceRef loaded = arch::loadDevice(arch::defaultDevicePath()).value();
  return *loaded;
}

std::string joined(const std::vector<ProgramError> &errors) {
  std::string text;
  for (const ProgramError &e : errors) {
    text += e.path + ": " + e.message + "\n";
  }
  return text;
}

TEST(Validate, SampleIsValid) {
  EXPECT_EQ(joined(validate(sampleProgram(), device())), "");
  EXPECT_EQ(joined(validate(sampleProgram())), "");
}

TEST(Validate, EmptyProgramIsValid) {
  Program program;
  EXPECT_EQ(joined(validate(program, device())), "");
}

struct Breach {
  const char *name;
  std::function<void(Program &)> make;
  const char *path; ///< of an error that must be found
};

class Breaches : public testing::TestWithParam<Breach> {};

TEST_P(Breaches, IsFoundAtItsPlace) {
  Program program = sampleProgram();
  GetParam().make(program);
  const auto errors = validate(program, device());
  EXPECT_TRUE(std::any_of(errors.begin(), errors.end(),
                          [](const ProgramError &e) { return e.path == GetParam().path; }))
      << "found: " << joined(errors);
}

#define BREACH(name, path, ...)                                                                    \
  Breach {                                                                                         \
    name, [](Program &p) { __VA_ARGS__; }, path                                                    \
  }

INSTANTIATE_TEST_SUITE_P(
    Tables, Breaches,
    testing::Values(BREACH("version", "version", p.version = 1),
                    BREACH("policy", "policy", p.policy = "best"),
                    BREACH("noParent", "frames[1].parent", p.frames[1].parent = 9),
                    BREACH("frameCycle", "frames[1].parent", p.frames[0].parent = 1),
                    BREACH("opFrame", "opFrames[1]", p.opFrames[1] = 9),
                    BREACH("opNames", "opFrames", p.opNames.pop_back()),
                    BREACH("listWithoutKind", "mapping.lists", p.mapping.lists = {{0}}),
                    BREACH("listCount", "mapping.lists", p.mapping.kind = PidMapping::Kind::List;
                           p.mapping.lists = {{0}, {1}}),
                    BREACH("pidTwice", "mapping.lists[1]", p.mapping.kind = PidMapping::Kind::List;
                           p.mapping.lists = {{0}, {0}})),
    [](const auto &i) { return i.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Buffers, Breaches,
    testing::Values(
        BREACH("depth", "cbs[0].depth", p.cbs[kA].depth = 0),
        BREACH("residentDepth", "cbs[6].depth", p.cbs[kState].depth = 2),
        BREACH("residentReader", "cbs[6].readers", p.cbs[kState].readers = {Unit::Dpe}),
        BREACH("shape", "cbs[0].shape", p.cbs[kA].shape = {64, 0}),
        BREACH("hugeShape", "cbs[0].shape", p.cbs[kA].shape = {int64_t{1} << 40, 1 << 30}),
        BREACH("slotTooSmall", "cbs[0].slotBytes", p.cbs[kA].slotBytes = 32),
        BREACH("slotAlignment", "cbs[0].slotBytes", p.cbs[kA].slotBytes += 16),
        BREACH("baseAlignment", "cbs[0].base", p.cbs[kA].base = 8),
        BREACH("negativeBase", "cbs[0].base", p.cbs[kA].base = -32),
        BREACH("readerTwice", "cbs[0].readers", p.cbs[kA].readers = {Unit::Dpe, Unit::Dpe}),
        BREACH("tooManyReaders", "cbs[0].readers",
               p.cbs[kA].readers = {Unit::Dpe, Unit::Se, Unit::Mlu, Unit::Core0, Unit::Core1}),
        BREACH("overlap", "cbs[1]", p.cbs[kB].base = 8160),
        BREACH("overlapScratch", "tilePrograms[2]",
               p.tilePrograms[kVectorTile].scratchBase = 24864),
        BREACH("outsideLs", "cbs[0].base", p.cbs[kA].base = 384 * 1024 - 4096),
        BREACH("inReserve", "cbs[0].base", p.cbs[kA].base = (384 - 16) * 1024 - 4096),
        BREACH("overflow", "cbs[0].base", p.cbs[kA].base = INT64_MAX - 31),
        BREACH("highWater", "lsBytes", p.lsBytes = 100),
        BREACH("highWaterOfLs", "lsBytes", p.lsBytes = 384 * 1024),
        BREACH("op", "cbs[0].op", p.cbs[kA].op = 77),
        BREACH("banks", "cbs[3].base", p.cbs[kAcc].base = 7),
        BREACH("bankBytes", "cbs[3].slotBytes", p.cbs[kAcc].slotBytes += 32),
        BREACH("bankType", "cbs[3].type", p.cbs[kAcc].type = ElementType::F16),
        BREACH("bankProducer", "cbs[3].producer", p.cbs[kAcc].producer = Unit::Se),
        BREACH("bankTwice", "cbs[7].base", p.cbs.push_back(p.cbs[kAcc])),
        BREACH("tooMany", "cbs", p.cbs.resize(65 + 1, p.cbs[kA]))),
    [](const auto &i) { return i.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Commands, Breaches,
    testing::Values(
        BREACH("unit", "commands[0].unit", p.commands[kLoadA].unit = Unit::Se),
        BREACH("readCb", "commands[2].reads[0].cb", p.commands[kMove].reads[0].cb = 99),
        BREACH("writeCb", "commands[2].writes[0].cb", p.commands[kMove].writes[0].cb = 99),
        BREACH("reader", "commands[2].reads[0].reader", p.commands[kMove].reads[0].reader = 1),
        BREACH("readerUnit", "commands[6].reads[0].reader", p.commands[kStore].reads[0].reader = 0),
        BREACH("producer", "commands[0].writes[0].cb", p.commands[kLoadA].writes[0].cb = kBt),
        BREACH("residentOfOther", "commands[6].reads[0].cb",
               p.commands[kStore].reads[0] = {kState, 0, 0, 0}),
        BREACH("readOffset", "commands[2].reads[0].offset", p.commands[kMove].reads[0].offset = 2),
        BREACH("readOffsetNegative", "commands[2].reads[0].offset",
               p.commands[kMove].reads[0].offset = -1),
        BREACH("pop", "commands[2].reads[0].pop", p.commands[kMove].reads[0].pop = 3),
        BREACH("reserve", "commands[0].writes[0].reserve",
               p.commands[kLoadA].writes[0].reserve = 3),
        BREACH("push", "commands[0].writes[0].push", p.commands[kLoadA].writes[0].push = -1),
        BREACH("unreservedSlot", "commands[0].writes[0].offset",
               p.commands[kLoadA].writes[0].reserve = 0),
        BREACH("negativeOffset", "commands[0].writes[0].offset",
               p.commands[kLoadA].writes[0].offset = -1),
        BREACH("op", "commands[0].op", p.commands[kLoadA].op = 9),
        BREACH("frame", "commands[0].frame", p.commands[kLoadA].frame = 9),
        BREACH("noDescriptor", "commands[0].dma", p.commands[kLoadA].dma.reset()),
        BREACH("descriptor", "commands[2].dma", p.commands[kMove].dma.emplace()),
        BREACH("rank", "commands[0].dma", p.commands[kLoadA].dma->strides.pop_back()),
        BREACH("arg", "commands[0].dma.arg", p.commands[kLoadA].dma->arg = 3),
        BREACH("baseRegister", "commands[0].dma.base",
               p.commands[kLoadA].dma->base = Operand::of(6)),
        BREACH("strideRegister", "commands[0].dma.strides[0]",
               p.commands[kLoadA].dma->strides[0] = Operand::of(6)),
        BREACH("extentRegister", "commands[3].extents[2]",
               p.commands[kMma].extents[2] = Operand::of(1000)),
        BREACH("broadcastStore", "commands[6].dma.broadcast",
               p.commands[kStore].dma->broadcast = BroadcastGroup::Column),
        BREACH("scalarOutput", "commands[5].scalarOutputs",
               p.commands[kVector].scalarOutputs = {4}),
        BREACH("scalarOutputOfSe", "commands[4].scalarOutputs",
               p.commands[kSe].scalarOutputs = {1}),
        BREACH("noTileProgram", "commands[5].tileProgram", p.commands[kVector].tileProgram = 9),
        BREACH("needlessTileProgram", "commands[2].tileProgram",
               p.commands[kMove].tileProgram = kSeTile),
        BREACH("bodyAsProgram", "commands[5].tileProgram",
               p.commands[kVector].tileProgram = kCombine),
        BREACH("loadIndex", "commands[4].tileProgram.insts[0].index",
               p.tilePrograms[kSeTile].insts[0].index = 1),
        BREACH("storeIndex", "commands[4].tileProgram.insts[2].index",
               p.tilePrograms[kSeTile].insts[2].index = 1),
        BREACH("splatIndex", "commands[5].tileProgram.insts[3].index",
               p.tilePrograms[kVectorTile].insts[3].index = 1),
        BREACH("scalarIndex", "commands[5].tileProgram.insts[7].index",
               p.tilePrograms[kVectorTile].insts[7].index = 1),
        BREACH("tileType", "commands[4].tileProgram.insts[2]",
               p.tilePrograms[kSeTile].values[1].type = ElementType::BF16),
        BREACH("printOfSe", "commands[4].tileProgram.insts[3].op",
               p.tilePrograms[kSeTile].insts.push_back(inst(TileOp::Print, {}))),
        BREACH("mmaCounts", "commands[3]", p.commands[kMma].reads.pop_back()),
        BREACH("mmaInit", "commands[3]", p.commands[kMma].hasInit = true),
        BREACH("mmaShape", "commands[3]", p.commands[kMma].transposeA = true),
        BREACH("mmaType", "commands[3]", p.cbs[kBt].type = ElementType::BF16),
        BREACH("mmaExtents", "commands[3].extents", p.commands[kMma].extents.pop_back()),
        BREACH("mmaTarget", "commands[3].writes[0].cb", p.cbs[kAcc].space = CbSpace::Ls),
        BREACH("permutation", "commands[2].permutation", p.commands[kMove].permutation = {0, 0}),
        BREACH("moveShape", "commands[2]", p.cbs[kBt].shape = {16, 64}),
        BREACH("loadCounts", "commands[0]", p.commands[kLoadA].writes.clear())),
    [](const auto &i) { return i.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Code, Breaches,
    testing::Values(
        BREACH("destination", "core0.code[0].dst", p.cores[0].code[0].dst = 6),
        BREACH("operand", "core1.code[0].b", p.cores[1].code[0].b = 4),
        BREACH("target", "core0.code[2].target", p.cores[0].code[2].target = 11),
        BREACH("command", "core0.code[3].target", p.cores[0].code[3].target = 8),
        BREACH("text", "core1.code[5].target", p.cores[1].code[5].target = 2),
        BREACH("printed", "core1.code[6].imm", p.cores[1].code[6].imm = 3),
        BREACH("waitUnit", "core1.code[4].imm", p.cores[1].code[4].imm = 8),
        BREACH("fallsOff", "core0.code", p.cores[0].code.pop_back()),
        BREACH("fnType", "core1.code[0].fn", p.cores[1].code[0].out = ElementType::F32),
        BREACH("opId", "core1.code[0].opId", p.cores[1].code[0].opId = 5),
        BREACH("initRegister", "core0.inits[0].reg", p.cores[0].inits[0].reg = 6),
        BREACH("initArgument", "core0.inits[0].index", p.cores[0].inits[0].index = 4),
        BREACH("registers", "core0.numRegs", p.cores[0].numRegs = 1u << 30),
        BREACH("atomic", "core0.code[0].imm",
               p.cores[0].code[0] = instr(Opcode::AtomicRmw, 0, 0, 10)),
        BREACH("twoIssuers", "core1.code[2].target", p.cores[1].code[2].target = kLoadB),
        BREACH("vectorOnCore0", "core0.code[3].target", p.cores[0].code[3].target = kVector)),
    [](const auto &i) { return i.param.name; });

TEST(Mapping, EveryKindVisitsEveryPidOnce) {
  for (auto kind :
       {PidMapping::Kind::Linear, PidMapping::Kind::RoundRobin, PidMapping::Kind::Zigzag}) {
    PidMapping mapping;
    mapping.kind = kind;
    for (int64_t total : {1, 3, 4, 10, 11, 12, 13}) {
      std::vector<int> seen(size_t(total), 0);
      for (int64_t pe = 0; pe < 4; ++pe) {
        int64_t round = 0;
        for (int64_t pid = 0; (pid = mapPid(mapping, round, pe, 4, total)) >= 0; ++round) {
          ++seen[size_t(pid)];
        }
        EXPECT_EQ(mapPid(mapping, round + 2, pe, 4, total), -1);
      }
      EXPECT_THAT(seen, testing::Each(1)) << name(kind) << " " << total;
    }
  }
}

TEST(Mapping, Orders) {
  PidMapping mapping;
  EXPECT_EQ(mapPid(mapping, 0, 1, 4, 10), 3); // PEs 0 and 1 take three, 2 and 3 two
  EXPECT_EQ(mapPid(mapping, 0, 2, 4, 10), 6);
  mapping.kind = PidMapping::Kind::RoundRobin;
  EXPECT_EQ(mapPid(mapping, 2, 1, 4, 10), 9);
  EXPECT_EQ(mapPid(mapping, 2, 2, 4, 10), -1);
  mapping.kind = PidMapping::Kind::Zigzag;
  EXPECT_EQ(mapPid(mapping, 1, 0, 4, 10), 7);
  EXPECT_EQ(mapPid(mapping, 1, 3, 4, 10), 4);
  mapping.kind = PidMapping::Kind::List;
  mapping.lists = {{5, 1}, {}};
  EXPECT_EQ(mapPid(mapping, 1, 0, 4, 10), 1);
  EXPECT_EQ(mapPid(mapping, 0, 1, 4, 10), -1);
  EXPECT_EQ(mapPid(mapping, 0, 3, 4, 10), -1);
  EXPECT_EQ(mapPid(mapping, 0, 0, 4, 5), -1);
}

TEST(Mapping, AnyRoundIsDefined) {
  PidMapping mapping;
  for (auto kind : {PidMapping::Kind::Linear, PidMapping::Kind::RoundRobin,
                    PidMapping::Kind::Zigzag, PidMapping::Kind::List}) {
    mapping.kind = kind;
    EXPECT_EQ(mapPid(mapping, INT64_MAX, 3, 64, 1000), -1);
    EXPECT_EQ(mapPid(mapping, INT64_MIN, 3, 64, 1000), -1);
    EXPECT_EQ(mapPid(mapping, 0, 64, 64, 1000), -1);
    EXPECT_EQ(mapPid(mapping, 0, 0, 64, 0), -1);
  }
}

TEST(Mapping, Names) {
  PidMapping::Kind kind = PidMapping::Kind::Linear;
  ASSERT_TRUE(findMapping("round-robin", kind));
  EXPECT_EQ(kind, PidMapping::Kind::RoundRobin);
  EXPECT_FALSE(findMapping("snake", kind));
}

TEST(ValidateStream, SampleIsValid) {
  EXPECT_EQ(joined(validate(sampleStream(), sampleProgram())), "");
}

struct StreamBreach {
  const char *name;
  std::function<void(CommandStream &)> make;
  const char *path;
};

class StreamBreaches : public testing::TestWithParam<StreamBreach> {};

TEST_P(StreamBreaches, IsFoundAtItsPlace) {
  CommandStream stream = sampleStream();
  GetParam().make(stream);
  const auto errors = validate(stream, sampleProgram());
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(errors[0].path, GetParam().path) << joined(errors);
}

#define STREAM_BREACH(name, path, ...)                                                             \
  StreamBreach {                                                                                   \
    name, [](CommandStream &s) { __VA_ARGS__; }, path                                              \
  }

INSTANTIATE_TEST_SUITE_P(
    Stream, StreamBreaches,
    testing::Values(
        STREAM_BREACH("pes", "numPes", s.numPes = 0),
        STREAM_BREACH("entries", "entries", s.numPes = 2),
        STREAM_BREACH("cycles", "entries[0][0].cycles", s.entries[0][0].cycles = -1),
        STREAM_BREACH("command", "entries[0][1].command", s.entries[0][1].command = 99),
        STREAM_BREACH("noCommand", "entries[0][1].command", s.entries[0][1].command = kNone),
        STREAM_BREACH("values", "entries[0][1].values", s.entries[0][1].values.pop_back()),
        STREAM_BREACH("vectorValues", "entries[1][0].values", s.entries[1][0].values.pop_back()),
        STREAM_BREACH("kind", "entries[0][1].kind", s.entries[0][1].command = kVector),
        STREAM_BREACH("resident", "resident[0]", s.resident[0].bytes = -1)),
    [](const auto &i) { return i.param.name; });

} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data through FI and circular buffers, with times worked out by hand.
#include "ProgramBuilder.h"

namespace charonia::sim::test {
namespace {

TEST(Copy, OneTileTakesItsClosedForm) {
  arch::DeviceModel d = device();
  Memory memory(d, {{ElementType::F32, 64}, {ElementType::F32, 64, launch::Place::Sram, 0}});
  ProgramBuilder b;
  uint32_t cb = b.cb("x", {64}, ElementType::F32, 1, Unit::FiRead, {Unit::FiWrite});
  Reg in = b.core0.argument(0), out = b.core0.argument(1);
  uint32_t load = b.load(cb, Operand::of(in), {4});
  uint32_t store = b.store(cb, 0, Operand::of(out), {4});
  b.core0.issue(load);
  b.core0.issue(store);
  SimResult r = runOn(d, b.p, memory);
  for (int64_t i = 0; i < 64; ++i) {
    ASSERT_EQ(memory.get(1, i), static_cast<double>(i));
  }
  // Eight register writes and two cycles of issue, a check of 3; set-up 16, 256 B at 64 B a cycle,
  // 100 cycles and one hop of 4 to the nearest slice; wake-up 4; the store the same way.
  const uint64_t launch = 1350, transfer = 16 + 4 + 104;
  const auto &c = r.trace->commands;
  ASSERT_EQ(c.size(), 2u);
  EXPECT_EQ(c.issued[0], launch + 10);
  EXPECT_EQ(c.started[0], launch + 13);
  EXPECT_EQ(c.ended[0], launch + 13 + transfer);
  EXPECT_EQ(c.started[1], launch + 13 + transfer + 4);
  EXPECT_EQ(r.trace->makespan, launch + 13 + transfer + 4 + transfer);
  EXPECT_EQ(c.waitClass[1], static_cast<uint8_t>(simdata::StallClass::Element));
  EXPECT_EQ(c.waitCb[1], cb);
  EXPECT_EQ(r.trace->pes[0].dmaReadBytes, 256u);
  expectAccountsClose(*r.trace);
}

TEST(Copy, BoxIsPaddedAndStoresOnlyItself) {
  arch::DeviceModel d = device();
  Memory memory(d,
                {{ElementType::F32, 8 * 10}, {ElementType::F32, 8 * 16, launch::Place::Sram, 0}});
  for (int64_t i = 0; i < 128; ++i) {
    memory.set(1, i, -1);
  }
  ProgramBuilder b;
  uint32_t cb = b.cb("x", {8, 16}, ElementType::F32, 1, Unit::FiRead, {Unit::FiWrite});
  uint32_t load = b.load(cb, Operand::of(b.core0.argument(0)), {40, 4});
  uint32_t store = b.store(cb, 0, Operand::of(b.core0.argument(1)), {64, 4});
  b.p.commands[load].dma->upper = {Operand::constant(5), Operand::constant(10)};
  b.p.commands[load].dma->lower = {Operand::constant(1), Operand::constant(0)};
  b.p.commands[load].dma->padBits = static_cast<int64_t>(numerics::fromDouble(ElementType::F32, 9));
  b.p.commands[store].dma->upper = {Operand::constant(7), Operand::constant(12)};
  b.core0.issue(load);
  b.core0.issue(store);
  runOn(d, b.p, memory);
  for (int64_t row = 0; row < 8; ++row) {
    for (int64_t column = 0; column < 16; ++column) {
      double expected = row >= 7 || column >= 12             ? -1
                        : row >= 1 && row < 5 && column < 10 ? row * 10 + column
                                                             : 9;
      ASSERT_EQ(memory.get(1, row * 16 + column), expected) << row << "," << column;
    }
  }
}

TEST(Copy, OutsideEveryBufferIsAnErrorWithItsPlace) {
  arch::DeviceModel d = device();
  Memory memory(d, {{ElementType::F32, 60}});
  ProgramBuilder b;
  uint32_t cb = b.cb("x", {64}, ElementType::F32, 1, Unit::FiRead, {Unit::FiWrite});
  b.core0.issue(b.load(cb, Operand::of(b.core0.argument(0)), {4}));
  auto r = simulateOn(d, b.p, memory);
  ASSERT_FALSE(r.has_value());
  EXPECT_EQ(r.error().code, "out-of-bounds");
  EXPECT_EQ(r.error().pe, 0);
  EXPECT_EQ(r.error().frame, 0u);
  EXPECT_NE(r.error().message.find("p0"), std::string::npos) << r.error().message;
}

TEST(Copy, SmallRowsTakeACycleEach) {
  arch::DeviceModel d = device();
  Memory memory(d, {{ElementType::F32, 64 * 64}});
  ProgramBuilder b;
  uint32_t cb = b.cb("x", {64, 8}, ElementType::F32, 1, Unit::FiRead, {});
  b.core0.issue(b.load(cb, Operand::of(b.core0.argument(0)), {256, 4}));
  SimResult r = runOn(d, b.p, memory);
  // 64 rows of 32 B; each is a packet, 64 are in flight at most, so none waits.
  EXPECT_EQ(r.trace->commands.ended[0] - r.trace->commands.started[0], 16u + 64 + 104);
}

TEST(Copy, DramAddsItsLatencyAndStaysInTheCache) {
  arch::DeviceModel d = device();
  Memory memory(d, {{ElementType::F32, 64, launch::Place::Dram}});
  ProgramBuilder b;
  uint32_t cb = b.cb("x", {64}, ElementType::F32, 4, Unit::FiRead, {});
  uint32_t load = b.load(cb, Operand::of(b.core0.argument(0)), {4});
  b.core0.issue(load);
  b.core0.wait(Unit::FiRead);
  b.core0.issue(load);
  SimResult r = runOn(d, b.p, memory);
  const auto &c = r.trace->commands;
  // One channel gives 151.7 / 16 B a cycle at an efficiency of 0.6 + 0.38 * 192 / 1984 for 256 B.
  double efficiency = 0.6 + 0.38 * (256.0 - 64) / (2048 - 64);
  uint64_t channel = static_cast<uint64_t>(std::ceil(256 / (151.7 / 16 * efficiency)));
  EXPECT_EQ(c.ended[0] - c.started[0], 16 + channel + 104 + 240);
  EXPECT_EQ(c.ended[1] - c.started[1], 16u + 4 + 104);
  SimOptions warm;
  warm.warm = true;
  SimResult w = runOn(d, b.p, memory, warm);
  EXPECT_EQ(w.trace->commands.ended[0] - w.trace->commands.started[0], 16u + 4 + 104);
}

TEST(Copy, PesOnOneLinkSlowEachOther) {
  // All of row 0 reads the same slice: 8 trains of 16 KiB on one east link and one slice.
  auto makespan = [](int columns) {
    arch::DeviceModel d = device(1, columns);
    Memory memory(d, {{ElementType::F32, 64 * 1024}});
    ProgramBuilder b;
    uint32_t cb = b.cb("x", {64, 64}, ElementType::F32, 1, Unit::FiRead, {});
    b.core0.issue(b.load(cb, Operand::of(b.core0.argument(0)), {4096, 4}));
    b.p.commands[0].dma->base = Operand::of(b.core0.argument(0));
    SimResult r = runOn(d, b.p, memory);
    expectAccountsClose(*r.trace);
    uint64_t last = 0, port = 0;
    for (size_t i = 0; i < r.trace->commands.size(); ++i) {
      last = std::max(last, r.trace->commands.ended[i] - r.trace->commands.started[i]);
    }
    for (const auto &pe : r.trace->pes) {
      port += pe.units[static_cast<size_t>(Unit::FiRead)]
                  .cycles[static_cast<size_t>(simdata::StallClass::Port)];
    }
    return std::pair(last, port);
  };
  // Alone: 256 packets of 256 B from slice 0; the FI needs 256 cycles, the slice and the link 256.
  auto [alone, noPort] = makespan(1);
  EXPECT_EQ(noPort, 0u);
  auto [together, port] = makespan(4);
  // Four trains of 16 KiB through a slice of 128 B a cycle: the last is done after 512 cycles.
  EXPECT_EQ(together - alone, 512u - 256u);
  EXPECT_GT(port, 0u);
}

} // namespace
} // namespace charonia::sim::test

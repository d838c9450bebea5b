// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Row gather and row scatter: rows at offsets from local memory, with times worked out by hand.
#include "ProgramBuilder.h"

namespace charonia::sim::test {
namespace {

/// A kernel that gathers rows of argument 0 by the offsets in argument 1 (and the mask in argument
/// 2) into a tile, and stores the tile densely to the last argument; or the other way round.
struct RowKernel {
  static constexpr int64_t kRows = 4, kColumns = 64;
  ProgramBuilder b;
  uint32_t rows = 0, gather = 0, store = 0;

  explicit RowKernel(bool masked, bool scatter) {
    auto F = ElementType::F32;
    Unit user = scatter ? Unit::FiWrite : Unit::FiRead;
    uint32_t list = b.cb("rows", {kRows}, ElementType::I64, 1, Unit::FiRead, {user});
    uint32_t mask = masked ? b.cb("mask", {kRows}, ElementType::I1, 1, Unit::FiRead, {user}) : 0;
    uint32_t tile = b.cb("x", {kRows, kColumns}, F, 1, Unit::FiRead, {Unit::FiWrite});
    b.core0.issue(b.load(list, Operand::of(b.core0.argument(1)), {8}));
    if (masked) {
      b.core0.issue(b.load(mask, Operand::of(b.core0.argument(2)), {1}));
    }
    Operand from = Operand::of(b.core0.argument(0));
    Operand to = Operand::of(b.core0.argument(masked ? 3 : 2));
    std::vector<int64_t> dense = {kColumns * 4, 4}, indexed = {0, 4};
    gather = b.load(tile, from, scatter ? dense : indexed);
    store = b.store(tile, 0, to, scatter ? indexed : dense);
    Command &with = b.p.commands[scatter ? store : gather];
    with.dma->rowDim = 0;
    with.reads.push_back({list, 0, 0, 1});
    if (masked) {
      with.reads.push_back({mask, 0, 0, 1});
    }
    b.core0.issue(gather);
    b.core0.issue(store);
  }
};

TEST(IndexedDma, GathersARowARequest) {
  arch::DeviceModel d = device();
  auto F = ElementType::F32;
  Memory memory(d, {{F, 1000}, {ElementType::I64, 4}, {F, 256, launch::Place::Sram, 0}});
  const int64_t rows[] = {7, 0, 3, 7}; // a row may come twice
  for (int64_t r = 0; r < 4; ++r) {
    memory.set(1, r, static_cast<double>(rows[r] * 64 * 4));
  }
  RowKernel kernel(false, false);
  SimResult r = runOn(d, kernel.b.p, memory);
  for (int64_t i = 0; i < 256; ++i) {
    ASSERT_EQ(memory.get(2, i), static_cast<double>(rows[i / 64] * 64 + i % 64)) << i;
  }
  // The list is 32 bytes. Then four rows of 256 bytes, each a packet; the first offset takes the
  // latency of local memory, each row 4 cycles, the way to the slices (row 0 of one PE) 104.
  EXPECT_EQ(r.trace->pes[0].dmaReadBytes, 32u + 4 * 256u);
  EXPECT_EQ(r.trace->pes[0].dmaRequests, 1u + 4 + 4);
  const auto &c = r.trace->commands;
  EXPECT_EQ(c.bytes[1], 1024u);
  EXPECT_EQ(c.ended[1] - c.started[1], 16u + 6 + 16 + 104);
  expectAccountsClose(*r.trace);
}

TEST(IndexedDma, ShortRowsTakeACycleAndAGranuleEach) {
  arch::DeviceModel d = device();
  auto F = ElementType::F32;
  Memory memory(d, {{F, 1000}, {ElementType::I64, 4}, {F, 256, launch::Place::Sram, 0}});
  for (int64_t r = 0; r < 4; ++r) {
    memory.set(1, r, static_cast<double>(r * 512));
  }
  RowKernel kernel(false, false);
  kernel.b.p.commands[kernel.gather].dma->upper[1] = Operand::constant(2);
  SimResult r = runOn(d, kernel.b.p, memory);
  EXPECT_EQ(memory.get(2, 65), 129.0);
  EXPECT_EQ(memory.get(2, 66), 0.0) << "outside the box";
  const auto &c = r.trace->commands;
  EXPECT_EQ(c.bytes[1], 4u * 8);
  EXPECT_EQ(r.trace->pes[0].dmaReadBytes, 32u + 4 * 32u);
  EXPECT_EQ(c.ended[1] - c.started[1], 16u + 6 + 4 + 104);
}

TEST(IndexedDma, MaskedRowsAreNotTouched) {
  arch::DeviceModel d = device();
  auto F = ElementType::F32;
  Memory memory(
      d, {{F, 256}, {ElementType::I64, 4}, {ElementType::I1, 4}, {F, 256, launch::Place::Sram, 0}});
  const double far = 1e15; // would be outside of every buffer
  const double offsets[] = {512, far, 0, -far};
  for (int64_t r = 0; r < 4; ++r) {
    memory.set(1, r, offsets[r]);
    memory.set(2, r, r % 2 == 0);
  }
  RowKernel kernel(true, false);
  kernel.b.p.commands[kernel.gather].dma->padBits =
      static_cast<int64_t>(numerics::fromDouble(F, 9));
  SimResult r = runOn(d, kernel.b.p, memory);
  for (int64_t i = 0; i < 256; ++i) {
    double expected = i / 64 == 0 ? 128.0 + i : i / 64 == 2 ? i % 64 : 9.0;
    ASSERT_EQ(memory.get(3, i), expected) << i;
  }
  EXPECT_EQ(r.trace->commands.bytes[2], 512u);
}

TEST(IndexedDma, ScattersRowsInOrder) {
  arch::DeviceModel d = device();
  auto F = ElementType::F32;
  Memory memory(d, {{F, 256}, {ElementType::I64, 4}, {F, 256, launch::Place::Sram, 0}});
  const int64_t rows[] = {2, 0, 2, 1}; // the later row 2 stays
  for (int64_t r = 0; r < 4; ++r) {
    memory.set(1, r, static_cast<double>(rows[r] * 256));
  }
  RowKernel kernel(false, true);
  runOn(d, kernel.b.p, memory);
  const int64_t source[] = {1, 3, 2};
  for (int64_t i = 0; i < 192; ++i) {
    ASSERT_EQ(memory.get(2, i), static_cast<double>(source[i / 64] * 64 + i % 64)) << i;
  }
  EXPECT_EQ(memory.get(2, 192), 0.0);
}

TEST(IndexedDma, ARowOutsideItsBufferIsAnError) {
  arch::DeviceModel d = device();
  auto F = ElementType::F32;
  Memory memory(d, {{F, 256}, {ElementType::I64, 4}, {F, 256, launch::Place::Sram, 0}});
  memory.set(1, 2, 1024 - 128);
  RowKernel kernel(false, false);
  auto r = simulateOn(d, kernel.b.p, memory);
  ASSERT_FALSE(r.has_value());
  EXPECT_EQ(r.error().code, "out-of-bounds");
}

TEST(IndexedDma, AReplayTakesTheSameCycles) {
  arch::DeviceModel d = device();
  auto F = ElementType::F32;
  Memory memory(d, {{F, 4096, launch::Place::Dram},
                    {ElementType::I64, 4},
                    {ElementType::I1, 4},
                    {F, 256, launch::Place::Dram, 0}});
  const double offsets[] = {8192, 256, 4096, 13000};
  for (int64_t r = 0; r < 4; ++r) {
    memory.set(1, r, offsets[r]);
    memory.set(2, r, r != 1);
  }
  RowKernel kernel(true, false);
  SimOptions options;
  options.recordStream = true;
  SimResult r = runOn(d, kernel.b.p, memory, options);
  ASSERT_TRUE(r.stream);
  SimInput input{&kernel.b.p, &d, {1, 1, 1}, memory.arguments};
  auto again = replay(input, *r.stream, {});
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_EQ(r.trace->commands.ended, again->trace->commands.ended);
  EXPECT_EQ(r.trace->pes[0].dmaReadBytes, again->trace->pes[0].dmaReadBytes);

  program::CommandStream broken = *r.stream;
  for (program::StreamEntry &entry : broken.entries[0]) {
    if (entry.command == kernel.gather) {
      entry.values.back() = 0;
      entry.values[entry.values.size() - 2] = 4; // there is no row 4
    }
  }
  EXPECT_FALSE(replay(input, broken, {}).has_value());
}

TEST(IndexedDma, ARowListOfAnotherLengthIsRefused) {
  arch::DeviceModel d = device();
  auto F = ElementType::F32;
  Memory memory(d, {{F, 256}, {ElementType::I64, 4}, {F, 256, launch::Place::Sram, 0}});
  RowKernel kernel(false, false);
  kernel.b.p.commands[kernel.gather].dma->rowDim = 1;
  auto r = simulateOn(d, kernel.b.p, memory);
  ASSERT_FALSE(r.has_value());
  EXPECT_EQ(r.error().code, "bad-program");
}

} // namespace
} // namespace charonia::sim::test

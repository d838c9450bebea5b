// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recorded stream, replayed without data, takes the same cycles as the run that recorded it.
#include "ProgramBuilder.h"

namespace charonia::sim::test {
namespace {

TEST(Replay, TakesTheCyclesOfTheFunctionalRun) {
  arch::DeviceModel d = device(2, 2);
  auto F = ElementType::F32, I = ElementType::I64;
  Memory memory(d, {{F, 1 << 14, launch::Place::Dram}, {F, 1 << 14, launch::Place::Llc, 0}});
  ProgramBuilder b;
  uint32_t in = b.cb("in", {16, 64}, F, 2, Unit::FiRead, {Unit::Core1});
  uint32_t out = b.cb("out", {16, 64}, F, 2, Unit::Core1, {Unit::FiWrite});
  Reg from = b.core0.argument(0), to = b.core0.argument(1);
  Reg pe = b.core0.init(program::RegisterInit::Kind::PeId), size = b.core0.constant(16384);
  b.core0.compute(Fn::MulI, pe, pe, size);
  b.core0.compute(Fn::AddI, from, from, pe);
  b.core0.compute(Fn::AddI, to, to, pe);
  Reg step = b.core0.constant(4096);
  uint32_t load = b.load(in, Operand::of(from), {256, 4});
  uint32_t store = b.store(out, 0, Operand::of(to), {256, 4});
  Tile t;
  uint32_t x = t.load(0, F, {16, 64});
  t.store(0, t.fn(Fn::AddF, F, {16, 64}, {x, x}));
  uint32_t group = b.vector(t.code, {{in, 0, 0, 1}}, {{out, 1, 0, 1}});
  b.p.commands[group].extents = {Operand::constant(11), Operand::constant(64)};
  b.core0.loop(4, [&](Reg) {
    b.core0.issue(load);
    b.core0.issue(store);
    b.core0.compute(Fn::AddI, from, from, step);
    b.core0.compute(Fn::AddI, to, to, step);
  });
  b.core0.wait(Unit::FiWrite);
  b.core0.barrier();
  Instr &read = b.core0.add(Opcode::LoadGlobal);
  read.dst = pe;
  read.a = b.core0.argument(1);
  b.core1.loop(4, [&](Reg) { b.core1.issue(group); });
  // And the scalar rung: a group that reads eight elements by itself.
  Tile s;
  uint32_t base = s.value(I, {8}), index = s.value(I, {8}), y = s.value(F, {8});
  s.add(TileOp::Splat, {base}, {}).index = 0;
  s.add(TileOp::Iota, {index}, {});
  uint32_t four = s.constant(I, {8}, 4);
  uint32_t at = s.fn(Fn::AddI, I, {8}, {base, s.fn(Fn::MulI, I, {8}, {index, four})});
  s.add(TileOp::LoadGlobal, {y}, {at});
  uint32_t rung = b.vector(s.code, {}, {});
  b.p.commands[rung].scalarInputs = {Operand::of(b.core1.argument(0))};
  b.core1.issue(rung);

  SimOptions options;
  options.recordStream = true;
  SimResult r = runOn(d, b.p, memory, options);
  ASSERT_TRUE(r.stream);
  EXPECT_EQ(memory.get(1, 5000), 2 * memory.get(0, 5000));
  SimInput input{&b.p, &d, {1, 1, 1}, memory.arguments};
  auto again = replay(input, *r.stream, {});
  ASSERT_TRUE(again.has_value()) << again.error().message;
  const simdata::Trace &a = *r.trace, &c = *again->trace;
  EXPECT_EQ(a.makespan, c.makespan);
  EXPECT_EQ(a.commands.started, c.commands.started);
  EXPECT_EQ(a.commands.ended, c.commands.ended);
  for (size_t p = 0; p < a.pes.size(); ++p) {
    for (size_t u = 0; u < arch::kNumUnits; ++u) {
      EXPECT_EQ(a.pes[p].units[u].cycles, c.pes[p].units[u].cycles) << p << "," << u;
    }
  }
  expectAccountsClose(c);
}

TEST(Replay, RefusesAStreamOfAnotherProgram) {
  arch::DeviceModel d = device();
  ProgramBuilder b;
  program::CommandStream stream;
  stream.numPes = 1;
  stream.entries.resize(2);
  program::StreamEntry entry;
  entry.kind = program::StreamEntry::Kind::Command;
  entry.command = 3;
  stream.entries[0].push_back(entry);
  SimInput input{&b.p, &d, {1, 1, 1}, {}};
  auto r = replay(input, stream, {});
  ASSERT_FALSE(r.has_value());
  EXPECT_EQ(r.error().code, "bad-program");
  stream.numPes = 2;
  EXPECT_FALSE(replay(input, stream, {}).has_value());
}

} // namespace
} // namespace charonia::sim::test

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cores, mapping, shared memory between PEs, limits, and what a run says when it cannot go on.
#include "ProgramBuilder.h"

namespace charonia::sim::test {
namespace {

/// Every PE writes, for each of its PIDs, its id + 1 to out[pid].
void pidProgram(ProgramBuilder &b) {
  CoreCode &c = b.core0;
  Reg out = c.argument(0), pe = c.init(program::RegisterInit::Kind::PeId);
  Reg round = c.constant(0), one = c.constant(1), eight = c.constant(8), zero = c.constant(0);
  Reg pid = c.reg(), valid = c.reg(), address = c.reg(), value = c.reg();
  uint32_t top = c.here();
  Instr &map = c.add(Opcode::MapPid);
  map.dst = pid;
  map.a = round;
  c.compute(Fn::CmpSge, valid, pid, zero, ElementType::I1);
  uint32_t branch = c.here();
  Instr &exit = c.add(Opcode::BranchZero);
  exit.a = valid;
  exit.in = ElementType::I1;
  c.compute(Fn::MulI, address, pid, eight);
  c.compute(Fn::AddI, address, address, out);
  c.compute(Fn::AddI, value, pe, one);
  Instr &store = c.add(Opcode::StoreGlobal);
  store.a = address;
  store.b = value;
  c.compute(Fn::AddI, round, round, one);
  c.add(Opcode::Jump).target = top;
  b.p.cores[0].code[branch].target = c.here();
  c.halt();
}

TEST(Mapping, EveryProgramIdRunsOnceOnThePeOfItsMapping) {
  using Kind = program::PidMapping::Kind;
  for (Kind kind : {Kind::Linear, Kind::RoundRobin, Kind::Zigzag}) {
    arch::DeviceModel d = device(2, 2);
    Memory memory(d, {{ElementType::I64, 10, launch::Place::Sram, 0}});
    ProgramBuilder b;
    pidProgram(b);
    b.p.mapping.kind = kind;
    SimResult r = runOn(d, b.p, memory, {}, {5, 2, 1});
    // 10 ids on 4 PEs: linear 3, 3, 2, 2; round robin in turns; zigzag turns back in odd rounds.
    const int linear[10] = {0, 0, 0, 1, 1, 1, 2, 2, 3, 3};
    const int robin[10] = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1};
    const int zigzag[10] = {0, 1, 2, 3, 3, 2, 1, 0, 0, 1};
    const int *expected = kind == Kind::Linear ? linear : kind == Kind::RoundRobin ? robin : zigzag;
    uint64_t pids = 0;
    for (int64_t i = 0; i < 10; ++i) {
      EXPECT_EQ(memory.get(0, i), expected[i] + 1) << program::name(kind) << " pid " << i;
    }
    for (const auto &pe : r.trace->pes) {
      pids += pe.pids;
    }
    EXPECT_EQ(pids, 10u);
    expectAccountsClose(*r.trace);
  }
}

TEST(Atomics, OldValuesComeInTheOrderOfCyclesThenPes) {
  arch::DeviceModel d = device(1, 4);
  Memory memory(d, {{ElementType::I64, 1, launch::Place::Sram, 0},
                    {ElementType::I64, 4, launch::Place::Sram, 0}});
  ProgramBuilder b;
  CoreCode &c = b.core0;
  Reg counter = c.argument(0), out = c.argument(1), pe = c.init(program::RegisterInit::Kind::PeId);
  Reg eight = c.constant(8), one = c.constant(1), old = c.reg(), address = c.reg();
  Instr &add = c.add(Opcode::AtomicRmw);
  add.dst = old;
  add.a = counter;
  add.b = one;
  add.imm = static_cast<int64_t>(program::AtomicOp::Add);
  c.compute(Fn::MulI, address, pe, eight);
  c.compute(Fn::AddI, address, address, out);
  Instr &store = c.add(Opcode::StoreGlobal);
  store.a = address;
  store.b = old;
  SimResult r = runOn(d, b.p, memory);
  EXPECT_EQ(memory.get(0, 0), 4);
  // Slice 0 or the like lies to the north: all four are one hop away, so the cycle is the same.
  for (int64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(memory.get(1, i), static_cast<double>(i));
  }
}

TEST(Barrier, NobodyLeavesBeforeTheLastHasCome) {
  arch::DeviceModel d = device(2, 2);
  Memory memory(d, {{ElementType::I64, 4, launch::Place::Sram, 0}});
  ProgramBuilder b;
  CoreCode &c = b.core0;
  Reg pe = c.init(program::RegisterInit::Kind::PeId), zero = c.constant(0), one = c.constant(1);
  Reg left = c.reg(), more = c.reg(), thousand = c.constant(1000);
  c.compute(Fn::MulI, left, pe, thousand); // PE p counts p * 1000 rounds first
  uint32_t top = c.here();
  c.compute(Fn::CmpSgt, more, left, zero, ElementType::I1);
  uint32_t branch = c.here();
  Instr &exit = c.add(Opcode::BranchZero);
  exit.a = more;
  exit.in = ElementType::I1;
  c.compute(Fn::SubI, left, left, one);
  c.add(Opcode::Jump).target = top;
  b.p.cores[0].code[branch].target = c.here();
  c.barrier();
  SimResult r = runOn(d, b.p, memory);
  auto stall = [&](int p, simdata::StallClass s) {
    return r.trace->pes[static_cast<size_t>(p)].units[0].cycles[static_cast<size_t>(s)];
  };
  uint64_t latest = stall(3, simdata::StallClass::Busy);
  EXPECT_GT(latest, 3000u * 4);
  EXPECT_EQ(stall(3, simdata::StallClass::Peer), static_cast<uint64_t>(d.barrierCycles()));
  EXPECT_EQ(stall(0, simdata::StallClass::Peer), latest - stall(0, simdata::StallClass::Busy) +
                                                     static_cast<uint64_t>(d.barrierCycles()));
  expectAccountsClose(*r.trace);
}

TEST(Deadlock, NamesBufferFillAndTheLinesOfBothSides) {
  arch::DeviceModel d = device();
  Memory memory(d, {{ElementType::F32, 64}});
  ProgramBuilder b;
  uint32_t cb = b.cb("tile_x", {64}, ElementType::F32, 1, Unit::FiRead, {Unit::FiWrite});
  uint32_t load = b.load(cb, Operand::of(b.core0.argument(0)), {4});
  b.store(cb, 0, Operand::of(0), {4}); // exists, but nobody issues it
  b.core0.issue(load);
  b.core0.issue(load);
  b.core0.wait(Unit::FiRead);
  auto r = simulateOn(d, b.p, memory);
  ASSERT_FALSE(r.has_value());
  EXPECT_EQ(r.error().code, "deadlock");
  EXPECT_EQ(r.error().pe, 0);
  EXPECT_EQ(r.error().frame, 0u);
  ASSERT_EQ(r.error().notes.size(), 2u);
  const std::string &note = r.error().notes[0];
  for (const char *part :
       {"tile_x", "room", "depth 1", "pushed 1", "reserved 1", "popped 0", "test.py:7"}) {
    EXPECT_NE(note.find(part), std::string::npos) << part << " in " << note;
  }
  EXPECT_NE(r.error().notes[1].find("core0 waits for unit fi.read"), std::string::npos);
}

TEST(Limits, EachStopsARunThatNeverEnds) {
  arch::DeviceModel d = device();
  Memory memory(d, {});
  ProgramBuilder b;
  b.core0.add(Opcode::Jump).target = 0;
  SimOptions steps;
  steps.maxSteps = 100000;
  auto bySteps = simulateOn(d, b.p, memory, steps);
  ASSERT_FALSE(bySteps.has_value());
  EXPECT_EQ(bySteps.error().code, "limit");
  EXPECT_NE(bySteps.error().message.find("100000 steps"), std::string::npos);
  SimOptions seconds;
  seconds.maxSeconds = 0.05;
  auto byTime = simulateOn(d, b.p, memory, seconds);
  ASSERT_FALSE(byTime.has_value());
  EXPECT_NE(byTime.error().message.find("seconds"), std::string::npos);
  std::stop_source stop;
  stop.request_stop();
  SimInput input{&b.p, &d, {1, 1, 1}, {}};
  auto cancelled = simulate(input, memory.image, {}, stop.get_token());
  ASSERT_FALSE(cancelled.has_value());
  EXPECT_EQ(cancelled.error().code, "cancelled");
}

TEST(Limits, AnAssertStopsTheRunWithItsText) {
  arch::DeviceModel d = device();
  Memory memory(d, {});
  ProgramBuilder b;
  b.p.texts = {"n must be even"};
  b.core0.add(Opcode::Assert).a = b.core0.constant(0);
  auto r = simulateOn(d, b.p, memory);
  ASSERT_FALSE(r.has_value());
  EXPECT_EQ(r.error().code, "assert");
  EXPECT_EQ(r.error().message, "n must be even");
}

TEST(BadProgram, IsRefusedBeforeItRuns) {
  arch::DeviceModel d = device();
  auto refused = [&](auto change) {
    Memory memory(d, {{ElementType::F32, 64}});
    ProgramBuilder b;
    uint32_t cb = b.cb("x", {64}, ElementType::F32, 1, Unit::FiRead, {Unit::FiWrite});
    b.core0.issue(b.load(cb, Operand::of(b.core0.argument(0)), {4}));
    change(b);
    auto r = simulateOn(d, b.p, memory);
    return !r.has_value() && r.error().code == "bad-program";
  };
  EXPECT_FALSE(refused([](ProgramBuilder &) {}));
  EXPECT_TRUE(refused([](ProgramBuilder &b) { b.p.cbs[0].base = 393216; }));
  EXPECT_TRUE(refused([](ProgramBuilder &b) { b.p.cbs[0].shape = {1 << 20}; }));
  EXPECT_TRUE(refused([](ProgramBuilder &b) { b.p.commands[0].writes[0].cb = 9; }));
  EXPECT_TRUE(refused([](ProgramBuilder &b) { b.p.commands[0].dma->strides.clear(); }));
  EXPECT_TRUE(refused([](ProgramBuilder &b) { b.p.commands[0].dma->base = Operand::of(77); }));
  EXPECT_TRUE(refused([](ProgramBuilder &b) { b.p.cores[0].code[0].target = 5; }));
  EXPECT_TRUE(refused([](ProgramBuilder &b) { b.p.commands[0].unit = Unit::Dpe; }));
  EXPECT_TRUE(refused([](ProgramBuilder &b) { b.p.commands[0].writes[0].push = 2; }));
  EXPECT_TRUE(refused([](ProgramBuilder &b) { b.p.cores[0].inits[0].index = 3; }));
}

TEST(Determinism, TwoRunsLeaveEqualTraces) {
  auto trace = [] {
    arch::DeviceModel d = device(4, 4);
    Memory memory(d, {{ElementType::F32, 1 << 16, launch::Place::Dram}});
    ProgramBuilder b;
    uint32_t in = b.cb("in", {16, 64}, ElementType::F32, 2, Unit::FiRead, {Unit::Mlu});
    uint32_t out = b.cb("out", {16, 64}, ElementType::F32, 2, Unit::Mlu, {Unit::FiWrite});
    Reg base = b.core0.argument(0), pe = b.core0.init(program::RegisterInit::Kind::PeId);
    Reg step = b.core0.constant(4096);
    b.core0.compute(Fn::MulI, pe, pe, step);
    b.core0.compute(Fn::AddI, base, base, pe);
    uint32_t load = b.load(in, Operand::of(base), {256, 4}), move = b.move(in, out),
             store = b.store(out, 0, Operand::of(base), {256, 4});
    b.core0.loop(8, [&](Reg) {
      b.core0.issue(load);
      b.core0.issue(move);
      b.core0.issue(store);
    });
    return runOn(d, b.p, memory).trace;
  };
  auto a = trace(), b = trace();
  EXPECT_EQ(a->makespan, b->makespan);
  EXPECT_EQ(a->events, b->events);
  EXPECT_EQ(a->commands.pe, b->commands.pe);
  EXPECT_EQ(a->commands.started, b->commands.started);
  EXPECT_EQ(a->commands.ended, b->commands.ended);
  EXPECT_EQ(a->cbs.cycle, b->cbs.cycle);
  EXPECT_EQ(a->cbs.filled, b->cbs.filled);
  ASSERT_GT(a->commands.size(), 16u * 24 - 1);
  expectAccountsClose(*a);
}

TEST(Broadcast, OneReadServesARowThatAsksTogether) {
  auto run = [](bool broadcast) {
    arch::DeviceModel d = device(1, 8);
    Memory memory(d, {{ElementType::F32, 64 * 64}});
    ProgramBuilder b;
    uint32_t cb = b.cb("x", {64, 64}, ElementType::F32, 1, Unit::FiRead, {});
    uint32_t load = b.load(cb, Operand::of(b.core0.argument(0)), {256, 4});
    if (broadcast) {
      b.p.commands[load].dma->broadcast = program::BroadcastGroup::Row;
    }
    b.core0.issue(load);
    SimResult r = runOn(d, b.p, memory);
    expectAccountsClose(*r.trace);
    uint64_t slices = 0;
    for (const auto &resource : r.trace->resources) {
      slices += resource.name.starts_with("sram.slice") ? resource.bytes : 0;
    }
    return std::pair(slices, r.trace->commands.ended[0] - r.trace->commands.started[0]);
  };
  EXPECT_EQ(run(false).first, 8u * 16384);
  auto [bytes, cycles] = run(true);
  EXPECT_EQ(bytes, 16384u);
  // Set-up, 256 cycles of FI, the way from the farthest slice, and 8 + 2 for each of 8 PEs.
  EXPECT_EQ(cycles, 16u + 256 + 100 + 4 * 8 + 8 + 2 * 8);
}

TEST(Queues, AFullQueueBlocksTheCore) {
  arch::DeviceModel d = device();
  Memory memory(d, {{ElementType::F32, 4096}});
  ProgramBuilder b;
  uint32_t cb = b.cb("x", {4096}, ElementType::F32, 1, Unit::FiRead, {});
  uint32_t load = b.load(cb, Operand::of(b.core0.argument(0)), {4});
  for (int i = 0; i < 16; ++i) {
    b.core0.issue(load);
  }
  SimResult r = runOn(d, b.p, memory);
  const auto &core = r.trace->pes[0].units[0].cycles;
  EXPECT_GT(core[static_cast<size_t>(simdata::StallClass::Blocked)], 5u * 256);
  EXPECT_EQ(core[static_cast<size_t>(simdata::StallClass::Busy)], 10u + 15 * 3);
  expectAccountsClose(*r.trace);
}

} // namespace
} // namespace charonia::sim::test

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that wait for memory: they end when another PE changes it, and are reported when nobody
// can.
#include "ProgramBuilder.h"

namespace charonia::sim::test {
namespace {

/// old = memory[address], read by an atomic that changes nothing; goes round while old is 0.
void spinOn(CoreCode &c, Reg address) {
  Reg zero = c.constant(0), old = c.reg();
  uint32_t top = c.here();
  Instr &add = c.add(Opcode::AtomicRmw);
  add.dst = old;
  add.a = address;
  add.b = zero;
  add.imm = static_cast<int64_t>(program::AtomicOp::Add);
  Instr &again = c.add(Opcode::BranchZero);
  again.a = old;
  again.target = top;
}

/// memory[address] = value.
void storeTo(CoreCode &c, Reg address, Reg value) {
  Instr &store = c.add(Opcode::StoreGlobal);
  store.a = address;
  store.b = value;
}

TEST(Spin, EndsWhenAnotherPeSetsTheFlagLater) {
  arch::DeviceModel d = device(1, 2);
  Memory memory(d, {{ElementType::I64, 1, launch::Place::Sram, 0},
                    {ElementType::I64, 2, launch::Place::Sram, 0}});
  ProgramBuilder b;
  CoreCode &c = b.core0;
  Reg flag = c.argument(0), out = c.argument(1), pe = c.init(program::RegisterInit::Kind::PeId);
  Reg one = c.constant(1), eight = c.constant(8), address = c.reg();
  c.compute(Fn::MulI, address, pe, eight);
  c.compute(Fn::AddI, address, address, out);
  uint32_t branch = c.here();
  c.add(Opcode::BranchZero).a = pe; // PE 0 waits
  c.loop(2000, [&](Reg) {});        // PE 1 works, then sets the flag
  storeTo(c, flag, one);
  uint32_t over = c.here();
  c.add(Opcode::Jump);
  b.p.cores[0].code[branch].target = c.here();
  spinOn(c, flag);
  b.p.cores[0].code[over].target = c.here();
  storeTo(c, address, one);
  SimResult r = runOn(d, b.p, memory);
  EXPECT_EQ(memory.get(1, 0), 1);
  EXPECT_EQ(memory.get(1, 1), 1);
  EXPECT_GT(r.trace->pes[0].finished, r.trace->pes[1].finished - 100);
  expectAccountsClose(*r.trace);
}

TEST(Spin, IsReportedWhenNobodyIsLeftToSetTheFlag) {
  arch::DeviceModel d = device(1, 2);
  Memory memory(d, {{ElementType::I64, 1, launch::Place::Sram, 0}});
  ProgramBuilder b;
  CoreCode &c = b.core0;
  Reg flag = c.argument(0), pe = c.init(program::RegisterInit::Kind::PeId);
  uint32_t branch = c.here();
  c.add(Opcode::BranchZero).a = pe; // PE 0 waits, PE 1 has nothing to do
  c.halt();
  b.p.cores[0].code[branch].target = c.here();
  spinOn(c, flag);
  auto r = simulateOn(d, b.p, memory);
  ASSERT_FALSE(r.has_value());
  EXPECT_EQ(r.error().code, "deadlock");
  EXPECT_EQ(r.error().pe, 0);
  EXPECT_LT(r.error().cycle, 10'000u);
  EXPECT_NE(r.error().message.find("memory that nobody will change"), std::string::npos);
  ASSERT_EQ(r.error().notes.size(), 1u);
  EXPECT_NE(r.error().notes[0].find("pe 0: core0 repeats its accesses to"), std::string::npos);
}

TEST(Spin, WithABoundIsNoDeadlock) {
  arch::DeviceModel d = device(1, 1);
  Memory memory(d, {{ElementType::I64, 2, launch::Place::Sram, 0}});
  ProgramBuilder b;
  CoreCode &c = b.core0;
  Reg flag = c.argument(0), zero = c.constant(0), old = c.reg();
  c.loop(500, [&](Reg) { // reads the same place in vain, but counts
    Instr &add = c.add(Opcode::AtomicRmw);
    add.dst = old;
    add.a = flag;
    add.b = zero;
    add.imm = static_cast<int64_t>(program::AtomicOp::Add);
  });
  Reg eight = c.constant(8), seven = c.constant(7), address = c.reg();
  c.compute(Fn::AddI, address, flag, eight);
  storeTo(c, address, seven);
  runOn(d, b.p, memory);
  EXPECT_EQ(memory.get(0, 1), 7);
}

TEST(Trace, CountsTheRunsOfEachCommandAlsoWithoutRows) {
  arch::DeviceModel d = device(1, 2);
  Memory memory(d, {{ElementType::F32, 64}});
  ProgramBuilder b;
  uint32_t cb = b.cb("x", {64}, ElementType::F32, 2, Unit::FiRead, {Unit::FiWrite});
  Operand base = Operand::of(b.core0.argument(0));
  uint32_t load = b.load(cb, base, {4}), store = b.store(cb, 0, base, {4});
  b.core0.loop(3, [&](Reg) {
    b.core0.issue(load);
    b.core0.issue(store);
  });
  SimOptions options;
  options.recordTrace = false;
  SimResult r = runOn(d, b.p, memory, options);
  EXPECT_EQ(r.trace->commandRuns, (std::vector<uint64_t>{6, 6})); // three on each of two PEs
}

} // namespace
} // namespace charonia::sim::test

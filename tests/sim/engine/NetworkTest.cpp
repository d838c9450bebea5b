// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reduction network: values, cycles in closed form, and runs in which somebody does not come.
#include "ProgramBuilder.h"

namespace charonia::sim::test {
namespace {

/// A store of one element to `base + pe * scale`.
void storeAt(CoreCode &c, Reg base, Reg pe, int64_t scale, Reg address) {
  Reg factor = c.constant(scale);
  c.compute(Fn::MulI, address, pe, factor);
  c.compute(Fn::AddI, address, address, base);
}

/// Every PE loads its tile of in, takes part in a reduction, and stores what it gets to out.
struct Reduction {
  ProgramBuilder b;
  static constexpr int64_t kElements = 64;
  uint32_t load = 0, network = 0, store = 0;

  Reduction(Fn fn, ElementType type, bool row, int root) {
    CoreCode &c = b.core0;
    const int64_t bytes = kElements * numerics::byteSize(type);
    Reg in = c.argument(0), out = c.argument(1);
    Reg pe = c.init(program::RegisterInit::Kind::PeId);
    Reg from = c.reg(), to = c.reg();
    storeAt(c, in, pe, bytes, from);
    storeAt(c, out, pe, bytes, to);
    uint32_t x = b.cb("x", {kElements}, type, 1, Unit::FiRead, {Unit::Re});
    uint32_t s = b.cb("s", {kElements}, type, 1, Unit::Re, {Unit::FiWrite});
    load = b.load(x, Operand::of(from), {numerics::byteSize(type)});
    Command n;
    n.unit = Unit::Re;
    n.kind = CommandKind::ReNetwork;
    n.reads = {{x, 0, 0, 1}};
    n.writes = {{s, 1, 0, 1}};
    n.networkFn = fn;
    n.networkGroup = row ? program::BroadcastGroup::Row : program::BroadcastGroup::Column;
    n.networkRoot = root;
    network = b.command(std::move(n));
    store = b.store(s, 0, Operand::of(to), {numerics::byteSize(type)});
    c.issue(load);
    c.issue(network);
    c.issue(store);
    c.halt();
  }
};

TEST(Network, RootGetsTheCombinationInAscendingOrderAndOthersZeros) {
  arch::DeviceModel d = device(2, 3);
  const int64_t n = 6 * Reduction::kElements;
  Memory memory(d, {{ElementType::F32, n, launch::Place::Sram, 1.0e7},
                    {ElementType::F32, n, launch::Place::Sram, 5}});
  Reduction r(Fn::AddF, ElementType::F32, /*row=*/true, /*root=*/1);
  SimResult result = runOn(d, r.b.p, memory);
  for (int64_t row = 0; row < 2; ++row) {
    for (int64_t i = 0; i < Reduction::kElements; ++i) {
      float sum = 0; // order and rounding of ((p0 + p1) + p2)
      for (int64_t column = 0; column < 3; ++column) {
        float mine = static_cast<float>(memory.get(0, (row * 3 + column) * 64 + i));
        sum = column == 0 ? mine : sum + mine;
      }
      EXPECT_EQ(memory.get(1, (row * 3 + 0) * 64 + i), 0);
      EXPECT_EQ(static_cast<float>(memory.get(1, (row * 3 + 1) * 64 + i)), sum);
      EXPECT_EQ(memory.get(1, (row * 3 + 2) * 64 + i), 0);
    }
  }
  expectAccountsClose(*result.trace);
}

TEST(Network, ColumnsTakeMaximaOfIntegers) {
  arch::DeviceModel d = device(3, 2);
  const int64_t n = 6 * Reduction::kElements;
  Memory memory(d, {{ElementType::I32, n, launch::Place::Sram, -3},
                    {ElementType::I32, n, launch::Place::Sram, 5}});
  Reduction r(Fn::MaxSI, ElementType::I32, /*row=*/false, /*root=*/2);
  runOn(d, r.b.p, memory);
  for (int64_t column = 0; column < 2; ++column) {
    for (int64_t i = 0; i < Reduction::kElements; ++i) {
      // Element i of PE p is -3 * (64 p + i): PE `column` has the largest.
      EXPECT_EQ(memory.get(1, (4 + column) * 64 + i), -3 * (64 * column + i));
    }
  }
}

/// Start and end of the reduction on each PE.
std::vector<std::pair<uint64_t, uint64_t>> timesOf(const simdata::Trace &trace, uint32_t command,
                                                   size_t pes) {
  std::vector<std::pair<uint64_t, uint64_t>> times(pes);
  for (size_t i = 0; i < trace.commands.size(); ++i) {
    if (trace.commands.command[i] == command) {
      times[trace.commands.pe[i]] = {trace.commands.started[i], trace.commands.ended[i]};
    }
  }
  return times;
}

TEST(Network, ChunksStreamDownTheLineFromTheLastArrival) {
  arch::DeviceModel d = device(1, 4);
  const int64_t n = 4 * Reduction::kElements;
  for (int root : {3, 0}) {
    Memory memory(d, {{ElementType::F32, n, launch::Place::Sram, 1},
                      {ElementType::F32, n, launch::Place::Sram, 0}});
    Reduction r(Fn::AddF, ElementType::F32, /*row=*/true, root);
    SimResult result = runOn(d, r.b.p, memory);
    auto times = timesOf(*result.trace, r.network, 4);
    uint64_t met = 0;
    for (auto [start, end] : times) {
      met = std::max(met, start);
    }
    const auto hop = static_cast<uint64_t>(d.noc.reductionHopLatency);
    const auto access = static_cast<uint64_t>(d.ls.unitLatency);
    const auto stream =
        static_cast<uint64_t>(Reduction::kElements * 4 / d.noc.reductionBytesPerCycle);
    for (uint64_t p = 0; p < 4; ++p) {
      uint64_t end = met + access + p * hop + stream;
      if (p == static_cast<uint64_t>(root)) { // back to the root over the ordinary network
        end = met + access + 3 * hop + stream + access +
              (3 - p) * static_cast<uint64_t>(d.noc.hopLatency);
      }
      EXPECT_EQ(times[p].second, end) << "pe " << p << ", root " << root;
    }
  }
}

TEST(Network, SaysWhoIsMissing) {
  arch::DeviceModel d = device(1, 3);
  Memory memory(d, {{ElementType::F32, 192}, {ElementType::F32, 192}});
  Reduction r(Fn::AddF, ElementType::F32, /*row=*/true, 0);
  // PE 1 leaves before its reduction.
  auto &core = r.b.p.cores[0];
  CoreCode &c = r.b.core0;
  std::vector<Instr> rest(core.code.end() - 4, core.code.end());
  core.code.resize(core.code.size() - 4);
  Reg pe = c.init(program::RegisterInit::Kind::PeId), one = c.constant(1), other = c.reg();
  c.compute(Fn::CmpNe, other, pe, one, ElementType::I1);
  Instr &branch = c.add(Opcode::BranchZero);
  branch.a = other;
  branch.in = ElementType::I1;
  size_t at = core.code.size() - 1;
  core.code.insert(core.code.end(), rest.begin(), rest.end());
  core.code[at].target = static_cast<uint32_t>(core.code.size() - 1);
  auto run = simulateOn(d, r.b.p, memory);
  ASSERT_FALSE(run.has_value());
  const SimError &error = run.error();
  EXPECT_EQ(error.code, "deadlock");
  std::string notes;
  for (const std::string &note : error.notes) {
    notes += note + "\n";
  }
  EXPECT_NE(notes.find("waits for the other PEs of row 0; not there: pe 1"), std::string::npos)
      << notes;
}

} // namespace
} // namespace charonia::sim::test

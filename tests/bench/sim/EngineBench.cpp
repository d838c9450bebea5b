// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events a second of the simulator. Prints figures; never fails for being slow.
#include "ProgramBuilder.h"

#include <cstdio>
#include <ctime>

namespace charonia::sim::test {
namespace {

/// A copy pipeline on all 64 PEs: load, layout, store, many times.
void pipeline(ProgramBuilder &b, int64_t rounds) {
  uint32_t in = b.cb("in", {16, 64}, ElementType::F32, 2, Unit::FiRead, {Unit::Mlu});
  uint32_t out = b.cb("out", {16, 64}, ElementType::F32, 2, Unit::Mlu, {Unit::FiWrite});
  Reg base = b.core0.argument(0), pe = b.core0.init(program::RegisterInit::Kind::PeId);
  Reg step = b.core0.constant(4096);
  b.core0.compute(Fn::MulI, pe, pe, step);
  b.core0.compute(Fn::AddI, base, base, pe);
  uint32_t load = b.load(in, Operand::of(base), {256, 4}), move = b.move(in, out),
           store = b.store(out, 0, Operand::of(base), {256, 4});
  b.core0.loop(rounds, [&](Reg) {
    b.core0.issue(load);
    b.core0.issue(move);
    b.core0.issue(store);
  });
}

/// Processor time since `from`: other work on the machine does not count.
double seconds(std::clock_t from) {
  return static_cast<double>(std::clock() - from) / CLOCKS_PER_SEC;
}

TEST(EngineBench, EventsPerSecond) {
  arch::DeviceModel d = device(8, 8);
  Memory memory(d, {{ElementType::F32, 1 << 17}});
  ProgramBuilder b;
  pipeline(b, 2000);
  SimOptions options;
  options.recordTrace = false;
  options.recordStream = true;
  auto start = std::clock();
  SimResult r = runOn(d, b.p, memory, options);
  double functional = seconds(start);
  ASSERT_GT(r.trace->events, 100000u);
  SimInput input{&b.p, &d, {1, 1, 1}, memory.arguments};
  options.recordStream = false;
  start = std::clock();
  auto again = replay(input, *r.stream, options);
  double timing = seconds(start);
  ASSERT_TRUE(again.has_value());
  double events = static_cast<double>(r.trace->events);
  std::printf("events %.0f, cycles %llu\n", events,
              static_cast<unsigned long long>(r.trace->makespan));
  std::printf("functional %.2f M events/s, timing only %.2f M events/s\n",
              events / functional / 1e6, events / timing / 1e6);
}

/// C = A x B, fp16, 1024^3, a tile of 128 x 128 on each of 64 PEs, everything in SRAM, B stored
/// K-contiguous or not, each operand read by every PE that needs it or broadcast along rows and
/// columns.
double matmulUtilisation(bool contiguous, bool broadcast, int depth) {
  const int64_t n = 1024;
  arch::DeviceModel d = device(8, 8);
  Memory memory(d, {{ElementType::F16, n * n, launch::Place::Sram, 0},
                    {ElementType::F16, n * n, launch::Place::Sram, 0},
                    {ElementType::F32, n * n, launch::Place::Sram, 0}});
  ProgramBuilder b;
  uint32_t a = b.cb("a", {128, 64}, ElementType::F16, depth, Unit::FiRead, {Unit::Dpe});
  uint32_t w = b.cb("b", contiguous ? std::vector<int64_t>{128, 64} : std::vector<int64_t>{64, 128},
                    ElementType::F16, depth, Unit::FiRead, {Unit::Dpe});
  uint32_t acc = b.accumulator("acc", {128, 128}, ElementType::F32, 1, {Unit::Re});
  uint32_t out = b.cb("out", {128, 128}, ElementType::F32, 1, Unit::Re, {Unit::FiWrite});
  CoreCode &c = b.core0;
  Reg pa = c.argument(0), pb = c.argument(1), pc = c.argument(2);
  Reg row = c.init(program::RegisterInit::Kind::PeRow),
      column = c.init(program::RegisterInit::Kind::PeColumn);
  Reg t = c.reg();
  auto advance = [&](Reg pointer, Reg index, int64_t bytes) {
    c.compute(Fn::MulI, t, index, c.constant(bytes));
    c.compute(Fn::AddI, pointer, pointer, t);
  };
  advance(pa, row, 128 * n * 2);
  advance(pb, column, contiguous ? 128 * n * 2 : 256);
  advance(pc, row, 128 * n * 4);
  advance(pc, column, 512);
  Reg stepA = c.constant(128), stepB = c.constant(contiguous ? 128 : 64 * n * 2);
  uint32_t loadA = b.load(a, Operand::of(pa), {n * 2, 2}),
           loadB = b.load(w, Operand::of(pb), {n * 2, 2});
  if (broadcast) {
    b.p.commands[loadA].dma->broadcast = program::BroadcastGroup::Row;
    b.p.commands[loadB].dma->broadcast = program::BroadcastGroup::Column;
  }
  Command mma;
  mma.unit = Unit::Dpe;
  mma.kind = CommandKind::DpeMma;
  mma.writes = {{acc, 1, 0, 0}};
  Command clear = mma;
  clear.hasOperands = false;
  mma.accumulate = true;
  mma.transposeB = contiguous;
  mma.reads = {{a, 0, 0, 1}, {w, 0, 0, 1}};
  mma.writes = {{acc, 0, -1, 0}};
  Command push;
  push.unit = Unit::Dpe;
  push.writes = {{acc, 0, 0, 1}};
  Command drain;
  drain.unit = Unit::Re;
  drain.kind = CommandKind::ReDrain;
  drain.reads = {{acc, 0, 0, 1}};
  drain.writes = {{out, 1, 0, 1}};
  uint32_t clearId = b.command(clear), mmaId = b.command(mma), pushId = b.command(push),
           drainId = b.command(drain);
  c.issue(clearId);
  c.loop(n / 64, [&](Reg) {
    c.issue(loadA);
    c.issue(loadB);
    c.issue(mmaId);
    c.compute(Fn::AddI, pa, pa, stepA);
    c.compute(Fn::AddI, pb, pb, stepB);
  });
  c.issue(pushId);
  c.issue(drainId);
  c.issue(b.store(out, 0, Operand::of(pc), {n * 4, 4}));
  auto start = std::clock();
  SimResult r = runOn(d, b.p, memory);
  double ideal = static_cast<double>(n * n * n) / (64 * 1024);
  std::printf("matmul 1024^3 %s %s depth %d: %llu cycles, %.3f of the peak (%.2f s)\n",
              contiguous ? "[N,K]" : "[K,N]", broadcast ? "broadcast" : "own reads", depth,
              static_cast<unsigned long long>(r.trace->makespan),
              ideal / static_cast<double>(r.trace->makespan), seconds(start));
  const simdata::ResourceTotals *busiest = nullptr;
  uint64_t slices = 0;
  for (const simdata::ResourceTotals &resource : r.trace->resources) {
    slices += resource.name.starts_with("sram.slice") ? resource.bytes : 0;
    if (!busiest || resource.busyCycles > busiest->busyCycles) {
      busiest = &resource;
    }
  }
  std::vector<uint64_t> products = starts(*r.trace, 0, Unit::Dpe);
  std::printf("  SRAM %.1f MiB, busiest %s %.0f cycles; last mma of PE 0 after %llu cycles\n",
              static_cast<double>(slices) / (1 << 20), busiest->name.c_str(), busiest->busyCycles,
              static_cast<unsigned long long>(products.back() - r.trace->launchCycles));
  return ideal / static_cast<double>(r.trace->makespan);
}

TEST(EngineBench, MatmulFromSram) {
  for (bool contiguous : {true, false}) {
    for (bool broadcast : {false, true}) {
      for (int depth : {2, 3, 4}) {
        EXPECT_GT(matmulUtilisation(contiguous, broadcast, depth), 0);
      }
    }
  }
}

} // namespace
} // namespace charonia::sim::test

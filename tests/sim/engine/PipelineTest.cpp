// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steady state of pipelines over circular buffers, against a maximum cycle ratio that is computed
// here.
#include "ProgramBuilder.h"

#include <cmath>

namespace charonia::sim::test {
namespace {

/// "to of iteration i + tokens starts no earlier than delay after from of iteration i".
struct Edge {
  int from, to;
  double delay;
  int tokens;
};

/// The largest (sum of delays) / (sum of tokens) over the cycles of the graph: bisection on the
/// ratio with Bellman-Ford looking for a positive cycle.
double maxCycleRatio(int nodes, const std::vector<Edge> &edges) {
  double low = 0, high = 1e6;
  for (int step = 0; step < 60; ++step) {
    double ratio = (low + high) / 2;
    std::vector<double> distance(static_cast<size_t>(nodes), 0);
    bool grows = false;
    for (int round = 0; round <= nodes; ++round) {
      grows = false;
      for (const Edge &e : edges) {
        double next = distance[static_cast<size_t>(e.from)] + e.delay - ratio * e.tokens;
        if (next > distance[static_cast<size_t>(e.to)] + 1e-9) {
          distance[static_cast<size_t>(e.to)] = next;
          grows = true;
        }
      }
    }
    (grows ? low : high) = ratio;
  }
  return low;
}

// Times of the three stages for a tile of 128 x 32 fp32 (16 KiB, contiguous) on a machine of one
// PE: every slice is one hop away, 16 set-up, 64 B a cycle; the layout unit 64 B a cycle and 40.
constexpr double kDma = 16 + 256 + 104, kDmaBusy = 16 + 256, kMove = 256 + 40, kMoveBusy = 256;
constexpr double kWake = 4;

double expectedInterval(int depthIn, int depthOut) {
  enum { Load, Move, Store };
  return maxCycleRatio(3, {{Load, Load, kDmaBusy, 1},
                           {Load, Move, kDma + kWake, 0},
                           {Move, Load, kMove + kWake, depthIn},
                           {Move, Move, kMoveBusy, 1},
                           {Move, Store, kMove + kWake, 0},
                           {Store, Store, kDmaBusy, 1},
                           {Store, Move, kDma + kWake, depthOut}});
}

/// Average distance of the layout unit's starts over a whole number of rounds in the steady state.
double measuredInterval(int depthIn, int depthOut) {
  arch::DeviceModel d = device();
  Memory memory(d, {{ElementType::F32, 4096}, {ElementType::F32, 4096, launch::Place::Sram, 0}});
  ProgramBuilder b;
  uint32_t in = b.cb("in", {128, 32}, ElementType::F32, depthIn, Unit::FiRead, {Unit::Mlu});
  uint32_t out = b.cb("out", {128, 32}, ElementType::F32, depthOut, Unit::Mlu, {Unit::FiWrite});
  uint32_t load = b.load(in, Operand::of(b.core0.argument(0)), {128, 4});
  uint32_t move = b.move(in, out);
  uint32_t store = b.store(out, 0, Operand::of(b.core0.argument(1)), {128, 4});
  b.core0.loop(64, [&](Reg) {
    b.core0.issue(load);
    b.core0.issue(move);
    b.core0.issue(store);
  });
  SimResult r = runOn(d, b.p, memory);
  EXPECT_EQ(memory.get(1, 4095), memory.get(0, 4095));
  expectAccountsClose(*r.trace);
  std::vector<uint64_t> s = starts(*r.trace, 0, Unit::Mlu);
  if (s.size() != 64u) {
    ADD_FAILURE() << "not all tiles were moved";
    return 0;
  }
  return static_cast<double>(s[60] - s[36]) / 24; // 24 = a multiple of 1, 2 and 3
}

TEST(Pipeline, SteadyStateIsTheMaximumCycleRatio) {
  for (int in : {1, 2, 3}) {
    for (int out : {1, 2, 3}) {
      EXPECT_NEAR(measuredInterval(in, out), expectedInterval(in, out), 1e-6)
          << "depths " << in << ", " << out;
    }
  }
}

TEST(Pipeline, ASecondSlotHidesTheLoadAThirdTheLatency) {
  double one = measuredInterval(1, 3), two = measuredInterval(2, 3), three = measuredInterval(3, 3);
  EXPECT_DOUBLE_EQ(one, kDma + kWake + kMove + kWake);
  EXPECT_DOUBLE_EQ(two, (kDma + kWake + kMove + kWake) / 2);
  EXPECT_DOUBLE_EQ(three, kDmaBusy);
}

/// C[128, 128] += A[128, 64 k] x B[64 k, 128]^T over k, operands K-contiguous.
struct MatmulResult {
  SimResult result;
  uint64_t interval = 0;
};

MatmulResult matmul(int64_t steps, bool check) {
  const int64_t k = 64 * steps;
  arch::DeviceModel d = device();
  Memory memory(d, {{ElementType::F16, 128 * k},
                    {ElementType::F16, 128 * k},
                    {ElementType::F32, 128 * 128, launch::Place::Sram, 0}});
  for (int64_t i = 0; i < 128 * k; ++i) {
    memory.set(0, i, static_cast<double>(i % 7) - 3);
    memory.set(1, i, static_cast<double>(i % 5) - 2);
  }
  ProgramBuilder b;
  uint32_t a = b.cb("a", {128, 64}, ElementType::F16, 3, Unit::FiRead, {Unit::Dpe});
  uint32_t w = b.cb("b", {128, 64}, ElementType::F16, 3, Unit::FiRead, {Unit::Dpe});
  uint32_t acc = b.accumulator("acc", {128, 128}, ElementType::F32, 1, {Unit::Re});
  uint32_t out = b.cb("out", {128, 128}, ElementType::F32, 1, Unit::Re, {Unit::FiWrite});
  Reg pa = b.core0.argument(0), pb = b.core0.argument(1), pc = b.core0.argument(2);
  Reg step = b.core0.constant(128);
  uint32_t loadA = b.load(a, Operand::of(pa), {2 * k, 2});
  uint32_t loadB = b.load(w, Operand::of(pb), {2 * k, 2});
  Command clear;
  clear.unit = Unit::Dpe;
  clear.kind = CommandKind::DpeMma;
  clear.hasOperands = false;
  clear.writes = {{acc, 1, 0, 0}};
  Command mma;
  mma.unit = Unit::Dpe;
  mma.kind = CommandKind::DpeMma;
  mma.accumulate = mma.transposeB = true;
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
  b.core0.issue(clearId);
  b.core0.loop(steps, [&](Reg) {
    b.core0.issue(loadA);
    b.core0.issue(loadB);
    b.core0.issue(mmaId);
    b.core0.compute(Fn::AddI, pa, pa, step);
    b.core0.compute(Fn::AddI, pb, pb, step);
  });
  b.core0.issue(pushId);
  b.core0.issue(drainId);
  b.core0.issue(b.store(out, 0, Operand::of(pc), {512, 4}));
  MatmulResult m{runOn(d, b.p, memory), 0};
  if (check) {
    for (int64_t i = 0; i < 128; i += 9) {
      for (int64_t j = 0; j < 128; j += 5) {
        double expected = 0;
        for (int64_t p = 0; p < k; ++p) {
          expected += (static_cast<double>((i * k + p) % 7) - 3) *
                      (static_cast<double>((j * k + p) % 5) - 2);
        }
        EXPECT_EQ(memory.get(2, i * 128 + j), expected) << i << "," << j;
      }
    }
  }
  std::vector<uint64_t> s = starts(*m.result.trace, 0, Unit::Dpe);
  if (s.size() > 4) {
    m.interval = s[s.size() - 2] - s[s.size() - 3];
  }
  return m;
}

TEST(Pipeline, MatrixProductStreamsAtTheEnginesRate) {
  MatmulResult m = matmul(8, true);
  EXPECT_EQ(m.interval, 1024u); // 128 x 128 x 64 at 1024 multiply-adds a cycle
  expectAccountsClose(*m.result.trace);
}

TEST(Pipeline, SlotsOfOneBufferAreFilledByCommandsWithNegativeOffsets) {
  arch::DeviceModel d = device();
  Memory memory(d, {{ElementType::F32, 64}, {ElementType::F32, 64, launch::Place::Sram, 0}});
  ProgramBuilder b;
  uint32_t cb = b.cb("x", {2, 32}, ElementType::F32, 2, Unit::FiRead, {Unit::FiWrite});
  Reg in = b.core0.argument(0), out = b.core0.argument(1);
  // The first row comes by one command, the second (the same data) by another; only that one
  // pushes.
  uint32_t first = b.load(cb, Operand::of(in), {128, 4});
  b.p.commands[first].writes[0] = {cb, 1, 0, 0};
  b.p.commands[first].dma->upper[0] = Operand::constant(1);
  uint32_t store = b.store(cb, 0, Operand::of(out), {128, 4});
  uint32_t full = b.load(cb, Operand::of(in), {0, 4});
  b.p.commands[full].writes[0] = {cb, 0, -1, 1};
  b.p.commands[full].dma->lower[0] = Operand::constant(1);
  b.p.commands[full].dma->keepRest = true;
  b.core0.issue(first);
  b.core0.issue(full);
  b.core0.issue(store);
  runOn(d, b.p, memory);
  for (int64_t i = 0; i < 64; ++i) {
    ASSERT_EQ(memory.get(1, i), static_cast<double>(i % 32));
  }
}

TEST(Pipeline, OffsetsOfAReaderCountFromTheIssueSideCopy) {
  // Two stores are issued back to back, each popping; the second must take the next slot although
  // the first has not completed.
  arch::DeviceModel d = device();
  Memory memory(d, {{ElementType::F32, 64}, {ElementType::F32, 64, launch::Place::Sram, 0}});
  ProgramBuilder b;
  uint32_t cb = b.cb("x", {32}, ElementType::F32, 2, Unit::FiRead, {Unit::FiWrite});
  Reg in = b.core0.argument(0), out = b.core0.argument(1), step = b.core0.constant(128);
  uint32_t load = b.load(cb, Operand::of(in), {4}), store = b.store(cb, 0, Operand::of(out), {4});
  b.core0.loop(2, [&](Reg) {
    b.core0.issue(load);
    b.core0.compute(Fn::AddI, in, in, step);
  });
  b.core0.wait(Unit::FiRead);
  b.core0.loop(2, [&](Reg) {
    b.core0.issue(store);
    b.core0.compute(Fn::AddI, out, out, step);
  });
  SimResult r = runOn(d, b.p, memory);
  for (int64_t i = 0; i < 64; ++i) {
    ASSERT_EQ(memory.get(1, i), static_cast<double>(i));
  }
  std::vector<uint64_t> s = starts(*r.trace, 0, Unit::FiWrite);
  ASSERT_EQ(s.size(), 2u);
  EXPECT_LT(s[1] - s[0], 100u); // they overlap
}

} // namespace
} // namespace charonia::sim::test

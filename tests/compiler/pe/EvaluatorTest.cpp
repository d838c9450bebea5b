// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The token machine and the greedy sizing on systems whose answers are known in closed form.
#include "charonia/Scheduling/Sizing.h"

#include <gtest/gtest.h>

namespace charonia::scheduling {
namespace {

constexpr uint32_t kLoad = 0, kCompute = 1;

Step produce(uint32_t unit, uint32_t buffer, int64_t busy, int64_t latency = 0) {
  Step step;
  step.unit = unit;
  step.busy = busy;
  step.latency = latency;
  step.writes = {{buffer, 1, 0, 1}};
  return step;
}

Step consume(uint32_t unit, uint32_t buffer, int64_t busy) {
  Step step;
  step.unit = unit;
  step.busy = busy;
  step.reads = {{buffer, 0, 0, 1}};
  return step;
}

/// n rounds of load (busy, latency) and compute over one buffer.
TokenProgram pingPong(int n, int64_t load, int64_t latency, int64_t compute, int depth) {
  TokenProgram program;
  program.buffers = {{"a", depth, 1, false, 64, 8}};
  program.cores.resize(1);
  for (int i = 0; i < n; ++i) {
    program.cores[0].push_back(produce(kLoad, 0, load, latency));
    program.cores[0].push_back(consume(kCompute, 0, compute));
  }
  return program;
}

TEST(Evaluator, DepthOneSerialises) {
  Evaluation result = evaluate(pingPong(10, 30, 0, 50, 1));
  ASSERT_TRUE(result.live);
  EXPECT_EQ(result.makespan, 10 * (30 + 50));
}

TEST(Evaluator, DepthTwoIsBoundByTheSlowerUnit) {
  Evaluation result = evaluate(pingPong(10, 30, 0, 50, 2));
  EXPECT_EQ(result.makespan, 30 + 10 * 50);
  EXPECT_EQ(result.unitBusy[kLoad], 300);
  EXPECT_EQ(result.unitBusy[kCompute], 500);
}

TEST(Evaluator, LatencyNeedsDepth) {
  // A round trip of 50 + 200 + 50 over two slots: two rounds every 300 cycles.
  Evaluation two = evaluate(pingPong(40, 50, 200, 50, 2));
  Evaluation seven = evaluate(pingPong(40, 50, 200, 50, 7));
  EXPECT_EQ(two.makespan, 20 * 300 + 50);
  EXPECT_EQ(seven.makespan, 50 + 200 + 40 * 50);
  EXPECT_EQ(two.criticalBuffers, std::vector<uint32_t>{0});
}

TEST(Evaluator, ReportsWhoWaitsForWhat) {
  TokenProgram program;
  program.buffers = {{"a", 1, 1, false, 64, 8}};
  program.cores.resize(1);
  program.cores[0] = {produce(kLoad, 0, 10), produce(kLoad, 0, 10)};
  program.cores[0][1].source = 7;
  Evaluation result = evaluate(program);
  ASSERT_FALSE(result.live);
  ASSERT_EQ(result.blocked.size(), 1u);
  EXPECT_EQ(result.blocked[0].source, 7u);
  EXPECT_TRUE(result.blocked[0].forSpace);
  EXPECT_EQ(result.blocked[0].buffer, 0u);
}

TEST(Evaluator, FullQueueBlocksTheCore) {
  TokenProgram program = pingPong(4, 10, 0, 100, 8);
  program.queueDepth = 1;
  Step run;
  run.kind = Step::Kind::Run;
  run.busy = 1;
  program.cores[0].push_back(run);
  // Computes start at 10, 110, 210, 310; the last is queued when the third starts.
  Evaluation result = evaluate(program);
  ASSERT_TRUE(result.live);
  EXPECT_EQ(result.makespan, 410);
  EXPECT_EQ(result.unitBusy.back(), 1);
}

TEST(Evaluator, WaitUnitWaitsForCompletion) {
  TokenProgram program;
  program.buffers = {{"a", 1, 1, false, 64, 8}};
  program.cores.resize(1);
  Step wait;
  wait.kind = Step::Kind::WaitUnit;
  wait.unit = kLoad;
  Step run;
  run.kind = Step::Kind::Run;
  run.busy = 5;
  run.reads = {{0, 0, 0, 1}};
  program.cores[0] = {produce(kLoad, 0, 10, 90), wait, run};
  EXPECT_EQ(evaluate(program).makespan, 105);
}

TEST(Evaluator, SlotIsReadTwiceBeforeThePop) {
  TokenProgram program;
  program.buffers = {{"a", 1, 1, false, 64, 8}};
  program.cores.resize(1);
  Step peek = consume(kCompute, 0, 10);
  peek.reads[0].pop = 0;
  for (int i = 0; i < 3; ++i) {
    program.cores[0].push_back(produce(kLoad, 0, 10));
    program.cores[0].push_back(peek);
    program.cores[0].push_back(consume(kCompute, 0, 10));
  }
  EXPECT_EQ(evaluate(program).makespan, 3 * 30);
}

TEST(Evaluator, AccumulatorIsFilledInPlace) {
  // reserve by a clear, two commands at offset -1, one push.
  TokenProgram program;
  program.buffers = {{"acc", 1, 1, false, 0, 2}};
  program.cores.resize(1);
  Step clear = produce(kCompute, 0, 1), add = clear, push = clear;
  clear.writes = {{0, 1, 0, 0}};
  add.writes = {{0, 0, -1, 0}};
  add.busy = 20;
  push.writes = {{0, 0, -1, 1}};
  push.busy = 0;
  program.cores[0] = {clear, add, add, push, consume(kLoad, 0, 7)};
  EXPECT_EQ(evaluate(program).makespan, 1 + 40 + 7);
}

TEST(Sizing, FindsTheDepthThatHidesLatency) {
  SizingResult result = sizeBuffers(pingPong(64, 50, 200, 50, 1), 64 * 100);
  ASSERT_TRUE(result.live);
  ASSERT_TRUE(result.fits);
  EXPECT_EQ(result.depths[0], 6);
  EXPECT_EQ(result.makespan, 50 + 200 + 64 * 50);
  EXPECT_LT(result.makespan, result.floorMakespan);
}

TEST(Sizing, StaysWithinTheBudget) {
  SizingResult result = sizeBuffers(pingPong(64, 50, 200, 50, 1), 64 * 3);
  EXPECT_EQ(result.depths[0], 3);
  EXPECT_EQ(result.bytes, 64 * 3);
}

TEST(Sizing, FloorBeyondTheBudgetIsReported) {
  SizingResult result = sizeBuffers(pingPong(4, 1, 0, 1, 1), 63);
  EXPECT_TRUE(result.live);
  EXPECT_FALSE(result.fits);
}

TEST(Sizing, RaisesTheFloorUntilLive) {
  TokenProgram program;
  program.buffers = {{"a", 1, 1, false, 64, 8}};
  program.cores.resize(1);
  Step two = consume(kCompute, 0, 10);
  two.reads[0].pop = 2;
  program.cores[0] = {produce(kLoad, 0, 10), produce(kLoad, 0, 10), two};
  SizingResult result = sizeBuffers(program, 1 << 20);
  ASSERT_TRUE(result.live);
  EXPECT_EQ(result.depths[0], 2);
}

TEST(Sizing, HopelessOrderIsNotLive) {
  TokenProgram program;
  program.buffers = {{"a", 1, 1, false, 64, 8}};
  program.cores.resize(1);
  program.cores[0] = {consume(kCompute, 0, 10)};
  SizingResult result = sizeBuffers(program, 1 << 20);
  EXPECT_FALSE(result.live);
  ASSERT_FALSE(result.blocked.empty());
  EXPECT_FALSE(result.blocked[0].forSpace);
}

} // namespace
} // namespace charonia::scheduling

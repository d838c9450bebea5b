// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events a second of the simulator. Prints figures; never fails for being slow.
#include "ProgramBuilder.h"

#include <chrono>
#include <cstdio>

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

double seconds(std::chrono::steady_clock::time_point from) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
}

TEST(EngineBench, EventsPerSecond) {
  arch::DeviceModel d = device(8, 8);
  Memory memory(d, {{ElementType::F32, 1 << 17}});
  ProgramBuilder b;
  pipeline(b, 2000);
  SimOptions options;
  options.recordTrace = false;
  options.recordStream = true;
  auto start = std::chrono::steady_clock::now();
  SimResult r = runOn(d, b.p, memory, options);
  double functional = seconds(start);
  ASSERT_GT(r.trace->events, 100000u);
  SimInput input{&b.p, &d, {1, 1, 1}, memory.arguments};
  options.recordStream = false;
  start = std::chrono::steady_clock::now();
  auto again = replay(input, *r.stream, options);
  double timing = seconds(start);
  ASSERT_TRUE(again.has_value());
  double events = static_cast<double>(r.trace->events);
  std::printf("events %.0f, cycles %llu\n", events, static_cast<unsigned long long>(r.trace->makespan));
  std::printf("functional %.2f M events/s, timing only %.2f M events/s\n", events / functional / 1e6,
              events / timing / 1e6);
}

} // namespace
} // namespace charonia::sim::test

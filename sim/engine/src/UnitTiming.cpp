// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UnitTiming.h"

#include <algorithm>
#include <cmath>

namespace charonia::sim {

using numerics::byteSize;
using program::CbSpace;
using program::TileInst;
using program::TileOp;

namespace {

int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

uint64_t cyclesFor(double work, double rate) {
  return static_cast<uint64_t>(std::ceil(work / rate));
}

double portWidth(const arch::DeviceModel &device, const char *port) {
  auto found = device.ls.ports.find(port);
  int ports = found == device.ls.ports.end() ? 1 : found->second;
  return std::max(1, ports) * device.ls.portBytes * portShare(device);
}

/// Cycles with `held` rows stationary and `streamed` rows passing, for one slice of K.
int64_t sliceCycles(const arch::DotEngine &dpe, int64_t held, int64_t streamed) {
  int64_t full = streamed / dpe.streamRows, rest = streamed % dpe.streamRows;
  int64_t stream = full * std::max<int64_t>(dpe.streamRows, dpe.minStreamCycles) +
                   (rest ? std::max<int64_t>(rest, dpe.minStreamCycles) : 0);
  return ceilDiv(held, dpe.rows) * std::max<int64_t>(stream, dpe.refillCycles);
}

} // namespace

UnitCost mmaCost(const arch::DeviceModel &device, const MmaShape &shape) {
  const arch::DotEngine &dpe = device.dpe;
  UnitCost cost;
  if (shape.m > 0 && shape.n > 0 && shape.k > 0) {
    // Either operand may be the stationary one.
    int64_t slices = ceilDiv(shape.k * shape.elementBytes, dpe.rowBytes);
    int64_t cycles =
        std::min(sliceCycles(dpe, shape.m, shape.n), sliceCycles(dpe, shape.n, shape.m));
    cost.occupancy =
        cyclesFor(static_cast<double>(shape.batch * slices * cycles), portShare(device));
    cost.latency = static_cast<uint64_t>(dpe.latency);
  }
  if (shape.initBytes > 0) {
    cost.occupancy +=
        cyclesFor(static_cast<double>(shape.initBytes), device.ls.portBytes * portShare(device));
    cost.latency += static_cast<uint64_t>(device.ls.unitLatency);
  }
  if (shape.reorderBytes > 0) {
    cost.occupancy = std::max(cost.occupancy, cyclesFor(static_cast<double>(shape.reorderBytes),
                                                        device.mlu.bytesPerCycle));
    cost.latency += static_cast<uint64_t>(device.mlu.blockLatency);
  }
  cost.occupancy = std::max<uint64_t>(cost.occupancy, 1);
  return cost;
}

UnitCost drainCost(const arch::DeviceModel &device, int64_t bytes) {
  double words = static_cast<double>(bytes) / 4; // 32-bit accumulators
  return {
      std::max<uint64_t>(1, cyclesFor(words, device.re.drainToLsFp32PerCycle * portShare(device))),
      static_cast<uint64_t>(device.ls.unitLatency)};
}

UnitCost layoutCost(const arch::DeviceModel &device, int64_t bytes) {
  double rate = device.mlu.bytesPerCycle * portShare(device);
  return {std::max<uint64_t>(1, cyclesFor(static_cast<double>(bytes), rate)),
          static_cast<uint64_t>(device.mlu.blockLatency)};
}

bool isTableFunction(numerics::Fn fn) {
  using numerics::Fn;
  return fn == Fn::Exp || fn == Fn::Exp2 || fn == Fn::Log || fn == Fn::Log2 || fn == Fn::Tanh;
}

UnitCost simdCost(const arch::DeviceModel &device, const program::Program &program,
                  const program::Command &command, std::span<const int64_t> extents) {
  double in = 0, out = 0, elements = 0;
  auto bytesOf = [&](const program::CircularBuffer &cb) {
    double n = static_cast<double>(effectiveElements(cb.shape, extents));
    elements = std::max(elements, n);
    return n * byteSize(cb.type);
  };
  for (const program::CbRead &read : command.reads) {
    const program::CircularBuffer &cb = program.cbs[read.cb];
    double bytes = bytesOf(cb);
    in += cb.space == CbSpace::Ls ? bytes : 0; // the accumulator's path takes no port
  }
  for (const program::CbWrite &write : command.writes) {
    const program::CircularBuffer &cb = program.cbs[write.cb];
    double bytes = bytesOf(cb);
    out += cb.space == CbSpace::Ls ? bytes : 0;
  }
  // One pass holds a multiply, an add and a function, casts free; longer programs take more passes.
  constexpr int kOpsOfAPass = 3;
  int ops = 0, functions = 0;
  for (const TileInst &inst : program.tilePrograms[command.tileProgram].insts) {
    const bool elementwise = inst.op == TileOp::Elementwise;
    ops += (elementwise && numerics::info(inst.fn).kind != numerics::FnKind::Cast) ||
           inst.op == TileOp::Reduce;
    functions += elementwise && isTableFunction(inst.fn);
  }
  int passes = std::max(1, (ops + kOpsOfAPass - 1) / kOpsOfAPass);
  uint64_t lanes =
      std::max(cyclesFor(elements * passes, device.se.elementsPerCycle),
               cyclesFor(elements * functions, std::max(1, device.se.functionsPerCycle)));
  uint64_t read = cyclesFor(in, portWidth(device, "se.read"));
  uint64_t write = cyclesFor(out, portWidth(device, "se.write"));
  return {std::max<uint64_t>({lanes, read, write, 1}), static_cast<uint64_t>(device.se.latency)};
}

UnitCost vectorCost(const arch::DeviceModel &device, const program::Program &program,
                    const program::TileProgram &tile, std::span<const int64_t> extents) {
  const auto &programs = program.tilePrograms;
  if (!tile.passes.empty()) {
    return {program::vectorCycles(device, programs, tile, tile.passes, extents), 0};
  }
  const program::VectorPlan plan = program::planVector(device, programs, tile);
  return {program::vectorCycles(device, programs, tile, plan.passes, extents), 0};
}

} // namespace charonia::sim

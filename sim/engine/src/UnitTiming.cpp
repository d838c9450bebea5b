// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UnitTiming.h"

#include "charonia/program/SimdCost.h"

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

UnitCost simdCost(const arch::DeviceModel &device, const program::Program &program,
                  const program::Command &command, std::span<const int64_t> extents) {
  program::SimdWork work;
  auto bytesOf = [&](const program::CircularBuffer &cb) {
    double n = static_cast<double>(effectiveElements(cb.shape, extents));
    work.elements = std::max(work.elements, n);
    // The accumulator's path takes no port.
    return cb.space == CbSpace::Ls ? n * byteSize(cb.type) : 0;
  };
  for (const program::CbRead &read : command.reads) {
    work.readBytes += bytesOf(program.cbs[read.cb]);
  }
  for (const program::CbWrite &write : command.writes) {
    work.writeBytes += bytesOf(program.cbs[write.cb]);
  }
  for (const TileInst &inst : program.tilePrograms[command.tileProgram].insts) {
    const bool elementwise = inst.op == TileOp::Elementwise;
    work.ops += (elementwise && numerics::info(inst.fn).kind != numerics::FnKind::Cast) ||
                inst.op == TileOp::Reduce;
    if (elementwise && program::simdFunctionRate(device, inst.fn) > 0) {
      work.functions.push_back(inst.fn);
    }
  }
  return {program::simdCycles(device, work), static_cast<uint64_t>(device.se.latency)};
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

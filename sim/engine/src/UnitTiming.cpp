// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UnitTiming.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace charonia::sim {

using numerics::byteSize;
using program::CbSpace;
using program::kNone;
using program::TileInst;
using program::TileOp;
using program::TileValue;

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

double portShare(const arch::DeviceModel &device) {
  double ports = 0;
  for (const auto &[name, count] : device.ls.ports) {
    ports += count;
  }
  double sum = ports * device.ls.portBytes;
  return sum > device.ls.bytesPerCycle ? device.ls.bytesPerCycle / sum : 1.0;
}

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

int64_t effectiveElements(std::span<const int64_t> shape, std::span<const int64_t> extents) {
  int64_t n = 1;
  for (size_t d = 0; d < shape.size(); ++d) {
    int64_t extent = shape[d];
    if (shape.size() == extents.size() && extent > 1) {
      extent = std::clamp<int64_t>(extents[d], 0, extent);
    }
    n *= extent;
  }
  return n;
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
  int ops = 0;
  for (const TileInst &inst : program.tilePrograms[command.tileProgram].insts) {
    ops += (inst.op == TileOp::Elementwise &&
            numerics::info(inst.fn).kind != numerics::FnKind::Cast) ||
           inst.op == TileOp::Reduce;
  }
  int passes = std::max(1, (ops + kOpsOfAPass - 1) / kOpsOfAPass);
  uint64_t lanes = cyclesFor(elements * passes, device.se.elementsPerCycle);
  uint64_t read = cyclesFor(in, portWidth(device, "se.read"));
  uint64_t write = cyclesFor(out, portWidth(device, "se.write"));
  return {std::max<uint64_t>({lanes, read, write, 1}), static_cast<uint64_t>(device.se.latency)};
}

namespace {

/// Adds up a tile program's demand on the vector core's pipes.
class VectorCounter {
public:
  VectorCounter(const arch::DeviceModel &device, const program::Program &program,
                const program::TileProgram &tile, std::span<const int64_t> extents)
      : m_vector(device.vector), m_program(program), m_tile(tile), m_extents(extents),
        m_share(portShare(device)) {}

  UnitCost run() {
    findViews();
    for (size_t i = 0; i < m_tile.insts.size(); ++i) {
      m_at = i;
      count(m_tile.insts[i]);
    }
    UnitCost cost;
    double busy = std::max({m_arithmetic, m_memory, m_issued, 1.0});
    cost.occupancy = static_cast<uint64_t>(std::ceil(busy + m_latency)) +
                     static_cast<uint64_t>(m_vector.loadLatency + m_vector.floatLatency);
    return cost;
  }

private:
  const TileValue &value(program::TileId id) const { return m_tile.values[id]; }

  /// Tiles that stay in their slot because only slices of them are used: what is read are the
  /// slices, from where they lie.
  void findViews() {
    const size_t none = m_tile.insts.size();
    m_lastUse.assign(m_tile.values.size(), none);
    m_stays.assign(m_tile.values.size(), false);
    for (const TileInst &inst : m_tile.insts) {
      if (inst.op == TileOp::LoadCb) {
        m_stays[inst.results[0]] = true;
      }
    }
    for (size_t i = 0; i < m_tile.insts.size(); ++i) {
      const TileInst &inst = m_tile.insts[i];
      for (size_t k = 0; k < inst.operands.size(); ++k) {
        if (inst.operands[k] == kNone) {
          continue;
        }
        m_lastUse[inst.operands[k]] = i;
        if (inst.op != TileOp::SliceExtract || k > 0) {
          m_stays[inst.operands[k]] = false;
        }
      }
    }
  }

  double elements(program::TileId id) const {
    return static_cast<double>(effectiveElements(value(id).shape, m_extents));
  }
  /// Bytes of an element in a register while it is computed with.
  static int lane(numerics::ElementType type) {
    using numerics::ElementType;
    bool widened = type == ElementType::BF16 || (numerics::isFloat(type) && byteSize(type) == 1);
    return widened ? 4 : static_cast<int>(byteSize(type));
  }
  static bool widens(numerics::ElementType type) {
    return numerics::isFloat(type) && lane(type) != static_cast<int>(byteSize(type));
  }
  double registers(double n, int bytes) const {
    return std::ceil(n * bytes * 8 / m_vector.vlenBits);
  }

  double perRegister(const char *costClass) const {
    std::string key = costClass;
    auto found = m_vector.instructions.find(key);
    return found == m_vector.instructions.end() ? 1.0 : found->second;
  }
  bool isDivision(const char *costClass) const {
    std::string key = costClass;
    return key == "div" || key == "fdiv" || key == "sqrt";
  }

  void arithmetic(double regs, double instructions) {
    m_arithmetic += regs * instructions;
    m_issued += std::ceil(regs / m_vector.maxLmul) * instructions;
  }
  void memory(double regs) {
    m_memory += regs / m_share;
    m_issued += std::ceil(regs / m_vector.maxLmul);
  }

  double functionCost(const TileInst &inst) const {
    const char *costClass = numerics::info(inst.fn).costClass;
    double cost = perRegister(costClass);
    return isDivision(costClass) ? std::max(cost, static_cast<double>(m_vector.divPerRegister))
                                 : cost;
  }

  void elementwise(const TileInst &inst) {
    auto type = value(inst.results[0]).type;
    int bytes = lane(type);
    bool widened = widens(type);
    for (program::TileId id : inst.operands) {
      if (value(id).elements() == value(inst.results[0]).elements()) {
        bytes = std::max(bytes, lane(value(id).type));
        widened |= widens(value(id).type);
      }
    }
    double regs = registers(elements(inst.results[0]), bytes);
    arithmetic(regs, functionCost(inst) + (widened ? 1 : 0));
  }

  double bodyCost(uint32_t body) const {
    double cost = 0;
    for (const TileInst &inst : m_program.tilePrograms[body].insts) {
      cost += inst.op == TileOp::Elementwise ? functionCost(inst) : 0;
    }
    return std::max(cost, 1.0);
  }

  void reduce(const TileInst &inst) {
    const TileValue &source = value(inst.operands[0]);
    double cost = bodyCost(inst.body);
    double n = elements(inst.operands[0]), regs = 0;
    int bytes = 1;
    for (program::TileId id : inst.operands) {
      bytes = std::max(bytes, lane(value(id).type));
      regs += registers(n, lane(value(id).type));
    }
    arithmetic(regs / static_cast<double>(inst.operands.size()), cost);
    bool innermost = static_cast<size_t>(inst.axis) + 1 == source.shape.size();
    if (!innermost) {
      return;
    }
    // Within registers: one tree a row. Rows follow each other in the pipe; the last one's latency
    // shows.
    double lanes = std::min<double>(static_cast<double>(source.shape[inst.axis]),
                                    m_vector.vlenBits / (8.0 * bytes));
    double steps = std::ceil(std::log2(std::max(lanes, 1.0)));
    double rows = n / static_cast<double>(source.shape[inst.axis]);
    if (inst.op == TileOp::Scan) {
      rows = regs;
    }
    arithmetic(std::ceil(rows), steps * cost);
    m_latency += m_vector.reductionBase + m_vector.reductionPerLog2 * steps;
  }

  void count(const TileInst &inst) {
    switch (inst.op) {
    case TileOp::LoadCb:
      if (m_stays[inst.results[0]]) {
        break;
      }
      memory(registers(elements(inst.results[0]), byteSize(value(inst.results[0]).type)));
      break;
    case TileOp::StoreCb:
      memory(registers(elements(inst.operands[0]), byteSize(value(inst.operands[0]).type)));
      break;
    case TileOp::Splat:
    case TileOp::Constant:
    case TileOp::ToScalar:
      m_issued += 1;
      break;
    case TileOp::Iota:
      arithmetic(registers(elements(inst.results[0]), lane(value(inst.results[0]).type)), 1);
      break;
    case TileOp::Elementwise:
      elementwise(inst);
      break;
    case TileOp::Broadcast: {
      // Along the innermost dimension a scalar operand a row; along others the registers are used
      // again.
      const TileValue &source = value(inst.operands[0]);
      if (source.elements() > 1 && source.shape.back() == 1) {
        m_issued += elements(inst.operands[0]);
      }
      break;
    }
    case TileOp::Reduce:
    case TileOp::Scan:
      reduce(inst);
      break;
    case TileOp::Dot: {
      double k = static_cast<double>(value(inst.operands[0]).shape.back());
      auto type = value(inst.results[0]).type;
      arithmetic(registers(elements(inst.results[0]), lane(type)), k);
      break;
    }
    case TileOp::GatherIndex: // an indexed load for each element taken
      m_memory += elements(inst.results[0]) / std::max(1, m_vector.gatherElementsPerCycle);
      break;
    case TileOp::Permute:
    case TileOp::Histogram:
      m_memory += elements(inst.operands[0]) / std::max(1, m_vector.gatherElementsPerCycle);
      break;
    case TileOp::Join:
    case TileOp::SplitLeft:
    case TileOp::SplitRight:
    case TileOp::SliceExtract:
      if (m_stays[inst.operands[0]]) { // a load from within the slot
        memory(registers(elements(inst.results[0]), byteSize(value(inst.results[0]).type)));
      } else {
        arithmetic(registers(elements(inst.results[0]), byteSize(value(inst.results[0]).type)), 1);
      }
      break;
    case TileOp::SliceInsert: {
      // In place where nobody needs the tile as it was.
      const bool inPlace = m_lastUse[inst.operands[0]] == m_at;
      const program::TileId moved = inst.operands[inPlace ? 1 : 0];
      arithmetic(registers(elements(moved), byteSize(value(moved).type)), 1);
      break;
    }
    case TileOp::Cat:
      arithmetic(registers(elements(inst.results[0]), byteSize(value(inst.results[0]).type)), 1);
      break;
    case TileOp::Assert:
    case TileOp::Print:
      m_issued += 1;
      break;
    case TileOp::Reshape:
    case TileOp::LoadGlobal: // counted by access
    case TileOp::StoreGlobal:
    case TileOp::AtomicRmw:
    case TileOp::AtomicCas:
      break;
    }
  }

  const arch::VectorCore &m_vector;
  const program::Program &m_program;
  const program::TileProgram &m_tile;
  std::span<const int64_t> m_extents;
  double m_share;
  std::vector<bool> m_stays;
  std::vector<size_t> m_lastUse; ///< by value: the last instruction that takes it
  size_t m_at = 0;
  double m_arithmetic = 0, m_memory = 0, m_issued = 0, m_latency = 0;
};

} // namespace

UnitCost vectorCost(const arch::DeviceModel &device, const program::Program &program,
                    const program::TileProgram &tile, std::span<const int64_t> extents) {
  return VectorCounter(device, program, tile, extents).run();
}

} // namespace charonia::sim

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cycles of a group, from the instructions of its passes. See sim/docs/Timing.md.
#include "VectorPasses.h"

#include <algorithm>
#include <cmath>

namespace charonia::program {

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

double portShare(const arch::DeviceModel &device) {
  double ports = 0;
  for (const auto &[name, count] : device.ls.ports) {
    ports += count;
  }
  double sum = ports * device.ls.portBytes;
  return sum > device.ls.bytesPerCycle ? device.ls.bytesPerCycle / sum : 1.0;
}

namespace {

/// Rows of strips: how often an instruction runs, and on how many registers.
struct Walk {
  double rows = 1, columns = 1;
};

/// Adds up what the passes of one group ask of the vector core's pipes.
class VectorCounter {
public:
  VectorCounter(const arch::DeviceModel &device, std::span<const TileProgram> programs,
                const TileProgram &tile, std::span<const int64_t> extents)
      : m_vector(device.vector), m_programs(programs), m_tile(tile), m_extents(extents),
        m_share(portShare(device)), m_values(tile) {}

  uint64_t run(std::span<const VectorPass> passes) {
    double cycles = scalarWork();
    for (const VectorPass &pass : passes) {
      cycles += passCycles(pass);
    }
    const double starts = static_cast<double>(std::max<size_t>(passes.size(), 1));
    cycles =
        std::max(cycles, 1.0) + m_latency + starts * (m_vector.loadLatency + m_vector.floatLatency);
    return static_cast<uint64_t>(std::ceil(cycles));
  }

private:
  ElementType typeOf(TileId id) const { return m_tile.values[id].type; }

  /// Work on scalars, and the scalars that instructions take: once a group.
  double scalarWork() const {
    double issued = 0;
    for (const TileInst &inst : m_tile.insts) {
      if (inst.op == TileOp::Splat || inst.op == TileOp::Constant || inst.op == TileOp::ToScalar) {
        issued += 1;
      } else if (inst.op == TileOp::Elementwise && m_values.domainOf(inst).empty()) {
        issued += instructionsOf(m_vector, inst.fn);
      }
    }
    return issued / m_vector.issuePerCycle;
  }

  double registers(double elements, double bytes) const {
    return std::ceil(elements * bytes * 8 / m_vector.vlenBits);
  }

  /// The walk over a value or an instruction's tile. A tile that need not go row by row is one row
  /// as far as it is contiguous.
  Walk walkOf(const Domain &now, const Domain &full, bool byRow) const {
    Walk walk;
    bool contiguous = true;
    for (size_t d = now.size(); d-- > 0;) {
      (contiguous ? walk.columns : walk.rows) *= static_cast<double>(now[d]);
      contiguous = contiguous && !byRow && now[d] == full[d];
    }
    return walk;
  }
  Walk walkOf(TileId id, bool byRow) const {
    return walkOf(m_values.domain(id, m_extents), m_values.domain(id), byRow);
  }

  double strips(const Walk &walk) const { return walk.rows * std::ceil(walk.columns / m_strip); }
  /// Registers of elements of `bytes` over the whole walk: strips begin in new registers.
  double registersOf(const Walk &walk, double bytes) const {
    const double whole = std::floor(walk.columns / m_strip), rest = walk.columns - whole * m_strip;
    return walk.rows * (whole * registers(m_strip, bytes) + registers(rest, bytes));
  }
  void arithmetic(const Walk &walk, double bytes, double instructions) {
    m_arithmetic += registersOf(walk, bytes) * instructions;
    m_issued += strips(walk) * instructions;
  }
  void memory(const Walk &walk, double bytes) {
    m_memory += registersOf(walk, bytes) / m_share;
    m_issued += strips(walk);
  }

  double passCycles(const VectorPass &pass) {
    const TileInst *main = mainInst(m_tile, m_values, pass);
    if (!main) {
      return 0;
    }
    m_pass = &pass;
    m_arithmetic = m_memory = m_issued = 0;
    m_roles = rolesIn(m_tile, m_values, pass);
    m_domain = m_values.domainOf(*main);
    m_walk = walkOf(m_values.domainOf(*main, m_extents), m_domain, pass.byRow);
    m_seen.assign(m_tile.values.size(), false);
    m_inside.assign(m_tile.values.size(), false);
    double widest = 1;
    for (TileId id = 0; id < m_roles.size(); ++id) {
      if (m_roles[id] != OperandClass::Uniform) {
        widest = std::max<double>(widest, laneBytes(typeOf(id)));
      }
    }
    m_strip = std::max(1.0, std::floor(pass.lmul * m_vector.vlenBits / 8.0 / widest));
    for (TileId id : pass.loads) {
      memory(m_walk, numerics::byteSize(typeOf(id)));
    }
    for (uint32_t i : pass.insts) {
      for (TileId id : m_tile.insts[i].results) {
        m_inside[id] = true;
      }
    }
    for (uint32_t i : pass.insts) {
      count(m_tile.insts[i]);
    }
    for (TileId id : pass.spills) {
      spill(id);
    }
    // More vectors than registers: some are stored and loaded in every strip.
    const double over = pass.lmul == 1 ? pass.live - vectorBound(m_vector) : 0;
    if (over > 0) {
      m_memory += 2 * over * registersOf(m_walk, widest) / m_share;
      m_issued += 2 * over * strips(m_walk);
    }
    return std::max({m_arithmetic, m_memory, m_issued / m_vector.issuePerCycle});
  }

  void spill(TileId id) {
    if (m_values.definition(id) == kNoInst) {
      return;
    }
    const TileInst &inst = m_tile.insts[m_values.definition(id)];
    const Walk walk = walkOf(id, false);
    if (inst.op == TileOp::Reduce && m_values.isInnermost(inst)) {
      m_issued += walk.rows * walk.columns; // one scalar a row
    } else {
      memory(m_values.domainOf(inst) == m_domain ? m_walk : walk, numerics::byteSize(typeOf(id)));
    }
  }

  /// Scalars of rows and columns that come from elsewhere.
  void operands(const TileInst &inst) {
    for (size_t k = 0; k < inst.operands.size(); ++k) {
      if (inst.operands[k] == kNone) {
        continue;
      }
      const TileId root = m_values.root(inst.operands[k]);
      const OperandClass operand = m_values.classOf(inst, inst.operands[k]);
      if (needsMemory(inst, k)) {
        const bool byElement = inst.op == TileOp::Permute || inst.op == TileOp::GatherIndex ||
                               inst.op == TileOp::SliceExtract;
        if (!byElement) {
          memory(walkOf(root, false), numerics::byteSize(typeOf(root)));
        }
        continue;
      }
      if (operand == OperandClass::Uniform || operand == OperandClass::Vector || m_seen[root] ||
          m_inside[root]) {
        continue;
      }
      m_seen[root] = true;
      if (operand == OperandClass::Row) {
        m_issued += m_walk.rows;
      } else {
        memory(columnWalk(root), numerics::byteSize(typeOf(root)));
      }
    }
  }

  /// What repeats from row to row: once a strip if the strips are the outer loop, else every row.
  Walk columnWalk(TileId root) const {
    Walk walk = walkOf(root, true);
    walk.rows = m_pass->byStrip ? walk.rows : std::max(walk.rows, m_walk.rows);
    return walk;
  }

  /// Bytes of a lane of the instruction, and whether it converts for want of such arithmetic.
  std::pair<double, bool> laneOf(const TileInst &inst) const {
    int bytes = 1;
    bool widened = false;
    auto take = [&](TileId id) {
      bytes = std::max(bytes, laneBytes(typeOf(id)));
      widened |= laneBytes(typeOf(id)) != static_cast<int>(numerics::byteSize(typeOf(id)));
    };
    take(inst.results[0]);
    for (TileId id : inst.operands) {
      if (m_values.classOf(inst, id) == OperandClass::Vector) {
        take(id);
      }
    }
    return {bytes, widened};
  }

  void elementwise(const TileInst &inst) {
    auto [bytes, widened] = laneOf(inst);
    const double instructions = instructionsOf(m_vector, inst.fn) + (widened ? 1 : 0);
    if (m_values.domainOf(inst) == m_domain) {
      arithmetic(m_walk, bytes, instructions);
    } else if (m_roles[inst.results[0]] == OperandClass::Column) {
      arithmetic(columnWalk(inst.results[0]), bytes, instructions);
    } else {
      m_issued += m_walk.rows * instructions;
    }
  }

  double bodyCost(uint32_t body) const {
    double cost = 0;
    if (body < m_programs.size()) {
      for (const TileInst &inst : m_programs[body].insts) {
        cost += inst.op == TileOp::Elementwise ? instructionsOf(m_vector, inst.fn) : 0;
      }
    }
    return std::max(cost, 1.0);
  }

  void reduce(const TileInst &inst) {
    const double cost = bodyCost(inst.body);
    double bytes = 1;
    for (TileId id : inst.operands) {
      bytes = std::max<double>(bytes, laneBytes(typeOf(id)));
    }
    arithmetic(m_walk, bytes, cost);
    if (!m_values.isInnermost(inst)) {
      return;
    }
    // Within registers: one tree a row. Rows follow each other in the pipe; the last one's latency
    // shows.
    const double extent = m_domain.empty() ? 1 : static_cast<double>(m_domain.back());
    const double lanes = std::min(extent, m_vector.vlenBits / (8.0 * bytes));
    const double steps = std::ceil(std::log2(std::max(lanes, 1.0)));
    const double trees = inst.op == TileOp::Scan ? registersOf(m_walk, bytes)
                         : m_domain.size() < 2   ? std::min(1.0, m_walk.columns)
                                                 : (m_walk.columns > 0 ? m_walk.rows : 0);
    m_arithmetic += trees * steps * cost;
    m_issued += trees * steps * cost;
    m_latency += (m_pass->together ? std::max(1.0, m_walk.rows) : 1.0) *
                 (m_vector.reductionBase + m_vector.reductionPerLog2 * steps);
  }

  void byElement(const Walk &walk) {
    m_memory += walk.rows * walk.columns / std::max(1, m_vector.gatherElementsPerCycle);
  }

  /// The part of a tile that is loaded or stored; at a step, element by element.
  void slice(const TileInst &inst) {
    if (!inst.strides.empty() && inst.strides.back() != 1) {
      byElement(m_walk);
    } else {
      memory(m_walk, numerics::byteSize(typeOf(inst.results[0])));
    }
  }

  void count(const TileInst &inst) {
    operands(inst);
    switch (inst.op) {
    case TileOp::StoreCb:
      memory(m_walk, numerics::byteSize(typeOf(inst.operands[0])));
      break;
    case TileOp::Iota:
      if (m_values.domainOf(inst) == m_domain) {
        arithmetic(m_walk, laneBytes(typeOf(inst.results[0])), 1);
      } else if (m_roles[inst.results[0]] == OperandClass::Column) {
        arithmetic(columnWalk(inst.results[0]), laneBytes(typeOf(inst.results[0])), 1);
      } else {
        m_issued += m_walk.rows;
      }
      break;
    case TileOp::Elementwise:
      elementwise(inst);
      break;
    case TileOp::Reduce:
    case TileOp::Scan:
      reduce(inst);
      break;
    case TileOp::Dot:
      arithmetic(m_walk, laneBytes(typeOf(inst.results[0])),
                 static_cast<double>(m_tile.values[inst.operands[0]].shape.back()));
      break;
    case TileOp::GatherIndex: // an indexed load for each element taken
    case TileOp::Permute:
    case TileOp::Histogram:
      byElement(m_walk);
      break;
    case TileOp::SliceExtract: // a load from within the tile
    case TileOp::StoreSlice:
      slice(inst);
      break;
    case TileOp::Join:
    case TileOp::SplitLeft:
    case TileOp::SplitRight:
    case TileOp::Cat:
      arithmetic(m_walk, numerics::byteSize(typeOf(inst.results[0])), 1);
      break;
    case TileOp::SliceInsert: {
      const TileId part = inst.operands[1];
      arithmetic(walkOf(part, false), numerics::byteSize(typeOf(part)), 1);
      break;
    }
    case TileOp::Assert:
    case TileOp::Print:
      m_issued += 1;
      break;
    default: // free, or counted by access
      break;
    }
  }

  const arch::VectorCore &m_vector;
  std::span<const TileProgram> m_programs;
  const TileProgram &m_tile;
  std::span<const int64_t> m_extents;
  double m_share;
  VectorValues m_values;

  const VectorPass *m_pass = nullptr; ///< the one at hand, and what belongs to it:
  std::vector<OperandClass> m_roles;
  Domain m_domain;
  Walk m_walk;
  std::vector<bool> m_seen, m_inside;
  double m_strip = 1; ///< elements of a strip
  double m_arithmetic = 0, m_memory = 0, m_issued = 0;
  double m_latency = 0; ///< of all passes
};

} // namespace

uint64_t vectorCycles(const arch::DeviceModel &device, std::span<const TileProgram> programs,
                      const TileProgram &tile, std::span<const VectorPass> passes,
                      std::span<const int64_t> extents) {
  return VectorCounter(device, programs, tile, extents).run(passes);
}

} // namespace charonia::program

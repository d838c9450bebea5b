// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "VectorValues.h"

#include <algorithm>
#include <string_view>

namespace charonia::program {

bool touchesMemory(const TileInst &inst) {
  return inst.op == TileOp::LoadGlobal || inst.op == TileOp::StoreGlobal ||
         inst.op == TileOp::AtomicRmw || inst.op == TileOp::AtomicCas ||
         inst.op == TileOp::Assert || inst.op == TileOp::Print;
}

bool needsMemory(const TileInst &inst, size_t k) {
  switch (inst.op) {
  case TileOp::Reshape:
  case TileOp::Permute:
  case TileOp::Join:
  case TileOp::SplitLeft:
  case TileOp::SplitRight:
  case TileOp::Cat:
  case TileOp::SliceExtract:
    return true;
  case TileOp::GatherIndex:
    return k == 0;
  case TileOp::Dot:
    return k < 2;
  case TileOp::SliceInsert:
    return k == 1;
  default:
    return false;
  }
}

bool isFree(const VectorValues &values, const TileInst &inst) {
  switch (inst.op) {
  case TileOp::LoadCb:
  case TileOp::Splat:
  case TileOp::Constant:
  case TileOp::Broadcast:
    return true;
  case TileOp::Reshape: // else its elements are another row's
    return values.root(inst.results[0]) != inst.results[0];
  default:
    return false;
  }
}

static Domain squeezed(const std::vector<int64_t> &shape) {
  Domain domain;
  std::copy_if(shape.begin(), shape.end(), std::back_inserter(domain),
               [](int64_t extent) { return extent != 1; });
  return domain;
}

VectorValues::VectorValues(const TileProgram &tile)
    : m_tile(tile), m_root(tile.values.size()), m_definition(tile.values.size(), kNoInst),
      m_varies(tile.values.size()), m_generated(tile.values.size(), false),
      m_stays(tile.values.size(), false) {
  for (TileId id = 0; id < tile.values.size(); ++id) {
    m_root[id] = id;
    for (int64_t extent : tile.values[id].shape) {
      m_varies[id].push_back(extent != 1);
    }
  }
  for (size_t i = 0; i < tile.insts.size(); ++i) {
    for (TileId id : tile.insts[i].results) {
      m_definition[id] = i;
    }
    visit(i);
  }
  findStays();
}

/// `to` shows the elements of `from`: equal ranks, or shapes that differ by extents of 1.
void VectorValues::view(TileId from, TileId to) {
  const auto &source = m_tile.values[from].shape, &target = m_tile.values[to].shape;
  m_generated[to] = m_generated[from];
  if (m_tile.insts[m_definition[to]].op == TileOp::Broadcast) {
    m_root[to] = m_root[from];
    for (size_t d = 0; d < target.size(); ++d) {
      m_varies[to][d] =
          source.size() == target.size() && m_varies[from][d] && source[d] == target[d];
    }
    return;
  }
  if (squeezed(source) != squeezed(target)) {
    m_generated[to] = false;
    return;
  }
  m_root[to] = m_root[from];
  size_t at = 0;
  for (size_t d = 0; d < target.size(); ++d) {
    if (target[d] == 1) {
      continue;
    }
    while (source[at] == 1) {
      ++at;
    }
    m_varies[to][d] = m_varies[from][at++];
  }
}

static bool isLittle(const TileInst &inst) {
  const std::string_view cost = numerics::info(inst.fn).costClass;
  return cost == "alu" || cost == "mul" || cost == "convert";
}

void VectorValues::visit(size_t index) {
  const TileInst &inst = m_tile.insts[index];
  if (inst.results.empty()) {
    return;
  }
  const TileId result = inst.results[0];
  auto never = [&] { m_varies[result].assign(m_varies[result].size(), false); };
  switch (inst.op) {
  case TileOp::Splat:
  case TileOp::Constant:
    never();
    m_generated[result] = true;
    break;
  case TileOp::Iota:
    for (size_t d = 0; d < m_varies[result].size(); ++d) {
      m_varies[result][d] = m_varies[result][d] && d == static_cast<size_t>(inst.axis);
    }
    m_generated[result] = true;
    break;
  case TileOp::Broadcast:
  case TileOp::Reshape:
    view(inst.operands[0], result);
    break;
  case TileOp::Elementwise: {
    const auto &shape = m_tile.values[result].shape;
    std::vector<bool> varies(shape.size(), false);
    bool generated = !numerics::isFloat(m_tile.values[result].type) && isLittle(inst);
    for (TileId id : inst.operands) {
      const bool alike = m_tile.values[id].shape == shape;
      const bool single = m_tile.values[id].elements() == 1;
      for (size_t d = 0; d < shape.size(); ++d) {
        varies[d] = varies[d] || (alike ? m_varies[id][d] : !single && shape[d] != 1);
      }
      generated = generated && m_generated[id] && !numerics::isFloat(m_tile.values[id].type);
    }
    m_varies[result] = std::move(varies);
    m_generated[result] = generated;
    break;
  }
  default:
    break;
  }
}

void VectorValues::findStays() {
  for (const TileInst &inst : m_tile.insts) {
    if (inst.op == TileOp::LoadCb) {
      m_stays[inst.results[0]] = true;
    }
    for (size_t k = 0; k < inst.operands.size(); ++k) {
      if (inst.operands[k] != kNone && (inst.op != TileOp::SliceExtract || k > 0)) {
        m_stays[m_root[inst.operands[k]]] = false;
      }
    }
  }
}

Domain VectorValues::domain(TileId id, std::span<const int64_t> extents, bool whole) const {
  const auto &shape = m_tile.values[id].shape;
  Domain domain;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (whole ? shape[d] != 1 : m_varies[id][d]) {
      domain.push_back(shape.size() == extents.size() ? std::clamp<int64_t>(extents[d], 0, shape[d])
                                                      : shape[d]);
    }
  }
  return domain;
}

Domain VectorValues::domainOf(const TileInst &inst, std::span<const int64_t> extents) const {
  switch (inst.op) {
  case TileOp::Reduce:
  case TileOp::Scan:
  case TileOp::Histogram:
  case TileOp::StoreCb:
  case TileOp::StoreSlice:
  case TileOp::StoreGlobal:
  case TileOp::Assert:
  case TileOp::Print:
  case TileOp::ToScalar:
    return inst.operands.empty() ? Domain() : domain(inst.operands[0], extents, true);
  case TileOp::Elementwise:
  case TileOp::Iota:
  case TileOp::LoadCb:
  case TileOp::Splat:
  case TileOp::Constant:
  case TileOp::Broadcast:
    return domain(inst.results[0], extents);
  default:
    return domain(inst.results[0], extents, true);
  }
}

OperandClass VectorValues::classOf(const TileInst &inst, TileId operand) const {
  const std::vector<bool> &varies = m_varies[operand];
  if (std::find(varies.begin(), varies.end(), true) == varies.end()) {
    return OperandClass::Uniform;
  }
  const Domain mine = domain(operand), all = domainOf(inst);
  if (mine == all) {
    return OperandClass::Vector;
  }
  // Of an operand that is spread over the instruction's tile: does it vary along the last
  // dimension in which the instruction works?
  const auto &shape = m_tile.values[operand].shape;
  const TileId frame = inst.op == TileOp::Elementwise ? inst.results[0] : operand;
  if (m_tile.values[frame].shape != shape) {
    return OperandClass::Vector;
  }
  for (size_t d = shape.size(); d-- > 0;) {
    const bool works = inst.op == TileOp::Elementwise ? m_varies[frame][d] : shape[d] != 1;
    if (works) {
      return varies[d] ? OperandClass::Column : OperandClass::Row;
    }
  }
  return OperandClass::Vector;
}

bool VectorValues::isInnermost(const TileInst &inst) const {
  const auto &shape = m_tile.values[inst.operands[0]].shape;
  for (size_t d = static_cast<size_t>(inst.axis) + 1; d < shape.size(); ++d) {
    if (shape[d] != 1) {
      return false;
    }
  }
  return true;
}

} // namespace charonia::program

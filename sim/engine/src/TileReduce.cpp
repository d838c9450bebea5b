// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans of tile programs. The order is numerics::reduceInOrder's; since the slices
// of one step of all lanes lie side by side, a step is one array evaluation.
#include "CopyNd.h"
#include "Poison.h"
#include "TileExecutor.h"

#include <algorithm>
#include <cstring>

namespace charonia::sim {

using numerics::ArrayOperand;
using numerics::byteSize;
using numerics::ElementType;
using numerics::FnKind;
using program::TileOp;
using program::TileProgram;

namespace {

struct Axis {
  int64_t outer = 1, extent = 1, inner = 1;
  int64_t rest() const { return outer * inner; }
};

Axis axisOf(const std::vector<int64_t> &shape, int32_t axis) {
  Axis result;
  result.extent = shape[axis];
  for (size_t d = 0; d < shape.size(); ++d) {
    (d < static_cast<size_t>(axis)   ? result.outer
     : d > static_cast<size_t>(axis) ? result.inner
                                     : result.extent) *=
        d == static_cast<size_t>(axis) ? 1 : shape[d];
  }
  return result;
}

} // namespace

const BodyPlan &TileExecutor::body(uint32_t index) {
  if (m_bodies.size() <= index) {
    m_bodies.resize(m_program.tilePrograms.size());
  }
  if (!m_bodies[index].program) {
    m_bodies[index] = *planBody(m_program, index); // checked when the tile program was planned
  }
  return m_bodies[index];
}

void TileExecutor::toSlices(const TileInst &inst, size_t k) {
  TileId src = inst.operands[k];
  Axis axis = axisOf(value(src).shape, inst.axis);
  int64_t size = byteSize(form(src).type);
  auto &slices = m_slices[k];
  if (slices.size() < static_cast<size_t>(form(src).elements * size)) {
    slices.resize(static_cast<size_t>(form(src).elements * size));
  }
  std::array<int64_t, 3> shape{axis.extent, axis.outer, axis.inner};
  Dims from{};
  from[0] = axis.inner * size;
  from[1] = axis.extent * axis.inner * size;
  from[2] = size;
  copyNd(slices.data(), denseStrides(shape, size), dense(src, 0), from, shape, size);
}

void TileExecutor::fromSlices(const TileInst &inst, size_t k) {
  TileId dst = inst.results[k];
  Axis axis = axisOf(value(inst.operands[k]).shape, inst.axis);
  int64_t size = byteSize(form(dst).type);
  std::array<int64_t, 3> shape{axis.extent, axis.outer, axis.inner};
  Dims to{};
  to[0] = axis.inner * size;
  to[1] = axis.extent * axis.inner * size;
  to[2] = size;
  copyNd(m_at[dst], to, m_slices[k].data(), denseStrides(shape, size), shape, size);
}

/// Elements [left, left + lanes) of every slice array become their combination with
/// [right, right + lanes).
void TileExecutor::combine(uint32_t index, int64_t left, int64_t right, int64_t lanes) {
  const BodyPlan &plan = body(index);
  const TileProgram &code = *plan.program;
  const size_t count = code.outputs.size();
  m_bodyAt.resize(code.values.size());
  for (size_t k = 0; k < count; ++k) {
    int64_t size = plan.bytes[code.inputs[k]];
    m_bodyAt[code.inputs[k]] = {m_slices[k].data() + left * size, 1};
    m_bodyAt[code.inputs[k + count]] = {m_slices[k].data() + right * size, 1};
  }
  size_t need = code.values.size() * static_cast<size_t>(lanes) * 8;
  if (m_bodyArena.size() < need) {
    m_bodyArena.resize(need);
  }
  std::byte *next = m_bodyArena.data();
  for (size_t i = 0; i < code.insts.size(); ++i) {
    const TileInst &inst = code.insts[i];
    TileId dst = inst.results[0];
    ElementType type = code.values[dst].type;
    if (inst.op == TileOp::Constant) {
      numerics::storeElement(type, next, 0, static_cast<uint64_t>(inst.imm));
      m_bodyAt[dst] = {next, 0};
      next += 8;
      continue;
    }
    ArrayOperand operands[3];
    for (size_t k = 0; k < inst.operands.size(); ++k) {
      operands[k] = m_bodyAt[inst.operands[k]];
    }
    FnKind kind = numerics::info(inst.fn).kind;
    bool typedByOperand = kind == FnKind::Cast || kind == FnKind::CmpI || kind == FnKind::CmpF;
    ElementType in = typedByOperand ? code.values[inst.operands[0]].type : type;
    // The last instruction of a body with one value writes where the left value was.
    bool last = count == 1 && i + 1 == code.insts.size() && code.outputs[0] == dst;
    std::byte *place = last ? m_slices[0].data() + left * byteSize(type) : next;
    numerics::evaluateArray(inst.fn, in, type, place, operands, static_cast<size_t>(lanes));
    m_bodyAt[dst] = {place, 1};
    next += last ? 0 : lanes * 8;
  }
  // Outputs may be inputs in another order: all are read before the first is written.
  size_t outBytes = count * static_cast<size_t>(lanes) * 8;
  if (m_bodyOut.size() < outBytes) {
    m_bodyOut.resize(outBytes);
  }
  auto copyOut = [&](size_t k, std::byte *to) {
    int64_t size = plan.bytes[code.outputs[k]];
    const ArrayOperand &from = m_bodyAt[code.outputs[k]];
    if (from.data == to) {
      return;
    }
    Dims toStrides{}, fromStrides{};
    toStrides[0] = size;
    fromStrides[0] = from.stride * size;
    std::array<int64_t, 1> shape{lanes};
    copyNd(to, toStrides, static_cast<const std::byte *>(from.data), fromStrides, shape, size);
  };
  auto home = [&](size_t k) { return m_slices[k].data() + left * plan.bytes[code.outputs[k]]; };
  if (count == 1) {
    copyOut(0, home(0));
    return;
  }
  for (size_t k = 0; k < count; ++k) {
    copyOut(k, m_bodyOut.data() + k * static_cast<size_t>(lanes) * 8);
  }
  for (size_t k = 0; k < count; ++k) {
    std::memcpy(home(k), m_bodyOut.data() + k * static_cast<size_t>(lanes) * 8,
                static_cast<size_t>(lanes) * plan.bytes[code.outputs[k]]);
  }
}

void TileExecutor::reduce(const TileInst &inst) {
  if (m_slices.size() < inst.operands.size()) {
    m_slices.resize(inst.operands.size());
  }
  for (size_t k = 0; k < inst.operands.size(); ++k) {
    toSlices(inst, k);
  }
  Axis axis = axisOf(value(inst.operands[0]).shape, inst.axis);
  const int64_t rest = axis.rest(), lanes = std::min(axis.extent, numerics::kReductionLanes);
  // The order is that of all elements, also if the last ones are left out.
  int64_t worked = axis.extent;
  if (leavesOut(inst.operands[0])) {
    worked = workedExtents(value(inst.operands[0]).shape, m_extents)[inst.axis];
  }
  for (int64_t i = lanes; i < worked; i += lanes) {
    combine(inst.body, 0, i * rest, std::min(lanes, worked - i) * rest);
  }
  for (int64_t s = numerics::kReductionLanes / 2; s > 0; s /= 2) {
    int64_t pairs = std::min({s, lanes - s, worked - s});
    if (pairs > 0) {
      combine(inst.body, 0, s * rest, pairs * rest);
    }
  }
  for (size_t k = 0; k < inst.results.size(); ++k) {
    std::memcpy(m_at[inst.results[k]], m_slices[k].data(),
                static_cast<size_t>(rest) * byteSize(form(inst.results[k]).type));
    if (worked == 0) {
      poisonOutside(m_at[inst.results[k]], std::array<int64_t, 1>{rest}, std::array<int64_t, 1>{0},
                    form(inst.results[k]).type);
    }
  }
}

void TileExecutor::scan(const TileInst &inst) {
  if (m_slices.size() < inst.operands.size()) {
    m_slices.resize(inst.operands.size());
  }
  for (size_t k = 0; k < inst.operands.size(); ++k) {
    toSlices(inst, k);
  }
  Axis axis = axisOf(value(inst.operands[0]).shape, inst.axis);
  const int64_t rest = axis.rest();
  // The slice before (left operand of the body) is kept; its combination replaces the next one. The
  // body writes to its left operand, so the kept slice is copied over the next after a swap of
  // roles.
  std::vector<std::vector<std::byte>> &slices = m_slices;
  for (int64_t step = 1; step < axis.extent; ++step) {
    int64_t here = inst.reverse ? axis.extent - 1 - step : step;
    int64_t before = inst.reverse ? here + 1 : here - 1;
    std::vector<std::byte> &saved = m_dense[1];
    size_t bytes = 0;
    for (size_t k = 0; k < inst.operands.size(); ++k) {
      bytes += static_cast<size_t>(rest) * byteSize(form(inst.operands[k]).type);
    }
    if (saved.size() < bytes) {
      saved.resize(bytes);
    }
    size_t at = 0;
    for (size_t k = 0; k < inst.operands.size(); ++k) {
      size_t size = static_cast<size_t>(rest) * byteSize(form(inst.operands[k]).type);
      std::memcpy(saved.data() + at, slices[k].data() + static_cast<size_t>(before) * size, size);
      at += size;
    }
    combine(inst.body, before * rest, here * rest, rest);
    at = 0;
    for (size_t k = 0; k < inst.operands.size(); ++k) {
      size_t size = static_cast<size_t>(rest) * byteSize(form(inst.operands[k]).type);
      std::byte *previous = slices[k].data() + static_cast<size_t>(before) * size;
      std::memcpy(slices[k].data() + static_cast<size_t>(here) * size, previous, size);
      std::memcpy(previous, saved.data() + at, size);
      at += size;
    }
  }
  for (size_t k = 0; k < inst.operands.size(); ++k) {
    fromSlices(inst, k);
  }
}

} // namespace charonia::sim

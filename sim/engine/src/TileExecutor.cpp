// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TileExecutor.h"

#include "CopyNd.h"
#include "Poison.h"

#include <cstring>
#include <fmt/format.h>

namespace charonia::sim {

using numerics::ArrayOperand;
using numerics::byteSize;
using numerics::ElementType;
using numerics::FnKind;
using program::kNone;
using program::TileOp;

bool TileExecutor::fail(const char *code, std::string message) {
  errorCode = code;
  error = std::move(message);
  return false;
}

bool TileExecutor::run(const TilePlan &plan, const TileIo &io) {
  m_plan = &plan;
  m_extents = io.extents;
  if (m_arena.size() < plan.arenaBytes) {
    m_arena.resize(plan.arenaBytes);
  }
  m_at.resize(plan.values.size());
  for (const TileInst &inst : plan.program->insts) {
    for (TileId id : inst.results) {
      const TilePlan::Value &v = form(id);
      m_at[id] = v.root == id ? place(id) : m_at[v.root];
    }
    if (!execute(inst, io)) {
      return false;
    }
    if (!m_extents.empty()) {
      poison(inst, io);
    }
  }
  return true;
}

/// True for tiles that the command's extents may cut.
bool TileExecutor::leavesOut(TileId id) const {
  return !m_extents.empty() && value(id).shape.size() == m_extents.size();
}

/// Fills what the command leaves out of the tile that `inst` made. Tiles that are read stay: their
/// slots are others' as well.
void TileExecutor::poison(const TileInst &inst, const TileIo &io) {
  if (inst.op == TileOp::StoreCb) {
    TileId src = inst.operands[0];
    if (leavesOut(src)) {
      poisonOutside(io.writes[inst.index], value(src).shape, m_extents, form(src).type);
    }
    return;
  }
  for (TileId id : inst.results) {
    const bool isSlot = inst.op == TileOp::LoadCb || inst.op == TileOp::StoreSlice;
    if (!isSlot && form(id).root == id && !form(id).uniform && leavesOut(id)) {
      poisonOutside(m_at[id], value(id).shape, m_extents, form(id).type);
    }
  }
}

ArrayOperand TileExecutor::view(TileId id) const {
  const TilePlan::Value &v = form(id);
  return {m_at[id], v.uniform || v.elements == 1 ? 0 : 1};
}

const std::byte *TileExecutor::dense(TileId id, size_t which) {
  const TilePlan::Value &v = form(id);
  if (!v.uniform) {
    return m_at[id];
  }
  int64_t size = byteSize(v.type);
  auto &buffer = m_dense[which];
  if (buffer.size() < static_cast<size_t>(v.elements * size)) {
    buffer.resize(static_cast<size_t>(v.elements * size));
  }
  fillElements(buffer.data(), v.elements, size, numerics::loadElement(v.type, m_at[id], 0));
  return buffer.data();
}

uint64_t TileExecutor::element(TileId id, int64_t index) const {
  const TilePlan::Value &v = form(id);
  return numerics::loadElement(v.type, m_at[id], v.uniform ? 0 : index);
}

bool TileExecutor::given(const TileInst &inst, size_t k) const {
  return k < inst.operands.size() && inst.operands[k] != kNone;
}

bool TileExecutor::execute(const TileInst &inst, const TileIo &io) {
  TileId dst = inst.results.empty() ? 0 : inst.results[0];
  auto denseBytes = [&](TileId id) {
    return static_cast<size_t>(form(id).elements) * byteSize(form(id).type);
  };
  switch (inst.op) {
  case TileOp::LoadCb:
    if (m_plan->copiesLoads) {
      std::memcpy(m_at[dst], io.reads[inst.index], denseBytes(dst));
    } else {
      m_at[dst] = io.reads[inst.index];
    }
    return true;
  case TileOp::StoreCb: {
    TileId src = inst.operands[0];
    const TilePlan::Value &v = form(src);
    if (v.uniform) {
      fillElements(io.writes[inst.index], v.elements, byteSize(v.type), element(src, 0));
    } else if (io.writes[inst.index] != m_at[src]) {
      std::memmove(io.writes[inst.index], m_at[src], denseBytes(src));
    }
    return true;
  }
  case TileOp::Splat:
    numerics::storeElement(form(dst).type, m_at[dst], 0,
                           static_cast<uint64_t>(io.scalarInputs[inst.index]));
    return true;
  case TileOp::Constant:
    numerics::storeElement(form(dst).type, m_at[dst], 0, static_cast<uint64_t>(inst.imm));
    return true;
  case TileOp::Iota:
    iota(inst);
    return true;
  case TileOp::Elementwise:
    elementwise(inst);
    return true;
  case TileOp::Broadcast:
    broadcast(inst);
    return true;
  case TileOp::Reshape: // shares its operand's place
    return true;
  case TileOp::Permute:
    permute(inst);
    return true;
  case TileOp::Join:
  case TileOp::SplitLeft:
  case TileOp::SplitRight: {
    int64_t size = byteSize(form(dst).type);
    Dims one{}, two{};
    one[0] = size;
    two[0] = 2 * size;
    if (inst.op == TileOp::Join) {
      std::array<int64_t, 1> shape{form(dst).elements / 2};
      copyNd(m_at[dst], two, dense(inst.operands[0], 0), one, shape, size);
      copyNd(m_at[dst] + size, two, dense(inst.operands[1], 1), one, shape, size);
    } else {
      std::array<int64_t, 1> shape{form(dst).elements};
      int64_t skip = inst.op == TileOp::SplitRight ? size : 0;
      copyNd(m_at[dst], one, dense(inst.operands[0], 0) + skip, two, shape, size);
    }
    return true;
  }
  case TileOp::Cat: {
    size_t left = denseBytes(inst.operands[0]);
    std::memcpy(m_at[dst], dense(inst.operands[0], 0), left);
    std::memcpy(m_at[dst] + left, dense(inst.operands[1], 1), denseBytes(inst.operands[1]));
    return true;
  }
  case TileOp::Reduce:
    reduce(inst);
    return true;
  case TileOp::Scan:
    scan(inst);
    return true;
  case TileOp::Dot:
    dot(inst);
    return true;
  case TileOp::GatherIndex:
    return gather(inst);
  case TileOp::Histogram:
    histogram(inst);
    return true;
  case TileOp::LoadGlobal:
  case TileOp::StoreGlobal:
  case TileOp::AtomicRmw:
  case TileOp::AtomicCas:
    return accessGlobal(inst, io);
  case TileOp::ToScalar:
    io.scalarOutputs[inst.index] = element(inst.operands[0], 0);
    return true;
  case TileOp::Assert:
    return check(inst);
  case TileOp::Print:
    print(inst, io);
    return true;
  case TileOp::SliceExtract:
  case TileOp::SliceInsert:
    return slice(inst);
  case TileOp::StoreSlice:
    m_at[dst] = io.writes[inst.index];
    return slice(inst);
  }
  return true;
}

void TileExecutor::elementwise(const TileInst &inst) {
  TileId dst = inst.results[0];
  const TilePlan::Value &v = form(dst);
  ArrayOperand operands[3];
  for (size_t k = 0; k < inst.operands.size(); ++k) {
    operands[k] = view(inst.operands[k]);
  }
  FnKind kind = numerics::info(inst.fn).kind;
  bool typedByOperand = kind == FnKind::Cast || kind == FnKind::CmpI || kind == FnKind::CmpF;
  ElementType in = typedByOperand ? form(inst.operands[0]).type : v.type;
  numerics::evaluateArray(inst.fn, in, v.type, m_at[dst], operands,
                          static_cast<size_t>(v.uniform ? 1 : v.elements));
}

void TileExecutor::iota(const TileInst &inst) {
  TileId dst = inst.results[0];
  const auto &shape = value(dst).shape;
  ElementType type = form(dst).type;
  int64_t extent = 1, inner = 1;
  if (!shape.empty()) {
    extent = shape[inst.axis];
    for (size_t d = static_cast<size_t>(inst.axis) + 1; d < shape.size(); ++d) {
      inner *= shape[d];
    }
  }
  for (int64_t i = 0, n = form(dst).elements; i < n; ++i) {
    numerics::storeElement(type, m_at[dst], i,
                           static_cast<uint64_t>(inst.imm + i / inner % extent));
  }
}

void TileExecutor::broadcast(const TileInst &inst) {
  TileId dst = inst.results[0], src = inst.operands[0];
  if (form(dst).uniform) { // shares its operand's place
    return;
  }
  int64_t size = byteSize(form(dst).type);
  const auto &shape = value(dst).shape, &from = value(src).shape;
  Dims strides = denseStrides(from, size);
  for (size_t d = 0; d < from.size(); ++d) {
    if (from[d] == 1 || form(src).uniform) {
      strides[d] = 0;
    }
  }
  copyNd(m_at[dst], denseStrides(shape, size), m_at[src], strides, shape, size);
}

void TileExecutor::permute(const TileInst &inst) {
  TileId dst = inst.results[0];
  int64_t size = byteSize(form(dst).type);
  const auto &shape = value(dst).shape;
  Dims from = denseStrides(value(inst.operands[0]).shape, size), strides{};
  for (size_t d = 0; d < shape.size(); ++d) {
    strides[d] = from[inst.permutation[d]];
  }
  copyNd(m_at[dst], denseStrides(shape, size), dense(inst.operands[0], 0), strides, shape, size);
}

bool TileExecutor::slice(const TileInst &inst) {
  TileId dst = inst.results[0];
  int64_t size = byteSize(form(dst).type);
  const bool insert = inst.op == TileOp::SliceInsert, store = inst.op == TileOp::StoreSlice;
  const auto &whole = value(store ? dst : inst.operands[0]).shape;
  const auto &part = value(store ? inst.operands[0] : insert ? inst.operands[1] : dst).shape;
  Dims wholeStrides = denseStrides(whole, size), partStrides = denseStrides(part, size);
  Dims steps = wholeStrides;
  const size_t tiles = insert ? 2 : 1;
  int64_t offset = 0;
  for (size_t d = 0; d < whole.size(); ++d) {
    const int64_t stride = inst.strides.empty() ? 1 : inst.strides[d];
    int64_t at = inst.permutation[d];
    if (inst.operands.size() > tiles) {
      const TileId id = inst.operands[tiles + d];
      const int64_t given = signedScalar(id);
      // Bounded first, so that the sum cannot overflow.
      if (given < -whole[d] || given > whole[d] || at + given < 0 ||
          at + given + (part[d] - 1) * stride >= whole[d]) {
        return fail(
            "out-of-bounds",
            fmt::format("a slice of {} elements in steps of {} from {} leaves the {} of its "
                        "tile",
                        part[d], stride, at + given, whole[d]));
      }
      at += given;
    }
    offset += at * wholeStrides[d];
    steps[d] *= stride;
  }
  if (insert) {
    std::memcpy(m_at[dst], dense(inst.operands[0], 0),
                static_cast<size_t>(form(dst).elements * size));
    copyNd(m_at[dst] + offset, steps, dense(inst.operands[1], 1), partStrides, part, size);
  } else if (store) {
    copyNd(m_at[dst] + offset, steps, dense(inst.operands[0], 0), partStrides, part, size);
  } else {
    copyNd(m_at[dst], partStrides, dense(inst.operands[0], 0) + offset, steps, part, size);
  }
  return true;
}

/// The value of an integer with one element.
int64_t TileExecutor::signedScalar(TileId id) const {
  const ElementType type = form(id).type;
  const uint64_t bits = numerics::loadElement(type, m_at[id], 0);
  const int shift = 64 - 8 * static_cast<int>(byteSize(type));
  return static_cast<int64_t>(bits << shift) >> shift;
}

void TileExecutor::dot(const TileInst &inst) {
  TileId dst = inst.results[0];
  const auto &a = value(inst.operands[0]).shape, &c = value(dst).shape;
  size_t o = a.size() - 2;
  int64_t batch = o ? a[0] : 1, m = c[o], n = c[o + 1], k = a[o + 1];
  ElementType in = form(inst.operands[0]).type, acc = form(dst).type;
  const std::byte *left = dense(inst.operands[0], 0), *right = dense(inst.operands[1], 1);
  std::memcpy(m_at[dst], dense(inst.operands[2], 2),
              static_cast<size_t>(form(dst).elements) * byteSize(acc));
  numerics::DotShape shape{m, n, k, k, 1, n, 1, n};
  for (int64_t i = 0; i < batch; ++i) {
    numerics::dot(in, acc, left + i * m * k * byteSize(in), right + i * k * n * byteSize(in),
                  m_at[dst] + i * m * n * byteSize(acc), shape);
  }
}

bool TileExecutor::gather(const TileInst &inst) {
  TileId dst = inst.results[0], src = inst.operands[0], indices = inst.operands[1];
  const auto &shape = value(dst).shape, &from = value(src).shape;
  size_t axis = static_cast<size_t>(inst.axis);
  Dims fromStrides = denseStrides(from, 1);
  ElementType indexType = form(indices).type, type = form(dst).type;
  const Dims worked = workedExtents(shape, leavesOut(dst) ? m_extents : std::span<const int64_t>());
  auto isWorked = [&](int64_t i) {
    for (size_t d = shape.size(); d-- > 0; i /= shape[d]) {
      if (i % shape[d] >= worked[d]) {
        return false;
      }
    }
    return true;
  };
  for (int64_t i = 0, n = form(dst).elements; i < n; ++i) {
    if (!isWorked(i)) {
      continue;
    }
    int64_t at = static_cast<int64_t>(
        numerics::evaluate(numerics::Fn::ExtSI, indexType, ElementType::I64, element(indices, i)));
    if (indexType == ElementType::I64) {
      at = static_cast<int64_t>(element(indices, i));
    }
    if (at < 0 || at >= from[axis]) {
      return fail("out-of-bounds",
                  fmt::format("gather index {} of an extent of {}", at, from[axis]));
    }
    int64_t rest = i, place = 0;
    for (size_t d = shape.size(); d-- > 0;) {
      int64_t index = rest % shape[d];
      rest /= shape[d];
      place += (d == axis ? at : index) * fromStrides[d];
    }
    numerics::storeElement(type, m_at[dst], i, element(src, place));
  }
  return true;
}

void TileExecutor::histogram(const TileInst &inst) {
  TileId dst = inst.results[0], src = inst.operands[0];
  ElementType type = form(dst).type;
  int64_t bins = form(dst).elements;
  std::memset(m_at[dst], 0, static_cast<size_t>(bins) * byteSize(type));
  for (int64_t i = 0, n = form(src).elements; i < n; ++i) {
    if (given(inst, 1) && (element(inst.operands[1], i) & 1) == 0) {
      continue;
    }
    uint64_t bin = element(src, i);
    if (bin < static_cast<uint64_t>(bins)) {
      uint64_t count = numerics::loadElement(type, m_at[dst], static_cast<int64_t>(bin));
      numerics::storeElement(type, m_at[dst], static_cast<int64_t>(bin), count + 1);
    }
  }
}

bool TileExecutor::accessGlobal(const TileInst &inst, const TileIo &io) {
  const bool store = inst.op == TileOp::StoreGlobal;
  const bool load = inst.op == TileOp::LoadGlobal;
  TileId addresses = inst.operands[0];
  size_t maskIndex = load ? 1 : 2;
  bool masked = inst.op != TileOp::AtomicCas && given(inst, maskIndex);
  ElementType type = store ? form(inst.operands[1]).type : form(inst.results[0]).type;
  // A result that is uniform in form is not: results of accesses have places of their own.
  for (int64_t i = 0, n = form(addresses).elements; i < n; ++i) {
    uint64_t bits = 0;
    bool ok = true;
    if (masked && (element(inst.operands[maskIndex], i) & 1) == 0) {
      bits = load && given(inst, 2) ? element(inst.operands[2], i) : 0;
    } else {
      uint64_t address = element(addresses, i);
      switch (inst.op) {
      case TileOp::LoadGlobal:
        ok = io.memory->load(address, type, bits);
        break;
      case TileOp::StoreGlobal:
        ok = io.memory->store(address, type, element(inst.operands[1], i));
        break;
      case TileOp::AtomicRmw:
        ok = io.memory->atomic(address, type, inst.atomic, element(inst.operands[1], i), bits);
        break;
      default:
        ok = io.memory->compareAndSwap(address, type, element(inst.operands[1], i),
                                       element(inst.operands[2], i), bits);
        break;
      }
    }
    if (!ok) {
      return fail("out-of-bounds", fmt::format("element {}: {}", i, io.memory->error));
    }
    if (!store) {
      numerics::storeElement(type, m_at[inst.results[0]], i, bits);
    }
  }
  return true;
}

bool TileExecutor::check(const TileInst &inst) {
  TileId src = inst.operands[0];
  for (int64_t i = 0, n = form(src).uniform ? 1 : form(src).elements; i < n; ++i) {
    if (element(src, i) == 0) {
      return fail("assert", fmt::format("{} (element {})", inst.text, i));
    }
  }
  return true;
}

void TileExecutor::print(const TileInst &inst, const TileIo &io) {
  if (!io.printed) {
    return;
  }
  constexpr int64_t kMostElements = 64; // a line stays readable
  std::string line = fmt::format("pe {}: {}", io.pe, inst.text);
  for (TileId id : inst.operands) {
    line += line.empty() || line.back() == ' ' ? "" : " ";
    int64_t n = form(id).elements;
    line += n > 1 ? "[" : "";
    for (int64_t i = 0; i < std::min(n, kMostElements); ++i) {
      uint64_t bits = element(id, i);
      ElementType type = form(id).type;
      line += i ? ", " : "";
      if (numerics::isFloat(type)) {
        line += fmt::format("{}", numerics::toDouble(type, bits));
      } else {
        unsigned shift = 64 - 8 * byteSize(type);
        line += fmt::format("{}", static_cast<int64_t>(bits << shift) >> shift);
      }
    }
    line += n > kMostElements ? ", ...]" : n > 1 ? "]" : "";
  }
  io.printed->push_back(std::move(line));
}

} // namespace charonia::sim

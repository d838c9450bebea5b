// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TilePlan.h"

#include "CopyNd.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace charonia::sim {

using program::kNone;
using program::TileId;
using program::TileInst;
using program::TileOp;
using program::TileProgram;
using program::TileValue;

namespace {

constexpr int64_t kMaxElements = int64_t{1} << 28;
constexpr size_t kPlaceAlignment = 64;

size_t alignUp(size_t bytes) {
  return (bytes + kPlaceAlignment - 1) / kPlaceAlignment * kPlaceAlignment;
}

tl::unexpected<std::string> wrong(size_t inst, const std::string &what) {
  return tl::make_unexpected(fmt::format("instruction {}: {}", inst, what));
}

bool validValue(const TileValue &value) {
  int64_t n = 1;
  for (int64_t d : value.shape) {
    if (d < 1 || d > kMaxElements || (n *= d) > kMaxElements) {
      return false;
    }
  }
  return value.shape.size() <= static_cast<size_t>(kMaxRank);
}

struct Arity {
  size_t results, operands;
};

/// Fixed operand counts; Elementwise, Reduce, Scan, Print and slices have their own rules.
Arity arity(TileOp op) {
  switch (op) {
  case TileOp::LoadCb:
  case TileOp::Splat:
  case TileOp::Constant:
  case TileOp::Iota:
    return {1, 0};
  case TileOp::StoreCb:
  case TileOp::ToScalar:
  case TileOp::Assert:
    return {0, 1};
  case TileOp::Broadcast:
  case TileOp::Reshape:
  case TileOp::Permute:
  case TileOp::SplitLeft:
  case TileOp::SplitRight:
    return {1, 1};
  case TileOp::Join:
  case TileOp::Cat:
  case TileOp::GatherIndex:
    return {1, 2};
  case TileOp::Histogram:
    return {1, 2};
  case TileOp::Dot:
  case TileOp::LoadGlobal:
  case TileOp::AtomicRmw:
  case TileOp::AtomicCas:
    return {1, 3};
  case TileOp::StoreGlobal:
    return {0, 3};
  default:
    return {0, 0};
  }
}

/// Operands that may be kNone.
bool optionalOperand(TileOp op, size_t index) {
  switch (op) {
  case TileOp::Histogram:
    return index == 1;
  case TileOp::LoadGlobal:
    return index >= 1;
  case TileOp::StoreGlobal:
  case TileOp::AtomicRmw:
    return index == 2;
  default:
    return false;
  }
}

class Checker {
public:
  Checker(const program::Program &program, const TileProgram &tile)
      : m_program(program), m_tile(tile), m_defined(tile.values.size(), false) {}

  tl::expected<void, std::string> run() {
    for (const TileValue &value : m_tile.values) {
      if (!validValue(value)) {
        return tl::make_unexpected(std::string("a tile value has an impossible shape"));
      }
    }
    for (size_t i = 0; i < m_tile.insts.size(); ++i) {
      if (auto ok = checkInst(i); !ok) {
        return ok;
      }
      for (TileId id : m_tile.insts[i].results) {
        m_defined[id] = true;
      }
    }
    return {};
  }

private:
  const TileValue &value(TileId id) const { return m_tile.values[id]; }

  tl::expected<void, std::string> checkInst(size_t i) {
    const TileInst &inst = m_tile.insts[i];
    size_t results = arity(inst.op).results, operands = arity(inst.op).operands;
    size_t given = inst.operands.size();
    if (inst.op == TileOp::Elementwise) {
      if (static_cast<unsigned>(inst.fn) >= numerics::kNumFns) {
        return wrong(i, "unknown function");
      }
      results = 1;
      operands = numerics::info(inst.fn).operands;
    } else if (inst.op == TileOp::Reduce || inst.op == TileOp::Scan) {
      results = operands = given;
      if (given == 0) {
        return wrong(i, "no operands");
      }
    } else if (inst.op == TileOp::Print) {
      operands = given;
    } else if (inst.op == TileOp::SliceExtract || inst.op == TileOp::SliceInsert ||
               inst.op == TileOp::StoreSlice) {
      const size_t tiles = inst.op == TileOp::SliceInsert ? 2 : 1;
      results = 1;
      operands = given > tiles ? tiles + inst.permutation.size() : tiles; // dynamic offsets
    }
    size_t required = operands;
    while (required > 0 && optionalOperand(inst.op, required - 1)) {
      --required;
    }
    if (inst.results.size() != results || given < required || given > operands) {
      return wrong(i, "wrong number of operands or results");
    }
    for (size_t k = 0; k < given; ++k) {
      TileId id = inst.operands[k];
      if (id == kNone && optionalOperand(inst.op, k)) {
        continue;
      }
      if (id >= m_tile.values.size() || !m_defined[id]) {
        return wrong(i, fmt::format("operand {} is not defined", k));
      }
    }
    for (TileId id : inst.results) {
      if (id >= m_tile.values.size() || m_defined[id]) {
        return wrong(i, "result is not a new value");
      }
    }
    return checkShapes(i, inst);
  }

  tl::expected<void, std::string> checkShapes(size_t i, const TileInst &inst) {
    auto operand = [&](size_t k) -> const TileValue & { return value(inst.operands[k]); };
    auto given = [&](size_t k) { return k < inst.operands.size() && inst.operands[k] != kNone; };
    const TileValue *dst = inst.results.empty() ? nullptr : &value(inst.results[0]);
    switch (inst.op) {
    case TileOp::Elementwise:
      for (size_t k = 0; k < inst.operands.size(); ++k) {
        if (operand(k).elements() != dst->elements() && operand(k).elements() != 1) {
          return wrong(i, "elementwise operands differ in shape");
        }
      }
      return {};
    case TileOp::Broadcast:
      if (operand(0).elements() == 1) {
        return {};
      }
      if (operand(0).shape.size() != dst->shape.size()) {
        return wrong(i, "broadcast between ranks");
      }
      for (size_t d = 0; d < dst->shape.size(); ++d) {
        if (operand(0).shape[d] != dst->shape[d] && operand(0).shape[d] != 1) {
          return wrong(i, "broadcast of an extent other than 1");
        }
      }
      return {};
    case TileOp::Reshape:
      return operand(0).elements() == dst->elements()
                 ? tl::expected<void, std::string>{}
                 : wrong(i, "reshape changes the number of elements");
    case TileOp::Permute: {
      size_t rank = dst->shape.size();
      std::vector<bool> seen(rank, false);
      if (operand(0).shape.size() != rank || inst.permutation.size() != rank) {
        return wrong(i, "permutation of another rank");
      }
      for (size_t d = 0; d < rank; ++d) {
        int64_t p = inst.permutation[d];
        if (p < 0 || p >= static_cast<int64_t>(rank) || seen[p] ||
            operand(0).shape[p] != dst->shape[d]) {
          return wrong(i, "not a permutation of the operand's dimensions");
        }
        seen[p] = true;
      }
      return {};
    }
    case TileOp::Join:
      return operand(0).elements() == operand(1).elements() &&
                     dst->elements() == 2 * operand(0).elements()
                 ? tl::expected<void, std::string>{}
                 : wrong(i, "join of different shapes");
    case TileOp::SplitLeft:
    case TileOp::SplitRight:
      return operand(0).elements() == 2 * dst->elements() ? tl::expected<void, std::string>{}
                                                          : wrong(i, "split of another shape");
    case TileOp::Cat:
      return operand(0).elements() + operand(1).elements() == dst->elements()
                 ? tl::expected<void, std::string>{}
                 : wrong(i, "concatenation of other extents");
    case TileOp::Reduce:
    case TileOp::Scan:
      return checkReduce(i, inst);
    case TileOp::Dot:
      return checkDot(i, inst);
    case TileOp::GatherIndex: {
      const TileValue &src = operand(0);
      size_t rank = src.shape.size();
      bool fits = inst.axis >= 0 && static_cast<size_t>(inst.axis) < rank &&
                  dst->shape == operand(1).shape && dst->shape.size() == rank;
      for (size_t d = 0; fits && d < rank; ++d) {
        fits = d == static_cast<size_t>(inst.axis) || dst->shape[d] <= src.shape[d];
      }
      return fits ? tl::expected<void, std::string>{} : wrong(i, "gather of other shapes");
    }
    case TileOp::Histogram:
      return !given(1) || operand(1).elements() == operand(0).elements()
                 ? tl::expected<void, std::string>{}
                 : wrong(i, "the mask has another shape");
    case TileOp::LoadGlobal:
    case TileOp::AtomicRmw:
    case TileOp::AtomicCas:
    case TileOp::StoreGlobal: {
      int64_t n = operand(0).elements();
      bool fits = !dst || dst->elements() == n;
      for (size_t k = 1; k < 3; ++k) {
        fits = fits && (!given(k) || operand(k).elements() == n);
      }
      return fits ? tl::expected<void, std::string>{}
                  : wrong(i, "memory access with operands of other shapes");
    }
    case TileOp::ToScalar:
      return operand(0).elements() == 1 ? tl::expected<void, std::string>{}
                                        : wrong(i, "a tile is no scalar");
    case TileOp::SliceExtract:
      return checkSlice(i, inst, operand(0), *dst);
    case TileOp::SliceInsert:
      if (operand(0).shape != dst->shape) {
        return wrong(i, "slice of other shapes");
      }
      return checkSlice(i, inst, operand(0), operand(1));
    case TileOp::StoreSlice:
      return checkSlice(i, inst, *dst, operand(0));
    case TileOp::Iota:
      return dst->shape.empty() ||
                     (inst.axis >= 0 && static_cast<size_t>(inst.axis) < dst->shape.size())
                 ? tl::expected<void, std::string>{}
                 : wrong(i, "axis out of range");
    default:
      return {};
    }
  }

  tl::expected<void, std::string> checkSlice(size_t i, const TileInst &inst, const TileValue &whole,
                                             const TileValue &part) {
    const size_t rank = whole.shape.size();
    bool fits = rank == part.shape.size() && inst.permutation.size() == rank &&
                (inst.strides.empty() || inst.strides.size() == rank);
    for (size_t d = 0; fits && d < rank; ++d) {
      const int64_t stride = inst.strides.empty() ? 1 : inst.strides[d];
      fits = stride >= 1 && stride <= whole.shape[d] && inst.permutation[d] >= 0 &&
             inst.permutation[d] < whole.shape[d] &&
             part.shape[d] <= (whole.shape[d] - 1 - inst.permutation[d]) / stride + 1;
    }
    for (size_t k = inst.op == TileOp::SliceInsert ? 2 : 1; fits && k < inst.operands.size(); ++k) {
      const TileValue &offset = value(inst.operands[k]);
      fits = offset.elements() == 1 && !numerics::isFloat(offset.type);
    }
    return fits ? tl::expected<void, std::string>{} : wrong(i, "slice outside the tile");
  }

  tl::expected<void, std::string> checkReduce(size_t i, const TileInst &inst) {
    const TileValue &first = value(inst.operands[0]);
    if (inst.axis < 0 || static_cast<size_t>(inst.axis) >= first.shape.size()) {
      return wrong(i, "axis out of range");
    }
    int64_t outputs = first.elements();
    if (inst.op == TileOp::Reduce) {
      outputs /= first.shape[inst.axis];
    }
    for (size_t k = 0; k < inst.operands.size(); ++k) {
      if (value(inst.operands[k]).shape != first.shape ||
          value(inst.results[k]).elements() != outputs) {
        return wrong(i, "reduction of other shapes");
      }
    }
    auto body = planBody(m_program, inst.body);
    if (!body) {
      return wrong(i, body.error());
    }
    const TileProgram &code = *body->program;
    if (code.inputs.size() != 2 * inst.operands.size() ||
        code.outputs.size() != inst.operands.size()) {
      return wrong(i, "the combining body has another number of values");
    }
    for (size_t k = 0; k < inst.operands.size(); ++k) {
      auto type = value(inst.operands[k]).type;
      if (code.values[code.inputs[k]].type != type ||
          code.values[code.inputs[k + inst.operands.size()]].type != type ||
          code.values[code.outputs[k]].type != type || value(inst.results[k]).type != type) {
        return wrong(i, "the combining body has other types");
      }
    }
    return {};
  }

  tl::expected<void, std::string> checkDot(size_t i, const TileInst &inst) {
    const TileValue &a = value(inst.operands[0]), &b = value(inst.operands[1]),
                    &c = value(inst.operands[2]), &d = value(inst.results[0]);
    size_t rank = a.shape.size();
    if (rank < 2 || rank > 3 || b.shape.size() != rank || c.shape.size() != rank ||
        c.shape != d.shape || c.type != d.type || a.type != b.type) {
      return wrong(i, "dot of other shapes or types");
    }
    size_t o = rank - 2;
    bool fits = a.shape[o + 1] == b.shape[o] && a.shape[o] == c.shape[o] &&
                b.shape[o + 1] == c.shape[o + 1] &&
                (o == 0 || (a.shape[0] == b.shape[0] && a.shape[0] == c.shape[0]));
    return fits ? tl::expected<void, std::string>{} : wrong(i, "dot of other shapes");
  }

  const program::Program &m_program;
  const TileProgram &m_tile;
  std::vector<bool> m_defined;
};

/// Which values hold one element for all, and which share another's place.
void findForms(TilePlan &plan) {
  for (const TileInst &inst : plan.program->insts) {
    if (inst.results.empty()) {
      continue;
    }
    TilePlan::Value &dst = plan.values[inst.results[0]];
    auto uniform = [&](size_t k) {
      const TilePlan::Value &v = plan.values[inst.operands[k]];
      return v.uniform || v.elements == 1;
    };
    switch (inst.op) {
    case TileOp::Splat:
    case TileOp::Constant:
      dst.uniform = true;
      break;
    case TileOp::Broadcast:
      if (uniform(0)) {
        dst.uniform = true;
        dst.root = plan.values[inst.operands[0]].root;
      }
      break;
    case TileOp::Reshape:
      dst.uniform = plan.values[inst.operands[0]].uniform;
      dst.root = plan.values[inst.operands[0]].root;
      break;
    case TileOp::Elementwise: {
      bool all = true;
      for (size_t k = 0; k < inst.operands.size(); ++k) {
        all = all && uniform(k);
      }
      dst.uniform = all && dst.elements > 1;
      break;
    }
    default:
      break;
    }
  }
}

/// Gives places by a first-fit over exact sizes: a place is free after the last use of its root.
void placeValues(TilePlan &plan) {
  const auto &insts = plan.program->insts;
  std::vector<size_t> lastUse(plan.values.size(), 0);
  for (size_t i = 0; i < insts.size(); ++i) {
    for (TileId id : insts[i].operands) {
      if (id != kNone) {
        lastUse[plan.values[id].root] = i;
      }
    }
    for (TileId id : insts[i].results) {
      lastUse[plan.values[id].root] = std::max(lastUse[plan.values[id].root], i);
    }
  }
  std::vector<std::vector<TileId>> dying(insts.size());
  for (const TileInst &inst : insts) {
    for (TileId id : inst.results) {
      if (plan.values[id].root == id) {
        dying[lastUse[id]].push_back(id);
      }
    }
  }
  std::multimap<size_t, size_t> free; // bytes -> offset
  auto sizeOf = [&](const TilePlan::Value &v) {
    return alignUp(static_cast<size_t>(v.uniform ? 1 : v.elements) * numerics::byteSize(v.type));
  };
  for (size_t i = 0; i < insts.size(); ++i) {
    for (TileId id : insts[i].results) {
      TilePlan::Value &v = plan.values[id];
      if (v.root != id) {
        continue;
      }
      size_t bytes = sizeOf(v);
      if (auto found = free.find(bytes); found != free.end()) {
        v.offset = found->second;
        free.erase(found);
      } else {
        v.offset = plan.arenaBytes;
        plan.arenaBytes += bytes;
      }
    }
    for (TileId id : dying[i]) {
      free.emplace(sizeOf(plan.values[id]), plan.values[id].offset);
    }
  }
}

} // namespace

tl::expected<TilePlan, std::string> planTile(const program::Program &program, uint32_t index) {
  if (index >= program.tilePrograms.size()) {
    return tl::make_unexpected(fmt::format("tile program {} does not exist", index));
  }
  const TileProgram &tile = program.tilePrograms[index];
  if (auto ok = Checker(program, tile).run(); !ok) {
    return tl::make_unexpected(fmt::format("tile program {}, {}", index, ok.error()));
  }
  TilePlan plan;
  plan.program = &tile;
  plan.values.resize(tile.values.size());
  for (TileId id = 0; id < tile.values.size(); ++id) {
    plan.values[id].type = tile.values[id].type;
    plan.values[id].elements = tile.values[id].elements();
    plan.values[id].root = id;
    plan.denseElements = std::max(plan.denseElements, plan.values[id].elements);
  }
  for (const TileInst &inst : tile.insts) {
    plan.touchesGlobal |= inst.op == TileOp::LoadGlobal || inst.op == TileOp::StoreGlobal ||
                          inst.op == TileOp::AtomicRmw || inst.op == TileOp::AtomicCas;
  }
  findForms(plan);
  placeValues(plan);
  return plan;
}

tl::expected<BodyPlan, std::string> planBody(const program::Program &program, uint32_t index) {
  if (index >= program.tilePrograms.size()) {
    return tl::make_unexpected(std::string("the combining body does not exist"));
  }
  const TileProgram &code = program.tilePrograms[index];
  BodyPlan plan;
  plan.program = &code;
  std::vector<bool> defined(code.values.size(), false);
  for (const TileValue &value : code.values) {
    if (value.elements() != 1) {
      return tl::make_unexpected(std::string("a combining body works on scalars"));
    }
    plan.bytes.push_back(static_cast<uint8_t>(numerics::byteSize(value.type)));
  }
  for (TileId id : code.inputs) {
    if (id >= code.values.size() || defined[id]) {
      return tl::make_unexpected(std::string("a combining body has wrong inputs"));
    }
    defined[id] = true;
  }
  for (const TileInst &inst : code.insts) {
    bool elementwise = inst.op == TileOp::Elementwise;
    if (!elementwise && inst.op != TileOp::Constant) {
      return tl::make_unexpected(std::string("a combining body may hold elementwise code only"));
    }
    if (elementwise && (static_cast<unsigned>(inst.fn) >= numerics::kNumFns ||
                        inst.operands.size() != numerics::info(inst.fn).operands)) {
      return tl::make_unexpected(std::string("a combining body has a wrong instruction"));
    }
    for (TileId id : inst.operands) {
      if (id >= code.values.size() || !defined[id]) {
        return tl::make_unexpected(std::string("a combining body uses an undefined value"));
      }
    }
    if (inst.results.size() != 1 || inst.results[0] >= code.values.size() ||
        defined[inst.results[0]]) {
      return tl::make_unexpected(std::string("a combining body has a wrong result"));
    }
    defined[inst.results[0]] = true;
  }
  for (TileId id : code.outputs) {
    if (id >= code.values.size() || !defined[id]) {
      return tl::make_unexpected(std::string("a combining body has wrong outputs"));
    }
  }
  return plan;
}

tl::expected<void, std::string> checkUse(TilePlan &plan, const program::Program &program,
                                         const program::Command &command) {
  auto fits = [&](uint32_t cb, TileId id) {
    return program.cbs[cb].slotBytes >=
           plan.values[id].elements *
               static_cast<int64_t>(numerics::byteSize(plan.values[id].type));
  };
  std::vector<uint32_t> loaded;
  for (size_t i = 0; i < plan.program->insts.size(); ++i) {
    const TileInst &inst = plan.program->insts[i];
    switch (inst.op) {
    case TileOp::LoadCb:
      if (inst.index >= command.reads.size() ||
          !fits(command.reads[inst.index].cb, inst.results[0])) {
        return wrong(i, "loads a tile that its command does not read");
      }
      loaded.push_back(command.reads[inst.index].cb);
      break;
    case TileOp::StoreCb:
    case TileOp::StoreSlice:
      if (inst.index >= command.writes.size() ||
          !fits(command.writes[inst.index].cb,
                inst.op == TileOp::StoreSlice ? inst.results[0] : inst.operands[0])) {
        return wrong(i, "stores a tile that its command does not write");
      }
      break;
    case TileOp::Splat:
      if (inst.index >= command.scalarInputs.size()) {
        return wrong(i, "uses a scalar that its command does not give");
      }
      break;
    case TileOp::ToScalar:
      if (inst.index >= command.scalarOutputs.size()) {
        return wrong(i, "gives a scalar that its command does not take");
      }
      break;
    default:
      break;
    }
  }
  for (const program::CbWrite &write : command.writes) {
    plan.copiesLoads |= std::find(loaded.begin(), loaded.end(), write.cb) != loaded.end();
  }
  return {};
}

} // namespace charonia::sim

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "VectorPasses.h"

#include <algorithm>
#include <string_view>

namespace charonia::program {

double instructionsOf(const arch::VectorCore &vector, Fn fn) {
  const std::string_view costClass = numerics::info(fn).costClass;
  const auto found = vector.instructions.find(std::string(costClass));
  const double cost = found == vector.instructions.end() ? 1.0 : found->second;
  const bool divides = costClass == "div" || costClass == "fdiv" || costClass == "sqrt";
  return divides ? std::max(cost, static_cast<double>(vector.divPerRegister)) : cost;
}

int laneBytes(ElementType type) {
  const int bytes = static_cast<int>(numerics::byteSize(type));
  const bool widened = type == ElementType::BF16 || (numerics::isFloat(type) && bytes == 1);
  return widened ? 4 : bytes;
}

static double product(const Domain &domain) {
  double n = 1;
  for (int64_t extent : domain) {
    n *= static_cast<double>(extent);
  }
  return n;
}

const TileInst *mainInst(const TileProgram &tile, const VectorValues &values,
                         const VectorPass &pass) {
  const TileInst *main = nullptr;
  double most = 0;
  for (uint32_t i : pass.insts) {
    const double elements = product(values.domainOf(tile.insts[i]));
    if (elements > most) {
      most = elements;
      main = &tile.insts[i];
    }
  }
  return main;
}

void choosePassForm(const TileProgram &tile, const VectorValues &values, VectorPass &pass) {
  const TileInst *main = mainInst(tile, values, pass);
  const Domain domain = main ? values.domainOf(*main) : Domain();
  pass.byRow = pass.byStrip = false;
  if (domain.size() < 2) {
    return;
  }
  bool columns = false, alongRows = false;
  for (uint32_t i : pass.insts) {
    const TileInst &inst = tile.insts[i];
    if (values.domainOf(inst) != domain) {
      continue;
    }
    if (inst.op == TileOp::Reduce || inst.op == TileOp::Scan) {
      const bool inner = values.isInnermost(inst);
      pass.byRow = true;
      alongRows |= inner;
      columns |= !inner;
    }
    for (size_t k = 0; k < inst.operands.size(); ++k) {
      if (inst.operands[k] == kNone || needsMemory(inst, k)) {
        continue;
      }
      const OperandClass operand = values.classOf(inst, inst.operands[k]);
      pass.byRow |= operand == OperandClass::Row || operand == OperandClass::Column;
      columns |= operand == OperandClass::Column;
    }
  }
  pass.byRow |= pass.together;
  pass.byStrip = columns && !alongRows && !pass.together;
}

std::vector<OperandClass> rolesIn(const TileProgram &tile, const VectorValues &values,
                                  const VectorPass &pass) {
  std::vector<OperandClass> roles(tile.values.size(), OperandClass::Uniform);
  const TileInst *main = mainInst(tile, values, pass);
  const Domain domain = main ? values.domainOf(*main) : Domain();
  for (size_t n = pass.insts.size(); n-- > 0;) {
    const TileInst &inst = tile.insts[pass.insts[n]];
    const bool whole = values.domainOf(inst) == domain;
    if (!whole && (inst.results.empty() || roles[inst.results[0]] != OperandClass::Column)) {
      continue; // prepares a scalar of a row
    }
    for (size_t k = 0; k < inst.operands.size(); ++k) {
      if (inst.operands[k] == kNone || needsMemory(inst, k)) {
        continue;
      }
      const OperandClass operand = values.classOf(inst, inst.operands[k]);
      OperandClass &role = roles[values.root(inst.operands[k])];
      if (operand == OperandClass::Vector) {
        role = whole ? OperandClass::Vector : std::max(role, OperandClass::Column);
      } else if (operand == OperandClass::Column) {
        role = std::max(role, OperandClass::Column);
      }
    }
    if (whole && inst.op != TileOp::Reduce && inst.op != TileOp::Histogram &&
        inst.op != TileOp::StoreSlice) {
      for (TileId id : inst.results) {
        roles[id] = OperandClass::Vector;
      }
    }
  }
  return roles;
}

int32_t countLive(const TileProgram &tile, const VectorValues &values, const VectorPass &pass) {
  const std::vector<OperandClass> roles = rolesIn(tile, values, pass);
  const size_t steps = pass.insts.size();
  struct Life {
    size_t first = kNoInst, last = 0;
    bool made = false; ///< by an instruction of the pass
  };
  std::vector<Life> lives(tile.values.size());
  int32_t always = 0;
  for (size_t at = 0; at < steps; ++at) {
    const TileInst &inst = tile.insts[pass.insts[at]];
    auto touch = [&](TileId id, bool made) {
      Life &life = lives[id];
      if (life.first == kNoInst) {
        life.first = at;
        life.made = made;
      }
      life.last = at;
    };
    for (size_t k = 0; k < inst.operands.size(); ++k) {
      if (inst.operands[k] != kNone && !needsMemory(inst, k)) {
        touch(values.root(inst.operands[k]), false);
      }
    }
    const bool sums = inst.op == TileOp::Reduce;
    const bool stores = inst.op == TileOp::StoreSlice;
    always += sums ? static_cast<int32_t>(inst.results.size()) : 0;
    for (TileId id : inst.results) {
      if (!sums && !stores) {
        touch(id, true);
      }
    }
  }
  std::vector<int32_t> before(steps + 1, 0), after(steps + 1, 0); // as differences
  for (TileId id = 0; id < lives.size(); ++id) {
    const Life &life = lives[id];
    const bool kept = std::find(pass.kept.begin(), pass.kept.end(), id) != pass.kept.end();
    if (life.first == kNoInst || roles[id] < OperandClass::Column || kept) {
      continue;
    }
    if (roles[id] == OperandClass::Column && pass.byStrip) {
      ++always;
      continue;
    }
    // Loaded right before its first use; made: not yet there before, but there after, even unused.
    ++before[life.first + (life.made ? 1 : 0)];
    --before[life.last + 1];
    ++after[life.first];
    --after[std::max(life.last, life.first + (life.made ? 1 : 0))];
  }
  int32_t most = 0, now = 0, then = 0;
  for (size_t at = 0; at < steps; ++at) {
    now += before[at];
    then += after[at];
    most = std::max({most, now, then});
  }
  return most + always;
}

int32_t chooseLmul(const arch::VectorCore &vector, int32_t live, int64_t kept) {
  int32_t lmul = vector.maxLmul;
  while (lmul > 1 && live * lmul + kept > vectorBound(vector)) {
    lmul /= 2;
  }
  return lmul;
}

} // namespace charonia::program

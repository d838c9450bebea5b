// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that stay in registers from pass to pass: the passes over a domain take turns row by row.
#include "VectorPasses.h"

#include <algorithm>
#include <map>

namespace charonia::program {
namespace {

/// The variant of a plan in which the passes over one domain go together, row by row.
class RowPlan {
public:
  RowPlan(const arch::DeviceModel &device, const TileProgram &tile, const VectorValues &values,
          std::vector<VectorPass> passes, const Domain &domain)
      : m_device(device), m_tile(tile), m_values(values), m_passes(std::move(passes)),
        m_domain(domain) {}

  /// False if it is impossible or no value can be kept.
  bool make() {
    for (size_t p = 0; p < m_passes.size(); ++p) {
      const TileInst *main = mainInst(m_tile, m_values, m_passes[p]);
      if (main && m_values.domainOf(*main) == m_domain) {
        m_chain.push_back(p);
      }
    }
    if (m_chain.size() < 2 || !isRowByRow()) {
      return false;
    }
    for (size_t p : m_chain) {
      m_passes[p].together = true;
      choosePassForm(m_tile, m_values, m_passes[p]);
    }
    bool any = false;
    for (TileId id : crossing()) {
      any |= keep(id);
    }
    dropSpills();
    return any;
  }

  std::vector<VectorPass> take() { return std::move(m_passes); }

private:
  /// True if nothing between the passes needs more than the row at hand.
  bool isRowByRow() const {
    const size_t n = m_tile.insts.size();
    std::vector<bool> inChain(n, false), after(n, false), before(n, false);
    for (size_t p : m_chain) {
      for (uint32_t i : m_passes[p].insts) {
        inChain[i] = m_values.domainOf(m_tile.insts[i]) == m_domain;
      }
    }
    auto each = [&](size_t i, auto visit) {
      for (TileId id : m_tile.insts[i].operands) {
        const size_t from = id == kNone ? kNoInst : m_values.definition(m_values.root(id));
        if (from != kNoInst) {
          visit(from);
        }
      }
    };
    for (size_t i = 0; i < n; ++i) {
      each(i, [&](size_t from) { after[i] = after[i] || after[from] || inChain[from]; });
    }
    for (size_t i = n; i-- > 0;) {
      each(i, [&](size_t from) { before[from] = before[from] || before[i] || inChain[i]; });
    }
    for (size_t i = 0; i < n; ++i) {
      const TileInst &inst = m_tile.insts[i];
      if (inChain[i]) {
        const bool sums = inst.op == TileOp::Reduce || inst.op == TileOp::Scan;
        if (inst.op == TileOp::Histogram || (sums && !m_values.isInnermost(inst))) {
          return false;
        }
        continue;
      }
      const bool scalar = m_values.domainOf(inst).empty() && m_domain.size() == 1;
      if (after[i] && before[i] && !scalar && !isFree(m_values, inst)) {
        return false;
      }
    }
    return true;
  }

  /// Vectors that a pass of the chain loads although an earlier one had them: spilled ones first.
  std::vector<TileId> crossing() const {
    std::vector<TileId> made, loaded;
    std::vector<bool> had(m_tile.values.size(), false);
    for (size_t p : m_chain) {
      for (TileId id : m_passes[p].loads) {
        auto &list = m_values.isLoad(id) ? loaded : made;
        if (had[id] && std::find(list.begin(), list.end(), id) == list.end()) {
          list.push_back(id);
        }
        had[id] = true;
      }
      for (uint32_t i : m_passes[p].insts) {
        for (TileId id : m_tile.insts[i].results) {
          had[id] = true;
        }
      }
    }
    made.insert(made.end(), loaded.begin(), loaded.end());
    return made;
  }

  int64_t registersOf(TileId id) const {
    const int64_t bits = m_domain.back() * laneBytes(m_tile.values[id].type) * 8;
    return (bits + m_device.vector.vlenBits - 1) / m_device.vector.vlenBits;
  }

  /// Keeps `id` from its first pass to its last use, if there are registers.
  bool keep(TileId id) {
    std::vector<size_t> uses;
    size_t first = kNoInst;
    for (size_t p : m_chain) {
      const VectorPass &pass = m_passes[p];
      const bool loads = std::find(pass.loads.begin(), pass.loads.end(), id) != pass.loads.end();
      const bool makes = std::any_of(pass.insts.begin(), pass.insts.end(), [&](uint32_t i) {
        const auto &results = m_tile.insts[i].results;
        return std::find(results.begin(), results.end(), id) != results.end();
      });
      if (first == kNoInst && (loads || makes)) {
        first = p;
      } else if (loads) {
        uses.push_back(p);
      }
    }
    std::map<size_t, VectorPass> changed;
    for (size_t p : m_chain) {
      if (p < first || p > uses.back()) {
        continue;
      }
      VectorPass pass = m_passes[p];
      if (p != first) {
        pass.kept.push_back(id);
        std::erase(pass.loads, id);
      }
      const int64_t kept = m_held[p] + registersOf(id);
      pass.live = countLive(m_tile, m_values, pass);
      pass.lmul = chooseLmul(m_device.vector, pass.live, kept);
      if (pass.live * pass.lmul + kept > vectorBound(m_device.vector)) {
        return false;
      }
      changed[p] = std::move(pass);
    }
    for (auto &[p, pass] : changed) {
      m_passes[p] = std::move(pass);
      m_held[p] += registersOf(id);
    }
    return true;
  }

  /// What nobody loads any more is not stored.
  void dropSpills() {
    for (VectorPass &pass : m_passes) {
      std::erase_if(pass.spills, [&](TileId id) { return !isTakenFromMemory(id); });
    }
  }

  bool isTakenFromMemory(TileId id) const {
    for (const VectorPass &pass : m_passes) {
      if (std::find(pass.loads.begin(), pass.loads.end(), id) != pass.loads.end()) {
        return true;
      }
      for (uint32_t i : pass.insts) {
        const TileInst &inst = m_tile.insts[i];
        for (size_t k = 0; k < inst.operands.size(); ++k) {
          if (inst.operands[k] != kNone && m_values.root(inst.operands[k]) == id &&
              (needsMemory(inst, k) ||
               (m_values.classOf(inst, inst.operands[k]) != OperandClass::Vector &&
                !(pass.together && isOfRow(id))))) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /// A sum of the row at hand is a scalar that never leaves the registers.
  bool isOfRow(TileId id) const {
    const TileInst &inst = m_tile.insts[m_values.definition(id)];
    return inst.op == TileOp::Reduce && m_values.domainOf(inst) == m_domain;
  }

  const arch::DeviceModel &m_device;
  const TileProgram &m_tile;
  const VectorValues &m_values;
  std::vector<VectorPass> m_passes;
  Domain m_domain;
  std::vector<size_t> m_chain;
  std::map<size_t, int64_t> m_held; ///< by pass: registers of kept values
};

} // namespace

void keepRows(const arch::DeviceModel &device, std::span<const TileProgram> programs,
              const TileProgram &tile, const VectorValues &values, VectorPlan &plan) {
  std::vector<Domain> domains;
  for (const VectorPass &pass : plan.passes) {
    const TileInst *main = mainInst(tile, values, pass);
    Domain domain = main ? values.domainOf(*main) : Domain();
    if (!domain.empty() && std::find(domains.begin(), domains.end(), domain) == domains.end()) {
      domains.push_back(std::move(domain));
    }
  }
  for (const Domain &domain : domains) {
    RowPlan rows(device, tile, values, plan.passes, domain);
    if (!rows.make()) {
      continue;
    }
    std::vector<VectorPass> passes = rows.take();
    if (vectorCycles(device, programs, tile, passes) <=
        vectorCycles(device, programs, tile, plan.passes)) {
      plan.passes = std::move(passes);
    }
  }
}

} // namespace charonia::program

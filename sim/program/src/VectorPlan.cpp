// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes of a group. An instruction runs in the pass of its level and its domain; levels grow where
// something must be finished first: a reduction, or values of another domain.
#include "charonia/program/VectorPlan.h"

#include "VectorPasses.h"
#include "VectorValues.h"

#include <algorithm>
#include <limits>
#include <map>

namespace charonia::program {

int32_t vectorBound(const arch::VectorCore &vector) { return std::max(1, vector.registers - 2); }

namespace {

bool isReduction(const TileInst &inst) {
  return inst.op == TileOp::Reduce || inst.op == TileOp::Histogram;
}

bool storesTo(const TileInst &inst, uint32_t write) {
  return (inst.op == TileOp::StoreCb || inst.op == TileOp::StoreSlice) && inst.index == write;
}

/// Gives every instruction the level at which it runs. Levels of row work are even; sums over rows
/// of a domain that also has sums along rows take the odd ones: the order of the loops differs.
class Leveller {
public:
  Leveller(const TileProgram &tile, const VectorValues &values, std::span<const SharedSlot> shared)
      : m_tile(tile), m_values(values), m_shared(shared), m_level(tile.insts.size(), 0),
        m_users(tile.values.size()) {}

  std::vector<int> run() {
    findConflicts();
    for (size_t i = 0; i < m_tile.insts.size(); ++i) {
      m_level[i] = earliest(i);
    }
    for (size_t i = m_tile.insts.size(); i-- > 0;) {
      sink(i);
    }
    for (const SharedSlot &slot : m_shared) {
      delayStores(slot);
    }
    return std::move(m_level);
  }

private:
  static int next(int level) { return (level / 2 + 1) * 2; }

  void findConflicts() {
    std::map<Domain, int> kinds; // bit 0: along rows, bit 1: others
    auto each = [&](auto visit) {
      for (size_t i = 0; i < m_tile.insts.size(); ++i) {
        if (m_tile.insts[i].op == TileOp::Reduce || m_tile.insts[i].op == TileOp::Scan) {
          visit(i, m_values.domainOf(m_tile.insts[i]), m_values.isInnermost(m_tile.insts[i]));
        }
      }
    };
    m_odd.assign(m_tile.insts.size(), false);
    each([&](size_t, const Domain &domain, bool inner) { kinds[domain] |= inner ? 1 : 2; });
    each([&](size_t i, const Domain &domain, bool inner) {
      m_odd[i] = !inner && kinds[domain] == 3;
    });
  }

  /// True if the user takes the value strip by strip while it is made.
  bool streams(size_t from, size_t to, size_t k) const {
    const TileInst &user = m_tile.insts[to];
    return !isReduction(m_tile.insts[from]) && !needsMemory(user, k) &&
           m_values.classOf(user, user.operands[k]) == OperandClass::Vector &&
           m_values.domainOf(m_tile.insts[from]) == m_values.domainOf(user);
  }

  int earliest(size_t i) {
    const TileInst &inst = m_tile.insts[i];
    if (isFree(m_values, inst)) {
      return 0;
    }
    int level = 0;
    for (size_t k = 0; k < inst.operands.size(); ++k) {
      if (inst.operands[k] == kNone) {
        continue;
      }
      const TileId root = m_values.root(inst.operands[k]);
      const size_t from = m_values.definition(root);
      if (from == kNoInst || m_values.isGenerated(root) || isFree(m_values, m_tile.insts[from])) {
        continue;
      }
      m_users[root].push_back({i, k});
      const bool scalar =
          m_values.domainOf(m_tile.insts[from]).empty() && !isReduction(m_tile.insts[from]);
      level = std::max(level, scalar || streams(from, i, k) ? m_level[from] : next(m_level[from]));
    }
    if (touchesMemory(inst)) { // in program order
      level = m_lastAccess = std::max(level, m_lastAccess);
    }
    return m_odd[i] ? level | 1 : level;
  }

  /// Work that only later passes need is done there.
  void sink(size_t i) {
    const TileInst &inst = m_tile.insts[i];
    if (inst.results.size() != 1 || isReduction(inst) || inst.op == TileOp::Scan ||
        touchesMemory(inst) || m_users[inst.results[0]].empty()) {
      return;
    }
    int latest = std::numeric_limits<int>::max();
    for (auto [user, k] : m_users[inst.results[0]]) {
      latest = std::min(latest, streams(i, user, k) ? m_level[user] : (m_level[user] - 1) / 2 * 2);
    }
    m_level[i] = std::max(m_level[i], latest);
  }

  void delayStores(const SharedSlot &slot) {
    int last = 0;
    for (size_t i = 0; i < m_tile.insts.size(); ++i) {
      for (TileId id : m_tile.insts[i].operands) {
        const size_t from = id == kNone ? kNoInst : m_values.definition(m_values.root(id));
        if (from != kNoInst && m_tile.insts[from].op == TileOp::LoadCb &&
            m_tile.insts[from].index == slot.read) {
          last = std::max(last, m_level[i]);
        }
      }
    }
    for (size_t i = 0; i < m_tile.insts.size(); ++i) {
      if (storesTo(m_tile.insts[i], slot.write)) {
        m_level[i] = std::max(m_level[i], last);
      }
    }
  }

  const TileProgram &m_tile;
  const VectorValues &m_values;
  std::span<const SharedSlot> m_shared;
  std::vector<int> m_level;
  std::vector<bool> m_odd;
  std::vector<std::vector<std::pair<size_t, size_t>>> m_users; ///< by root: instruction, operand
  int m_lastAccess = 0;
};

/// Fills the passes: which instructions are repeated, what is loaded again and what is spilled.
class Planner {
public:
  Planner(const arch::DeviceModel &device, const TileProgram &tile,
          std::span<const SharedSlot> shared)
      : m_device(device), m_tile(tile), m_shared(shared), m_values(tile),
        m_passOf(tile.insts.size(), kNoInst), m_storedIn(tile.values.size(), kNoInst) {}

  VectorPlan run() {
    formPasses();
    for (size_t p = 0; p < m_plan.passes.size(); ++p) {
      fill(p);
    }
    for (VectorPass &pass : m_plan.passes) {
      sortUnique(pass.insts);
      sortUnique(pass.loads);
      sortUnique(pass.spills);
      choosePassForm(m_tile, m_values, pass);
      pass.live = countLive(m_tile, m_values, pass);
      pass.lmul = chooseLmul(m_device.vector, pass.live, 0);
    }
    return std::move(m_plan);
  }

  const VectorValues &values() const { return m_values; }

private:
  template <typename T>
  static void sortUnique(std::vector<T> &list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  void formPasses() {
    m_level = Leveller(m_tile, m_values, m_shared).run();
    std::map<std::pair<int, Domain>, std::vector<uint32_t>> passes;
    for (size_t i = 0; i < m_tile.insts.size(); ++i) {
      const TileInst &inst = m_tile.insts[i];
      Domain domain = m_values.domainOf(inst);
      const bool generated = !inst.results.empty() && m_values.isGenerated(inst.results[0]);
      if (!domain.empty() && !generated && !isFree(m_values, inst)) {
        passes[{m_level[i], std::move(domain)}].push_back(static_cast<uint32_t>(i));
      }
    }
    std::vector<std::pair<int, std::vector<uint32_t>>> order;
    for (auto &[key, insts] : passes) {
      order.push_back({key.first, std::move(insts)});
    }
    std::sort(order.begin(), order.end(), [](const auto &a, const auto &b) {
      return std::pair(a.first, a.second[0]) < std::pair(b.first, b.second[0]);
    });
    for (auto &[level, insts] : order) {
      for (uint32_t i : insts) {
        m_passOf[i] = m_plan.passes.size();
      }
      m_plan.passes.emplace_back().insts = std::move(insts);
      m_plan.waitsFor.push_back(kNone);
      m_passLevel.push_back(level);
    }
    for (size_t i = 0; i < m_tile.insts.size(); ++i) {
      const TileInst &inst = m_tile.insts[i];
      if (inst.op == TileOp::StoreCb && m_passOf[i] != kNoInst) {
        const TileId root = m_values.root(inst.operands[0]);
        if (m_values.domain(root) == m_values.domainOf(inst)) {
          m_storedIn[root] = std::min(m_storedIn[root], m_passOf[i]);
        }
      }
    }
  }

  void fill(size_t p) {
    m_inside.assign(m_tile.insts.size(), false);
    for (uint32_t i : m_plan.passes[p].insts) {
      m_inside[i] = true;
    }
    // Grows while instructions are found that are repeated in it.
    for (size_t at = 0; at < m_plan.passes[p].insts.size(); ++at) {
      require(p, m_plan.passes[p].insts[at]);
    }
  }

  /// What instruction `i` needs in pass `p`.
  void require(size_t p, size_t i) {
    const TileInst &inst = m_tile.insts[i];
    for (size_t k = 0; k < inst.operands.size(); ++k) {
      if (inst.operands[k] == kNone) {
        continue;
      }
      const TileId root = m_values.root(inst.operands[k]);
      const OperandClass operandClass = m_values.classOf(inst, inst.operands[k]);
      const size_t from = m_values.definition(root);
      if (from == kNoInst) {
        continue;
      }
      wait(p, from);
      if (operandClass == OperandClass::Uniform) {
        continue;
      }
      if (m_values.isGenerated(root)) {
        repeat(p, from);
      } else if (operandClass == OperandClass::Vector && !needsMemory(inst, k)) {
        needVector(p, root);
      } else if (!m_values.isLoad(root)) {
        spill(root, p);
      }
    }
  }

  /// Notes why the pass is one of its own.
  void wait(size_t p, size_t from) {
    const bool earlier = m_level[from] < m_passLevel[p] || isReduction(m_tile.insts[from]);
    if (!earlier || isFree(m_values, m_tile.insts[from]) ||
        m_values.domainOf(m_tile.insts[from]).empty()) {
      return;
    }
    uint32_t &now = m_plan.waitsFor[p];
    auto rank = [&](size_t i) { return std::pair(isReduction(m_tile.insts[i]), i); };
    if (now == kNone || rank(now) < rank(from)) {
      now = static_cast<uint32_t>(from);
    }
  }

  void repeat(size_t p, size_t i) {
    if (!m_inside[i]) {
      m_inside[i] = true;
      m_plan.passes[p].insts.push_back(static_cast<uint32_t>(i));
    }
  }

  bool isLoaded(size_t p, TileId root) const {
    const auto &loads = m_plan.passes[p].loads;
    return std::find(loads.begin(), loads.end(), root) != loads.end();
  }

  void needVector(size_t p, TileId root) {
    const size_t from = m_values.definition(root);
    if (m_inside[from] || isLoaded(p, root)) {
      return;
    }
    if (!m_values.isLoad(root)) {
      const bool isThere = m_storedIn[root] < p || isSpilled(root);
      const double again = isThere ? 1 : 2; // a load; and the store before it
      const double cost = costToRepeat(p, root, again);
      if (cost < again || (cost == again && !isThere)) {
        repeat(p, from);
        return;
      }
      spill(root, p);
    }
    m_plan.passes[p].loads.push_back(root);
  }

  bool isSpilled(TileId root) const {
    const size_t pass = m_passOf[m_values.definition(root)];
    if (pass == kNoInst) { // scalar work: nowhere else to keep what it makes
      return true;
    }
    const auto &spills = m_plan.passes[pass].spills;
    return std::find(spills.begin(), spills.end(), root) != spills.end();
  }

  /// `root` is needed from memory in pass `p`.
  void spill(TileId root, size_t p) {
    const size_t pass = m_passOf[m_values.definition(root)];
    if (pass != kNoInst && pass != p && m_storedIn[root] >= p && !isSpilled(root)) {
      m_plan.passes[pass].spills.push_back(root);
    }
  }

  /// Instructions (a register's worth) to have `root` in pass `p` by making it again; more than
  /// `limit` if that is too many or impossible.
  double costToRepeat(size_t p, TileId root, double limit) const {
    const size_t from = m_values.definition(root);
    const double no = limit + 1;
    if (from == kNoInst || m_inside[from] || isLoaded(p, root)) {
      return 0;
    }
    const TileInst &inst = m_tile.insts[from];
    if (inst.op == TileOp::LoadCb) {
      return mayRead(p, inst.index) ? 1 : no;
    }
    if (inst.op == TileOp::Iota) {
      return 1;
    }
    if (inst.op != TileOp::Elementwise) {
      return no;
    }
    double cost = std::max(1.0, instructionsOf(m_device.vector, inst.fn)); // ends the recursion
    for (TileId id : inst.operands) {
      if (cost > limit) {
        return no;
      }
      if (m_values.classOf(inst, id) == OperandClass::Vector) {
        cost += costToRepeat(p, m_values.root(id), limit - cost);
      }
    }
    return cost;
  }

  /// False once another tile may lie in the slot of read `read`.
  bool mayRead(size_t p, uint32_t read) const {
    for (const SharedSlot &slot : m_shared) {
      for (size_t i = 0; slot.read == read && i < m_tile.insts.size(); ++i) {
        if (storesTo(m_tile.insts[i], slot.write) && m_passOf[i] < p) {
          return false;
        }
      }
    }
    return true;
  }

  const arch::DeviceModel &m_device;
  const TileProgram &m_tile;
  std::span<const SharedSlot> m_shared;
  VectorValues m_values;
  VectorPlan m_plan;
  std::vector<int> m_level, m_passLevel;
  std::vector<size_t> m_passOf;   ///< by instruction
  std::vector<size_t> m_storedIn; ///< by root: first pass that stores it into a buffer
  std::vector<bool> m_inside;     ///< by instruction: runs in the pass at hand
};

/// The sums over the passes.
void summarize(const arch::DeviceModel &device, const TileProgram &tile, const VectorValues &values,
               VectorPlan &plan) {
  auto bytesOf = [&](TileId id) {
    int64_t n = numerics::byteSize(tile.values[id].type);
    for (int64_t extent : values.domain(id)) {
      n *= extent;
    }
    return n;
  };
  std::vector<bool> seen(tile.values.size(), false);
  std::map<TileId, std::pair<size_t, size_t>> spilled; // first and last pass
  plan.lmul = device.vector.maxLmul;
  for (size_t p = 0; p < plan.passes.size(); ++p) {
    const VectorPass &pass = plan.passes[p];
    plan.live = std::max(plan.live, pass.live);
    plan.lmul = std::min(plan.lmul, pass.lmul);
    for (TileId id : pass.loads) {
      plan.rereadBytes += values.isLoad(id) && seen[id] ? bytesOf(id) : 0;
      seen[id] = true;
    }
    for (TileId id : pass.spills) {
      spilled[id] = {p, p};
      plan.spilledBytes += bytesOf(id);
    }
    for (uint32_t i : pass.insts) {
      for (TileId id : tile.insts[i].operands) {
        if (auto found = id == kNone ? spilled.end() : spilled.find(values.root(id));
            found != spilled.end()) {
          found->second.second = p;
        }
      }
    }
  }
  for (size_t p = 0; p < plan.passes.size(); ++p) {
    int64_t bytes = 0;
    for (const auto &[id, life] : spilled) {
      const int64_t unit = device.ls.alignment;
      bytes += life.first <= p && p <= life.second ? (bytesOf(id) + unit - 1) / unit * unit : 0;
    }
    plan.scratchBytes = std::max(plan.scratchBytes, bytes);
  }
}

} // namespace

VectorPlan planVector(const arch::DeviceModel &device, std::span<const TileProgram> programs,
                      const TileProgram &tile, std::span<const SharedSlot> shared) {
  Planner planner(device, tile, shared);
  VectorPlan plan = planner.run();
  keepRows(device, programs, tile, planner.values(), plan);
  summarize(device, tile, planner.values(), plan);
  return plan;
}

} // namespace charonia::program

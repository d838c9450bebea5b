// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits groups that need more registers than the vector core has.
#include "Groups.h"
#include "PlanVec.h"

#include "charonia/Target/TileProgram.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

#include <map>

using namespace mlir;

namespace charonia::pe {

using program::TileId;
using program::TileInst;
using program::TileOp;

namespace {

/// Made again on either side of a cut.
bool isRepeated(Operation *op) {
  return isa<tile::SplatOp, tile::BroadcastOp, tile::ReshapeOp, tile::IotaOp>(op) ||
         matchPattern(op, m_Constant());
}
bool isRepeated(const TileInst &inst) {
  return inst.op == TileOp::Splat || inst.op == TileOp::Constant || inst.op == TileOp::Iota ||
         inst.op == TileOp::Broadcast || inst.op == TileOp::Reshape || inst.op == TileOp::LoadCb;
}

/// The instructions [from, to) of a tile program as one of their own: what comes from before is
/// loaded, what goes on is stored.
class Part {
public:
  Part(const program::TileProgram &whole, size_t from, size_t to)
      : m_whole(whole), m_definition(whole.values.size(), whole.insts.size()) {
    m_part.values = whole.values;
    for (size_t i = 0; i < whole.insts.size(); ++i) {
      for (TileId id : whole.insts[i].results) {
        m_definition[id] = i;
      }
    }
    m_has.assign(whole.values.size(), false);
    for (size_t i = from; i < to; ++i) {
      add(i);
    }
    std::vector<bool> stored(whole.values.size(), false);
    for (size_t i = to; i < whole.insts.size(); ++i) {
      for (TileId id : whole.insts[i].operands) {
        leave(id, from, to, stored);
      }
    }
  }
  program::TileProgram take() { return std::move(m_part); }
  int64_t bytesOut() const { return m_bytesOut; }

private:
  void add(size_t i) {
    const TileInst &inst = m_whole.insts[i];
    for (TileId id : inst.operands) {
      need(id);
    }
    bool known = !inst.results.empty() && m_has[inst.results[0]];
    if (!known) {
      for (TileId id : inst.results) {
        m_has[id] = true;
      }
      m_part.insts.push_back(inst);
    }
  }

  void need(TileId id) {
    if (id == program::kNone || m_has[id]) {
      return;
    }
    if (size_t def = m_definition[id];
        def < m_whole.insts.size() && isRepeated(m_whole.insts[def])) {
      add(def);
      return;
    }
    TileInst load;
    load.op = TileOp::LoadCb;
    load.results = {id};
    load.index = m_next++;
    m_has[id] = true;
    m_part.insts.push_back(load);
  }

  void leave(TileId id, size_t from, size_t to, std::vector<bool> &stored) {
    if (id == program::kNone || stored[id] || m_definition[id] >= to) {
      return;
    }
    stored[id] = true;
    const TileInst &def = m_whole.insts[m_definition[id]];
    if (isRepeated(def)) {
      for (TileId operand : def.operands) {
        leave(operand, from, to, stored);
      }
      return;
    }
    if (m_definition[id] < from) {
      return;
    }
    TileInst store;
    store.op = TileOp::StoreCb;
    store.operands = {id};
    store.index = m_next++;
    m_bytesOut += m_whole.values[id].elements() *
                  static_cast<int64_t>(numerics::byteSize(m_whole.values[id].type));
    m_part.insts.push_back(store);
  }

  const program::TileProgram &m_whole;
  std::vector<size_t> m_definition;
  program::TileProgram m_part;
  std::vector<bool> m_has;
  uint32_t m_next = 1u << 16; ///< no buffer of the whole has such an index
  int64_t m_bytesOut = 0;
};

/// A place between two operations of a body.
struct Cut {
  Operation *before = nullptr; ///< first operation of the second part
  int64_t bytes = 0;           ///< that cross it
  int32_t live = 0;            ///< of the worse part
};

/// The cut that the fewest bytes cross of those that bring both parts within the bound; if there is
/// none, that with the least live vectors.
Cut chooseCut(const GroupPlan &group, const arch::DeviceModel &device) {
  const program::TileProgram &tile = group.tile();
  std::multimap<int64_t, size_t> places;
  for (size_t i = 1; i < tile.insts.size(); ++i) {
    Operation *op = group.origin[i];
    if (op && op != group.origin[i - 1] && group.origin[i - 1]) {
      places.emplace(Part(tile, 0, i).bytesOut(), i);
    }
  }
  const int32_t bound = program::vectorBound(device.vector);
  Cut best;
  for (auto [bytes, at] : places) {
    int32_t live = 0;
    for (auto [from, to] : {std::pair<size_t, size_t>(0, at), {at, tile.insts.size()}}) {
      program::TileProgram part = Part(tile, from, to).take();
      live = std::max(live, program::planVector(device, group.programs, part).live);
    }
    if (!best.before || live < best.live) {
      best = {group.origin[at], bytes, live};
    }
    if (live <= bound) {
      break;
    }
  }
  return best;
}

/// Makes two groups of one.
class Splitter {
public:
  Splitter(VecGroupOp group, Operation *before, compiler::PassContext &context)
      : m_group(group), m_before(before), m_context(context) {}

  std::pair<VecGroupOp, VecGroupOp> run() {
    Block &body = m_group.getBody().front();
    bool second = false;
    for (Operation &op : body.without_terminator()) {
      second |= &op == m_before;
      (second ? m_second : m_first).push_back(&op);
    }
    findCrossing();
    Operation *yield = body.getTerminator();
    SmallVector<Value> early, late; // what each part yields for results of the group
    for (Value value : yield->getOperands()) {
      (isOfFirst(value) ? early : late).push_back(value);
    }
    SmallVector<Value> yieldsA(early);
    yieldsA.append(m_crossing.begin(), m_crossing.end());
    OpBuilder builder(m_group);
    Location loc = compiler::freshLoc(m_first.back(), &m_context.lineage, "split");
    VecGroupOp a = build(builder, loc, m_group.getInputs(), body.getArguments(), m_first, yieldsA);
    SmallVector<Value> inputs(m_group.getInputs()), inside(body.getArguments());
    for (auto [index, value] : llvm::enumerate(m_crossing)) {
      inputs.push_back(a.getResult(early.size() + index));
      inside.push_back(value);
    }
    VecGroupOp b = build(builder, m_group.getLoc(), inputs, inside, m_second, late);
    unsigned nextA = 0, nextB = 0;
    for (auto [result, value] : llvm::zip(m_group->getResults(), yield->getOperands())) {
      result.replaceAllUsesWith(isOfFirst(value) ? a->getResult(nextA++) : b->getResult(nextB++));
    }
    m_group.erase();
    return {dropUnused(a), dropUnused(b)};
  }

private:
  bool isOfFirst(Value value) const {
    Operation *def = value.getDefiningOp();
    return !def || llvm::is_contained(m_first, def);
  }

  void findCrossing() {
    llvm::SetVector<Value> crossing;
    auto visit = [&](auto &self, Value value) -> void {
      Operation *def = value.getDefiningOp();
      if (!def || !llvm::is_contained(m_first, def)) {
        return;
      }
      if (!isRepeated(def)) {
        crossing.insert(value);
        return;
      }
      for (Value operand : def->getOperands()) {
        self(self, operand);
      }
    };
    for (Operation *op : m_second) {
      llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
      getUsedValuesDefinedAbove(op->getRegions(), used);
      for (Value value : used) {
        visit(visit, value);
      }
    }
    m_crossing = crossing.takeVector();
  }

  /// A group of `ops`; `inside` are the values of the old body that its inputs stand for.
  VecGroupOp build(OpBuilder &builder, Location loc, ValueRange inputs, ValueRange inside,
                   ArrayRef<Operation *> ops, ValueRange yields) {
    auto group =
        builder.create<VecGroupOp>(loc, yields.getTypes(), ValueRange(), ValueRange(), inputs,
                                   ValueRange(), DenseI32ArrayAttr(), DenseI32ArrayAttr());
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Location> locs(inputs.size(), loc);
    Block *body = builder.createBlock(&group.getBody(), {}, inputs.getTypes(), locs);
    IRMapping map;
    map.map(inside, body->getArguments());
    for (Operation *op : ops) {
      clone(builder, op, map);
    }
    SmallVector<Value> values;
    for (Value value : yields) {
      if (Operation *def = value.getDefiningOp(); def && !map.contains(value)) {
        clone(builder, def, map);
      }
      values.push_back(map.lookup(value));
    }
    builder.create<YieldOp>(loc, values);
    return group;
  }

  void clone(OpBuilder &builder, Operation *op, IRMapping &map) {
    llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    for (Value value : used) {
      if (Operation *def = value.getDefiningOp(); def && !map.contains(value)) {
        clone(builder, def, map); // repeated on this side
      }
    }
    if (op->getNumResults() == 0 || !map.contains(op->getResult(0))) {
      builder.clone(*op, map);
    }
  }

  VecGroupOp m_group;
  Operation *m_before;
  compiler::PassContext &m_context;
  SmallVector<Operation *> m_first, m_second;
  SmallVector<Value> m_crossing;
};

} // namespace

void splitGroup(VecGroupOp group, const arch::DeviceModel &device, compiler::PassContext &context) {
  auto made = planGroup(group, device);
  const int32_t bound = program::vectorBound(device.vector);
  if (failed(made) || made->plan.live <= bound) {
    return;
  }
  std::string reason =
      std::to_string(made->plan.live) + " live values exceed " + std::to_string(bound);
  Cut cut = chooseCut(*made, device);
  if (!cut.before || cut.live >= made->plan.live) {
    context.remarks.add("tile-fuse-vec", "vec-group", group,
                        "some vectors are stored and loaded in every strip",
                        reason + ", and no cut makes it fewer");
    return;
  }
  context.remarks.add("tile-fuse-vec", "vec-group", cut.before, "vector work split in two groups",
                      reason,
                      {{"live", static_cast<double>(made->plan.live)},
                       {"live after", static_cast<double>(cut.live)},
                       {"bytes between", static_cast<double>(cut.bytes)}});
  auto [first, second] = Splitter(group, cut.before, context).run();
  for (VecGroupOp part : {first, second}) {
    if (part) {
      splitGroup(part, device, context);
    }
  }
}

} // namespace charonia::pe

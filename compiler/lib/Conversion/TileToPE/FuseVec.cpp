// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tile-fuse-vec: gathers the vector work of each block into few groups.
#include "PlanVec.h"
#include "VectorWork.h"

#include "charonia/Conversion/TileToPE/Passes.h"
#include "charonia/Dialect/Mtia/MtiaDialect.h"
#include "charonia/Dialect/PE/Effects.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

#include <map>

using namespace mlir;

namespace charonia::pe {

#define GEN_PASS_DEF_TILEFUSEVEC
#include "charonia/Conversion/TileToPE/Passes.h.inc"

namespace {

/// Operands and captured values of `op`, without those defined inside it.
llvm::SetVector<Value> inputsOf(Operation *op) {
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  if (op->getNumRegions()) {
    getUsedValuesDefinedAbove(op->getRegions(), values);
  }
  return values;
}

bool isScalarConstant(Value value) {
  return !isa<RankedTensorType>(value.getType()) && matchPattern(value, m_Constant());
}

/// Fuses the vector work of one block whose nested blocks are done.
class BlockFuser {
public:
  BlockFuser(Block &block, VectorWork &work, const arch::DeviceModel &device,
             compiler::PassContext &context)
      : m_block(block), m_work(work), m_device(device), m_context(context) {}

  LogicalResult run();

private:
  using Ops = SmallVector<Operation *>;

  /// A group of vector work: its time, and the chain of the SIMD engine; 0 for the vector core.
  using GroupKey = std::pair<unsigned, unsigned>;

  void computeTimes();
  unsigned chainOf(Operation *op);
  unsigned after(Operation *before, Operation *op) const;
  bool needsPlace(Operation *cheap) const;
  Operation *separatorOf(const Ops &ops, unsigned time) const;
  void tellApart();
  void planGroups();
  void collectLeaves(Operation *op, const Ops &group, llvm::SetVector<Value> &leaves);
  VecGroupOp build(const Ops &ops);
  Value enter(Value value, OpBuilder &body, IRMapping &map, VecGroupOp group);
  void cloneInto(Operation *op, OpBuilder &body, IRMapping &map, VecGroupOp group);

  Block &m_block;
  VectorWork &m_work;
  const arch::DeviceModel &m_device;
  compiler::PassContext &m_context;
  llvm::DenseMap<Operation *, unsigned> m_time;
  llvm::DenseMap<Operation *, unsigned> m_chain; ///< of work for the SIMD engine, from 1
  std::map<unsigned, Ops> m_plain;               ///< by time, in program order
  std::map<GroupKey, Ops> m_groups;
  llvm::DenseMap<Operation *, GroupKey> m_groupOf;
  llvm::DenseSet<Value> m_needed; ///< results that leave their group
  unsigned m_lastChain = 0;
};

/// Earliest time of `op` given that `before` comes first; the parity tells vector work from the
/// rest.
unsigned BlockFuser::after(Operation *before, Operation *op) const {
  unsigned time = m_time.lookup(before);
  if (m_work.isVector(before) != m_work.isVector(op)) {
    return time + 1;
  }
  // The SIMD engine does its chains apart from the vector core's work. A view comes after what it
  // shows.
  Operation *shown = before;
  while (shown && isView(shown)) {
    shown = shown->getOperand(0).getDefiningOp();
  }
  bool placed = shown && m_work.isVector(shown) && !m_work.isCheap(shown);
  return placed && m_chain.lookup(before) != m_chain.lookup(op) ? time + 2 : time;
}

/// The chain of the SIMD engine that `op` belongs to: that of the work that it goes on with, or a
/// new one. 0 for the vector core.
unsigned BlockFuser::chainOf(Operation *op) {
  if (isView(op)) {
    return m_chain.lookup(op->getOperand(0).getDefiningOp());
  }
  auto unit = op->getAttrOfType<tile::UnitAttr>(tile::kUnitAttr);
  if (!unit || unit.getValue() != tile::Unit::Se) {
    return 0;
  }
  for (Value operand : op->getOperands()) {
    if (unsigned chain = m_chain.lookup(operand.getDefiningOp())) {
      return chain;
    }
  }
  return m_lastChain += 1;
}

void BlockFuser::computeTimes() {
  SmallVector<std::pair<Operation *, Accesses>> effects;
  for (Operation &op : m_block.without_terminator()) {
    unsigned time = m_work.isVector(&op) ? 1 : 0;
    m_chain[&op] = chainOf(&op);
    for (Value value : inputsOf(&op)) {
      Operation *def = value.getDefiningOp();
      if (def && def->getBlock() == &m_block) {
        time = std::max(time, after(def, &op));
      }
    }
    Accesses mine = accessesOf(&op);
    if (!mine.empty()) {
      for (auto &[other, theirs] : effects) {
        if (ordered(theirs, mine)) {
          time = std::max(time, after(other, &op));
        }
      }
      effects.push_back({&op, mine});
    }
    m_time[&op] = time;
  }
}

/// A cheap value is still made in a group of its own time if something other than vector work uses
/// it.
bool BlockFuser::needsPlace(Operation *cheap) const {
  return llvm::any_of(cheap->getUsers(), [&](Operation *user) { return !m_work.isVector(user); });
}

void BlockFuser::planGroups() {
  for (Operation &op : m_block.without_terminator()) {
    unsigned time = m_time.lookup(&op);
    if (!m_work.isVector(&op)) {
      m_plain[time].push_back(&op);
    } else if (!m_work.isCheap(&op) || needsPlace(&op)) {
      m_groupOf[&op] = {time, m_chain.lookup(&op)};
      m_groups[m_groupOf[&op]].push_back(&op);
    }
  }
  for (auto &[key, ops] : m_groups) {
    llvm::SetVector<Value> leaves;
    for (Operation *op : ops) {
      collectLeaves(op, ops, leaves);
      for (Operation *user : op->getUsers()) {
        // Uses by the rest of the block, by its terminator and below region operations.
        if (user->getBlock() != &m_block || !m_work.isVector(user)) {
          for (Value operand : user->getOperands()) {
            if (operand.getDefiningOp() == op && !isScalarConstant(operand)) {
              m_needed.insert(operand);
            }
          }
        }
      }
    }
    m_needed.insert(leaves.begin(), leaves.end());
  }
}

/// Work of another unit, or of scalars, that `ops` of time `time` need and that itself needs vector
/// work: what keeps the two apart. Null if there is none.
Operation *BlockFuser::separatorOf(const Ops &ops, unsigned time) const {
  for (Operation *op : ops) {
    for (Value value : inputsOf(op)) {
      Operation *def = value.getDefiningOp();
      if (def && def->getBlock() == &m_block && !m_work.isVector(def) &&
          m_time.lookup(def) + 1 == time) {
        return def;
      }
    }
  }
  return nullptr;
}

static std::string separatorText(Operation *op) {
  std::string text =
      llvm::TypeSwitch<Operation *, StringRef>(op)
          .Case([](tile::DotOp) { return "the product"; })
          .Case<tile::LoadOp, tile::LoadRowsOp>([](auto) { return "the tile loaded"; })
          .Case<scf::ForOp, scf::WhileOp, tile::PidLoopOp>(
              [](auto) { return "what the loop leaves"; })
          .Case([](scf::IfOp) { return "what the branch leaves"; })
          .Case([](tile::PermuteOp) { return "the permuted tile"; })
          .Case([](mtia::ReReduceOp) { return "the result of the reduction network"; })
          .Default([](Operation *) { return "a scalar"; })
          .str();
  return text + lineText(op);
}

/// Says why vector work did not join the group before it.
void BlockFuser::tellApart() {
  bool first = true;
  for (auto &[key, ops] : m_groups) {
    if (key.second != 0) {
      continue; // of the SIMD engine
    }
    Operation *separator = first ? nullptr : separatorOf(ops, key.first);
    first = false;
    if (separator) {
      m_context.remarks.add("tile-fuse-vec", "vec-group", ops.front(),
                            "vector work not joined with the group before",
                            "it needs " + separatorText(separator) + ", which needs that group");
    }
  }
}

/// Values that `op` needs from outside its group, through cheap values.
void BlockFuser::collectLeaves(Operation *op, const Ops &group, llvm::SetVector<Value> &leaves) {
  const GroupKey key = m_groupOf.lookup(group.front());
  for (Value value : inputsOf(op)) {
    Operation *def = value.getDefiningOp();
    if (isScalarConstant(value)) {
      continue;
    }
    if (def) {
      auto it = m_groupOf.find(def);
      if (it != m_groupOf.end() && it->second == key) {
        continue;
      }
      if (m_work.isCheap(def)) {
        collectLeaves(def, group, leaves);
        continue;
      }
    }
    leaves.insert(value);
  }
}

/// The value inside the group that stands for `value`.
Value BlockFuser::enter(Value value, OpBuilder &body, IRMapping &map, VecGroupOp group) {
  if (Value known = map.lookupOrNull(value)) {
    return known;
  }
  Operation *def = value.getDefiningOp();
  if (def && (isScalarConstant(value) || m_work.isCheap(def))) {
    cloneInto(def, body, map, group);
    return map.lookup(value);
  }
  group.getInputsMutable().append(value);
  Value argument = group.getBody().addArgument(value.getType(), value.getLoc());
  map.map(value, argument);
  return argument;
}

void BlockFuser::cloneInto(Operation *op, OpBuilder &body, IRMapping &map, VecGroupOp group) {
  for (Value value : inputsOf(op)) {
    enter(value, body, map, group);
  }
  body.clone(*op, map);
}

VecGroupOp BlockFuser::build(const Ops &ops) {
  SmallVector<Value> leaving;
  SmallVector<Type> types;
  std::vector<compiler::OpId> ids;
  for (Operation *op : ops) {
    ids.push_back(compiler::getOpId(op));
    for (Value result : op->getResults()) {
      if (m_needed.contains(result)) {
        leaving.push_back(result);
        types.push_back(result.getType());
      }
    }
  }
  Operation *face = ops.back();
  compiler::OpId id = compiler::takeFreshOpId(face);
  m_context.lineage.merge(id, ids, "fuse");
  OpBuilder builder = OpBuilder::atBlockTerminator(&m_block);
  auto group = builder.create<VecGroupOp>(compiler::withOpId(face->getLoc(), id), types,
                                          ValueRange(), ValueRange(), ValueRange(), ValueRange(),
                                          DenseI32ArrayAttr(), DenseI32ArrayAttr());
  Block *inside = builder.createBlock(&group.getBody());
  OpBuilder body = OpBuilder::atBlockEnd(inside);
  IRMapping map;
  for (Operation *op : ops) {
    if (op->getNumResults() && map.contains(op->getResult(0))) {
      continue; // a cheap value that an earlier operation asked for
    }
    cloneInto(op, body, map, group);
  }
  SmallVector<Value> yields;
  for (Value value : leaving) {
    yields.push_back(map.lookup(value));
  }
  body.create<YieldOp>(group.getLoc(), yields);
  for (auto [from, to] : llvm::zip(leaving, group.getResults())) {
    from.replaceUsesWithIf(to,
                           [&](OpOperand &use) { return use.getOwner()->getParentOp() != group; });
  }
  return group;
}

LogicalResult BlockFuser::run() {
  computeTimes();
  planGroups();
  // Without a group here, cheap values may still be left that nested blocks have cloned.
  Ops old;
  for (Operation &op : m_block.without_terminator()) {
    if (m_work.isVector(&op)) {
      old.push_back(&op);
    }
  }
  if (old.empty()) {
    return success();
  }
  tellApart();
  unsigned last = std::max(m_plain.empty() ? 0 : m_plain.rbegin()->first,
                           m_groups.empty() ? 0 : m_groups.rbegin()->first.first);
  SmallVector<VecGroupOp> made; // of the vector core
  for (unsigned time = 0; time <= last; ++time) {
    for (Operation *op : m_plain[time]) {
      op->moveBefore(m_block.getTerminator());
    }
    for (auto it = m_groups.lower_bound({time, 0}); it != m_groups.end() && it->first.first == time;
         ++it) {
      VecGroupOp group = build(it->second);
      if (it->first.second == 0) {
        made.push_back(group);
      }
    }
  }
  for (Operation *op : llvm::reverse(old)) {
    if (!op->use_empty()) {
      return op->emitError("cannot be fused: a use outside of its group remains");
    }
    m_work.forget(op);
    op->erase();
  }
  for (VecGroupOp group : made) {
    splitGroup(group, m_device, m_context);
  }
  return success();
}

struct FuseVecPass : impl::TileFuseVecBase<FuseVecPass> {
  explicit FuseVecPass(compiler::PassContext *context) : m_context(context) {}
  FuseVecPass(const FuseVecPass &other)
      : impl::TileFuseVecBase<FuseVecPass>(other), m_context(other.m_context) {}

  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    getOperation().walk([&](tile::KernelOp kernel) {
      if (!context.device) {
        kernel.emitError("no hardware description is known");
        return signalPassFailure();
      }
      VectorWork work(kernel, *context.device);
      if (failed(fuseRegion(kernel.getBody(), work, context))) {
        signalPassFailure();
      }
    });
  }

  /// Control flow from the inside out; regions of reductions and scans belong to their operation.
  LogicalResult fuseRegion(Region &region, VectorWork &work, compiler::PassContext &context) {
    for (Block &block : region) {
      for (Operation &op : llvm::make_early_inc_range(block)) {
        if (!isa<scf::ForOp, scf::IfOp, scf::WhileOp, tile::PidLoopOp>(op)) {
          continue;
        }
        for (Region &nested : op.getRegions()) {
          if (failed(fuseRegion(nested, work, context))) {
            return failure();
          }
        }
      }
      if (!block.empty() && failed(BlockFuser(block, work, *context.device, context).run())) {
        return failure();
      }
    }
    return success();
  }

  compiler::PassContext *m_context;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createTileFuseVecPass(compiler::PassContext *context) {
  return std::make_unique<FuseVecPass>(context);
}

} // namespace charonia::pe

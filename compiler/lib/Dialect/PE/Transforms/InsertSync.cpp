// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass pe-insert-sync: counters of circular buffers, one or two streams, order of memory
// accesses.
#include "Collectives.h"

#include "charonia/Dialect/PE/CoreSlice.h"
#include "charonia/Dialect/PE/Effects.h"
#include "charonia/Dialect/PE/Transforms/Passes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <map>

using namespace mlir;

namespace charonia::pe {

#define GEN_PASS_DEF_PEINSERTSYNC
#include "charonia/Dialect/PE/Transforms/Passes.h.inc"

namespace {

//===-- Counters
//--------------------------------------------------------------------------------===//

/// Counters of all commands while they are worked out.
struct Counters {
  SmallVector<int32_t> reads, writes;
};

/// The innermost block that holds all of `ops`, each directly or below one of its operations.
Block *commonBlock(ArrayRef<Operation *> ops) {
  for (Block *block = ops.front()->getBlock(); block; block = block->getParentOp()->getBlock()) {
    if (llvm::all_of(ops, [&](Operation *op) { return block->findAncestorOpInBlock(*op); })) {
      return block;
    }
    if (!block->getParentOp() || isa<ProgramOp>(block->getParentOp())) {
      return nullptr;
    }
  }
  return nullptr;
}

class Protocol {
public:
  explicit Protocol(ProgramOp program) : m_program(program) {}

  LogicalResult run() {
    m_program.walk([&](CommandOpInterface command) {
      Counters &counters = m_counters[command];
      counters.reads.assign(2 * command.getCbReads().size(), 0);
      counters.writes.assign(3 * command.getCbWrites().size(), 0);
    });
    for (CbAllocOp alloc : llvm::to_vector(m_program.getBody().getOps<CbAllocOp>())) {
      if (!alloc.getResident() && failed(place(alloc))) {
        return failure();
      }
    }
    for (auto &[op, counters] : m_counters) {
      cast<CommandOpInterface>(op).setCounters(counters.reads, counters.writes);
    }
    return success();
  }

private:
  LogicalResult place(CbAllocOp alloc);
  void placeWrites(CbAllocOp alloc, Block *block, ArrayRef<Operation *> writers);
  void placePop(CbAllocOp alloc, Block *block, Unit unit, ArrayRef<Operation *> readers);
  /// The operation of `block` below or at which the last of `ops` stands.
  static Operation *lastIn(Block *block, ArrayRef<Operation *> ops) {
    Operation *last = nullptr;
    for (Operation *op : ops) {
      Operation *ancestor = block->findAncestorOpInBlock(*op);
      if (!last || last->isBeforeInBlock(ancestor)) {
        last = ancestor;
      }
    }
    return last;
  }
  CbUpdateOp updateAfter(Operation *op, Unit unit, CbAllocOp read, CbAllocOp written);
  static int indexOf(OperandRange range, Value cb, bool last) {
    int found = -1;
    for (auto [index, value] : llvm::enumerate(range)) {
      if (value == cb && (found < 0 || last)) {
        found = static_cast<int>(index);
      }
    }
    return found;
  }

  ProgramOp m_program;
  llvm::MapVector<Operation *, Counters> m_counters;
};

LogicalResult Protocol::place(CbAllocOp alloc) {
  // Program order of the uses: the use list's own order says nothing.
  SmallVector<Operation *> users, writers;
  std::map<Unit, SmallVector<Operation *>> readers;
  llvm::SetVector<Operation *> all(alloc->user_begin(), alloc->user_end());
  for (auto &[op, counters] : m_counters) {
    if (!all.contains(op)) {
      continue;
    }
    users.push_back(op);
    auto command = cast<CommandOpInterface>(op);
    if (llvm::is_contained(command.getCbWrites(), alloc.getResult())) {
      writers.push_back(op);
    }
    if (llvm::is_contained(command.getCbReads(), alloc.getResult())) {
      readers[command.getCommandUnit()].push_back(op);
    }
  }
  if (writers.empty() || readers.size() != alloc.getReaders().size()) {
    return alloc.emitOpError() << "'" << alloc.getName()
                               << "' needs a writer and a command of each reader";
  }
  Block *block = commonBlock(users);
  if (!block || writers.front()->getBlock() != block) {
    return alloc.emitOpError()
           << "'" << alloc.getName()
           << "' has no block in which one command starts a slot and all others use it";
  }
  placeWrites(alloc, block, writers);
  for (auto &[unit, ops] : readers) {
    placePop(alloc, block, unit, ops);
  }
  return success();
}

CbUpdateOp Protocol::updateAfter(Operation *op, Unit unit, CbAllocOp read, CbAllocOp written) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Location loc = compiler::withOpId(op->getLoc(), compiler::takeFreshOpId(op));
  auto values = [](CbAllocOp alloc) {
    return alloc ? SmallVector<Value>{alloc.getResult()} : SmallVector<Value>();
  };
  return builder.create<CbUpdateOp>(loc, UnitAttr::get(builder.getContext(), unit), values(read),
                                    values(written), DenseI32ArrayAttr(), DenseI32ArrayAttr());
}

void Protocol::placeWrites(CbAllocOp alloc, Block *block, ArrayRef<Operation *> writers) {
  Operation *last = lastIn(block, writers);
  for (Operation *op : writers) {
    int index = indexOf(cast<CommandOpInterface>(op).getCbWrites(), alloc, false);
    MutableArrayRef<int32_t> entry =
        MutableArrayRef<int32_t>(m_counters[op].writes).slice(3 * index, 3);
    bool first = op == writers.front();
    entry[0] = first ? 1 : 0;
    entry[1] = first ? 0 : -1;
    entry[2] = op == last ? 1 : 0;
  }
  if (!m_counters.contains(last)) {
    CbUpdateOp update = updateAfter(last, alloc.getProducer(), {}, alloc);
    m_counters[update] = {{}, {0, -1, 1}};
  }
}

void Protocol::placePop(CbAllocOp alloc, Block *block, Unit unit, ArrayRef<Operation *> readers) {
  Operation *last = lastIn(block, readers);
  if (m_counters.contains(last)) {
    int index = indexOf(cast<CommandOpInterface>(last).getCbReads(), alloc, true);
    m_counters[last].reads[2 * index + 1] = 1;
    return;
  }
  CbUpdateOp update = updateAfter(last, unit, alloc, {});
  m_counters[update] = {{0, 1}, {}};
}

//===-- Order of memory accesses
//----------------------------------------------------------------===//

/// One access with its operation, in program order.
struct Site {
  Operation *op;
  Access access;
};

/// The innermost loop (other than the one over program ids) that holds both, or null.
Operation *commonLoop(Operation *a, Operation *b) {
  for (Operation *parent = a->getParentOp(); parent && !isa<PidLoopOp, ProgramOp>(parent);
       parent = parent->getParentOp()) {
    if (isa<scf::ForOp, scf::WhileOp>(parent) && parent->isAncestor(b)) {
      return parent;
    }
  }
  return nullptr;
}

class MemoryOrder {
public:
  MemoryOrder(ProgramOp program, compiler::PassContext &context)
      : m_program(program), m_context(context) {}

  void run() {
    collect();
    bool single = decideStreams();
    m_program.setSingleStream(single);
    for (size_t later = 0; later < m_sites.size(); ++later) {
      for (size_t earlier = 0; earlier <= later; ++earlier) {
        order(earlier, later, /*backEdge=*/false);
        order(later, earlier, /*backEdge=*/true);
      }
    }
  }

private:
  void collect();
  bool decideStreams();
  bool keepsOrder(const CoreSlice &core0, const Site &atomic) const;
  void order(size_t first, size_t second, bool backEdge);
  bool orderedByTiles(size_t load, size_t store) const;
  bool consumedBefore(FiLoadOp load, Operation *core, Operation *loop) const;
  bool producedAfter(FiStoreOp store, Operation *core, Operation *loop) const;
  bool waitBefore(Operation *op, Unit unit);

  ProgramOp m_program;
  compiler::PassContext &m_context;
  SmallVector<Site> m_sites;
  llvm::DenseMap<Operation *, size_t> m_position; ///< program order of commands
};

void MemoryOrder::collect() {
  m_program.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    m_position[op] = m_position.size();
    if (!isa<VecGroupOp>(op) && op->getNumRegions()) {
      return WalkResult::advance();
    }
    for (const Access &access : accessesOf(op)) {
      m_sites.push_back({op, access});
    }
    return isa<VecGroupOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
}

/// True if core 1 has to do everything; says why.
bool MemoryOrder::decideStreams() {
  CoreSlice slice(m_program, 0, false);
  if (!slice.foreign().empty()) {
    m_context.remarks.add("pe-insert-sync", "streams", slice.foreign().front(),
                          "core 1 runs the whole program",
                          "a scalar that the vector core computes steers commands of other units");
    return true;
  }
  bool barrier = false;
  m_program.walk([&](BarrierOp) { barrier = true; });
  if (barrier) {
    m_context.remarks.add("pe-insert-sync", "streams", m_program, "core 1 runs the whole program",
                          "a barrier of the grid orders both cores");
    return true;
  }
  for (const Site &core : m_sites) {
    if (core.access.agent != Agent::Core || core.access.arg == kConsole) {
      continue;
    }
    bool scalarLoad = isa<tile::ScalarLoadOp>(core.op);
    for (const Site &other : m_sites) {
      bool apart = other.access.agent != Agent::Core || scalarLoad;
      if (apart && other.op != core.op && conflict(core.access, other.access)) {
        m_context.remarks.add("pe-insert-sync", "streams", core.op, "core 1 runs the whole program",
                              "a core and another unit touch the same memory in conflict");
        return true;
      }
    }
  }
  for (const Site &site : m_sites) {
    if ((site.access.acquire || site.access.release) && !keepsOrder(slice, site)) {
      m_context.remarks.add("pe-insert-sync", "streams", site.op, "core 1 runs the whole program",
                            "an atomic orders accesses that the other core would issue; "
                            "sem=\"relaxed\" would not");
      return true;
    }
  }
  return false;
}

/// True if the order that an atomic asks for holds although core 0 issues commands and loads
/// scalars of its own: the flow of tiles through core 1 sees to it.
bool MemoryOrder::keepsOrder(const CoreSlice &core0, const Site &atomic) const {
  for (const Site &other : m_sites) {
    bool apart = other.access.agent != Agent::Core ||
                 (isa<tile::ScalarLoadOp>(other.op) && core0.needs(other.op));
    if (!apart) {
      continue;
    }
    Operation *loop = commonLoop(atomic.op, other.op);
    bool first = m_position.lookup(other.op) < m_position.lookup(atomic.op);
    auto load = dyn_cast<FiLoadOp>(other.op);
    auto store = dyn_cast<FiStoreOp>(other.op);
    if (atomic.access.release && first && !(load && consumedBefore(load, atomic.op, nullptr))) {
      return false;
    }
    if (atomic.access.release && loop && !(load && consumedBefore(load, atomic.op, loop))) {
      return false;
    }
    if (atomic.access.acquire && !first && !(store && producedAfter(store, atomic.op, nullptr))) {
      return false;
    }
    if (atomic.access.acquire && loop && !(store && producedAfter(store, atomic.op, loop))) {
      return false;
    }
  }
  return true;
}

/// True if `op` runs whenever `inner`, in its own block or a nested one, does.
static bool runsWith(Operation *op, Operation *inner) {
  return op->getBlock()->findAncestorOpInBlock(*inner) != nullptr;
}

/// True if core 1 has worked on what comes of the loaded tile, which makes the load complete, when
/// it comes to `core`: further down, or in the next iteration of `loop`. A store of it serves as
/// well, since what waits for the load waits for the store too.
bool MemoryOrder::consumedBefore(FiLoadOp load, Operation *core, Operation *loop) const {
  SmallVector<Value> pending = {load.getWrites()[0]};
  llvm::DenseSet<Value> seen;
  while (!pending.empty()) {
    Value cb = pending.pop_back_val();
    if (!seen.insert(cb).second) {
      continue;
    }
    for (Operation *user : cb.getUsers()) {
      auto command = cast<CommandOpInterface>(user);
      bool between =
          m_position.lookup(user) > m_position.lookup(load) &&
          (loop ? loop->isAncestor(user) : m_position.lookup(user) <= m_position.lookup(core));
      if (!between || !runsWith(user, load) || !llvm::is_contained(command.getCbReads(), cb)) {
        continue;
      }
      if (isa<VecGroupOp, FiStoreOp>(user)) {
        return true;
      }
      llvm::append_range(pending, command.getCbWrites());
    }
  }
  return false;
}

/// True if core 1 makes what is stored, or something that it is made from, at or after `core`: in
/// the same iteration, or in a later one of `loop`.
bool MemoryOrder::producedAfter(FiStoreOp store, Operation *core, Operation *loop) const {
  SmallVector<Value> pending = {store.getReads()[0]};
  llvm::DenseSet<Value> seen;
  while (!pending.empty()) {
    Value cb = pending.pop_back_val();
    if (!seen.insert(cb).second) {
      continue;
    }
    for (Operation *user : cb.getUsers()) {
      auto command = cast<CommandOpInterface>(user);
      bool between =
          m_position.lookup(user) < m_position.lookup(store) &&
          (loop ? loop->isAncestor(user) : m_position.lookup(user) >= m_position.lookup(core));
      if (!runsWith(user, store) || !llvm::is_contained(command.getCbWrites(), cb)) {
        continue;
      }
      if (isa<VecGroupOp>(user) && between) {
        return true;
      }
      llvm::append_range(pending, command.getCbReads());
    }
  }
  return false;
}

/// True if the store's tile depends, through operations before it, on the tile of the load.
bool MemoryOrder::orderedByTiles(size_t load, size_t store) const {
  auto from = dyn_cast<FiLoadOp>(m_sites[load].op);
  auto to = dyn_cast<FiStoreOp>(m_sites[store].op);
  if (!from || !to) {
    return false;
  }
  SmallVector<std::pair<Value, size_t>> pending = {{to.getReads()[0], m_position.lookup(to)}};
  llvm::DenseSet<Value> seen;
  while (!pending.empty()) {
    auto [cb, position] = pending.pop_back_val();
    if (cb == from.getWrites()[0]) {
      return true;
    }
    if (!seen.insert(cb).second) {
      continue;
    }
    for (Operation *user : cb.getUsers()) {
      auto command = cast<CommandOpInterface>(user);
      if (m_position.lookup(user) < position && llvm::is_contained(command.getCbWrites(), cb)) {
        for (Value read : command.getCbReads()) {
          pending.push_back({read, m_position.lookup(user)});
        }
      }
    }
  }
  return false;
}

/// Returns false if there is such a wait.
bool MemoryOrder::waitBefore(Operation *op, Unit unit) {
  for (auto wait = dyn_cast_or_null<WaitUnitOp>(op->getPrevNode()); wait;
       wait = dyn_cast_or_null<WaitUnitOp>(wait->getPrevNode())) {
    if (wait.getUnit() == unit) {
      return false;
    }
  }
  OpBuilder builder(op);
  Location loc = compiler::withOpId(op->getLoc(), compiler::takeFreshOpId(op));
  builder.create<WaitUnitOp>(loc, unit);
  return true;
}

/// `first` happens before `second`, in the same iteration or (over a back edge) in an earlier one.
void MemoryOrder::order(size_t first, size_t second, bool backEdge) {
  const Site &a = m_sites[first], &b = m_sites[second];
  if (!ordered(a.access, b.access) || a.access.agent == Agent::Core ||
      a.access.agent == b.access.agent) {
    return;
  }
  Operation *loop = commonLoop(a.op, b.op);
  if (backEdge && !loop) {
    return;
  }
  bool writeAfterRead = a.access.agent == Agent::FiRead;
  if (writeAfterRead && !backEdge && orderedByTiles(first, second)) {
    return;
  }
  bool conflicting = conflict(a.access, b.access);
  if (!conflicting && writeAfterRead &&
      consumedBefore(cast<FiLoadOp>(a.op), b.op, backEdge ? loop : nullptr)) {
    return;
  }
  Block *block = nullptr;
  if (backEdge) {
    for (Region &region : loop->getRegions()) {
      if (!region.empty() && region.front().findAncestorOpInBlock(*b.op)) {
        block = &region.front();
      }
    }
  } else {
    Operation *both[] = {a.op, b.op};
    block = commonBlock(both);
  }
  Operation *at = block ? block->findAncestorOpInBlock(*b.op) : b.op;
  if (waitBefore(at, writeAfterRead ? Unit::FiRead : Unit::FiWrite)) {
    m_context.remarks.add("pe-insert-sync", "order", b.op,
                          writeAfterRead ? "waits for loads" : "waits for stores",
                          conflicting ? "touches memory that an earlier access may touch"
                                      : "is an atomic that releases what was done before it");
  }
}

struct InsertSyncPass : impl::PeInsertSyncBase<InsertSyncPass> {
  explicit InsertSyncPass(compiler::PassContext *context) : m_context(context) {}
  InsertSyncPass(const InsertSyncPass &other)
      : impl::PeInsertSyncBase<InsertSyncPass>(other), m_context(other.m_context) {}

  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    getOperation().walk([&](ProgramOp program) {
      if (failed(checkCollectives(program, context))) {
        return signalPassFailure();
      }
      MemoryOrder(program, context).run();
      if (failed(Protocol(program).run())) {
        signalPassFailure();
      }
    });
  }

  compiler::PassContext *m_context;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createPeInsertSyncPass(compiler::PassContext *context) {
  return std::make_unique<InsertSyncPass>(context);
}

} // namespace charonia::pe

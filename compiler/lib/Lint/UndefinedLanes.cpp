// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UndefinedLanes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <map>

using namespace mlir;

namespace charonia::compiler::lint {
namespace {

/// A lane is defined, as far as `origin` goes, if `cond` holds.
struct Entry {
  unsigned origin = 0;
  CondId cond = LaneForms::kTrue;
  Operation *through = nullptr;
};
using Entries = SmallVector<Entry, 2>;

int rankOf(Type type) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  return shaped ? int(shaped.getRank()) : 0;
}

class Analysis {
public:
  explicit Analysis(LaneForms &forms) : m_forms(forms) {}

  void block(Block &block);
  std::vector<UndefinedUse> take() {
    std::vector<UndefinedUse> uses;
    for (auto &[origin, use] : m_uses) {
      uses.push_back(use);
    }
    return uses;
  }

private:
  const Entries &of(Value value) { return m_entries[value]; }
  void set(Value value, Entries entries) { m_entries[value] = std::move(entries); }
  void merge(Entries &into, const Entries &from, CondId unless = LaneForms::kFalse);
  void addOrigin(Operation *op, OriginKind kind, CondId defined, Entries &entries);
  void use(Value value, Operation *sink, UseKind kind, ArrayRef<CondId> facts);
  SmallVector<CondId> factsWith(CondId fact) const;
  template <typename Fn>
  Entries mapped(Value value, Operation *through, Fn fn);
  Entries everyLane(Value value, Operation *through);

  void operation(Operation *op);
  void elementwise(Operation *op);
  void load(tt::LoadOp op);
  void store(tt::StoreOp op);
  void atomic(Operation *op, Value mask);
  void select(arith::SelectOp op);
  void reduce(tt::ReduceOp op);
  void scan(tt::ScanOp op);
  void dot(Operation *op, Value a, Value b, Value c);
  void gather(tt::GatherOp op);
  void arithmetic(Operation *op, Entries &entries);
  void forLoop(scf::ForOp op);
  void whileLoop(scf::WhileOp op);
  void branch(scf::IfOp op);
  bool carry(ValueRange from, Region &region, ValueRange to, bool first, int round);
  CondId insideBlock(Value pointer, ArrayRef<int32_t> dims);
  struct BlockForm {
    SmallVector<Form> shape, offsets;
  };
  BlockForm blockForm(Value pointer);

  LaneForms &m_forms;
  llvm::DenseMap<Value, Entries> m_entries;
  struct Origin {
    Operation *op;
    OriginKind kind;
    bool always;
  };
  std::vector<Origin> m_origins;
  llvm::DenseMap<Operation *, unsigned> m_originIds;
  std::map<unsigned, UndefinedUse> m_uses;
  SmallVector<CondId> m_facts;
};

/// Adds the entries of `from`, each needed only where `unless` does not hold.
void Analysis::merge(Entries &into, const Entries &from, CondId unless) {
  for (const Entry &entry : from) {
    CondId cond = m_forms.disjunction({unless, entry.cond});
    if (cond == LaneForms::kTrue) {
      continue;
    }
    auto *same = llvm::find_if(into, [&](const Entry &e) { return e.origin == entry.origin; });
    if (same == into.end()) {
      into.push_back({entry.origin, cond, entry.through});
    } else {
      same->cond = m_forms.conjunction({same->cond, cond});
      same->through = same->through ? same->through : entry.through;
    }
  }
}

void Analysis::addOrigin(Operation *op, OriginKind kind, CondId defined, Entries &entries) {
  if (defined == LaneForms::kTrue) {
    return;
  }
  auto [it, isNew] = m_originIds.try_emplace(op, unsigned(m_origins.size()));
  if (isNew) {
    m_origins.push_back({op, kind, defined == LaneForms::kFalse});
  }
  merge(entries, {{it->second, defined, nullptr}});
}

SmallVector<CondId> Analysis::factsWith(CondId fact) const {
  SmallVector<CondId> facts = m_facts;
  facts.push_back(fact);
  return facts;
}

void Analysis::use(Value value, Operation *sink, UseKind kind, ArrayRef<CondId> facts) {
  for (const Entry &entry : of(value)) {
    if (!m_forms.implied(facts, entry.cond)) {
      const Origin &origin = m_origins[entry.origin];
      m_uses.try_emplace(entry.origin, UndefinedUse{origin.op, origin.kind, sink, kind,
                                                    entry.through, origin.always});
    }
  }
}

template <typename Fn>
Entries Analysis::mapped(Value value, Operation *through, Fn fn) {
  Entries result;
  for (const Entry &entry : of(value)) {
    CondId cond = fn(entry.cond);
    bool lost = through && cond == LaneForms::kFalse;
    if (cond != LaneForms::kTrue) {
      result.push_back({entry.origin, cond, lost && !entry.through ? through : entry.through});
    }
  }
  return result;
}

/// What holds of a value that depends on every lane of `value`.
Entries Analysis::everyLane(Value value, Operation *through) {
  return mapped(value, through, [&](CondId cond) {
    for (int dim = rankOf(value.getType()); dim-- > 0;) {
      cond = m_forms.forAll(cond, dim, false);
    }
    return cond;
  });
}

void Analysis::block(Block &block) {
  for (Operation &op : block) {
    operation(&op);
  }
}

void Analysis::operation(Operation *op) {
  for (Value result : op->getResults()) {
    // In order of the ops, so that long chains do not recurse.
    if (isa<IntegerType>(tt::elementOf(result.getType()))) {
      (void)m_forms.formOf(result);
      (void)m_forms.condOf(result);
    }
  }
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tt::LoadOp o) { load(o); })
      .Case([&](tt::StoreOp o) { store(o); })
      .Case([&](tt::AtomicRMWOp o) { atomic(o, o.getMask()); })
      .Case([&](tt::AtomicCASOp o) { atomic(o, {}); })
      .Case([&](tt::DescriptorStoreOp o) { use(o.getSrc(), o, UseKind::Stored, m_facts); })
      .Case([&](tt::DescriptorReduceOp o) { use(o.getSrc(), o, UseKind::Stored, m_facts); })
      .Case([&](tt::DescriptorScatterOp o) {
        use(o.getSrc(), o, UseKind::Stored, m_facts);
        use(o.getXOffsets(), o, UseKind::Address, m_facts);
      })
      .Case([&](tt::DescriptorGatherOp o) { use(o.getXOffsets(), o, UseKind::Address, m_facts); })
      .Case([&](tt::AssertOp o) {
        use(o.getCondition(), o, UseKind::Control, m_facts);
        m_facts.push_back(m_forms.condOf(o.getCondition()));
      })
      .Case([&](arith::SelectOp o) { select(o); })
      .Case([&](tt::ReduceOp o) { reduce(o); })
      .Case([&](tt::ScanOp o) { scan(o); })
      .Case([&](tt::DotOp o) { dot(o, o.getA(), o.getB(), o.getC()); })
      .Case([&](tt::DotScaledOp o) { dot(o, o.getA(), o.getB(), o.getC()); })
      .Case([&](tt::GatherOp o) { gather(o); })
      .Case<tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp, tt::TransOp, tt::ReshapeOp,
            tt::UnsplatOp>([&](Operation *o) {
        set(o->getResult(0), mapped(o->getOperand(0), nullptr,
                                    [&](CondId cond) { return m_forms.through(o, cond); }));
      })
      .Case([&](tt::SplitOp o) {
        int last = rankOf(o.getSrc().getType()) - 1;
        Entries entries = mapped(o.getSrc(), nullptr,
                                 [&](CondId cond) { return m_forms.forAll(cond, last, true); });
        set(o.getOutLHS(), entries);
        set(o.getOutRHS(), entries);
      })
      .Case([&](tt::HistogramOp o) {
        // Elements outside the mask count nowhere.
        CondId off = o.getMask() ? m_forms.negate(m_forms.condOf(o.getMask())) : LaneForms::kFalse;
        Entries all = of(o.getSrc()), masked;
        merge(masked, all, off);
        set(o.getSrc(), std::move(masked));
        set(o.getResult(), everyLane(o.getSrc(), o));
        set(o.getSrc(), std::move(all));
      })
      .Case([&](scf::ForOp o) { forLoop(o); })
      .Case([&](scf::WhileOp o) { whileLoop(o); })
      .Case([&](scf::IfOp o) { branch(o); })
      .Case<scf::YieldOp, scf::ConditionOp, tt::ReturnOp, tt::PrintOp>([](Operation *) {})
      .Default([&](Operation *o) {
        if (o->getName().getStringRef() == "llvm.intr.assume") {
          m_facts.push_back(m_forms.condOf(o->getOperand(0)));
        } else {
          elementwise(o);
        }
      });
}

void Analysis::elementwise(Operation *op) {
  if (op->getNumResults() == 0) {
    return;
  }
  Entries entries;
  bool logical = isa<arith::AndIOp, arith::OrIOp>(op) &&
                 tt::elementOf(op->getResult(0).getType()).isInteger(1);
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    // false & x and true | x do not look at x.
    CondId decided = LaneForms::kFalse;
    if (logical) {
      CondId other = m_forms.condOf(op->getOperand(1 - unsigned(i)));
      decided = isa<arith::AndIOp>(op) ? m_forms.negate(other) : other;
    }
    int rank = rankOf(operand.getType());
    bool sameLanes = rank == 0 || rank == rankOf(op->getResult(0).getType());
    merge(entries, sameLanes ? of(operand) : everyLane(operand, nullptr), decided);
  }
  arithmetic(op, entries);
  for (Value result : op->getResults()) {
    set(result, entries);
  }
}

/// Operations that have no result for some operands.
void Analysis::arithmetic(Operation *op, Entries &entries) {
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op)) {
    int64_t width = tt::elementOf(op->getResult(0).getType()).getIntOrFloatBitWidth();
    Form amount = m_forms.formOf(op->getOperand(1));
    CondId fits = m_forms.conjunction(
        {m_forms.nonNegative(amount),
         m_forms.nonNegative(LaneForms::add(LaneForms::constant(width - 1), amount, -1))});
    addOrigin(op, OriginKind::Shift, fits, entries);
  } else if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
                 arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp>(op)) {
    Form divisor = m_forms.formOf(op->getOperand(1));
    CondId notZero = m_forms.disjunction(
        {m_forms.nonNegative(LaneForms::add(LaneForms::constant(-1), divisor)),
         m_forms.nonNegative(LaneForms::add(LaneForms::constant(-1), divisor, -1))});
    addOrigin(op, OriginKind::Division, notZero, entries);
  } else if (isa<arith::FPToSIOp, arith::FPToUIOp>(op)) {
    addOrigin(op, OriginKind::FloatToInt,
              m_forms.opaque(op->getResult(0), 1, op->getResult(0).getType()), entries);
  }
}

void Analysis::load(tt::LoadOp op) {
  CondId mask = op.getMask() ? m_forms.condOf(op.getMask()) : LaneForms::kTrue;
  CondId inside = insideBlock(op.getPtr(), op.getBoundaryCheck());
  SmallVector<CondId> facts = factsWith(mask);
  use(op.getPtr(), op, UseKind::Address, facts);
  if (op.getMask()) {
    use(op.getMask(), op, UseKind::Mask, m_facts);
  }
  Entries entries;
  if (op.getOther()) {
    merge(entries, of(op.getOther()), mask);
  } else if (!op.getPadding()) {
    // The front end and tt-import make a masked load of what the source loads as a block.
    bool block = !op.getBoundaryCheck().empty() || op->hasAttr("tt.block_pointer");
    addOrigin(op, block ? OriginKind::BlockLoad : OriginKind::MaskedLoad,
              m_forms.conjunction({mask, inside}), entries);
  }
  set(op.getResult(), std::move(entries));
}

void Analysis::store(tt::StoreOp op) {
  CondId mask = op.getMask() ? m_forms.condOf(op.getMask()) : LaneForms::kTrue;
  SmallVector<CondId> facts =
      factsWith(m_forms.conjunction({mask, insideBlock(op.getPtr(), op.getBoundaryCheck())}));
  if (op.getMask()) {
    use(op.getMask(), op, UseKind::Mask, m_facts);
  }
  use(op.getPtr(), op, UseKind::Address, facts);
  use(op.getValue(), op, UseKind::Stored, facts);
}

void Analysis::atomic(Operation *op, Value mask) {
  CondId on = mask ? m_forms.condOf(mask) : LaneForms::kTrue;
  SmallVector<CondId> facts = factsWith(on);
  for (Value operand : op->getOperands()) {
    bool isMask = operand == mask;
    UseKind kind = isMask                         ? UseKind::Mask
                   : operand == op->getOperand(0) ? UseKind::Address
                                                  : UseKind::Stored;
    use(operand, op, kind, isMask ? ArrayRef<CondId>(m_facts) : ArrayRef<CondId>(facts));
  }
  Entries entries;
  addOrigin(op, OriginKind::MaskedAtomic, on, entries);
  set(op->getResult(0), std::move(entries));
}

void Analysis::select(arith::SelectOp op) {
  CondId cond = m_forms.condOf(op.getCondition());
  Entries entries = of(op.getCondition());
  merge(entries, of(op.getTrueValue()), m_forms.negate(cond));
  merge(entries, of(op.getFalseValue()), cond);
  set(op.getResult(), std::move(entries));
}

void Analysis::reduce(tt::ReduceOp op) {
  Entries entries;
  for (Value source : op.getSrcs()) {
    merge(entries, mapped(source, op, [&](CondId cond) {
            return m_forms.forAll(cond, int(op.getAxis()), true);
          }));
  }
  for (Value result : op.getResults()) {
    set(result, entries);
  }
}

void Analysis::scan(tt::ScanOp op) {
  Entries entries;
  for (Value source : op.getSrcs()) {
    merge(entries, mapped(source, op, [&](CondId cond) {
            return m_forms.forPrefix(cond, int(op.getAxis()), op.getReverse());
          }));
  }
  for (Value result : op.getResults()) {
    set(result, entries);
  }
}

/// Rows of `a` and columns of `b` stay apart, the rest is summed.
void Analysis::dot(Operation *op, Value a, Value b, Value c) {
  Entries entries = of(c);
  int rank = rankOf(a.getType());
  for (Value operand : op->getOperands()) {
    if (operand == c) {
      continue;
    }
    int summed = operand == b ? rank - 2 : rank - 1;
    bool scale = operand != a && operand != b;
    merge(entries, mapped(operand, op, [&](CondId cond) {
            return scale ? m_forms.forAll(m_forms.forAll(cond, rank - 1, false), rank - 2, false)
                         : m_forms.forAll(cond, summed, false);
          }));
  }
  set(op->getResult(0), std::move(entries));
}

void Analysis::gather(tt::GatherOp op) {
  Entries entries = of(op.getIndices());
  merge(entries, mapped(op.getSrc(), op, [&](CondId cond) {
          return m_forms.forAll(cond, int(op.getAxis()), false);
        }));
  set(op.getResult(), std::move(entries));
}

/// What iterations hand on: conditions on values of one iteration mean nothing in the next.
bool Analysis::carry(ValueRange from, Region &region, ValueRange to, bool first, int round) {
  bool changed = false;
  for (auto [source, target] : llvm::zip(from, to)) {
    Entries before = first ? Entries() : of(target);
    Entries after = before;
    merge(after, mapped(source, nullptr, [&](CondId cond) {
            return round > 6 ? LaneForms::kFalse : m_forms.withoutValuesOf(cond, region);
          }));
    bool same = after.size() == before.size() &&
                llvm::all_of(llvm::zip(before, after), [](const auto &pair) {
                  return std::get<0>(pair).cond == std::get<1>(pair).cond;
                });
    changed |= !same;
    set(target, std::move(after));
  }
  return changed;
}

void Analysis::forLoop(scf::ForOp op) {
  for (Value bound : {op.getLowerBound(), op.getUpperBound(), op.getStep()}) {
    use(bound, op, UseKind::Control, m_facts);
  }
  carry(op.getInitArgs(), op.getRegion(), op.getRegionIterArgs(), true, 0);
  carry(op.getInitArgs(), op.getRegion(), op.getResults(), true, 0);
  auto yield = cast<scf::YieldOp>(op.getBody()->getTerminator());
  size_t facts = m_facts.size();
  for (int round = 0; round < 10; ++round) {
    block(*op.getBody());
    m_facts.resize(facts);
    if (!carry(yield.getOperands(), op.getRegion(), op.getRegionIterArgs(), false, round)) {
      break;
    }
  }
  carry(yield.getOperands(), op.getRegion(), op.getResults(), false, 0);
}

void Analysis::whileLoop(scf::WhileOp op) {
  Block &before = op.getBefore().front(), &after = op.getAfter().front();
  auto condition = cast<scf::ConditionOp>(before.getTerminator());
  auto yield = cast<scf::YieldOp>(after.getTerminator());
  carry(op.getInits(), op.getBefore(), before.getArguments(), true, 0);
  size_t facts = m_facts.size();
  for (int round = 0; round < 10; ++round) {
    block(before);
    use(condition.getCondition(), op, UseKind::Control, m_facts);
    for (auto [argument, value] : llvm::zip(after.getArguments(), condition.getArgs())) {
      set(argument, of(value));
    }
    block(after);
    m_facts.resize(facts);
    if (!carry(yield.getOperands(), op.getAfter(), before.getArguments(), false, round)) {
      break;
    }
  }
  carry(condition.getArgs(), op.getBefore(), op.getResults(), true, 0);
}

void Analysis::branch(scf::IfOp op) {
  use(op.getCondition(), op, UseKind::Control, m_facts);
  CondId cond = m_forms.condOf(op.getCondition());
  std::vector<Entries> results(op.getNumResults());
  for (Region *region : {&op.getThenRegion(), &op.getElseRegion()}) {
    if (region->empty()) {
      continue;
    }
    bool isThen = region == &op.getThenRegion();
    size_t facts = m_facts.size();
    m_facts.push_back(isThen ? cond : m_forms.negate(cond));
    block(region->front());
    m_facts.resize(facts);
    for (auto [i, value] : llvm::enumerate(region->front().getTerminator()->getOperands())) {
      merge(results[i],
            mapped(value, nullptr, [&](CondId c) { return m_forms.withoutValuesOf(c, *region); }),
            isThen ? m_forms.negate(cond) : cond);
    }
  }
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    set(result, std::move(results[i]));
  }
}

/// Shape and position of a block pointer. A loop moves a block, it does not change its shape.
Analysis::BlockForm Analysis::blockForm(Value pointer) {
  BlockForm form;
  if (auto make = pointer.getDefiningOp<tt::MakeTensorPtrOp>()) {
    for (Value extent : make.getShape()) {
      form.shape.push_back(m_forms.formOf(extent));
    }
    for (Value offset : make.getOffsets()) {
      form.offsets.push_back(m_forms.formOf(offset));
    }
    return form;
  }
  if (auto advance = pointer.getDefiningOp<tt::AdvanceOp>()) {
    form = blockForm(advance.getPtr());
    for (auto [offset, by] : llvm::zip(form.offsets, advance.getOffsets())) {
      offset = LaneForms::add(offset, m_forms.formOf(by));
    }
    return form;
  }
  Value init;
  if (auto argument = dyn_cast<BlockArgument>(pointer)) {
    if (auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())) {
      init = loop.getTiedLoopInit(argument)->get();
    }
  } else if (auto loop = pointer.getDefiningOp<scf::ForOp>()) {
    init = loop.getInitArgs()[cast<OpResult>(pointer).getResultNumber()];
  }
  if (init) {
    form.shape = blockForm(init).shape;
  }
  Type block = cast<tt::PointerType>(pointer.getType()).getPointeeType();
  for (int dim = 0; dim < rankOf(block); ++dim) {
    // One number a dimension, not one a lane: a leaf of a scalar.
    CondId leaf = m_forms.opaque(pointer, uint32_t(2 + dim), IndexType::get(pointer.getContext()));
    form.offsets.push_back({0, {{m_forms.cond(leaf).leaf, 1}}});
    if (!init) {
      CondId extent =
          m_forms.opaque(pointer, uint32_t(32 + dim), IndexType::get(pointer.getContext()));
      form.shape.push_back({0, {{m_forms.cond(extent).leaf, 1}}});
    }
  }
  return form;
}

CondId Analysis::insideBlock(Value pointer, ArrayRef<int32_t> dims) {
  auto type = dyn_cast<tt::PointerType>(pointer.getType());
  auto block = type ? dyn_cast<RankedTensorType>(type.getPointeeType()) : RankedTensorType();
  if (dims.empty() || !block) {
    return LaneForms::kTrue;
  }
  BlockForm form = blockForm(pointer);
  std::vector<CondId> parts;
  for (int32_t dim : dims) {
    Form at = LaneForms::add(form.offsets[size_t(dim)], m_forms.lane(dim, block.getDimSize(dim)));
    parts.push_back(m_forms.nonNegative(at));
    parts.push_back(m_forms.nonNegative(
        LaneForms::add(LaneForms::add(form.shape[size_t(dim)], LaneForms::constant(-1)), at, -1)));
  }
  return m_forms.conjunction(std::move(parts));
}

} // namespace

std::vector<UndefinedUse> findUndefinedUses(tt::FuncOp kernel, LaneForms &forms) {
  Analysis analysis(forms);
  analysis.block(kernel.getBody().front());
  return analysis.take();
}

} // namespace charonia::compiler::lint

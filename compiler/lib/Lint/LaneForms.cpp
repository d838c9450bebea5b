// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pool: construction, implication, bounds.
#include "LaneForms.h"

#include "charonia/Dialect/TT/TTDialect.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;

namespace charonia::compiler::lint {

std::optional<int64_t> constantOf(Value value) {
  Attribute attribute;
  if (!matchPattern(value, m_Constant(&attribute))) {
    return std::nullopt;
  }
  if (auto dense = dyn_cast<DenseElementsAttr>(attribute)) {
    if (!dense.isSplat() || !isa<IntegerType, IndexType>(dense.getElementType())) {
      return std::nullopt;
    }
    attribute = dense.getSplatValue<Attribute>();
  }
  auto integer = dyn_cast<IntegerAttr>(attribute);
  if (!integer || integer.getValue().getBitWidth() > 64) {
    return std::nullopt;
  }
  if (integer.getType().isInteger(1)) {
    return integer.getValue().getZExtValue();
  }
  return integer.getValue().getSExtValue();
}

LaneForms::LaneForms() {
  m_conds.push_back({Cond::Kind::False, {}, 0, {}});
  m_conds.push_back({Cond::Kind::True, {}, 0, {}});
}

AtomId LaneForms::atom(Atom atom) {
  std::vector<uint64_t> key = {uint64_t(atom.kind),
                               reinterpret_cast<uint64_t>(atom.value.getAsOpaquePointer()),
                               atom.part,
                               atom.inner,
                               reinterpret_cast<uint64_t>(atom.before.getAsOpaquePointer()),
                               reinterpret_cast<uint64_t>(atom.after.getAsOpaquePointer())};
  key.insert(key.end(), atom.dims.begin(), atom.dims.end());
  auto [it, isNew] = m_atomIds.try_emplace(key, AtomId(m_atoms.size()));
  if (isNew) {
    m_atoms.push_back(std::move(atom));
  }
  return it->second;
}

CondId LaneForms::make(Cond cond) {
  std::vector<uint64_t> key = {uint64_t(cond.kind), cond.leaf, uint64_t(cond.form.constant)};
  for (auto [atom, factor] : cond.form.terms) {
    key.push_back(atom);
    key.push_back(uint64_t(factor));
  }
  key.insert(key.end(), cond.parts.begin(), cond.parts.end());
  auto [it, isNew] = m_condIds.try_emplace(key, CondId(m_conds.size()));
  if (isNew) {
    m_conds.push_back(std::move(cond));
  }
  return it->second;
}

Form LaneForms::add(const Form &left, const Form &right, int64_t factor) {
  Form sum;
  sum.constant = int64_t(uint64_t(left.constant) + uint64_t(right.constant) * uint64_t(factor));
  size_t i = 0, j = 0;
  while (i < left.terms.size() || j < right.terms.size()) {
    bool fromLeft = j == right.terms.size() ||
                    (i < left.terms.size() && left.terms[i].first <= right.terms[j].first);
    bool fromRight = i == left.terms.size() ||
                     (j < right.terms.size() && right.terms[j].first <= left.terms[i].first);
    AtomId atom = fromLeft ? left.terms[i].first : right.terms[j].first;
    uint64_t value = fromLeft ? uint64_t(left.terms[i++].second) : 0;
    value += fromRight ? uint64_t(right.terms[j++].second) * uint64_t(factor) : 0;
    if (value != 0) {
      sum.terms.push_back({atom, int64_t(value)});
    }
  }
  return sum;
}

Form LaneForms::lane(int dim, int64_t extent) {
  if (extent == 1) {
    return constant(0);
  }
  Atom lane;
  lane.part = uint32_t(extent);
  lane.kind = Atom::Kind::Lane;
  lane.dims = {dim};
  return {0, {{atom(lane), 1}}};
}

CondId LaneForms::nonNegative(const Form &form) {
  if (form.terms.empty()) {
    return form.constant >= 0 ? kTrue : kFalse;
  }
  if (isNonNegative(form)) {
    return kTrue;
  }
  Bounds bounds = boundsOf(form);
  if (bounds.high && *bounds.high < 0) {
    return kFalse;
  }
  Cond cond;
  cond.kind = Cond::Kind::NonNegative;
  cond.form = form;
  return make(std::move(cond));
}

CondId LaneForms::opaque(Value value, uint32_t part, Type type) {
  Atom leaf;
  leaf.value = value;
  leaf.part = part;
  if (auto shaped = dyn_cast<RankedTensorType>(type)) {
    for (int64_t dim = 0; dim < shaped.getRank(); ++dim) {
      leaf.dims.push_back(shaped.getDimSize(dim) == 1 ? -1 : int(dim));
    }
  }
  Cond cond;
  cond.kind = Cond::Kind::Leaf;
  cond.leaf = atom(std::move(leaf));
  return make(std::move(cond));
}

CondId LaneForms::negate(CondId id) {
  Cond cond = m_conds[id];
  switch (cond.kind) {
  case Cond::Kind::False:
    return kTrue;
  case Cond::Kind::True:
    return kFalse;
  case Cond::Kind::NonNegative:
    return nonNegative(add(constant(-1), cond.form, -1));
  case Cond::Kind::Leaf:
  case Cond::Kind::NotLeaf:
    cond.kind = cond.kind == Cond::Kind::Leaf ? Cond::Kind::NotLeaf : Cond::Kind::Leaf;
    return make(std::move(cond));
  case Cond::Kind::And:
  case Cond::Kind::Or:
    break;
  }
  std::vector<CondId> parts;
  for (CondId part : cond.parts) {
    parts.push_back(negate(part));
  }
  return join(cond.kind == Cond::Kind::And ? Cond::Kind::Or : Cond::Kind::And, std::move(parts));
}

/// Nested parts of the same kind are taken in; the neutral ones fall out; and a part that another
/// one implies (And: follows from, Or: is stronger than) does too.
CondId LaneForms::join(Cond::Kind kind, std::vector<CondId> parts) {
  const CondId neutral = kind == Cond::Kind::And ? kTrue : kFalse;
  std::set<CondId> flat;
  for (CondId part : parts) {
    if (part == (neutral == kTrue ? kFalse : kTrue)) {
      return part;
    }
    if (m_conds[part].kind == kind) {
      flat.insert(m_conds[part].parts.begin(), m_conds[part].parts.end());
    } else if (part != neutral) {
      flat.insert(part);
    }
  }
  std::vector<CondId> kept(flat.begin(), flat.end());
  for (size_t i = 0; i < kept.size() && kept.size() <= 16;) {
    bool redundant = false;
    for (size_t j = 0; j < kept.size() && !redundant; ++j) {
      redundant = i != j &&
                  (kind == Cond::Kind::And ? implies(kept[j], kept[i]) : implies(kept[i], kept[j]));
    }
    redundant ? void(kept.erase(kept.begin() + std::ptrdiff_t(i))) : void(++i);
  }
  if (kind == Cond::Kind::Or) {
    for (CondId part : kept) {
      if (implies(negate(part),
                  kept.size() == 2 ? (kept[0] == part ? kept[1] : kept[0]) : kFalse)) {
        return kTrue;
      }
    }
  }
  if (kept.empty()) {
    return neutral;
  }
  if (kept.size() == 1) {
    return kept.front();
  }
  Cond cond;
  cond.kind = kind;
  cond.parts = std::move(kept);
  return make(std::move(cond));
}

CondId LaneForms::conjunction(std::vector<CondId> parts) {
  return join(Cond::Kind::And, std::move(parts));
}

CondId LaneForms::disjunction(std::vector<CondId> parts) {
  // Over an And, so that parts which the others imply can fall out one by one.
  for (size_t i = 0; i < parts.size(); ++i) {
    const Cond cond = m_conds[parts[i]];
    if (cond.kind == Cond::Kind::And && cond.parts.size() <= 8 && m_depth < 4) {
      ++m_depth;
      std::vector<CondId> clauses;
      for (CondId part : cond.parts) {
        std::vector<CondId> clause = parts;
        clause[i] = part;
        clauses.push_back(disjunction(clause));
      }
      --m_depth;
      return conjunction(std::move(clauses));
    }
  }
  return join(Cond::Kind::Or, std::move(parts));
}

bool LaneForms::implies(CondId fact, CondId id) {
  if (fact == id || fact == kFalse || id == kTrue) {
    return true;
  }
  if (fact == kTrue || id == kFalse) {
    return false;
  }
  const Cond left = m_conds[fact], right = m_conds[id];
  if (right.kind == Cond::Kind::And) {
    return llvm::all_of(right.parts, [&](CondId part) { return implies(fact, part); });
  }
  if (left.kind == Cond::Kind::Or) {
    return llvm::all_of(left.parts, [&](CondId part) { return implies(part, id); });
  }
  if (right.kind == Cond::Kind::Or &&
      llvm::any_of(right.parts, [&](CondId part) { return implies(fact, part); })) {
    return true;
  }
  if (left.kind == Cond::Kind::And) {
    return llvm::any_of(left.parts, [&](CondId part) { return implies(part, id); });
  }
  return left.kind == Cond::Kind::NonNegative && right.kind == Cond::Kind::NonNegative &&
         isNonNegative(add(right.form, left.form, -1));
}

bool LaneForms::implied(ArrayRef<CondId> facts, CondId cond) {
  if (cond == kTrue || llvm::any_of(facts, [&](CondId fact) { return implies(fact, cond); })) {
    return true;
  }
  const Cond right = m_conds[cond];
  if (right.kind == Cond::Kind::And) {
    return llvm::all_of(right.parts, [&](CondId part) { return implied(facts, part); });
  }
  return right.kind == Cond::Kind::Or &&
         llvm::any_of(right.parts, [&](CondId part) { return implied(facts, part); });
}

Bounds LaneForms::boundsOf(const Form &form) {
  Bounds sum{form.constant, form.constant};
  for (auto [id, factor] : form.terms) {
    Bounds term = boundsOfAtom(id);
    if (factor < 0) {
      std::swap(term.low, term.high);
    }
    const int64_t scale = factor;
    auto addTo = [scale](std::optional<int64_t> &total, const std::optional<int64_t> &bound) {
      int64_t product = 0;
      if (!total || !bound || __builtin_mul_overflow(*bound, scale, &product) ||
          __builtin_add_overflow(*total, product, &*total)) {
        total.reset();
      }
    };
    addTo(sum.low, term.low);
    addTo(sum.high, term.high);
  }
  return sum;
}

bool LaneForms::isNonNegative(const Form &form) {
  Bounds bounds = boundsOf(form);
  return bounds.low && *bounds.low >= 0;
}

Bounds LaneForms::boundsOfAtom(AtomId id) {
  const Atom atom = m_atoms[id];
  if (atom.kind == Atom::Kind::Lane) {
    return {0, int64_t(atom.part) - 1};
  }
  if (atom.kind == Atom::Kind::Reshaped) {
    return boundsOfAtom(atom.inner);
  }
  return atom.part == 0 ? boundsOfValue(atom.value) : Bounds();
}

/// Bounds that hold in every launch.
Bounds LaneForms::boundsOfValue(Value value) {
  if (!value || m_depth > 20) {
    return {};
  }
  if (std::optional<int64_t> constant = constantOf(value)) {
    return {constant, constant};
  }
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast_or_null<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument != loop.getInductionVar()) {
      return {};
    }
    ++m_depth;
    Bounds low = boundsOf(formOf(loop.getLowerBound())),
           high = boundsOf(formOf(loop.getUpperBound()));
    --m_depth;
    std::optional<int64_t> step = constantOf(loop.getStep());
    if (!step || *step <= 0) {
      return {};
    }
    return {low.low, high.high ? std::optional(*high.high - 1) : std::nullopt};
  }
  Operation *op = value.getDefiningOp();
  if (auto range = dyn_cast<tt::MakeRangeOp>(op)) {
    return {int64_t(range.getStart()), int64_t(range.getEnd()) - 1};
  }
  if (isa<tt::GetProgramIdOp>(op)) {
    return {0, INT32_MAX};
  }
  if (isa<tt::GetNumProgramsOp>(op)) {
    return {1, INT32_MAX};
  }
  ++m_depth;
  Bounds result;
  if (isa<arith::RemSIOp, arith::RemUIOp, arith::AndIOp>(op)) {
    Bounds left = boundsOf(formOf(op->getOperand(0))), right = boundsOf(formOf(op->getOperand(1)));
    bool nonNegative = left.low && *left.low >= 0;
    if (isa<arith::AndIOp>(op)) {
      if (right.low && right.low == right.high && *right.low >= 0) {
        result = {0, right.high};
      }
    } else if (right.low && *right.low > 0 && right.high) {
      bool unsignedRest = isa<arith::RemUIOp>(op);
      result = {nonNegative || unsignedRest ? 0 : 1 - *right.high, *right.high - 1};
    }
  } else if (isa<arith::DivSIOp, arith::DivUIOp>(op)) {
    Bounds left = boundsOf(formOf(op->getOperand(0)));
    std::optional<int64_t> divisor = constantOf(op->getOperand(1));
    if (divisor && *divisor > 0 && left.low && *left.low >= 0) {
      result = {*left.low / *divisor,
                left.high ? std::optional(*left.high / *divisor) : std::nullopt};
    }
  } else if (isa<arith::MinSIOp, arith::MaxSIOp>(op)) {
    Bounds left = boundsOf(formOf(op->getOperand(0))), right = boundsOf(formOf(op->getOperand(1)));
    bool isMin = isa<arith::MinSIOp>(op);
    auto both = [&](auto a, auto b) -> std::optional<int64_t> {
      return a && b ? std::optional(isMin ? std::min(*a, *b) : std::max(*a, *b)) : std::nullopt;
    };
    auto either = [&](auto a, auto b) { return a && b ? both(a, b) : (a ? a : b); };
    result = isMin ? Bounds{both(left.low, right.low), either(left.high, right.high)}
                   : Bounds{either(left.low, right.low), both(left.high, right.high)};
  } else if (auto extend = dyn_cast<arith::ExtUIOp>(op)) {
    unsigned width = tt::elementOf(extend.getIn().getType()).getIntOrFloatBitWidth();
    if (width < 32) {
      result = {0, (int64_t(1) << width) - 1};
    }
  } else if (auto shift = dyn_cast<arith::ShRUIOp>(op)) {
    std::optional<int64_t> amount = constantOf(shift.getRhs());
    unsigned width = tt::elementOf(shift.getType()).getIntOrFloatBitWidth();
    if (amount && *amount > 0 && *amount < width && width - unsigned(*amount) < 63) {
      result = {0, (int64_t(1) << (width - unsigned(*amount))) - 1};
    }
  }
  --m_depth;
  return result;
}

} // namespace charonia::compiler::lint

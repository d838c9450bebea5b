// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From values of the IR to forms and conditions, and through ops that move lanes.
#include "LaneForms.h"

#include "charonia/Dialect/TT/TTDialect.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace charonia::compiler::lint {

namespace {

bool isBoolean(Value value) { return tt::elementOf(value.getType()).isInteger(1); }

/// Where each dimension of the operand of a shape op lies in its result; none if lanes are mixed.
std::optional<SmallVector<int>> dimensionMap(Operation *op) {
  ArrayRef<int64_t> from = shapeOf(op->getOperand(0).getType()),
                    to = shapeOf(op->getResult(0).getType());
  SmallVector<int> map;
  if (auto expand = dyn_cast<tt::ExpandDimsOp>(op)) {
    for (int dim = 0; dim < int(from.size()); ++dim) {
      map.push_back(dim < int(expand.getAxis()) ? dim : dim + 1);
    }
    return map;
  }
  if (auto trans = dyn_cast<tt::TransOp>(op)) {
    map.resize(from.size());
    for (auto [dim, source] : llvm::enumerate(trans.getOrder())) {
      map[size_t(source)] = int(dim);
    }
    return map;
  }
  if (isa<tt::ReshapeOp>(op)) {
    // Dimensions of size one may come and go.
    size_t at = 0;
    for (int64_t extent : from) {
      if (extent == 1) {
        map.push_back(-1);
        continue;
      }
      while (at < to.size() && to[at] == 1) {
        ++at;
      }
      if (at == to.size() || to[at] != extent) {
        return std::nullopt;
      }
      map.push_back(int(at++));
    }
    return map;
  }
  for (int dim = 0; dim < int(from.size()); ++dim) {
    map.push_back(dim); // splat, broadcast, elementwise
  }
  return map;
}

bool movesLanes(Operation *op) {
  return isa<tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp, tt::TransOp, tt::ReshapeOp,
             tt::UnsplatOp>(op);
}

} // namespace

Form LaneForms::formOf(Value value) {
  if (auto it = m_forms.find(value); it != m_forms.end()) {
    return it->second;
  }
  m_forms[value] = leafForm(value); // a value that needs itself is a leaf
  Form form = computeForm(value);
  m_forms[value] = form;
  return form;
}

Form LaneForms::leafForm(Value value) {
  CondId leaf = opaque(value, 0, value.getType());
  return {0, {{m_conds[leaf].leaf, 1}}};
}

Form LaneForms::computeForm(Value value) {
  if (std::optional<int64_t> number = constantOf(value)) {
    return constant(*number);
  }
  Operation *op = value.getDefiningOp();
  if (!op) {
    return leafForm(value);
  }
  if (auto range = dyn_cast<tt::MakeRangeOp>(op)) {
    return add(constant(range.getStart()), lane(0, range.getType().getShape()[0]));
  }
  if (isa<arith::AddIOp>(op)) {
    return add(formOf(op->getOperand(0)), formOf(op->getOperand(1)));
  }
  if (isa<arith::SubIOp>(op)) {
    return add(formOf(op->getOperand(0)), formOf(op->getOperand(1)), -1);
  }
  if (isa<arith::MulIOp, arith::ShLIOp>(op)) {
    std::optional<int64_t> factor = constantOf(op->getOperand(1));
    unsigned source = 0;
    if (!factor && isa<arith::MulIOp>(op)) {
      factor = constantOf(op->getOperand(0));
      source = 1;
    }
    if (factor && isa<arith::ShLIOp>(op)) {
      factor = *factor >= 0 && *factor < 62 ? std::optional(int64_t(1) << *factor) : std::nullopt;
    }
    return factor ? add(constant(0), formOf(op->getOperand(source)), *factor) : leafForm(value);
  }
  if (isa<arith::ExtSIOp, arith::IndexCastOp>(op) && !isBoolean(op->getOperand(0))) {
    return formOf(op->getOperand(0));
  }
  if (movesLanes(op)) {
    auto map = dimensionMap(op);
    Form source = formOf(op->getOperand(0));
    if (!map) {
      return source.terms.empty() ? source : leafForm(value);
    }
    Form form = constant(source.constant);
    for (auto [id, factor] : source.terms) {
      std::optional<AtomId> moved = renumberAtom(id, *map);
      if (!moved) {
        return leafForm(value);
      }
      form = add(form, {0, {{*moved, 1}}}, factor);
    }
    return form;
  }
  return leafForm(value);
}

CondId LaneForms::condOf(Value value) {
  if (auto it = m_valueConds.find(value); it != m_valueConds.end()) {
    return it->second;
  }
  m_valueConds[value] = opaque(value, 0, value.getType());
  CondId cond = computeCond(value);
  m_valueConds[value] = cond;
  return cond;
}

CondId LaneForms::computeCond(Value value) {
  if (std::optional<int64_t> number = constantOf(value)) {
    return *number != 0 ? kTrue : kFalse;
  }
  Operation *op = value.getDefiningOp();
  CondId leaf = opaque(value, 0, value.getType());
  if (!op || !isBoolean(value)) {
    return leaf;
  }
  if (isa<arith::CmpIOp>(op)) {
    return compareCond(op);
  }
  if (isa<arith::AndIOp, arith::MulIOp, arith::MinUIOp>(op)) {
    return conjunction({condOf(op->getOperand(0)), condOf(op->getOperand(1))});
  }
  if (isa<arith::OrIOp, arith::MaxUIOp>(op)) {
    return disjunction({condOf(op->getOperand(0)), condOf(op->getOperand(1))});
  }
  if (isa<arith::XOrIOp>(op)) {
    for (unsigned i = 0; i < 2; ++i) {
      if (std::optional<int64_t> number = constantOf(op->getOperand(i))) {
        CondId other = condOf(op->getOperand(1 - i));
        return *number != 0 ? negate(other) : other;
      }
    }
    return leaf;
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    CondId cond = condOf(select.getCondition());
    return disjunction({conjunction({cond, condOf(select.getTrueValue())}),
                        conjunction({negate(cond), condOf(select.getFalseValue())})});
  }
  return movesLanes(op) ? through(op, condOf(op->getOperand(0))) : leaf;
}

CondId LaneForms::compareCond(Operation *op) {
  auto compare = cast<arith::CmpIOp>(op);
  CondId leaf = opaque(compare.getResult(), 0, compare.getType());
  auto predicate = compare.getPredicate();
  bool isEqual = predicate == arith::CmpIPredicate::eq,
       isNot = predicate == arith::CmpIPredicate::ne;
  if (isBoolean(compare.getLhs())) {
    for (Value side : {compare.getLhs(), compare.getRhs()}) {
      std::optional<int64_t> number = constantOf(side);
      if (number && (isEqual || isNot)) {
        CondId other = condOf(side == compare.getLhs() ? compare.getRhs() : compare.getLhs());
        return (*number != 0) == isEqual ? other : negate(other);
      }
    }
    return leaf;
  }
  Form left = formOf(compare.getLhs()), right = formOf(compare.getRhs());
  CondId notBelow = nonNegative(add(left, right, -1)), notAbove = nonNegative(add(right, left, -1));
  using P = arith::CmpIPredicate;
  if (isEqual) {
    return conjunction({notBelow, notAbove});
  }
  if (isNot) {
    return disjunction({negate(notBelow), negate(notAbove)});
  }
  bool isUnsigned =
      predicate == P::ult || predicate == P::ule || predicate == P::ugt || predicate == P::uge;
  if (isUnsigned && !(isNonNegative(left) && isNonNegative(right))) {
    return leaf;
  }
  switch (predicate) {
  case P::slt:
  case P::ult:
    return negate(notBelow);
  case P::sle:
  case P::ule:
    return notAbove;
  case P::sgt:
  case P::ugt:
    return negate(notAbove);
  default:
    return notBelow;
  }
}

std::optional<AtomId> LaneForms::renumberAtom(AtomId id, ArrayRef<int> dims) {
  Atom moved = m_atoms[id];
  for (int &dim : moved.dims) {
    if (dim < 0) {
      continue;
    }
    if (size_t(dim) >= dims.size()) {
      return std::nullopt;
    }
    // Dimension -1 has one lane; a lane index along it was 0 and is no atom.
    dim = dims[size_t(dim)];
  }
  return atom(std::move(moved));
}

template <typename Fn>
CondId LaneForms::rebuild(CondId id, Fn literal) {
  const Cond cond = m_conds[id];
  if (cond.kind == Cond::Kind::True || cond.kind == Cond::Kind::False) {
    return id;
  }
  if (cond.kind != Cond::Kind::And && cond.kind != Cond::Kind::Or) {
    return literal(id);
  }
  std::vector<CondId> parts;
  for (CondId part : cond.parts) {
    parts.push_back(rebuild(part, literal));
  }
  return join(cond.kind, std::move(parts));
}

template <typename Map>
CondId LaneForms::mapAtoms(CondId literal, Map map) {
  Cond cond = m_conds[literal];
  if (cond.kind != Cond::Kind::NonNegative) {
    std::optional<AtomId> leaf = map(cond.leaf);
    if (!leaf) {
      return kFalse;
    }
    cond.leaf = *leaf;
    return make(std::move(cond));
  }
  Form form = constant(cond.form.constant);
  for (auto [id, factor] : cond.form.terms) {
    std::optional<AtomId> moved = map(id);
    if (!moved) {
      return kFalse;
    }
    form = add(form, {0, {{*moved, 1}}}, factor);
  }
  return nonNegative(form);
}

template <typename Fn>
bool LaneForms::anyAtom(CondId literal, Fn predicate) {
  const Cond &cond = m_conds[literal];
  if (cond.kind != Cond::Kind::NonNegative) {
    return predicate(cond.leaf);
  }
  return llvm::any_of(cond.form.terms, [&](const auto &term) { return predicate(term.first); });
}

CondId LaneForms::renumber(CondId cond, ArrayRef<int> dims) {
  return rebuild(cond, [&](CondId literal) {
    return mapAtoms(literal, [&](AtomId id) { return renumberAtom(id, dims); });
  });
}

CondId LaneForms::through(Operation *op, CondId cond) {
  if (auto map = dimensionMap(op)) {
    return renumber(cond, *map);
  }
  Type before = op->getOperand(0).getType(), after = op->getResult(0).getType();
  return rebuild(cond, [&](CondId literal) {
    return mapAtoms(literal, [&](AtomId id) -> std::optional<AtomId> {
      if (llvm::all_of(m_atoms[id].dims, [](int dim) { return dim < 0; })) {
        return id;
      }
      Atom mixed;
      mixed.kind = Atom::Kind::Reshaped;
      mixed.inner = id;
      mixed.before = before;
      mixed.after = after;
      for (auto [dim, extent] : llvm::enumerate(shapeOf(after))) {
        mixed.dims.push_back(extent == 1 ? -1 : int(dim));
      }
      return atom(std::move(mixed));
    });
  });
}

CondId LaneForms::forAll(CondId cond, int axis, bool drop) {
  CondId fixed = rebuild(cond, [&](CondId literal) {
    bool varies =
        anyAtom(literal, [&](AtomId id) { return llvm::is_contained(m_atoms[id].dims, axis); });
    return varies ? kFalse : literal;
  });
  if (!drop) {
    return fixed;
  }
  SmallVector<int> map;
  for (int dim = 0; dim < 16; ++dim) {
    map.push_back(dim < axis ? dim : dim - 1);
  }
  return renumber(fixed, map);
}

CondId LaneForms::forPrefix(CondId cond, int axis, bool reverse) {
  return rebuild(cond, [&](CondId id) {
    bool varies =
        anyAtom(id, [&](AtomId atom) { return llvm::is_contained(m_atoms[atom].dims, axis); });
    if (!varies) {
      return id;
    }
    const Cond literal = m_conds[id];
    if (literal.kind != Cond::Kind::NonNegative) {
      return kFalse;
    }
    for (auto [atom, factor] : literal.form.terms) {
      if (llvm::is_contained(m_atoms[atom].dims, axis) &&
          (m_atoms[atom].kind != Atom::Kind::Lane || (factor > 0) != reverse)) {
        return kFalse;
      }
    }
    return id;
  });
}

CondId LaneForms::withoutValuesOf(CondId cond, Region &region) {
  auto inside = [&](AtomId id) {
    while (m_atoms[id].kind == Atom::Kind::Reshaped) {
      id = m_atoms[id].inner;
    }
    Value value = m_atoms[id].value;
    return value && region.isAncestor(value.getParentRegion());
  };
  return rebuild(cond, [&](CondId literal) { return anyAtom(literal, inside) ? kFalse : literal; });
}

} // namespace charonia::compiler::lint

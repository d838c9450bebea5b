// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Boxes from the origin of a tile, with bounds that are numbers or values of the program.
#include "Bounds.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace charonia::pe {
namespace {

constexpr unsigned kMostSteps = 64; ///< of a computation that is compared or repeated
constexpr size_t kMostValues = 4;   ///< of one bound

/// The attributes that say what an operation does; others have a dialect's prefix.
bool sameAttributes(Operation *a, Operation *b) {
  auto inherent = [](Operation *op) {
    SmallVector<NamedAttribute> attributes;
    for (NamedAttribute attribute : op->getAttrs()) {
      if (!attribute.getName().getValue().contains('.')) {
        attributes.push_back(attribute);
      }
    }
    return DictionaryAttr::get(op->getContext(), attributes);
  };
  return a->getAttrDictionary() == b->getAttrDictionary() || inherent(a) == inherent(b);
}

bool sameValue(Value a, Value b, unsigned &budget) {
  if (a == b) {
    return true;
  }
  Operation *x = a.getDefiningOp(), *y = b.getDefiningOp();
  if (!x || !y || budget == 0 || x->getName() != y->getName() ||
      x->getNumOperands() != y->getNumOperands() || x->getNumRegions() || !isMemoryEffectFree(x) ||
      !sameAttributes(x, y) || a.getType() != b.getType() ||
      cast<OpResult>(a).getResultNumber() != cast<OpResult>(b).getResultNumber()) {
    return false;
  }
  budget -= 1;
  return llvm::all_of(llvm::zip_equal(x->getOperands(), y->getOperands()), [&](auto pair) {
    return sameValue(std::get<0>(pair), std::get<1>(pair), budget);
  });
}

/// True if `isLeaf` holds for what `value` is computed from, by few operations that may be
/// repeated.
bool isComputedFrom(Value value, llvm::function_ref<bool(Value)> isLeaf) {
  SmallVector<Value> pending = {value};
  llvm::SmallDenseSet<Value> seen;
  while (!pending.empty()) {
    Value next = pending.pop_back_val();
    if (isLeaf(next) || !seen.insert(next).second) {
      continue;
    }
    Operation *def = next.getDefiningOp();
    if (!isRepeatable(def) || seen.size() > kMostSteps) {
      return false;
    }
    llvm::append_range(pending, def->getOperands());
  }
  return true;
}

bool allOf(const Bound &bound, llvm::function_ref<bool(Value)> holds) {
  return llvm::all_of(bound.values(), [&](OpFoldResult number) {
    auto value = dyn_cast<Value>(number);
    return !value || holds(value);
  });
}

} // namespace

bool sameNumber(OpFoldResult a, OpFoldResult b) {
  auto x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x || y) {
    return x == y;
  }
  unsigned budget = kMostSteps;
  return sameValue(cast<Value>(a), cast<Value>(b), budget);
}

Bound::Bound(OpFoldResult upper, int64_t extent) {
  auto number = getConstantIntValue(upper);
  if (number && *number >= extent) {
    return;
  }
  // That it ends with the tile goes without saying.
  auto value = dyn_cast<Value>(upper);
  while (auto least = value ? value.getDefiningOp<arith::MinSIOp>() : arith::MinSIOp()) {
    auto left = getConstantIntValue(least.getLhs()), right = getConstantIntValue(least.getRhs());
    if (!(left && *left >= extent) && !(right && *right >= extent)) {
      break;
    }
    value = left && *left >= extent ? least.getRhs() : least.getLhs();
    upper = value;
  }
  m_values.push_back(upper);
}

std::optional<int64_t> Bound::constant() const {
  if (m_values.size() != 1) {
    return std::nullopt;
  }
  auto number = getConstantIntValue(m_values.front());
  return number && m_padding ? std::max<int64_t>(*number, 0) + 1 : number;
}

Bound Bound::withPadding(int64_t extent) const {
  Bound result = *this;
  result.m_padding = !isWhole();
  auto number = result.constant();
  return number && *number >= extent ? Bound() : result;
}

void Bound::join(const Bound &other) {
  if (isWhole() || other.isWhole()) {
    *this = Bound();
    return;
  }
  m_padding |= other.m_padding;
  for (OpFoldResult value : other.m_values) {
    auto number = getConstantIntValue(value);
    auto known = llvm::find_if(m_values, [&](OpFoldResult mine) {
      return number ? getConstantIntValue(mine).has_value() : sameNumber(mine, value);
    });
    if (known == m_values.end()) {
      m_values.push_back(value);
    } else if (number && *number > *getConstantIntValue(*known)) {
      *known = value;
    }
  }
  if (m_values.size() > kMostValues) {
    *this = Bound();
  }
}

bool Bound::covers(const Bound &other) const {
  if (isWhole() || other.isWhole()) {
    return isWhole();
  }
  return (m_padding || !other.m_padding) && llvm::all_of(other.m_values, [&](OpFoldResult value) {
           auto number = getConstantIntValue(value);
           return llvm::any_of(m_values, [&](OpFoldResult mine) {
             auto own = getConstantIntValue(mine);
             return number && own ? *own >= *number : sameNumber(mine, value);
           });
         });
}

bool Bound::operator==(const Bound &other) const {
  return isWhole() == other.isWhole() && covers(other) && other.covers(*this);
}

void Box::join(const Box &other) {
  if (other.unused) {
    return;
  }
  if (unused) {
    *this = other;
    return;
  }
  for (auto [mine, theirs] : llvm::zip_equal(bounds, other.bounds)) {
    mine.join(theirs);
  }
}

bool isRepeatable(Operation *op) {
  return op && op->getNumRegions() == 0 && op->getNumResults() == 1 &&
         op->getName().getDialectNamespace() == "arith" && isMemoryEffectFree(op);
}

Places::Places(ProgramOp program) {
  program->walk<WalkOrder::PreOrder>([&](Operation *op) { m_positions[op] = m_positions.size(); });
}

bool Places::isAvailable(Value value, Operation *at) const {
  DominanceInfo dominance; // of blocks of one operation each: no tree is built
  return isComputedFrom(value, [&](Value leaf) { return dominance.properlyDominates(leaf, at); });
}

bool Places::isAvailable(const Bound &bound, Operation *at) const {
  return allOf(bound, [&](Value value) { return isAvailable(value, at); });
}

bool Places::isPlain(const Bound &bound) {
  return allOf(bound, [](Value value) {
    return isComputedFrom(value, [](Value leaf) { return isa<BlockArgument>(leaf); });
  });
}

Operation *Places::commonLoop(Operation *a, Operation *b) {
  Operation *outermost = nullptr;
  for (Operation *parent = a->getParentOp(); parent && !isa<PidLoopOp, ProgramOp>(parent);
       parent = parent->getParentOp()) {
    if (isa<scf::ForOp, scf::WhileOp>(parent) && parent->isAncestor(b)) {
      outermost = parent;
    }
  }
  return outermost;
}

} // namespace charonia::pe

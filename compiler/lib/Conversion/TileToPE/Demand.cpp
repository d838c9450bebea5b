// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Backward analysis of what is used of a tile.
#include "Demand.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace charonia::pe {
namespace {

constexpr unsigned kDeepestMatch = 24; ///< of comparisons of two computations

bool sameValue(Value a, Value b, unsigned depth) {
  if (a == b) {
    return true;
  }
  Operation *x = a.getDefiningOp(), *y = b.getDefiningOp();
  if (!x || !y || depth > kDeepestMatch || x->getName() != y->getName() ||
      x->getNumOperands() != y->getNumOperands() || x->getNumRegions() || !isMemoryEffectFree(x) ||
      x->getAttrDictionary() != y->getAttrDictionary() || a.getType() != b.getType() ||
      cast<OpResult>(a).getResultNumber() != cast<OpResult>(b).getResultNumber()) {
    return false;
  }
  for (auto [p, q] : llvm::zip_equal(x->getOperands(), y->getOperands())) {
    if (!sameValue(p, q, depth + 1)) {
      return false;
    }
  }
  return true;
}

/// The smallest box that holds both.
void join(Box &box, const Box &other) {
  if (other.unused) {
    return;
  }
  if (box.unused) {
    box = other;
    return;
  }
  for (auto [mine, theirs] : llvm::zip_equal(box.bounds, other.bounds)) {
    if (!mine || sameBound(mine, theirs)) {
      continue;
    }
    auto a = getConstantIntValue(mine);
    auto b = theirs ? getConstantIntValue(theirs) : std::nullopt;
    mine = !a || !b ? Bound() : *a >= *b ? mine : theirs;
  }
}

int64_t rankOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getRank() : 0;
}

RankedTensorType tileTypeOf(Value cb) { return cast<CbType>(cb.getType()).getTile(); }

bool isElementwiseOp(Operation *op) {
  return isa<tile::ElementwiseOp>(op) ||
         (op->hasTrait<OpTrait::Elementwise>() && op->getNumResults() == 1);
}

/// The box of `from` when what is used of its reshaped form is `box`: shapes that differ in
/// dimensions of extent 1 only.
Box throughReshape(RankedTensorType from, RankedTensorType to, const Box &box) {
  auto longer = [](RankedTensorType type) {
    SmallVector<int64_t> dims;
    for (int64_t d = 0; d < type.getRank(); ++d) {
      if (type.getDimSize(d) != 1) {
        dims.push_back(d);
      }
    }
    return dims;
  };
  Box result = Box::whole(from.getRank());
  SmallVector<int64_t> source = longer(from), target = longer(to);
  bool same = source.size() == target.size();
  for (size_t i = 0; same && i < source.size(); ++i) {
    same = from.getDimSize(source[i]) == to.getDimSize(target[i]);
  }
  for (size_t i = 0; same && i < source.size(); ++i) {
    result.bounds[source[i]] = box.bounds[target[i]];
  }
  return result;
}

} // namespace

bool sameBound(Bound a, Bound b) {
  if (!a || !b) {
    return !a && !b;
  }
  auto x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x || y) {
    return x == y;
  }
  return sameValue(cast<Value>(a), cast<Value>(b), 0);
}

Bound boundOf(OpFoldResult upper, int64_t extent) {
  auto constant = getConstantIntValue(upper);
  return constant && *constant >= extent ? Bound() : upper;
}

Box Demand::of(Value cb) {
  auto known = m_boxes.find(cb);
  if (known != m_boxes.end()) {
    return known->second;
  }
  Box box;
  // A buffer that its own readers write again: all of it.
  if (!m_open.insert(cb).second) {
    return m_boxes[cb] = Box::whole(tileTypeOf(cb).getRank());
  }
  for (Operation *user : cb.getUsers()) {
    auto command = dyn_cast<CommandOpInterface>(user);
    if (command && llvm::is_contained(command.getCbReads(), cb)) {
      join(box, ofReader(user, cb));
    }
  }
  m_open.erase(cb);
  // If the search came back here, what it was told must hold.
  auto met = m_boxes.find(cb);
  return met != m_boxes.end() ? met->second : m_boxes[cb] = box;
}

Box Demand::ofProduct(DpeMmaOp mma, unsigned operand) {
  const Box acc = of(mma.getWrites()[0]);
  if (acc.unused || (mma.getInit() && operand + 1 == mma.getReads().size())) {
    return acc;
  }
  Box box = Box::whole(2);
  if (operand == 0) {
    box.bounds[mma.getTransposeA() ? 1 : 0] = acc.bounds[0];
  } else {
    box.bounds[mma.getTransposeB() ? 0 : 1] = acc.bounds[1];
  }
  return box;
}

Box Demand::ofReader(Operation *reader, Value cb) {
  const int64_t rank = tileTypeOf(cb).getRank();
  return llvm::TypeSwitch<Operation *, Box>(reader)
      .Case([&](FiStoreOp store) {
        Box box = Box::whole(rank);
        if (store.getRowDimAttr() || store.getReads()[0] != cb) {
          return box; // scattered by rows, or the offsets of the rows
        }
        size_t next = 0;
        for (auto [d, upper] : llvm::enumerate(store.getStaticUpper())) {
          OpFoldResult bound = ShapedType::isDynamic(upper)
                                   ? OpFoldResult(store.getUpper()[next++])
                                   : OpFoldResult(Builder(store).getI64IntegerAttr(upper));
          box.bounds[d] = boundOf(bound, tileTypeOf(cb).getDimSize(d));
        }
        return box;
      })
      .Case<VecGroupOp, SeComputeOp>([&](auto group) {
        Box box;
        for (auto [index, read] : llvm::enumerate(group.getReads())) {
          if (read == cb) {
            join(box, inside(group, group.getBody().getArgument(index)));
          }
        }
        return box;
      })
      .Case([&](DpeMmaOp mma) {
        Box box;
        for (auto [index, read] : llvm::enumerate(mma.getReads())) {
          if (read == cb) {
            join(box, ofProduct(mma, index));
          }
        }
        return box;
      })
      .Case([&](ReDrainOp drain) { return of(drain.getWrites()[0]); })
      .Case([&](MluMoveOp move) {
        const Box written = of(move.getWrites()[0]);
        Box box = written;
        for (auto [d, source] : llvm::enumerate(move.getPermutation())) {
          if (!written.unused) {
            box.bounds[source] = written.bounds[d];
          }
        }
        return box;
      })
      .Case([&](CbUpdateOp) { return Box(); })
      .Default([&](Operation *) { return Box::whole(rank); });
}

Box Demand::throughUse(Operation *group, OpOperand &use) {
  Operation *user = use.getOwner();
  const int64_t rank = rankOf(use.get());
  if (auto yield = dyn_cast<YieldOp>(user)) {
    auto writes = cast<CommandOpInterface>(group).getCbWrites();
    unsigned index = use.getOperandNumber();
    return index < writes.size() ? of(writes[index]) : Box::whole(rank);
  }
  auto reduce = dyn_cast<tile::ReduceOp>(user);
  if (reduce) {
    Box box = Box::whole(rank);
    for (Value result : reduce.getResults()) {
      Box theirs = inside(group, result);
      if (theirs.unused || theirs.bounds.empty()) {
        continue;
      }
      if (reduce.getResults().size() > 1) {
        return Box::whole(rank);
      }
      for (int64_t d = 0, r = 0; d < rank; ++d) {
        if (d != static_cast<int64_t>(reduce.getAxis())) {
          box.bounds[d] = theirs.bounds[r++];
        }
      }
    }
    return box;
  }
  if (user->getNumResults() != 1 || user->getNumRegions() || !isMemoryEffectFree(user)) {
    return Box::whole(rank);
  }
  Value result = user->getResult(0);
  auto type = dyn_cast<RankedTensorType>(use.get().getType());
  auto resultType = dyn_cast<RankedTensorType>(result.getType());
  if (!type || !resultType) {
    return Box::whole(rank);
  }
  if (isElementwiseOp(user) && type.getShape() == resultType.getShape()) {
    return inside(group, result);
  }
  if (auto broadcast = dyn_cast<tile::BroadcastOp>(user)) {
    Box box = inside(group, result);
    for (int64_t d = 0; !box.unused && d < rank; ++d) {
      box.bounds[d] = type.getDimSize(d) == 1 ? Bound() : box.bounds[d];
    }
    return box;
  }
  if (auto part = dyn_cast<tile::ExtractSliceOp>(user)) {
    Box box = inside(group, result);
    for (auto [d, offset] : llvm::enumerate(part.getOffsets())) {
      if (box.unused || (offset == 0 && box.bounds[d])) {
        continue;
      }
      auto constant = box.bounds[d] ? getConstantIntValue(box.bounds[d]) : std::nullopt;
      int64_t end = offset + std::clamp<int64_t>(constant.value_or(resultType.getDimSize(d)), 0,
                                                 resultType.getDimSize(d));
      box.bounds[d] = boundOf(Builder(user).getI64IntegerAttr(end), type.getDimSize(d));
    }
    return box;
  }
  if (isa<tile::ReshapeOp>(user)) {
    Box box = inside(group, result);
    return box.unused ? box : throughReshape(type, resultType, box);
  }
  if (auto permute = dyn_cast<tile::PermuteOp>(user)) {
    Box box = inside(group, result), source = box;
    for (auto [d, from] : llvm::enumerate(permute.getPermutation())) {
      if (!box.unused) {
        source.bounds[from] = box.bounds[d];
      }
    }
    return source;
  }
  return Box::whole(rank);
}

Box Demand::inside(Operation *group, Value value) {
  auto known = m_boxes.find(value);
  if (known != m_boxes.end()) {
    return known->second;
  }
  Box box;
  for (OpOperand &use : value.getUses()) {
    join(box, throughUse(group, use));
  }
  return m_boxes[value] = box;
}

} // namespace charonia::pe

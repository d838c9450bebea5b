// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Backward analysis of what is used of a tile.
#include "Demand.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace charonia::pe {
namespace {

// Buffers that loops carry may depend on each other; after so many rounds they are used as a whole.
constexpr unsigned kMostRounds = 8;
constexpr unsigned kMostRoundsOfGroup = 4;

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

bool isReadInParts(Value tile) {
  return !tile.use_empty() && llvm::all_of(tile.getUsers(), [](Operation *user) {
    return isa<tile::ExtractSliceOp>(user);
  });
}

Demand::Demand(ProgramOp program, const Places &places, Padding &padding)
    : m_places(places), m_padding(padding) {
  SmallVector<Value> buffers;
  for (CbAllocOp alloc : program.getBody().getOps<CbAllocOp>()) {
    buffers.push_back(alloc);
    m_boxes[alloc] = Box();
  }
  // From nothing up to what is used: the last buffers first, as most are made after what they are
  // made from.
  for (unsigned round = 0;; ++round) {
    bool changed = false;
    m_inside.clear();
    m_groups.clear();
    for (Value cb : llvm::reverse(buffers)) {
      Box box = join(cb), &known = m_boxes[cb];
      box.join(known);
      if (box == known) {
        continue;
      }
      known = round < kMostRounds ? box : Box::whole(tileTypeOf(cb).getRank());
      changed = true;
      m_inside.clear();
      m_groups.clear();
    }
    if (!changed) {
      return;
    }
  }
}

Box Demand::join(Value cb) {
  Box box;
  const bool resident = cb.getDefiningOp<CbAllocOp>().getResident();
  for (Operation *reader : cb.getUsers()) {
    auto command = dyn_cast<CommandOpInterface>(reader);
    if (!command || !llvm::is_contained(command.getCbReads(), cb)) {
      continue;
    }
    Box used = ofReader(reader, cb);
    // What an iteration reads that an earlier one wrote: the bounds must be those of all.
    Operation *loop = nullptr;
    for (Operation *writer : cb.getUsers()) {
      auto other = dyn_cast<CommandOpInterface>(writer);
      if (resident && other && llvm::is_contained(other.getCbWrites(), cb) &&
          m_places.positionOf(writer) >= m_places.positionOf(reader)) {
        Operation *common = Places::commonLoop(writer, reader);
        loop = common ? common : loop;
      }
    }
    for (Bound &bound : used.bounds) {
      if (loop && !m_places.isAvailable(bound, loop)) {
        bound = Bound();
      }
    }
    box.join(used);
  }
  return box;
}

Bound Demand::innerOf(DpeMmaOp mma) {
  Bound inner = m_padding.ofProduct(mma);
  return m_places.isAvailable(inner, mma) ? inner : Bound();
}

Box Demand::ofProduct(DpeMmaOp mma, unsigned operand) {
  const Box acc = of(mma.getWrites()[0]);
  if (acc.unused || (mma.getInit() && operand + 1 == mma.getReads().size())) {
    return acc;
  }
  Box box = Box::whole(2);
  const unsigned outer =
      operand == 0 ? (mma.getTransposeA() ? 1 : 0) : (mma.getTransposeB() ? 0 : 1);
  box.bounds[outer] = acc.bounds[operand];
  box.bounds[1 - outer] = innerOf(mma);
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
          box.bounds[d] = Bound(bound, tileTypeOf(cb).getDimSize(d));
        }
        return box;
      })
      .Case<VecGroupOp, SeComputeOp>([&](auto group) { return ofInputs(group, cb); })
      .Case([&](DpeMmaOp mma) {
        Box box;
        for (auto [index, read] : llvm::enumerate(mma.getReads())) {
          if (read == cb) {
            box.join(ofProduct(mma, index));
          }
        }
        return box;
      })
      .Case([&](ReDrainOp drain) { return of(drain.getWrites()[0]); })
      .Case([&](MluMoveOp move) {
        const Box written = of(move.getWrites()[0]);
        if (!move.getOffsets().empty()) {
          return written.unused ? written : Box::whole(rank);
        }
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
  if (auto reduce = dyn_cast<tile::ReduceOp>(user)) {
    return throughReduction(group, reduce, use);
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
      if (box.unused || (offset == 0 && !box.bounds[d].isWhole())) {
        continue;
      }
      int64_t end =
          offset + std::clamp<int64_t>(box.bounds[d].constant().value_or(resultType.getDimSize(d)),
                                       0, resultType.getDimSize(d));
      box.bounds[d] = Bound(Builder(user).getI64IntegerAttr(end), type.getDimSize(d));
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

Box Demand::throughReduction(Operation *group, tile::ReduceOp reduce, OpOperand &use) {
  const int64_t rank = rankOf(use.get());
  Box box;
  for (Value result : reduce.getResults()) {
    Box theirs = inside(group, result);
    if (theirs.unused) {
      continue;
    }
    box = Box::whole(rank);
    if (reduce.getResults().size() > 1) {
      return box;
    }
    for (int64_t d = 0, r = 0; d < rank; ++d) {
      if (d != static_cast<int64_t>(reduce.getAxis())) {
        box.bounds[d] = theirs.bounds[r++];
      }
    }
    // All of the group's main tiles are worked on as far as one of them: the sum runs over that.
    auto worked = m_groups.find(group);
    if (worked != m_groups.end() && rank == static_cast<int64_t>(shapeOf(group).size())) {
      Bound &axis = box.bounds[reduce.getAxis()];
      axis = m_padding.ofReduction(group, reduce);
      if (!worked->second.unused) {
        axis.join(worked->second.bounds[reduce.getAxis()]);
      }
    }
  }
  return box;
}

Box Demand::inside(Operation *group, Value value) {
  auto known = m_inside.find(value);
  if (known != m_inside.end()) {
    return known->second;
  }
  Box box;
  for (OpOperand &use : value.getUses()) {
    box.join(throughUse(group, use));
  }
  return m_inside[value] = box;
}

SmallVector<int64_t> Demand::shapeOf(Operation *group) {
  SmallVector<int64_t> shape;
  auto look = [&](Value tile) {
    auto type = dyn_cast<RankedTensorType>(tile.getType());
    if (!type || static_cast<size_t>(type.getRank()) < shape.size() || isReadInParts(tile)) {
      return;
    }
    if (static_cast<size_t>(type.getRank()) > shape.size()) {
      shape.assign(type.getRank(), 1);
    }
    for (int64_t d = 0; d < type.getRank(); ++d) {
      shape[d] = std::max(shape[d], type.getDimSize(d));
    }
  };
  Block &body = group->getRegion(0).front();
  llvm::for_each(body.getArguments(), look);
  for (Operation &op : body.without_terminator()) {
    llvm::for_each(op.getResults(), look);
  }
  return shape;
}

/// What one round says of the tiles of the highest rank.
Box Demand::groupBox(Operation *group) {
  const SmallVector<int64_t> shape = shapeOf(group);
  SmallVector<std::optional<Bound>> bounds(shape.size());
  auto look = [&](Value tile) {
    auto type = dyn_cast<RankedTensorType>(tile.getType());
    if (!type || static_cast<size_t>(type.getRank()) != shape.size() || isReadInParts(tile)) {
      return;
    }
    Box box = inside(group, tile);
    for (auto [d, extent] : llvm::enumerate(type.getShape())) {
      if (box.unused || extent == 1) {
        continue; // one element serves all of a dimension
      }
      // A tile of another extent is worked on as a whole.
      Bound bound = extent == shape[d] ? box.bounds[d] : Bound();
      if (bounds[d]) {
        bounds[d]->join(bound);
      } else {
        bounds[d] = bound;
      }
    }
  };
  Block &body = group->getRegion(0).front();
  llvm::for_each(body.getArguments(), look);
  for (Operation &op : body.without_terminator()) {
    llvm::for_each(op.getResults(), look);
  }
  Box result = Box::whole(static_cast<int64_t>(shape.size()));
  for (auto [mine, bound] : llvm::zip_equal(result.bounds, bounds)) {
    bool known = bound && Places::isPlain(*bound) && m_places.isAvailable(*bound, group);
    mine = known ? *bound : Bound();
  }
  return result;
}

Box Demand::ofGroup(Operation *group) {
  auto known = m_groups.find(group);
  if (known != m_groups.end()) {
    return known->second;
  }
  Block &body = group->getRegion(0).front();
  bool memory = llvm::any_of(body.without_terminator(), [](Operation &op) {
    return op.getNumRegions() == 0 && !isMemoryEffectFree(&op);
  });
  if (memory || shapeOf(group).empty()) {
    return {};
  }
  auto forget = [&] {
    for (Value argument : body.getArguments()) {
      m_inside.erase(argument);
    }
    for (Operation &op : body) {
      for (Value result : op.getResults()) {
        m_inside.erase(result);
      }
    }
  };
  for (unsigned round = 0;; ++round) {
    Box before = m_groups[group]; // from nothing up, as the sums' bounds are part of it
    forget();
    Box box = groupBox(group);
    box.join(before);
    if (round >= kMostRoundsOfGroup) {
      box = Box::whole(static_cast<int64_t>(shapeOf(group).size()));
    }
    m_groups[group] = box;
    if (box == before) {
      return box;
    }
  }
}

/// What a group uses of `cb`, given how far it works.
Box Demand::ofInputs(Operation *group, Value cb) {
  ofGroup(group);
  Box box;
  auto reads = cast<CommandOpInterface>(group).getCbReads();
  for (auto [index, read] : llvm::enumerate(reads)) {
    if (read == cb) {
      box.join(inside(group, group->getRegion(0).getArgument(index)));
    }
  }
  return box;
}

} // namespace charonia::pe

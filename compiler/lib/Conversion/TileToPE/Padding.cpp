// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forward analysis of padding: from masks of loads and selections through elementwise work,
// broadcasts and buffers to the reductions and products that may stop at it.
#include "Padding.h"

#include "Pads.h"

#include "charonia/Support/FnTable.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace charonia::pe {
namespace {

RankedTensorType tileOf(Value value) { return dyn_cast<RankedTensorType>(value.getType()); }

Paddings unknown(int64_t rank) { return Paddings(rank); }

/// The same everywhere along every dimension.
Paddings alike(int64_t rank, Pad pad) { return Paddings(rank, Padded::all(pad)); }

/// What holds if one or the other is the case.
Padded either(const Padded &a, const Padded &b) {
  if (!a.isKnown() || !b.isKnown()) {
    return {};
  }
  Padded result = a;
  if (!(a.pad == b.pad)) {
    result.pad = {Pad::Kind::Alike, 0};
  }
  result.everywhere = a.everywhere && b.everywhere;
  if (a.everywhere) {
    result.bound = b.bound;
  } else if (!b.everywhere) {
    result.bound.join(b.bound);
  }
  return result;
}

/// A vector that gets dimensions of extent 1, or loses them: `from` in the dimensions of `to`.
Paddings reshaped(RankedTensorType from, RankedTensorType to, const Paddings &source) {
  Paddings result(to.getRank());
  SmallVector<int64_t> mine, theirs;
  for (int64_t d = 0; d < from.getRank(); ++d) {
    if (from.getDimSize(d) != 1) {
      theirs.push_back(d);
    }
  }
  for (int64_t d = 0; d < to.getRank(); ++d) {
    if (to.getDimSize(d) != 1) {
      mine.push_back(d);
    } else {
      result[d] = Padded::all({Pad::Kind::Alike, 0});
    }
  }
  bool same = mine.size() == theirs.size();
  for (size_t i = 0; same && i < mine.size(); ++i) {
    same = to.getDimSize(mine[i]) == from.getDimSize(theirs[i]);
  }
  for (size_t i = 0; same && i < mine.size(); ++i) {
    result[mine[i]] = source[theirs[i]];
  }
  return result;
}

/// Elements of one value: a constant, a splat of one.
std::optional<Pad> padOfConstant(Operation *op) {
  Attribute value;
  if (auto splat = dyn_cast<tile::SplatOp>(op)) {
    bool known = matchPattern(splat.getSource(), m_Constant(&value));
    auto bits = known ? compiler::rawBitsOf(value) : std::nullopt;
    return bits ? Pad{Pad::Kind::Constant, *bits} : Pad{Pad::Kind::Alike, 0};
  }
  DenseElementsAttr dense;
  if (!matchPattern(op, m_Constant(&dense)) || !dense.isSplat()) {
    return std::nullopt;
  }
  auto bits = compiler::rawBitsOf(dense.getSplatValue<Attribute>());
  return bits ? Pad{Pad::Kind::Constant, *bits} : Pad{Pad::Kind::Alike, 0};
}

} // namespace

Bound upperOf(FiLoadOp load, unsigned dim) {
  ArrayRef<int64_t> uppers = load.getStaticUpper();
  size_t before = llvm::count(uppers.take_front(dim), ShapedType::kDynamic);
  OpFoldResult upper = ShapedType::isDynamic(uppers[dim])
                           ? OpFoldResult(load.getUpper()[before])
                           : OpFoldResult(Builder(load).getI64IntegerAttr(uppers[dim]));
  return {upper, load.getTile().getDimSize(dim)};
}

Padding::~Padding() {
  for (Operation *op : llvm::reverse(m_made)) {
    if (op->use_empty()) {
      op->erase();
    }
  }
}

Paddings Padding::ofLoad(FiLoadOp load) {
  RankedTensorType tile = load.getTile();
  Paddings result = unknown(tile.getRank());
  if (load.getKeep() || load.getRowDimAttr()) {
    return result;
  }
  Pad pad{Pad::Kind::Constant, static_cast<uint64_t>(load.getPadBitsAttr().getInt())};
  for (int64_t d = 0; d < tile.getRank(); ++d) {
    result[d] = {pad, false, upperOf(load, d)};
  }
  return result;
}

Paddings Padding::ofWriter(Operation *writer, Value cb) {
  const int64_t rank = cast<CbType>(cb.getType()).getTile().getRank();
  return llvm::TypeSwitch<Operation *, Paddings>(writer)
      .Case([&](FiLoadOp load) { return ofLoad(load); })
      .Case<VecGroupOp, SeComputeOp>([&](auto group) {
        std::optional<Paddings> result;
        auto values = group.getBody().front().getTerminator()->getOperands();
        for (auto [index, write] : llvm::enumerate(group.getWrites())) {
          if (write == cb) {
            Paddings written = inside(group, values[index]);
            for (int64_t d = 0; result && d < rank; ++d) {
              written[d] = either(written[d], (*result)[d]);
            }
            result = written;
          }
        }
        return result.value_or(unknown(rank));
      })
      .Case([&](MluMoveOp move) {
        if (!move.getOffsets().empty()) {
          return unknown(rank); // the part may begin behind the bound
        }
        Paddings source = of(move.getReads()[0], move), result = unknown(rank);
        for (auto [d, from] : llvm::enumerate(move.getPermutation())) {
          result[d] = source[from];
        }
        return result;
      })
      .Default([&](Operation *) { return unknown(rank); });
}

Paddings Padding::of(Value cb, Operation *reader) {
  const int64_t rank = cast<CbType>(cb.getType()).getTile().getRank();
  if (!m_open.insert(cb).second) {
    return unknown(rank);
  }
  const bool resident = cb.getDefiningOp<CbAllocOp>().getResident();
  std::optional<Paddings> result;
  for (Operation *user : cb.getUsers()) {
    auto command = dyn_cast<CommandOpInterface>(user);
    if (!command || isa<CbUpdateOp>(user) || !llvm::is_contained(command.getCbWrites(), cb)) {
      continue;
    }
    Paddings written = ofWriter(user, cb);
    // What an earlier iteration wrote has that iteration's bounds.
    Operation *loop = resident ? Places::commonLoop(user, reader) : nullptr;
    bool earlier = loop && m_places.positionOf(user) >= m_places.positionOf(reader);
    for (int64_t d = 0; d < rank; ++d) {
      bool holds = !earlier || m_places.isAvailable(written[d].bound, loop);
      written[d] = !holds ? Padded() : result ? either(written[d], (*result)[d]) : written[d];
    }
    result = written;
  }
  m_open.erase(cb);
  return result.value_or(unknown(rank));
}

Paddings Padding::inside(Operation *group, Value tile) {
  auto known = m_inside.find(tile);
  if (known != m_inside.end()) {
    return known->second;
  }
  Paddings result = compute(group, tile);
  return m_inside[tile] = result;
}

Paddings Padding::compute(Operation *group, Value tile) {
  RankedTensorType type = tileOf(tile);
  if (!type) {
    return {};
  }
  const int64_t rank = type.getRank();
  if (auto argument = dyn_cast<BlockArgument>(tile)) {
    auto reads = cast<CommandOpInterface>(group).getCbReads();
    return argument.getArgNumber() < reads.size() ? of(reads[argument.getArgNumber()], group)
                                                  : unknown(rank);
  }
  Operation *op = tile.getDefiningOp();
  if (std::optional<Pad> pad = padOfConstant(op)) {
    return alike(rank, *pad);
  }
  if (auto iota = dyn_cast<tile::IotaOp>(op)) {
    Paddings result = alike(rank, {Pad::Kind::Alike, 0});
    result[iota.getAxis()] = {};
    return result;
  }
  if (auto broadcast = dyn_cast<tile::BroadcastOp>(op)) {
    Paddings result = inside(group, broadcast.getSource());
    for (int64_t d = 0; d < rank; ++d) {
      if (tileOf(broadcast.getSource()).getDimSize(d) == 1 && !result[d].everywhere) {
        result[d] = Padded::all({Pad::Kind::Alike, 0});
      }
    }
    return result;
  }
  if (auto reshape = dyn_cast<tile::ReshapeOp>(op)) {
    return reshaped(tileOf(reshape.getSource()), type, inside(group, reshape.getSource()));
  }
  if (auto permute = dyn_cast<tile::PermuteOp>(op)) {
    Paddings source = inside(group, permute.getSource()), result = unknown(rank);
    for (auto [d, from] : llvm::enumerate(permute.getPermutation())) {
      result[d] = source[from];
    }
    return result;
  }
  if (auto reduce = dyn_cast<tile::ReduceOp>(op)) {
    Paddings result;
    Paddings source = inside(group, reduce.getOperands()[0]);
    for (auto [d, padded] : llvm::enumerate(source)) {
      if (d != reduce.getAxis()) {
        padded.pad.kind = padded.pad.isKnown() ? Pad::Kind::Alike : Pad::Kind::Unknown;
        result.push_back(reduce.getOperands().size() == 1 ? padded : Padded());
      }
    }
    return result;
  }
  if (op->hasAttr(tile::kAllTrueAttr)) {
    return inside(group, op->getOperand(0)); // as if it were not there
  }
  return op->getNumResults() == 1 ? ofElementwise(group, op) : unknown(rank);
}

Paddings Padding::ofElementwise(Operation *group, Operation *op) {
  RankedTensorType type = tileOf(op->getResult(0));
  Paddings result = unknown(type.getRank());
  if (!compiler::fnOf(op)) {
    return result;
  }
  SmallVector<Paddings> operands;
  for (Value operand : op->getOperands()) {
    RankedTensorType tile = tileOf(operand);
    if (tile && tile.getShape() != type.getShape()) {
      return result;
    }
    Operation *def = operand.getDefiningOp();
    Attribute value;
    bool constant = !tile && def && matchPattern(def, m_Constant(&value));
    auto bits = constant ? compiler::rawBitsOf(value) : std::nullopt;
    operands.push_back(tile ? inside(group, operand)
                            : alike(type.getRank(), bits ? Pad{Pad::Kind::Constant, *bits}
                                                         : Pad{Pad::Kind::Alike, 0}));
  }
  for (int64_t d = 0; d < type.getRank(); ++d) {
    SmallVector<Padded> along;
    for (const Paddings &operand : operands) {
      along.push_back(operand[d]);
    }
    result[d] = paddedResult(op, along);
  }
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    Paddings compared = ofComparison(group, compare);
    for (int64_t d = 0; d < type.getRank(); ++d) {
      result[d] = result[d].isKnown() ? result[d] : compared[d];
    }
  }
  return result;
}

Value Padding::boundBefore(Operation *group, const tile::LinearTile &sum, int64_t sign) {
  auto command = cast<CommandOpInterface>(group);
  const size_t reads = command.getCbReads().size();
  SmallVector<std::pair<Value, int64_t>> terms;
  for (auto [value, factor] : sum.scalars) {
    if (factor == 0) {
      continue;
    }
    auto argument = dyn_cast<BlockArgument>(value);
    Value outside;
    if (argument && argument.getOwner() == &group->getRegion(0).front()) {
      const size_t index = argument.getArgNumber() - reads;
      outside = isa<VecGroupOp>(group) ? cast<VecGroupOp>(group).getInputs()[index]
                                       : cast<SeComputeOp>(group).getInputs()[index];
    }
    bool number = outside && (outside.getType().isInteger(32) || outside.getType().isInteger(64));
    if (!number || std::abs(factor) > kLargestFactor) {
      return {};
    }
    terms.push_back({outside, sign * factor});
  }
  // A difference reads, and compares, better than a sum that begins with something negative.
  auto begin = llvm::find_if(terms, [](auto &term) { return term.second > 0; });
  if (begin != terms.end()) {
    std::rotate(terms.begin(), begin, begin + 1);
  }
  OpBuilder builder(group);
  auto add = [&](Operation *op) {
    m_made.push_back(op);
    return op->getResult(0);
  };
  auto at = [&] { return compiler::freshLoc(group, &m_context.lineage, "bound"); };
  auto constant = [&](int64_t value) {
    return add(builder.create<arith::ConstantOp>(at(), builder.getI64IntegerAttr(value)));
  };
  Value result;
  for (auto [value, factor] : terms) {
    Value term = value.getType().isInteger(64)
                     ? value
                     : add(builder.create<arith::ExtSIOp>(at(), builder.getI64Type(), value));
    bool minus = factor < 0 && result;
    if (std::abs(factor) != 1 || (factor < 0 && !minus)) {
      term = add(builder.create<arith::MulIOp>(at(), term, constant(minus ? -factor : factor)));
    }
    result = !result ? term
             : minus ? add(builder.create<arith::SubIOp>(at(), result, term))
                     : add(builder.create<arith::AddIOp>(at(), result, term));
  }
  if (!result) {
    return constant(sign * sum.constant);
  }
  return sum.constant == 0
             ? result
             : add(builder.create<arith::AddIOp>(at(), result, constant(sign * sum.constant)));
}

Paddings Padding::ofComparison(Operation *group, arith::CmpIOp compare) {
  RankedTensorType type = tileOf(compare.getResult());
  Paddings result = unknown(type.getRank());
  auto left = tile::linearOf(compare.getLhs()), right = tile::linearOf(compare.getRhs());
  if (!left || !right) {
    return result;
  }
  // left - right, which grows or falls along one dimension alone.
  tile::LinearTile sum = *left;
  std::optional<int64_t> dim;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    sum.factors[d] -= right->factors[d];
    if (sum.factors[d] != 0 && type.getDimSize(d) != 1) {
      if (dim) {
        return result;
      }
      dim = d;
    }
  }
  for (auto [value, factor] : right->scalars) {
    auto known = llvm::find_if(sum.scalars, [v = value](auto &entry) { return entry.first == v; });
    if (known != sum.scalars.end()) {
      known->second -= factor;
    } else {
      sum.scalars.push_back({value, -factor});
    }
  }
  sum.constant -= right->constant;
  if (!dim || std::abs(sum.factors[*dim]) != 1) {
    return result;
  }
  // index + sum < 0, or sum - index < 0, and so on: the same from some index on.
  using Predicate = arith::CmpIPredicate;
  Predicate predicate = compare.getPredicate();
  const bool grows = sum.factors[*dim] > 0;
  const int64_t sign = grows ? -1 : 1;
  const bool isEqual = predicate == Predicate::eq, differs = predicate == Predicate::ne;
  const bool less = predicate == Predicate::slt || predicate == Predicate::sle;
  const bool greater = predicate == Predicate::sgt || predicate == Predicate::sge;
  if (!isEqual && !differs && !less && !greater) {
    return result;
  }
  const bool later = isEqual || differs || predicate == (grows ? Predicate::sle : Predicate::slt) ||
                     predicate == (grows ? Predicate::sgt : Predicate::sge);
  sum.constant += sign * (later ? 1 : 0);
  Value bound = boundBefore(group, sum, sign);
  if (bound && Places::isPlain(Bound(bound, type.getDimSize(*dim)))) {
    const bool holds = differs || (grows ? greater : less);
    result[*dim] = {{Pad::Kind::Constant, holds ? 1U : 0U},
                    false,
                    Bound(getAsOpFoldResult(bound), type.getDimSize(*dim))};
  }
  return result;
}

Bound Padding::ofReduction(Operation *group, tile::ReduceOp reduce) {
  if (reduce.getOperands().size() != 1) {
    return {};
  }
  Value operand = reduce.getOperands()[0];
  const Padded padded = inside(group, operand)[reduce.getAxis()];
  bool stops = padded.isKnown() && !padded.everywhere && !padded.bound.isWhole() &&
               isIdempotent(reduce, padded.pad);
  return stops ? padded.bound.withPadding(tileOf(operand).getDimSize(reduce.getAxis())) : Bound();
}

Bound Padding::ofProduct(DpeMmaOp mma) {
  if (!mma.getMultiply()) {
    return {};
  }
  const unsigned kOfA = mma.getTransposeA() ? 0 : 1, kOfB = mma.getTransposeB() ? 1 : 0;
  Value left = mma.getReads()[0], right = mma.getReads()[1];
  RankedTensorType type = cast<CbType>(left.getType()).getTile();
  const Padded a = of(left, mma)[kOfA], b = of(right, mma)[kOfB];
  Operation *acc = mma.getWrites()[0].getDefiningOp();
  bool preloaded = llvm::any_of(acc->getUsers(), [](Operation *user) {
    auto other = dyn_cast<DpeMmaOp>(user);
    return other && other.getInit();
  });
  auto policy = m_program->getAttrOfType<StringAttr>(tile::kPolicyAttr);
  const bool strict = !policy || policy.getValue() == "strict";
  return productBound(a, b, *compiler::elementTypeOf(type), type.getDimSize(kOfA), strict,
                      preloaded);
}

} // namespace charonia::pe

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds and extents of commands from what is used of their tiles.
#include "Extents.h"

#include "Demand.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <map>

using namespace mlir;

namespace charonia::pe {
namespace {

constexpr unsigned kDeepestCopy = 24; ///< of a bound's computation that is repeated elsewhere

class Shrinker {
public:
  Shrinker(ProgramOp program, compiler::PassContext &context)
      : m_program(program), m_context(context), m_dominance(program) {}

  void run() {
    SmallVector<Operation *> commands;
    m_program.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<CommandOpInterface>(op)) {
        commands.push_back(op);
      }
      return isa<VecGroupOp, SeComputeOp>(op) ? WalkResult::skip() : WalkResult::advance();
    });
    for (Operation *op : commands) {
      llvm::TypeSwitch<Operation *>(op)
          .Case([&](DpeMmaOp mma) { shrinkProduct(mma); })
          .Case([&](ReDrainOp drain) { shrinkDrain(drain); })
          .Case<VecGroupOp, SeComputeOp>([&](auto group) { shrinkGroup(group); });
    }
    for (Operation *op : commands) { // last: products look at the loads' boxes
      if (auto load = dyn_cast<FiLoadOp>(op)) {
        shrinkLoad(load);
      }
    }
  }

private:
  // --- Bounds as values

  /// `value` as it can be computed before `at`; null if it cannot.
  Value available(Value value, Operation *at, OpBuilder &builder, unsigned depth = 0) {
    if (m_dominance.properlyDominates(value, at)) {
      return value;
    }
    Operation *def = value.getDefiningOp();
    if (!def || depth > kDeepestCopy || def->getNumRegions() || def->getNumResults() != 1 ||
        def->getName().getDialectNamespace() != "arith" || !isMemoryEffectFree(def)) {
      return {};
    }
    auto known = m_copies.find({value.getAsOpaquePointer(), at});
    if (known != m_copies.end()) {
      return known->second;
    }
    IRMapping map;
    for (Value operand : def->getOperands()) {
      Value here = available(operand, at, builder, depth + 1);
      if (!here) {
        return {};
      }
      map.map(operand, here);
    }
    Operation *copy = builder.clone(*def, map);
    copy->setLoc(compiler::freshLoc(def, &m_context.lineage, "shrink"));
    return m_copies[{value.getAsOpaquePointer(), at}] = copy->getResult(0);
  }

  /// A bound as a value before `op`, as far out of loops as it goes; null if that is impossible.
  Value valueOf(Bound bound, int64_t extent, Operation *op) {
    OpBuilder builder(op);
    auto constant = bound ? getConstantIntValue(bound) : std::optional<int64_t>(extent);
    if (constant) {
      Value made =
          builder.create<arith::ConstantOp>(compiler::freshLoc(op, &m_context.lineage, "extent"),
                                            builder.getI64IntegerAttr(*constant));
      return made;
    }
    SmallVector<Operation *> places = {op};
    for (Operation *parent = op->getParentOp(); parent && !isa<PidLoopOp, ProgramOp>(parent);
         parent = parent->getParentOp()) {
      places.push_back(parent);
    }
    for (Operation *place : llvm::reverse(places)) {
      builder.setInsertionPoint(place);
      if (Value value = available(cast<Value>(bound), place, builder)) {
        return value;
      }
    }
    return {};
  }

  /// True if `value` is arithmetic on arguments and program ids: what any core knows at no cost.
  static bool isPlain(Value value, unsigned depth = 0) {
    Operation *def = value.getDefiningOp();
    if (!def) {
      return true;
    }
    return depth <= kDeepestCopy && def->getName().getDialectNamespace() == "arith" &&
           llvm::all_of(def->getOperands(), [&](Value v) { return isPlain(v, depth + 1); });
  }

  /// Extents for `op`, or none if they say nothing or cannot be computed there.
  SmallVector<Value> extentsOf(const Box &box, ArrayRef<int64_t> shape, Operation *op) {
    if (box.unused || box.isWhole() || box.bounds.size() != shape.size()) {
      return {};
    }
    SmallVector<Value> values;
    for (auto [bound, extent] : llvm::zip_equal(box.bounds, shape)) {
      Value value = valueOf(bound, extent, op);
      if (!value) {
        value = valueOf(Bound(), extent, op);
      }
      values.push_back(value);
    }
    return values;
  }

  // --- Commands

  static ArrayRef<int64_t> shapeOf(Value cb) {
    return cast<CbType>(cb.getType()).getTile().getShape();
  }

  void note(Operation *op, const char *what, const char *why) {
    m_context.remarks.add("tile-to-pe", "shrink", op, what, why);
  }

  /// The bound along `dim` of the zeros-padded box that is loaded into `cb`; null if there is none.
  Bound zeroPadded(Value cb, unsigned dim) {
    Bound bound;
    for (Operation *user : cb.getUsers()) {
      auto command = dyn_cast<CommandOpInterface>(user);
      if (!command || !llvm::is_contained(command.getCbWrites(), cb)) {
        continue;
      }
      auto load = dyn_cast<FiLoadOp>(user);
      if (!load || bound || load.getKeep() || load.getRowDimAttr() ||
          load.getPadBitsAttr().getInt() != 0) {
        return {};
      }
      bound = upperOf(load, dim);
      if (!bound) {
        return {};
      }
    }
    return bound;
  }

  static Bound upperOf(FiLoadOp load, unsigned dim) {
    ArrayRef<int64_t> uppers = load.getStaticUpper();
    size_t before = llvm::count(uppers.take_front(dim), ShapedType::kDynamic);
    OpFoldResult upper = ShapedType::isDynamic(uppers[dim])
                             ? OpFoldResult(load.getUpper()[before])
                             : OpFoldResult(Builder(load).getI64IntegerAttr(uppers[dim]));
    return boundOf(upper, load.getTile().getDimSize(dim));
  }

  void shrinkProduct(DpeMmaOp mma) {
    if (!mma.getMultiply()) {
      return;
    }
    Value acc = mma.getWrites()[0];
    Box box = m_demand.of(acc);
    if (box.unused) {
      return;
    }
    unsigned kOfA = mma.getTransposeA() ? 0 : 1, kOfB = mma.getTransposeB() ? 1 : 0;
    Bound a = zeroPadded(mma.getReads()[0], kOfA), b = zeroPadded(mma.getReads()[1], kOfB);
    // Beyond both boxes zeros meet zeros. Beyond one of them the other side's elements would have
    // to be finite.
    bool inner = a && b && sameBound(a, b);
    box.bounds.push_back(inner ? a : Bound());
    SmallVector<int64_t> shape(shapeOf(acc));
    shape.push_back(shapeOf(mma.getReads()[0])[kOfA]);
    SmallVector<Value> extents = extentsOf(box, shape, mma);
    if (!extents.empty()) {
      mma.getExtentsMutable().assign(extents);
      note(mma, "the product covers what is used",
           inner ? "rows, columns and zeros that nobody sees"
                 : "rows and columns that nobody sees");
    }
  }

  void shrinkDrain(ReDrainOp drain) {
    Value written = drain.getWrites()[0];
    drain.getExtentsMutable().assign(extentsOf(m_demand.of(written), shapeOf(written), drain));
  }

  /// True if the work is on parts of the tile alone, which are read from where they lie.
  static bool isReadInParts(Value tile) {
    return !tile.use_empty() && llvm::all_of(tile.getUsers(), [](Operation *user) {
      return isa<tile::ExtractSliceOp>(user);
    });
  }

  /// Tiles of the highest rank, and of one shape, give a group its extents.
  template <typename Op>
  void shrinkGroup(Op group) {
    SmallVector<Value> tiles(group.getBody().getArguments());
    bool memory = false;
    for (Operation &op : group.getBody().front().without_terminator()) {
      llvm::append_range(tiles, op.getResults());
      memory |= op.getNumRegions() == 0 && !isMemoryEffectFree(&op);
    }
    int64_t rank = 0;
    for (Value tile : tiles) {
      auto type = dyn_cast<RankedTensorType>(tile.getType());
      rank = std::max(rank, type ? type.getRank() : 0);
    }
    if (memory || rank == 0) {
      return;
    }
    SmallVector<int64_t> shape(rank, 1);
    SmallVector<std::optional<Bound>> bounds(rank);
    for (Value tile : tiles) {
      auto type = dyn_cast<RankedTensorType>(tile.getType());
      if (!type || type.getRank() != rank || isReadInParts(tile)) {
        continue;
      }
      Box box = m_demand.inside(group, tile);
      for (int64_t d = 0; d < rank; ++d) {
        int64_t extent = type.getDimSize(d);
        if (extent == 1 || box.unused) {
          continue;
        }
        // Tiles of another extent, or used to another bound: the whole dimension.
        bool fits = shape[d] == 1 || shape[d] == extent;
        bool same = fits && (!bounds[d] || sameBound(*bounds[d], box.bounds[d]));
        bounds[d] = same ? box.bounds[d] : Bound();
        shape[d] = std::max(shape[d], extent);
      }
    }
    Box box = Box::whole(rank);
    for (int64_t d = 0; d < rank; ++d) {
      box.bounds[d] = bounds[d].value_or(Bound());
      auto value = dyn_cast_if_present<Value>(box.bounds[d]);
      box.bounds[d] = value && !isPlain(value) ? Bound() : box.bounds[d];
    }
    SmallVector<Value> extents = extentsOf(box, shape, group);
    if (!extents.empty()) {
      group.getExtentsMutable().assign(extents);
      note(group, "work on what is used", "elements that nobody sees");
    }
  }

  void shrinkLoad(FiLoadOp load) {
    if (load.getRowDimAttr()) {
      return; // gathered by rows
    }
    Value cb = load.getWrites()[0];
    Box box = m_demand.of(cb);
    if (box.unused || box.isWhole()) {
      return;
    }
    OpBuilder builder(load);
    SmallVector<Value> dynamic;
    SmallVector<int64_t> constants;
    bool changed = false;
    for (auto [d, extent] : llvm::enumerate(shapeOf(cb))) {
      int64_t constant = load.getStaticUpper()[d];
      Bound mine = upperOf(load, d), theirs = box.bounds[d];
      Value limit = theirs && !sameBound(mine, theirs) ? valueOf(theirs, extent, load) : Value();
      auto limitConstant = theirs ? getConstantIntValue(theirs) : std::nullopt;
      if (!limit || (limitConstant && mine && getConstantIntValue(mine) &&
                     *getConstantIntValue(mine) <= *limitConstant)) {
        constants.push_back(constant);
        if (ShapedType::isDynamic(constant)) {
          dynamic.push_back(cast<Value>(mine));
        }
        continue;
      }
      changed = true;
      constants.push_back(ShapedType::kDynamic);
      if (mine) {
        builder.setInsertionPoint(load);
        limit =
            builder.create<arith::MinSIOp>(compiler::freshLoc(load, &m_context.lineage, "shrink"),
                                           valueOf(mine, extent, load), limit);
      }
      dynamic.push_back(limit);
    }
    if (!changed) {
      return;
    }
    load.getUpperMutable().assign(dynamic);
    load.setStaticUpper(constants);
    note(load, "fetches what is used", "a store further on writes no more");
  }

  ProgramOp m_program;
  compiler::PassContext &m_context;
  DominanceInfo m_dominance;
  Demand m_demand;
  std::map<std::pair<const void *, Operation *>, Value> m_copies;
};

} // namespace

void shrinkCommands(ProgramOp program, compiler::PassContext &context) {
  Shrinker(program, context).run();
}

} // namespace charonia::pe

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds and extents of commands from what is used of their tiles.
#include "Extents.h"

#include "BoxTable.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <map>

using namespace mlir;

namespace charonia::pe {
namespace {

class Shrinker {
public:
  Shrinker(ProgramOp program, compiler::PassContext &context)
      : m_program(program), m_context(context), m_places(program),
        m_padding(program, m_places, context), m_demand(program, m_places, m_padding),
        m_table(program, m_demand, m_padding, context) {}

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
    m_table.report();
  }

private:
  // --- Bounds as values

  /// `value`, which is available there, as a value before `at`.
  Value available(Value value, Operation *at, OpBuilder &builder) {
    DominanceInfo dominance;
    if (dominance.properlyDominates(value, at)) {
      return value;
    }
    auto known = m_copies.find({value.getAsOpaquePointer(), at});
    if (known != m_copies.end()) {
      return known->second;
    }
    Operation *def = value.getDefiningOp();
    IRMapping map;
    for (Value operand : def->getOperands()) {
      map.map(operand, available(operand, at, builder));
    }
    Operation *copy = builder.clone(*def, map);
    copy->setLoc(compiler::freshLoc(def, &m_context.lineage, "shrink"));
    return m_copies[{value.getAsOpaquePointer(), at}] = copy->getResult(0);
  }

  /// A bound as a value before `op`, as far out of loops as it goes; null if that is impossible.
  Value valueOf(const Bound &bound, int64_t extent, Operation *op) {
    OpBuilder builder(op);
    auto at = [&] { return compiler::freshLoc(op, &m_context.lineage, "extent"); };
    auto constant = [&](int64_t number) -> Value {
      return builder.create<arith::ConstantOp>(at(), builder.getI64IntegerAttr(number));
    };
    auto number = bound.isWhole() ? std::optional<int64_t>(extent) : bound.constant();
    if (number) {
      return constant(*number);
    }
    if (!m_places.isAvailable(bound, op)) {
      return {};
    }
    Operation *place = op;
    for (Operation *parent = op->getParentOp(); parent && !isa<PidLoopOp, ProgramOp>(parent);
         parent = parent->getParentOp()) {
      place = m_places.isAvailable(bound, parent) ? parent : place;
    }
    builder.setInsertionPoint(place);
    Value result = bound.hasPadding() ? constant(0) : Value();
    for (OpFoldResult entry : bound.values()) {
      auto value = dyn_cast<Value>(entry);
      Value term = value ? available(value, place, builder) : constant(*getConstantIntValue(entry));
      result = result ? builder.create<arith::MaxSIOp>(at(), result, term) : term;
    }
    return bound.hasPadding() ? builder.create<arith::AddIOp>(at(), result, constant(1)) : result;
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

  void shrinkProduct(DpeMmaOp mma) {
    if (!mma.getMultiply()) {
      return;
    }
    Value acc = mma.getWrites()[0];
    Box box = m_demand.of(acc);
    if (box.unused) {
      return;
    }
    Bound inner = m_demand.innerOf(mma);
    box.bounds.push_back(inner);
    SmallVector<int64_t> shape(shapeOf(acc));
    shape.push_back(shapeOf(mma.getReads()[0])[mma.getTransposeA() ? 0 : 1]);
    SmallVector<Value> extents = extentsOf(box, shape, mma);
    if (!extents.empty()) {
      mma.getExtentsMutable().assign(extents);
      m_table.shrunk(acc, "product");
      note(mma, "the product covers what is used",
           inner.isWhole() ? "rows and columns that nobody sees"
                           : "rows, columns and zeros that nobody sees");
    }
  }

  void shrinkDrain(ReDrainOp drain) {
    Value written = drain.getWrites()[0];
    SmallVector<Value> extents = extentsOf(m_demand.of(written), shapeOf(written), drain);
    if (!extents.empty()) {
      drain.getExtentsMutable().assign(extents);
      m_table.shrunk(written, "drain");
    }
  }

  /// Tiles of the highest rank, and of one shape, give a group its extents.
  template <typename Op>
  void shrinkGroup(Op group) {
    SmallVector<Value> extents = extentsOf(m_demand.ofGroup(group), Demand::shapeOf(group), group);
    if (!extents.empty()) {
      group.getExtentsMutable().assign(extents);
      note(group, "work on what is used", "elements that nobody sees");
      for (Value written : group.getWrites()) {
        m_table.shrunk(written,
                       isa<VecGroupOp>(group.getOperation()) ? "vector work" : "SIMD work");
      }
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
    bool padded = false, padding = false;
    for (auto [d, bound] : llvm::enumerate(box.bounds)) {
      Bound mine = upperOf(load, d);
      padded |= !mine.isWhole();
      padding |= !mine.covers(bound);
    }
    if (padded && !padding && !load.getKeep()) {
      m_table.shrunk(cb, "fill");
    }
    OpBuilder builder(load);
    SmallVector<Value> dynamic;
    SmallVector<int64_t> constants;
    bool changed = false;
    for (auto [d, extent] : llvm::enumerate(shapeOf(cb))) {
      int64_t constant = load.getStaticUpper()[d];
      Bound mine = upperOf(load, d), theirs = box.bounds[d];
      Value limit = theirs.covers(mine) ? Value() : valueOf(theirs, extent, load);
      if (!limit) {
        constants.push_back(constant);
        if (ShapedType::isDynamic(constant)) {
          dynamic.push_back(load.getUpper()[llvm::count(load.getStaticUpper().take_front(d),
                                                        ShapedType::kDynamic)]);
        }
        continue;
      }
      changed = true;
      constants.push_back(ShapedType::kDynamic);
      if (!mine.isWhole()) {
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
    m_table.shrunk(cb, "load");
  }

  ProgramOp m_program;
  compiler::PassContext &m_context;
  Places m_places;
  Padding m_padding;
  Demand m_demand;
  BoxTable m_table;
  std::map<std::pair<const void *, Operation *>, Value> m_copies;
};

} // namespace

void shrinkCommands(ProgramOp program, compiler::PassContext &context) {
  Shrinker(program, context).run();
}

} // namespace charonia::pe

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expansion of tt.map_elementwise. With pack = p, lane i of the k-th argument of an operand is
// element i * p + k of it: operands are taken apart into p tiles and results put together.
#include "ExpandMaps.h"

#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/CFGToSCF.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace charonia::tt {

namespace {

/// Lifts branches of a map's region.
class LiftMap : public ControlFlowToSCFTransformation {
public:
  FailureOr<Operation *> createUnreachableTerminator(Location loc, OpBuilder &builder,
                                                     Region &region) override {
    auto map = cast<MapElementwiseOp>(region.getParentOp());
    SmallVector<Value> results;
    for (Type type : map->getResultTypes()) {
      for (uint64_t i = 0; i < map.getPack(); ++i) {
        results.push_back(getUndefValue(loc, builder, elementOf(type)));
      }
    }
    return builder.create<MapElementwiseReturnOp>(loc, results).getOperation();
  }
};

class MapExpansion {
public:
  explicit MapExpansion(MapElementwiseOp op) : m_op(op), m_builder(op) {}

  LogicalResult run() {
    if (failed(lift())) {
      return failure();
    }
    int64_t pack = m_op.getPack();
    int64_t lanes = cast<RankedTensorType>(m_op.getSrcs()[0].getType()).getNumElements() / pack;
    // One part keeps the shape; several are one-dimensional.
    m_shape = llvm::to_vector<4>(cast<RankedTensorType>(m_op.getSrcs()[0].getType()).getShape());
    if (pack > 1) {
      m_shape = {lanes};
    }
    Block &body = m_op.getScalarOp().front();
    auto argument = body.args_begin();
    for (Value source : m_op.getSrcs()) {
      for (Value part : apart(source, pack)) {
        m_tiles.map(*argument++, part);
      }
    }
    if (failed(expandBlock(body))) {
      return failure();
    }
    auto value = body.getTerminator()->operand_begin();
    for (OpResult result : m_op->getResults()) {
      SmallVector<Value> parts;
      for (int64_t i = 0; i < pack; ++i) {
        parts.push_back(tile(*value++));
      }
      result.replaceAllUsesWith(together(parts, cast<RankedTensorType>(result.getType())));
    }
    m_op.erase();
    return success();
  }

private:
  template <typename Op, typename... Args>
  Op create(Args &&...args) {
    return m_builder.create<Op>(m_op.getLoc(), std::forward<Args>(args)...);
  }

  LogicalResult lift() {
    IRRewriter rewriter(m_op.getContext());
    (void)eraseUnreachableBlocks(rewriter, m_op->getRegions());
    if (m_op.getScalarOp().hasOneBlock()) {
      return success();
    }
    DominanceInfo dominance(m_op);
    LiftMap lift;
    if (failed(transformCFGToSCF(m_op.getScalarOp(), lift, dominance)) ||
        !m_op.getScalarOp().hasOneBlock()) {
      return m_op.emitError("the branches of this map cannot be lifted to structured ones");
    }
    return success();
  }

  Value reshaped(Value value, ArrayRef<int64_t> shape) {
    auto type = cast<RankedTensorType>(value.getType());
    return type.getShape() == shape
               ? value
               : Value(create<ReshapeOp>(type.clone(shape), value, /*allow_reorder=*/false,
                                         /*efficient_layout=*/false));
  }

  /// The `count` tiles of every count-th element.
  SmallVector<Value> apart(Value value, int64_t count) {
    if (count == 1) {
      return {value};
    }
    int64_t elements = cast<RankedTensorType>(value.getType()).getNumElements();
    auto split = create<SplitOp>(reshaped(value, {elements / 2, 2}));
    SmallVector<Value> even = apart(split.getOutLHS(), count / 2);
    SmallVector<Value> odd = apart(split.getOutRHS(), count / 2), parts;
    for (auto [first, second] : llvm::zip(even, odd)) {
      parts.push_back(first);
      parts.push_back(second);
    }
    return parts;
  }

  /// The reverse, in the type of the result.
  Value together(ArrayRef<Value> parts, RankedTensorType type) {
    if (parts.size() == 1) {
      return reshaped(parts[0], type.getShape());
    }
    SmallVector<Value> even, odd;
    for (size_t i = 0; i < parts.size(); i += 2) {
      even.push_back(parts[i]);
      odd.push_back(parts[i + 1]);
    }
    auto half = RankedTensorType::get({type.getNumElements() / 2}, type.getElementType());
    return reshaped(create<JoinOp>(together(even, half), together(odd, half)), type.getShape());
  }

  Type tiled(Type scalar) { return RankedTensorType::get(m_shape, scalar); }

  /// The tile that a scalar of the region stands for; one from outside is the same in each lane.
  Value tile(Value scalar) {
    if (Value found = m_tiles.lookupOrNull(scalar)) {
      return found;
    }
    Value splat = create<SplatOp>(tiled(scalar.getType()), scalar);
    m_tiles.map(scalar, splat);
    return splat;
  }

  LogicalResult expandBlock(Block &block) {
    for (Operation &op : block.without_terminator()) {
      if (failed(expandOp(&op))) {
        return failure();
      }
    }
    return success();
  }

  LogicalResult expandOp(Operation *op) {
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      return expandIf(branch);
    }
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      m_tiles.map(
          constant.getResult(),
          m_builder.create<arith::ConstantOp>(
              op->getLoc(), SplatElementsAttr::get(cast<ShapedType>(tiled(constant.getType())),
                                                   ArrayRef<Attribute>(constant.getValue()))));
      return success();
    }
    bool scalars = llvm::all_of(op->getOperandTypes(), isScalar) &&
                   llvm::all_of(op->getResultTypes(), isScalar);
    bool each = op->hasTrait<OpTrait::Elementwise>() || isa<ub::PoisonOp>(op);
    if (!scalars || !each || !isMemoryEffectFree(op) || op->getNumRegions() != 0) {
      return op->emitError() << "'" << op->getName()
                             << "' inside a map has no form for whole tiles on this machine";
    }
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      operands.push_back(tile(operand));
    }
    OperationState state(op->getLoc(), op->getName());
    state.addOperands(operands);
    for (Type type : op->getResultTypes()) {
      state.addTypes(tiled(type));
    }
    state.addAttributes(op->getAttrs());
    Operation *made = m_builder.create(state);
    m_tiles.map(op->getResults(), made->getResults());
    return success();
  }

  static bool isScalar(Type type) { return isa<IntegerType, FloatType, PointerType>(type); }

  /// Both branches are computed; each lane takes what its condition says.
  LogicalResult expandIf(scf::IfOp branch) {
    Value condition = tile(branch.getCondition());
    if (failed(expandBlock(*branch.thenBlock()))) {
      return failure();
    }
    if (branch.elseBlock() && failed(expandBlock(*branch.elseBlock()))) {
      return failure();
    }
    for (OpResult result : branch->getResults()) {
      unsigned i = result.getResultNumber();
      Value yes = tile(branch.thenYield().getOperand(i));
      Value no = tile(branch.elseYield().getOperand(i));
      m_tiles.map(
          result,
          m_builder.create<arith::SelectOp>(branch.getLoc(), condition, yes, no).getResult());
    }
    return success();
  }

  MapElementwiseOp m_op;
  OpBuilder m_builder;
  SmallVector<int64_t, 4> m_shape;
  IRMapping m_tiles;
};

} // namespace

LogicalResult expandMaps(FuncOp kernel) {
  SmallVector<MapElementwiseOp> maps;
  kernel.walk([&](MapElementwiseOp op) { maps.push_back(op); });
  for (MapElementwiseOp op : maps) {
    if (failed(MapExpansion(op).run())) {
      return failure();
    }
  }
  return success();
}

} // namespace charonia::tt

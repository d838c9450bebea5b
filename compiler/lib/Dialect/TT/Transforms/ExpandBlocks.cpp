// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of a block pointer: base, extents and strides (i64), offsets (i32), each a value a
// dimension. Those of a descriptor: base, extents (i32), strides (i64), and an i1 that is true if
// elements outside are NaN.
#include "ExpandBlocks.h"

#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Transforms/OneToNTypeConversion.h"

using namespace mlir;

namespace charonia::tt {

namespace {

RankedTensorType blockOf(Type type) {
  if (auto desc = dyn_cast<TensorDescType>(type)) {
    return desc.getBlockType();
  }
  auto pointer = dyn_cast<PointerType>(type);
  return pointer ? dyn_cast<RankedTensorType>(pointer.getPointeeType()) : RankedTensorType();
}

/// Signed and unsigned integers of a descriptor stand for signless ones of a tile.
Type signless(Type element) {
  auto integer = dyn_cast<IntegerType>(element);
  return integer ? IntegerType::get(element.getContext(), integer.getWidth()) : element;
}

class BlockConverter : public OneToNTypeConverter {
public:
  BlockConverter() {
    addConversion([](Type type) { return type; });
    addConversion(
        [](PointerType type, SmallVectorImpl<Type> &parts) -> std::optional<LogicalResult> {
          RankedTensorType block = blockOf(type);
          if (!block) {
            return std::nullopt;
          }
          size_t rank = static_cast<size_t>(block.getRank());
          OpBuilder builder(type.getContext());
          parts.push_back(PointerType::get(block.getElementType(), type.getAddressSpace()));
          parts.append(2 * rank, builder.getI64Type());
          parts.append(rank, builder.getI32Type());
          return success();
        });
    addConversion(
        [](TensorDescType type, SmallVectorImpl<Type> &parts) -> std::optional<LogicalResult> {
          size_t rank = static_cast<size_t>(type.getBlockType().getRank());
          OpBuilder builder(type.getContext());
          parts.push_back(PointerType::get(signless(type.getBlockType().getElementType())));
          parts.append(rank, builder.getI32Type());
          parts.append(rank, builder.getI64Type());
          parts.push_back(builder.getI1Type());
          return success();
        });
  }
};

/// A block inside a tensor, ready for an access.
struct Place {
  Value base;
  SmallVector<int64_t> shape;          ///< of the tile
  SmallVector<Value> indices;          ///< [dim]: i64 tile of the shape, 1 but for that dimension
  SmallVector<Value> extents, strides; ///< i64
  SmallVector<bool> checked;
};

/// Builds the ops of one access at its place.
class AccessBuilder {
public:
  AccessBuilder(OpBuilder &builder, Location loc) : m_builder(builder), m_loc(loc) {}

  template <typename Op, typename... Args>
  Op create(Args &&...args) {
    return m_builder.create<Op>(m_loc, std::forward<Args>(args)...);
  }

  Value wide(Value value) {
    Type i64 = sameShape(value.getType(), m_builder.getI64Type());
    return value.getType() == i64 ? value : create<arith::ExtSIOp>(i64, value);
  }

  /// The numbers `offset`, `offset + 1`, ... along dimension `dim` of a tile of `shape`.
  Value along(ArrayRef<int64_t> shape, size_t dim, Value offset) {
    Value range = wide(create<MakeRangeOp>(0, static_cast<int32_t>(shape[dim])));
    Value start = create<SplatOp>(range.getType(), wide(offset));
    return spread(create<arith::AddIOp>(start, range), shape.size(), dim);
  }

  /// A one-dimensional tile as dimension `dim` of `rank`.
  Value spread(Value value, size_t rank, size_t dim) {
    for (size_t i = 0; i < rank; ++i) {
      if (i != dim) {
        value = create<ExpandDimsOp>(value, static_cast<int32_t>(i));
      }
    }
    return value;
  }

  Value broadcast(Value value, ArrayRef<int64_t> shape) {
    auto type = cast<RankedTensorType>(value.getType());
    return type.getShape() == shape ? value : Value(create<BroadcastOp>(type.clone(shape), value));
  }

  Value pointers(const Place &place) {
    Value result =
        create<SplatOp>(RankedTensorType::get(place.shape, place.base.getType()), place.base);
    for (auto [index, stride] : llvm::zip(place.indices, place.strides)) {
      Value steps = create<SplatOp>(index.getType(), stride);
      Value offsets = broadcast(create<arith::MulIOp>(index, steps), place.shape);
      result = create<AddPtrOp>(result.getType(), result, offsets);
    }
    return result;
  }

  /// True where the checked dimensions lie inside; null if none is checked.
  Value mask(const Place &place) {
    Value result;
    for (size_t dim = 0; dim < place.shape.size(); ++dim) {
      if (!place.checked[dim]) {
        continue;
      }
      Value index = place.indices[dim];
      auto type = cast<RankedTensorType>(index.getType());
      Value zero = create<arith::ConstantOp>(m_builder.getZeroAttr(type));
      Value low = create<arith::CmpIOp>(arith::CmpIPredicate::sge, index, zero);
      Value extent = create<SplatOp>(type, place.extents[dim]);
      Value high = create<arith::CmpIOp>(arith::CmpIPredicate::slt, index, extent);
      Value inside = broadcast(create<arith::AndIOp>(low, high), place.shape);
      result = result ? Value(create<arith::AndIOp>(result, inside)) : inside;
    }
    return result;
  }

  /// A tile of zeros, or of NaN.
  Value filled(ArrayRef<int64_t> shape, Type element, bool nan) {
    auto type = RankedTensorType::get(shape, element);
    auto number = dyn_cast<FloatType>(element);
    if (!number || !nan) {
      return create<arith::ConstantOp>(cast<TypedAttr>(m_builder.getZeroAttr(type)));
    }
    return create<arith::ConstantOp>(
        DenseElementsAttr::get(type, APFloat::getNaN(number.getFloatSemantics())));
  }

  /// What elements outside read as: zero, or NaN where `nan` (i1) is true.
  Value padding(ArrayRef<int64_t> shape, Type element, Value nan) {
    Value zero = filled(shape, element, false);
    if (!isa<FloatType>(element) || matchPattern(nan, m_Zero())) {
      return zero;
    }
    Value other = filled(shape, element, true);
    return matchPattern(nan, m_One()) ? other : create<arith::SelectOp>(nan, other, zero);
  }

  Value reshaped(Value value, Type type) {
    return value.getType() == type ? value : Value(create<ReshapeOp>(type, value, false, false));
  }

  Place blockPointer(RankedTensorType block, ValueRange parts, ArrayRef<int32_t> checked) {
    size_t rank = static_cast<size_t>(block.getRank());
    Place place{parts[0], SmallVector<int64_t>(block.getShape()), {}, {}, {}, {}};
    place.extents.append(parts.begin() + 1, parts.begin() + 1 + rank);
    place.strides.append(parts.begin() + 1 + rank, parts.begin() + 1 + 2 * rank);
    for (size_t dim = 0; dim < rank; ++dim) {
      place.indices.push_back(along(place.shape, dim, parts[1 + 2 * rank + dim]));
      place.checked.push_back(llvm::is_contained(checked, static_cast<int32_t>(dim)));
    }
    return place;
  }

  Place described(RankedTensorType block, ValueRange parts, ValueRange indices) {
    size_t rank = static_cast<size_t>(block.getRank());
    Place place = describedTensor(rank, parts);
    place.shape.assign(block.getShape().begin(), block.getShape().end());
    for (size_t dim = 0; dim < rank; ++dim) {
      place.indices.push_back(along(place.shape, dim, indices[dim]));
    }
    return place;
  }

  Place rows(ValueRange parts, Value rows, Value column, ArrayRef<int64_t> shape) {
    Place place = describedTensor(2, parts);
    place.shape.assign(shape.begin(), shape.end());
    place.indices.push_back(spread(wide(rows), 2, 0));
    place.indices.push_back(along(place.shape, 1, column));
    return place;
  }

private:
  Place describedTensor(size_t rank, ValueRange parts) {
    Place place{parts[0], {}, {}, {}, {}, SmallVector<bool>(rank, true)};
    for (size_t dim = 0; dim < rank; ++dim) {
      place.extents.push_back(wide(parts[1 + dim]));
      place.strides.push_back(parts[1 + rank + dim]);
    }
    return place;
  }

  OpBuilder &m_builder;
  Location m_loc;
};

template <typename Op>
using Pattern = OneToNOpConversionPattern<Op>;

struct ExpandMakePointer : Pattern<MakeTensorPtrOp> {
  using OneToNOpConversionPattern::OneToNOpConversionPattern;
  LogicalResult matchAndRewrite(MakeTensorPtrOp op, OpAdaptor adaptor,
                                OneToNPatternRewriter &rewriter) const final {
    rewriter.replaceOp(op, adaptor.getFlatOperands(), adaptor.getResultMapping());
    return success();
  }
};

struct ExpandMakeDescriptor : Pattern<MakeTensorDescOp> {
  using OneToNOpConversionPattern::OneToNOpConversionPattern;
  LogicalResult matchAndRewrite(MakeTensorDescOp op, OpAdaptor adaptor,
                                OneToNPatternRewriter &rewriter) const final {
    SmallVector<Value> parts(adaptor.getFlatOperands());
    Type base = PointerType::get(signless(op.getType().getBlockType().getElementType()));
    if (parts[0].getType() != base) {
      parts[0] = rewriter.create<BitcastOp>(op.getLoc(), base, parts[0]);
    }
    parts.push_back(rewriter.create<arith::ConstantOp>(
        op.getLoc(), rewriter.getBoolAttr(op.getPadding() == PaddingOption::PAD_NAN)));
    rewriter.replaceOp(op, parts, adaptor.getResultMapping());
    return success();
  }
};

struct ExpandAdvance : Pattern<AdvanceOp> {
  using OneToNOpConversionPattern::OneToNOpConversionPattern;
  LogicalResult matchAndRewrite(AdvanceOp op, OpAdaptor adaptor,
                                OneToNPatternRewriter &rewriter) const final {
    SmallVector<Value> parts(adaptor.getPtr());
    size_t rank = op.getOffsets().size();
    for (size_t dim = 0; dim < rank; ++dim) {
      Value &offset = parts[1 + 2 * rank + dim];
      offset = rewriter.create<arith::AddIOp>(op.getLoc(), offset, op.getOffsets()[dim]);
    }
    rewriter.replaceOp(op, parts, adaptor.getResultMapping());
    return success();
  }
};

struct ExpandLoad : Pattern<LoadOp> {
  using OneToNOpConversionPattern::OneToNOpConversionPattern;
  LogicalResult matchAndRewrite(LoadOp op, OpAdaptor adaptor,
                                OneToNPatternRewriter &rewriter) const final {
    RankedTensorType block = blockOf(op.getPtr().getType());
    if (!block) {
      return failure();
    }
    AccessBuilder access(rewriter, op.getLoc());
    Place place = access.blockPointer(block, adaptor.getPtr(), op.getBoundaryCheck());
    Value pointers = access.pointers(place), mask = access.mask(place), other;
    if (mask) {
      other = access.filled(place.shape, block.getElementType(),
                            op.getPadding() == PaddingOption::PAD_NAN);
    }
    auto load = rewriter.create<LoadOp>(op.getLoc(), pointers, mask, other, op.getCache(),
                                        op.getEvict(), op.getIsVolatile());
    load->setAttr("tt.block_pointer", rewriter.getBoolAttr(true));
    rewriter.replaceOp(op, load.getResult());
    return success();
  }
};

struct ExpandStore : Pattern<StoreOp> {
  using OneToNOpConversionPattern::OneToNOpConversionPattern;
  LogicalResult matchAndRewrite(StoreOp op, OpAdaptor adaptor,
                                OneToNPatternRewriter &rewriter) const final {
    RankedTensorType block = blockOf(op.getPtr().getType());
    if (!block) {
      return failure();
    }
    AccessBuilder access(rewriter, op.getLoc());
    Place place = access.blockPointer(block, adaptor.getPtr(), op.getBoundaryCheck());
    Value pointers = access.pointers(place);
    rewriter.replaceOpWithNewOp<StoreOp>(op, pointers, op.getValue(), access.mask(place),
                                         op.getCache(), op.getEvict());
    return success();
  }
};

struct ExpandDescriptorLoad : Pattern<DescriptorLoadOp> {
  using OneToNOpConversionPattern::OneToNOpConversionPattern;
  LogicalResult matchAndRewrite(DescriptorLoadOp op, OpAdaptor adaptor,
                                OneToNPatternRewriter &rewriter) const final {
    AccessBuilder access(rewriter, op.getLoc());
    Place place =
        access.described(op.getDesc().getType().getBlockType(), adaptor.getDesc(), op.getIndices());
    Value pointers = access.pointers(place), mask = access.mask(place);
    Value other = access.padding(place.shape, elementOf(op.getType()), adaptor.getDesc().back());
    Value load = access.create<LoadOp>(pointers, mask, other, op.getCache(), op.getEvict());
    rewriter.replaceOp(op, access.reshaped(load, op.getType()));
    return success();
  }
};

struct ExpandDescriptorStore : Pattern<DescriptorStoreOp> {
  using OneToNOpConversionPattern::OneToNOpConversionPattern;
  LogicalResult matchAndRewrite(DescriptorStoreOp op, OpAdaptor adaptor,
                                OneToNPatternRewriter &rewriter) const final {
    AccessBuilder access(rewriter, op.getLoc());
    Place place =
        access.described(op.getDesc().getType().getBlockType(), adaptor.getDesc(), op.getIndices());
    auto type = cast<RankedTensorType>(op.getSrc().getType());
    Value value = access.reshaped(op.getSrc(), type.clone(place.shape));
    Value pointers = access.pointers(place);
    rewriter.replaceOpWithNewOp<StoreOp>(op, pointers, value, access.mask(place),
                                         CacheModifier::NONE, EvictionPolicy::NORMAL);
    return success();
  }
};

struct ExpandGather : Pattern<DescriptorGatherOp> {
  using OneToNOpConversionPattern::OneToNOpConversionPattern;
  LogicalResult matchAndRewrite(DescriptorGatherOp op, OpAdaptor adaptor,
                                OneToNPatternRewriter &rewriter) const final {
    AccessBuilder access(rewriter, op.getLoc());
    auto tile = cast<RankedTensorType>(op.getType());
    Place place =
        access.rows(adaptor.getDesc(), op.getXOffsets(), op.getYOffset(), tile.getShape());
    Value pointers = access.pointers(place), mask = access.mask(place);
    Value other = access.padding(place.shape, tile.getElementType(), adaptor.getDesc().back());
    rewriter.replaceOpWithNewOp<LoadOp>(op, pointers, mask, other);
    return success();
  }
};

struct ExpandScatter : Pattern<DescriptorScatterOp> {
  using OneToNOpConversionPattern::OneToNOpConversionPattern;
  LogicalResult matchAndRewrite(DescriptorScatterOp op, OpAdaptor adaptor,
                                OneToNPatternRewriter &rewriter) const final {
    AccessBuilder access(rewriter, op.getLoc());
    Place place = access.rows(adaptor.getDesc(), op.getXOffsets(), op.getYOffset(),
                              cast<RankedTensorType>(op.getSrc().getType()).getShape());
    Value pointers = access.pointers(place);
    rewriter.replaceOpWithNewOp<StoreOp>(op, pointers, op.getSrc(), access.mask(place),
                                         CacheModifier::NONE, EvictionPolicy::NORMAL);
    return success();
  }
};

struct ExpandReduce : Pattern<DescriptorReduceOp> {
  using OneToNOpConversionPattern::OneToNOpConversionPattern;
  LogicalResult matchAndRewrite(DescriptorReduceOp op, OpAdaptor adaptor,
                                OneToNPatternRewriter &rewriter) const final {
    AccessBuilder access(rewriter, op.getLoc());
    RankedTensorType block = op.getDesc().getType().getBlockType();
    Place place = access.described(block, adaptor.getDesc(), op.getIndices());
    Value pointers = access.pointers(place), mask = access.mask(place);
    auto type = cast<RankedTensorType>(op.getSrc().getType());
    Value value = access.reshaped(op.getSrc(), type.clone(place.shape));
    bool number = isa<FloatType>(type.getElementType());
    bool isUnsigned = block.getElementType().isUnsignedInteger();
    DescriptorReduceKind kind = op.getKind();
    if (number && kind != DescriptorReduceKind::ADD) {
      emitFloatExtreme(access, pointers, value, mask, kind == DescriptorReduceKind::MAX);
    } else {
      emit(access, operationOf(kind, number, isUnsigned), pointers, value, mask);
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  static void emit(AccessBuilder &access, RMWOp kind, Value pointers, Value value, Value mask) {
    access.create<AtomicRMWOp>(value.getType(), kind, pointers, value, mask, MemSemantic::RELAXED,
                               MemSyncScope::GPU);
  }

  static RMWOp operationOf(DescriptorReduceKind kind, bool number, bool isUnsigned) {
    switch (kind) {
    case DescriptorReduceKind::ADD:
      return number ? RMWOp::FADD : RMWOp::ADD;
    case DescriptorReduceKind::MIN:
      return isUnsigned ? RMWOp::UMIN : RMWOp::MIN;
    case DescriptorReduceKind::MAX:
      return isUnsigned ? RMWOp::UMAX : RMWOp::MAX;
    case DescriptorReduceKind::AND:
      return RMWOp::AND;
    case DescriptorReduceKind::OR:
      return RMWOp::OR;
    case DescriptorReduceKind::XOR:
      return RMWOp::XOR;
    case DescriptorReduceKind::INC:
    case DescriptorReduceKind::DEC:
      break; // refused before
    }
    return RMWOp::ADD;
  }

  /// Numbers of one sign are ordered as their bits are, those below zero the other way round.
  static void emitFloatExtreme(AccessBuilder &access, Value pointers, Value value, Value mask,
                               bool greatest) {
    auto type = cast<RankedTensorType>(value.getType());
    Type integer = IntegerType::get(type.getContext(), type.getElementTypeBitWidth());
    Value bits = access.create<BitcastOp>(type.clone(integer), value);
    Value places = access.create<BitcastOp>(
        RankedTensorType::get(type.getShape(), PointerType::get(integer)), pointers);
    Value zero = access.filled(type.getShape(), integer, false);
    Value below = access.create<arith::CmpIOp>(arith::CmpIPredicate::slt, bits, zero);
    Value above = access.create<arith::CmpIOp>(arith::CmpIPredicate::sge, bits, zero);
    emit(access, greatest ? RMWOp::MAX : RMWOp::MIN, places, bits,
         access.create<arith::AndIOp>(mask, above));
    emit(access, greatest ? RMWOp::UMIN : RMWOp::UMAX, places, bits,
         access.create<arith::AndIOp>(mask, below));
  }
};

struct ExpandSelect : Pattern<arith::SelectOp> {
  using OneToNOpConversionPattern::OneToNOpConversionPattern;
  LogicalResult matchAndRewrite(arith::SelectOp op, OpAdaptor adaptor,
                                OneToNPatternRewriter &rewriter) const final {
    if (!blockOf(op.getType())) {
      return failure();
    }
    SmallVector<Value> parts;
    for (auto [yes, no] : llvm::zip(adaptor.getTrueValue(), adaptor.getFalseValue())) {
      parts.push_back(rewriter.create<arith::SelectOp>(op.getLoc(), op.getCondition(), yes, no));
    }
    rewriter.replaceOp(op, parts, adaptor.getResultMapping());
    return success();
  }
};

struct ExpandPoison : Pattern<ub::PoisonOp> {
  using OneToNOpConversionPattern::OneToNOpConversionPattern;
  LogicalResult matchAndRewrite(ub::PoisonOp op, OpAdaptor adaptor,
                                OneToNPatternRewriter &rewriter) const final {
    if (!blockOf(op.getType())) {
      return failure();
    }
    SmallVector<Value> parts;
    for (Type type : adaptor.getResultMapping().getConvertedTypes(0)) {
      parts.push_back(rewriter.create<ub::PoisonOp>(op.getLoc(), type, op.getValue()));
    }
    rewriter.replaceOp(op, parts, adaptor.getResultMapping());
    return success();
  }
};

bool carriesBlocks(Operation *op) {
  auto isBlock = [](Type type) { return bool(blockOf(type)); };
  return llvm::any_of(op->getOperandTypes(), isBlock) ||
         llvm::any_of(op->getResultTypes(), isBlock);
}

/// Every op that touches a block must have a pattern.
LogicalResult checkOp(Operation *op) {
  if (auto reduce = dyn_cast<DescriptorReduceOp>(op)) {
    DescriptorReduceKind kind = reduce.getKind();
    Type element = elementOf(reduce.getSrc().getType());
    if (kind == DescriptorReduceKind::INC || kind == DescriptorReduceKind::DEC) {
      return op->emitError() << "the reduction '" << stringifyDescriptorReduceKind(kind)
                             << "' of a descriptor is not supported on this machine";
    }
    if (isa<FloatType>(element) && kind != DescriptorReduceKind::ADD &&
        (element.getIntOrFloatBitWidth() < 32 ||
         (kind != DescriptorReduceKind::MIN && kind != DescriptorReduceKind::MAX))) {
      return op->emitError() << "the reduction '" << stringifyDescriptorReduceKind(kind)
                             << "' of a descriptor does not apply to " << element;
    }
    return success();
  }
  if (isa<MakeTensorPtrOp, MakeTensorDescOp, AdvanceOp, LoadOp, StoreOp, DescriptorLoadOp,
          DescriptorStoreOp, DescriptorGatherOp, DescriptorScatterOp, arith::SelectOp, ub::PoisonOp,
          scf::ForOp, scf::IfOp, scf::WhileOp, scf::YieldOp, scf::ConditionOp>(op)) {
    return success();
  }
  return op->emitError() << "'" << op->getName()
                         << "' cannot take or give a block pointer or descriptor on this machine";
}

/// A descriptor argument, followed by its extents (i32) and strides (i64), becomes a pointer.
LogicalResult describeArguments(FuncOp kernel) {
  Block &entry = kernel.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  SmallVector<Type> inputs(kernel.getFunctionType().getInputs());
  for (unsigned i = 0; i < entry.getNumArguments(); ++i) {
    BlockArgument argument = entry.getArgument(i);
    auto type = dyn_cast<TensorDescType>(argument.getType());
    if (!type) {
      if (blockOf(argument.getType())) {
        return kernel.emitError() << "argument " << i << " is a block pointer, which only a kernel "
                                  << "itself can make";
      }
      continue;
    }
    unsigned rank = static_cast<unsigned>(type.getBlockType().getRank());
    auto follows = [&](unsigned first, Type wanted) {
      for (unsigned dim = 0; dim < rank; ++dim) {
        if (first + dim >= inputs.size() || inputs[first + dim] != wanted) {
          return false;
        }
      }
      return true;
    };
    if (!follows(i + 1, builder.getI32Type()) || !follows(i + 1 + rank, builder.getI64Type())) {
      return kernel.emitError() << "argument " << i << ", a descriptor of " << rank
                                << " dimensions, must be followed by as many extents (i32) and "
                                << "strides (i64)";
    }
    inputs[i] = PointerType::get(signless(type.getBlockType().getElementType()));
    argument.setType(inputs[i]);
    auto make = builder.create<MakeTensorDescOp>(
        kernel.getLoc(), type, argument, entry.getArguments().slice(i + 1, rank),
        entry.getArguments().slice(i + 1 + rank, rank), PaddingOption::PAD_ZERO);
    argument.replaceAllUsesExcept(make, make);
  }
  kernel.setFunctionType(builder.getFunctionType(inputs, kernel.getFunctionType().getResults()));
  return success();
}

} // namespace

LogicalResult expandBlocks(FuncOp kernel) {
  bool takes = llvm::any_of(kernel.getFunctionType().getInputs(),
                            [](Type type) { return bool(blockOf(type)); });
  if (takes && failed(describeArguments(kernel))) {
    return failure();
  }
  bool found = false, good = true;
  kernel.walk([&](Operation *op) {
    if (carriesBlocks(op)) {
      found = true;
      good &= succeeded(checkOp(op));
    }
  });
  if (!found || !good) {
    return success(good);
  }
  BlockConverter converter;
  RewritePatternSet patterns(kernel.getContext());
  scf::populateSCFStructuralOneToNTypeConversions(converter, patterns);
  patterns.add<ExpandMakePointer, ExpandMakeDescriptor, ExpandAdvance, ExpandLoad, ExpandStore,
               ExpandDescriptorLoad, ExpandDescriptorStore, ExpandGather, ExpandScatter,
               ExpandReduce, ExpandSelect, ExpandPoison>(converter, kernel.getContext());
  if (failed(applyPartialOneToNConversion(kernel, converter, std::move(patterns)))) {
    return kernel.emitError("block pointers or descriptors of the kernel cannot be expanded");
  }
  return success();
}

} // namespace charonia::tt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rebuilds a kernel: functions, blocks, regions, and ops that are not memory accesses.
#include "KernelConverter.h"

#include "LoadReuse.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"
#include "charonia/Support/LibraryFunctions.h"

#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;

namespace charonia::tile {
namespace {

/// What to write instead of an operation that the machine does not have.
llvm::StringRef adviceFor(Operation *op) {
  return llvm::StringSwitch<llvm::StringRef>(op->getName().getStringRef())
      .Case("tt.map_elementwise", "; use tl.where in place of branches on single elements")
      .Case("tt.elementwise_inline_asm", "; inline assembly is for one GPU: use tl functions")
      .Case("tt.dot_scaled", "; scale the operands and use tl.dot")
      .Default("");
}

} // namespace

Type convertType(Type type) {
  if (isa<tt::PointerType>(type)) {
    return IntegerType::get(type.getContext(), 64);
  }
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    return RankedTensorType::get(tensor.getShape(), convertType(tensor.getElementType()));
  }
  return type;
}

Type pointeeOf(Type pointerLike) {
  if (auto tensor = dyn_cast<RankedTensorType>(pointerLike)) {
    pointerLike = tensor.getElementType();
  }
  auto pointer = dyn_cast<tt::PointerType>(pointerLike);
  return pointer ? convertType(pointer.getPointeeType()) : Type();
}

int64_t bytesOf(Type element) { return (element.getIntOrFloatBitWidth() + 7) / 8; }

KernelConverter::KernelConverter(tt::FuncOp source, compiler::PassContext &context)
    : m_source(source), m_context(context),
      m_accesses(std::make_unique<AccessAnalysis>(source, context)),
      m_reuse(std::make_unique<LoadReuse>(source, *m_accesses, context)) {
  m_accesses->planAll(); // before control flow is rebuilt, which carries what the plans need
}

KernelConverter::~KernelConverter() = default;

Location KernelConverter::helper(Operation *op) {
  return compiler::freshLoc(op, &m_context.lineage, "tt-to-tile");
}

Value KernelConverter::zeroOf(Type type, Operation *at, OpBuilder &builder) {
  return builder.create<arith::ConstantOp>(helper(at), cast<TypedAttr>(builder.getZeroAttr(type)));
}

KernelOp KernelConverter::run() {
  OpBuilder builder(m_source);
  SmallVector<Type> types;
  SmallVector<Attribute> argAttrs;
  Block &body = m_source.getBody().front();
  for (BlockArgument argument : body.getArguments()) {
    NamedAttrList attrs;
    if (isa<tt::TensorDescType>(argument.getType())) {
      m_source.emitError(
          "KC0310: descriptor arguments are not supported; make the descriptor in the kernel");
      return {};
    }
    if (Type pointee = pointeeOf(argument.getType())) {
      attrs.set(kPointerAttr, TypeAttr::get(pointee));
    }
    std::string name = compiler::sourceNameOf(argument.getLoc());
    attrs.set(kNameAttr,
              builder.getStringAttr(name.empty() ? "arg" + std::to_string(argument.getArgNumber())
                                                 : name));
    types.push_back(convertType(argument.getType()));
    argAttrs.push_back(attrs.getDictionary(builder.getContext()));
  }
  auto kernel = builder.create<KernelOp>(m_source.getLoc(), m_source.getSymNameAttr(),
                                         TypeAttr::get(builder.getFunctionType(types, {})),
                                         StringAttr(), builder.getArrayAttr(argAttrs), ArrayAttr());
  kernel->setAttr(kPolicyAttr, builder.getStringAttr(m_context.options.policy));
  Block *block = &kernel.getBody().emplaceBlock();
  for (BlockArgument argument : body.getArguments()) {
    m_map.map(argument, block->addArgument(convertType(argument.getType()), argument.getLoc()));
  }
  OpBuilder inner = OpBuilder::atBlockEnd(block);
  for (Operation &op : body) {
    if (failed(convertOp(&op, inner))) {
      kernel.erase();
      return {};
    }
  }
  return kernel;
}

LogicalResult KernelConverter::convertBlock(Block &from, Block &to, OpBuilder &builder) {
  OpBuilder::InsertionGuard guard(builder);
  for (BlockArgument argument : from.getArguments()) {
    m_map.map(argument, to.addArgument(convertType(argument.getType()), argument.getLoc()));
  }
  builder.setInsertionPointToEnd(&to);
  for (Operation &op : from) {
    if (failed(convertOp(&op, builder))) {
      return failure();
    }
  }
  return success();
}

LogicalResult KernelConverter::convertOp(Operation *op, OpBuilder &builder) {
  if (isa<tt::ReturnOp>(op)) {
    builder.create<ReturnOp>(op->getLoc());
    return success();
  }
  if (isa<tt::ReduceReturnOp, tt::ScanReturnOp>(op)) {
    SmallVector<Value> values;
    for (Value operand : op->getOperands()) {
      values.push_back(mapped(operand));
    }
    builder.create<YieldOp>(op->getLoc(), values);
    return success();
  }
  if (isa<tt::ReduceOp, tt::ScanOp>(op)) {
    return convertCombining(op, builder);
  }
  if (succeeded(convertShapeOp(op, builder)) || succeeded(convertPointerOp(op, builder))) {
    return success();
  }
  if (auto external = dyn_cast<tt::ExternElementwiseOp>(op)) {
    return convertExtern(external, builder);
  }
  if (auto dot = dyn_cast<tt::DotOp>(op)) {
    return convertDot(dot, builder);
  }
  if (succeeded(convertComputeOp(op, builder)) || succeeded(convertMemoryOp(op, builder))) {
    return success();
  }
  if (isa<tt::TTDialect>(op->getDialect())) {
    return op->emitError("KC0310: operation '")
           << op->getName() << "' is not supported on this machine" << adviceFor(op);
  }
  return convertGeneric(op, builder);
}

/// Ops of `arith`, `math`, `scf` and `mtia`: the same op on converted types.
LogicalResult KernelConverter::convertGeneric(Operation *op, OpBuilder &builder) {
  if (auto poison = dyn_cast<ub::PoisonOp>(op)) {
    Type type = convertType(poison.getType());
    m_map.map(
        poison.getResult(),
        builder.create<arith::ConstantOp>(op->getLoc(), cast<TypedAttr>(builder.getZeroAttr(type)))
            .getResult());
    return success();
  }
  OperationState state(op->getLoc(), op->getName());
  for (Value operand : op->getOperands()) {
    state.operands.push_back(mapped(operand));
  }
  // A scalar condition selects whole tiles; the machine selects lane by lane.
  if (isa<arith::SelectOp>(op) && isa<RankedTensorType>(op->getResult(0).getType()) &&
      op->getOperand(0).getType().isInteger(1)) {
    auto type = RankedTensorType::get(cast<RankedTensorType>(op->getResult(0).getType()).getShape(),
                                      builder.getI1Type());
    state.operands[0] = builder.create<SplatOp>(helper(op), type, state.operands[0]);
  }
  for (Type type : op->getResultTypes()) {
    state.types.push_back(convertType(type));
  }
  const Extras extras = extrasOf(op);
  for (const auto &[tile, poly] : extras.operands) {
    state.operands.push_back(emitCompanion(tile, poly, op, builder));
  }
  for (Value tile : extras.results) {
    state.types.push_back(getElementTypeOrSelf(convertType(tile.getType())));
  }
  state.attributes = op->getDiscardableAttrDictionary();
  state.propertiesAttr = op->getPropertiesAsAttribute();
  for (unsigned i = 0; i < op->getNumRegions(); ++i) {
    state.addRegion();
  }
  Operation *copy = builder.create(state);
  m_map.map(op->getResults(), copy->getResults().take_front(op->getNumResults()));
  for (auto [index, tile] : llvm::enumerate(extras.results)) {
    m_companions[tile] = copy->getResult(op->getNumResults() + static_cast<unsigned>(index));
  }
  for (auto [index, regions] :
       llvm::enumerate(llvm::zip_equal(op->getRegions(), copy->getRegions()))) {
    auto &[from, to] = regions;
    if (from.empty()) {
      continue;
    }
    if (!from.hasOneBlock()) {
      return op->emitError("KC0310: control flow with several blocks is not supported here");
    }
    to.emplaceBlock();
    const Extras::OfRegion &inner =
        extras.regions.empty() ? Extras::OfRegion() : extras.regions[index];
    if (failed(convertRegion(from.front(), to.front(), inner, builder))) {
      return failure();
    }
  }
  return success();
}

LogicalResult KernelConverter::convertCombining(Operation *op, OpBuilder &builder) {
  SmallVector<Value> operands;
  SmallVector<Type> types;
  for (Value operand : op->getOperands()) {
    operands.push_back(mapped(operand));
  }
  for (Type type : op->getResultTypes()) {
    types.push_back(convertType(type));
  }
  Operation *copy = nullptr;
  if (auto reduce = dyn_cast<tt::ReduceOp>(op)) {
    copy = builder.create<ReduceOp>(op->getLoc(), types, operands, reduce.getAxis());
  } else {
    auto scan = cast<tt::ScanOp>(op);
    copy = builder.create<ScanOp>(op->getLoc(), types, operands, scan.getAxis(), scan.getReverse());
  }
  m_map.map(op->getResults(), copy->getResults());
  copy->getRegion(0).emplaceBlock();
  return convertBlock(op->getRegion(0).front(), copy->getRegion(0).front(), builder);
}

/// Offsets of a slice if they are constants, steps are 1 and the slice lies within `large`.
static std::optional<SmallVector<int64_t>> plainSlice(ValueRange offsets, ArrayRef<int32_t> strides,
                                                      Type large, Type small) {
  SmallVector<int64_t> result;
  for (auto [dim, offset] : llvm::enumerate(offsets)) {
    APInt value;
    if (strides[dim] != 1 || !matchPattern(offset, m_ConstantInt(&value))) {
      return std::nullopt;
    }
    int64_t at = value.getSExtValue();
    if (at < 0 || at + cast<RankedTensorType>(small).getDimSize(dim) >
                      cast<RankedTensorType>(large).getDimSize(dim)) {
      return std::nullopt; // an error of the run
    }
    result.push_back(at);
  }
  return result;
}

LogicalResult KernelConverter::convertShapeOp(Operation *op, OpBuilder &builder) {
  Location loc = op->getLoc();
  auto in = [&](unsigned index) { return mapped(op->getOperand(index)); };
  auto type = [&] { return convertType(op->getResult(0).getType()); };
  Value result;
  if (auto range = dyn_cast<tt::MakeRangeOp>(op)) {
    result = builder.create<IotaOp>(loc, type(), range.getStart(), 0);
  } else if (isa<tt::SplatOp>(op)) {
    result = builder.create<SplatOp>(loc, type(), in(0));
  } else if (isa<tt::BroadcastOp>(op)) {
    result = builder.create<BroadcastOp>(loc, type(), in(0));
  } else if (isa<tt::ExpandDimsOp, tt::ReshapeOp, tt::UnsplatOp>(op)) {
    result = builder.create<ReshapeOp>(loc, type(), in(0));
  } else if (auto trans = dyn_cast<tt::TransOp>(op)) {
    SmallVector<int64_t> order(trans.getOrder().begin(), trans.getOrder().end());
    result = builder.create<PermuteOp>(loc, type(), in(0), order);
  } else if (isa<tt::JoinOp>(op)) {
    result = builder.create<JoinOp>(loc, type(), in(0), in(1));
  } else if (isa<tt::CatOp>(op)) {
    result = builder.create<CatOp>(loc, type(), in(0), in(1));
  } else if (auto gather = dyn_cast<tt::GatherOp>(op)) {
    result = builder.create<GatherIndexOp>(loc, type(), in(0), in(1), gather.getAxis());
  } else if (auto histogram = dyn_cast<tt::HistogramOp>(op)) {
    Value mask = histogram.getMask() ? mapped(histogram.getMask()) : Value();
    result = builder.create<HistogramOp>(loc, type(), in(0), mask);
  } else if (auto extract = dyn_cast<mtia::ExtractSliceOp>(op)) {
    auto offsets = plainSlice(extract.getOffsets(), extract.getStrides(),
                              extract.getSrc().getType(), extract.getType());
    if (!offsets) {
      return failure(); // stays as it is
    }
    result = builder.create<ExtractSliceOp>(loc, type(), in(0), *offsets);
  } else if (auto insert = dyn_cast<mtia::InsertSliceOp>(op)) {
    auto offsets = plainSlice(insert.getOffsets(), insert.getStrides(), insert.getDst().getType(),
                              insert.getSrc().getType());
    if (!offsets) {
      return failure();
    }
    result =
        builder.create<InsertSliceOp>(loc, type(), mapped(insert.getSrc()), mapped(insert.getDst()),
                                      builder.getDenseI64ArrayAttr(*offsets));
  } else if (isa<tt::SplitOp>(op)) {
    auto split = builder.create<SplitOp>(loc, type(), type(), in(0));
    m_map.map(op->getResults(), split->getResults());
    return success();
  } else {
    return failure();
  }
  m_map.map(op->getResult(0), result);
  return success();
}

void KernelConverter::convertFloatCast(tt::FpToFpOp op, OpBuilder &builder) {
  Value value = mapped(op.getSrc());
  Type to = convertType(op.getResult().getType());
  unsigned fromBits = getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  unsigned toBits = getElementTypeOrSelf(to).getIntOrFloatBitWidth();
  bool towardZero = op.getRounding() == tt::RoundingMode::RTZ;
  if (toBits > fromBits) {
    value = builder.create<arith::ExtFOp>(op.getLoc(), to, value);
  } else {
    if (toBits == fromBits) {
      // Every format of 16 bits or fewer is exact in fp32.
      Type wide = builder.getF32Type();
      if (auto tensor = dyn_cast<RankedTensorType>(to)) {
        wide = RankedTensorType::get(tensor.getShape(), wide);
      }
      value = builder.create<arith::ExtFOp>(helper(op), wide, value);
    }
    value = towardZero
                ? builder.create<ElementwiseOp>(op.getLoc(), to, "TruncFRtz", value).getResult()
                : builder.create<arith::TruncFOp>(op.getLoc(), to, value).getResult();
  }
  m_map.map(op.getResult(), value);
}

/// The machine adds up floats in fp32 (fp64 in fp64) and 8-bit integers in 32 bits, operands of one
/// type; narrower accumulators are widened and rounded once after the dot.
LogicalResult KernelConverter::convertDot(tt::DotOp dot, OpBuilder &builder) {
  static constexpr Precision kPrecisions[] = {Precision::Tf32, Precision::Tf32x3, Precision::Ieee,
                                              Precision::Bf16x3, Precision::Bf16x6};
  auto precision = kPrecisions[static_cast<int>(dot.getInputPrecision())];
  Value a = mapped(dot.getA()), b = mapped(dot.getB()), c = mapped(dot.getC());
  auto elementOf = [](Value value) { return getElementTypeOrSelf(value.getType()); };
  auto widened = [&](Value value, Type element) -> Value {
    auto type = cast<RankedTensorType>(value.getType());
    return type.getElementType() == element
               ? value
               : builder.create<arith::ExtFOp>(helper(dot), type.clone(element), value);
  };
  Type f32 = builder.getF32Type(), sum;
  bool floats = isa<FloatType>(elementOf(a)) && isa<FloatType>(elementOf(b));
  if (floats && elementOf(a) != elementOf(b) && !elementOf(a).isF64() && !elementOf(b).isF64()) {
    a = widened(a, f32);
    b = widened(b, f32);
  }
  if (elementOf(a) == elementOf(b)) {
    sum = elementOf(a).isF64()        ? elementOf(a)
          : floats                    ? f32
          : elementOf(a).isInteger(8) ? Type(builder.getI32Type())
                                      : Type();
  }
  Type wanted = elementOf(c);
  if (!sum || (wanted != sum && !(isa<FloatType>(wanted) && isa<FloatType>(sum) &&
                                  wanted.getIntOrFloatBitWidth() < sum.getIntOrFloatBitWidth()))) {
    return dot.emitError("KC0306: no unit multiplies ")
           << elementOf(a) << " by " << elementOf(b) << " and adds up in " << wanted;
  }
  c = widened(c, sum);
  Value result = builder.create<DotOp>(dot.getLoc(), c.getType(), a, b, c,
                                       PrecisionAttr::get(dot.getContext(), precision));
  if (sum != wanted) {
    Type narrow = cast<RankedTensorType>(c.getType()).clone(wanted);
    result = builder.create<arith::TruncFOp>(helper(dot), narrow, result);
  }
  m_map.map(dot.getResult(), result);
  return success();
}

LogicalResult KernelConverter::convertComputeOp(Operation *op, OpBuilder &builder) {
  Location loc = op->getLoc();
  auto in = [&](unsigned index) { return mapped(op->getOperand(index)); };
  auto function = [&](StringRef fn) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      operands.push_back(mapped(operand));
    }
    Type type = convertType(op->getResult(0).getType());
    m_map.map(op->getResult(0), builder.create<ElementwiseOp>(loc, type, fn, operands).getResult());
    return success();
  };
  if (auto id = dyn_cast<tt::GetProgramIdOp>(op)) {
    m_map.map(
        id.getResult(),
        builder.create<ProgramIdOp>(loc, builder.getI32Type(), static_cast<int32_t>(id.getAxis()))
            .getResult());
    return success();
  }
  if (auto count = dyn_cast<tt::GetNumProgramsOp>(op)) {
    m_map.map(count.getResult(), builder
                                     .create<NumProgramsOp>(loc, builder.getI32Type(),
                                                            static_cast<int32_t>(count.getAxis()))
                                     .getResult());
    return success();
  }
  if (auto clamp = dyn_cast<tt::ClampFOp>(op)) {
    return function(clamp.getPropagateNan() == tt::PropagateNan::ALL ? "ClampNanF" : "ClampF");
  }
  if (isa<tt::PreciseSqrtOp>(op)) {
    return function("Sqrt");
  }
  if (isa<tt::PreciseDivFOp>(op)) {
    m_map.map(op->getResult(0), builder.create<arith::DivFOp>(loc, in(0), in(1)).getResult());
    return success();
  }
  if (isa<tt::MulhiUIOp>(op)) {
    return function("MulHiUI");
  }
  if (auto cast = dyn_cast<tt::FpToFpOp>(op)) {
    convertFloatCast(cast, builder);
    return success();
  }
  if (auto check = dyn_cast<tt::AssertOp>(op)) {
    builder.create<AssertOp>(loc, in(0), check.getMessage());
    return success();
  }
  if (auto print = dyn_cast<tt::PrintOp>(op)) {
    SmallVector<Value> args;
    for (Value operand : op->getOperands()) {
      args.push_back(mapped(operand));
    }
    ArrayRef<int32_t> isSigned;
    if (auto given = print.getIsSigned()) {
      isSigned = *given;
    }
    builder.create<PrintOp>(loc, print.getPrefixAttr(), print.getHexAttr(),
                            builder.getDenseI32ArrayAttr(isSigned), args);
    return success();
  }
  return failure();
}

LogicalResult KernelConverter::convertExtern(tt::ExternElementwiseOp op, OpBuilder &builder) {
  std::optional<numerics::Fn> fn = compiler::functionOfSymbol(op.getSymbol().str());
  if (!fn || numerics::info(*fn).operands != op.getSrcs().size()) {
    return op.emitError("KC0310: function '")
           << op.getSymbol() << "' is not supported on this machine";
  }
  SmallVector<Value> operands;
  for (Value operand : op.getSrcs()) {
    operands.push_back(mapped(operand));
  }
  Type type = convertType(op.getResult().getType());
  if (numerics::info(*fn).kind != numerics::FnKind::CmpF) {
    m_map.map(op.getResult(),
              builder.create<ElementwiseOp>(op.getLoc(), type, numerics::info(*fn).name, operands)
                  .getResult());
    return success();
  }
  // A question: I1 in the numerics library, an integer in the symbol's signature.
  Type answer = builder.getI1Type();
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    answer = RankedTensorType::get(tensor.getShape(), answer);
  }
  Value bit = builder.create<ElementwiseOp>(helper(op), answer, numerics::info(*fn).name, operands);
  m_map.map(op.getResult(),
            answer == type ? bit
                           : builder.create<arith::ExtUIOp>(op.getLoc(), type, bit).getResult());
  return success();
}

} // namespace charonia::tile

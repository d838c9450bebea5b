// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores, dots and permutations become commands over the buffers that were chosen.
#include "Converter.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace charonia::pe {
namespace {

/// Bounds or strides split into constants and values.
struct Mixed {
  SmallVector<Value> values;
  SmallVector<int64_t> constants;
  explicit Mixed(ArrayRef<OpFoldResult> mixed) {
    for (OpFoldResult entry : mixed) {
      if (auto attribute = dyn_cast<Attribute>(entry)) {
        constants.push_back(cast<IntegerAttr>(attribute).getInt());
      } else {
        constants.push_back(ShapedType::kDynamic);
        values.push_back(cast<Value>(entry));
      }
    }
  }
};

int64_t rawBits(TypedAttr pad) {
  if (auto number = dyn_cast_if_present<FloatAttr>(pad)) {
    return static_cast<int64_t>(number.getValue().bitcastToAPInt().getZExtValue());
  }
  if (auto number = dyn_cast_if_present<IntegerAttr>(pad)) {
    return static_cast<int64_t>(number.getValue().getZExtValue());
  }
  return 0;
}

} // namespace

void Converter::convertLoad(tile::LoadOp load) {
  Value cb = m_streams.lookup(load.getResult());
  OpBuilder builder(load);
  for (unsigned piece = 0; piece < load.getNumPieces(); ++piece) {
    Mixed strides(load.getPieceStrides(piece)), lower(load.getPieceLower(piece)),
        upper(load.getPieceUpper(piece));
    Location loc =
        piece == 0 ? load.getLoc() : compiler::freshLoc(load, &m_context.lineage, "piece");
    auto command = builder.create<FiLoadOp>(
        loc, ValueRange(), cb, load.getBases()[piece], strides.values, lower.values, upper.values,
        builder.getDenseI64ArrayAttr(strides.constants),
        builder.getDenseI64ArrayAttr(lower.constants),
        builder.getDenseI64ArrayAttr(upper.constants),
        builder.getI64IntegerAttr(
            rawBits(load.getPadAttr() ? cast<TypedAttr>(load.getPadAttr()) : TypedAttr())),
        piece ? builder.getUnitAttr() : mlir::UnitAttr(),
        builder.getI32IntegerAttr(static_cast<int32_t>(load.getAccess().getArg())), IntegerAttr(),
        DenseI32ArrayAttr(), DenseI32ArrayAttr());
    if (Attribute direction = load->getAttr(tile::kDirectionAttr)) {
      command->setAttr(kBroadcastAttr, direction);
    }
  }
  load.erase();
}

/// The buffers of a row list and its mask.
template <typename Op>
static SmallVector<Value> rowLists(Op op, const llvm::DenseMap<Value, Value> &streams) {
  SmallVector<Value> lists = {streams.lookup(op.getRows())};
  if (op.getMask()) {
    lists.push_back(streams.lookup(op.getMask()));
  }
  return lists;
}

void Converter::convertLoadRows(tile::LoadRowsOp load) {
  OpBuilder builder(load);
  Mixed strides(load.getMixedStrides()), lower(load.getMixedLower()), upper(load.getMixedUpper());
  builder.create<FiLoadOp>(
      load.getLoc(), rowLists(load, m_streams), m_streams.lookup(load.getResult()), load.getBase(),
      strides.values, lower.values, upper.values, builder.getDenseI64ArrayAttr(strides.constants),
      builder.getDenseI64ArrayAttr(lower.constants), builder.getDenseI64ArrayAttr(upper.constants),
      builder.getI64IntegerAttr(
          rawBits(load.getPadAttr() ? cast<TypedAttr>(load.getPadAttr()) : TypedAttr())),
      mlir::UnitAttr(), builder.getI32IntegerAttr(static_cast<int32_t>(load.getAccess().getArg())),
      builder.getI32IntegerAttr(static_cast<int32_t>(load.getRowDim())), DenseI32ArrayAttr(),
      DenseI32ArrayAttr());
  load.erase();
}

void Converter::convertStoreRows(tile::StoreRowsOp store) {
  OpBuilder builder(store);
  Mixed strides(store.getMixedStrides()), lower(store.getMixedLower()),
      upper(store.getMixedUpper());
  SmallVector<Value> reads = {m_streams.lookup(store.getValue())};
  llvm::append_range(reads, rowLists(store, m_streams));
  builder.create<FiStoreOp>(
      store.getLoc(), reads, ValueRange(), store.getBase(), strides.values, lower.values,
      upper.values, builder.getDenseI64ArrayAttr(strides.constants),
      builder.getDenseI64ArrayAttr(lower.constants), builder.getDenseI64ArrayAttr(upper.constants),
      builder.getI32IntegerAttr(static_cast<int32_t>(store.getAccess().getArg())),
      builder.getI32IntegerAttr(static_cast<int32_t>(store.getRowDim())), DenseI32ArrayAttr(),
      DenseI32ArrayAttr());
  store.erase();
}

void Converter::convertStore(tile::StoreOp store) {
  OpBuilder builder(store);
  Mixed strides(store.getMixedStrides()), lower(store.getMixedLower()),
      upper(store.getMixedUpper());
  builder.create<FiStoreOp>(
      store.getLoc(), m_streams.lookup(store.getValue()), ValueRange(), store.getBase(),
      strides.values, lower.values, upper.values, builder.getDenseI64ArrayAttr(strides.constants),
      builder.getDenseI64ArrayAttr(lower.constants), builder.getDenseI64ArrayAttr(upper.constants),
      builder.getI32IntegerAttr(static_cast<int32_t>(store.getAccess().getArg())), IntegerAttr(),
      DenseI32ArrayAttr(), DenseI32ArrayAttr());
  store.erase();
}

void Converter::convertPart(Operation *part) {
  OpBuilder builder(part);
  SmallVector<Value> offsets;
  if (auto fixed = dyn_cast<tile::ExtractSliceOp>(part)) {
    for (int64_t offset : fixed.getOffsets()) {
      offsets.push_back(builder.create<arith::ConstantOp>(
          compiler::freshLoc(part, &m_context.lineage, "offset"),
          builder.getI64IntegerAttr(offset)));
    }
  } else {
    for (Value offset : cast<mtia::ExtractSliceOp>(part).getOffsets()) {
      offsets.push_back(builder.create<arith::ExtSIOp>(
          compiler::freshLoc(part, &m_context.lineage, "offset"), builder.getI64Type(), offset));
    }
  }
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(offsets.size())));
  builder.create<MluMoveOp>(part->getLoc(), m_streams.lookup(part->getOperand(0)),
                            m_streams.lookup(part->getResult(0)), offsets,
                            builder.getDenseI64ArrayAttr(order), DenseI32ArrayAttr(),
                            DenseI32ArrayAttr());
  part->erase();
}

void Converter::convertPlaceholder(UnrealizedConversionCastOp cast) {
  OpBuilder builder(cast);
  auto flag = [&](bool set) { return set ? builder.getUnitAttr() : mlir::UnitAttr(); };
  auto it = m_mmas.find(cast);
  if (it == m_mmas.end()) {
    builder.create<ReDrainOp>(cast.getLoc(), cast.getOperand(0),
                              m_streams.lookup(cast.getResult(0)), ValueRange(),
                              DenseI32ArrayAttr(), DenseI32ArrayAttr());
    cast.erase();
    return;
  }
  Mma mma = it->second;
  SmallVector<Value> reads;
  for (Value tensor : cast.getOperands()) {
    reads.push_back(m_streams.lookup(tensor));
  }
  builder.create<DpeMmaOp>(cast.getLoc(), reads, mma.accumulator, ValueRange(), flag(mma.multiply),
                           flag(mma.init), flag(mma.accumulate), flag(mma.transposeA),
                           flag(mma.transposeB), DenseI32ArrayAttr(), DenseI32ArrayAttr());
  m_mmas.erase(cast);
  cast.erase();
}

LogicalResult Converter::convertCommands() {
  SmallVector<Operation *> ops;
  m_kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<tile::LoadOp, tile::StoreOp, tile::LoadRowsOp, tile::StoreRowsOp, tile::PermuteOp,
            tile::ExtractSliceOp, mtia::ExtractSliceOp, mtia::ReReduceOp, mtia::BarrierOp,
            UnrealizedConversionCastOp, VecGroupOp>(op)) {
      ops.push_back(op);
    }
    return isa<VecGroupOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  // Users before producers: each step drops the uses of the tensors that it read.
  for (Operation *op : llvm::reverse(ops)) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](tile::LoadOp load) { convertLoad(load); })
        .Case([&](tile::StoreOp store) { convertStore(store); })
        .Case([&](tile::LoadRowsOp load) { convertLoadRows(load); })
        .Case([&](tile::StoreRowsOp store) { convertStoreRows(store); })
        .Case([&](UnrealizedConversionCastOp cast) { convertPlaceholder(cast); })
        .Case([&](mtia::ReReduceOp reduce) {
          OpBuilder builder(reduce);
          builder.create<ReReduceOp>(reduce.getLoc(), m_streams.lookup(reduce.getSrc()),
                                     m_streams.lookup(reduce.getResult()),
                                     mtia::stringifyReduceKind(reduce.getKind()),
                                     mtia::stringifyReduceAxis(reduce.getAxis()), reduce.getRoot(),
                                     DenseI32ArrayAttr(), DenseI32ArrayAttr());
          reduce.erase();
        })
        .Case([&](mtia::BarrierOp barrier) {
          OpBuilder builder(barrier);
          builder.create<BarrierOp>(barrier.getLoc());
          barrier.erase();
        })
        .Case([&](VecGroupOp group) {
          bool simd = m_simd.erase(group);
          group = dropTensorResults(group);
          if (simd) {
            OpBuilder builder(group);
            auto compute = builder.create<SeComputeOp>(
                group.getLoc(), TypeRange(), group.getReads(), group.getWrites(), group.getInputs(),
                group.getExtents(), DenseI32ArrayAttr(), DenseI32ArrayAttr());
            compute.getBody().takeBody(group.getBody());
            group.erase();
          }
        })
        .Case([&](tile::PermuteOp permute) {
          OpBuilder builder(permute);
          builder.create<MluMoveOp>(permute.getLoc(), m_streams.lookup(permute.getSource()),
                                    m_streams.lookup(permute.getResult()), ValueRange(),
                                    permute.getPermutationAttr(), DenseI32ArrayAttr(),
                                    DenseI32ArrayAttr());
          permute.erase();
        })
        .Case<tile::ExtractSliceOp, mtia::ExtractSliceOp>([&](auto part) { convertPart(part); });
  }
  WalkResult rest = m_kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<VecGroupOp, SeComputeOp>(op)) {
      return WalkResult::skip();
    }
    for (Type type : llvm::concat<const Type>(SmallVector<Type>(op->getResultTypes()),
                                              SmallVector<Type>(op->getOperandTypes()))) {
      if (isa<RankedTensorType>(type)) {
        op->emitError("'") << op->getName() << "' on tiles has no form in a PE's program";
        return WalkResult::interrupt();
      }
    }
    return WalkResult::advance();
  });
  return failure(rest.wasInterrupted());
}

void Converter::wrapInPidLoop() {
  Block &entry = m_kernel.getBody().front();
  OpBuilder builder = OpBuilder::atBlockTerminator(&entry);
  tile::Mapping mapping = llvm::StringSwitch<tile::Mapping>(m_context.options.mapping)
                              .Case("round-robin", tile::Mapping::RoundRobin)
                              .Case("zigzag", tile::Mapping::Zigzag)
                              .Default(tile::Mapping::Linear);
  auto loop = builder.create<tile::PidLoopOp>(
      m_kernel.getLoc(), tile::MappingAttr::get(m_kernel.getContext(), mapping), ArrayAttr());
  Type i32 = builder.getI32Type();
  Block *body = builder.createBlock(&loop.getBody(), {}, {i32, i32, i32},
                                    SmallVector<Location>(3, loop.getLoc()));
  body->getOperations().splice(body->end(), entry.getOperations(), entry.begin(),
                               Block::iterator(loop));
  builder.setInsertionPointToEnd(body);
  builder.create<tile::YieldOp>(loop.getLoc());
  loop.walk([&](tile::ProgramIdOp id) {
    id.getResult().replaceAllUsesWith(body->getArgument(id.getAxis()));
    id.erase();
  });
}

void Converter::convertKernel() {
  m_kernel.walk([&](tile::PidLoopOp loop) {
    OpBuilder builder(loop);
    auto fresh =
        builder.create<PidLoopOp>(loop.getLoc(), loop.getMappingAttr(), loop.getListsAttr());
    fresh.getBody().takeBody(loop.getBody());
    Operation *yield = fresh.getBody().front().getTerminator();
    builder.setInsertionPoint(yield);
    builder.create<YieldOp>(yield->getLoc());
    yield->erase();
    loop.erase();
  });
  Operation *end = m_kernel.getBody().front().getTerminator();
  OpBuilder builder(end);
  builder.create<ReturnOp>(end->getLoc());
  end->erase();
  builder.setInsertionPoint(m_kernel);
  auto program =
      builder.create<ProgramOp>(m_kernel.getLoc(), TypeRange(), ValueRange(), m_kernel->getAttrs());
  program.getBody().takeBody(m_kernel.getBody());
  m_kernel.erase();
}

} // namespace charonia::pe

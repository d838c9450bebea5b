// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decoders of pointers, loads, stores, atomics, block pointers and descriptors.
#include "Decoders.h"
#include "Exec.h"

#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Interpreter/Decoder.h"

using namespace mlir;

namespace charonia::compiler::interp {

namespace {

LogicalResult decodeAddPtr(Decoder &decoder, Operation *op) {
  auto add = cast<tt::AddPtrOp>(op);
  Value pointer = decoder.get(add.getPtr()), offset = decoder.get(add.getOffset());
  Type pointee = cast<tt::PointerType>(tt::elementOf(add.getType())).getPointeeType();
  auto element = storedTypeOf(pointee);
  if (!element) {
    return op->emitError() << "the interpreter cannot address elements of " << pointee;
  }
  auto dst = decoder.define(op->getResult(0), pointer.uniform && offset.uniform);
  if (failed(dst)) {
    return failure();
  }
  Step &step = decoder.emit(op, execAddPtr);
  step.operands = {pointer.operand(), offset.operand()};
  step.in = offset.type;
  step.dst = dst->slot;
  step.count = dst->stored();
  step.value = numerics::byteSize(*element);
  return success();
}

/// Addresses and mask of an access, as one tile.
struct Access {
  Value addresses;
  std::optional<Value> mask;
};

/// Emits the addresses of a block; `payload` says how.
Access blockAccess(Decoder &decoder, Operation *op, const Value &block, ArrayRef<int64_t> extents,
                   ElementType element, std::unique_ptr<BlockPayload> payload,
                   std::optional<Value> rows = std::nullopt) {
  int64_t count = 1;
  for (int64_t extent : extents) {
    count *= extent;
  }
  Access access{decoder.temporary(ElementType::I64, count),
                decoder.temporary(ElementType::I1, count)};
  payload->block.assign(extents.begin(), extents.end());
  payload->elementBytes = numerics::byteSize(element);
  payload->maskSlot = access.mask->slot;
  Step &step = decoder.emit(op, execBlockAddresses);
  step.operands[0] = block.operand();
  if (rows) {
    step.operands[1] = rows->operand();
    step.in = rows->type;
  }
  step.dst = access.addresses.slot;
  step.count = count;
  step.payload = &decoder.payload(std::move(payload));
  return access;
}

Access blockPointerAccess(Decoder &decoder, Operation *op, mlir::Value pointer,
                          ArrayRef<int32_t> checked) {
  auto type = cast<RankedTensorType>(cast<tt::PointerType>(pointer.getType()).getPointeeType());
  auto payload = std::make_unique<BlockPayload>();
  payload->checked.assign(static_cast<size_t>(type.getRank()), false);
  for (int32_t dim : checked) {
    payload->checked[static_cast<size_t>(dim)] = true;
  }
  return blockAccess(decoder, op, decoder.get(pointer), type.getShape(),
                     *storedTypeOf(type.getElementType()), std::move(payload));
}

bool isBlockPointer(mlir::Value pointer) {
  auto type = dyn_cast<tt::PointerType>(pointer.getType());
  return type && isa<RankedTensorType>(type.getPointeeType());
}

LogicalResult emitLoad(Decoder &decoder, Operation *op, const Access &access,
                       std::optional<Value> other, bool padsZero = false) {
  bool uniform = access.addresses.uniform && (!access.mask || access.mask->uniform) &&
                 (!other || other->uniform);
  auto dst = decoder.define(op->getResult(0), uniform);
  if (failed(dst)) {
    return failure();
  }
  Step &step = decoder.emit(op, execLoad);
  auto &payload = decoder.payload<AccessPayload>(step);
  payload.padsZero = padsZero;
  payload.isBoolean = dst->type == ElementType::I1;
  step.operands[0] = access.addresses.operand();
  if (access.mask) {
    payload.masked = true;
    step.operands[1] = access.mask->operand();
  }
  if (other) {
    payload.hasOther = true;
    step.operands[2] = other->operand();
  }
  step.dst = dst->slot;
  step.count = dst->stored();
  step.value = numerics::byteSize(dst->type);
  return success();
}

LogicalResult emitStore(Decoder &decoder, Operation *op, const Access &access, const Value &value) {
  bool uniform =
      access.addresses.uniform && value.uniform && (!access.mask || access.mask->uniform);
  Step &step = decoder.emit(op, execStore);
  auto &payload = decoder.payload<AccessPayload>(step);
  step.operands[0] = access.addresses.operand();
  if (access.mask) {
    payload.masked = true;
    step.operands[1] = access.mask->operand();
  }
  step.operands[2] = value.operand();
  step.count = uniform ? 1 : value.count;
  step.value = numerics::byteSize(value.type);
  return success();
}

std::optional<Value> getOptional(Decoder &decoder, mlir::Value value) {
  return value ? std::optional<Value>(decoder.get(value)) : std::nullopt;
}

LogicalResult decodeLoad(Decoder &decoder, Operation *op) {
  auto load = cast<tt::LoadOp>(op);
  if (!isBlockPointer(load.getPtr())) {
    return emitLoad(decoder, op, {decoder.get(load.getPtr()), getOptional(decoder, load.getMask())},
                    getOptional(decoder, load.getOther()));
  }
  Access access = blockPointerAccess(decoder, op, load.getPtr(), load.getBoundaryCheck());
  std::optional<Value> other;
  auto layout = layoutOf(load.getType());
  if (load.getPadding() == tt::PaddingOption::PAD_NAN && numerics::isFloat(layout->type)) {
    other = decoder.constant(layout->type, numerics::fromDouble(layout->type, __builtin_nan("")));
  }
  return emitLoad(decoder, op, access, other, load.getPadding().has_value());
}

LogicalResult decodeStore(Decoder &decoder, Operation *op) {
  auto store = cast<tt::StoreOp>(op);
  Value value = decoder.get(store.getValue());
  if (isBlockPointer(store.getPtr())) {
    return emitStore(decoder, op,
                     blockPointerAccess(decoder, op, store.getPtr(), store.getBoundaryCheck()),
                     value);
  }
  return emitStore(decoder, op,
                   {decoder.get(store.getPtr()), getOptional(decoder, store.getMask())}, value);
}

/// Emits an atomic on every lane; `dst` receives the old values.
void emitAtomic(Decoder &decoder, Operation *op, const Access &access, const Value &value,
                const Value &dst, AtomicKind kind, Fn fn,
                std::optional<Value> compare = std::nullopt) {
  Step &step = decoder.emit(op, execAtomic);
  auto &payload = decoder.payload<AtomicPayload>(step);
  payload.kind = kind;
  if (access.mask) {
    payload.masked = true;
    payload.mask = access.mask->operand();
  }
  if (compare) {
    payload.compare = compare->operand();
  }
  step.fn = fn;
  step.in = value.type;
  step.operands = {access.addresses.operand(), value.operand()};
  step.dst = dst.slot;
  step.count = value.count;
}

Fn functionOf(tt::RMWOp kind) {
  switch (kind) {
  case tt::RMWOp::AND:
    return Fn::And;
  case tt::RMWOp::OR:
    return Fn::Or;
  case tt::RMWOp::XOR:
    return Fn::Xor;
  case tt::RMWOp::ADD:
    return Fn::AddI;
  case tt::RMWOp::FADD:
    return Fn::AddF;
  case tt::RMWOp::MAX:
    return Fn::MaxSI;
  case tt::RMWOp::MIN:
    return Fn::MinSI;
  case tt::RMWOp::UMAX:
    return Fn::MaxUI;
  case tt::RMWOp::UMIN:
    return Fn::MinUI;
  case tt::RMWOp::XCHG:
    return Fn::AddI;
  }
  return Fn::AddI;
}

LogicalResult decodeAtomicRmw(Decoder &decoder, Operation *op) {
  auto atomic = cast<tt::AtomicRMWOp>(op);
  auto dst = decoder.define(op->getResult(0), !isa<RankedTensorType>(atomic.getType()));
  if (failed(dst)) {
    return failure();
  }
  bool exchange = atomic.getAtomicRmwOp() == tt::RMWOp::XCHG;
  emitAtomic(decoder, op, {decoder.get(atomic.getPtr()), getOptional(decoder, atomic.getMask())},
             decoder.get(atomic.getVal()), *dst,
             exchange ? AtomicKind::Exchange : AtomicKind::Apply,
             functionOf(atomic.getAtomicRmwOp()));
  return success();
}

LogicalResult decodeAtomicCas(Decoder &decoder, Operation *op) {
  auto atomic = cast<tt::AtomicCASOp>(op);
  auto dst = decoder.define(op->getResult(0), !isa<RankedTensorType>(atomic.getType()));
  if (failed(dst)) {
    return failure();
  }
  emitAtomic(decoder, op, {decoder.get(atomic.getPtr()), std::nullopt},
             decoder.get(atomic.getVal()), *dst, AtomicKind::CompareSwap, Fn::AddI,
             decoder.get(atomic.getCmp()));
  return success();
}

void addItems(Decoder &decoder, PackPayload &payload, ValueRange values) {
  for (mlir::Value value : values) {
    const Value &item = decoder.get(value);
    payload.items.push_back({item.operand(), item.type});
  }
}

LogicalResult decodeMakeTensorPtr(Decoder &decoder, Operation *op) {
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  Step &step = decoder.emit(op, execPack);
  step.dst = dst->slot;
  // Operands stand in the order of the packed form: base, shape, strides, offsets.
  addItems(decoder, decoder.payload<PackPayload>(step), op->getOperands());
  return success();
}

LogicalResult decodeAdvance(Decoder &decoder, Operation *op) {
  auto advance = cast<tt::AdvanceOp>(op);
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  Step &step = decoder.emit(op, execAdvance);
  step.operands[0] = decoder.get(advance.getPtr()).operand();
  step.dst = dst->slot;
  step.count = dst->count;
  step.value = 1 + 2 * static_cast<int64_t>(advance.getOffsets().size());
  addItems(decoder, decoder.payload<PackPayload>(step), advance.getOffsets());
  return success();
}

LogicalResult decodeMakeDescriptor(Decoder &decoder, Operation *op) {
  auto make = cast<tt::MakeTensorDescOp>(op);
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  Value padding =
      decoder.constant(ElementType::I64, make.getPadding() == tt::PaddingOption::PAD_NAN);
  Step &step = decoder.emit(op, execPack);
  step.dst = dst->slot;
  auto &payload = decoder.payload<PackPayload>(step);
  addItems(decoder, payload, op->getOperands());
  payload.items.push_back({padding.operand(), padding.type});
  return success();
}

Access descriptorAccess(Decoder &decoder, Operation *op, tt::TensorDescType type, mlir::Value desc,
                        ValueRange indices) {
  auto payload = std::make_unique<BlockPayload>();
  payload->descriptor = true;
  payload->checked.assign(indices.size(), true);
  for (mlir::Value index : indices) {
    payload->indices.push_back(decoder.get(index).operand());
  }
  return blockAccess(decoder, op, decoder.get(desc), type.getBlockType().getShape(),
                     *storedTypeOf(IntegerType::get(op->getContext(),
                                                    type.getBlockType().getElementTypeBitWidth())),
                     std::move(payload));
}

/// Addresses of `rows` rows of the tensor, from column `column` on.
Access rowsAccess(Decoder &decoder, Operation *op, mlir::Value desc, mlir::Value rows,
                  mlir::Value column, RankedTensorType tile) {
  auto payload = std::make_unique<BlockPayload>();
  payload->descriptor = payload->rows = true;
  payload->checked.assign(2, true);
  payload->indices.push_back(decoder.get(column).operand());
  return blockAccess(decoder, op, decoder.get(desc), tile.getShape(),
                     *storedTypeOf(tile.getElementType()), std::move(payload), decoder.get(rows));
}

/// The padding of a descriptor as a uniform value of `element`.
Value paddingOf(Decoder &decoder, Operation *op, mlir::Value desc, ElementType element) {
  Value padding = decoder.temporary(element, 1, true);
  Step &step = decoder.emit(op, execPadding);
  step.operands[0] = decoder.get(desc).operand();
  step.value = decoder.get(desc).count - 1;
  step.out = element;
  step.dst = padding.slot;
  return padding;
}

LogicalResult decodeDescriptorLoad(Decoder &decoder, Operation *op) {
  auto load = cast<tt::DescriptorLoadOp>(op);
  Access access =
      descriptorAccess(decoder, op, load.getDesc().getType(), load.getDesc(), load.getIndices());
  return emitLoad(decoder, op, access,
                  paddingOf(decoder, op, load.getDesc(), layoutOf(load.getType())->type));
}

LogicalResult decodeDescriptorStore(Decoder &decoder, Operation *op) {
  auto store = cast<tt::DescriptorStoreOp>(op);
  return emitStore(
      decoder, op,
      descriptorAccess(decoder, op, store.getDesc().getType(), store.getDesc(), store.getIndices()),
      decoder.get(store.getSrc()));
}

LogicalResult decodeDescriptorReduce(Decoder &decoder, Operation *op) {
  auto reduce = cast<tt::DescriptorReduceOp>(op);
  Value value = decoder.get(reduce.getSrc());
  auto block = dyn_cast<IntegerType>(reduce.getDesc().getType().getBlockType().getElementType());
  bool isUnsigned = block && block.isUnsigned(), isFloat = numerics::isFloat(value.type);
  Fn fn = Fn::AddI;
  switch (reduce.getKind()) {
  case tt::DescriptorReduceKind::ADD:
    fn = isFloat ? Fn::AddF : Fn::AddI;
    break;
  case tt::DescriptorReduceKind::MIN:
    fn = isFloat ? Fn::MinNumF : isUnsigned ? Fn::MinUI : Fn::MinSI;
    break;
  case tt::DescriptorReduceKind::MAX:
    fn = isFloat ? Fn::MaxNumF : isUnsigned ? Fn::MaxUI : Fn::MaxSI;
    break;
  case tt::DescriptorReduceKind::AND:
    fn = Fn::And;
    break;
  case tt::DescriptorReduceKind::OR:
    fn = Fn::Or;
    break;
  case tt::DescriptorReduceKind::XOR:
    fn = Fn::Xor;
    break;
  case tt::DescriptorReduceKind::INC:
  case tt::DescriptorReduceKind::DEC:
    return op->emitError() << "the interpreter cannot run this kind of descriptor reduction";
  }
  Access access = descriptorAccess(decoder, op, reduce.getDesc().getType(), reduce.getDesc(),
                                   reduce.getIndices());
  emitAtomic(decoder, op, access, value, decoder.temporary(value.type, value.count),
             AtomicKind::Apply, fn);
  return success();
}

LogicalResult decodeDescriptorGather(Decoder &decoder, Operation *op) {
  auto gather = cast<tt::DescriptorGatherOp>(op);
  Access access = rowsAccess(decoder, op, gather.getDesc(), gather.getXOffsets(),
                             gather.getYOffset(), cast<RankedTensorType>(gather.getType()));
  return emitLoad(decoder, op, access,
                  paddingOf(decoder, op, gather.getDesc(), layoutOf(gather.getType())->type));
}

LogicalResult decodeDescriptorScatter(Decoder &decoder, Operation *op) {
  auto scatter = cast<tt::DescriptorScatterOp>(op);
  Access access =
      rowsAccess(decoder, op, scatter.getDesc(), scatter.getXOffsets(), scatter.getYOffset(),
                 cast<RankedTensorType>(scatter.getSrc().getType()));
  return emitStore(decoder, op, access, decoder.get(scatter.getSrc()));
}

} // namespace

void registerMemoryDecoders() {
  registerDecoder("tt.addptr", decodeAddPtr);
  registerDecoder("tt.load", decodeLoad);
  registerDecoder("tt.store", decodeStore);
  registerDecoder("tt.atomic_rmw", decodeAtomicRmw);
  registerDecoder("tt.atomic_cas", decodeAtomicCas);
  registerDecoder("tt.make_tensor_ptr", decodeMakeTensorPtr);
  registerDecoder("tt.advance", decodeAdvance);
  registerDecoder("tt.make_tensor_descriptor", decodeMakeDescriptor);
  registerDecoder("tt.descriptor_load", decodeDescriptorLoad);
  registerDecoder("tt.descriptor_store", decodeDescriptorStore);
  registerDecoder("tt.descriptor_reduce", decodeDescriptorReduce);
  registerDecoder("tt.descriptor_gather", decodeDescriptorGather);
  registerDecoder("tt.descriptor_scatter", decodeDescriptorScatter);
}

} // namespace charonia::compiler::interp

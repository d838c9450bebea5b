// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decoders of the dialect `tile`: boxes of memory, the scalar rung, shapes, products, reductions.
#include "Decoders.h"
#include "Exec.h"

#include "charonia/Dialect/Tile/Tile.h"
#include "charonia/Interpreter/Decoder.h"

#include <algorithm>
#include <cstring>

using namespace mlir;

namespace charonia::compiler::interp {

namespace {

// --- Boxes ---------------------------------------------------------------------------------------

/// A number known when decoding, or an I64 scalar.
struct Number {
  bool dynamic = false;
  uint32_t slot = 0;
  int64_t constant = 0;
  int64_t read(const Machine &machine) const {
    return dynamic ? *machine.as<int64_t>(slot) : constant;
  }
};

/// Element i at base + sum i_d * strides[d], for lower <= i < upper.
struct BoxOfMemory {
  Number base;
  std::vector<Number> strides, lower, upper;
};

struct BoxesPayload : Payload {
  std::vector<BoxOfMemory> boxes;
  std::vector<int64_t> shape;
  int64_t bytes = 1;
  uint64_t pad = 0;
};

/// Calls `visit(lane, address)` for each element of the box in row-major order until it gives
/// false.
template <typename Visit>
bool forEachElement(const Machine &machine, const BoxOfMemory &box,
                    const std::vector<int64_t> &shape, Visit visit) {
  size_t rank = shape.size();
  std::vector<int64_t> low(rank), high(rank), stride(rank), at(rank);
  for (size_t dim = 0; dim < rank; ++dim) {
    low[dim] = std::clamp<int64_t>(box.lower[dim].read(machine), 0, shape[dim]);
    high[dim] = std::clamp<int64_t>(box.upper[dim].read(machine), 0, shape[dim]);
    stride[dim] = box.strides[dim].read(machine);
    if (low[dim] >= high[dim]) {
      return true;
    }
  }
  at = low;
  auto base = static_cast<uint64_t>(box.base.read(machine));
  while (true) {
    int64_t lane = 0;
    uint64_t address = base;
    for (size_t dim = 0; dim < rank; ++dim) {
      lane = lane * shape[dim] + at[dim];
      address += static_cast<uint64_t>(at[dim]) * static_cast<uint64_t>(stride[dim]);
    }
    if (!visit(lane, address)) {
      return false;
    }
    size_t dim = rank;
    while (dim > 0 && ++at[dim - 1] == high[dim - 1]) {
      at[dim - 1] = low[dim - 1];
      --dim;
    }
    if (dim == 0) {
      return true;
    }
  }
}

uint32_t execBoxLoad(Machine &machine, const Step &step, uint32_t pc) {
  const auto &payload = *static_cast<const BoxesPayload *>(step.payload);
  std::byte *to = machine.data(step.dst);
  auto bytes = static_cast<uint64_t>(payload.bytes);
  for (int64_t i = 0; i < step.count; ++i) {
    std::memcpy(to + static_cast<uint64_t>(i) * bytes, &payload.pad, bytes);
  }
  for (const BoxOfMemory &box : payload.boxes) {
    uint32_t stop = pc;
    bool done = forEachElement(machine, box, payload.shape, [&](int64_t lane, uint64_t address) {
      HostBuffer *buffer = machine.find(address, bytes);
      if (!buffer) {
        stop = machine.failAccess(step, "load", address, bytes, lane);
        return false;
      }
      std::memcpy(to + static_cast<uint64_t>(lane) * bytes,
                  buffer->data + (address - buffer->address), bytes);
      return true;
    });
    if (!done) {
      return stop;
    }
  }
  return pc + 1;
}

uint32_t execBoxStore(Machine &machine, const Step &step, uint32_t pc) {
  const auto &payload = *static_cast<const BoxesPayload *>(step.payload);
  const std::byte *from = machine.data(step.operands[0].slot);
  auto bytes = static_cast<uint64_t>(payload.bytes);
  uint32_t stop = pc + 1;
  forEachElement(
      machine, payload.boxes.front(), payload.shape, [&](int64_t lane, uint64_t address) {
        HostBuffer *buffer = machine.find(address, bytes);
        if (!buffer) {
          stop = machine.failAccess(step, "store", address, bytes, lane);
          return false;
        }
        std::memcpy(buffer->data + (address - buffer->address),
                    from + static_cast<uint64_t>(lane * step.operands[0].stride) * bytes, bytes);
        return true;
      });
  return stop;
}

Number number(Decoder &decoder, OpFoldResult value) {
  Number result;
  if (std::optional<int64_t> constant = tile::constantOf(value)) {
    result.constant = *constant;
    return result;
  }
  result.dynamic = true;
  result.slot = decoder.get(cast<mlir::Value>(value)).slot;
  return result;
}

std::vector<Number> numbers(Decoder &decoder, ArrayRef<OpFoldResult> values) {
  std::vector<Number> result;
  for (OpFoldResult value : values) {
    result.push_back(number(decoder, value));
  }
  return result;
}

LogicalResult decodeBoxLoad(Decoder &decoder, Operation *op) {
  auto load = cast<tile::LoadOp>(op);
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  auto payload = std::make_unique<BoxesPayload>();
  for (unsigned piece = 0; piece < load.getNumPieces(); ++piece) {
    payload->boxes.push_back(
        {number(decoder, load.getBases()[piece]), numbers(decoder, load.getPieceStrides(piece)),
         numbers(decoder, load.getPieceLower(piece)), numbers(decoder, load.getPieceUpper(piece))});
  }
  payload->shape.assign(dst->shape.begin(), dst->shape.end());
  payload->bytes = numerics::byteSize(dst->type);
  if (auto pad = dyn_cast_if_present<IntegerAttr>(load.getPadAttr())) {
    payload->pad = pad.getValue().getZExtValue();
  } else if (auto real = dyn_cast_if_present<FloatAttr>(load.getPadAttr())) {
    payload->pad = real.getValue().bitcastToAPInt().getZExtValue();
  }
  Step &step = decoder.emit(op, execBoxLoad);
  step.dst = dst->slot;
  step.count = dst->count;
  step.payload = &decoder.payload(std::move(payload));
  return success();
}

LogicalResult decodeBoxStore(Decoder &decoder, Operation *op) {
  auto store = cast<tile::StoreOp>(op);
  Value value = decoder.get(store.getValue());
  auto payload = std::make_unique<BoxesPayload>();
  payload->boxes.push_back(
      {number(decoder, store.getBase()), numbers(decoder, store.getMixedStrides()),
       numbers(decoder, store.getMixedLower()), numbers(decoder, store.getMixedUpper())});
  payload->shape.assign(value.shape.begin(), value.shape.end());
  payload->bytes = numerics::byteSize(value.type);
  Step &step = decoder.emit(op, execBoxStore);
  step.operands[0] = value.operand();
  step.count = value.count;
  step.payload = &decoder.payload(std::move(payload));
  return success();
}

// --- The scalar rung -----------------------------------------------------------------------------

/// A load or store of single elements; null values are absent.
LogicalResult emitAccess(Decoder &decoder, Operation *op, mlir::Value address, mlir::Value mask,
                         mlir::Value other, mlir::Value stored) {
  Value addresses = decoder.get(address);
  Value value;
  if (stored) {
    value = decoder.get(stored);
  } else {
    auto dst = decoder.define(op->getResult(0), !isa<RankedTensorType>(op->getResult(0).getType()));
    if (failed(dst)) {
      return failure();
    }
    value = *dst;
  }
  Step &step = decoder.emit(op, stored ? execStore : execLoad);
  auto &payload = decoder.payload<AccessPayload>(step);
  step.operands[0] = addresses.operand();
  if (mask) {
    payload.masked = true;
    step.operands[1] = decoder.get(mask).operand();
  }
  if (other) {
    payload.hasOther = true;
    step.operands[2] = decoder.get(other).operand();
  }
  if (stored) {
    step.operands[2] = value.operand();
  } else {
    step.dst = value.slot;
  }
  step.count = value.count;
  step.value = numerics::byteSize(value.type);
  return success();
}

LogicalResult decodeGather(Decoder &decoder, Operation *op) {
  auto gather = cast<tile::GatherOp>(op);
  return emitAccess(decoder, op, gather.getAddresses(), gather.getMask(), gather.getOther(), {});
}
LogicalResult decodeScatter(Decoder &decoder, Operation *op) {
  auto scatter = cast<tile::ScatterOp>(op);
  return emitAccess(decoder, op, scatter.getAddresses(), scatter.getMask(), {}, scatter.getValue());
}
LogicalResult decodeScalarLoad(Decoder &decoder, Operation *op) {
  return emitAccess(decoder, op, op->getOperand(0), {}, {}, {});
}
LogicalResult decodeScalarStore(Decoder &decoder, Operation *op) {
  return emitAccess(decoder, op, op->getOperand(0), {}, {}, op->getOperand(1));
}

Fn functionOf(tile::AtomicKind kind) {
  switch (kind) {
  case tile::AtomicKind::And:
    return Fn::And;
  case tile::AtomicKind::Or:
    return Fn::Or;
  case tile::AtomicKind::Xor:
    return Fn::Xor;
  case tile::AtomicKind::FAdd:
    return Fn::AddF;
  case tile::AtomicKind::Max:
    return Fn::MaxSI;
  case tile::AtomicKind::Min:
    return Fn::MinSI;
  case tile::AtomicKind::UMax:
    return Fn::MaxUI;
  case tile::AtomicKind::UMin:
    return Fn::MinUI;
  default:
    return Fn::AddI;
  }
}

LogicalResult decodeAtomic(Decoder &decoder, Operation *op) {
  auto dst = decoder.define(op->getResult(0), !isa<RankedTensorType>(op->getResult(0).getType()));
  if (failed(dst)) {
    return failure();
  }
  auto owned = std::make_unique<AtomicPayload>();
  mlir::Value address = op->getOperand(0), value = op->getOperand(1);
  Fn fn = Fn::AddI;
  if (auto rmw = dyn_cast<tile::AtomicRmwOp>(op)) {
    fn = functionOf(rmw.getKind());
    owned->kind =
        rmw.getKind() == tile::AtomicKind::Exchange ? AtomicKind::Exchange : AtomicKind::Apply;
    if (rmw.getMask()) {
      owned->masked = true;
      owned->mask = decoder.get(rmw.getMask()).operand();
    }
  } else {
    value = op->getOperand(2);
    owned->kind = AtomicKind::CompareSwap;
    owned->compare = decoder.get(op->getOperand(1)).operand();
  }
  Step &step = decoder.emit(op, execAtomic);
  step.fn = fn;
  step.in = decoder.get(value).type;
  step.operands = {decoder.get(address).operand(), decoder.get(value).operand()};
  step.dst = dst->slot;
  step.count = decoder.get(value).count;
  step.payload = &decoder.payload(std::move(owned));
  return success();
}

// --- Shapes --------------------------------------------------------------------------------------

/// The result holds the operand's elements in order.
LogicalResult decodeCopy(Decoder &decoder, Operation *op) {
  Value source = decoder.get(op->getOperand(0));
  bool scalar = !isa<RankedTensorType>(op->getResult(0).getType());
  auto dst = decoder.define(op->getResult(0), source.uniform || scalar);
  if (failed(dst)) {
    return failure();
  }
  decoder.emitCopy(op, *dst, source);
  return success();
}

/// One element stands for all.
LogicalResult decodeSplat(Decoder &decoder, Operation *op) {
  Value source = decoder.get(op->getOperand(0));
  source.uniform = true;
  auto dst = decoder.define(op->getResult(0), true);
  if (failed(dst)) {
    return failure();
  }
  decoder.emitCopy(op, *dst, source);
  return success();
}

/// dst[i] = operands[0][index[i]]; `value` bytes an element.
struct IndexPayload : Payload {
  std::vector<int64_t> index;
};
uint32_t execPick(Machine &machine, const Step &step, uint32_t pc) {
  const auto &index = static_cast<const IndexPayload *>(step.payload)->index;
  const std::byte *from = machine.data(step.operands[0].slot);
  std::byte *to = machine.data(step.dst);
  auto bytes = static_cast<size_t>(step.value);
  for (size_t i = 0; i < index.size(); ++i) {
    if (index[i] >= 0) {
      std::memcpy(to + i * bytes,
                  from + static_cast<size_t>(index[i] * step.operands[0].stride) * bytes, bytes);
    }
  }
  return pc + 1;
}

/// Emits dst[i] = source[index(i)] for the elements whose index is not negative.
void emitPick(Decoder &decoder, Operation *op, const Value &dst, const Value &source,
              llvm::function_ref<int64_t(ArrayRef<int64_t>)> index) {
  auto payload = std::make_unique<IndexPayload>();
  llvm::SmallVector<int64_t> at(dst.shape.size(), 0);
  for (int64_t i = 0; i < dst.count; ++i) {
    payload->index.push_back(index(at));
    for (size_t dim = at.size(); dim-- > 0;) {
      if (++at[dim] < dst.shape[dim]) {
        break;
      }
      at[dim] = 0;
    }
  }
  Step &step = decoder.emit(op, execPick);
  step.operands[0] = source.operand();
  step.dst = dst.slot;
  step.count = dst.count;
  step.value = numerics::byteSize(dst.type);
  step.payload = &decoder.payload(std::move(payload));
}

int64_t flat(ArrayRef<int64_t> at, ArrayRef<int64_t> shape) {
  int64_t result = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    result = result * shape[dim] + at[dim];
  }
  return result;
}

LogicalResult decodeBroadcast(Decoder &decoder, Operation *op) {
  Value source = decoder.get(op->getOperand(0));
  if (source.uniform || source.count == 1) {
    return decodeSplat(decoder, op);
  }
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  emitPick(decoder, op, *dst, source, [&](ArrayRef<int64_t> at) {
    llvm::SmallVector<int64_t> from(at);
    for (size_t dim = 0; dim < from.size(); ++dim) {
      from[dim] = source.shape[dim] == 1 ? 0 : from[dim];
    }
    return flat(from, source.shape);
  });
  return success();
}

LogicalResult decodePermute(Decoder &decoder, Operation *op) {
  Value source = decoder.get(op->getOperand(0));
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  ArrayRef<int64_t> order = cast<tile::PermuteOp>(op).getPermutation();
  emitPick(decoder, op, *dst, source, [&](ArrayRef<int64_t> at) {
    llvm::SmallVector<int64_t> from(at.size());
    for (size_t dim = 0; dim < at.size(); ++dim) {
      from[order[dim]] = at[dim];
    }
    return flat(from, source.shape);
  });
  return success();
}

LogicalResult decodeExtract(Decoder &decoder, Operation *op) {
  Value source = decoder.get(op->getOperand(0));
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  ArrayRef<int64_t> offsets = cast<tile::ExtractSliceOp>(op).getOffsets();
  emitPick(decoder, op, *dst, source, [&](ArrayRef<int64_t> at) {
    llvm::SmallVector<int64_t> from(at);
    for (size_t dim = 0; dim < at.size(); ++dim) {
      from[dim] += offsets[dim];
    }
    return flat(from, source.shape);
  });
  return success();
}

LogicalResult decodeInsert(Decoder &decoder, Operation *op) {
  Value source = decoder.get(op->getOperand(0)), dest = decoder.get(op->getOperand(1));
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  decoder.emitCopy(op, *dst, dest);
  ArrayRef<int64_t> offsets = cast<tile::InsertSliceOp>(op).getOffsets();
  emitPick(decoder, op, *dst, source, [&](ArrayRef<int64_t> at) -> int64_t {
    llvm::SmallVector<int64_t> from(at);
    for (size_t dim = 0; dim < at.size(); ++dim) {
      from[dim] -= offsets[dim];
      if (from[dim] < 0 || from[dim] >= source.shape[dim]) {
        return -1;
      }
    }
    return flat(from, source.shape);
  });
  return success();
}

LogicalResult decodeIota(Decoder &decoder, Operation *op) {
  auto iota = cast<tile::IotaOp>(op);
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  llvm::SmallVector<uint64_t> table;
  for (int64_t i = 0; i < dst->shape[iota.getAxis()]; ++i) {
    table.push_back(static_cast<uint64_t>(iota.getStart() + i));
  }
  Value source = decoder.constantArray(dst->type, table);
  emitPick(decoder, op, *dst, source, [&](ArrayRef<int64_t> at) { return at[iota.getAxis()]; });
  return success();
}

// --- Compute -------------------------------------------------------------------------------------

LogicalResult decodeElementwise(Decoder &decoder, Operation *op) {
  Fn fn;
  auto elementwise = cast<tile::ElementwiseOp>(op);
  if (!numerics::findFn(elementwise.getFn().str().c_str(), fn)) {
    return op->emitError() << "unknown function '" << elementwise.getFn() << "'";
  }
  return decoder.elementwise(op, fn);
}

LogicalResult decodeDot(Decoder &decoder, Operation *op) {
  auto dot = cast<tile::DotOp>(op);
  Value a = decoder.materialise(op, decoder.get(dot.getA()));
  Value b = decoder.materialise(op, decoder.get(dot.getB()));
  Value c = decoder.get(dot.getC());
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  bool isHalf = numerics::isFloat(dst->type) && numerics::byteSize(dst->type) < 4;
  ElementType acc = isHalf ? ElementType::F32 : dst->type;
  if (a.type != b.type || numerics::isFloat(a.type) != numerics::isFloat(acc)) {
    return op->emitError() << "the interpreter has no dot of " << dot.getA().getType();
  }
  Value sum = isHalf ? decoder.temporary(acc, dst->count) : *dst;
  if (isHalf) {
    decoder.emitElementwise(op, Fn::ExtF, c.type, sum, {c});
  } else {
    decoder.emitCopy(op, sum, c);
  }
  Step &step = decoder.emit(op, execDot);
  step.in = a.type;
  step.out = acc;
  step.operands = {a.operand(), b.operand()};
  step.dst = sum.slot;
  size_t rank = a.shape.size();
  numerics::DotShape &shape = decoder.payload<DotPayload>(step).shape;
  shape.m = a.shape[rank - 2];
  shape.k = a.shape[rank - 1];
  shape.n = b.shape[rank - 1];
  shape.aRow = shape.k;
  shape.aCol = shape.bCol = 1;
  shape.bRow = shape.cRow = shape.n;
  step.value = rank == 3 ? a.shape[0] : 1;
  step.count = step.value * shape.m * shape.n * shape.k;
  if (isHalf) {
    decoder.emitElementwise(op, Fn::TruncF, acc, *dst, {sum});
  }
  return success();
}

LogicalResult decodeReduce(Decoder &decoder, Operation *op) {
  return decodeReduction(decoder, op, cast<tile::ReduceOp>(op).getAxis(), /*scan=*/false,
                         /*reverse=*/false);
}
LogicalResult decodeScan(Decoder &decoder, Operation *op) {
  auto scan = cast<tile::ScanOp>(op);
  return decodeReduction(decoder, op, scan.getAxis(), /*scan=*/true, scan.getReverse());
}

LogicalResult decodeGatherIndex(Decoder &decoder, Operation *op) {
  auto gather = cast<tile::GatherIndexOp>(op);
  Value source = decoder.materialise(op, decoder.get(gather.getSource()));
  Value indices = decoder.get(gather.getIndices());
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  Step &step = decoder.emit(op, execGather);
  step.operands = {source.operand(), indices.operand()};
  step.in = indices.type;
  step.dst = dst->slot;
  step.count = dst->count;
  step.value = numerics::byteSize(dst->type);
  auto &payload = decoder.payload<GatherPayload>(step);
  for (size_t dim = 0; dim < source.shape.size(); ++dim) {
    if (dim == gather.getAxis()) {
      payload.source = source.shape[dim];
      payload.indices = indices.shape[dim];
    } else {
      (dim < gather.getAxis() ? payload.outer : payload.inner) *= source.shape[dim];
    }
  }
  return success();
}

// --- Control -------------------------------------------------------------------------------------

/// dst = program id (extent false) or grid extent along `axis`.
void emitProgram(Decoder &decoder, Operation *op, const Value &dst, int64_t axis, bool extent) {
  Step &step = decoder.emit(op, execProgram);
  step.dst = dst.slot;
  step.value = axis;
  step.target = extent ? 1 : 0;
}

LogicalResult decodeProgram(Decoder &decoder, Operation *op) {
  auto dst = decoder.define(op->getResult(0), true);
  if (failed(dst)) {
    return failure();
  }
  auto id = dyn_cast<tile::ProgramIdOp>(op);
  emitProgram(decoder, op, *dst, id ? id.getAxis() : cast<tile::NumProgramsOp>(op).getAxis(), !id);
  return success();
}

/// The interpreter runs the kernel once a program id; the loop's body sees that one.
LogicalResult decodePidLoop(Decoder &decoder, Operation *op) {
  Block &body = op->getRegion(0).front();
  for (BlockArgument argument : body.getArguments()) {
    auto value = decoder.define(argument, true);
    if (failed(value)) {
      return failure();
    }
    emitProgram(decoder, op, *value, argument.getArgNumber(), false);
  }
  return decoder.blockBody(body);
}

LogicalResult decodeAssert(Decoder &decoder, Operation *op) {
  const Value &value = decoder.get(op->getOperand(0));
  Step &step = decoder.emit(op, execAssert);
  step.operands[0] = value.operand();
  step.in = value.type;
  step.count = value.stored();
  decoder.payload<AssertPayload>(step).message =
      ("assertion failed: " + cast<tile::AssertOp>(op).getMessage()).str();
  return success();
}

LogicalResult decodePrint(Decoder &decoder, Operation *op) {
  auto print = cast<tile::PrintOp>(op);
  Step &step = decoder.emit(op, execPrint);
  auto &payload = decoder.payload<PrintPayload>(step);
  payload.prefix = print.getPrefix().str();
  payload.hex = print.getHex();
  ArrayRef<int32_t> isSigned = print.getIsSigned();
  for (auto [index, operand] : llvm::enumerate(print.getArgs())) {
    const Value &value = decoder.get(operand);
    payload.items.push_back({value.operand(), value.type, value.count,
                             index >= isSigned.size() || isSigned[index] != 0,
                             std::vector<int64_t>(value.shape.begin(), value.shape.end())});
    step.count = std::max(step.count, value.count);
  }
  return success();
}

} // namespace

void registerTileDecoders() {
  registerDecoder("tile.load", decodeBoxLoad);
  registerDecoder("tile.store", decodeBoxStore);
  registerDecoder("tile.gather", decodeGather);
  registerDecoder("tile.scatter", decodeScatter);
  registerDecoder("tile.scalar_load", decodeScalarLoad);
  registerDecoder("tile.scalar_store", decodeScalarStore);
  registerDecoder("tile.atomic_rmw", decodeAtomic);
  registerDecoder("tile.atomic_cas", decodeAtomic);
  registerDecoder("tile.splat", decodeSplat);
  registerDecoder("tile.reshape", decodeCopy);
  registerDecoder("tile.broadcast", decodeBroadcast);
  registerDecoder("tile.permute", decodePermute);
  registerDecoder("tile.extract_slice", decodeExtract);
  registerDecoder("tile.insert_slice", decodeInsert);
  registerDecoder("tile.iota", decodeIota);
  // These have the operands and results of their counterparts.
  registerDecoder("tile.join", findDecoder("tt.join"));
  registerDecoder("tile.split", findDecoder("tt.split"));
  registerDecoder("tile.cat", findDecoder("tt.cat"));
  registerDecoder("tile.elementwise", decodeElementwise);
  registerDecoder("tile.dot", decodeDot);
  registerDecoder("tile.reduce", decodeReduce);
  registerDecoder("tile.scan", decodeScan);
  registerDecoder("tile.gather_index", decodeGatherIndex);
  registerDecoder("tile.program_id", decodeProgram);
  registerDecoder("tile.num_programs", decodeProgram);
  registerDecoder("tile.pid_loop", decodePidLoop);
  registerDecoder("tile.assert", decodeAssert);
  registerDecoder("tile.print", decodePrint);
}

} // namespace charonia::compiler::interp

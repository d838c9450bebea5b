// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decoders of the memory ops of the dialect `tile`: boxes of memory, the scalar rung, atomics.
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

/// Element i at base + sum i_d * strides[d], for lower <= i < upper. With a row list, rows[i_d] is
/// added for d = rowDim, and elements whose mask is false are left out.
struct BoxOfMemory {
  Number base;
  std::vector<Number> strides, lower, upper;
  int64_t rowDim = -1;
  Operand rows{}, mask{};
  bool masked = false;

  /// The offset of index `row` along rowDim; none if it is masked off.
  std::optional<uint64_t> offset(const Machine &machine, int64_t row) const {
    if (masked && machine.as<uint8_t>(mask.slot)[row * mask.stride] == 0) {
      return std::nullopt;
    }
    return static_cast<uint64_t>(machine.as<int64_t>(rows.slot)[row * rows.stride]);
  }
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
    bool touched = true;
    if (box.rowDim >= 0) {
      std::optional<uint64_t> offset = box.offset(machine, at[static_cast<size_t>(box.rowDim)]);
      touched = offset.has_value();
      address += offset.value_or(0);
    }
    if (touched && !visit(lane, address)) {
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

uint64_t padBits(Attribute pad) {
  if (auto integer = dyn_cast_if_present<IntegerAttr>(pad)) {
    return integer.getValue().getZExtValue();
  }
  if (auto real = dyn_cast_if_present<FloatAttr>(pad)) {
    return real.getValue().bitcastToAPInt().getZExtValue();
  }
  return 0;
}

/// The box of an op with a row list.
template <typename Op>
BoxOfMemory rowBox(Decoder &decoder, Op op) {
  BoxOfMemory box{number(decoder, op.getBase()), numbers(decoder, op.getMixedStrides()),
                  numbers(decoder, op.getMixedLower()), numbers(decoder, op.getMixedUpper())};
  box.rowDim = static_cast<int64_t>(op.getRowDim());
  box.rows = decoder.get(op.getRows()).operand();
  if (op.getMask()) {
    box.masked = true;
    box.mask = decoder.get(op.getMask()).operand();
  }
  return box;
}

LogicalResult emitLoad(Decoder &decoder, Operation *op, std::vector<BoxOfMemory> boxes,
                       uint64_t pad) {
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  auto payload = std::make_unique<BoxesPayload>();
  payload->boxes = std::move(boxes);
  payload->shape.assign(dst->shape.begin(), dst->shape.end());
  payload->bytes = numerics::byteSize(dst->type);
  payload->pad = pad;
  Step &step = decoder.emit(op, execBoxLoad);
  step.dst = dst->slot;
  step.count = dst->count;
  step.payload = &decoder.payload(std::move(payload));
  return success();
}

LogicalResult emitStore(Decoder &decoder, Operation *op, mlir::Value stored, BoxOfMemory box) {
  Value value = decoder.get(stored);
  auto payload = std::make_unique<BoxesPayload>();
  payload->boxes.push_back(std::move(box));
  payload->shape.assign(value.shape.begin(), value.shape.end());
  payload->bytes = numerics::byteSize(value.type);
  Step &step = decoder.emit(op, execBoxStore);
  step.operands[0] = value.operand();
  step.count = value.count;
  step.payload = &decoder.payload(std::move(payload));
  return success();
}

LogicalResult decodeBoxLoad(Decoder &decoder, Operation *op) {
  auto load = cast<tile::LoadOp>(op);
  std::vector<BoxOfMemory> boxes;
  for (unsigned piece = 0; piece < load.getNumPieces(); ++piece) {
    boxes.push_back(
        {number(decoder, load.getBases()[piece]), numbers(decoder, load.getPieceStrides(piece)),
         numbers(decoder, load.getPieceLower(piece)), numbers(decoder, load.getPieceUpper(piece))});
  }
  return emitLoad(decoder, op, std::move(boxes), padBits(load.getPadAttr()));
}

LogicalResult decodeRowLoad(Decoder &decoder, Operation *op) {
  auto load = cast<tile::LoadRowsOp>(op);
  return emitLoad(decoder, op, {rowBox(decoder, load)}, padBits(load.getPadAttr()));
}

LogicalResult decodeBoxStore(Decoder &decoder, Operation *op) {
  auto store = cast<tile::StoreOp>(op);
  return emitStore(decoder, op, store.getValue(),
                   {number(decoder, store.getBase()), numbers(decoder, store.getMixedStrides()),
                    numbers(decoder, store.getMixedLower()),
                    numbers(decoder, store.getMixedUpper())});
}

LogicalResult decodeRowStore(Decoder &decoder, Operation *op) {
  auto store = cast<tile::StoreRowsOp>(op);
  return emitStore(decoder, op, store.getValue(), rowBox(decoder, store));
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

} // namespace

void registerTileMemoryDecoders() {
  registerDecoder("tile.load", decodeBoxLoad);
  registerDecoder("tile.store", decodeBoxStore);
  registerDecoder("tile.load_rows", decodeRowLoad);
  registerDecoder("tile.store_rows", decodeRowStore);
  registerDecoder("tile.gather", decodeGather);
  registerDecoder("tile.scatter", decodeScatter);
  registerDecoder("tile.scalar_load", decodeScalarLoad);
  registerDecoder("tile.scalar_store", decodeScalarStore);
  registerDecoder("tile.atomic_rmw", decodeAtomic);
  registerDecoder("tile.atomic_cas", decodeAtomic);
}

} // namespace charonia::compiler::interp

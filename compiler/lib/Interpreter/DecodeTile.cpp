// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decoders of the dialect `tile` other than memory: shapes, products, reductions, control.
#include "Decoders.h"
#include "Exec.h"

#include "charonia/Dialect/Tile/Tile.h"
#include "charonia/Interpreter/Decoder.h"

#include <algorithm>
#include <cstring>

using namespace mlir;

namespace charonia::compiler::interp {

namespace {

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
  registerDecoder("tile.histogram", findDecoder("tt.histogram"));
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

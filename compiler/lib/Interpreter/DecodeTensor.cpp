// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decoders of ops on tiles: shapes, products, reductions, scans, maps.
#include "Decoders.h"
#include "Exec.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"
#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Interpreter/Decoder.h"

using namespace mlir;

namespace charonia::compiler::interp {

namespace {

using Sizes = llvm::SmallVector<int64_t, 4>;

Sizes rowMajorStrides(ArrayRef<int64_t> shape) {
  Sizes strides(shape.size(), 1);
  for (size_t dim = shape.size(); dim-- > 1;) {
    strides[dim - 1] = strides[dim] * shape[dim];
  }
  return strides;
}

/// Drops dimensions of one element and merges neighbours that are one run in both tiles.
void simplify(BoxPayload &box) {
  BoxPayload merged;
  for (size_t dim = 0; dim < box.extents.size(); ++dim) {
    int64_t extent = box.extents[dim], src = box.srcStrides[dim], dst = box.dstStrides[dim];
    if (extent == 1) {
      continue;
    }
    if (!merged.extents.empty() && merged.srcStrides.back() == src * extent &&
        merged.dstStrides.back() == dst * extent) {
      merged.extents.back() *= extent;
      merged.srcStrides.back() = src;
      merged.dstStrides.back() = dst;
    } else {
      merged.extents.push_back(extent);
      merged.srcStrides.push_back(src);
      merged.dstStrides.push_back(dst);
    }
  }
  if (merged.extents.empty()) {
    merged.extents = merged.srcStrides = merged.dstStrides = {1};
  }
  box.extents = merged.extents;
  box.srcStrides = merged.srcStrides;
  box.dstStrides = merged.dstStrides;
}

/// Emits the copy of a box. A uniform source has strides of zero.
void emitBox(Decoder &decoder, Operation *op, const Value &dst, const Value &src, BoxPayload box) {
  if (src.uniform) {
    box.srcStrides.assign(box.srcStrides.size(), 0);
    box.srcOffset = 0;
  }
  int64_t count = 1;
  for (int64_t extent : box.extents) {
    count *= extent;
  }
  simplify(box);
  Step &step = decoder.emit(op, execBox);
  step.operands[0] = src.operand();
  step.dst = dst.slot;
  step.count = count;
  step.value = numerics::byteSize(dst.type);
  decoder.payload<BoxPayload>(step) = std::move(box);
}

BoxPayload makeBox(ArrayRef<int64_t> extents, ArrayRef<int64_t> srcStrides,
                   ArrayRef<int64_t> dstStrides) {
  BoxPayload box;
  box.extents.assign(extents.begin(), extents.end());
  box.srcStrides.assign(srcStrides.begin(), srcStrides.end());
  box.dstStrides.assign(dstStrides.begin(), dstStrides.end());
  return box;
}

LogicalResult decodeAlias(Decoder &decoder, Operation *op) {
  return decoder.alias(op->getResult(0), decoder.get(op->getOperand(0)));
}

/// The only element of a tile as a scalar.
LogicalResult decodeUnsplat(Decoder &decoder, Operation *op) {
  Value source = decoder.get(op->getOperand(0));
  source.uniform = true;
  return decoder.alias(op->getResult(0), source);
}

LogicalResult decodeSplat(Decoder &decoder, Operation *op) {
  Value source = decoder.get(op->getOperand(0));
  source.uniform = true;
  return decoder.alias(op->getResult(0), source);
}

LogicalResult decodeMakeRange(Decoder &decoder, Operation *op) {
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  Step &step = decoder.emit(op, execRange);
  step.dst = dst->slot;
  step.count = dst->count;
  step.value = static_cast<int32_t>(cast<tt::MakeRangeOp>(op).getStart());
  return success();
}

LogicalResult decodeBroadcast(Decoder &decoder, Operation *op) {
  Value source = decoder.get(op->getOperand(0));
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (source.uniform || source.count == type.getNumElements()) {
    return decoder.alias(op->getResult(0), source);
  }
  if (source.count == 1) {
    source.uniform = true;
    return decoder.alias(op->getResult(0), source);
  }
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  Sizes strides = rowMajorStrides(source.shape);
  for (size_t dim = 0; dim < strides.size(); ++dim) {
    strides[dim] = source.shape[dim] == 1 ? 0 : strides[dim];
  }
  emitBox(decoder, op, *dst, source,
          makeBox(type.getShape(), strides, rowMajorStrides(type.getShape())));
  return success();
}

LogicalResult decodeTrans(Decoder &decoder, Operation *op) {
  Value source = decoder.get(op->getOperand(0));
  if (source.uniform) {
    return decoder.alias(op->getResult(0), source);
  }
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  Sizes natural = rowMajorStrides(source.shape), strides;
  for (int32_t dim : cast<tt::TransOp>(op).getOrder()) {
    strides.push_back(natural[static_cast<size_t>(dim)]);
  }
  emitBox(decoder, op, *dst, source, makeBox(dst->shape, strides, rowMajorStrides(dst->shape)));
  return success();
}

LogicalResult decodeJoin(Decoder &decoder, Operation *op) {
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  for (int64_t half = 0; half < 2; ++half) {
    Value source = decoder.get(op->getOperand(static_cast<unsigned>(half)));
    BoxPayload box = makeBox({source.count}, {1}, {2});
    box.dstOffset = half;
    emitBox(decoder, op, *dst, source, std::move(box));
  }
  return success();
}

LogicalResult decodeSplit(Decoder &decoder, Operation *op) {
  Value source = decoder.get(op->getOperand(0));
  for (int64_t half = 0; half < 2; ++half) {
    mlir::Value result = op->getResult(static_cast<unsigned>(half));
    auto dst = decoder.define(result, false);
    if (failed(dst)) {
      return failure();
    }
    BoxPayload box = makeBox({dst->count}, {2}, {1});
    box.srcOffset = half;
    emitBox(decoder, op, *dst, source, std::move(box));
  }
  return success();
}

LogicalResult decodeCat(Decoder &decoder, Operation *op) {
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  for (int64_t half = 0; half < 2; ++half) {
    Value source = decoder.get(op->getOperand(static_cast<unsigned>(half)));
    BoxPayload box = makeBox({source.count}, {1}, {1});
    box.dstOffset = half * source.count;
    emitBox(decoder, op, *dst, source, std::move(box));
  }
  return success();
}

LogicalResult decodeGather(Decoder &decoder, Operation *op) {
  auto gather = cast<tt::GatherOp>(op);
  Value source = decoder.materialise(op, decoder.get(gather.getSrc()));
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
    if (dim < gather.getAxis()) {
      payload.outer *= source.shape[dim];
    } else if (dim > gather.getAxis()) {
      payload.inner *= source.shape[dim];
    } else {
      payload.source = source.shape[dim];
      payload.indices = indices.shape[dim];
    }
  }
  return success();
}

LogicalResult decodeHistogram(Decoder &decoder, Operation *op) {
  Value source = decoder.get(op->getOperand(0));
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  Step &step = decoder.emit(op, execHistogram);
  step.operands[0] = source.operand();
  if (op->getNumOperands() > 1) { // the mask
    step.operands[1] = decoder.get(op->getOperand(1)).operand();
    step.target = 1;
  }
  step.in = source.type;
  step.out = dst->type;
  step.dst = dst->slot;
  step.count = source.count;
  step.value = dst->count;
  return success();
}

/// The offsets of a slice as dynamic terms of a box over `large`.
void addOffsets(Decoder &decoder, BoxPayload &box, ValueRange offsets, ArrayRef<int64_t> large,
                ArrayRef<int64_t> small, ArrayRef<int32_t> strides) {
  Sizes natural = rowMajorStrides(large);
  for (size_t dim = 0; dim < large.size(); ++dim) {
    box.dynamic.push_back({decoder.get(offsets[dim]).operand(), natural[dim],
                           large[dim] - 1 - (small[dim] - 1) * strides[dim]});
  }
}

Sizes slicedStrides(ArrayRef<int64_t> large, ArrayRef<int32_t> strides) {
  Sizes result = rowMajorStrides(large);
  for (size_t dim = 0; dim < result.size(); ++dim) {
    result[dim] *= strides[dim];
  }
  return result;
}

LogicalResult decodeExtractSlice(Decoder &decoder, Operation *op) {
  auto slice = cast<mtia::ExtractSliceOp>(op);
  Value source = decoder.materialise(op, decoder.get(slice.getSrc()));
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  BoxPayload box = makeBox(dst->shape, slicedStrides(source.shape, slice.getStrides()),
                           rowMajorStrides(dst->shape));
  addOffsets(decoder, box, slice.getOffsets(), source.shape, dst->shape, slice.getStrides());
  emitBox(decoder, op, *dst, source, std::move(box));
  return success();
}

LogicalResult decodeInsertSlice(Decoder &decoder, Operation *op) {
  auto slice = cast<mtia::InsertSliceOp>(op);
  Value source = decoder.get(slice.getSrc());
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  decoder.emitCopy(op, *dst, decoder.get(slice.getDst()));
  BoxPayload box = makeBox(source.shape, rowMajorStrides(source.shape),
                           slicedStrides(dst->shape, slice.getStrides()));
  box.dynamicOnDst = true;
  addOffsets(decoder, box, slice.getOffsets(), dst->shape, source.shape, slice.getStrides());
  emitBox(decoder, op, *dst, source, std::move(box));
  return success();
}

// --- Products ------------------------------------------------------------------------------------

/// The accumulator type that the dot of `in` has; nothing if there is no such dot.
std::optional<ElementType> accumulatorOf(ElementType in) {
  switch (in) {
  case ElementType::I8:
    return ElementType::I32;
  case ElementType::F64:
    return ElementType::F64;
  case ElementType::I1:
  case ElementType::I16:
  case ElementType::I32:
  case ElementType::I64:
    return std::nullopt;
  default:
    return ElementType::F32;
  }
}

Value cast(Decoder &decoder, Operation *op, const Value &value, ElementType type) {
  if (value.type == type) {
    return value;
  }
  bool widens = numerics::byteSize(value.type) < numerics::byteSize(type);
  Value result = decoder.temporary(type, value.count, value.uniform);
  result.shape = value.shape;
  decoder.emitElementwise(op, widens ? Fn::ExtF : Fn::TruncF, value.type, result, {value});
  return result;
}

LogicalResult decodeDot(Decoder &decoder, Operation *op) {
  auto dot = mlir::cast<tt::DotOp>(op);
  Value a = decoder.materialise(op, decoder.get(dot.getA()));
  Value b = decoder.materialise(op, decoder.get(dot.getB()));
  Value c = decoder.get(dot.getC());
  if (a.type != b.type && numerics::isFloat(a.type)) {
    a = cast(decoder, op, a, ElementType::F32);
    b = cast(decoder, op, b, ElementType::F32);
  }
  auto acc = accumulatorOf(a.type);
  if (!acc || numerics::isFloat(*acc) != numerics::isFloat(c.type)) {
    return op->emitError() << "the interpreter has no dot of " << dot.getA().getType();
  }
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  Value sum = *acc == dst->type ? *dst : decoder.temporary(*acc, dst->count);
  decoder.emitCopy(op, sum, cast(decoder, op, c, *acc));
  Step &step = decoder.emit(op, execDot);
  step.in = a.type;
  step.out = *acc;
  step.operands = {a.operand(), b.operand()};
  step.dst = sum.slot;
  size_t rank = a.shape.size();
  numerics::DotShape &shape = decoder.payload<DotPayload>(step).shape;
  shape.m = a.shape[rank - 2];
  shape.k = a.shape[rank - 1];
  shape.n = b.shape[rank - 1];
  shape.aRow = shape.k;
  shape.aCol = 1;
  shape.bRow = shape.n;
  shape.bCol = 1;
  shape.cRow = shape.n;
  step.value = rank == 3 ? a.shape[0] : 1;
  step.count = step.value * shape.m * shape.n * shape.k;
  if (sum.slot != dst->slot) {
    decoder.emitElementwise(op, Fn::TruncF, *acc, *dst, {sum});
  }
  return success();
}

// --- Reductions, scans, maps
// -----------------------------------------------------------------------

/// Splits a shape round an axis.
void splitShape(RegionPayload &payload, ArrayRef<int64_t> shape, int64_t axis) {
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    (static_cast<int64_t>(dim) < axis   ? payload.outer
     : static_cast<int64_t>(dim) > axis ? payload.inner
                                        : payload.extent) *= shape[dim];
  }
}

/// Decodes the region of a reduction or scan behind a jump; gives its first step.
FailureOr<uint32_t> decodeCombine(Decoder &decoder, Operation *op, RegionPayload &payload,
                                  int64_t maxLanes) {
  Region &body = op->getRegion(0);
  payload.perElement = !decoder.canVectorise(body);
  uint32_t over = decoder.emitJump(op);
  uint32_t start = decoder.here();
  int64_t outside = decoder.maxLanes();
  decoder.setMaxLanes(payload.perElement ? 0 : maxLanes);
  size_t count = payload.items.size();
  llvm::SmallVector<uint32_t> bound;
  for (size_t i = 0; i < 2 * count; ++i) {
    Value argument =
        decoder.bindArgument(body.getArgument(static_cast<unsigned>(i)), !payload.perElement);
    (i < count ? payload.items[i].left : payload.items[i - count].right) = argument.slot;
    bound.push_back(argument.slot);
  }
  LogicalResult result = decoder.region(body, [&](Operation *last) -> LogicalResult {
    // Several exits, or a returned argument: all results go through slots of their own.
    for (size_t i = 0; i < count; ++i) {
      Value value = decoder.get(last->getOperand(static_cast<unsigned>(i)));
      bool direct = body.hasOneBlock() &&
                    (value.slot == payload.items[i].left || !llvm::is_contained(bound, value.slot));
      if (!direct) {
        Value copy = decoder.temporary(value.type, 1, value.uniform);
        if (!body.hasOneBlock() && payload.items[i].value != 0) {
          copy.slot = payload.items[i].value;
        }
        decoder.emitCopy(op, copy, value);
        value = copy;
      }
      payload.items[i].value = value.slot;
      payload.items[i].valueStride = value.uniform && !payload.perElement ? 0 : 1;
    }
    decoder.emit(last, execEnd);
    return success();
  });
  decoder.setMaxLanes(outside);
  decoder.setTarget(over, decoder.here());
  return failed(result) ? FailureOr<uint32_t>(failure()) : FailureOr<uint32_t>(start);
}

} // namespace

LogicalResult decodeReduction(Decoder &decoder, Operation *op, int64_t axis, bool scan,
                              bool reverse) {
  if (decoder.maxLanes() > 0) {
    return op->emitError() << "the interpreter cannot nest reductions";
  }
  auto payload = std::make_unique<RegionPayload>();
  payload->reverse = reverse;
  llvm::SmallVector<Value> sources;
  for (mlir::Value operand : op->getOperands()) {
    sources.push_back(decoder.materialise(op, decoder.get(operand)));
  }
  splitShape(*payload, sources[0].shape, axis);
  int64_t slice = payload->outer * payload->inner;
  int64_t rows = std::min(payload->extent, numerics::kReductionLanes);
  for (auto [source, result] : llvm::zip(sources, op->getResults())) {
    RegionPayload::Item item;
    item.input = source.slot;
    item.bytes = numerics::byteSize(source.type);
    auto dst = decoder.define(result, !isa<RankedTensorType>(result.getType()));
    if (failed(dst)) {
      return failure();
    }
    item.result = dst->slot;
    if (payload->outer > 1) {
      item.scratch = decoder.temporary(source.type, source.count).slot;
    } else if (!scan) {
      item.acc = decoder.temporary(source.type, rows * slice).slot;
    }
    payload->items.push_back(item);
  }
  auto start = decodeCombine(decoder, op, *payload, scan ? slice : rows * slice);
  if (failed(start)) {
    return failure();
  }
  Step &step = decoder.emit(op, scan ? execScan : execReduce);
  step.target = *start;
  step.count = sources[0].count;
  step.payload = &decoder.payload(std::move(payload));
  return success();
}

namespace {

LogicalResult decodeReduce(Decoder &decoder, Operation *op) {
  auto reduce = mlir::cast<tt::ReduceOp>(op);
  return decodeReduction(decoder, op, reduce.getAxis(), /*scan=*/false, /*reverse=*/false);
}

LogicalResult decodeScan(Decoder &decoder, Operation *op) {
  auto scan = mlir::cast<tt::ScanOp>(op);
  return decodeReduction(decoder, op, scan.getAxis(), /*scan=*/true, scan.getReverse());
}

LogicalResult decodeMap(Decoder &decoder, Operation *op) {
  auto map = mlir::cast<tt::MapElementwiseOp>(op);
  auto payload = std::make_unique<MapPayload>();
  payload->pack = map.getPack();
  Region &body = map.getScalarOp();
  auto pack = static_cast<size_t>(payload->pack);
  int64_t count = 1;
  for (auto [index, operand] : llvm::enumerate(map.getSrcs())) {
    Value source = decoder.get(operand);
    MapPayload::Item item{
        source.slot, source.operand().stride, numerics::byteSize(source.type), {}};
    for (size_t p = 0; p < pack; ++p) {
      auto argument =
          decoder.define(body.getArgument(static_cast<unsigned>(index * pack + p)), true);
      if (failed(argument)) {
        return failure();
      }
      item.scalars.push_back(argument->slot);
    }
    payload->operands.push_back(std::move(item));
    count = source.count;
  }
  llvm::SmallVector<Value> returned;
  for (mlir::Value result : op->getResults()) {
    auto dst = decoder.define(result, false);
    if (failed(dst)) {
      return failure();
    }
    MapPayload::Item item{dst->slot, 1, numerics::byteSize(dst->type), {}};
    for (size_t p = 0; p < pack; ++p) {
      returned.push_back(decoder.temporary(dst->type, 1, true));
      item.scalars.push_back(returned.back().slot);
    }
    payload->results.push_back(std::move(item));
  }
  uint32_t over = decoder.emitJump(op);
  uint32_t start = decoder.here();
  LogicalResult result = decoder.region(body, [&](Operation *last) -> LogicalResult {
    decoder.emitParallelCopy(last, returned, decoder.values(last->getOperands()));
    decoder.emit(last, execEnd);
    return success();
  });
  decoder.setTarget(over, decoder.here());
  Step &step = decoder.emit(op, execMap);
  step.target = start;
  step.count = count;
  step.payload = &decoder.payload(std::move(payload));
  return result;
}

} // namespace

void registerTensorDecoders() {
  registerDecoder("tt.splat", decodeSplat);
  registerDecoder("tt.unsplat", decodeUnsplat);
  registerDecoder("tt.expand_dims", decodeAlias);
  registerDecoder("tt.reshape", decodeAlias);
  registerDecoder("tt.broadcast", decodeBroadcast);
  registerDecoder("tt.trans", decodeTrans);
  registerDecoder("tt.join", decodeJoin);
  registerDecoder("tt.split", decodeSplit);
  registerDecoder("tt.cat", decodeCat);
  registerDecoder("tt.gather", decodeGather);
  registerDecoder("tt.make_range", decodeMakeRange);
  registerDecoder("tt.histogram", decodeHistogram);
  registerDecoder("tt.dot", decodeDot);
  registerDecoder("tt.reduce", decodeReduce);
  registerDecoder("tt.scan", decodeScan);
  registerDecoder("tt.map_elementwise", decodeMap);
  registerDecoder("mtia.extract_slice", decodeExtractSlice);
  registerDecoder("mtia.insert_slice", decodeInsertSlice);
}

} // namespace charonia::compiler::interp

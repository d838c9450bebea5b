// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decoders of what kernels ask of the chip: the PE that runs them, barriers, reductions over PEs.
#include "Decoders.h"
#include "Exec.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"

using namespace mlir;

namespace charonia::compiler::interp {

namespace {

template <PeValue kValue>
LogicalResult decodePe(Decoder &decoder, Operation *op) {
  auto dst = decoder.define(op->getResult(0), true);
  if (failed(dst)) {
    return failure();
  }
  decoder.code().asksForPe = true;
  Step &step = decoder.emit(op, execPe);
  step.dst = dst->slot;
  step.value = static_cast<int64_t>(kValue);
  return success();
}

/// The combining regions of reductions run to their end: nothing can wait in them.
LogicalResult checkPlace(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp()) {
    llvm::StringRef name = parent->getName().stripDialect();
    if (name == "reduce" || name == "scan" || name == "map_elementwise") {
      return op->emitError() << "PEs cannot wait for each other inside '" << parent->getName()
                             << "'";
    }
  }
  return success();
}

LogicalResult decodeBarrier(Decoder &decoder, Operation *op) {
  if (failed(checkPlace(op))) {
    return failure();
  }
  decoder.code().collective = true;
  decoder.payload<CollectivePayload>(decoder.emit(op, execCollective)).barrier = true;
  return success();
}

Fn combining(mtia::ReduceKind kind, bool isFloat) {
  switch (kind) {
  case mtia::ReduceKind::Add:
    return isFloat ? Fn::AddF : Fn::AddI;
  case mtia::ReduceKind::Max:
    return isFloat ? Fn::MaxNumF : Fn::MaxSI;
  case mtia::ReduceKind::Min:
    return isFloat ? Fn::MinNumF : Fn::MinSI;
  }
  return Fn::AddI;
}

LogicalResult decodeReReduce(Decoder &decoder, Operation *op) {
  if (failed(checkPlace(op))) {
    return failure();
  }
  auto reduce = cast<mtia::ReReduceOp>(op);
  Value source = decoder.materialise(op, decoder.get(reduce.getSrc()));
  auto dst = decoder.define(op->getResult(0), false);
  if (failed(dst)) {
    return failure();
  }
  decoder.code().collective = true;
  decoder.code().asksForPe = true;
  Step &step = decoder.emit(op, execCollective);
  step.fn =
      combining(reduce.getKind(),
                isa<FloatType>(cast<RankedTensorType>(reduce.getSrc().getType()).getElementType()));
  step.in = step.out = dst->type;
  step.operands[0] = source.operand();
  step.dst = dst->slot;
  step.count = dst->count;
  auto &payload = decoder.payload<CollectivePayload>(step);
  payload.row = reduce.getAxis() == mtia::ReduceAxis::Row;
  payload.root = static_cast<int64_t>(reduce.getRoot());
  return success();
}

} // namespace

void registerMtiaDecoders() {
  registerDecoder("mtia.get_pe_id", decodePe<PeValue::Id>);
  registerDecoder("mtia.get_pe_row", decodePe<PeValue::Row>);
  registerDecoder("mtia.get_pe_col", decodePe<PeValue::Column>);
  registerDecoder("mtia.num_pes", decodePe<PeValue::Count>);
  registerDecoder("mtia.barrier", decodeBarrier);
  registerDecoder("mtia.re_reduce", decodeReReduce);
}

} // namespace charonia::compiler::interp

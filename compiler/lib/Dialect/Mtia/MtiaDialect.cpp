// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration and rules of the dialect `mtia`.
#include "charonia/Dialect/Mtia/MtiaDialect.h"

#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace charonia;

static ParseResult parseInteger(OpAsmParser &parser, IntegerAttr &attr) {
  int32_t value = 0;
  if (parser.parseInteger(value)) {
    return failure();
  }
  attr = parser.getBuilder().getI32IntegerAttr(value);
  return success();
}

static void printInteger(OpAsmPrinter &printer, Operation *, IntegerAttr attr) {
  printer << attr.getInt();
}

#include "charonia/Dialect/Mtia/MtiaDialect.cpp.inc"
#include "charonia/Dialect/Mtia/MtiaEnums.cpp.inc"
#define GET_OP_CLASSES
#include "charonia/Dialect/Mtia/MtiaOps.cpp.inc"

namespace {

struct MtiaInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final { return true; }
};

/// Rules common to both slices: `small` is a box of `large`.
LogicalResult verifySlice(Operation *op, RankedTensorType large, RankedTensorType small,
                          size_t offsets, ArrayRef<int32_t> strides) {
  size_t rank = large.getRank();
  if (static_cast<size_t>(small.getRank()) != rank || offsets != rank || strides.size() != rank) {
    return op->emitOpError() << "tiles, offsets and strides must have one rank";
  }
  if (large.getElementType() != small.getElementType()) {
    return op->emitOpError() << "element types must be equal, but are " << large.getElementType()
                             << " and " << small.getElementType();
  }
  for (size_t dim = 0; dim < rank; ++dim) {
    if (strides[dim] < 1) {
      return op->emitOpError() << "stride " << dim << " must be at least 1, but is "
                               << strides[dim];
    }
    int64_t extent = (small.getDimSize(dim) - 1) * strides[dim] + 1;
    if (extent > large.getDimSize(dim)) {
      return op->emitOpError() << "slice spans " << extent << " elements of dimension " << dim
                               << ", which has " << large.getDimSize(dim);
    }
  }
  return success();
}

} // namespace

void mtia::MtiaDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "charonia/Dialect/Mtia/MtiaOps.cpp.inc"
      >();
  addInterfaces<MtiaInliner>();
}

namespace charonia::mtia {

LogicalResult ReReduceOp::verify() {
  return static_cast<int32_t>(getRoot()) < 0 ? emitOpError() << "root must not be negative, but is "
                                                             << static_cast<int32_t>(getRoot())
                                             : success();
}

LogicalResult ExtractSliceOp::verify() {
  return verifySlice(*this, cast<RankedTensorType>(getSrc().getType()),
                     cast<RankedTensorType>(getType()), getOffsets().size(), getStrides());
}

LogicalResult InsertSliceOp::verify() {
  return verifySlice(*this, cast<RankedTensorType>(getDst().getType()),
                     cast<RankedTensorType>(getSrc().getType()), getOffsets().size(), getStrides());
}

} // namespace charonia::mtia

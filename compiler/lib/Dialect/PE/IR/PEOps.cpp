// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations of the dialect `pe`: syntax and verification.
#include "charonia/Dialect/PE/PE.h"

#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

static ParseResult parseDepth(OpAsmParser &parser, IntegerAttr &depth) {
  int32_t value = 0;
  if (parser.parseInteger(value)) {
    return failure();
  }
  depth = parser.getBuilder().getI32IntegerAttr(value);
  return success();
}

static void printDepth(OpAsmPrinter &printer, Operation *, IntegerAttr depth) {
  printer << depth.getInt();
}

#define GET_OP_CLASSES
#include "charonia/Dialect/PE/PEOps.cpp.inc"

namespace charonia::pe {

//===-- Program and loop
//------------------------------------------------------------------------===//

ParseResult ProgramOp::parse(OpAsmParser &parser, OperationState &result) {
  auto makeType = [](Builder &builder, ArrayRef<Type> arguments, ArrayRef<Type> results,
                     function_interface_impl::VariadicFlag,
                     std::string &) { return builder.getFunctionType(arguments, results); };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false, getFunctionTypeAttrName(result.name), makeType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void ProgramOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(printer, *this, /*isVariadic=*/false,
                                           getFunctionTypeAttrName(), getArgAttrsAttrName(),
                                           getResAttrsAttrName());
}

LogicalResult ProgramOp::verify() {
  if (getFunctionType().getNumResults()) {
    return emitOpError("has no results");
  }
  if (getBody().empty()) {
    return emitOpError("needs a body");
  }
  for (Type type : getFunctionType().getInputs()) {
    if (!type.isSignlessIntOrFloat()) {
      return emitOpError("takes scalars only, not ") << type;
    }
  }
  return success();
}

LogicalResult PidLoopOp::verify() {
  Block &body = getBody().front();
  if (body.getNumArguments() != 3 ||
      llvm::any_of(body.getArgumentTypes(), [](Type type) { return !type.isInteger(32); })) {
    return emitOpError("needs three block arguments of type i32");
  }
  return success();
}

//===-- Buffers
//---------------------------------------------------------------------------------===//

int CbAllocOp::readerIndex(Unit unit) {
  for (auto [index, reader] : llvm::enumerate(getReaders())) {
    if (cast<UnitAttr>(reader).getValue() == unit) {
      return static_cast<int>(index);
    }
  }
  return -1;
}

LogicalResult CbAllocOp::verify() {
  if (static_cast<int32_t>(getDepth()) < 1) {
    return emitOpError("needs a depth of at least 1");
  }
  if (getResident() && getDepth() != 1) {
    return emitOpError("is resident and so has depth 1");
  }
  if (!getResident() && getReaders().empty()) {
    return emitOpError("has no reader");
  }
  SmallVector<Unit> seen;
  for (Attribute reader : getReaders()) {
    Unit unit = cast<UnitAttr>(reader).getValue();
    if (llvm::is_contained(seen, unit)) {
      return emitOpError() << "names the reader " << stringifyUnit(unit) << " twice";
    }
    seen.push_back(unit);
  }
  if (getSpace() == Space::Re && getProducer() != Unit::Dpe) {
    return emitOpError("is in the RE's banks and so is produced by the dpe");
  }
  return success();
}

//===-- Commands
//--------------------------------------------------------------------------------===//

Unit CbUpdateOp::getCommandUnit() { return getUnit(); }
Unit FiLoadOp::getCommandUnit() { return Unit::FiRead; }
Unit FiStoreOp::getCommandUnit() { return Unit::FiWrite; }
Unit DpeMmaOp::getCommandUnit() { return Unit::Dpe; }
Unit ReDrainOp::getCommandUnit() { return Unit::Re; }
Unit ReReduceOp::getCommandUnit() { return Unit::Re; }
Unit MluMoveOp::getCommandUnit() { return Unit::Mlu; }
Unit VecGroupOp::getCommandUnit() { return Unit::Core1; }
Unit SeComputeOp::getCommandUnit() { return Unit::Se; }

static RankedTensorType tileOf(Value cb) { return cast<CbType>(cb.getType()).getTile(); }

template <typename Op>
static LogicalResult verifyBox(Op op) {
  auto rank = static_cast<size_t>(op.getTile().getRank());
  if (op.getStaticStrides().size() != rank || op.getStaticLower().size() != rank ||
      op.getStaticUpper().size() != rank) {
    return op.emitOpError(
        "needs a stride, a lower and an upper bound for each dimension of the tile");
  }
  auto dynamic = [](ArrayRef<int64_t> values) { return llvm::count(values, ShapedType::kDynamic); };
  if (dynamic(op.getStaticStrides()) != static_cast<int64_t>(op.getStrides().size()) ||
      dynamic(op.getStaticLower()) != static_cast<int64_t>(op.getLower().size()) ||
      dynamic(op.getStaticUpper()) != static_cast<int64_t>(op.getUpper().size())) {
    return op.emitOpError("has another number of operands than of dynamic bounds");
  }
  return success();
}

/// The row list of an indexed descriptor: what is read behind the first `plain` buffers.
template <typename Op>
static LogicalResult verifyRows(Op op, size_t plain) {
  std::optional<int32_t> rowDim;
  if (op.getRowDimAttr()) {
    rowDim = static_cast<int32_t>(op.getRowDimAttr().getInt());
  }
  OperandRange lists = op.getReads().drop_front(plain);
  if (!rowDim) {
    return lists.empty() ? success() : op.emitOpError("reads a row list without a row_dim");
  }
  if (*rowDim < 0 || *rowDim >= op.getTile().getRank() || lists.empty() || lists.size() > 2) {
    return op.emitOpError("with a row_dim needs a row list and at most a mask");
  }
  int64_t rows = op.getTile().getDimSize(*rowDim);
  for (auto [index, cb] : llvm::enumerate(lists)) {
    RankedTensorType list = tileOf(cb);
    if (list.getNumElements() != rows || !list.getElementType().isInteger(index == 0 ? 64 : 1)) {
      return op.emitOpError("needs ") << rows << " offsets of type i64, and a mask of as many i1";
    }
  }
  return success();
}

LogicalResult FiLoadOp::verify() {
  if (getWrites().size() != 1) {
    return emitOpError("writes exactly one buffer");
  }
  return failed(verifyBox(*this)) ? failure() : verifyRows(*this, 0);
}

LogicalResult FiStoreOp::verify() {
  if (getReads().empty() || !getWrites().empty()) {
    return emitOpError("reads a buffer and writes none");
  }
  return failed(verifyBox(*this)) ? failure() : verifyRows(*this, 1);
}

LogicalResult DpeMmaOp::verify() {
  size_t expected = (getMultiply() ? 2 : 0) + (getInit() ? 1 : 0);
  if (getReads().size() != expected || getWrites().size() != 1) {
    return emitOpError() << "reads " << expected << " buffers and writes one";
  }
  if (getInit() && getAccumulate()) {
    return emitOpError("cannot both start from a tile and keep the accumulator");
  }
  if (!getExtents().empty() && getExtents().size() != 3) {
    return emitOpError("has no extents, or those of M, N and K");
  }
  RankedTensorType acc = tileOf(getWrites()[0]);
  if (acc.getRank() != 2) {
    return emitOpError("accumulates a tile of rank 2");
  }
  if (getInit() && tileOf(getReads().back()) != acc) {
    return emitOpError("starts from a tile of another type than the accumulator's");
  }
  if (!getMultiply()) {
    return success();
  }
  RankedTensorType a = tileOf(getReads()[0]), b = tileOf(getReads()[1]);
  if (a.getRank() != 2 || b.getRank() != 2 || a.getElementType() != b.getElementType()) {
    return emitOpError("multiplies tiles of rank 2 and one element type");
  }
  int64_t m = a.getDimSize(getTransposeA() ? 1 : 0), k = a.getDimSize(getTransposeA() ? 0 : 1);
  int64_t n = b.getDimSize(getTransposeB() ? 0 : 1), kb = b.getDimSize(getTransposeB() ? 1 : 0);
  if (k != kb || acc.getDimSize(0) != m || acc.getDimSize(1) != n) {
    return emitOpError("shapes do not fit: ") << a << " x " << b << " into " << acc;
  }
  return success();
}

LogicalResult ReDrainOp::verify() {
  if (getReads().size() != 1 || getWrites().size() != 1 ||
      tileOf(getReads()[0]) != tileOf(getWrites()[0])) {
    return emitOpError("copies one buffer into another of the same tile type");
  }
  return success();
}

LogicalResult ReReduceOp::verify() {
  if (getReads().size() != 1 || getWrites().size() != 1 ||
      tileOf(getReads()[0]) != tileOf(getWrites()[0])) {
    return emitOpError("reduces one buffer into another of the same tile type");
  }
  if (getKind() != "add" && getKind() != "max" && getKind() != "min") {
    return emitOpError() << "knows add, max and min, not " << getKind();
  }
  if (getAxis() != "row" && getAxis() != "col") {
    return emitOpError() << "goes along a row or col, not " << getAxis();
  }
  if (static_cast<int32_t>(getRoot()) < 0) {
    return emitOpError("root must not be negative");
  }
  return success();
}

LogicalResult MluMoveOp::verify() {
  if (getReads().size() != 1 || getWrites().size() != 1) {
    return emitOpError("reads one buffer and writes one");
  }
  RankedTensorType from = tileOf(getReads()[0]), to = tileOf(getWrites()[0]);
  ArrayRef<int64_t> permutation = getPermutation();
  SmallVector<bool> seen(from.getRank(), false);
  if (static_cast<int64_t>(permutation.size()) != from.getRank() ||
      from.getRank() != to.getRank()) {
    return emitOpError("needs a permutation of the tile's dimensions");
  }
  const bool part = !getOffsets().empty();
  if (part && static_cast<int64_t>(getOffsets().size()) != from.getRank()) {
    return emitOpError("needs no offsets or one for each dimension");
  }
  for (auto [d, source] : llvm::enumerate(permutation)) {
    bool known = source >= 0 && source < from.getRank() && !seen[source];
    if (!known || (part ? to.getDimSize(d) > from.getDimSize(source)
                        : to.getDimSize(d) != from.getDimSize(source))) {
      return emitOpError("needs a permutation that maps ") << from << " to " << to;
    }
    seen[source] = true;
  }
  return success();
}

template <typename Op>
static LogicalResult verifyGroup(Op op) {
  Block &body = op.getBody().front();
  SmallVector<Type> arguments;
  for (Value cb : op.getReads()) {
    arguments.push_back(tileOf(cb));
  }
  llvm::append_range(arguments, op.getInputs().getTypes());
  if (TypeRange(body.getArgumentTypes()) != TypeRange(arguments)) {
    return op.emitOpError("needs a block argument for each tile read, then for each input");
  }
  SmallVector<Type> yields;
  for (Value cb : op.getWrites()) {
    yields.push_back(tileOf(cb));
  }
  llvm::append_range(yields, op.getResultTypes());
  if (TypeRange(body.getTerminator()->getOperandTypes()) != TypeRange(yields)) {
    return op.emitOpError("yields a tile for each buffer written, then the results");
  }
  return success();
}

LogicalResult VecGroupOp::verify() { return verifyGroup(*this); }

LogicalResult SeComputeOp::verify() {
  if (getNumResults()) {
    return emitOpError("has no results");
  }
  return verifyGroup(*this);
}

} // namespace charonia::pe

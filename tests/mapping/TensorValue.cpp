// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TensorValue.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace charonia::mapping {
namespace {

int64_t compared(arith::CmpIPredicate predicate, int64_t a, int64_t b) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return a == b;
  case arith::CmpIPredicate::ne:
    return a != b;
  case arith::CmpIPredicate::slt:
    return a < b;
  case arith::CmpIPredicate::sle:
    return a <= b;
  case arith::CmpIPredicate::sgt:
    return a > b;
  case arith::CmpIPredicate::sge:
    return a >= b;
  default:
    ADD_FAILURE() << "a comparison that is not known here";
    return 0;
  }
}

} // namespace

int64_t elementOf(Value value, std::vector<int64_t> index, int64_t pid) {
  Operation *op = value.getDefiningOp();
  if (!op) {
    ADD_FAILURE() << "an argument has no value here";
    return 0;
  }
  DenseElementsAttr table;
  APInt single;
  if (matchPattern(op, m_Constant(&table))) {
    APInt element = table.getSplatValue<APInt>();
    return element.getBitWidth() == 1 ? element.getZExtValue() : element.getSExtValue();
  }
  if (matchPattern(op, m_ConstantInt(&single))) {
    return single.getSExtValue();
  }
  if (isa<tt::GetProgramIdOp>(op)) {
    return pid;
  }
  if (auto range = dyn_cast<tt::MakeRangeOp>(op)) {
    return static_cast<int64_t>(range.getStart()) + index[0];
  }
  if (isa<tt::SplatOp>(op)) {
    return elementOf(op->getOperand(0), {}, pid);
  }
  if (auto expand = dyn_cast<tt::ExpandDimsOp>(op)) {
    index.erase(index.begin() + static_cast<long>(expand.getAxis()));
    return elementOf(op->getOperand(0), std::move(index), pid);
  }
  if (isa<tt::BroadcastOp>(op)) {
    auto from = cast<RankedTensorType>(op->getOperand(0).getType());
    for (size_t dim = 0; dim < index.size(); ++dim) {
      index[dim] = from.getDimSize(static_cast<unsigned>(dim)) == 1 ? 0 : index[dim];
    }
    return elementOf(op->getOperand(0), std::move(index), pid);
  }
  if (op->getNumOperands() != 2) {
    ADD_FAILURE() << op->getName().getStringRef().str() << " is not known here";
    return 0;
  }
  int64_t a = elementOf(op->getOperand(0), index, pid),
          b = elementOf(op->getOperand(1), index, pid);
  if (isa<arith::AddIOp>(op)) {
    return a + b;
  }
  if (isa<arith::SubIOp>(op)) {
    return a - b;
  }
  if (isa<arith::MulIOp>(op)) {
    return a * b;
  }
  if (isa<arith::DivSIOp>(op)) {
    return a / b;
  }
  if (isa<arith::RemSIOp>(op)) {
    return a % b;
  }
  if (isa<arith::AndIOp>(op)) {
    return a & b;
  }
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    return compared(compare.getPredicate(), a, b);
  }
  ADD_FAILURE() << op->getName().getStringRef().str() << " is not known here";
  return 0;
}

} // namespace charonia::mapping

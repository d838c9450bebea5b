// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes polynomials of the access analysis as i64 scalars.
#include "AccessAnalysis.h"
#include "KernelConverter.h"

using namespace mlir;

namespace charonia::tile {

OpFoldResult KernelConverter::emit(const Poly &poly, Operation *at, OpBuilder &builder) {
  if (poly.isConstant()) {
    return builder.getI64IntegerAttr(poly.constant());
  }
  return emitValue(poly, at, builder);
}

Value KernelConverter::emitValue(const Poly &poly, Operation *at, OpBuilder &builder) {
  auto constant = [&](int64_t value) -> Value {
    return builder.create<arith::ConstantOp>(helper(at), builder.getI64IntegerAttr(value));
  };
  Value sum;
  for (const auto &[symbols, factor] : poly.terms) {
    Value term;
    for (Symbol symbol : symbols) {
      Value next = emitSymbol(symbol, at, builder);
      term = term ? builder.create<arith::MulIOp>(helper(at), term, next).getResult() : next;
    }
    if (!term) {
      term = constant(factor);
    } else if (factor != 1) {
      term = builder.create<arith::MulIOp>(helper(at), term, constant(factor));
    }
    sum = sum ? builder.create<arith::AddIOp>(helper(at), sum, term).getResult() : term;
  }
  return sum ? sum : constant(0);
}

void KernelConverter::emitBox(const PlanPiece &piece, Operation *at, BoxLists &lists,
                              OpBuilder &builder) {
  for (size_t dim = 0; dim < piece.strides.size(); ++dim) {
    lists.strides.push_back(emit(piece.strides[dim], at, builder));
    lists.lower.push_back(emit(piece.lower[dim], at, builder));
    lists.upper.push_back(emit(piece.upper[dim], at, builder));
  }
}

Value KernelConverter::emitSymbol(uint32_t symbol, Operation *at, OpBuilder &builder) {
  const SymbolInfo info = m_accesses->scalars().info(symbol);
  Type i64 = builder.getI64Type();
  using Kind = SymbolInfo::Kind;
  if (info.kind == Kind::Value) {
    const bool isTile = isa<RankedTensorType>(info.value.getType());
    Value value = isTile ? m_companions.lookup(info.value) : mapped(info.value);
    if (!value) { // cannot be: extrasOf carries all companions
      at->emitError("KC0310: the base of this access is not carried");
      return zeroOf(i64, at, builder);
    }
    if (value.getType() == i64) {
      return value;
    }
    if (value.getType().isIndex()) {
      return builder.create<arith::IndexCastOp>(helper(at), i64, value);
    }
    return value.getType().isInteger(1)
               ? builder.create<arith::ExtUIOp>(helper(at), i64, value).getResult()
               : builder.create<arith::ExtSIOp>(helper(at), i64, value).getResult();
  }
  if (info.kind == Kind::IfTrue) {
    Value b = emitValue(info.b, at, builder), c = emitValue(info.c, at, builder);
    return builder.create<arith::SelectOp>(helper(at), mapped(info.value), b, c);
  }
  Value a = emitValue(info.a, at, builder), b = emitValue(info.b, at, builder);
  bool negative = m_accesses->scalars().rangeOf(info.a).lo < 0;
  switch (info.kind) {
  case Kind::FloorDiv:
    return negative ? builder.create<arith::FloorDivSIOp>(helper(at), a, b).getResult()
                    : builder.create<arith::DivSIOp>(helper(at), a, b).getResult();
  case Kind::Mod: {
    if (!negative) {
      return builder.create<arith::RemSIOp>(helper(at), a, b);
    }
    Value quotient = builder.create<arith::FloorDivSIOp>(helper(at), a, b);
    Value product = builder.create<arith::MulIOp>(helper(at), quotient, b);
    return builder.create<arith::SubIOp>(helper(at), a, product);
  }
  case Kind::Min:
    return builder.create<arith::MinSIOp>(helper(at), a, b);
  case Kind::Max:
    return builder.create<arith::MaxSIOp>(helper(at), a, b);
  default: {
    Value c = emitValue(info.c, at, builder);
    Value zero = builder.create<arith::ConstantOp>(helper(at), builder.getI64IntegerAttr(0));
    Value below = builder.create<arith::CmpIOp>(helper(at), arith::CmpIPredicate::slt, a, zero);
    return builder.create<arith::SelectOp>(helper(at), below, b, c);
  }
  }
}

} // namespace charonia::tile

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tt.dot_scaled in terms of the other ops: its operands are widened, scaled and multiplied.
#include "TTExpand.h"

#include "charonia/Dialect/TT/TTDialect.h"

using namespace mlir;

namespace charonia::tt {

namespace {

/// Builds the ops of one expansion, all at the op's place.
class Expansion {
public:
  explicit Expansion(DotScaledOp op) : m_op(op), m_builder(op), m_loc(op.getLoc()) {}

  LogicalResult run() {
    Type word = m_op.getAElemType() == ScaleDotElemType::FP16 ||
                        m_op.getBElemType() == ScaleDotElemType::FP16
                    ? Type(m_builder.getF16Type())
                    : Type(m_builder.getBF16Type());
    int64_t rank = shapeOf(m_op.getA()).size();
    // Rows of the left and columns of the right operand stand before the inner dimension.
    Value a = widened(m_op.getA(), m_op.getAElemType(), m_op.getLhsKPack() ? rank - 1 : rank - 2);
    Value b = widened(m_op.getB(), m_op.getBElemType(), m_op.getRhsKPack() ? rank - 2 : rank - 1);
    if (!a || !b) {
      return failure();
    }
    if (m_op.getAScale()) {
      a = create<arith::MulFOp>(a, factors(m_op.getAScale(), shapeOf(a).back()));
    }
    if (m_op.getBScale()) {
      b = create<arith::MulFOp>(
          b, transposed(factors(m_op.getBScale(), shapeOf(b)[static_cast<size_t>(rank) - 2])));
    }
    Value dot =
        create<DotOp>(m_op.getType(), create<arith::TruncFOp>(sameShape(a.getType(), word), a),
                      create<arith::TruncFOp>(sameShape(b.getType(), word), b), m_op.getC(),
                      InputPrecision::IEEE, 0);
    m_op->replaceAllUsesWith(ValueRange(dot));
    m_op.erase();
    return success();
  }

private:
  template <typename Op, typename... Args>
  Op create(Args &&...args) {
    return m_builder.create<Op>(m_loc, std::forward<Args>(args)...);
  }

  static ArrayRef<int64_t> shapeOf(Value value) {
    return cast<RankedTensorType>(value.getType()).getShape();
  }

  Value splat(Value like, int64_t number) {
    auto type = cast<RankedTensorType>(like.getType());
    return create<arith::ConstantOp>(
        SplatElementsAttr::get(type, APInt(32, static_cast<uint64_t>(number) & 0xFFFFFFFFU)));
  }
  Value ints(Value bytes) {
    return create<arith::ExtUIOp>(sameShape(bytes.getType(), m_builder.getI32Type()), bytes);
  }
  Value floats(Value bits) {
    return create<BitcastOp>(sameShape(bits.getType(), m_builder.getF32Type()), bits);
  }
  Value equal(Value value, int64_t number) {
    return create<arith::CmpIOp>(arith::CmpIPredicate::eq, value, splat(value, number));
  }

  /// The four low bits of each element, e2m1, as fp32.
  Value fromHalfByte(Value code) {
    Value one = splat(code, 1);
    Value exponent = create<arith::AndIOp>(create<arith::ShRUIOp>(code, one), splat(code, 3));
    Value half = create<arith::AndIOp>(code, one);
    Value normal = create<arith::OrIOp>(
        create<arith::ShLIOp>(create<arith::AddIOp>(exponent, splat(code, 126)), splat(code, 23)),
        create<arith::ShLIOp>(half, splat(code, 22)));
    Value small = create<arith::MulIOp>(half, splat(code, 0x3F000000));
    Value size = create<arith::SelectOp>(equal(exponent, 0), small, normal);
    Value sign =
        create<arith::ShLIOp>(create<arith::AndIOp>(code, splat(code, 8)), splat(code, 28));
    return floats(create<arith::OrIOp>(size, sign));
  }

  /// Two elements a byte, the lower half first, along dimension `dim`.
  Value unpacked(Value bytes, int64_t dim) {
    Value code = ints(bytes);
    Value low = fromHalfByte(create<arith::AndIOp>(code, splat(code, 15)));
    Value high = fromHalfByte(create<arith::ShRUIOp>(code, splat(code, 4)));
    Value pairs = create<JoinOp>(low, high);
    SmallVector<int32_t> order;
    for (int32_t i = 0; i <= static_cast<int32_t>(shapeOf(bytes).size()); ++i) {
      order.push_back(i);
    }
    // The pair's dimension goes behind `dim`.
    order.pop_back();
    order.insert(order.begin() + dim + 1, static_cast<int32_t>(order.size()));
    SmallVector<int64_t> shape(shapeOf(bytes));
    shape[static_cast<size_t>(dim)] *= 2;
    pairs = create<TransOp>(pairs, order);
    return reshaped(pairs, shape);
  }

  Value reshaped(Value value, ArrayRef<int64_t> shape) {
    auto type = cast<RankedTensorType>(value.getType());
    return create<ReshapeOp>(type.clone(shape), value, /*allow_reorder=*/false,
                             /*efficient_layout=*/false);
  }

  /// `value` of a format as fp32; null, with a message, for a format that is not supported.
  Value widened(Value value, ScaleDotElemType format, int64_t packedDim) {
    Type element;
    switch (format) {
    case ScaleDotElemType::E2M1:
      return unpacked(value, packedDim);
    case ScaleDotElemType::E4M3:
      element = m_builder.getFloat8E4M3FNType();
      break;
    case ScaleDotElemType::E5M2:
      element = m_builder.getFloat8E5M2Type();
      break;
    case ScaleDotElemType::BF16:
      element = m_builder.getBF16Type();
      break;
    case ScaleDotElemType::FP16:
      element = m_builder.getF16Type();
      break;
    case ScaleDotElemType::E2M3:
    case ScaleDotElemType::E3M2:
      m_op.emitError() << "the format " << stringifyScaleDotElemType(format)
                       << " of tt.dot_scaled is not supported; e2m1, e4m3, e5m2, bf16 and fp16 are";
      return {};
    }
    if (elementOf(value.getType()) != element) {
      if (elementOf(value.getType()).getIntOrFloatBitWidth() != element.getIntOrFloatBitWidth()) {
        m_op.emitError() << "an operand of " << elementOf(value.getType())
                         << " does not hold elements of " << stringifyScaleDotElemType(format);
        return {};
      }
      value = create<BitcastOp>(sameShape(value.getType(), element), value);
    }
    return wide(value);
  }

  Value wide(Value value) {
    Type type = sameShape(value.getType(), m_builder.getF32Type());
    return elementOf(value.getType()).getIntOrFloatBitWidth() == 8
               ? Value(create<FpToFpOp>(type, value, RoundingModeAttr()))
               : Value(create<arith::ExtFOp>(type, value));
  }

  /// The factor of each element: scales repeated along their last dimension, `inner` in all.
  Value factors(Value scale, int64_t inner) {
    Value factor;
    if (isa<FloatType>(elementOf(scale.getType()))) {
      factor = wide(scale);
    } else {
      // e8m0: a power of two. 0 stands for the smallest, 255 for NaN.
      Value code = ints(scale);
      Value bits = create<arith::ShLIOp>(code, splat(code, 23));
      bits = create<arith::SelectOp>(equal(code, 0), splat(code, 0x00400000), bits);
      bits = create<arith::SelectOp>(equal(code, 255), splat(code, 0x7FC00000), bits);
      factor = floats(bits);
    }
    SmallVector<int64_t> shape(shapeOf(factor)), grouped(shape);
    grouped.push_back(inner / shape.back());
    shape.back() = inner;
    factor = create<ExpandDimsOp>(factor, static_cast<int32_t>(grouped.size() - 1));
    auto type = cast<RankedTensorType>(factor.getType());
    return reshaped(create<BroadcastOp>(type.clone(grouped), factor), shape);
  }

  Value transposed(Value value) {
    SmallVector<int32_t> order;
    for (int32_t i = 0; i < static_cast<int32_t>(shapeOf(value).size()); ++i) {
      order.push_back(i);
    }
    std::swap(order[order.size() - 1], order[order.size() - 2]);
    return create<TransOp>(value, order);
  }

  DotScaledOp m_op;
  OpBuilder m_builder;
  Location m_loc;
};

} // namespace

LogicalResult expandDotScaled(DotScaledOp op) { return Expansion(op).run(); }

} // namespace charonia::tt

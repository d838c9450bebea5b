// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tile-retile: dots that are too large for the matrix engine become several.
#include "SliceViews.h"

#include "charonia/Dialect/Tile/Transforms/Passes.h"

using namespace mlir;

namespace charonia::tile {

#define GEN_PASS_DEF_TILERETILE
#include "charonia/Dialect/Tile/Transforms/Passes.h.inc"

namespace {

class TileRetile : public impl::TileRetileBase<TileRetile> {
public:
  TileRetile() = default;
  explicit TileRetile(compiler::PassContext *context) : m_context(context) {}

  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    context.lineage.beginPass("tile-retile");
    if (!context.device) {
      return;
    }
    SmallVector<DotOp> dots;
    getOperation()->walk([&](DotOp dot) { dots.push_back(dot); });
    for (DotOp dot : dots) {
      split(dot, context);
    }
    viewSlices(getOperation(), context, /*explain=*/false);
    compiler::assignOpIds(getOperation(), &context.lineage, "tile-retile");
  }

private:
  /// Types that the matrix engine multiplies, but an accumulator that leaves its banks. Operands
  /// and sums cut along M and N give the same bits: every element still runs over all of k in
  /// order.
  void split(DotOp dot, compiler::PassContext &context) {
    auto type = cast<RankedTensorType>(dot.getC().getType());
    Type a = cast<RankedTensorType>(dot.getA().getType()).getElementType();
    Type c = type.getElementType();
    bool matrix = type.getRank() == 2 &&
                  (((a.isF16() || a.isBF16()) && c.isF32()) || (a.isInteger(8) && c.isInteger(32)));
    const arch::ReduceEngine &re = context.device->re;
    auto banks = [&](int64_t rows, int64_t columns) {
      return ((rows + re.bankRows - 1) / re.bankRows) *
             ((columns + re.bankColumns - 1) / re.bankColumns);
    };
    int64_t m = type.getDimSize(0), n = type.getDimSize(1);
    if (!matrix || banks(m, n) <= re.banks) {
      return;
    }
    int64_t rows = m, columns = n;
    while (banks(rows, columns) > re.banks && (rows > re.bankRows || columns > re.bankColumns)) {
      (rows * re.bankColumns >= columns * re.bankRows ? rows : columns) /= 2;
    }
    if (rows <= 0 || columns <= 0 || m % rows != 0 || n % columns != 0 ||
        banks(rows, columns) > re.banks) {
      return;
    }
    Value result = build(dot, rows, columns, context);
    context.remarks.add("tile-retile", "retile", dot,
                        "dot of " + std::to_string(m) + " x " + std::to_string(n) + " cut into " +
                            std::to_string(rows) + " x " + std::to_string(columns),
                        "the accumulator does not fit the banks of the reduction engine");
    dot.replaceAllUsesWith(result);
    dot.erase();
  }

  /// Gives `op` a unit if the dot that it comes from has one.
  static Value place(Operation *op, Unit unit, DotOp dot) {
    if (dot->hasAttr(kUnitAttr)) {
      op->setAttr(kUnitAttr, UnitAttr::get(op->getContext(), unit));
    }
    return op->getResult(0);
  }

  Value build(DotOp dot, int64_t rows, int64_t columns, compiler::PassContext &context) {
    OpBuilder builder(dot);
    auto at = [&] { return compiler::freshLoc(dot, &context.lineage, "retile"); };
    auto slice = [&](Value value, ArrayRef<int64_t> offsets, ArrayRef<int64_t> shape) -> Value {
      auto type =
          RankedTensorType::get(shape, cast<RankedTensorType>(value.getType()).getElementType());
      if (type == value.getType()) {
        return value;
      }
      return place(builder.create<ExtractSliceOp>(at(), type, value, offsets), Unit::Vec, dot);
    };
    auto type = cast<RankedTensorType>(dot.getC().getType());
    int64_t k = cast<RankedTensorType>(dot.getA().getType()).getDimSize(1);
    Value whole = dot.getC();
    for (int64_t row = 0; row < type.getDimSize(0); row += rows) {
      for (int64_t column = 0; column < type.getDimSize(1); column += columns) {
        Value a = slice(dot.getA(), {row, 0}, {rows, k});
        Value b = slice(dot.getB(), {0, column}, {k, columns});
        Value c = slice(dot.getC(), {row, column}, {rows, columns});
        Value part =
            place(builder.create<DotOp>(at(), c.getType(), a, b, c, dot.getPrecisionAttr()),
                  Unit::Dpe, dot);
        whole = place(builder.create<InsertSliceOp>(at(), type, part, whole,
                                                    builder.getDenseI64ArrayAttr({row, column})),
                      Unit::Vec, dot);
      }
    }
    return whole;
  }

  compiler::PassContext *m_context = nullptr;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createTileRetile(compiler::PassContext *context) {
  return std::make_unique<TileRetile>(context);
}

} // namespace charonia::tile

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SplitDots.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace charonia::tile {

unsigned partsOf(DotOp dot) {
  auto isWide = [](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    return type.getRank() == 2 && type.getElementType().isF32();
  };
  if (!isWide(dot.getA()) || !isWide(dot.getB()) || !isWide(dot.getC())) {
    return 0;
  }
  switch (dot.getPrecision()) {
  case Precision::Ieee:
    return 0;
  case Precision::Tf32:
  case Precision::Bf16x3:
    return 2;
  case Precision::Tf32x3:
  case Precision::Bf16x6:
    return 3;
  }
  return 0;
}

ArrayRef<std::pair<unsigned, unsigned>> productsOf(unsigned parts) {
  static constexpr std::pair<unsigned, unsigned> kTwo[] = {{1, 1}, {0, 1}, {1, 0}, {0, 0}};
  static constexpr std::pair<unsigned, unsigned> kThree[] = {{0, 2}, {1, 1}, {2, 0},
                                                             {0, 1}, {1, 0}, {0, 0}};
  return parts == 2 ? ArrayRef(kTwo) : ArrayRef(kThree);
}

unsigned splitOperations(unsigned parts) {
  // For each part but the last: clamp, round, subtract and, as bf16 is widened and narrowed for
  // it, two conversions; for the last one a rounding with its conversion. Two parts start with a
  // multiplication.
  constexpr unsigned kPart = 6, kLast = 2;
  return (parts - 1) * kPart + kLast + (parts == 2 ? 1 : 0);
}

/// The parts of `value` from the largest, made behind it. Each but the last is rounded toward zero,
/// so that no part has the other sign: where a product of parts overflows, so does the whole
/// product, to the same infinity. An infinite element is the largest finite number in all parts
/// but the last, which holds the infinity: no difference of infinities. Where last parts meet (of
/// two parts), none may be zero unless the element is, or infinity times a number would be none:
/// such an element is made a little smaller before it is rounded.
DotSplitter::Parts DotSplitter::cut(Value value, unsigned parts, DotOp dot) {
  OpBuilder builder(dot.getContext());
  builder.setInsertionPointAfterValue(value);
  auto at = [&] { return compiler::freshLoc(dot, &m_context.lineage, "split"); };
  auto wide = cast<RankedTensorType>(value.getType());
  auto narrow = wide.clone(builder.getBF16Type());
  auto largest = APFloat::getLargest(builder.getBF16Type().getFloatSemantics());
  bool exact = false;
  largest.convert(builder.getF32Type().getFloatSemantics(), APFloat::rmNearestTiesToEven, &exact);
  auto constant = [&](const APFloat &number) -> Value {
    return builder.create<arith::ConstantOp>(at(), DenseElementsAttr::get(wide, number));
  };
  Value high = constant(largest), low = constant(-largest), rest = value;
  Parts result;
  while (result.size() + 1 < parts) {
    Value smaller = rest;
    if (parts == 2) {
      APFloat below(1.0f);
      below.next(/*nextDown=*/true);
      smaller = builder.create<arith::MulFOp>(at(), rest, constant(below));
    }
    Value clamped =
        builder.create<ElementwiseOp>(at(), wide, "ClampNanF", ValueRange{smaller, low, high});
    Value part = builder.create<ElementwiseOp>(at(), narrow, "TruncFRtz", clamped);
    Value widened = builder.create<arith::ExtFOp>(at(), wide, part);
    rest = builder.create<arith::SubFOp>(at(), rest, widened);
    result.push_back(part);
  }
  result.push_back(builder.create<arith::TruncFOp>(at(), narrow, rest));
  return result;
}

DotSplitter::Parts DotSplitter::partsOf(Value value, unsigned parts, DotOp dot) {
  auto known = m_known.find({value, parts});
  if (known != m_known.end()) {
    return known->second;
  }
  Parts result;
  if (auto permute = value.getDefiningOp<PermuteOp>()) {
    // The parts are turned, not the whole: the matrix engine reads turned operands.
    m_turned.insert(permute);
    OpBuilder builder(permute);
    for (Value part : partsOf(permute.getSource(), parts, dot)) {
      auto type = cast<RankedTensorType>(value.getType()).clone(builder.getBF16Type());
      result.push_back(
          builder.create<PermuteOp>(compiler::freshLoc(permute, &m_context.lineage, "split"), type,
                                    part, permute.getPermutationAttr()));
    }
  } else {
    result = cut(value, parts, dot);
  }
  return m_known[{value, parts}] = result;
}

DotOp DotSplitter::split(DotOp dot) {
  const unsigned parts = tile::partsOf(dot);
  const Parts a = partsOf(dot.getA(), parts, dot), b = partsOf(dot.getB(), parts, dot);
  OpBuilder builder(dot);
  Value sum = dot.getC();
  DotOp last;
  for (auto [i, j] : productsOf(parts)) {
    Location loc = i + j == 0 ? compiler::newLocFrom(dot)
                              : compiler::freshLoc(dot, &m_context.lineage, "split");
    last = builder.create<DotOp>(loc, sum.getType(), a[i], b[j], sum,
                                 PrecisionAttr::get(dot.getContext(), Precision::Ieee));
    sum = last.getResult();
  }
  dot.replaceAllUsesWith(sum);
  dot.erase();
  return last;
}

SmallVector<PermuteOp> DotSplitter::unused() const {
  SmallVector<PermuteOp> result;
  llvm::copy_if(m_turned, std::back_inserter(result),
                [](PermuteOp permute) { return permute->use_empty(); });
  return result;
}

} // namespace charonia::tile

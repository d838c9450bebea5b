// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The algebra of paddings: what operations make of them, which sums and products may stop there.
#pragma once

#include "Padding.h"

#include "charonia/numerics/Numerics.h"

namespace charonia::pe {

/// The largest factor of a scalar in a bound.
inline constexpr int64_t kLargestFactor = int64_t{1} << 20;

/// Along one dimension: the result of an elementwise operation on operands of which this is known.
Padded paddedResult(mlir::Operation *op, llvm::ArrayRef<Padded> operands);

/// True if `reduce` gives the same with one element `pad` as with several.
bool isIdempotent(tile::ReduceOp reduce, Pad pad);

/// How far the sum of products of elements `a` and `b` of type `type` has to go along its `extent`.
/// Behind both bounds zeros meet zeros; a zero with anything else needs that to be finite, which
/// `strict` does not assume: there, one element of the padding is left if that tells. `preloaded`:
/// the sum may be minus zero, which a zero changes.
Bound productBound(const Padded &a, const Padded &b, numerics::ElementType type, int64_t extent,
                   bool strict, bool preloaded);

} // namespace charonia::pe

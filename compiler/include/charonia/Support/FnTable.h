// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one table from elementwise operations (`arith`, `math`, some of `tt`, `tile.elementwise`) to
// functions of the numerics library, and from MLIR element types to its element types.
#pragma once

#include "charonia/numerics/Numerics.h"

#include "mlir/IR/Operation.h"

#include <optional>
#include <vector>

namespace charonia::compiler {

/// The function that `op` applies to each element (or to scalars); none if it is not elementwise.
std::optional<numerics::Fn> fnOf(mlir::Operation *op);

/// Names of the ops, sorted, that are one function of their operands in order and for which fnOf
/// answers. Casts that only change the type (`arith.bitcast`, index casts) are among them.
std::vector<llvm::StringRef> elementwiseOpNames();

/// Element type of a scalar or tensor type; `index` is I64. None for other types.
std::optional<numerics::ElementType> elementTypeOf(mlir::Type type);

/// Raw bits of a scalar constant attribute (integer, index or float); none for others.
std::optional<uint64_t> rawBitsOf(mlir::Attribute value);

} // namespace charonia::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of fp32 matrices on a matrix engine that multiplies bf16: the operands are cut into bf16
// parts whose products add up in one accumulator.
#pragma once

#include "charonia/Dialect/Tile/Tile.h"
#include "charonia/Support/PassContext.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace charonia::tile {

/// bf16 parts of each operand that the precision asked for by `dot` needs; 0 if it does not allow
/// a split (`ieee`) or the dot is not one of fp32 matrices. Two parts keep an operand to within
/// 2^-16 (tf32: 2^-11), three keep all 24 bits. What an operand has below the smallest number of
/// bf16, 2^-133, is lost. Infinities and what is no number come out as in fp32, but that sums
/// within a last place of the parts of the largest number may become infinite, and infinity times a
/// number below 2^-110 no number.
unsigned partsOf(DotOp dot);

/// Pairs of parts (of a, of b; 0 is the largest part) whose products are made, smallest first. Of
/// two parts all: as they are rounded toward zero, the last one would leave a bias. Of three those
/// that reach the 24 bits.
llvm::ArrayRef<std::pair<unsigned, unsigned>> productsOf(unsigned parts);

/// Operations of the vector core on each register of an operand that cut it into `parts`.
unsigned splitOperations(unsigned parts);

/// Cuts operands and writes the products; an operand of several dots is cut once, where it is made.
class DotSplitter {
public:
  explicit DotSplitter(compiler::PassContext &context) : m_context(context) {}

  /// Replaces `dot` by a chain of products of its operands' parts, smallest first, each with the
  /// result of the one before as its accumulator. Returns the last one, which keeps the dot's
  /// identity.
  DotOp split(DotOp dot);

  /// Turned operands of which only the parts are used.
  llvm::SmallVector<PermuteOp> unused() const;

private:
  using Parts = llvm::SmallVector<mlir::Value>;
  Parts partsOf(mlir::Value value, unsigned parts, DotOp dot);
  Parts cut(mlir::Value value, unsigned parts, DotOp dot);

  compiler::PassContext &m_context;
  llvm::SmallSetVector<PermuteOp, 4> m_turned;
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, Parts> m_known;
};

} // namespace charonia::tile

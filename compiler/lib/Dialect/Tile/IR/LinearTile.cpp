// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charonia/Dialect/Tile/LinearTile.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace charonia::tile {
namespace {

// Both recursions may come to one value by several ways.
constexpr unsigned kDeepest = 14, kDeepestScalar = 8;
constexpr unsigned kConstantBits = 40; ///< of constants that are added up: no sum overflows

void addScalar(LinearTile &sum, Value value, int64_t factor, unsigned depth = 0) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)) && constant.isSignedIntN(kConstantBits)) {
    sum.constant += constant.getSExtValue() * factor;
    return;
  }
  auto add = value.getDefiningOp<arith::AddIOp>();
  if (add && depth < kDeepestScalar) {
    addScalar(sum, add.getLhs(), factor, depth + 1);
    addScalar(sum, add.getRhs(), factor, depth + 1);
    return;
  }
  for (auto &[known, times] : sum.scalars) {
    if (known == value) {
      times += factor;
      return;
    }
  }
  sum.scalars.push_back({value, factor});
}

} // namespace

std::optional<LinearTile> linearOf(Value value, unsigned depth) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  Operation *op = value.getDefiningOp();
  if (!type || !op || depth > kDeepest ||
      !(type.getElementType().isInteger(32) || type.getElementType().isInteger(64))) {
    return std::nullopt;
  }
  LinearTile result;
  result.factors.assign(type.getRank(), 0);
  DenseElementsAttr constant;
  if (matchPattern(op, m_Constant(&constant))) {
    if (!constant.isSplat() || !constant.getSplatValue<APInt>().isSignedIntN(kConstantBits)) {
      return std::nullopt;
    }
    result.constant = constant.getSplatValue<APInt>().getSExtValue();
    return result;
  }
  if (auto splat = dyn_cast<SplatOp>(op)) {
    if (isa<RankedTensorType>(splat.getSource().getType())) {
      return std::nullopt;
    }
    addScalar(result, splat.getSource(), 1);
    return result;
  }
  if (auto iota = dyn_cast<IotaOp>(op)) {
    result.constant = static_cast<int32_t>(iota.getStart());
    result.factors[iota.getAxis()] = 1;
    return result;
  }
  if (isa<arith::ExtSIOp>(op)) {
    return linearOf(op->getOperand(0), depth + 1);
  }
  if (auto broadcast = dyn_cast<BroadcastOp>(op)) {
    auto source = linearOf(broadcast.getSource(), depth + 1);
    auto from = cast<RankedTensorType>(broadcast.getSource().getType());
    for (int64_t d = 0; source && d < from.getRank(); ++d) {
      if (from.getDimSize(d) == 1) {
        source->factors[d] = 0; // index 0 everywhere
      }
    }
    return source;
  }
  if (auto reshape = dyn_cast<ReshapeOp>(op)) {
    auto source = linearOf(reshape.getSource(), depth + 1);
    auto from = dyn_cast<RankedTensorType>(reshape.getSource().getType());
    // A vector gets dimensions of extent 1.
    if (!source || !from || from.getRank() != 1) {
      return std::nullopt;
    }
    for (int64_t d = 0; d < type.getRank(); ++d) {
      if (type.getDimSize(d) == from.getDimSize(0) && from.getDimSize(0) > 1) {
        result.factors[d] = source->factors[0];
        result.constant = source->constant;
        result.scalars = source->scalars;
        return result;
      }
    }
    return std::nullopt;
  }
  auto binary = isa<arith::AddIOp, arith::SubIOp>(op);
  if (!binary) {
    return std::nullopt;
  }
  auto a = linearOf(op->getOperand(0), depth + 1), b = linearOf(op->getOperand(1), depth + 1);
  if (!a || !b) {
    return std::nullopt;
  }
  int64_t sign = isa<arith::AddIOp>(op) ? 1 : -1;
  for (auto [scalar, factor] : b->scalars) {
    addScalar(*a, scalar, sign * factor);
  }
  a->constant += sign * b->constant;
  for (auto [mine, theirs] : llvm::zip_equal(a->factors, b->factors)) {
    mine += sign * theirs;
  }
  return a;
}

} // namespace charonia::tile

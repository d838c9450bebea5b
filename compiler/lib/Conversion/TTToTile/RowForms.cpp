// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits index tensors into a linear part and parts that depend on one dimension each.
#include "RowForms.h"

#include "KernelConverter.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace charonia::tile {
namespace {

constexpr unsigned kDepth = 24; ///< operations that a range looks through

/// For reshapes that only add or drop dimensions of extent 1: the dimension of `to` that each
/// dimension of `from` becomes, -1 for those of extent 1; none for other reshapes.
std::optional<SmallVector<int>> unitReshape(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  SmallVector<int> map(from.size(), -1);
  size_t next = 0;
  for (size_t dim = 0; dim < from.size(); ++dim) {
    if (from[dim] == 1) {
      continue;
    }
    while (next < to.size() && to[next] == 1) {
      ++next;
    }
    if (next == to.size() || to[next] != from[dim]) {
      return std::nullopt;
    }
    map[dim] = static_cast<int>(next++);
  }
  while (next < to.size() && to[next] == 1) {
    ++next;
  }
  return next == to.size() ? std::optional(map) : std::nullopt;
}

ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// The dimension of the result that each dimension of the operand becomes, for operations that only
/// move dimensions or repeat along them.
std::optional<SmallVector<int>> dimensionsOf(Operation *op) {
  if (isa<tt::BroadcastOp>(op)) {
    SmallVector<int> map;
    for (auto [dim, extent] : llvm::enumerate(shapeOf(op->getOperand(0)))) {
      map.push_back(extent == 1 ? -1 : static_cast<int>(dim));
    }
    return map;
  }
  if (isa<tt::ExpandDimsOp, tt::ReshapeOp>(op)) {
    return unitReshape(shapeOf(op->getOperand(0)), shapeOf(op->getResult(0)));
  }
  if (auto trans = dyn_cast<tt::TransOp>(op)) {
    SmallVector<int> map(trans.getOrder().size());
    for (auto [dim, from] : llvm::enumerate(trans.getOrder())) {
      map[from] = shapeOf(op->getOperand(0))[from] == 1 ? -1 : static_cast<int>(dim);
    }
    return map;
  }
  return std::nullopt;
}

bool isElementwise(Operation *op) {
  return op->getNumResults() == 1 && op->getNumRegions() == 0 &&
         (isa<arith::ArithDialect>(op->getDialect()) ||
          isa<tt::AddPtrOp, tt::BitcastOp, tt::LoadOp, tt::PtrToIntOp, tt::IntToPtrOp>(op)) &&
         llvm::all_of(op->getOperandTypes(), [&](Type operand) {
           auto tensor = dyn_cast<RankedTensorType>(operand);
           return tensor && tensor.getShape() ==
                                cast<RankedTensorType>(op->getResult(0).getType()).getShape();
         });
}

/// The argument that all pointers of a concatenation come from, -1 if there are several.
int commonArgument(Value pointer) {
  if (auto cat = pointer.getDefiningOp<tt::CatOp>()) {
    int left = commonArgument(cat->getOperand(0)), right = commonArgument(cat->getOperand(1));
    return left == right ? left : -1;
  }
  return argumentOf(pointer);
}

} // namespace

llvm::SmallBitVector RowForms::variesIn(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  llvm::SmallBitVector dims(type.getRank());
  Type element = type.getElementType();
  if (element.isInteger() || pointeeOf(type)) {
    Form form = m_tensors.formOf(value);
    if (form.linear && form.assumed.empty()) {
      for (int64_t dim = 0; dim < type.getRank(); ++dim) {
        dims[dim] = !form.coeff[dim].isZero() || (form.wrap && form.wrap->dim == dim);
      }
      for (const Digit &digit : form.digits) {
        dims.set(digit.dim);
      }
      return dims;
    }
  }
  Operation *op = value.getDefiningOp();
  if (op && (isa<tt::SplatOp>(op) || matchPattern(op, m_Constant()))) {
    DenseElementsAttr constant;
    if (!matchPattern(op, m_Constant(&constant)) || constant.isSplat()) {
      return dims;
    }
  } else if (std::optional<SmallVector<int>> map = op ? dimensionsOf(op) : std::nullopt) {
    llvm::SmallBitVector inner = variesIn(op->getOperand(0));
    for (unsigned dim : inner.set_bits()) {
      dims[(*map)[dim]] = (*map)[dim] >= 0;
    }
    return dims;
  } else if (op && isElementwise(op)) {
    for (Value operand : op->getOperands()) {
      dims |= variesIn(operand);
    }
    return dims;
  }
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    dims[dim] = type.getDimSize(dim) > 1;
  }
  return dims;
}

Interval RowForms::rangeOf(Value value, unsigned depth) {
  auto type = cast<RankedTensorType>(value.getType());
  if (!type.getElementType().isInteger()) {
    return limitsOf(64);
  }
  unsigned bits = type.getElementType().getIntOrFloatBitWidth();
  Interval full = bits == 1 ? Interval{0, 1} : limitsOf(bits);
  Form form = m_tensors.formOf(value);
  if (form.linear && form.assumed.empty() && form.guards.empty()) {
    Interval range = m_tensors.rangeOf(form, type.getShape());
    return range.within(full) ? range : full;
  }
  Operation *op = value.getDefiningOp();
  if (!op || depth > kDepth) {
    return full;
  }
  auto in = [&](unsigned index) { return rangeOf(op->getOperand(index), depth + 1); };
  auto fitted = [&](Interval range) { return range.within(full) ? range : full; };
  if (dimensionsOf(op) || isa<tt::ReshapeOp>(op)) {
    return in(0);
  }
  if (isa<tt::CatOp, tt::JoinOp>(op)) {
    Interval a = in(0), b = in(1);
    return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
  }
  if (isa<arith::AddIOp>(op)) {
    return fitted(in(0) + in(1));
  }
  if (isa<arith::SubIOp>(op)) {
    return fitted(in(0) - in(1));
  }
  if (isa<arith::MulIOp>(op)) {
    return fitted(in(0) * in(1));
  }
  if (isa<arith::AndIOp>(op)) {
    Interval a = in(0), b = in(1);
    if (a.lo < 0 && b.lo < 0) {
      return full;
    }
    return {0, a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : std::min(a.hi, b.hi)};
  }
  if (isa<arith::ExtSIOp>(op)) {
    bool bit = getElementTypeOrSelf(op->getOperand(0).getType()).isInteger(1);
    return bit ? Interval{-1, 0} : in(0);
  }
  if (isa<arith::ExtUIOp>(op)) {
    Interval inner = in(0);
    unsigned from = getElementTypeOrSelf(op->getOperand(0).getType()).getIntOrFloatBitWidth();
    return inner.lo >= 0 ? inner : fitted({0, (Wide{1} << from) - 1});
  }
  if (isa<arith::TruncIOp>(op)) {
    return fitted(in(0));
  }
  if (isa<arith::RemSIOp, arith::RemUIOp>(op)) {
    Interval a = in(0), b = in(1);
    bool usable = b.lo > 0 && (a.lo >= 0 || isa<arith::RemSIOp>(op));
    return usable ? fitted({a.lo >= 0 ? Wide{0} : 1 - b.hi, b.hi - 1}) : full;
  }
  if (isa<arith::DivSIOp, arith::DivUIOp>(op)) {
    Interval a = in(0), b = in(1);
    return a.lo >= 0 && b.lo > 0 ? Interval{a.lo / b.hi, a.hi / b.lo} : full;
  }
  if (isa<arith::ShRUIOp, arith::ShRSIOp>(op)) {
    Interval a = in(0), b = in(1);
    bool usable = a.lo >= 0 && b.isSingle() && b.lo >= 0 && b.lo < bits;
    return usable ? Interval{a.lo >> static_cast<int>(b.lo), a.hi >> static_cast<int>(b.lo)} : full;
  }
  if (isa<arith::MinSIOp>(op)) {
    Interval a = in(0), b = in(1);
    return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
  }
  if (isa<arith::MaxSIOp>(op)) {
    Interval a = in(0), b = in(1);
    return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
  }
  if (isa<arith::SelectOp>(op)) {
    Interval a = in(1), b = in(2);
    return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
  }
  return full;
}

Interval RowForms::spanOf(const RowForm &form, ArrayRef<int64_t> shape) {
  Interval range = Interval::of(0);
  for (size_t dim = 0; dim < form.coeff.size(); ++dim) {
    range = range + m_scalars.rangeOf(form.coeff[dim]) * Interval{0, shape[dim] - 1};
  }
  for (const RowTerm &term : form.terms) {
    range = range + m_scalars.rangeOf(term.scale) * rangeOf(term.value);
  }
  return range;
}

RowForm RowForms::sum(RowForm a, const RowForm &b, int64_t factor) {
  if (!a.known || !b.known) {
    return a.known ? b : a;
  }
  a.base = a.base + Poly(factor) * b.base;
  for (size_t dim = 0; dim < a.coeff.size(); ++dim) {
    a.coeff[dim] = a.coeff[dim] + Poly(factor) * b.coeff[dim];
  }
  for (RowTerm term : b.terms) {
    term.scale = term.scale * Poly(factor);
    a.terms.push_back(std::move(term));
  }
  return a;
}

RowForm RowForms::scaled(RowForm form, const Poly &factor) {
  form.base = form.base * factor;
  for (Poly &coeff : form.coeff) {
    coeff = coeff * factor;
  }
  for (RowTerm &term : form.terms) {
    term.scale = term.scale * factor;
  }
  return form;
}

/// True if the form's sum is what the tensor holds: it does not leave the type.
bool RowForms::isExact(const RowForm &form, RankedTensorType type) {
  Interval range = m_scalars.rangeOf(form.base) + spanOf(form, type.getShape());
  return range.within(limitsOf(type.getElementType().getIntOrFloatBitWidth()));
}

/// True if an offset that wraps round leads out of memory, with the wrap and without it: then the
/// access is an error either way.
bool RowForms::wrapLeavesMemory(const RowForm &pointer, const RowForm &offset,
                                RankedTensorType type, int64_t bytes) {
  const compiler::LaunchFacts &launch = m_scalars.launch();
  bool known = pointer.arg >= 0 && static_cast<size_t>(pointer.arg) < launch.args.size() &&
               launch.args[pointer.arg].bytes > 0;
  if (!known || !pointer.terms.empty()) {
    return false;
  }
  RowForm apart = pointer;
  for (const auto &[symbols, factor] : pointer.base.terms) {
    Value root = symbols.size() == 1 && factor == 1 ? m_scalars.info(symbols[0]).value : Value();
    if (root && isa<tt::PointerType>(root.getType())) {
      apart.base = pointer.base - Poly::symbol(symbols[0]);
      break;
    }
  }
  if (apart.base == pointer.base) {
    return false;
  }
  Wide memory = 0; // all buffers, and room for what lies between them
  for (const compiler::ArgumentFact &argument : launch.args) {
    memory += 2 * Wide{argument.bytes} + (Wide{1} << 20);
  }
  Interval start = m_scalars.rangeOf(apart.base) + spanOf(apart, type.getShape());
  Interval range = m_scalars.rangeOf(offset.base) + spanOf(offset, type.getShape());
  Interval limits = limitsOf(type.getElementType().getIntOrFloatBitWidth());
  Wide beyond = std::max<Wide>({range.hi - limits.hi, limits.lo - range.lo, 0});
  return start.lo >= 0 && start.hi <= memory && (limits.hi - beyond) * bytes > 2 * memory;
}

RowForm RowForms::structural(Operation *op, RankedTensorType type) {
  std::optional<SmallVector<int>> map = dimensionsOf(op);
  if (!map) {
    return RowForm::unknown("index is reshaped");
  }
  RowForm source = formOf(op->getOperand(0));
  if (!source.known) {
    return source;
  }
  RowForm form = source;
  form.coeff.assign(type.getRank(), Poly(0));
  for (size_t dim = 0; dim < map->size(); ++dim) {
    if ((*map)[dim] >= 0) {
      form.coeff[(*map)[dim]] = source.coeff[dim];
    }
  }
  for (RowTerm &term : form.terms) {
    if ((*map)[term.dim] < 0) {
      return RowForm::unknown("index does not vary where it should");
    }
    term.dim = static_cast<unsigned>((*map)[term.dim]);
  }
  return form;
}

RowForm RowForms::pointerSum(Operation *op, RankedTensorType type) {
  RowForm pointer = formOf(op->getOperand(0)), offset = formOf(op->getOperand(1));
  if (!pointer.known || !offset.known) {
    return pointer.known ? offset : pointer;
  }
  auto offsetType = cast<RankedTensorType>(op->getOperand(1).getType());
  int64_t bytes = bytesOf(pointeeOf(type));
  if (!offsetType.getElementType().isInteger(64) && !isExact(offset, offsetType) &&
      !wrapLeavesMemory(pointer, offset, offsetType, bytes)) {
    return RowForm::unknown("32-bit index arithmetic may wrap");
  }
  return sum(std::move(pointer), offset, bytes);
}

/// Sums and products; of integers narrower than an address they hold modulo the type's range, which
/// the extension to an address checks.
RowForm RowForms::arithmetic(Operation *op, RankedTensorType type) {
  if (isa<arith::AddIOp, arith::SubIOp>(op)) {
    return sum(formOf(op->getOperand(0)), formOf(op->getOperand(1)),
               isa<arith::AddIOp>(op) ? 1 : -1);
  }
  if (isa<arith::MulIOp>(op)) {
    for (unsigned side : {0u, 1u}) {
      Form factor = m_tensors.formOf(op->getOperand(side));
      if (factor.linear && factor.isUniform()) {
        RowForm other = formOf(op->getOperand(1 - side));
        return other.known ? scaled(std::move(other), factor.base) : other;
      }
    }
    return RowForm::unknown("product of two indices");
  }
  if (isa<arith::ExtSIOp>(op)) {
    auto from = cast<RankedTensorType>(op->getOperand(0).getType());
    RowForm source = formOf(op->getOperand(0));
    return !source.known || isExact(source, from)
               ? source
               : RowForm::unknown("32-bit index arithmetic may wrap");
  }
  if (isa<tt::BitcastOp>(op) && pointeeOf(type)) {
    return formOf(op->getOperand(0));
  }
  return RowForm::unknown(("index comes from " + op->getName().getStringRef()).str());
}

RowForm RowForms::formOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Form linear = m_tensors.formOf(value);
  if (linear.linear && !linear.wrap && linear.digits.empty() && linear.assumed.empty() &&
      linear.guards.empty()) {
    RowForm form;
    form.known = true;
    form.base = linear.base;
    form.coeff = linear.coeff;
    form.arg = linear.arg;
    return form;
  }
  Operation *op = value.getDefiningOp();
  if (op && isa<tt::AddPtrOp>(op)) {
    return pointerSum(op, type);
  }
  if (op && isa<tt::BroadcastOp, tt::ExpandDimsOp, tt::TransOp, tt::ReshapeOp>(op) &&
      dimensionsOf(op)) {
    return structural(op, type);
  }
  llvm::SmallBitVector dims = variesIn(value);
  bool usable = type.getElementType().isInteger() || pointeeOf(type);
  if (usable && dims.count() == 1 && !type.getElementType().isInteger(1)) {
    RowForm form;
    form.known = true;
    form.coeff.assign(type.getRank(), Poly(0));
    auto dim = static_cast<unsigned>(dims.find_first());
    form.terms.push_back({value, dim, dim, Poly(1)});
    form.arg = pointeeOf(type) ? commonArgument(value) : -1;
    return form;
  }
  return op ? arithmetic(op, type)
            : RowForm::unknown(linear.linear ? "index is split" : linear.why);
}

SmallVector<MaskLeaf> RowForms::leavesOf(Value mask) {
  auto type = cast<RankedTensorType>(mask.getType());
  SmallVector<int> dims;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    dims.push_back(type.getDimSize(dim) == 1 ? -1 : static_cast<int>(dim));
  }
  SmallVector<MaskLeaf> pending = {{mask, dims}}, leaves;
  while (!pending.empty()) {
    MaskLeaf leaf = pending.pop_back_val();
    Operation *op = leaf.value.getDefiningOp();
    if (op && isa<arith::AndIOp>(op)) {
      pending.push_back({op->getOperand(1), leaf.dims});
      pending.push_back({op->getOperand(0), leaf.dims});
      continue;
    }
    std::optional<SmallVector<int>> map = op ? dimensionsOf(op) : std::nullopt;
    if (!map) {
      leaves.push_back(std::move(leaf));
      continue;
    }
    SmallVector<int> inner;
    for (int dim : *map) {
      inner.push_back(dim < 0 ? -1 : leaf.dims[dim]);
    }
    pending.push_back({op->getOperand(0), std::move(inner)});
  }
  return leaves;
}

} // namespace charonia::tile

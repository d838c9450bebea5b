// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear forms of tensors: transfer through every op that keeps a form linear.
#include "TensorForms.h"

#include "KernelConverter.h"

#include "mlir/IR/Matchers.h"

#include <numeric>

using namespace mlir;

namespace charonia::tile {

bool Form::operator==(const Form &other) const {
  return linear == other.linear && base == other.base && coeff == other.coeff &&
         digits == other.digits && wrap == other.wrap && arg == other.arg;
}

bool Form::isUniform() const {
  return linear && !wrap && digits.empty() && assumed.empty() && guards.empty() &&
         llvm::all_of(coeff, [](const Poly &poly) { return poly.isZero(); });
}

/// The values that a digit takes in the tile, without its coefficient.
Interval TensorForms::rangeOfDigit(const Digit &digit, ArrayRef<int64_t> shape) const {
  Interval flat = m_scalars.rangeOf(digit.start) + Interval{0, shape[digit.dim] - 1};
  Interval quotient{std::max<Wide>(flat.lo, 0) / digit.divisor, flat.hi / digit.divisor};
  bool whole = digit.modulus == 0 || quotient.hi < digit.modulus;
  return whole ? quotient : Interval{0, digit.modulus - 1};
}

Interval TensorForms::rangeOf(const Form &form, ArrayRef<int64_t> shape) const {
  Interval range = m_scalars.rangeOf(form.base);
  for (size_t dim = 0; dim < form.coeff.size(); ++dim) {
    range = range + m_scalars.rangeOf(form.coeff[dim]) * Interval{0, shape[dim] - 1};
  }
  for (const Digit &digit : form.digits) {
    range = range + m_scalars.rangeOf(digit.coeff) * rangeOfDigit(digit, shape);
  }
  if (form.wrap) {
    Interval delta = m_scalars.rangeOf(form.wrap->delta);
    range = range + Interval{std::min<Wide>(0, delta.lo), std::max<Wide>(0, delta.hi)};
  }
  return range;
}

bool TensorForms::isExact(const Form &form, RankedTensorType type) const {
  unsigned bits =
      type.getElementType().isInteger() ? type.getElementType().getIntOrFloatBitWidth() : 64;
  return form.linear && rangeOf(form, type.getShape()).within(limitsOf(bits));
}

static void addGuards(Form &form, ArrayRef<Guard> guards) {
  for (const Guard &guard : guards) {
    if (!llvm::is_contained(form.guards, guard)) {
      form.guards.push_back(guard);
    }
  }
}

Form TensorForms::formOf(Value value) {
  for (const auto &layer : llvm::reverse(m_forms)) {
    auto it = layer.find(value);
    if (it != layer.end()) {
      return it->second;
    }
  }
  Form form = computeForm(value);
  bool bad = form.base.bad || (form.wrap && (form.wrap->threshold.bad || form.wrap->delta.bad)) ||
             llvm::any_of(form.coeff, [](const Poly &poly) { return poly.bad; }) ||
             llvm::any_of(form.digits, [](const Digit &digit) { return digit.coeff.bad; });
  if (form.linear && bad) {
    form = Form::opaque("index arithmetic is too large");
  }
  m_forms.back()[value] = form;
  return form;
}

/// The kernel argument or pointer field that a scalar pointer is derived from.
static int argumentOfScalar(ScalarForms &scalars, Value pointer) {
  while (Operation *op = pointer.getDefiningOp()) {
    if (!isa<tt::AddPtrOp, tt::BitcastOp>(op)) {
      return scalars.rootOf(pointer);
    }
    pointer = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(pointer);
  if (isa<tt::FuncOp>(argument.getOwner()->getParentOp())) {
    return argument.getArgNumber();
  }
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  return loop && argument.getArgNumber() > 0
             ? argumentOfScalar(scalars, loop.getInitArgs()[argument.getArgNumber() - 1])
             : -1;
}

Form TensorForms::computeForm(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type) {
    Form form;
    form.linear = true;
    form.base = m_scalars.polyOf(value);
    // A pointer carried round a loop keeps its argument only if the loop adds to it.
    bool single = form.base.terms.size() >= 1;
    form.arg =
        isa<tt::PointerType>(value.getType()) && single ? argumentOfScalar(m_scalars, value) : -1;
    if (form.arg >= 0) {
      // The address must contain that argument once; otherwise it may be any.
      form.arg = -1;
      for (const auto &[symbols, factor] : form.base.terms) {
        Value candidate = symbols.size() == 1 ? m_scalars.info(symbols[0]).value : Value();
        if (candidate && isa<tt::PointerType>(candidate.getType()) && factor == 1) {
          form.arg = m_scalars.rootOf(candidate);
        }
      }
    }
    return form;
  }
  const bool isIndex = type.getElementType().isInteger() || pointeeOf(type);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    return isIndex ? carriedForm(argument, type) : Form::opaque("not an index");
  }
  Operation *op = value.getDefiningOp();
  const unsigned index = cast<OpResult>(value).getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op); loop && isIndex) {
    return resultOfLoop(loop, index);
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op); loop && isIndex) {
    return passedForm(loop.getConditionOp().getArgs()[index], value, loop);
  }
  if (auto branch = dyn_cast<scf::IfOp>(op); branch && isIndex) {
    return resultOfBranch(branch, index);
  }
  return formOfOp(op, type);
}

static void addDigit(Form &form, const Digit &digit) {
  auto it = llvm::find_if(form.digits, [&](const Digit &one) { return one.isSameAs(digit); });
  if (it == form.digits.end()) {
    form.digits.push_back(digit);
    return;
  }
  it->coeff = it->coeff + digit.coeff;
  if (it->coeff.isZero()) {
    form.digits.erase(it);
  }
}

Form TensorForms::sum(const Form &a, const Form &b, int64_t factor) {
  if (!a.linear || !b.linear) {
    return a.linear ? b : a;
  }
  if (a.wrap && b.wrap) {
    return Form::opaque("index wraps round two moduli");
  }
  Form result = a;
  result.base = a.base + Poly(factor) * b.base;
  for (size_t dim = 0; dim < a.coeff.size(); ++dim) {
    result.coeff[dim] = a.coeff[dim] + Poly(factor) * b.coeff[dim];
  }
  result.assumed.insert(result.assumed.end(), b.assumed.begin(), b.assumed.end());
  addGuards(result, b.guards);
  for (Digit digit : b.digits) {
    digit.coeff = Poly(factor) * digit.coeff;
    addDigit(result, digit);
  }
  if (b.wrap) {
    result.wrap = b.wrap;
    result.wrap->delta = Poly(factor) * b.wrap->delta;
  }
  return result;
}

Form TensorForms::scaled(const Form &form, const Poly &factor) {
  Form result = form;
  result.base = form.base * factor;
  for (Poly &coeff : result.coeff) {
    coeff = coeff * factor;
  }
  for (Digit &digit : result.digits) {
    digit.coeff = digit.coeff * factor;
  }
  if (factor.isZero()) {
    result.digits.clear();
    result.wrap.reset();
  }
  if (result.wrap) {
    result.wrap->delta = result.wrap->delta * factor;
  }
  return result;
}

/// Row-major reshape: dimensions that nest are merged, then split. Unit dimensions come and go.
Form TensorForms::reshaped(const Form &form, ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  Form result = form;
  for (Form &assumed : result.assumed) {
    assumed = reshaped(assumed, from, to);
    if (!assumed.linear) {
      return assumed;
    }
  }
  for (Guard &guard : result.guards) {
    guard.form = reshaped(guard.form, from, to);
    if (!guard.form.linear) {
      return guard.form;
    }
  }
  result.coeff.assign(to.size(), Poly(0));
  result.wrap.reset();
  result.digits.clear();
  size_t source = from.size(), target = to.size();
  // From the innermost dimension outwards: groups of equal size on both sides.
  while (source > 0 || target > 0) {
    while (source > 0 && from[source - 1] == 1) {
      --source;
    }
    while (target > 0 && to[target - 1] == 1) {
      --target;
    }
    if (source == 0 || target == 0) {
      break;
    }
    size_t sourceEnd = source, targetEnd = target;
    int64_t left = from[--source], right = to[--target];
    while (left != right) {
      if (left < right) {
        left *= from[--source];
      } else {
        right *= to[--target];
      }
    }
    if (sourceEnd - source == 1 && targetEnd - target == 1) {
      result.coeff[target] = form.coeff[source];
      if (form.wrap && form.wrap->dim == source) {
        result.wrap = form.wrap;
        result.wrap->dim = static_cast<unsigned>(target);
      }
      for (Digit digit : form.digits) {
        if (digit.dim == source) {
          digit.dim = static_cast<unsigned>(target);
          result.digits.push_back(digit);
        }
      }
      continue;
    }
    if (llvm::any_of(form.digits, [&](const Digit &digit) {
          return digit.dim >= source && digit.dim < sourceEnd;
        })) {
      return Form::opaque("reshape of an index that is split");
    }
    if (form.wrap && form.wrap->dim >= source && form.wrap->dim < sourceEnd) {
      return Form::opaque("reshape of an index that wraps");
    }
    const Poly unit = form.coeff[sourceEnd - 1];
    int64_t size = 1;
    for (size_t dim = sourceEnd; dim-- > source;) {
      if (from[dim] != 1 && form.coeff[dim] != unit * Poly(size)) {
        return Form::opaque("reshape of an index whose dimensions do not nest");
      }
      size *= from[dim];
    }
    size = 1;
    for (size_t dim = targetEnd; dim-- > target;) {
      result.coeff[dim] = to[dim] == 1 ? Poly(0) : unit * Poly(size);
      size *= to[dim];
    }
  }
  return result;
}

Form TensorForms::guarded(Form form, RankedTensorType type) const {
  if (isExact(form, type)) {
    return form;
  }
  if (form.wrap || !form.digits.empty() || !form.assumed.empty()) {
    return Form::opaque("32-bit index arithmetic may wrap");
  }
  Guard guard{form, type.getElementType().getIntOrFloatBitWidth()};
  guard.form.guards.clear();
  guard.form.arg = -1;
  addGuards(form, guard);
  return form;
}

/// `form`, which was computed from `source`.
static Form guardedBy(Form form, const Form &source) {
  if (form.linear) {
    addGuards(form, source.guards);
  }
  return form;
}

Form TensorForms::formOfOp(Operation *op, RankedTensorType type) {
  auto in = [&](unsigned index) { return formOf(op->getOperand(index)); };
  auto shapeIn = [&](unsigned index) {
    return cast<RankedTensorType>(op->getOperand(index).getType()).getShape();
  };
  Form form;
  form.linear = true;
  form.coeff.assign(type.getRank(), Poly(0));
  DenseElementsAttr constant;
  if (matchPattern(op, m_Constant(&constant))) {
    if (!constant.isSplat() || !type.getElementType().isInteger()) {
      return Form::opaque("index is a table of constants");
    }
    APInt value = constant.getSplatValue<APInt>();
    form.base = Poly(value.getBitWidth() == 1 ? value.getZExtValue() : value.getSExtValue());
    return form;
  }
  if (isa<tt::SplatOp>(op)) {
    if (isa<RankedTensorType>(op->getOperand(0).getType())) {
      return Form::opaque("splat of a tile");
    }
    Type scalar = op->getOperand(0).getType();
    if (!scalar.isIntOrIndex() && !isa<tt::PointerType>(scalar)) {
      return Form::opaque("index is not an integer");
    }
    Form source = in(0);
    form.base = source.base;
    form.arg = source.arg;
    return form;
  }
  if (auto range = dyn_cast<tt::MakeRangeOp>(op)) {
    form.base = Poly(range.getStart());
    form.coeff[0] = Poly(type.getDimSize(0) == 1 ? 0 : 1);
    return form;
  }
  if (isa<tt::ExpandDimsOp, tt::ReshapeOp>(op)) {
    Form source = in(0);
    return source.linear ? reshaped(source, shapeIn(0), type.getShape()) : source;
  }
  if (isa<tt::BroadcastOp>(op)) {
    Form source = in(0);
    if (source.linear) {
      for (int64_t dim = 0; dim < type.getRank(); ++dim) {
        if (shapeIn(0)[dim] == 1) {
          source.coeff[dim] = Poly(0);
        }
      }
    }
    return source;
  }
  if (auto trans = dyn_cast<tt::TransOp>(op)) {
    Form source = in(0);
    if (source.linear && !source.assumed.empty()) {
      return Form::opaque("index is transposed and right under a mask only");
    }
    if (source.linear) {
      Form result = source;
      for (auto [dim, from] : llvm::enumerate(trans.getOrder())) {
        result.coeff[dim] = source.coeff[from];
        for (auto [guard, old] : llvm::zip_equal(result.guards, source.guards)) {
          guard.form.coeff[dim] = old.form.coeff[from];
        }
        if (source.wrap && source.wrap->dim == static_cast<unsigned>(from)) {
          result.wrap->dim = static_cast<unsigned>(dim);
        }
        for (auto [digit, old] : llvm::zip_equal(result.digits, source.digits)) {
          if (old.dim == static_cast<unsigned>(from)) {
            digit.dim = static_cast<unsigned>(dim);
          }
        }
      }
      return result;
    }
    return source;
  }
  if (isa<arith::AddIOp>(op)) {
    return sum(in(0), in(1), 1);
  }
  if (isa<arith::SubIOp>(op)) {
    return sum(in(0), in(1), -1);
  }
  if (isa<arith::MulIOp>(op)) {
    Form a = in(0), b = in(1);
    if (!a.linear || !b.linear) {
      return a.linear ? b : a;
    }
    if (b.isUniform()) {
      return scaled(a, b.base);
    }
    return a.isUniform() ? scaled(b, a.base) : Form::opaque("product of two indices");
  }
  if (isa<arith::ShLIOp>(op)) {
    Form a = in(0), b = in(1);
    bool known = b.linear && b.isUniform() && b.base.isConstant() && b.base.constant() >= 0 &&
                 b.base.constant() < 32;
    return a.linear && known ? scaled(a, Poly(int64_t{1} << b.base.constant()))
                             : Form::opaque("index is shifted");
  }
  if (isa<arith::ExtSIOp>(op)) {
    Form source = in(0);
    auto from = cast<RankedTensorType>(op->getOperand(0).getType());
    if (source.linear && from.getElementType().isInteger(1)) {
      return Form::opaque("index is a truth value");
    }
    return source.linear ? guarded(std::move(source), from) : source;
  }
  if (isa<arith::ExtUIOp>(op)) {
    Form source = in(0);
    auto from = cast<RankedTensorType>(op->getOperand(0).getType());
    bool exact = source.linear && !from.getElementType().isInteger(1) && isExact(source, from) &&
                 rangeOf(source, from.getShape()).lo >= 0;
    return !source.linear || exact ? source : Form::opaque("unsigned index arithmetic may wrap");
  }
  if (isa<arith::TruncIOp>(op)) {
    return in(0);
  }
  if (isa<arith::DivSIOp, arith::DivUIOp>(op)) {
    return guardedBy(divided(in(0), in(1), type, /*wantsRest=*/false), in(0));
  }
  if (isa<arith::RemSIOp, arith::RemUIOp>(op)) {
    return guardedBy(divided(in(0), in(1), type, /*wantsRest=*/true), in(0));
  }
  if (isa<arith::SelectOp>(op)) {
    int known = decide(op->getOperand(0));
    return known >= 0 ? in(known == 1 ? 1 : 2) : selected(op->getOperand(0), in(1), in(2));
  }
  if (isa<arith::MinSIOp, arith::MaxSIOp>(op)) {
    Form a = in(0), b = in(1);
    if (isExact(a, type) && isExact(b, type)) {
      Interval difference = rangeOf(sum(a, b, -1), type.getShape());
      if (!a.wrap && !b.wrap && a.assumed.empty() && b.assumed.empty() && a.guards.empty() &&
          b.guards.empty() && (difference.hi <= 0 || difference.lo >= 0)) {
        return (difference.hi <= 0) == isa<arith::MinSIOp>(op) ? a : b;
      }
    }
    return Form::opaque("index is clamped");
  }
  if (auto add = dyn_cast<tt::AddPtrOp>(op)) {
    Form pointer = in(0), offset = in(1);
    auto offsetType = cast<RankedTensorType>(add.getOffset().getType());
    if (offset.linear && !offsetType.getElementType().isInteger(64)) {
      offset = guarded(std::move(offset), offsetType);
    }
    int64_t bytes = bytesOf(pointeeOf(add.getPtr().getType()));
    return sum(pointer, offset, bytes);
  }
  if (isa<tt::BitcastOp>(op) && pointeeOf(type)) {
    return in(0);
  }
  if (isa<tt::LoadOp>(op)) {
    return Form::opaque("index depends on loaded data");
  }
  return Form::opaque(("index comes from " + op->getName().getStringRef()).str());
}

Form TensorForms::chosen(const Form &a, const Form &b,
                         llvm::function_ref<Poly(const Poly &, const Poly &)> choose) {
  if (a.wrap || b.wrap) {
    return Form::opaque("index wraps and is selected");
  }
  Form result = a;
  result.arg = a.arg == b.arg ? a.arg : -1;
  result.assumed.insert(result.assumed.end(), b.assumed.begin(), b.assumed.end());
  addGuards(result, b.guards);
  result.base = choose(a.base, b.base);
  for (size_t dim = 0; dim < a.coeff.size(); ++dim) {
    result.coeff[dim] = choose(a.coeff[dim], b.coeff[dim]);
  }
  auto coeffIn = [](const Form &form, const Digit &digit) {
    auto it = llvm::find_if(form.digits, [&](const Digit &one) { return one.isSameAs(digit); });
    return it == form.digits.end() ? Poly(0) : it->coeff;
  };
  for (Digit &digit : result.digits) {
    digit.coeff = choose(digit.coeff, coeffIn(b, digit));
  }
  for (Digit digit : b.digits) {
    if (coeffIn(a, digit).isZero()) {
      digit.coeff = choose(Poly(0), digit.coeff);
      result.digits.push_back(digit);
    }
  }
  return result;
}

Form TensorForms::selected(Value condition, const Form &a, const Form &b) {
  if (!a.linear || !b.linear) {
    return a.linear ? b : a;
  }
  Form varies = Form::opaque("index is selected lane by lane");
  if (auto splat = condition.getDefiningOp<tt::SplatOp>()) {
    condition = splat.getSrc();
  }
  if (condition.getType().isInteger(1)) {
    return chosen(a, b, [&](const Poly &then, const Poly &otherwise) {
      return then == otherwise ? then : m_scalars.ifTrue(condition, then, otherwise);
    });
  }
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  auto type = compare ? dyn_cast<RankedTensorType>(compare.getLhs().getType()) : RankedTensorType();
  if (!type || !type.getElementType().isInteger() || type.getElementType().isInteger(1)) {
    return varies;
  }
  Form left = formOf(compare.getLhs()), right = formOf(compare.getRhs());
  if (!left.isUniform() || !right.isUniform() || !isExact(left, type) || !isExact(right, type)) {
    return varies;
  }
  Poly below = left.base - right.base, above = right.base - left.base;
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::slt:
    break;
  case arith::CmpIPredicate::sle:
    below = below - Poly(1);
    break;
  case arith::CmpIPredicate::sgt:
    below = above;
    break;
  case arith::CmpIPredicate::sge:
    below = above - Poly(1);
    break;
  default:
    return varies;
  }
  return chosen(a, b, [&](const Poly &then, const Poly &otherwise) {
    return then == otherwise ? then : m_scalars.ifNegative(below, then, otherwise);
  });
}

} // namespace charonia::tile

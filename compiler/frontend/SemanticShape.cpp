// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Casts and operations on shapes.
#include "Semantic.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace charonia::frontend {

// Casts
// -----------------------------------------------------------------------------------------------

Value Semantic::bitcast(const Value &value, const Type &to) {
  Value operand = toTensor(value);
  if (operand.isPoison()) {
    return operand;
  }
  Type target = to.withShape(operand.type.shape);
  if (operand.type == target) {
    return operand;
  }
  if (operand.type.isPointer() != target.isPointer()) {
    return cast(operand, target);
  }
  if (operand.type.bits() != target.bits()) {
    return fail(Code::BadCast,
                fmt::format("a bit cast keeps the width: {} has {} bits and {} has {}",
                            describe(operand), operand.type.bits(), target.element().text(),
                            target.bits()));
  }
  return Value::tensor(m_ir.op("tt.bitcast", {operand.ir}, target), target);
}

Value Semantic::castFloat(const Value &value, const Type &to, bool custom, bool roundToZero) {
  const Type &from = value.type;
  auto via = [&](const char *op, const IrAttributes &attributes = {}) {
    return Value::tensor(m_ir.op(op, {value.ir}, to, attributes), to);
  };
  bool narrows = to.isFloat() && to.bits() < from.bits();
  if (to.isFloat() && (from.isFp8() || to.isFp8() || custom)) {
    IrAttributes attributes;
    if (narrows) {
      attributes.push_back(IrAttribute::i32("rounding", roundToZero ? 0 : 1));
    }
    return via("tt.fp_to_fp", attributes);
  }
  bool half = from.scalar == Scalar::F16 || from.scalar == Scalar::BF16;
  if (half && to.scalar != Scalar::F32) {
    return cast(cast(value, from.withScalar(Scalar::F32)), to);
  }
  if (to.isFloat()) {
    return via(narrows ? "arith.truncf" : "arith.extf");
  }
  if (to.isBool()) {
    return compare(Operator::NotEq, value, constant(Constant::ofFloat(0), from));
  }
  return via(to.isSigned() ? "arith.fptosi" : "arith.fptoui");
}

Value Semantic::castInteger(const Value &value, const Type &to) {
  const Type &from = value.type;
  auto via = [&](const char *op) { return Value::tensor(m_ir.op(op, {value.ir}, to), to); };
  if (to.isFloat()) {
    return via(from.isSigned() ? "arith.sitofp" : "arith.uitofp");
  }
  if (to.isBool()) {
    return compare(Operator::NotEq, value, constant(Constant::ofInt(0), from));
  }
  if (from.bits() == to.bits()) {
    return via("arith.bitcast");
  }
  if (to.bits() < from.bits()) {
    return via("arith.trunci");
  }
  return via(from.isSigned() ? "arith.extsi" : "arith.extui");
}

/// float8e4b15 is the bits of a float16 of magnitude below 2, without the low seven: upstream's
/// own conversions are made of the same integer operations.
Value Semantic::castFromE4B15(const Value &value, const Type &to) {
  Type bytes = value.type.withScalar(Scalar::UInt8), halves = value.type.withScalar(Scalar::UInt16);
  Value bits = cast(Value::tensor(value.ir, bytes), halves);
  auto shifted = [&](int64_t mask, int64_t shift) {
    Value part = binary(Operator::BitAnd, bits, constant(Constant::ofInt(mask), halves));
    return binary(Operator::LShift, part, constant(Constant::ofInt(shift), halves));
  };
  Value half = binary(Operator::BitOr, shifted(0x7f, 7), shifted(0x80, 8));
  return cast(bitcast(half, Type::of(Scalar::F16)), to);
}

Value Semantic::castToE4B15(const Value &value) {
  if (value.type.scalar != Scalar::F16 && value.type.scalar != Scalar::F32) {
    return fail(Code::BadCast, fmt::format("a cast to fp8e4b15 is from fp16 or fp32, not from {}",
                                           value.type.element().text()));
  }
  Value half = value.type.scalar == Scalar::F16
                   ? value
                   : castFloat(value, value.type.withScalar(Scalar::F16), true, true);
  Type halves = value.type.withScalar(Scalar::UInt16);
  auto number = [&](int64_t bits) { return constant(Constant::ofInt(bits), halves); };
  Value bits = bitcast(half, Type::of(Scalar::UInt16));
  Value magnitude = binary(Operator::BitAnd, bits, number(0x7fff));
  // 1.75 is the largest that upstream makes; NaN becomes it too. Half a unit is added: ties go away from zero.
  magnitude = minMax(false, magnitude, number(0x3f00), false);
  magnitude = binary(Operator::RShift, binary(Operator::Add, magnitude, number(0x40)), number(7));
  Value sign = binary(Operator::BitAnd, binary(Operator::RShift, bits, number(8)), number(0x80));
  Value byte = cast(binary(Operator::BitOr, magnitude, sign), value.type.withScalar(Scalar::UInt8));
  return byte.isPoison() ? byte : Value::tensor(byte.ir, value.type.withScalar(Scalar::F8E4B15));
}

Value Semantic::cast(const Value &value, Type to, bool roundToZero, bool rounding) {
  Value operand = toTensor(value);
  if (operand.isPoison()) {
    return operand;
  }
  to = to.withShape(operand.type.shape);
  const Type &from = operand.type;
  bool narrows = from.isFloat() && to.isFloat() && to.bits() < from.bits();
  if (rounding && !narrows) {
    return fail(
        Code::BadCast,
        fmt::format("fp_downcast_rounding is for casts to a narrower float, not from {} to {}",
                    from.element().text(), to.element().text()));
  }
  if (from == to) {
    return operand;
  }
  if (!from.isPointer() && !to.isPointer() &&
      (from.scalar == Scalar::F8E4B15 || to.scalar == Scalar::F8E4B15)) {
    return from.scalar == Scalar::F8E4B15 ? castFromE4B15(operand, to) : castToE4B15(operand);
  }
  if (from.isPointer() && to.isPointer()) {
    return Value::tensor(m_ir.op("tt.bitcast", {operand.ir}, to), to);
  }
  if (from.isPointer()) {
    if (to.isInt() && (to.bits() == 64 || to.isBool())) {
      Type wide = to.withScalar(to.isBool() ? Scalar::Int64 : to.scalar);
      Value address = Value::tensor(m_ir.op("tt.ptr_to_int", {operand.ir}, wide), wide);
      return to.isBool() ? compare(Operator::NotEq, address, constant(Constant::ofInt(0), wide))
                         : address;
    }
    return fail(Code::BadCast,
                fmt::format("a pointer casts to int64 or int1, not to {}", to.element().text()));
  }
  if (to.isPointer()) {
    if (!from.isInt()) {
      return fail(Code::BadCast, fmt::format("{} does not cast to a pointer", describe(operand)));
    }
    Value address = from.bits() == 64 ? operand : cast(operand, from.withScalar(Scalar::Int64));
    return address.isPoison() ? address
                              : Value::tensor(m_ir.op("tt.int_to_ptr", {address.ir}, to), to);
  }
  if (to.scalar == Scalar::Void) {
    return fail(Code::BadCast, "nothing casts to void");
  }
  if ((from.isFp8() && to.isInt()) || (from.isInt() && to.isFp8())) {
    return fail(Code::BadCast, fmt::format("{} does not cast to {}; cast to float32 first",
                                           from.element().text(), to.element().text()));
  }
  return from.isFloat() ? castFloat(operand, to, rounding && roundToZero, roundToZero)
                        : castInteger(operand, to);
}

// Shapes
// ----------------------------------------------------------------------------------------------

bool Semantic::checkShape(const std::vector<int64_t> &shape) {
  int64_t elements = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] < 1 || !std::has_single_bit(static_cast<uint64_t>(shape[i]))) {
      fail(Code::BadShape,
           fmt::format(
               "extent {} of shape {} is {}, but every extent of a block must be a power of 2", i,
               shapeText(shape), shape[i]));
      return false;
    }
    if (__builtin_mul_overflow(elements, shape[i], &elements)) {
      elements = kMaxBlockElements + 1;
      break;
    }
  }
  if (elements > kMaxBlockElements) {
    fail(Code::BadShape, fmt::format("a block of shape {} has too many elements; the limit is {}",
                                     shapeText(shape), kMaxBlockElements));
    return false;
  }
  return true;
}

Value Semantic::full(const std::vector<int64_t> &shape, const Value &value, Scalar scalar) {
  if (value.isPoison() || !checkShape(shape)) {
    return Value::poison();
  }
  // Zero is zero in every type; another float is not an integer.
  if (value.isNumber() && value.constant.kind == Constant::Kind::Float &&
      value.constant.number != 0 && kindOf(scalar) != ScalarKind::Float && scalar != Scalar::Int1) {
    return fail(Code::BadValue, fmt::format("tl.full of {} takes an integer, not {}",
                                            signatureName(scalar), value.constant.str()));
  }
  Value filled =
      value.isNumber() ? constant(value.constant, Type::of(scalar)) : cast(value, Type::of(scalar));
  if (filled.isPoison() || shape.empty()) {
    return filled;
  }
  if (filled.type.isBlock()) {
    if (filled.type.elements() != 1) {
      return fail(Code::ShapeMismatch,
                  fmt::format("tl.full fills with a scalar, not with {}", describe(value)));
    }
    Type element = filled.type.element();
    filled = Value::tensor(m_ir.op("tt.unsplat", {filled.ir}, element), element);
  }
  return broadcastTo(filled, shape);
}

Value Semantic::arange(int64_t start, int64_t end) {
  if (start < 0 || end > INT32_MAX || start > INT32_MAX) {
    return fail(
        Code::BadValue,
        fmt::format("tl.arange({}, {}) must fit in int32 and begin at 0 or above", start, end));
  }
  if (end <= start) {
    return fail(
        Code::BadValue,
        fmt::format("tl.arange({}, {}): the end must be greater than the start", start, end));
  }
  if (!std::has_single_bit(static_cast<uint64_t>(end - start))) {
    return fail(Code::BadShape,
                fmt::format("tl.arange({}, {}) has {} elements; the number must be a power of 2",
                            start, end, end - start));
  }
  if (!checkShape({end - start})) {
    return Value::poison();
  }
  Type type{Scalar::Int32, 0, false, {end - start}};
  return Value::tensor(m_ir.op("tt.make_range", {}, type,
                               {IrAttribute::i32("start", start), IrAttribute::i32("end", end)}),
                       type);
}

Value Semantic::broadcastTo(const Value &value, const std::vector<int64_t> &shape) {
  if (value.isPoison() || value.type.shape == shape) {
    return value;
  }
  Type target = value.type.withShape(shape);
  if (!value.type.isBlock()) {
    return Value::tensor(m_ir.splat(value.ir, target), target);
  }
  bool fits = value.type.shape.size() == shape.size();
  for (size_t i = 0; fits && i < shape.size(); ++i) {
    fits = value.type.shape[i] == shape[i] || value.type.shape[i] == 1;
  }
  if (!fits) {
    return fail(Code::ShapeMismatch, fmt::format("{} does not broadcast to shape {}",
                                                 describe(value), shapeText(shape)));
  }
  return Value::tensor(m_ir.op("tt.broadcast", {value.ir}, target), target);
}

namespace {

/// How two blocks can be made to fit, where that is likely meant.
std::string shapeHint(const std::vector<int64_t> &left, const std::vector<int64_t> &right) {
  if (left.size() == 1 && right.size() == 1) {
    return "; for every pair of elements write a[:, None] and b[None, :]";
  }
  const std::vector<int64_t> &small = left.size() < right.size() ? left : right,
                             &large = left.size() < right.size() ? right : left;
  if (small.size() == 1 && large.size() == 2 && small[0] == large[0]) {
    return fmt::format("; index the one of {} as x[:, None] to lay it along dimension 0",
                       shapeText(small));
  }
  return {};
}

} // namespace

bool Semantic::broadcastTogether(Value &left, Value &right) {
  if (left.isPoison() || right.isPoison()) {
    return false;
  }
  if (!left.type.isBlock() && !right.type.isBlock()) {
    return true;
  }
  if (!left.type.isBlock() || !right.type.isBlock()) {
    Value &scalar = left.type.isBlock() ? right : left;
    scalar = broadcastTo(scalar, left.type.isBlock() ? left.type.shape : right.type.shape);
    return true;
  }
  std::string before = fmt::format("{} and {}", left.type.text(), right.type.text());
  std::vector<int64_t> a = left.type.shape, b = right.type.shape;
  size_t rank = std::max(a.size(), b.size());
  a.insert(a.begin(), rank - a.size(), 1);
  b.insert(b.begin(), rank - b.size(), 1);
  std::vector<int64_t> shape(rank);
  for (size_t i = 0; i < rank; ++i) {
    if (a[i] != b[i] && a[i] != 1 && b[i] != 1) {
      fail(Code::ShapeMismatch,
           fmt::format("shapes {} do not fit together: {} and {} in dimension {}{}", before, a[i],
                       b[i], i, shapeHint(left.type.shape, right.type.shape)));
      return false;
    }
    shape[i] = std::max(a[i], b[i]);
  }
  if (!checkShape(shape)) {
    return false;
  }
  for (Value *operand : {&left, &right}) {
    while (operand->type.shape.size() < rank) {
      *operand = expandDims(*operand, 0);
    }
    *operand = broadcastTo(*operand, shape);
  }
  return true;
}

std::optional<int64_t> Semantic::normalizeAxis(int64_t axis, size_t rank) {
  auto signedRank = static_cast<int64_t>(rank);
  if (axis < -signedRank || axis >= signedRank) {
    fail(Code::BadIndex, fmt::format("axis {} is out of range for a block of rank {}", axis, rank));
    return std::nullopt;
  }
  return axis < 0 ? axis + signedRank : axis;
}

Value Semantic::expandDims(const Value &value, int64_t axis) {
  Value operand = toTensor(value);
  if (operand.isPoison()) {
    return operand;
  }
  std::vector<int64_t> shape = operand.type.shape;
  std::optional<int64_t> at = normalizeAxis(axis, shape.size() + 1);
  if (!at) {
    return Value::poison();
  }
  shape.insert(shape.begin() + *at, 1);
  if (!operand.type.isBlock()) {
    return broadcastTo(operand, shape);
  }
  Type type = operand.type.withShape(shape);
  return Value::tensor(
      m_ir.op("tt.expand_dims", {operand.ir}, type, {IrAttribute::i32("axis", *at)}), type);
}

Value Semantic::reshape(const Value &value, const std::vector<int64_t> &shape, bool reorder) {
  Value operand = toTensor(value);
  if (operand.isPoison() || !checkShape(shape)) {
    return Value::poison();
  }
  Type type = operand.type.withShape(shape);
  if (type.elements() != operand.type.elements()) {
    return fail(Code::ShapeMismatch,
                fmt::format("{} with {} elements cannot take shape {} with {}", describe(operand),
                            operand.type.elements(), shapeText(shape), type.elements()));
  }
  if (!operand.type.isBlock()) {
    return broadcastTo(operand, shape);
  }
  if (shape.empty()) {
    return Value::tensor(m_ir.op("tt.unsplat", {operand.ir}, type), type);
  }
  IrAttributes attributes;
  if (reorder) {
    attributes.push_back(IrAttribute::unit("allow_reorder"));
  }
  return Value::tensor(m_ir.op("tt.reshape", {operand.ir}, type, attributes), type);
}

Value Semantic::permute(const Value &value, const std::vector<int64_t> &order) {
  Value operand = toTensor(value);
  if (operand.isPoison()) {
    return operand;
  }
  const std::vector<int64_t> &shape = operand.type.shape;
  std::vector<bool> seen(shape.size());
  std::vector<int32_t> normal;
  std::vector<int64_t> result;
  for (int64_t entry : order) {
    int64_t axis = entry < 0 ? entry + static_cast<int64_t>(shape.size()) : entry;
    if (axis < 0 || axis >= static_cast<int64_t>(shape.size()) || seen[static_cast<size_t>(axis)]) {
      return fail(Code::BadIndex, fmt::format("{} is not a permutation of the dimensions of {}",
                                              shapeText(order), describe(operand)));
    }
    seen[static_cast<size_t>(axis)] = true;
    normal.push_back(static_cast<int32_t>(axis));
    result.push_back(shape[static_cast<size_t>(axis)]);
  }
  if (normal.size() != shape.size()) {
    return fail(Code::BadIndex, fmt::format("{} is not a permutation of the dimensions of {}",
                                            shapeText(order), describe(operand)));
  }
  Type type = operand.type.withShape(result);
  return Value::tensor(
      m_ir.op("tt.trans", {operand.ir}, type, {IrAttribute::i32Array("order", normal)}), type);
}

Value Semantic::join(const Value &left, const Value &right) {
  Value a = toTensor(left), b = toTensor(right);
  if (a.isPoison() || b.isPoison() || !broadcastTogether(a, b)) {
    return Value::poison();
  }
  bool scalars = !a.type.isBlock();
  if (scalars) {
    a = expandDims(a, 0);
    b = expandDims(b, 0);
  }
  if (!(a.type == b.type)) {
    return fail(Code::TypeMismatch, fmt::format("tl.join needs operands of one type: {} and {}",
                                                describe(left), describe(right)));
  }
  std::vector<int64_t> shape = a.type.shape;
  shape.push_back(2);
  if (!checkShape(shape)) {
    return Value::poison();
  }
  Type type = a.type.withShape(shape);
  Value joined = Value::tensor(m_ir.op("tt.join", {a.ir, b.ir}, type), type);
  return scalars ? reshape(joined, {2}, false) : joined;
}

Value Semantic::split(const Value &value) {
  Value operand = toTensor(value);
  if (operand.isPoison()) {
    return operand;
  }
  if (!operand.type.isBlock() || operand.type.shape.back() != 2) {
    return fail(
        Code::ShapeMismatch,
        fmt::format("tl.split needs a block whose last extent is 2, not {}", describe(operand)));
  }
  bool flat = operand.type.shape.size() == 1;
  if (flat) {
    operand = expandDims(operand, 0);
  }
  std::vector<int64_t> shape = operand.type.shape;
  shape.pop_back();
  Type type = operand.type.withShape(shape);
  IrValues halves = m_ir.ops("tt.split", {operand.ir}, {type, type});
  std::vector<Value> items = {Value::tensor(halves[0], type), Value::tensor(halves[1], type)};
  if (flat) {
    for (Value &item : items) {
      item = Value::tensor(m_ir.op("tt.unsplat", {item.ir}, type.element()), type.element());
    }
  }
  return Value::tuple(items);
}

Value Semantic::cat(const Value &left, const Value &right) {
  Value a = toTensor(left), b = toTensor(right);
  if (a.isPoison() || b.isPoison()) {
    return Value::poison();
  }
  if (!(a.type == b.type) || a.type.shape.size() != 1) {
    return fail(Code::ShapeMismatch,
                fmt::format("tl.cat needs two one-dimensional blocks of one type: {} and {}",
                            describe(left), describe(right)));
  }
  Type type = a.type.withShape({a.type.shape[0] * 2});
  if (!checkShape(type.shape)) {
    return Value::poison();
  }
  return Value::tensor(m_ir.op("tt.cat", {a.ir, b.ir}, type), type);
}

Value Semantic::concatenate(const Value &left, const Value &right, int64_t axis) {
  Value a = toTensor(left), b = toTensor(right);
  if (a.isPoison() || b.isPoison()) {
    return Value::poison();
  }
  if (!(a.type == b.type) || !a.type.isBlock()) {
    return fail(Code::ShapeMismatch, fmt::format("tl.cat needs two blocks of one type: {} and {}",
                                                 describe(left), describe(right)));
  }
  std::vector<int64_t> shape = a.type.shape;
  std::optional<int64_t> at = normalizeAxis(axis, shape.size());
  if (!at) {
    return Value::poison();
  }
  // join puts the pair last; it belongs before `axis`, where it becomes part of that dimension.
  std::vector<int64_t> order;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (static_cast<int64_t>(i) == *at) {
      order.push_back(static_cast<int64_t>(shape.size()));
    }
    order.push_back(static_cast<int64_t>(i));
  }
  shape[static_cast<size_t>(*at)] *= 2;
  return reshape(permute(join(a, b), order), shape, false);
}

} // namespace charonia::frontend

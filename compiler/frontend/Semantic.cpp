// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise operations: operators, promotion, comparison, selection.
#include "Semantic.h"

#include <cmath>
#include <fmt/format.h>

namespace charonia::frontend {
namespace {

bool poisoned(const Value &left, const Value &right) { return left.isPoison() || right.isPoison(); }

std::string pair(const Value &left, const Value &right) {
  return describe(left) + " and " + describe(right);
}

} // namespace

Value Semantic::constant(const Constant &number, const Type &type) {
  if (type.isPointer()) {
    Type integers = type.withScalar(Scalar::Int64);
    return cast(constant(number, integers), type);
  }
  if (type.isFloat()) {
    if (type.scalar == Scalar::F8E4B15) {
      return fail(Code::NotSupportedYet, "constants of float8e4b15 are not supported yet");
    }
    return Value::tensor(m_ir.floating(type, number.asDouble()), type);
  }
  Integer integer = number.integer;
  if (number.kind == Constant::Kind::Float) {
    if (!(std::fabs(number.number) < 0x1p126)) {
      return fail(Code::OutOfRange, fmt::format("{} is no integer", number.repr()));
    }
    integer = static_cast<Integer>(number.number);
  }
  if (type.isBool()) {
    integer = number.truth() ? 1 : 0;
  }
  return Value::tensor(m_ir.integer(type, integer), type);
}

Value Semantic::toTensor(const Value &value) {
  if (value.isTensor() || value.isPoison()) {
    return value;
  }
  if (!value.isNumber()) {
    return fail(Code::TypeMismatch,
                fmt::format("a tensor or a number is needed here, not {}", describe(value)));
  }
  switch (value.constant.kind) {
  case Constant::Kind::Bool:
    return constant(value.constant, Type::of(Scalar::Int1));
  case Constant::Kind::Int: {
    std::optional<Scalar> scalar = typeOfInteger(value.constant.integer);
    if (!scalar) {
      return fail(Code::OutOfRange,
                  fmt::format("the integer {} does not fit in 64 bits", value.constant.str()));
    }
    return constant(value.constant, Type::of(*scalar));
  }
  default:
    return constant(value.constant, Type::of(typeOfFloat(value.constant.number)));
  }
}

Value Semantic::convertNumber(const Value &value, Scalar to) {
  if (value.isNumber()) {
    return constant(value.constant, Type::of(to));
  }
  return cast(value, value.type.withScalar(to));
}

bool Semantic::checkPointerPair(const Value &left, const Value &right, bool allowLeft,
                                bool allowRight, const char *what) {
  auto check = [&](const Value &one, const Value &other, bool allow) {
    if (!one.type.isPointer()) {
      return true;
    }
    if (!allow) {
      fail(Code::PointerOperation,
           fmt::format("`{}` does not work on a pointer: the operands are {}", what,
                       pair(left, right)));
      return false;
    }
    if (other.type.isPointer() && !(one.type.element() == other.type.element())) {
      fail(Code::PointerOperation,
           fmt::format("`{}` on pointers to different types: {}", what, pair(left, right)));
      return false;
    }
    if (other.type.isFloat()) {
      fail(Code::PointerOperation,
           fmt::format("`{}` on a pointer and a float: {}; offsets are integers", what,
                       pair(left, right)));
      return false;
    }
    return true;
  };
  return check(left, right, allowLeft) && check(right, left, allowRight);
}

std::optional<Type> Semantic::operandType(const Value &value) {
  if (value.isTensor()) {
    return value.type;
  }
  if (!value.isNumber()) {
    fail(Code::TypeMismatch,
         fmt::format("a tensor or a number is needed here, not {}", describe(value)));
    return std::nullopt;
  }
  if (value.constant.kind != Constant::Kind::Int) {
    return Type::of(value.constant.kind == Constant::Kind::Bool
                        ? Scalar::Int1
                        : typeOfFloat(value.constant.number));
  }
  std::optional<Scalar> scalar = typeOfInteger(value.constant.integer);
  if (!scalar) {
    fail(Code::OutOfRange,
         fmt::format("the integer {} does not fit in 64 bits", value.constant.str()));
    return std::nullopt;
  }
  return Type::of(*scalar);
}

bool Semantic::checkNumber(const Value &number, Scalar common, const char *what) {
  if (!number.isInteger() || kindOf(common) == ScalarKind::Float || common == Scalar::Int1) {
    return true;
  }
  if (number.constant.integer < 0 && kindOf(common) == ScalarKind::Unsigned) {
    fail(Code::OutOfRange, fmt::format("`{}` of an unsigned tensor and the negative number {}; "
                                       "cast the tensor to a signed type first",
                                       what, number.constant.str()));
    return false;
  }
  if (!fits(number.constant.integer, common)) {
    fail(Code::OutOfRange, fmt::format("the number {} is out of range for {}",
                                       number.constant.str(), signatureName(common)));
    return false;
  }
  return true;
}

bool Semantic::unify(Value &left, Value &right, bool allowLeftPointer, bool allowRightPointer,
                     bool arithmetic, bool division, const char *what) {
  if (poisoned(left, right)) {
    return false;
  }
  for (const Value *operand : {&left, &right}) {
    if (!operand->isTensor() && !operand->isNumber()) {
      fail(Code::TypeMismatch, fmt::format("`{}` needs tensors or numbers: the operands are {}",
                                           what, pair(left, right)));
      return false;
    }
  }
  std::optional<Type> leftType = operandType(left),
                      rightType = leftType ? operandType(right) : std::nullopt;
  if (!rightType) {
    return false;
  }
  if (!checkPointerPair(Value::tensor({}, *leftType), Value::tensor({}, *rightType),
                        allowLeftPointer, allowRightPointer, what)) {
    return false;
  }
  if (leftType->isPointer() || rightType->isPointer() || !arithmetic) {
    left = toTensor(left);
    right = toTensor(right);
    return !poisoned(left, right) && broadcastTogether(left, right);
  }
  std::string error;
  std::optional<Scalar> common = promote(leftType->scalar, left.isNumber(), rightType->scalar,
                                         right.isNumber(), division, error);
  if (!common) {
    fail(Code::TypeMismatch, error);
    return false;
  }
  if (!checkNumber(left, *common, what) || !checkNumber(right, *common, what)) {
    return false;
  }
  left = convertNumber(left, *common);
  right = convertNumber(right, *common);
  return !poisoned(left, right) && broadcastTogether(left, right);
}

Value Semantic::addPointer(Value pointer, Value offset) {
  if (kindOf(offset.type.scalar) != ScalarKind::Signed && offset.type.bits() < 64) {
    Type wide = offset.type.withScalar(Scalar::Int64);
    offset = Value::tensor(m_ir.op("arith.extui", {offset.ir}, wide), wide);
  }
  return Value::tensor(m_ir.op("tt.addptr", {pointer.ir, offset.ir}, pointer.type), pointer.type);
}

Value Semantic::arithmetic(Operator op, Value left, Value right) {
  const char *text = spelling(op);
  bool pointers = op == Operator::Add || op == Operator::Sub;
  if (!unify(left, right, pointers, op == Operator::Add, true, false, text)) {
    return Value::poison();
  }
  if (left.type.isPointer() && right.type.isPointer()) {
    return fail(Code::PointerOperation, "two pointers cannot be added: " + pair(left, right));
  }
  if (right.type.isPointer()) {
    std::swap(left, right);
  }
  if (left.type.isPointer()) {
    if (op == Operator::Sub) {
      right = unary(Operator::USub, right);
      if (right.isPoison()) {
        return right;
      }
    }
    return addPointer(left, right);
  }
  static constexpr const char *kInteger[] = {"arith.addi", "arith.subi", "arith.muli"};
  static constexpr const char *kFloat[] = {"arith.addf", "arith.subf", "arith.mulf"};
  int index = op == Operator::Add ? 0 : op == Operator::Sub ? 1 : 2;
  return elementwise(left.type.isFloat() ? kFloat[index] : kInteger[index], left, right);
}

Value Semantic::divide(Value left, Value right) {
  if (!unify(left, right, false, false, true, true, "/")) {
    return Value::poison();
  }
  if (!left.type.isFloat()) {
    Type real = left.type.withScalar(Scalar::F32);
    left = cast(left, real);
    right = cast(right, real);
  }
  return elementwise("arith.divf", left, right);
}

Value Semantic::bitwise(Operator op, Value left, Value right) {
  const char *text = spelling(op);
  // A number on the left takes the signedness of the tensor.
  bool leftSigned =
      left.isTensor() ? left.type.isSigned() : right.isTensor() && right.type.isSigned();
  bool shifts = op == Operator::LShift || op == Operator::RShift;
  if (shifts && left.isTensor() && right.isInteger() && left.type.isInt() &&
      right.constant.integer >= left.type.bits()) {
    m_reporter.warn(Code::OutOfRange,
                    fmt::format("a shift of {} by {} has no defined result",
                                left.type.element().text(), right.constant.str()));
  }
  if (!unify(left, right, false, false, true, false, text)) {
    return Value::poison();
  }
  if (!left.type.isInt()) {
    return fail(Code::TypeMismatch, fmt::format("`{}` works on integers only: the operands are {}",
                                                text, pair(left, right)));
  }
  switch (op) {
  case Operator::BitAnd:
    return elementwise("arith.andi", left, right);
  case Operator::BitOr:
    return elementwise("arith.ori", left, right);
  case Operator::BitXor:
    return elementwise("arith.xori", left, right);
  case Operator::LShift:
    return elementwise("arith.shli", left, right);
  default:
    return elementwise(leftSigned ? "arith.shrsi" : "arith.shrui", left, right);
  }
}

Value Semantic::binary(Operator op, const Value &left, const Value &right) {
  if (poisoned(left, right)) {
    return Value::poison();
  }
  switch (op) {
  case Operator::Add:
  case Operator::Sub:
  case Operator::Mult:
    return arithmetic(op, left, right);
  case Operator::Div:
    return divide(left, right);
  case Operator::FloorDiv:
  case Operator::Mod: {
    Value a = left, b = right;
    if (!unify(a, b, false, false, true, true, spelling(op))) {
      return Value::poison();
    }
    if (a.type.isFloat()) {
      if (op == Operator::Mod) {
        return elementwise("arith.remf", a, b);
      }
      return fail(
          Code::TypeMismatch,
          fmt::format("`//` works on integers only: the operands are {}; use / and tl.floor",
                      pair(left, right)));
    }
    bool isSigned = a.type.isSigned();
    if (op == Operator::Mod) {
      return elementwise(isSigned ? "arith.remsi" : "arith.remui", a, b);
    }
    return elementwise(isSigned ? "arith.divsi" : "arith.divui", a, b);
  }
  case Operator::BitAnd:
  case Operator::BitOr:
  case Operator::BitXor:
  case Operator::LShift:
  case Operator::RShift:
    return bitwise(op, left, right);
  case Operator::MatMult:
    return fail(Code::UnsupportedSyntax, "`@` is not part of the language; use tl.dot");
  case Operator::Pow:
    return fail(
        Code::UnsupportedSyntax,
        "`**` works on compile-time numbers only; use multiplication, tl.exp2 or libdevice.pow");
  default:
    return fail(Code::UnsupportedSyntax,
                fmt::format("the operator `{}` is not part of the language", spelling(op)));
  }
}

Value Semantic::unary(Operator op, const Value &value) {
  if (value.isPoison()) {
    return value;
  }
  Value operand = toTensor(value);
  if (operand.isPoison()) {
    return operand;
  }
  if (op == Operator::Not) {
    return logicalNot(operand);
  }
  if (operand.type.isPointer()) {
    return fail(Code::PointerOperation,
                fmt::format("unary `{}` does not work on a pointer", spelling(op)));
  }
  switch (op) {
  case Operator::UAdd:
    return operand;
  case Operator::USub: {
    Value zero = constant(Constant::ofInt(0), operand.type);
    return elementwise(operand.type.isFloat() ? "arith.subf" : "arith.subi", zero, operand);
  }
  case Operator::Invert: {
    if (operand.type.isFloat()) {
      return fail(Code::TypeMismatch,
                  fmt::format("unary `~` works on integers only, not on {}", describe(operand)));
    }
    Value ones = constant(operand.type.isBool() ? Constant::ofBool(true) : Constant::ofInt(-1),
                          operand.type);
    return elementwise("arith.xori", operand, ones);
  }
  default:
    return fail(Code::UnsupportedSyntax,
                fmt::format("the operator `{}` is not part of the language", spelling(op)));
  }
}

Value Semantic::compare(Operator op, const Value &left, const Value &right) {
  if (poisoned(left, right)) {
    return Value::poison();
  }
  for (const Value *operand : {&left, &right}) {
    if (!operand->isTensor() && !operand->isNumber()) {
      return fail(Code::TypeMismatch, fmt::format("`{}` compares tensors and numbers, not {}",
                                                  spelling(op), pair(left, right)));
    }
  }
  Value a = toTensor(left), b = toTensor(right);
  if (poisoned(a, b)) {
    return Value::poison();
  }
  if (a.type.isPointer() || b.type.isPointer()) {
    return fail(Code::PointerOperation,
                fmt::format("`{}` does not compare pointers: {}; cast them with .to(tl.int64)",
                            spelling(op), pair(left, right)));
  }
  if (!unify(a, b, false, false, true, false, spelling(op))) {
    return Value::poison();
  }
  int index = static_cast<int>(op) - static_cast<int>(Operator::Eq); // Eq NotEq Lt LtE Gt GtE
  static constexpr int kFloat[] = {1, 13, 4, 5, 2, 3};
  static constexpr int kSigned[] = {0, 1, 2, 3, 4, 5};
  static constexpr int kUnsigned[] = {0, 1, 6, 7, 8, 9};
  Type result = a.type.withScalar(Scalar::Int1);
  bool isFloat = a.type.isFloat();
  int predicate = isFloat ? kFloat[index] : a.type.isSigned() ? kSigned[index] : kUnsigned[index];
  return Value::tensor(m_ir.op(isFloat ? "arith.cmpf" : "arith.cmpi", {a.ir, b.ir}, result,
                               {IrAttribute::i64("predicate", predicate)}),
                       result);
}

Value Semantic::logical(Operator op, const Value &left, const Value &right) {
  Value a = toTensor(left), b = toTensor(right);
  if (poisoned(a, b)) {
    return Value::poison();
  }
  for (Value *operand : {&a, &b}) {
    if (!operand->type.isBool()) {
      return fail(Code::TypeMismatch,
                  fmt::format("`{}` needs int1 operands, not {}; compare with != 0 first",
                              spelling(op), describe(*operand)));
    }
  }
  return bitwise(op == Operator::And ? Operator::BitAnd : Operator::BitOr, a, b);
}

Value Semantic::logicalNot(const Value &value) {
  Value operand = toTensor(value);
  if (operand.isPoison()) {
    return operand;
  }
  if (!operand.type.isBool()) {
    return fail(Code::TypeMismatch,
                fmt::format("`not` needs an int1 operand, not {}; compare with == 0 instead",
                            describe(operand)));
  }
  return elementwise("arith.xori", operand, constant(Constant::ofBool(true), operand.type));
}

Value Semantic::where(const Value &condition, const Value &left, const Value &right) {
  Value test = toTensor(condition), a = left, b = right;
  if (test.isPoison() || !unify(a, b, true, true, true, false, "tl.where")) {
    return Value::poison();
  }
  if (a.type.isPointer() != b.type.isPointer()) {
    return fail(Code::PointerOperation,
                fmt::format("`tl.where` chooses between two values of one type, not between {} and "
                            "{}; cast the integer with .to(ptr.dtype)",
                            describe(a), describe(b)));
  }
  if (!test.type.isBool()) {
    test = cast(test, test.type.withScalar(Scalar::Int1));
    if (test.isPoison()) {
      return test;
    }
  }
  if (test.type.isBlock()) {
    if (!broadcastTogether(test, a) || !broadcastTogether(a, b)) {
      return Value::poison();
    }
  } else if (a.type.isBlock()) {
    test = broadcastTo(test, a.type.shape);
  }
  return Value::tensor(m_ir.op("arith.select", {test.ir, a.ir, b.ir}, a.type), a.type);
}

Value Semantic::minMax(bool maximum, const Value &left, const Value &right, bool propagateNan) {
  Value a = left, b = right;
  for (Value *operand : {&a, &b}) {
    if (operand->isTensor() && operand->type.isFloat() && operand->type.scalar == Scalar::BF16) {
      *operand = cast(*operand, operand->type.withScalar(Scalar::F32));
    }
  }
  if (!unify(a, b, false, false, true, false, maximum ? "tl.maximum" : "tl.minimum")) {
    return Value::poison();
  }
  const char *op = nullptr;
  if (a.type.isFloat()) {
    op = propagateNan ? (maximum ? "arith.maximumf" : "arith.minimumf")
                      : (maximum ? "arith.maxnumf" : "arith.minnumf");
  } else if (a.type.isSigned()) {
    op = maximum ? "arith.maxsi" : "arith.minsi";
  } else {
    op = maximum ? "arith.maxui" : "arith.minui";
  }
  return elementwise(op, a, b);
}

Value Semantic::clamp(const Value &value, const Value &low, const Value &high, bool propagateNan) {
  Value x = value, lo = low, hi = high;
  for (Value *operand : {&x, &lo, &hi}) {
    if (operand->isTensor() && operand->type.isFloat() && operand->type.scalar == Scalar::BF16) {
      *operand = cast(*operand, operand->type.withScalar(Scalar::F32));
    }
  }
  if (!unify(lo, hi, false, false, true, false, "tl.clamp") ||
      !unify(x, lo, false, false, true, false, "tl.clamp") ||
      !unify(x, hi, false, false, true, false, "tl.clamp")) {
    return Value::poison();
  }
  if (!x.type.isFloat()) {
    return fail(Code::BadDtype,
                fmt::format("tl.clamp works on floats only, not on {}", describe(value)));
  }
  lo = broadcastTo(cast(lo, lo.type.withScalar(x.type.scalar)), x.type.shape);
  return Value::tensor(m_ir.op("tt.clampf", {x.ir, lo.ir, hi.ir}, x.type,
                               {IrAttribute::i32("propagateNan", propagateNan ? 65535 : 0)}),
                       x.type);
}

Value Semantic::floatUnary(const char *op, const char *function, const Value &value) {
  Value operand = toTensor(value);
  if (operand.isPoison()) {
    return operand;
  }
  if (!operand.type.isFloat() || operand.type.bits() < 32) {
    return fail(Code::BadDtype,
                fmt::format("`{}` works on fp32 and fp64, not on {}; cast with .to(tl.float32)",
                            function, describe(operand)));
  }
  return Value::tensor(m_ir.op(op, {operand.ir}, operand.type), operand.type);
}

Value Semantic::abs(const Value &value) {
  Value operand = toTensor(value);
  if (operand.isPoison()) {
    return operand;
  }
  if (operand.type.isPointer()) {
    return fail(Code::PointerOperation, "`tl.abs` does not work on a pointer");
  }
  if (operand.type.isFloat()) {
    return Value::tensor(m_ir.op("math.absf", {operand.ir}, operand.type), operand.type);
  }
  return operand.type.isSigned()
             ? Value::tensor(m_ir.op("math.absi", {operand.ir}, operand.type), operand.type)
             : operand;
}

std::optional<Value> Semantic::condition(const Value &value) {
  Value test = toTensor(value);
  if (test.isPoison()) {
    return std::nullopt;
  }
  if (test.type.isBlock()) {
    if (test.type.elements() != 1) {
      fail(Code::BadCondition, fmt::format("{} has more than one value and cannot decide a branch; "
                                           "reduce it first, or use tl.where",
                                           describe(test)));
      return std::nullopt;
    }
    Type scalar = test.type.element();
    test = Value::tensor(m_ir.op("tt.unsplat", {test.ir}, scalar), scalar);
  }
  test = cast(test, Type::of(Scalar::Int1));
  return test.isPoison() ? std::nullopt : std::optional<Value>(test);
}

} // namespace charonia::frontend

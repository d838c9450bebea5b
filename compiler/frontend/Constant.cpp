// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Python arithmetic on compile-time values. Integers are exact up to 128 bits; beyond is an error.
#include "Constant.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace charonia::frontend {
namespace {

std::string integerText(Integer value) {
  if (value == 0) {
    return "0";
  }
  bool negative = value < 0;
  std::string digits;
  while (value != 0) {
    int digit = static_cast<int>(value % 10);
    digits.insert(digits.begin(), static_cast<char>('0' + (digit < 0 ? -digit : digit)));
    value /= 10;
  }
  return negative ? "-" + digits : digits;
}

std::string floatText(double value) {
  if (std::isnan(value)) {
    return "nan";
  }
  if (std::isinf(value)) {
    return value < 0 ? "-inf" : "inf";
  }
  std::string text = fmt::format("{}", value);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

const char *typeName(const Constant &value) {
  static const char *const kNames[] = {"None", "bool", "int", "float", "str"};
  return kNames[static_cast<size_t>(value.kind)];
}

std::optional<Constant> fail(std::string &error, std::string message) {
  error = std::move(message);
  return std::nullopt;
}

double floorMod(double left, double right) {
  double rest = std::fmod(left, right);
  if (rest != 0 && ((rest < 0) != (right < 0))) {
    rest += right;
  }
  return rest == 0 ? std::copysign(0.0, right) : rest;
}

std::optional<Constant> integerPower(Integer base, Integer exponent, std::string &error) {
  if (exponent < 0) {
    if (base == 0) {
      return fail(error, "0 cannot be raised to a negative power");
    }
    return Constant::ofFloat(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
  }
  Integer result = 1;
  if (base == 0 || base == 1) {
    return Constant::ofInt(exponent == 0 ? 1 : base);
  }
  if (base == -1) {
    return Constant::ofInt(exponent % 2 == 0 ? 1 : -1);
  }
  for (Integer i = 0; i < exponent; ++i) {
    if (__builtin_mul_overflow(result, base, &result)) {
      return fail(error, "the integer result does not fit in 128 bits");
    }
  }
  return Constant::ofInt(result);
}

std::optional<Constant> shift(Operator op, Integer left, Integer right, std::string &error) {
  if (right < 0) {
    return fail(error, "negative shift count");
  }
  if (op == Operator::RShift) {
    return Constant::ofInt(left >> (right > 127 ? 127 : static_cast<int>(right)));
  }
  if (left == 0) {
    return Constant::ofInt(0);
  }
  Integer result = right < 127 ? left : 0;
  for (Integer i = 0; right < 127 && i < right; ++i) {
    if (__builtin_mul_overflow(result, Integer(2), &result)) {
      result = 0;
      break;
    }
  }
  if (result == 0) {
    return fail(error, "the integer result does not fit in 128 bits");
  }
  return Constant::ofInt(result);
}

std::optional<Constant> integerBinary(Operator op, Integer left, Integer right,
                                      std::string &error) {
  Integer result = 0;
  bool overflow = false;
  switch (op) {
  case Operator::Add:
    overflow = __builtin_add_overflow(left, right, &result);
    break;
  case Operator::Sub:
    overflow = __builtin_sub_overflow(left, right, &result);
    break;
  case Operator::Mult:
    overflow = __builtin_mul_overflow(left, right, &result);
    break;
  case Operator::Div:
    if (right == 0) {
      return fail(error, "division by zero");
    }
    return Constant::ofFloat(static_cast<double>(left) / static_cast<double>(right));
  case Operator::FloorDiv:
  case Operator::Mod: {
    if (right == 0) {
      return fail(error, "integer division or modulo by zero");
    }
    if (right == -1) { // the only quotient that can overflow
      overflow = op == Operator::FloorDiv && __builtin_sub_overflow(Integer(0), left, &result);
      break;
    }
    Integer quotient = left / right, rest = left % right;
    if (rest != 0 && ((rest < 0) != (right < 0))) {
      --quotient;
      rest += right;
    }
    result = op == Operator::Mod ? rest : quotient;
    break;
  }
  case Operator::Pow:
    return integerPower(left, right, error);
  case Operator::LShift:
  case Operator::RShift:
    return shift(op, left, right, error);
  case Operator::BitAnd:
    result = left & right;
    break;
  case Operator::BitOr:
    result = left | right;
    break;
  case Operator::BitXor:
    result = left ^ right;
    break;
  default:
    return fail(error, fmt::format("unsupported operator {}", spelling(op)));
  }
  if (overflow) {
    return fail(error, "the integer result does not fit in 128 bits");
  }
  return Constant::ofInt(result);
}

std::optional<Constant> floatBinary(Operator op, double left, double right, std::string &error) {
  switch (op) {
  case Operator::Add:
    return Constant::ofFloat(left + right);
  case Operator::Sub:
    return Constant::ofFloat(left - right);
  case Operator::Mult:
    return Constant::ofFloat(left * right);
  case Operator::Pow:
    return Constant::ofFloat(std::pow(left, right));
  case Operator::Div:
  case Operator::FloorDiv:
  case Operator::Mod:
    if (right == 0) {
      return fail(error, "float division by zero");
    }
    if (op == Operator::Div) {
      return Constant::ofFloat(left / right);
    }
    if (op == Operator::Mod) {
      return Constant::ofFloat(floorMod(left, right));
    }
    return Constant::ofFloat(std::round((left - floorMod(left, right)) / right));
  default:
    return fail(error, fmt::format("unsupported operands for {}: float", spelling(op)));
  }
}

} // namespace

bool Constant::truth() const {
  switch (kind) {
  case Kind::None:
    return false;
  case Kind::Float:
    return number != 0;
  case Kind::String:
    return !text.empty();
  default:
    return integer != 0;
  }
}

std::string Constant::str() const {
  switch (kind) {
  case Kind::None:
    return "None";
  case Kind::Bool:
    return integer != 0 ? "True" : "False";
  case Kind::Int:
    return integerText(integer);
  case Kind::Float:
    return floatText(number);
  case Kind::String:
    return text;
  }
  return {};
}

std::string Constant::repr() const { return kind == Kind::String ? "'" + text + "'" : str(); }

bool Constant::operator==(const Constant &other) const {
  if (isNumber() && other.isNumber()) {
    return isInteger() && other.isInteger() ? integer == other.integer
                                            : asDouble() == other.asDouble();
  }
  return kind == other.kind && text == other.text;
}

std::optional<Constant> evaluateBinary(Operator op, const Constant &left, const Constant &right,
                                       std::string &error) {
  if (left.isInteger() && right.isInteger()) {
    std::optional<Constant> result = integerBinary(op, left.integer, right.integer, error);
    bool logic = op == Operator::BitAnd || op == Operator::BitOr || op == Operator::BitXor;
    if (result && logic && left.kind == Constant::Kind::Bool &&
        right.kind == Constant::Kind::Bool) {
      return Constant::ofBool(result->integer != 0);
    }
    return result;
  }
  if (left.isNumber() && right.isNumber()) {
    return floatBinary(op, left.asDouble(), right.asDouble(), error);
  }
  if (left.isString() && right.isString() && op == Operator::Add) {
    return Constant::ofString(left.text + right.text);
  }
  return fail(error, fmt::format("unsupported operands for {}: {} and {}", spelling(op),
                                 typeName(left), typeName(right)));
}

UnsignedInteger rangeCount(Integer begin, Integer end, Integer step) {
  // Differences of 128-bit integers are right in unsigned arithmetic also where they wrap.
  auto from = static_cast<UnsignedInteger>(begin), to = static_cast<UnsignedInteger>(end),
       by = static_cast<UnsignedInteger>(step);
  if (step > 0) {
    return begin < end ? (to - from - 1) / by + 1 : 0;
  }
  return step < 0 && begin > end ? (from - to - 1) / (UnsignedInteger(0) - by) + 1 : 0;
}

Integer rangeItem(Integer begin, Integer step, UnsignedInteger index) {
  return static_cast<Integer>(static_cast<UnsignedInteger>(begin) +
                              index * static_cast<UnsignedInteger>(step));
}

std::optional<Constant> evaluateUnary(Operator op, const Constant &value, std::string &error) {
  if (op == Operator::Not) {
    return Constant::ofBool(!value.truth());
  }
  if (value.isInteger()) {
    switch (op) {
    case Operator::USub:
      return integerBinary(Operator::Sub, 0, value.integer, error);
    case Operator::UAdd:
      return Constant::ofInt(value.integer);
    case Operator::Invert:
      return Constant::ofInt(~value.integer);
    default:
      break;
    }
  }
  if (value.kind == Constant::Kind::Float && (op == Operator::USub || op == Operator::UAdd)) {
    return Constant::ofFloat(op == Operator::USub ? -value.number : value.number);
  }
  return fail(error,
              fmt::format("unsupported operand for unary {}: {}", spelling(op), typeName(value)));
}

std::optional<Constant> evaluateCompare(Operator op, const Constant &left, const Constant &right,
                                        std::string &error) {
  switch (op) {
  case Operator::Eq:
    return Constant::ofBool(left == right);
  case Operator::NotEq:
    return Constant::ofBool(!(left == right));
  case Operator::Is:
  case Operator::IsNot: {
    bool same = left.kind == right.kind && left == right;
    return Constant::ofBool(same == (op == Operator::Is));
  }
  default:
    break;
  }
  auto order = [&](auto a, auto b) -> std::optional<Constant> {
    switch (op) {
    case Operator::Lt:
      return Constant::ofBool(a < b);
    case Operator::LtE:
      return Constant::ofBool(a <= b);
    case Operator::Gt:
      return Constant::ofBool(a > b);
    case Operator::GtE:
      return Constant::ofBool(a >= b);
    default:
      return fail(error, fmt::format("unsupported comparison {}", spelling(op)));
    }
  };
  if (left.isInteger() && right.isInteger()) {
    return order(left.integer, right.integer);
  }
  if (left.isNumber() && right.isNumber()) {
    return order(left.asDouble(), right.asDouble());
  }
  if (left.isString() && right.isString()) {
    return order(left.text, right.text);
  }
  return fail(error, fmt::format("{} does not compare {} with {}", spelling(op), typeName(left),
                                 typeName(right)));
}

} // namespace charonia::frontend

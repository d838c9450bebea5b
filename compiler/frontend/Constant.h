// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compile-time numbers and strings with Python's arithmetic (// floors, % takes the divisor's
// sign).
#pragma once

#include "charonia/Frontend/Ast.h"

#include <optional>
#include <string>

namespace charonia::frontend {

__extension__ using UnsignedInteger = unsigned __int128;

struct Constant {
  enum class Kind : uint8_t { None, Bool, Int, Float, String };
  Kind kind = Kind::None;
  Integer integer = 0; ///< Bool (0, 1) and Int
  double number = 0;
  std::string text;

  static Constant none() { return {}; }
  static Constant ofBool(bool value) { return {Kind::Bool, value ? 1 : 0, 0, {}}; }
  static Constant ofInt(Integer value) { return {Kind::Int, value, 0, {}}; }
  static Constant ofFloat(double value) { return {Kind::Float, 0, value, {}}; }
  static Constant ofString(std::string value) { return {Kind::String, 0, 0, std::move(value)}; }

  bool isNone() const { return kind == Kind::None; }
  bool isNumber() const { return kind == Kind::Bool || kind == Kind::Int || kind == Kind::Float; }
  bool isInteger() const { return kind == Kind::Bool || kind == Kind::Int; }
  bool isString() const { return kind == Kind::String; }
  double asDouble() const { return kind == Kind::Float ? number : static_cast<double>(integer); }
  bool truth() const;
  /// str(x) of Python; strings without quotes.
  std::string str() const;
  /// repr(x) of Python.
  std::string repr() const;
  bool operator==(const Constant &other) const;
};

/// The result, or nullopt with `error` set ("division by zero").
std::optional<Constant> evaluateBinary(Operator op, const Constant &left, const Constant &right,
                                       std::string &error);
/// How many numbers range(begin, end, step) has; 0 for a step of 0. Never overflows.
UnsignedInteger rangeCount(Integer begin, Integer end, Integer step);
/// Number `index` of that range, below its count. No step on the way overflows.
Integer rangeItem(Integer begin, Integer step, UnsignedInteger index);

std::optional<Constant> evaluateUnary(Operator op, const Constant &value, std::string &error);
std::optional<Constant> evaluateCompare(Operator op, const Constant &left, const Constant &right,
                                        std::string &error);

} // namespace charonia::frontend

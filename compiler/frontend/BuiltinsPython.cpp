// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtin functions of Python and of the host side of Triton that kernels may call at compile time.
#include "Builtins.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace charonia::frontend {

Value Builtins::cdivHost(const BoundArguments &arguments) {
  if (arguments[0].isTensor() || arguments[1].isTensor()) {
    return m_emitter.call(m_emitter.modules().lookup("triton.language", "cdiv"),
                          {arguments[0], arguments[1]}, {});
  }
  auto x = integer(arguments[0], "an argument of triton.cdiv"),
       y = x ? integer(arguments[1], "an argument of triton.cdiv") : std::nullopt;
  if (!y) {
    return Value::poison();
  }
  Value sum = m_emitter.binary(Operator::Add, Value::ofInt(*x), Value::ofInt(Integer(*y) - 1));
  return m_emitter.binary(Operator::FloorDiv, sum, Value::ofInt(*y));
}

Value Builtins::nextPowerOf2(const BoundArguments &arguments) {
  auto n = integer(arguments[0], "the argument of triton.next_power_of_2");
  if (!n) {
    return Value::poison();
  }
  if (*n > (int64_t{1} << 62)) {
    return fail(Code::OutOfRange, "the argument of triton.next_power_of_2 is too large");
  }
  return Value::ofInt(*n <= 0 ? 0 : static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(*n))));
}

Value Builtins::pyLen(const BoundArguments &arguments) {
  if (arguments[0].isTuple()) {
    return Value::ofInt(static_cast<int64_t>(arguments[0].items.size()));
  }
  if (arguments[0].isString()) {
    return Value::ofInt(static_cast<int64_t>(arguments[0].constant.text.size()));
  }
  return arguments[0].isPoison()
             ? arguments[0]
             : fail(Code::TypeMismatch, fmt::format("{} has no length", describe(arguments[0])));
}

Value Builtins::minMaxChain(bool maximum, const BoundArguments &arguments) {
  std::vector<Value> items = arguments[0].items;
  if (items.size() == 1 && items[0].isTuple()) {
    std::vector<Value> inner = items[0].items;
    items = inner;
  }
  if (items.empty()) {
    return fail(Code::BadCall, fmt::format("`{}` needs values", maximum ? "max" : "min"));
  }
  Value result = items[0];
  for (size_t i = 1; i < items.size(); ++i) {
    if (result.isNumber() && items[i].isNumber()) {
      std::string error;
      auto less = evaluateCompare(Operator::Lt, items[i].constant, result.constant, error);
      auto more = evaluateCompare(Operator::Gt, items[i].constant, result.constant, error);
      result = (maximum ? more : less)->truth() ? items[i] : result;
    } else {
      result = semantic().minMax(maximum, semantic().toTensor(result), items[i], false);
    }
    if (result.isPoison()) {
      break;
    }
  }
  return result;
}

Value Builtins::pyMin(const BoundArguments &arguments) { return minMaxChain(false, arguments); }
Value Builtins::pyMax(const BoundArguments &arguments) { return minMaxChain(true, arguments); }

Value Builtins::pyInt(const BoundArguments &arguments) {
  if (arguments[0].isInteger()) {
    return Value::ofInt(arguments[0].constant.integer);
  }
  if (arguments[0].isNumber() && std::fabs(arguments[0].constant.number) < 0x1p120) {
    return Value::ofInt(static_cast<Integer>(arguments[0].constant.number));
  }
  return fail(Code::NotConstexpr,
              fmt::format("int() needs a compile-time number, not {}; use .to(tl.int32)",
                          describe(arguments[0])));
}

Value Builtins::pyFloat(const BoundArguments &arguments) {
  const Value &value = arguments[0];
  if (value.isNumber()) {
    return Value::of(Constant::ofFloat(value.constant.asDouble()));
  }
  if (value.isString()) {
    const std::string &word = value.constant.text;
    bool negative = !word.empty() && word.front() == '-';
    std::string bare = word.substr(negative || (!word.empty() && word.front() == '+') ? 1 : 0);
    if (bare == "inf" || bare == "infinity" || bare == "Infinity") {
      return Value::of(Constant::ofFloat(negative ? -INFINITY : INFINITY));
    }
    if (bare == "nan" || bare == "NaN") {
      return Value::of(Constant::ofFloat(NAN));
    }
  }
  return fail(
      Code::NotConstexpr,
      fmt::format(
          "float() needs a compile-time number, \"inf\" or \"nan\", not {}; use .to(tl.float32)",
          describe(value)));
}

Value Builtins::pyIsInstance(const BoundArguments &arguments) {
  const Value &value = arguments[0];
  std::vector<Value> types =
      arguments[1].isTuple() ? arguments[1].items : std::vector<Value>{arguments[1]};
  bool result = false;
  for (const Value &type : types) {
    bool aggregate = type.isObject("aggregate_class") && value.identity != 0 &&
                     value.function.definition == type.function.definition;
    bool block = type.name == "tl.block_type" && value.isDtype() && value.type.isBlock();
    bool pointer = type.name == "tl.pointer_type" && value.isDtype() && !value.type.isBlock() &&
                   value.type.isPointer();
    result =
        result || aggregate || block || pointer || (type.name == "tl.tensor" && value.isTensor()) ||
        (type.name == "tl.slice" && value.kind == Value::Kind::Slice) ||
        (type.name == "tl.constexpr" && value.isConstant()) ||
        (type.name == "tl.dtype" && value.isDtype()) ||
        (type.name == "tl.tuple" && value.isTuple()) || (type.name == "int" && value.isInteger()) ||
        (type.name == "float" && value.isNumber() && !value.isInteger()) ||
        (type.name == "tl.tensor_descriptor" && value.isObject("tensor_descriptor"));
  }
  return Value::ofBool(result);
}

bool Builtins::hasAttribute(const Value &object, const std::string &name) {
  static const std::set<std::string, std::less<>> kTensor = {"shape", "dtype", "type", "numel",
                                                             "T"};
  switch (object.kind) {
  case Value::Kind::Module:
    if (const ModuleScope *file = m_emitter.modules().file(object.name)) {
      return file->globals.count(name) != 0;
    }
    return !m_emitter.modules().lookup(object.name, name).isPoison();
  case Value::Kind::Tensor:
    return kTensor.count(name) != 0 || !m_emitter.modules().method(name).isPoison();
  case Value::Kind::Constant:
    return name == "value";
  default:
    return object.fields.count(name) != 0;
  }
}

Value Builtins::pyGetattr(const BoundArguments &arguments) {
  auto name = text(arguments[1], "the name of getattr");
  if (!name) {
    return Value::poison();
  }
  bool fallsBack = !arguments[2].isNone() && !hasAttribute(arguments[0], *name);
  return fallsBack ? arguments[2] : m_emitter.attribute(arguments[0], *name);
}

Value Builtins::pyHasattr(const BoundArguments &arguments) {
  auto name = text(arguments[1], "the name of hasattr");
  return name ? Value::ofBool(hasAttribute(arguments[0], *name)) : Value::poison();
}

Value Builtins::pyStr(const BoundArguments &arguments) {
  const Value &value = arguments[0];
  if (value.isTensor() || value.isPoison()) {
    return value.isPoison()
               ? value
               : fail(Code::NotConstexpr,
                      fmt::format("str() needs a compile-time value, not {}", describe(value)));
  }
  return Value::ofString(value.isConstant() ? value.constant.str()
                         : value.isDtype()  ? value.type.text()
                                            : describe(value));
}

Value Builtins::pyBool(const BoundArguments &arguments) {
  auto truth = boolean(arguments[0], "the argument of bool()");
  return truth ? Value::ofBool(*truth) : Value::poison();
}

Value Builtins::pyAbs(const BoundArguments &arguments) {
  const Value &value = arguments[0];
  if (!value.isNumber()) {
    return semantic().abs(value);
  }
  std::string error;
  auto negative =
      evaluateCompare(Operator::Lt, value.constant, Constant::ofInt(0), error).value_or(Constant());
  return negative.truth() ? Value::of(*evaluateUnary(Operator::USub, value.constant, error))
                          : value;
}

Value Builtins::targetNone(const BoundArguments &) { return Value::none(); }
Value Builtins::targetFalse(const BoundArguments &) { return Value::ofBool(false); }

Value Builtins::hostMath(const BoundArguments &arguments) {
  std::string_view name = arguments.info->name;
  std::vector<double> x;
  for (const Value &value : arguments.values) {
    if (value.isPoison()) {
      return value;
    }
    if (value.isNumber()) {
      x.push_back(value.constant.asDouble());
    } else if (!value.isNone()) {
      return fail(
          Code::NotConstexpr,
          fmt::format("math.{0} is Python's and takes compile-time numbers, not {1}; use tl", name,
                      describe(value)));
    }
  }
  if (x.size() < (name == "pow" ? 2u : 1u)) {
    return fail(Code::BadCall, fmt::format("math.{} needs a number", name));
  }
  if (name == "ceil" || name == "floor") {
    double rounded = name == "ceil" ? std::ceil(x[0]) : std::floor(x[0]);
    return std::fabs(rounded) < 0x1p120
               ? Value::ofInt(static_cast<Integer>(rounded))
               : fail(Code::OutOfRange, fmt::format("math.{} of {}", name, x[0]));
  }
  double result = name == "exp"     ? std::exp(x[0])
                  : name == "exp2"  ? std::exp2(x[0])
                  : name == "log2"  ? std::log2(x[0])
                  : name == "log10" ? std::log10(x[0])
                  : name == "log"   ? std::log(x[0]) / (x.size() > 1 ? std::log(x[1]) : 1.0)
                  : name == "sqrt"  ? std::sqrt(x[0])
                  : name == "sin"   ? std::sin(x[0])
                  : name == "cos"   ? std::cos(x[0])
                  : name == "tanh"  ? std::tanh(x[0])
                  : name == "pow"   ? std::pow(x[0], x[1])
                                    : std::fabs(x[0]);
  bool domain = std::isnan(result) && !std::isnan(x[0]);
  bool pole = std::isinf(result) && std::isfinite(x[0]);
  if (domain || pole) {
    return fail(Code::BadValue, fmt::format("math.{} of {} has no value", name, x[0]));
  }
  return Value::of(Constant::ofFloat(result));
}

} // namespace charonia::frontend

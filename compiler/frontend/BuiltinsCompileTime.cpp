// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtin functions that act at compile time (assertions, ranges, constexpr, Python's own), and
// hints, prints and assertions of the machine.
#include "Builtins.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace charonia::frontend {

Value Builtins::setHint(const char *name, const BoundArguments &arguments) {
  Value value = semantic().toTensor(arguments[0]);
  auto numbers = integers(arguments[1], "the values of a hint");
  if (value.isPoison() || !numbers) {
    return Value::poison();
  }
  size_t rank = std::max<size_t>(1, value.type.shape.size());
  if (numbers->size() != rank) {
    return fail(Code::BadCall, fmt::format("a hint for {} needs {} values, not {}", describe(value),
                                           rank, numbers->size()));
  }
  std::vector<int32_t> narrow;
  for (int64_t number : *numbers) {
    narrow.push_back(static_cast<int32_t>(std::clamp<int64_t>(number, 0, INT32_MAX)));
  }
  ir().hint(value.ir, name, narrow);
  return value;
}

Value Builtins::multipleOf(const BoundArguments &arguments) {
  return setHint("tt.divisibility", arguments);
}
Value Builtins::maxContiguous(const BoundArguments &arguments) {
  return setHint("tt.contiguity", arguments);
}
Value Builtins::maxConstancy(const BoundArguments &arguments) {
  return setHint("tt.constancy", arguments);
}

Value Builtins::assume(const BoundArguments &arguments) {
  std::optional<Value> test = semantic().condition(arguments[0]);
  if (!test) {
    return Value::poison();
  }
  if (arguments[0].isTensor()) {
    ir().effect("llvm.intr.assume", {test->ir});
  }
  return Value::none();
}

Value Builtins::debugBarrier(const BoundArguments &) {
  ir().effect("gpu.barrier", {});
  return Value::none();
}

Value Builtins::staticAssert(const BoundArguments &arguments) {
  const Value &condition = arguments[0];
  if (condition.isPoison()) {
    return condition;
  }
  if (condition.isTensor() || condition.isString()) {
    return fail(
        Code::NotConstexpr,
        fmt::format("the condition of tl.static_assert must be known at compile time, but is {}",
                    describe(condition)));
  }
  bool truth = condition.isConstant() ? condition.constant.truth()
                                      : !condition.items.empty() || !condition.isTuple();
  if (!truth) {
    std::string message = arguments[1].isString() ? arguments[1].constant.text : "";
    return fail(Code::StaticAssert,
                "static assertion failed" + (message.empty() ? "" : ": " + message));
  }
  return Value::none();
}

Value Builtins::staticPrint(const BoundArguments &arguments) {
  std::string line;
  for (const Value &item : arguments[0].items) {
    line += line.empty() ? "" : " ";
    line += item.isConstant() ? item.constant.str() : describe(item);
  }
  m_emitter.reporter().note(Code::StaticPrint, line);
  return Value::none();
}

Value Builtins::devicePrint(const BoundArguments &arguments) {
  auto prefix = text(arguments[0], "the prefix of tl.device_print");
  auto hex = boolean(arguments[2], "`hex`");
  if (!prefix || !hex) {
    return Value::poison();
  }
  IrValues operands;
  std::vector<int32_t> isSigned;
  for (const Value &item : arguments[1].items) {
    Value value = semantic().toTensor(item);
    if (value.isPoison()) {
      return value;
    }
    operands.push_back(value.ir);
    isSigned.push_back(value.type.isSigned() ? 1 : 0);
  }
  std::string line = *prefix;
  if (!operands.empty()) {
    line = (line.empty() || line.front() != ' ' ? " " : "") + line +
           (line.empty() || line.back() != ' ' ? ": " : "");
  }
  ir().effect("tt.print", operands,
              {IrAttribute::string("prefix", line), IrAttribute::boolean("hex", *hex),
               IrAttribute::i32Array("isSigned", isSigned)});
  return Value::none();
}

Value Builtins::deviceAssert(const BoundArguments &arguments) {
  Value test = semantic().toTensor(arguments[0]);
  auto message = text(arguments[1], "the message of tl.device_assert");
  if (test.isPoison() || !message) {
    return Value::poison();
  }
  if (!arguments[2].isNone()) {
    Value mask = semantic().toTensor(arguments[2]);
    if (mask.isPoison()) {
      return mask;
    }
    test = semantic().binary(Operator::BitOr, test, semantic().unary(Operator::Invert, mask));
    if (test.isPoison()) {
      return test;
    }
  }
  if (!test.type.isInt()) {
    return fail(
        Code::BadCondition,
        fmt::format("the condition of tl.device_assert must be int1, not {}", describe(test)));
  }
  ir().effect("tt.assert", {test.ir}, {IrAttribute::string("message", *message)});
  return Value::none();
}

Value Builtins::makeRange(const char *kind, const Value &first, const Value &second,
                          const Value &step) {
  Value result = Value::named(Value::Kind::Range, kind);
  result.items = second.isNone() ? std::vector<Value>{Value::ofInt(0), first, step}
                                 : std::vector<Value>{first, second, step};
  if (result.items[2].isNone()) {
    result.items[2] = Value::ofInt(1);
  }
  for (const Value &item : result.items) {
    if (item.isPoison()) {
      return item;
    }
    if (!item.isTensor() && !item.isInteger()) {
      return fail(Code::BadLoop,
                  fmt::format("the bounds of a loop are integers, not {}", describe(item)));
    }
    if (std::string_view(kind) == "static_range" && !item.isInteger()) {
      return fail(
          Code::NotConstexpr,
          fmt::format("the bounds of tl.static_range must be known at compile time, but one is {}",
                      describe(item)));
    }
  }
  return result;
}

Value Builtins::range(const BoundArguments &arguments) {
  Value result = makeRange("range", arguments[0], arguments[1], arguments[2]);
  for (size_t i = 3; i < arguments.values.size(); ++i) {
    if (!result.isPoison() && !arguments[i].isNone()) {
      result.fields[arguments.info->parameters[i].name] = arguments[i];
    }
  }
  return result;
}

Value Builtins::staticRange(const BoundArguments &arguments) {
  return makeRange("static_range", arguments[0], arguments[1], arguments[2]);
}
Value Builtins::pyRange(const BoundArguments &arguments) {
  return makeRange("range", arguments[0], arguments[1], arguments[2]);
}
Value Builtins::condition(const BoundArguments &arguments) { return arguments[0]; }

Value Builtins::makeConstexpr(const BoundArguments &arguments) {
  if (arguments[0].isTensor()) {
    return fail(Code::NotConstexpr, fmt::format("tl.constexpr needs a compile-time value, not {}",
                                                describe(arguments[0])));
  }
  return arguments[0];
}

Value Builtins::pointerType(const BoundArguments &arguments) {
  if (!arguments[0].isDtype() || arguments[0].type.isBlock() || arguments[0].type.pointers > 1) {
    return fail(Code::BadDtype, fmt::format("tl.pointer_type needs an element type, not {}",
                                            describe(arguments[0])));
  }
  Type type = arguments[0].type;
  ++type.pointers;
  type.constant = arguments[1].isConstant() && arguments[1].constant.truth();
  return Value::dtype(type);
}

Value Builtins::makeTuple(const BoundArguments &arguments) {
  return arguments[0].isTuple() || arguments[0].isPoison()
             ? arguments[0]
             : fail(Code::TypeMismatch, fmt::format("{} is not a tuple", describe(arguments[0])));
}

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
  Value sum = m_emitter.binary(Operator::Add, Value::ofInt(*x), Value::ofInt(*y - 1));
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
    result = result || (type.name == "tl.tensor" && value.isTensor()) ||
             (type.name == "tl.constexpr" && value.isConstant()) ||
             (type.name == "tl.dtype" && value.isDtype()) ||
             (type.name == "tl.tuple" && value.isTuple()) ||
             (type.name == "int" && value.isInteger()) ||
             (type.name == "float" && value.isNumber() && !value.isInteger()) ||
             (type.name == "tl.tensor_descriptor" && value.isObject("tensor_descriptor"));
  }
  return Value::ofBool(result);
}

Value Builtins::pyGetattr(const BoundArguments &arguments) {
  auto name = text(arguments[1], "the name of getattr");
  return name ? m_emitter.attribute(arguments[0], *name) : Value::poison();
}

Value Builtins::pyHasattr(const BoundArguments &arguments) {
  auto name = text(arguments[1], "the name of hasattr");
  if (!name) {
    return Value::poison();
  }
  const Value &object = arguments[0];
  bool found = object.fields.count(*name) != 0 ||
               (object.isTensor() && (*name == "shape" || *name == "dtype" ||
                                      !m_emitter.modules().method(*name).isPoison()));
  return Value::ofBool(found);
}

} // namespace charonia::frontend

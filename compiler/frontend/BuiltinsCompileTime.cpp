// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtin functions that act at compile time (assertions, ranges, constexpr), and hints, prints and
// assertions of the machine.
#include "Builtins.h"

#include <algorithm>
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
  bool python = arguments.info->name == "print";
  auto prefix = text(arguments[0], python ? "the first argument of print in a kernel, a prefix,"
                                          : "the prefix of tl.device_print");
  auto hex = prefix ? boolean(arguments[2], "`hex`") : std::nullopt;
  if (!hex) {
    return Value::poison();
  }
  IrValues operands;
  std::vector<int32_t> isSigned;
  for (const Value &item : arguments[1].items) {
    const Node *node = nodeOf(item);
    Emitter::PlaceGuard guard(m_emitter,
                              node ? node->place : m_emitter.reporter().frames.back().place);
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

} // namespace charonia::frontend

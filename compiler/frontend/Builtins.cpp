// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binding of builtin calls, and the functions for creation, shape, arithmetic and compile time.
#include "Builtins.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace charonia::frontend {

Builtins::Handler Builtins::handler(int id) {
  static constexpr Handler kHandlers[] = {
#define BUILTIN(handler, space, name, signature, member) &Builtins::handler,
#include "Builtins.def"
  };
  return kHandlers[id];
}

bool Builtins::bind(const Value &callee, std::vector<Value> &positional,
                    std::vector<std::pair<std::string, Value>> &keywords, BoundArguments &bound) {
  const BuiltinInfo &info = *callee.builtin;
  bound.info = &info;
  std::vector<bool> used(keywords.size());
  size_t next = 0;
  for (const BuiltinInfo::Parameter &parameter : info.parameters) {
    auto keyword = std::find_if(keywords.begin(), keywords.end(),
                                [&](const auto &entry) { return entry.first == parameter.name; });
    bool named = keyword != keywords.end();
    if (named) {
      used[static_cast<size_t>(keyword - keywords.begin())] = true;
    }
    if (parameter.variadic) {
      Value rest = Value::tuple({});
      if (named) {
        rest = keyword->second.isTuple() ? keyword->second : Value::tuple({keyword->second});
      }
      for (; next < positional.size(); ++next) {
        rest.items.push_back(positional[next]);
      }
      bound.values.push_back(std::move(rest));
      continue;
    }
    if (!parameter.keywordOnly && next < positional.size()) {
      if (named) {
        fail(Code::BadCall, fmt::format("`{}` gets two values for its parameter `{}`", callee.name,
                                        parameter.name));
        return false;
      }
      bound.values.push_back(positional[next++]);
    } else if (named) {
      bound.values.push_back(keyword->second);
    } else if (parameter.required) {
      fail(Code::BadCall, fmt::format("`{}` needs a value for its parameter `{}`: {}({})",
                                      callee.name, parameter.name, callee.name, info.signature));
      return false;
    } else {
      bound.values.push_back(parameter.defaultValue);
    }
  }
  if (next < positional.size()) {
    fail(Code::BadCall,
         fmt::format("`{}` takes at most {} arguments, but gets {}: {}({})", callee.name,
                     info.parameters.size(), positional.size(), callee.name, info.signature));
    return false;
  }
  for (size_t i = 0; i < keywords.size(); ++i) {
    if (!used[i]) {
      std::vector<std::string> names;
      for (const BuiltinInfo::Parameter &parameter : info.parameters) {
        names.push_back(parameter.name);
      }
      if (keywords[i].first == "direction") {
        fail(Code::NotSupportedYet,
             fmt::format("the parameter `direction` of `{}` is not supported yet", callee.name));
        return false;
      }
      fail(Code::BadCall, fmt::format("`{}` has no parameter `{}`{}", callee.name,
                                      keywords[i].first, suggestion(keywords[i].first, names)));
      return false;
    }
  }
  return true;
}

Value Builtins::call(const Value &callee, std::vector<Value> positional,
                     std::vector<std::pair<std::string, Value>> keywords) {
  if (!callee.builtin) {
    for (auto &keyword : keywords) {
      positional.push_back(keyword.second);
    }
    return callLibdevice(callee.name, std::move(positional));
  }
  BoundArguments bound;
  return bind(callee, positional, keywords, bound) ? (this->*handler(callee.builtin->id))(bound)
                                                   : Value::poison();
}

Value Builtins::callLibdevice(const std::string &name, std::vector<Value> operands) {
  const LibdeviceEntry &entry = *Modules::libdevice(name);
  if (operands.size() != static_cast<size_t>(entry.operands)) {
    return fail(Code::BadCall, fmt::format("libdevice.{} takes {} arguments, but gets {}", name,
                                           entry.operands, operands.size()));
  }
  for (Value &operand : operands) {
    operand = semantic().toTensor(operand);
    if (operand.isPoison()) {
      return operand;
    }
  }
  for (size_t i = 1; i < operands.size(); ++i) {
    if (!semantic().unify(operands[0], operands[i], false, false, true, false, name.c_str())) {
      return Value::poison();
    }
  }
  for (size_t i = 1; i + 1 < operands.size(); ++i) {
    operands[i] = semantic().broadcastTo(semantic().cast(operands[i], operands[0].type),
                                         operands[0].type.shape);
  }
  const Type type = operands[0].type;
  std::string_view symbol = type.isPointer()             ? ""
                            : type.scalar == Scalar::F32 ? entry.symbol32
                            : type.scalar == Scalar::F64 ? entry.symbol64
                                                         : "";
  if (symbol.empty()) {
    return fail(Code::BadDtype, fmt::format("libdevice.{} works on {}, not on {}", name,
                                            entry.symbol64.empty() ? "fp32" : "fp32 and fp64",
                                            describe(operands[0])));
  }
  IrValues inputs;
  for (const Value &operand : operands) {
    inputs.push_back(operand.ir);
  }
  Type result = entry.result == "same" ? type : type.withScalar(Scalar::Int32);
  Value value =
      Value::tensor(ir().op("tt.extern_elementwise", inputs, result,
                            {IrAttribute::string("libname", ""), IrAttribute::string("libpath", ""),
                             IrAttribute::boolean("pure", true),
                             IrAttribute::string("symbol", std::string(symbol))}),
                    result);
  return entry.result == "i1" ? semantic().cast(value, result.withScalar(Scalar::Int1)) : value;
}

// Compile-time arguments
// ------------------------------------------------------------------------------

std::optional<int64_t> Builtins::integer(const Value &value, const char *what) {
  if (!value.isInteger()) {
    if (!value.isPoison()) {
      fail(Code::NotConstexpr,
           fmt::format("{} must be a compile-time integer, not {}{}", what, describe(value),
                       value.isTensor() ? "; annotate it with tl.constexpr" : ""));
    }
    return std::nullopt;
  }
  if (!fits(value.constant.integer, Scalar::Int64)) {
    fail(Code::OutOfRange, fmt::format("{} is out of range: {}", what, value.constant.str()));
    return std::nullopt;
  }
  return static_cast<int64_t>(value.constant.integer);
}

std::optional<bool> Builtins::boolean(const Value &value, const char *what) {
  if (!value.isConstant() || value.isString()) {
    if (!value.isPoison()) {
      fail(Code::NotConstexpr,
           fmt::format("{} must be a compile-time bool, not {}", what, describe(value)));
    }
    return std::nullopt;
  }
  return value.constant.truth();
}

std::optional<std::string> Builtins::text(const Value &value, const char *what) {
  if (value.isNone()) {
    return std::string();
  }
  if (!value.isString()) {
    if (!value.isPoison()) {
      fail(Code::NotConstexpr, fmt::format("{} must be a string, not {}", what, describe(value)));
    }
    return std::nullopt;
  }
  return value.constant.text;
}

std::optional<Scalar> Builtins::scalarType(const Value &value, const char *what) {
  if (value.isString()) {
    if (std::optional<Scalar> scalar = scalarBySignatureName(value.constant.text)) {
      return scalar;
    }
    if (std::optional<Scalar> scalar = scalarByLanguageName(value.constant.text)) {
      return scalar;
    }
  }
  if (!value.isDtype() || value.type.isPointer()) {
    if (!value.isPoison()) {
      fail(Code::BadDtype, fmt::format("{} must be an element type like tl.float32, not {}", what,
                                       describe(value)));
    }
    return std::nullopt;
  }
  return value.type.scalar;
}

std::optional<std::vector<int64_t>> Builtins::integers(const Value &value, const char *what) {
  std::vector<int64_t> result;
  if (value.isInteger()) {
    std::optional<int64_t> one = integer(value, what);
    return one ? std::optional<std::vector<int64_t>>({*one}) : std::nullopt;
  }
  if (!value.isTuple()) {
    if (!value.isPoison()) {
      fail(Code::NotConstexpr,
           fmt::format("{} must be compile-time integers, not {}", what, describe(value)));
    }
    return std::nullopt;
  }
  for (const Value &item : value.items) {
    std::optional<int64_t> one = integer(item, what);
    if (!one) {
      return std::nullopt;
    }
    result.push_back(*one);
  }
  return result;
}

std::optional<std::vector<int64_t>> Builtins::variadicIntegers(const Value &value,
                                                               const char *what) {
  if (value.items.size() == 1 && value.items[0].isTuple()) {
    return integers(value.items[0], what);
  }
  return integers(value, what);
}

// Programs and creation
// -------------------------------------------------------------------------------

Value Builtins::programId(const BoundArguments &arguments) {
  std::optional<int64_t> axis = integer(arguments[0], "the axis of tl.program_id");
  if (axis && (*axis < 0 || *axis > 2)) {
    return fail(Code::BadValue,
                fmt::format("the axis of tl.program_id is 0, 1 or 2, not {}", *axis));
  }
  Type type = Type::of(Scalar::Int32);
  return axis ? Value::tensor(
                    ir().op("tt.get_program_id", {}, type, {IrAttribute::i32("axis", *axis)}), type)
              : Value::poison();
}

Value Builtins::numPrograms(const BoundArguments &arguments) {
  std::optional<int64_t> axis = integer(arguments[0], "the axis of tl.num_programs");
  if (axis && (*axis < 0 || *axis > 2)) {
    return fail(Code::BadValue,
                fmt::format("the axis of tl.num_programs is 0, 1 or 2, not {}", *axis));
  }
  Type type = Type::of(Scalar::Int32);
  return axis ? Value::tensor(
                    ir().op("tt.get_num_programs", {}, type, {IrAttribute::i32("axis", *axis)}),
                    type)
              : Value::poison();
}

Value Builtins::arange(const BoundArguments &arguments) {
  std::optional<int64_t> start = integer(arguments[0], "the start of tl.arange"),
                         end = start ? integer(arguments[1], "the end of tl.arange") : std::nullopt;
  return start && end ? semantic().arange(*start, *end) : Value::poison();
}

Value Builtins::full(const BoundArguments &arguments) {
  auto shape = integers(arguments[0], "the shape of tl.full");
  auto scalar = shape ? scalarType(arguments[2], "the dtype of tl.full") : std::nullopt;
  return scalar ? semantic().full(*shape, arguments[1], *scalar) : Value::poison();
}

Value Builtins::toTensor(const BoundArguments &arguments) {
  return semantic().toTensor(arguments[0]);
}

Value Builtins::cast(const BoundArguments &arguments) {
  if (arguments[0].isPoison() || arguments[1].isPoison()) {
    return Value::poison();
  }
  Type to;
  if (arguments[1].isDtype()) {
    to = arguments[1].type.element();
  } else {
    auto scalar = scalarType(arguments[1], "the dtype of a cast");
    if (!scalar) {
      return Value::poison();
    }
    to = Type::of(*scalar);
  }
  auto bits = boolean(arguments[3], "`bitcast`");
  auto rounding = text(arguments[2], "`fp_downcast_rounding`");
  if (!bits || !rounding) {
    return Value::poison();
  }
  if (!rounding->empty() && *rounding != "rtz" && *rounding != "rtne") {
    return fail(Code::BadValue,
                fmt::format("fp_downcast_rounding is \"rtne\" or \"rtz\", not \"{}\"", *rounding));
  }
  return *bits ? semantic().bitcast(arguments[0], to)
               : semantic().cast(arguments[0], to, *rounding == "rtz", !rounding->empty());
}

// Shape
// -----------------------------------------------------------------------------------------------

Value Builtins::broadcast(const BoundArguments &arguments) {
  Value left = semantic().toTensor(arguments[0]), right = semantic().toTensor(arguments[1]);
  return semantic().broadcastTogether(left, right) ? Value::tuple({left, right}) : Value::poison();
}

Value Builtins::broadcastTo(const BoundArguments &arguments) {
  auto shape = variadicIntegers(arguments[1], "the shape of tl.broadcast_to");
  if (!shape || !semantic().checkShape(*shape)) {
    return Value::poison();
  }
  return semantic().broadcastTo(semantic().toTensor(arguments[0]), *shape);
}

Value Builtins::expandDims(const BoundArguments &arguments) {
  auto axes = integers(arguments[1], "the axis of tl.expand_dims");
  Value value = semantic().toTensor(arguments[0]);
  if (!axes || value.isPoison()) {
    return Value::poison();
  }
  size_t rank = value.type.shape.size() + axes->size();
  for (int64_t &axis : *axes) {
    auto normal = semantic().normalizeAxis(axis, rank);
    if (!normal) {
      return Value::poison();
    }
    axis = *normal;
  }
  std::sort(axes->begin(), axes->end());
  for (int64_t axis : *axes) {
    value = semantic().expandDims(value, axis);
  }
  return value;
}

Value Builtins::reshape(const BoundArguments &arguments) {
  auto shape = variadicIntegers(arguments[1], "the shape of tl.reshape");
  auto reorder = shape ? boolean(arguments[2], "`can_reorder`") : std::nullopt;
  return reorder ? semantic().reshape(arguments[0], *shape, *reorder) : Value::poison();
}

Value Builtins::view(const BoundArguments &arguments) {
  auto shape = variadicIntegers(arguments[1], "the shape of tl.view");
  return shape ? semantic().reshape(arguments[0], *shape, true) : Value::poison();
}

Value Builtins::item(const BoundArguments &arguments) {
  return semantic().reshape(arguments[0], {}, false);
}

Value Builtins::trans(const BoundArguments &arguments) {
  auto dims = variadicIntegers(arguments[1], "the dimensions of tl.trans");
  Value value = semantic().toTensor(arguments[0]);
  if (!dims || value.isPoison()) {
    return Value::poison();
  }
  if (dims->empty()) {
    size_t rank = value.type.shape.size();
    if (rank < 2) {
      return fail(Code::ShapeMismatch,
                  fmt::format("tl.trans needs a block of rank 2 or more, not {}", describe(value)));
    }
    for (size_t i = 0; i < rank; ++i) {
      dims->push_back(static_cast<int64_t>(i));
    }
    std::swap((*dims)[rank - 1], (*dims)[rank - 2]);
  }
  return semantic().permute(value, *dims);
}

Value Builtins::permute(const BoundArguments &arguments) {
  auto dims = variadicIntegers(arguments[1], "the dimensions of tl.permute");
  return dims ? semantic().permute(arguments[0], *dims) : Value::poison();
}

Value Builtins::join(const BoundArguments &arguments) {
  return semantic().join(arguments[0], arguments[1]);
}
Value Builtins::split(const BoundArguments &arguments) { return semantic().split(arguments[0]); }

Value Builtins::cat(const BoundArguments &arguments) {
  auto reorder = boolean(arguments[2], "`can_reorder`");
  if (reorder && !*reorder) {
    return fail(Code::BadValue,
                "tl.cat may reorder elements: say so with can_reorder=True, or use tl.join");
  }
  return reorder ? semantic().cat(arguments[0], arguments[1]) : Value::poison();
}

// Arithmetic
// ------------------------------------------------------------------------------------------

Value Builtins::add(const BoundArguments &arguments) {
  return m_emitter.binary(Operator::Add, arguments[0], arguments[1]);
}
Value Builtins::sub(const BoundArguments &arguments) {
  return m_emitter.binary(Operator::Sub, arguments[0], arguments[1]);
}
Value Builtins::mul(const BoundArguments &arguments) {
  return m_emitter.binary(Operator::Mult, arguments[0], arguments[1]);
}
Value Builtins::where(const BoundArguments &arguments) {
  return semantic().where(arguments[0], arguments[1], arguments[2]);
}

namespace {

bool propagatesNan(const Value &value) { return value.isString() && value.constant.text == "ALL"; }

} // namespace

Value Builtins::minimum(const BoundArguments &arguments) {
  return semantic().minMax(false, semantic().toTensor(arguments[0]), arguments[1],
                           propagatesNan(arguments[2]));
}

Value Builtins::maximum(const BoundArguments &arguments) {
  return semantic().minMax(true, semantic().toTensor(arguments[0]), arguments[1],
                           propagatesNan(arguments[2]));
}

Value Builtins::clamp(const BoundArguments &arguments) {
  return semantic().clamp(semantic().toTensor(arguments[0]), semantic().toTensor(arguments[1]),
                          semantic().toTensor(arguments[2]), propagatesNan(arguments[3]));
}

Value Builtins::fma(const BoundArguments &arguments) {
  Value x = semantic().toTensor(arguments[0]), y = arguments[1], z = arguments[2];
  if (!semantic().unify(x, y, false, false, true, false, "tl.fma") ||
      !semantic().unify(z, x, false, false, true, false, "tl.fma") ||
      !semantic().unify(y, z, false, false, true, false, "tl.fma")) {
    return Value::poison();
  }
  if (!x.type.isFloat()) {
    return fail(Code::BadDtype, fmt::format("tl.fma works on floats, not on {}", describe(x)));
  }
  return Value::tensor(ir().op("math.fma", {x.ir, y.ir, z.ir}, x.type), x.type);
}

Value Builtins::fdiv(const BoundArguments &arguments) {
  Value x = semantic().toTensor(arguments[0]), y = arguments[1];
  if (!semantic().unify(x, y, false, false, true, true, "tl.fdiv")) {
    return Value::poison();
  }
  if (!x.type.isFloat()) {
    return fail(Code::BadDtype, fmt::format("tl.fdiv works on floats, not on {}", describe(x)));
  }
  return Value::tensor(ir().op("arith.divf", {x.ir, y.ir}, x.type), x.type);
}

Value Builtins::divRn(const BoundArguments &arguments) {
  Value x = semantic().toTensor(arguments[0]), y = arguments[1];
  if (!semantic().unify(x, y, false, false, true, true, "tl.div_rn")) {
    return Value::poison();
  }
  if (!x.type.isFloat() || x.type.scalar != Scalar::F32) {
    return fail(Code::BadDtype, fmt::format("tl.div_rn works on fp32, not on {}", describe(x)));
  }
  return Value::tensor(ir().op("tt.precise_divf", {x.ir, y.ir}, x.type), x.type);
}

Value Builtins::umulhi(const BoundArguments &arguments) {
  Value x = semantic().toTensor(arguments[0]), y = arguments[1];
  if (!semantic().unify(x, y, false, false, true, false, "tl.umulhi")) {
    return Value::poison();
  }
  if (!x.type.isInt() || x.type.bits() < 32) {
    return fail(
        Code::BadDtype,
        fmt::format("tl.umulhi works on 32-bit and 64-bit integers, not on {}", describe(x)));
  }
  return Value::tensor(ir().op("tt.mulhiui", {x.ir, y.ir}, x.type), x.type);
}

Value Builtins::abs(const BoundArguments &arguments) { return semantic().abs(arguments[0]); }
Value Builtins::exp(const BoundArguments &arguments) {
  return mathUnary("math.exp", "tl.exp", arguments);
}
Value Builtins::exp2(const BoundArguments &arguments) {
  return mathUnary("math.exp2", "tl.exp2", arguments);
}
Value Builtins::log(const BoundArguments &arguments) {
  return mathUnary("math.log", "tl.log", arguments);
}
Value Builtins::log2(const BoundArguments &arguments) {
  return mathUnary("math.log2", "tl.log2", arguments);
}
Value Builtins::cos(const BoundArguments &arguments) {
  return mathUnary("math.cos", "tl.cos", arguments);
}
Value Builtins::sin(const BoundArguments &arguments) {
  return mathUnary("math.sin", "tl.sin", arguments);
}
Value Builtins::sqrt(const BoundArguments &arguments) {
  return mathUnary("math.sqrt", "tl.sqrt", arguments);
}
Value Builtins::sqrtRn(const BoundArguments &arguments) {
  return mathUnary("tt.precise_sqrt", "tl.sqrt_rn", arguments);
}
Value Builtins::rsqrt(const BoundArguments &arguments) {
  return mathUnary("math.rsqrt", "tl.rsqrt", arguments);
}
Value Builtins::erf(const BoundArguments &arguments) {
  return mathUnary("math.erf", "tl.erf", arguments);
}
Value Builtins::floor(const BoundArguments &arguments) {
  return mathUnary("math.floor", "tl.floor", arguments);
}
Value Builtins::ceil(const BoundArguments &arguments) {
  return mathUnary("math.ceil", "tl.ceil", arguments);
}

// Hints and compile time
// ------------------------------------------------------------------------------

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

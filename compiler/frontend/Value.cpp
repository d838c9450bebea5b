// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text forms of values.
#include "Value.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::frontend {
namespace {

std::string mangleType(const Type &type) {
  std::string result(type.pointers, 'P');
  result += type.scalar == Scalar::Int1 ? "u1" : std::string(signatureName(type.scalar));
  if (type.isBlock()) {
    result += 'S';
    for (size_t i = 0; i < type.shape.size(); ++i) {
      result += (i == 0 ? "" : "_") + std::to_string(type.shape[i]);
    }
    result += 'S';
  }
  return result;
}

} // namespace

bool containsPoison(const Value &value) {
  return value.isPoison() || std::any_of(value.items.begin(), value.items.end(), containsPoison) ||
         std::any_of(value.fields.begin(), value.fields.end(),
                     [](const auto &field) { return containsPoison(field.second); });
}

namespace {

/// "a tuple of 2 (fp32, i32[64])"; of long ones only the length.
std::string tupleText(const Value &value) {
  constexpr size_t kShown = 4;
  std::string items;
  for (const Value &item : value.items) {
    items += items.empty() ? "" : ", ";
    items += item.isTensor()     ? item.type.text()
             : item.isConstant() ? item.constant.repr()
             : item.isTuple()    ? "a tuple"
                                 : describe(item);
  }
  bool shown = !value.items.empty() && value.items.size() <= kShown;
  return fmt::format("a tuple of {}{}", value.items.size(), shown ? " (" + items + ")" : "");
}

} // namespace

std::string describe(const Value &value) {
  switch (value.kind) {
  case Value::Kind::Poison:
    return "an invalid value";
  case Value::Kind::Constant:
    return value.isNone() ? "None" : "the constant " + value.constant.repr();
  case Value::Kind::Tensor:
    return value.type.isBlock() ? fmt::format("a block {}", value.type.text())
                                : fmt::format("a scalar {}", value.type.text());
  case Value::Kind::Tuple:
    return tupleText(value);
  case Value::Kind::Dtype:
    return fmt::format("the type {}", value.type.text());
  case Value::Kind::Function:
    return fmt::format("the function `{}`", value.function.definition->name);
  case Value::Kind::Builtin:
    return fmt::format("the function `{}`", value.name);
  case Value::Kind::Module:
    return fmt::format("the module `{}`", value.name);
  case Value::Kind::Method:
    return fmt::format("the method `{}`", value.name);
  case Value::Kind::Slice:
    return "a slice";
  case Value::Kind::Range:
    return "a range";
  case Value::Kind::Opaque:
    return value.name.rfind("tl.", 0) == 0 || value.name.rfind("triton.", 0) == 0 ||
                   value.function.definition
               ? fmt::format("`{}`", value.name)
               : fmt::format("`{}`, which is from a module that is not there", value.name);
  case Value::Kind::Object: {
    if (value.isObject("named_tuple") || value.isObject("aggregate_class")) {
      return fmt::format("the class `{}`", value.constant.text);
    }
    if (value.function.definition) {
      return fmt::format("a `{}`", value.name); // an aggregate, by its class
    }
    std::string words = value.name;
    std::replace(words.begin(), words.end(), '_', ' ');
    return "a " + words;
  }
  }
  return {};
}

std::string mangle(const Value &value) {
  switch (value.kind) {
  case Value::Kind::Tensor:
    return mangleType(value.type);
  case Value::Kind::Constant:
    return "c" + value.constant.repr();
  case Value::Kind::Dtype:
    return "c" + mangleType(value.type);
  case Value::Kind::Function:
    return "c" + value.function.definition->name + "@" +
           std::to_string(value.function.definition->place.line);
  case Value::Kind::Tuple: {
    std::string result = "T";
    for (const Value &item : value.items) {
      result += (result.size() > 1 ? "_" : "") + mangle(item);
    }
    return result + "T";
  }
  case Value::Kind::Object: {
    std::string result = "O" + value.name;
    for (const auto &[field, item] : value.fields) {
      result += "_" + field + mangle(item);
    }
    return result + "O";
  }
  default:
    return "c" + value.name;
  }
}

} // namespace charonia::frontend

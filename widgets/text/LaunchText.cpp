// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing and printing of what the launch panel edits.
#include "widgets/text/LaunchText.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace charonia::ui {

namespace {
using launch::ConstantValue;
using numerics::ElementType;

struct TypeName {
  std::string_view name;
  ElementType type;
  bool isUnsigned;
};
// Triton's signature spellings.
constexpr std::array<TypeName, 22> kTypes = {{
    {"i1", ElementType::I1, false},
    {"i8", ElementType::I8, false},
    {"i16", ElementType::I16, false},
    {"i32", ElementType::I32, false},
    {"i64", ElementType::I64, false},
    {"u1", ElementType::I1, true},
    {"u8", ElementType::I8, true},
    {"u16", ElementType::I16, true},
    {"u32", ElementType::I32, true},
    {"u64", ElementType::I64, true},
    {"fp8e4nv", ElementType::F8E4M3FN, false},
    {"fp8e4b8", ElementType::F8E4M3FNUZ, false},
    {"fp8e5", ElementType::F8E5M2, false},
    {"fp8e5b16", ElementType::F8E5M2FNUZ, false},
    {"fp16", ElementType::F16, false},
    {"bf16", ElementType::BF16, false},
    {"fp32", ElementType::F32, false},
    {"fp64", ElementType::F64, false},
    {"f16", ElementType::F16, false},
    {"f32", ElementType::F32, false},
    {"f64", ElementType::F64, false},
    {"B", ElementType::I1, true},
}};

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
    text.remove_prefix(1);
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
    text.remove_suffix(1);
  }
  return text;
}

ConstantValue textual(ConstantValue::Kind kind, std::string_view text) {
  ConstantValue value;
  value.kind = kind;
  value.text = std::string(text);
  return value;
}

std::optional<ConstantValue> parseNumber(std::string_view text) {
  ConstantValue value;
  const char *end = text.data() + text.size();
  if (const auto [stop, error] = std::from_chars(text.data(), end, value.integer);
      error == std::errc() && stop == end) {
    value.kind = ConstantValue::Kind::Int;
    return value;
  }
  if (const auto [stop, error] = std::from_chars(text.data(), end, value.number);
      error == std::errc() && stop == end && std::isfinite(value.number)) {
    value.kind = ConstantValue::Kind::Float;
    value.integer = 0;
    return value;
  }
  return std::nullopt;
}

std::optional<ConstantValue> parseTuple(std::string_view text, int depth);

std::optional<ConstantValue> parseAny(std::string_view text, int depth) {
  text = trim(text);
  if (text == "None" || text == "null") {
    return ConstantValue{};
  }
  if (text == "True" || text == "true" || text == "False" || text == "false") {
    ConstantValue value;
    value.kind = ConstantValue::Kind::Bool;
    value.boolean = text[0] == 'T' || text[0] == 't';
    return value;
  }
  if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"') &&
      text.back() == text.front()) {
    return textual(ConstantValue::Kind::String, text.substr(1, text.size() - 2));
  }
  if (text.starts_with("dtype ")) {
    return textual(ConstantValue::Kind::DType, trim(text.substr(6)));
  }
  if (text.starts_with("function ")) {
    return textual(ConstantValue::Kind::Function, trim(text.substr(9)));
  }
  if (text.starts_with("=") && !trim(text.substr(1)).empty()) {
    return textual(ConstantValue::Kind::Expression, trim(text.substr(1)));
  }
  if (text.size() >= 2 && text.front() == '(' && text.back() == ')') {
    return parseTuple(text.substr(1, text.size() - 2), depth);
  }
  return parseNumber(text);
}

std::optional<ConstantValue> parseTuple(std::string_view text, int depth) {
  constexpr int kMaxDepth = 16;
  if (depth >= kMaxDepth) {
    return std::nullopt;
  }
  ConstantValue value;
  value.kind = ConstantValue::Kind::Tuple;
  int nesting = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    nesting += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c != ',' || nesting != 0) {
      continue;
    }
    const std::string_view part = trim(text.substr(begin, i - begin));
    begin = i + 1;
    if (part.empty() && i == text.size()) {
      break; // "()" or a final comma
    }
    std::optional<ConstantValue> item = parseAny(part, depth + 1);
    if (!item) {
      return std::nullopt;
    }
    value.items.push_back(std::move(*item));
  }
  return nesting == 0 ? std::optional(value) : std::nullopt;
}

std::string floatText(double number) {
  char buffer[40];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, number);
  std::string text(buffer, error == std::errc() ? end : buffer);
  // A float stays a float when it is read again.
  return text.find_first_of(".einf") == std::string::npos ? text + ".0" : text;
}
} // namespace

std::string constantText(const ConstantValue &value) {
  switch (value.kind) {
  case ConstantValue::Kind::None:
    return "None";
  case ConstantValue::Kind::Bool:
    return value.boolean ? "True" : "False";
  case ConstantValue::Kind::Int:
    return std::to_string(value.integer);
  case ConstantValue::Kind::Float:
    return floatText(value.number);
  case ConstantValue::Kind::String:
    return "'" + value.text + "'";
  case ConstantValue::Kind::DType:
    return "dtype " + value.text;
  case ConstantValue::Kind::Function:
    return "function " + value.text;
  case ConstantValue::Kind::Expression:
    return "= " + value.text;
  case ConstantValue::Kind::Tuple: {
    std::string text = "(";
    for (size_t i = 0; i < value.items.size(); ++i) {
      text += (i == 0 ? "" : ", ") + constantText(value.items[i]);
    }
    return text + (value.items.size() == 1 ? ",)" : ")");
  }
  }
  return {};
}

std::optional<ConstantValue> parseConstant(std::string_view text) { return parseAny(text, 0); }

bool setArgumentType(launch::Argument &argument, std::string_view typeText) {
  typeText = trim(typeText);
  if (typeText == "constexpr") {
    argument.kind = launch::Argument::Kind::Constexpr;
    argument.typeText = "constexpr";
    return true;
  }
  std::string_view name = typeText;
  const bool pointer = name.starts_with("*");
  name.remove_prefix(pointer ? 1 : 0);
  const bool isConst = pointer && name.starts_with("k");
  name.remove_prefix(isConst ? 1 : 0);
  for (const TypeName &type : kTypes) {
    if (type.name == name) {
      argument.kind = pointer ? launch::Argument::Kind::Pointer : launch::Argument::Kind::Scalar;
      argument.type = type.type;
      argument.isUnsigned = type.isUnsigned;
      argument.isConstPointer = isConst;
      argument.typeText = std::string(typeText);
      return true;
    }
  }
  return false;
}

std::string shapeText(const std::vector<int64_t> &shape) {
  std::string text;
  for (const int64_t extent : shape) {
    text += (text.empty() ? "" : " x ") + std::to_string(extent);
  }
  return text;
}

std::optional<std::vector<int64_t>> parseShape(std::string_view text) {
  std::vector<int64_t> shape;
  int64_t product = 1;
  const auto separator = [](char c) {
    return c == 'x' || c == '*' || c == ',' || c == ' ' || c == '(' || c == ')';
  };
  size_t i = 0;
  while (i < text.size()) {
    if (separator(text[i])) {
      ++i;
      continue;
    }
    size_t end = i;
    while (end < text.size() && !separator(text[end])) {
      ++end;
    }
    int64_t extent = 0;
    const auto [stop, error] = std::from_chars(text.data() + i, text.data() + end, extent);
    if (error != std::errc() || stop != text.data() + end || extent <= 0 ||
        __builtin_mul_overflow(product, extent, &product)) {
      return std::nullopt;
    }
    shape.push_back(extent);
    i = end;
  }
  return shape.empty() ? std::nullopt : std::optional(shape);
}

void setShape(launch::Argument &argument, std::vector<int64_t> shape) {
  argument.strides.assign(shape.size(), 1);
  int64_t stride = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    argument.strides[d] = stride;
    stride *= shape[d];
  }
  argument.elements = stride;
  argument.shape = std::move(shape);
}

namespace {
std::optional<launch::ConstantValue> constantOf(const nlohmann::json &value) {
  launch::ConstantValue constant;
  using Kind = launch::ConstantValue::Kind;
  if (value.is_null()) {
    constant.kind = Kind::None;
  } else if (value.is_boolean()) {
    constant.kind = Kind::Bool;
    constant.boolean = value.get<bool>();
  } else if (value.is_number_integer()) {
    constant.kind = Kind::Int;
    constant.integer = value.get<int64_t>();
  } else if (value.is_number()) {
    constant.kind = Kind::Float;
    constant.number = value.get<double>();
  } else if (value.is_string()) {
    constant.kind = Kind::String;
    constant.text = value.get<std::string>();
  } else if (value.is_object() && value.size() == 1 && value.begin()->is_string() &&
             (value.contains("expr") || value.contains("dtype"))) {
    constant.kind = value.contains("expr") ? Kind::Expression : Kind::DType;
    constant.text = value.begin()->get<std::string>();
  } else {
    return std::nullopt;
  }
  return constant;
}

void addConstants(LaunchConfig &config, const nlohmann::json &members) {
  for (const auto &[name, value] : members.items()) {
    if (auto constant = constantOf(value)) {
      config.constexprs[name] = std::move(*constant);
    }
  }
}

LaunchConfig configOf(const launch::Launch &launch, const nlohmann::json &entry) {
  LaunchConfig config;
  const auto object = [&](const char *key) {
    const auto found = entry.find(key);
    return found != entry.end() && found->is_object() ? *found : nlohmann::json::object();
  };
  addConstants(config, object("constexprs"));
  config.options = object("options");
  for (const auto &[name, value] : entry.items()) {
    if (name == "constexprs" || name == "options") {
      continue;
    }
    if (launch.constexprs.contains(name)) {
      addConstants(config, {{name, value}});
    } else {
      config.options[name] = value;
    }
  }
  for (const auto &[name, value] : config.constexprs) {
    config.text += (config.text.empty() ? "" : ", ") + name + " = " + constantText(value);
  }
  for (const auto &[name, value] : config.options.items()) {
    config.text += (config.text.empty() ? "" : ", ") + name + " = " +
                   value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  return config;
}
} // namespace

std::vector<LaunchConfig> configsOf(const launch::Launch &launch) {
  std::vector<LaunchConfig> configs;
  if (!launch.configs.is_array()) {
    return configs;
  }
  for (const nlohmann::json &entry : launch.configs) {
    if (entry.is_object()) {
      configs.push_back(configOf(launch, entry));
    }
  }
  return configs;
}

void applyConfig(launch::Launch &launch, const LaunchConfig &config) {
  for (const auto &[name, value] : config.constexprs) {
    launch.constexprs[name] = value;
  }
  if (!config.options.empty()) {
    if (!launch.options.is_object()) {
      launch.options = nlohmann::json::object();
    }
    launch.options.update(config.options);
  }
}

} // namespace charonia::ui

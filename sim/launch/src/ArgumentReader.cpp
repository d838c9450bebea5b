// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ArgumentReader.h"

#include <cmath>
#include <fmt/format.h>

namespace charonia::launch {
namespace {

constexpr int64_t kMaxElements = int64_t{1} << 50;

struct Spelling {
  const char *text;
  ElementType type;
  bool isUnsigned;
};
constexpr Spelling kSpellings[] = {
    {"i1", ElementType::I1, true},
    {"u1", ElementType::I1, true},
    {"B", ElementType::I1, true},
    {"i8", ElementType::I8, false},
    {"i16", ElementType::I16, false},
    {"i32", ElementType::I32, false},
    {"i64", ElementType::I64, false},
    {"u8", ElementType::I8, true},
    {"u16", ElementType::I16, true},
    {"u32", ElementType::I32, true},
    {"u64", ElementType::I64, true},
    {"fp16", ElementType::F16, false},
    {"f16", ElementType::F16, false},
    {"bf16", ElementType::BF16, false},
    {"fp32", ElementType::F32, false},
    {"f32", ElementType::F32, false},
    {"fp64", ElementType::F64, false},
    {"f64", ElementType::F64, false},
    {"fp8e4nv", ElementType::F8E4M3FN, false},
    {"fp8e4b8", ElementType::F8E4M3FNUZ, false},
    {"fp8e5", ElementType::F8E5M2, false},
    {"fp8e5b16", ElementType::F8E5M2FNUZ, false},
    {"fp8e4b15", ElementType::I8, true},
};

constexpr int64_t kMaxArray = 4096;

/// "i64[4]": a tuple of four items of one type. Its values are read later.
bool parseArray(Argument &arg, std::string_view text) {
  const size_t open = text.find('[');
  if (text.back() != ']') {
    return false;
  }
  Argument item;
  item.typeText = text.substr(0, open);
  int64_t count = 0;
  for (const char c : text.substr(open + 1, text.size() - open - 2)) {
    if (c < '0' || c > '9' || count > kMaxArray) {
      return false;
    }
    count = count * 10 + (c - '0');
  }
  if (count == 0 || count > kMaxArray ||
      !parseElementType(item.typeText, item.type, item.isUnsigned)) {
    return false;
  }
  arg.kind = Argument::Kind::Tuple;
  arg.fields.assign(static_cast<size_t>(count), item);
  return true;
}

/// Reads the type's spelling into kind, element type, signedness, const, block.
bool parseType(Argument &arg) {
  using Kind = Argument::Kind;
  std::string_view text = arg.typeText;
  if (text == "constexpr" || text == "struct" || text == "tuple") {
    arg.kind = text == "constexpr" ? Kind::Constexpr
               : text == "struct"  ? Kind::Struct
                                   : Kind::Tuple;
    return true;
  }
  if (text.substr(0, 1) == "*") {
    arg.kind = Kind::Pointer;
    text.remove_prefix(1);
    if (text.substr(0, 1) == "k") {
      arg.isConstPointer = true;
      text.remove_prefix(1);
    }
    return parseElementType(text, arg.type, arg.isUnsigned);
  }
  const std::string_view descriptor = "tensordesc<";
  if (text.substr(0, descriptor.size()) == descriptor && text.back() == '>') {
    arg.kind = Kind::Descriptor;
    text.remove_prefix(descriptor.size());
    const size_t open = text.find('['), close = text.find(']');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open ||
        !parseElementType(text.substr(0, open), arg.type, arg.isUnsigned)) {
      return false;
    }
    int64_t extent = -1;
    for (const char c : text.substr(open + 1, close - open)) {
      if (c >= '0' && c <= '9') {
        extent = (extent < 0 ? 0 : extent) * 10 + (c - '0');
        if (extent > kMaxElements) {
          return false;
        }
      } else if (c == ',' || c == ']') {
        if (extent <= 0) {
          return false;
        }
        arg.block.push_back(extent);
        extent = -1;
      } else if (c != ' ') {
        return false;
      }
    }
    return true;
  }
  arg.kind = Kind::Scalar;
  if (text.substr(0, text.find('[')) != text) {
    return parseArray(arg, text);
  }
  return parseElementType(text, arg.type, arg.isUnsigned);
}

/// Least and greatest value of an integer type, as far as int64_t holds them.
void typeRange(const Argument &arg, int64_t &low, int64_t &high) {
  const unsigned bits = numerics::bitWidth(arg.type);
  if (bits == 1) {
    low = 0;
    high = 1;
  } else if (arg.isUnsigned) {
    low = 0;
    high = bits == 64 ? INT64_MAX : static_cast<int64_t>((uint64_t{1} << bits) - 1);
  } else {
    high = static_cast<int64_t>((uint64_t{1} << (bits - 1)) - 1);
    low = -high - 1;
  }
}

void readValues(JsonReader &reader, Argument &arg, const Json &json, const std::string &path) {
  if (!reader.isArray(json, path)) {
    return;
  }
  int64_t low = 0, high = 0;
  const bool isFloat = numerics::isFloat(arg.type);
  typeRange(arg, low, high);
  constexpr int64_t kExact = int64_t{1} << 53; // values are kept as doubles
  std::vector<double> values;
  values.reserve(json.size());
  const size_t errorsBefore = reader.errors().size();
  for (size_t i = 0; i < json.size() && reader.errors().size() == errorsBefore; ++i) {
    const std::string at = child(path, i);
    if (isFloat) {
      values.push_back(reader.number(json[i], at, true));
    } else if (json[i].is_boolean()) {
      values.push_back(json[i].get<bool>() ? 1 : 0);
    } else {
      values.push_back(static_cast<double>(
          reader.integer(json[i], at, std::max(low, -kExact), std::min(high, kExact))));
    }
  }
  arg.values = std::move(values);
}

/// "pointers": the buffers whose addresses a buffer of 64-bit integers holds.
void readPointers(JsonReader &reader, Argument &arg, const Json &json, const std::string &path) {
  const std::string at = child(path, "pointers");
  if (arg.type != ElementType::I64) {
    reader.error(at, "addresses are 64-bit integers: the type must be *i64 or *u64");
    return;
  }
  for (const char *key : {"values", "file"}) {
    if (json.contains(key)) {
      reader.error(child(path, key),
                   fmt::format("\"{}\" and \"pointers\" exclude each other", key));
    }
  }
  if (!reader.isArray(json["pointers"], at)) {
    return;
  }
  for (size_t i = 0; i < json["pointers"].size(); ++i) {
    const std::string place = child(at, i);
    const Json &item = json["pointers"][i];
    if (item.is_object() && item.contains("pointers")) {
      reader.error(child(place, "pointers"), "addresses of addresses are not supported");
      continue;
    }
    Argument buffer = readArgument(reader, item, place, /*named=*/false, /*depth=*/1);
    if (buffer.kind != Argument::Kind::Pointer) {
      reader.error(place, "must be a pointer to a buffer of numbers");
    } else {
      arg.fields.push_back(std::move(buffer));
    }
  }
}

void readElements(JsonReader &reader, Argument &arg, const Json &json, const std::string &path) {
  if (json.contains("elements")) {
    arg.elements = reader.integer(json["elements"], child(path, "elements"), 0, kMaxElements);
    if (!arg.fields.empty() && static_cast<int64_t>(arg.fields.size()) != arg.elements) {
      reader.error(child(path, "pointers"),
                   fmt::format("has {} buffers for {} elements", arg.fields.size(), arg.elements));
    }
    if (arg.values && static_cast<int64_t>(arg.values->size()) != arg.elements) {
      reader.error(child(path, "values"),
                   fmt::format("has {} values for {} elements", arg.values->size(), arg.elements));
    }
  } else if (arg.values) {
    arg.elements = static_cast<int64_t>(arg.values->size());
  } else if (!arg.fields.empty()) {
    arg.elements = static_cast<int64_t>(arg.fields.size());
  } else if (!arg.shape.empty()) {
    int64_t elements = 1;
    for (const int64_t extent : arg.shape) {
      if (__builtin_mul_overflow(elements, extent, &elements) || elements > kMaxElements) {
        reader.error(child(path, "shape"), "has too many elements");
        return;
      }
    }
    arg.elements = elements;
  } else {
    reader.error(path, "a buffer needs \"elements\", \"values\" or \"shape\"");
  }
}

/// The fields of a pointer argument.
void readBuffer(JsonReader &reader, Argument &arg, const Json &json, const std::string &path) {
  if (json.contains("shape")) {
    arg.shape = reader.integers(json["shape"], child(path, "shape"), 0, kMaxElements);
  }
  if (json.contains("strides")) {
    arg.strides =
        reader.integers(json["strides"], child(path, "strides"), -kMaxElements, kMaxElements);
    if (json.contains("shape") && arg.strides.size() != arg.shape.size()) {
      reader.error(child(path, "strides"), "must have as many entries as the shape");
    }
  }
  if (json.contains("salt")) {
    arg.salt =
        static_cast<uint32_t>(reader.integer(json["salt"], child(path, "salt"), 0, UINT32_MAX));
  }
  int64_t low = INT64_MIN, high = INT64_MAX;
  typeRange(arg, low, high);
  for (const char *key : {"low", "high"}) {
    if (json.contains(key)) {
      const int64_t bound = numerics::isFloat(arg.type)
                                ? reader.integer(json[key], child(path, key), INT64_MIN, INT64_MAX)
                                : reader.integer(json[key], child(path, key), low, high);
      (key[0] == 'l' ? arg.low : arg.high) = bound;
    }
  }
  if (arg.low.value_or(0) > arg.high.value_or(std::max<int64_t>(127, arg.low.value_or(0)))) {
    reader.error(child(path, json.contains("high") ? "high" : "low"), "low is above high");
  }
  if (json.contains("values")) {
    readValues(reader, arg, json["values"], child(path, "values"));
  }
  if (json.contains("file")) {
    arg.file = reader.string(json["file"], child(path, "file"));
    if (arg.values) {
      reader.error(child(path, "file"), "\"file\" and \"values\" exclude each other");
    }
  }
  if (json.contains("pointers")) {
    readPointers(reader, arg, json, path);
  }
  if (json.contains("place")) {
    const std::string place = reader.string(json["place"], child(path, "place"));
    if (place == "dram" || place == "llc" || place == "sram") {
      arg.place = place == "dram" ? Place::Dram : place == "llc" ? Place::Llc : Place::Sram;
    } else {
      reader.error(child(path, "place"), "must be \"dram\", \"llc\" or \"sram\"");
    }
  }
  readElements(reader, arg, json, path);
}

void readScalarValue(JsonReader &reader, Argument &arg, const Json &value, const std::string &at) {
  if (value.is_object()) {
    arg.value = readConstant(reader, value, at);
    if (arg.value.kind != ConstantValue::Kind::Expression) {
      reader.error(at, "must be a number or an expression");
    }
    return;
  }
  if (numerics::isFloat(arg.type)) {
    arg.value.kind = ConstantValue::Kind::Float;
    arg.value.number = reader.number(value, at, true);
    return;
  }
  if (value.is_boolean()) {
    arg.value.kind =
        arg.type == ElementType::I1 ? ConstantValue::Kind::Bool : ConstantValue::Kind::Int;
    arg.value.boolean = value.get<bool>();
    arg.value.integer = arg.value.boolean ? 1 : 0;
    return;
  }
  arg.value.kind = ConstantValue::Kind::Int;
  if (arg.type == ElementType::I64 && arg.isUnsigned && value.is_number_unsigned()) {
    arg.value.integer = static_cast<int64_t>(value.get<uint64_t>()); // u64 as its bits
    return;
  }
  int64_t low = 0, high = 0;
  typeRange(arg, low, high);
  arg.value.integer = reader.integer(value, at, low, high);
}

void readScalar(JsonReader &reader, Argument &arg, const Json &json, const std::string &path) {
  if (!json.contains("value")) {
    reader.error(path, fmt::format("the argument '{}' has no value", arg.name));
    return;
  }
  readScalarValue(reader, arg, json["value"], child(path, "value"));
}

void readDescriptor(JsonReader &reader, Argument &arg, const Json &json, const std::string &path) {
  if (json.contains("padding")) {
    const std::string padding = reader.string(json["padding"], child(path, "padding"));
    arg.padNan = padding == "nan";
    if (padding != "nan" && padding != "zero") {
      reader.error(child(path, "padding"), "must be \"zero\" or \"nan\"");
    }
  }
  for (const char *key : {"shape", "strides"}) {
    if (!json.contains(key)) {
      reader.error(path, fmt::format("a tensor descriptor needs \"{}\"", key));
      continue;
    }
    const auto list = reader.integers(json[key], child(path, key), 0, kMaxElements);
    if (list.size() != arg.block.size()) {
      reader.error(child(path, key),
                   fmt::format("must have {} entries, as the block has", arg.block.size()));
    }
    (key[1] == 'h' ? arg.shape : arg.strides) = list;
  }
  const std::string at = child(path, "base");
  if (!json.contains("base")) {
    reader.error(path, "a tensor descriptor needs \"base\": a pointer argument's name or fields");
    return;
  }
  const Json &base = json["base"];
  if (base.is_string()) {
    arg.value.kind = ConstantValue::Kind::String;
    arg.value.text = base.get<std::string>();
    return;
  }
  if (!reader.isObject(base, at)) {
    return;
  }
  Argument buffer;
  buffer.kind = Argument::Kind::Pointer;
  buffer.name = arg.name;
  buffer.type = arg.type;
  buffer.isUnsigned = arg.isUnsigned;
  buffer.typeText = "*" + arg.typeText.substr(11, arg.typeText.find('[') - 11);
  if (base.contains("type")) {
    buffer.typeText = reader.string(base["type"], child(at, "type"));
    if (!parseType(buffer) || buffer.kind != Argument::Kind::Pointer || buffer.type != arg.type) {
      reader.error(child(at, "type"), "must be a pointer to the descriptor's element type");
      return;
    }
  }
  readBuffer(reader, buffer, base, at);
  buffer.unknown = reader.unknown(base, at,
                                  {"type", "elements", "shape", "strides", "salt", "low", "high",
                                   "values", "file", "place", "pointers"});
  arg.fields.push_back(std::move(buffer));
}

/// The values of an array ("i64[4]").
void readArray(JsonReader &reader, Argument &arg, const Json &json, const std::string &path) {
  const std::string at = child(path, "values");
  if (!json.contains("values")) {
    reader.error(path, "an array needs \"values\"");
    return;
  }
  if (!reader.isArray(json["values"], at)) {
    return;
  }
  if (json["values"].size() != arg.fields.size()) {
    reader.error(
        at, fmt::format("has {} values for {} items", json["values"].size(), arg.fields.size()));
    return;
  }
  for (size_t i = 0; i < arg.fields.size(); ++i) {
    readScalarValue(reader, arg.fields[i], json["values"][i], child(at, i));
  }
}

/// What a structure cannot hold, and arrays whose items differ.
void checkStructure(JsonReader &reader, const Argument &arg, const std::string &path) {
  using Kind = Argument::Kind;
  const bool isStruct = arg.kind == Kind::Struct;
  for (size_t i = 0; i < arg.fields.size(); ++i) {
    const Argument &field = arg.fields[i];
    const std::string at = child(child(path, isStruct ? "fields" : "items"), i);
    if (field.kind == Kind::Constexpr || field.kind == Kind::Descriptor) {
      reader.error(child(at, "type"), fmt::format("a structure cannot hold a field of type {}",
                                                  field.typeText.substr(0, 100)));
    } else if (!isStruct && field.typeText != arg.fields[0].typeText) {
      reader.error(child(at, "type"), "the items of an array in a structure have one type");
    }
    if (field.kind == Kind::Struct || field.kind == Kind::Tuple) {
      checkStructure(reader, field, at);
    }
  }
}

void readFields(JsonReader &reader, Argument &arg, const Json &json, const std::string &path,
                int depth) {
  const bool isStruct = arg.kind == Argument::Kind::Struct;
  if (!arg.fields.empty()) {
    readArray(reader, arg, json, path);
    return;
  }
  if (isStruct && json.contains("pack")) {
    arg.pack = reader.integer(json["pack"], child(path, "pack"), 0, 64);
    if ((arg.pack & (arg.pack - 1)) != 0) {
      reader.error(child(path, "pack"), "must be a power of two");
    }
  }
  const char *key = isStruct ? "fields" : "items";
  const std::string at = child(path, key);
  if (!json.contains(key)) {
    reader.error(path, fmt::format("needs \"{}\"", key));
    return;
  }
  if (depth > 16) {
    reader.error(at, "nested deeper than 16 levels");
    return;
  }
  if (reader.isArray(json[key], at)) {
    for (size_t i = 0; i < json[key].size(); ++i) {
      arg.fields.push_back(readArgument(reader, json[key][i], child(at, i), isStruct, depth + 1));
    }
  }
  if (isStruct && depth == 0) {
    checkStructure(reader, arg, path);
  }
}

const std::set<std::string> &knownKeys(Argument::Kind kind) {
  using Kind = Argument::Kind;
  static const std::set<std::string> kPointer = {"name",    "type", "elements", "shape",
                                                 "strides", "salt", "low",      "high",
                                                 "values",  "file", "place",    "pointers"};
  static const std::set<std::string> kScalar = {"name", "type", "value"};
  static const std::set<std::string> kStruct = {"name", "type", "fields", "pack"};
  static const std::set<std::string> kTuple = {"name", "type", "items", "values"};
  static const std::set<std::string> kDescriptor = {"name",  "type",    "base",
                                                    "shape", "strides", "padding"};
  switch (kind) {
  case Kind::Pointer:
    return kPointer;
  case Kind::Struct:
    return kStruct;
  case Kind::Tuple:
    return kTuple;
  case Kind::Descriptor:
    return kDescriptor;
  default:
    return kScalar;
  }
}

} // namespace

bool parseElementType(std::string_view spelling, ElementType &type, bool &isUnsigned) {
  for (const Spelling &known : kSpellings) {
    if (spelling == known.text) {
      type = known.type;
      isUnsigned = known.isUnsigned;
      return true;
    }
  }
  return false;
}

ConstantValue readConstant(JsonReader &reader, const Json &json, const std::string &path) {
  using Kind = ConstantValue::Kind;
  ConstantValue value;
  if (json.is_boolean()) {
    value.kind = Kind::Bool;
    value.boolean = json.get<bool>();
  } else if (json.is_number_float()) {
    value.kind = Kind::Float;
    value.number = json.get<double>();
  } else if (json.is_number()) {
    value.kind = Kind::Int;
    value.integer = reader.integer(json, path, INT64_MIN, INT64_MAX);
  } else if (json.is_string()) {
    value.kind = Kind::String;
    value.text = json.get<std::string>();
  } else if (json.is_array()) {
    value.kind = Kind::Tuple;
    for (size_t i = 0; i < json.size(); ++i) {
      value.items.push_back(readConstant(reader, json[i], child(path, i)));
    }
  } else if (json.is_object()) {
    const char *key = json.contains("expr")       ? "expr"
                      : json.contains("function") ? "function"
                                                  : "dtype";
    if (json.size() != 1 || !json.contains(key)) {
      reader.error(path, R"(must be {"expr": "..."}, {"dtype": "..."} or {"function": "..."})");
      return value;
    }
    value.kind = key[0] == 'e' ? Kind::Expression : key[0] == 'f' ? Kind::Function : Kind::DType;
    value.text = reader.string(json[key], child(path, key));
  }
  return value;
}

Argument readArgument(JsonReader &reader, const Json &json, const std::string &path, bool named,
                      int depth) {
  Argument arg;
  if (!reader.isObject(json, path)) {
    return arg;
  }
  if (json.contains("name")) {
    arg.name = reader.string(json["name"], child(path, "name"));
  } else if (named) {
    reader.error(path, "has no \"name\"");
  }
  if (!json.contains("type")) {
    reader.error(path, "has no \"type\"");
    return arg;
  }
  arg.typeText = reader.string(json["type"], child(path, "type"));
  if (!parseType(arg)) {
    reader.error(child(path, "type"),
                 fmt::format("unknown type \"{}\"", arg.typeText.substr(0, 100)));
    return arg;
  }
  switch (arg.kind) {
  case Argument::Kind::Pointer:
    readBuffer(reader, arg, json, path);
    break;
  case Argument::Kind::Scalar:
    readScalar(reader, arg, json, path);
    break;
  case Argument::Kind::Constexpr:
    arg.value = json.contains("value") ? readConstant(reader, json["value"], child(path, "value"))
                                       : ConstantValue{};
    break;
  case Argument::Kind::Descriptor:
    readDescriptor(reader, arg, json, path);
    break;
  default:
    readFields(reader, arg, json, path, depth);
    break;
  }
  arg.unknown = reader.unknown(json, path, knownKeys(arg.kind));
  // An empty shape (one number) is not the same text as none; it is kept as it stands.
  for (const char *key : {"shape", "strides"}) {
    if (arg.kind == Argument::Kind::Pointer && json.contains(key) && json[key].is_array() &&
        json[key].empty()) {
      arg.unknown[key] = nlohmann::json::array();
    }
  }
  return arg;
}

} // namespace charonia::launch

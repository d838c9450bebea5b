// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writing launch files: every key that was read, and those that were not understood.
#include "ArgumentReader.h"

#include <cmath>

namespace charonia::launch {
namespace {

void writeBufferFields(Json &json, const Argument &arg, bool elements) {
  if (elements) {
    json["elements"] = arg.elements;
  }
  if (!arg.shape.empty()) {
    json["shape"] = arg.shape;
  }
  if (!arg.strides.empty()) {
    json["strides"] = arg.strides;
  }
  if (arg.values) {
    Json values = Json::array();
    for (const double value : *arg.values) {
      if (!numerics::isFloat(arg.type)) {
        values.push_back(static_cast<int64_t>(value));
      } else {
        values.push_back(writeNumber(value));
      }
    }
    json["values"] = std::move(values);
  } else if (!arg.file.empty()) {
    json["file"] = arg.file;
  } else if (!arg.fields.empty()) {
    json["pointers"] = Json::array();
    for (const Argument &buffer : arg.fields) {
      json["pointers"].push_back(writeArgument(buffer));
    }
  } else {
    json["salt"] = arg.salt;
  }
  if (arg.low) {
    json["low"] = *arg.low;
  }
  if (arg.high) {
    json["high"] = *arg.high;
  }
  if (arg.place != Place::Dram) {
    json["place"] = name(arg.place);
  }
}

Json writeExpectation(const Expectation &expectation) {
  Json json;
  json["elements"] = expectation.elements;
  json["sum"] = expectation.sum;
  json["abs_sum"] = expectation.absSum;
  json["weighted_sum"] = expectation.weightedSum;
  json["nonfinite"] = expectation.nonfinite;
  json["samples"] = Json::array();
  for (const double sample : expectation.samples) {
    json["samples"].push_back(writeNumber(sample));
  }
  if (expectation.tolerance) {
    json["tolerance"] = *expectation.tolerance;
  }
  if (!expectation.reason.empty()) {
    json["reason"] = expectation.reason;
  }
  mergeUnknown(json, expectation.unknown);
  return json;
}

bool isDefault(const std::vector<Case> &cases) {
  const Case standard;
  return cases.empty() || (cases.size() == 1 && cases[0].name == "default" && !cases[0].hasExpect &&
                           cases[0].expect.empty() && cases[0].low == standard.low &&
                           cases[0].high == standard.high && cases[0].unknown.is_null());
}

Json writeCases(const std::vector<Case> &cases) {
  Json json = Json::array();
  for (const Case &item : cases) {
    Json entry;
    entry["name"] = item.name;
    entry["float_range"] = {item.low, item.high};
    if (item.hasExpect || !item.expect.empty()) {
      entry["expect"] = Json::object();
      for (const auto &[name, expectation] : item.expect) {
        entry["expect"][name] = writeExpectation(expectation);
      }
    }
    mergeUnknown(entry, item.unknown);
    json.push_back(std::move(entry));
  }
  return json;
}

bool isPlainInteger(const std::string &text) {
  return !text.empty() && text.size() < 10 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

} // namespace

Json writeNumber(double value) {
  if (std::isnan(value)) {
    return "nan";
  }
  if (std::isinf(value)) {
    return value > 0 ? "inf" : "-inf";
  }
  return value;
}

void mergeUnknown(Json &object, const nlohmann::json &unknown) {
  if (!unknown.is_object()) {
    return;
  }
  for (auto it = unknown.begin(); it != unknown.end(); ++it) {
    if (object.contains(it.key()) && object[it.key()].is_object() && it.value().is_object()) {
      mergeUnknown(object[it.key()], it.value());
    } else {
      object[it.key()] = it.value();
    }
  }
}

Json writeConstant(const ConstantValue &value) {
  switch (value.kind) {
  case ConstantValue::Kind::None:
    return nullptr;
  case ConstantValue::Kind::Bool:
    return value.boolean;
  case ConstantValue::Kind::Int:
    return value.integer;
  case ConstantValue::Kind::Float:
    return writeNumber(value.number);
  case ConstantValue::Kind::String:
    return value.text;
  case ConstantValue::Kind::DType:
    return {{"dtype", value.text}};
  case ConstantValue::Kind::Function:
    return {{"function", value.text}};
  case ConstantValue::Kind::Expression:
    return {{"expr", value.text}};
  case ConstantValue::Kind::Tuple: {
    Json list = Json::array();
    for (const ConstantValue &item : value.items) {
      list.push_back(writeConstant(item));
    }
    return list;
  }
  }
  return nullptr;
}

static Json writeScalarValue(const Argument &arg) {
  const bool wide = arg.type == ElementType::I64 && arg.isUnsigned;
  return wide && arg.value.kind == ConstantValue::Kind::Int
             ? Json(static_cast<uint64_t>(arg.value.integer))
             : writeConstant(arg.value);
}

Json writeArgument(const Argument &arg) {
  Json json = Json::object();
  if (!arg.name.empty()) {
    json["name"] = arg.name;
  }
  json["type"] = arg.typeText;
  switch (arg.kind) {
  case Argument::Kind::Pointer:
    writeBufferFields(json, arg, true);
    break;
  case Argument::Kind::Scalar:
  case Argument::Kind::Constexpr:
    json["value"] = writeScalarValue(arg);
    break;
  case Argument::Kind::Descriptor:
    if (arg.fields.empty()) {
      json["base"] = arg.value.text;
    } else {
      Json base = Json::object();
      writeBufferFields(base, arg.fields[0], true);
      mergeUnknown(base, arg.fields[0].unknown);
      json["base"] = std::move(base);
    }
    json["shape"] = arg.shape;
    json["strides"] = arg.strides;
    if (arg.padNan) {
      json["padding"] = "nan";
    }
    break;
  case Argument::Kind::Struct:
  case Argument::Kind::Tuple: {
    Json list = Json::array();
    if (arg.typeText.back() == ']') {
      for (const Argument &item : arg.fields) {
        list.push_back(writeScalarValue(item));
      }
      json["values"] = std::move(list);
      break;
    }
    if (arg.pack != 0) {
      json["pack"] = arg.pack;
    }
    for (const Argument &field : arg.fields) {
      list.push_back(writeArgument(field));
    }
    json[arg.kind == Argument::Kind::Struct ? "fields" : "items"] = std::move(list);
    break;
  }
  }
  mergeUnknown(json, arg.unknown);
  return json;
}

std::string toJson(const Launch &launch) {
  Json root;
  root["format"] = "charonia-launch/1";
  root["kernel"] = Json::object();
  for (auto [key, value] : {std::pair{"source", &launch.source}, std::pair{"ttir", &launch.ttir},
                            std::pair{"function", &launch.function}}) {
    if (!value->empty()) {
      root["kernel"][key] = *value;
    }
  }
  if (!launch.origin.is_null()) {
    root["origin"] = launch.origin;
  }
  root["grid"] = Json::array();
  for (const std::string &extent : launch.grid) {
    root["grid"].push_back(isPlainInteger(extent) ? Json(std::stoll(extent)) : Json(extent));
  }
  root["constexprs"] = Json::object();
  for (const auto &[name, value] : launch.constexprs) {
    root["constexprs"][name] = writeConstant(value);
  }
  root["args"] = Json::array();
  for (const Argument &arg : launch.args) {
    root["args"].push_back(writeArgument(arg));
  }
  if (!isDefault(launch.cases)) {
    root["cases"] = writeCases(launch.cases);
  }
  if (launch.mapping == "list") {
    root["mapping"] = launch.mappingLists;
  } else if (launch.mapping != "linear") {
    root["mapping"] = launch.mapping;
  }
  if (launch.warm) {
    root["warm"] = true;
  }
  if (!launch.hardware.empty()) {
    root["hardware"] = launch.hardware;
  }
  if (!launch.options.is_null()) {
    root["options"] = launch.options;
  }
  if (!launch.configs.is_null()) {
    root["configs"] = launch.configs;
  }
  mergeUnknown(root, launch.unknown);
  // Text that is not UTF-8 cannot come from a file, but from a program; it must not throw.
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace charonia::launch

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes of modules, tensors, types and objects.
#include "Emitter.h"
#include "NameHints.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace charonia::frontend {

Value Emitter::moduleAttribute(const Value &object, const std::string &name) {
  if (const ModuleScope *file = m_modules.file(object.name)) {
    Value inner =
        file->globals.count(name) != 0 ? Value::poison() : m_modules.submodule(object.name, name);
    return inner.isPoison() ? imported(*file, {Value::poison(), file, name}, false) : inner;
  }
  Value found = m_modules.lookup(object.name, name);
  if (!found.isPoison()) {
    return found;
  }
  std::string shown = object.name == "triton.language" ? "tl" : object.name;
  if (Modules::knownUnsupported(name)) {
    return fail(Code::NotSupportedYet, fmt::format("`{}.{}` is not supported yet", shown, name));
  }
  std::string advice = shown == "tl" || shown == "triton.language.math" ? languageAdvice(name) : "";
  if (!advice.empty()) {
    return fail(Code::UnknownFunction, fmt::format("there is no `{}.{}`; {}", shown, name, advice));
  }
  static const std::set<std::string, std::less<>> kHost = {"triton.testing", "triton.runtime",
                                                           "triton.compiler"};
  if (kHost.count(object.name) != 0) {
    return fail(Code::UnknownModule, fmt::format("`{}.{}` is for the host only", shown, name));
  }
  std::string near = nearest(name, m_modules.names(object.name));
  if (!near.empty()) {
    fixName(name, near);
    return fail(Code::UnknownFunction,
                fmt::format("there is no `{0}.{1}`; did you mean `{0}.{2}`?", shown, name, near));
  }
  return fail(Code::UnknownFunction, fmt::format("there is no `{}.{}`", shown, name));
}

Value Emitter::objectMethod(const Value &object, const std::string &name) {
  bool memory = name == "load" || name == "store";
  if (object.isObject("block_pointer") && (memory || name == "advance")) {
    return m_modules.lookup("triton.language", name);
  }
  if (!object.isObject("tensor_descriptor")) {
    return Value::poison();
  }
  return memory ? m_modules.lookup("triton.language", name + "_tensor_descriptor")
                : m_modules.descriptorMethod(name);
}

Value Emitter::attribute(const Value &object, const std::string &name) {
  switch (object.kind) {
  case Value::Kind::Poison:
    return object;
  case Value::Kind::Module:
    return moduleAttribute(object, name);
  case Value::Kind::Opaque:
    return Value::named(Value::Kind::Opaque, object.name + "." + name);
  case Value::Kind::Tensor:
    return tensorAttribute(object, name);
  case Value::Kind::Dtype:
    return dtypeAttribute(object, name);
  case Value::Kind::Constant:
    if (name == "value") {
      return object;
    }
    if (object.isNumber() &&
        (name == "to" || name == "dtype" || name == "type" || name == "shape")) {
      return tensorAttribute(m_semantic.toTensor(object), name);
    }
    break;
  case Value::Kind::Object: {
    auto field = object.fields.find(name);
    if (field != object.fields.end()) {
      return field->second;
    }
    // A block pointer is a pointer to what its base points to.
    if (object.isObject("block_pointer") && (name == "dtype" || name == "type")) {
      return tensorAttribute(object.fields.at("base"), name);
    }
    if (object.function.definition) {
      bool isClass = object.isObject("aggregate_class");
      size_t errors = m_reporter.errors();
      Value member = classMember(object, isClass ? Value::poison() : object, name);
      if (!member.isPoison() || m_reporter.errors() != errors) {
        return member;
      }
    }
    Value method = objectMethod(object, name);
    if (!method.isPoison()) {
      method.kind = Value::Kind::Method;
      method.items = {object};
      method.name = name;
      return method;
    }
    break;
  }
  case Value::Kind::Tuple:
    if (name == "type") {
      return object;
    }
    for (size_t i = 0; i < object.labels.size(); ++i) {
      if (object.labels[i] == name) {
        return object.items[i];
      }
    }
    break;
  default:
    break;
  }
  std::vector<std::string> known;
  for (const auto &[field, value] : object.fields) {
    known.push_back(field);
  }
  if (object.isObject("block_pointer") || object.isObject("tensor_descriptor")) {
    known.insert(known.end(), {"dtype", "type", "load", "store"});
  }
  std::string near = nearest(name, known);
  if (!near.empty()) {
    fixName(name, near);
  }
  std::string advice = object.isTuple() || object.isNumber() ? methodAdvice(name) : "";
  return fail(Code::UnknownAttribute,
              fmt::format("{} has no attribute `{}`{}", describe(object), name,
                          !near.empty()    ? fmt::format("; did you mean `{}`?", near)
                          : advice.empty() ? ""
                                           : "; " + advice));
}

Value Emitter::tensorAttribute(const Value &object, const std::string &name) {
  if (object.isPoison()) {
    return object;
  }
  if (name == "dtype") {
    return Value::dtype(object.type.element());
  }
  if (name == "type") {
    return Value::dtype(object.type);
  }
  if (name == "shape") {
    Value shape = Value::tuple({});
    for (int64_t extent : object.type.shape) {
      shape.items.push_back(Value::ofInt(extent));
    }
    return shape;
  }
  if (name == "numel") {
    return Value::ofInt(object.type.elements());
  }
  if (name == "T") {
    return m_semantic.permute(object, {1, 0});
  }
  Value method = m_modules.method(name);
  if (method.isPoison()) {
    if (name.rfind("__", 0) == 0 || Modules::knownUnsupported(name)) {
      return fail(Code::NotSupportedYet,
                  fmt::format("the tensor method `{}` is not supported yet", name));
    }
    std::string advice = object.type.isPointer() ? pointerAdvice(name) : methodAdvice(name);
    if (!advice.empty()) {
      return fail(Code::UnknownAttribute,
                  fmt::format("{} has no attribute `{}`; {}", describe(object), name, advice));
    }
    std::vector<std::string> known = m_modules.methodNames();
    known.insert(known.end(), {"shape", "dtype", "type", "numel", "T"});
    std::string near = nearest(name, known);
    if (!near.empty()) {
      fixName(name, near);
    }
    return fail(Code::UnknownAttribute,
                fmt::format("{} has no attribute `{}`{}", describe(object), name,
                            near.empty() ? "" : fmt::format("; did you mean `{}`?", near)));
  }
  Value bound = method;
  bound.kind = Value::Kind::Method;
  bound.items = {object};
  bound.name = name;
  return bound;
}

namespace {

/// Methods of a type that answer a question at compile time.
bool isTypeQuestion(const std::string &name) {
  static const std::set<std::string, std::less<>> kPredicates = {"is_ptr",
                                                                 "is_block",
                                                                 "is_floating",
                                                                 "is_int",
                                                                 "is_int_signed",
                                                                 "is_int_unsigned",
                                                                 "is_bool",
                                                                 "is_fp8",
                                                                 "is_fp16",
                                                                 "is_bf16",
                                                                 "is_fp32",
                                                                 "is_fp64",
                                                                 "is_standard_floating",
                                                                 "is_void",
                                                                 "kind",
                                                                 "is_const",
                                                                 "is_int1",
                                                                 "is_int8",
                                                                 "is_int16",
                                                                 "is_int32",
                                                                 "is_int64",
                                                                 "is_uint8",
                                                                 "is_uint16",
                                                                 "is_uint32",
                                                                 "is_uint64",
                                                                 "is_fp8e4nv",
                                                                 "is_fp8e5",
                                                                 "is_fp8e4b8",
                                                                 "is_fp8e5b16",
                                                                 "is_fp8e4b15"};
  return kPredicates.count(name) != 0;
}

} // namespace

Value Emitter::dtypeAttribute(const Value &object, const std::string &name) {
  const Type &type = object.type;
  if (name == "scalar") {
    return Value::dtype(type.element());
  }
  if (name == "element_ty") {
    return Value::dtype(type.isBlock() ? type.element() : type.isPointer() ? type.pointee() : type);
  }
  if (name == "shape") {
    return tensorAttribute(Value::tensor({}, type), "shape");
  }
  if (name == "primitive_bitwidth" || name == "int_bitwidth") {
    return Value::ofInt(type.bits());
  }
  if (name == "itemsize") {
    return Value::ofInt(std::max(1, type.bits() / 8));
  }
  if (name == "name") {
    return Value::ofString(type.text());
  }
  if (name == "fp_mantissa_width" && type.isFloat()) {
    return Value::ofInt(mantissaWidth(type.scalar));
  }
  if (name == "numel") {
    return Value::ofInt(type.elements());
  }
  if (isTypeQuestion(name)) {
    Value method = Value::named(Value::Kind::Method, name);
    method.items = {object};
    return method;
  }
  return fail(Code::UnknownAttribute,
              fmt::format("{} has no attribute `{}`", describe(object), name));
}

} // namespace charonia::frontend

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an expression of the language evaluates to: an SSA value with its type, or something that
// exists at compile time only.
#pragma once

#include "Constant.h"
#include "IrBuilder.h"
#include "Types.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace charonia::frontend {

struct BuiltinInfo;
struct ModuleScope;

/// A function of a source file, with the file it is in.
struct FunctionRef {
  const Node *definition = nullptr;
  const ModuleScope *module = nullptr;
  bool jit = false, noinlineFunction = false;
  bool method = false; ///< of a class: a function without @triton.jit is run as Python runs it
};

struct Value {
  enum class Kind : uint8_t {
    Poison,   ///< follows an error that was reported; suppresses further ones
    Constant, ///< number, string, None
    Tensor,   ///< `ir` of `type`
    Tuple,    ///< `items`
    Dtype,    ///< `type`
    Function, ///< `function`
    Builtin,  ///< `builtin`
    Module,   ///< `name`: dotted path
    Method,   ///< items[0] is the receiver; `builtin` or `function` or `name`
    Slice,    ///< items: lower, upper, step
    Range,    ///< items: start, end, step; `name`: "range" or "static_range"; `fields`: options
    Object,   ///< `name`: what it is ("tensor_descriptor", "named_tuple" ...); `fields`
    Opaque,   ///< `name`: known by name only (torch.float32)
  };
  Kind kind = Kind::Poison;
  Constant constant;
  IrValue ir;
  Type type;
  std::vector<Value> items;
  std::vector<std::string> labels; ///< names of the items of a named tuple, or empty
  std::map<std::string, Value> fields;
  FunctionRef function;
  const BuiltinInfo *builtin = nullptr;
  std::string name;
  uint32_t identity = 0; ///< of an aggregate that a kernel made, which may be changed in place

  static Value poison() { return {}; }
  static Value of(Constant constant) {
    Value value;
    value.kind = Kind::Constant;
    value.constant = std::move(constant);
    return value;
  }
  static Value none() { return of(Constant::none()); }
  static Value ofInt(Integer number) { return of(Constant::ofInt(number)); }
  static Value ofBool(bool flag) { return of(Constant::ofBool(flag)); }
  static Value ofString(std::string text) { return of(Constant::ofString(std::move(text))); }
  static Value tensor(IrValue ir, Type type) {
    Value value;
    value.kind = Kind::Tensor;
    value.ir = ir;
    value.type = std::move(type);
    return value;
  }
  static Value tuple(std::vector<Value> items) {
    Value value;
    value.kind = Kind::Tuple;
    value.items = std::move(items);
    return value;
  }
  static Value dtype(Type type) {
    Value value;
    value.kind = Kind::Dtype;
    value.type = std::move(type);
    return value;
  }
  static Value named(Kind kind, std::string name) {
    Value value;
    value.kind = kind;
    value.name = std::move(name);
    return value;
  }

  bool isPoison() const { return kind == Kind::Poison; }
  bool isTensor() const { return kind == Kind::Tensor; }
  bool isConstant() const { return kind == Kind::Constant; }
  bool isNone() const { return isConstant() && constant.isNone(); }
  bool isNumber() const { return isConstant() && constant.isNumber(); }
  bool isInteger() const { return isConstant() && constant.isInteger(); }
  bool isString() const { return isConstant() && constant.isString(); }
  bool isTuple() const { return kind == Kind::Tuple; }
  bool isDtype() const { return kind == Kind::Dtype; }
  bool isObject(const char *what) const { return kind == Kind::Object && name == what; }
};

/// True if a poison is anywhere in it.
bool containsPoison(const Value &value);
/// "an fp32[64] block", "the constant 3", "the function `f`": for messages.
std::string describe(const Value &value);
/// The compile-time part of a value as text, for naming specialised functions.
std::string mangle(const Value &value);

} // namespace charonia::frontend

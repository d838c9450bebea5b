// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelArguments.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::frontend {
namespace {

using launch::Argument;
using launch::ConstantValue;

/// A structure before its fields are read; `constant` is its key.
constexpr const char *kPlaceholder = "c_structure";
/// More fields than this are not read one by one.
constexpr size_t kMaxFields = 256;

bool isConstexpr(const Node &parameter) {
  const Node *annotation = parameter.first;
  return annotation && (annotation->name == "constexpr" ||
                        annotation->constant.text.find("constexpr") != std::string::npos);
}

/// A string may stand for a type of the language ("tl.float32").
Value stringConstant(const std::string &text) {
  if (text.rfind("tl.", 0) == 0) {
    if (std::optional<Scalar> scalar = scalarByLanguageName(text.substr(3))) {
      return Value::dtype(Type::of(*scalar));
    }
  }
  return Value::ofString(text);
}

/// The type that an annotation forces, in signature spelling: "tl.int64", "i64", "*fp16", int.
std::string annotatedType(std::string text) {
  auto strip = [&](std::string_view prefix) {
    bool there = text.rfind(prefix, 0) == 0;
    text.erase(0, there ? prefix.size() : 0);
    return there;
  };
  bool constant = strip("const ");
  std::string stars;
  while (strip("*")) {
    stars += '*';
  }
  constant = strip("k") || constant;
  strip("tl.");
  if (text == "int" || text == "float" || text == "bool") {
    text = text == "int" ? "i32" : text == "float" ? "fp32" : "i1";
  }
  std::optional<Scalar> scalar = scalarByLanguageName(text);
  scalar = scalar ? scalar : scalarBySignatureName(text == "u1" ? "i1" : text);
  if (!scalar || *scalar == Scalar::Void) {
    return {};
  }
  return stars + (constant && !stars.empty() ? "k" : "") + std::string(signatureName(*scalar));
}

} // namespace

KernelArguments::KernelArguments(const launch::Launch &launch, const FunctionRef &kernel,
                                 Emitter &emitter, std::vector<compiler::Diagnostic> &diagnostics)
    : m_launch(launch), m_kernel(kernel), m_emitter(emitter), m_diagnostics(diagnostics),
      m_types(emitter), m_leaves(launch::leavesOf(launch)) {
  for (size_t i = 0; i < m_leaves.size(); ++i) {
    m_leavesOf[launch.args[m_leaves[i].argument].name].push_back(i);
  }
}

void KernelArguments::fail(Code code, std::string message, const Place &place) {
  m_diagnostics.push_back(
      makeDiagnostic(code, std::move(message), m_kernel.module->source->file, place));
}

void KernelArguments::readList(const Node &list, std::set<std::string> &names) {
  Value value = m_emitter.evaluateGlobal(m_kernel.module, list);
  std::vector<Value> items = value.isTuple() ? value.items : std::vector<Value>{value};
  for (const Value &item : items) {
    if (item.isString()) {
      names.insert(item.constant.text);
    } else if (item.isInteger() && item.constant.integer >= 0 &&
               item.constant.integer < static_cast<Integer>(m_kernel.definition->items.size())) {
      names.insert(m_kernel.definition->items[static_cast<size_t>(item.constant.integer)]->name);
    }
  }
}

void KernelArguments::readDecorators() {
  for (const Node *decorator : m_kernel.definition->decorators) {
    if (decorator->kind != NodeKind::Call) {
      continue;
    }
    for (const Node *keyword : decorator->keywords) {
      if (keyword->name == "do_not_specialize") {
        readList(*keyword->first, m_noSpecialize);
      } else if (keyword->name == "do_not_specialize_on_alignment") {
        readList(*keyword->first, m_noAlign);
      }
    }
  }
}

KernelArguments::Rules KernelArguments::rulesOf(const Node &parameter, size_t) const {
  Rules rules;
  rules.specialize = m_noSpecialize.count(parameter.name) == 0;
  rules.align = rules.specialize && m_noAlign.count(parameter.name) == 0;
  const Node *annotation = parameter.first;
  if (annotation && annotation->kind == NodeKind::Constant) {
    rules.annotation = annotatedType(annotation->constant.text);
  } else if (annotation &&
             (annotation->kind == NodeKind::Attribute || annotation->kind == NodeKind::Name)) {
    rules.annotation = annotatedType(annotation->name);
  }
  if (rules.annotation == "i1" || rules.annotation.rfind("fp", 0) == 0 ||
      rules.annotation.rfind("bf", 0) == 0) {
    rules.align = false;
  }
  return rules;
}

std::optional<std::vector<KernelParameter>> KernelArguments::run() {
  readDecorators();
  std::vector<KernelParameter> parameters;
  parameters.reserve(m_kernel.definition->items.size());
  bool good = true;
  for (size_t i = 0; i < m_kernel.definition->items.size(); ++i) {
    m_current = &parameters.emplace_back();
    m_current->value = parameter(*m_kernel.definition->items[i], i);
    good = good && !containsPoison(m_current->value);
  }
  return good ? std::optional(std::move(parameters)) : std::nullopt;
}

Value KernelArguments::parameter(const Node &node, size_t index) {
  if (auto found = m_launch.constexprs.find(node.name); found != m_launch.constexprs.end()) {
    return constant(found->second, node);
  }
  for (const Argument &argument : m_launch.args) {
    if (argument.name != node.name) {
      continue;
    }
    if (argument.kind == Argument::Kind::Constexpr ||
        (isConstexpr(node) && argument.kind == Argument::Kind::Scalar)) {
      return constant(argument.value, node);
    }
    m_queue = m_leavesOf[argument.name];
    m_next = 0;
    if (argument.kind != Argument::Kind::Struct && node.first &&
        node.first->kind == NodeKind::Name &&
        m_kernel.module->globals.count(node.first->name) != 0 &&
        m_types.isStructure(annotationValue(node))) {
      fail(Code::BadArgumentType,
           fmt::format("`{}` is the structure `{}`, but the launch gives {}; give it as "
                       "{{\"type\": \"struct\", \"fields\": [...]}}",
                       node.name, node.first->name, argument.typeText),
           node.place);
      return Value::poison();
    }
    return given(argument, node, rulesOf(node, index));
  }
  if (node.second) {
    // A default is known when the kernel is compiled, also that of a run-time parameter.
    return m_emitter.evaluateGlobal(m_kernel.module, *node.second);
  }
  fail(Code::MissingArgument,
       fmt::format("the launch gives no value for the {} `{}` of `{}`",
                   isConstexpr(node) ? "constexpr" : "argument", node.name, m_launch.function),
       node.place);
  return Value::poison();
}

Value KernelArguments::leaf(const Type &type, bool divisible) {
  size_t index = m_queue[m_next++];
  m_used.push_back(index);
  m_current->divisible.push_back(divisible);
  m_current->names.push_back(m_leaves[index].name);
  return Value::tensor({}, type);
}

Value KernelArguments::given(const Argument &argument, const Node &node, const Rules &rules) {
  switch (argument.kind) {
  case Argument::Kind::Constexpr:
    skipLeaves(1);
    return constant(argument.value, node);
  case Argument::Kind::Pointer:
    return pointer(argument.typeText, argument.isConstPointer, node, rules);
  case Argument::Kind::Scalar:
    return scalar(argument, node, rules);
  case Argument::Kind::Tuple:
    return tuple(argument, node, rules);
  case Argument::Kind::Descriptor:
    return descriptor(argument, node);
  case Argument::Kind::Struct:
    return structure(argument, node);
  }
  return Value::poison();
}

std::optional<Type> KernelArguments::typeOf(const std::string &typeText, const Node &node) {
  std::optional<Type> type = typeBySignature(typeText);
  if (!type) {
    fail(Code::BadArgumentType,
         fmt::format("the argument `{}` has the unknown type \"{}\"", node.name, typeText),
         node.place);
  }
  return type;
}

bool KernelArguments::agrees(const Type &type, const std::optional<Type> &annotated,
                             const Node &node) {
  if (annotated && !(*annotated == type)) {
    fail(Code::BadArgumentType,
         fmt::format("the annotation of `{}` says {}, but the launch gives {}", node.name,
                     annotated->text(), type.text()),
         node.place);
    return false;
  }
  return true;
}

Value KernelArguments::pointer(const std::string &typeText, bool constant, const Node &node,
                               const Rules &rules) {
  std::optional<Type> type = typeOf(typeText, node);
  if (!type) {
    return Value::poison();
  }
  std::optional<Type> forced =
      rules.annotation.rfind('*', 0) == 0 ? typeBySignature(rules.annotation) : std::nullopt;
  bool annotatedConst = node.first && node.first->name == "const";
  type->constant = type->constant || constant || annotatedConst || (forced && forced->constant);
  if (!agrees(*type, forced, node)) {
    return Value::poison();
  }
  // Buffers begin at multiples of 4 KiB.
  return leaf(*type, rules.align);
}

Value KernelArguments::scalar(const Argument &argument, const Node &node, const Rules &rules) {
  std::optional<Type> type = typeOf(argument.typeText, node);
  if (!type ||
      (!rules.annotation.empty() && !agrees(*type, typeBySignature(rules.annotation), node))) {
    return Value::poison();
  }
  bool integer = type->isInt() && !type->isBool() &&
                 (argument.value.kind == ConstantValue::Kind::Int ||
                  argument.value.kind == ConstantValue::Kind::Expression);
  // Upstream folds the integers that a call gives as Python numbers: i32, i64 and u64.
  bool folds =
      argument.typeText == "i32" || argument.typeText == "i64" || argument.typeText == "u64";
  if (integer && folds && rules.specialize && rules.annotation.empty() &&
      argument.value.integer == 1) {
    skipLeaves(1);
    return Value::ofInt(1);
  }
  return leaf(*type, integer && rules.align && argument.value.integer % 16 == 0);
}

Value KernelArguments::tuple(const Argument &argument, const Node &node, const Rules &rules) {
  Value result = Value::tuple({});
  for (const Argument &item : argument.fields) {
    Rules inner = rules;
    inner.annotation.clear();
    result.items.push_back(given(item, node, inner));
    if (result.items.back().isPoison()) {
      return Value::poison();
    }
    if (!item.name.empty()) {
      result.labels.push_back(item.name);
    }
  }
  Value type = annotationValue(node);
  if (type.isObject("named_tuple") && type.labels.size() == result.items.size()) {
    result.labels = type.labels;
  }
  if (result.labels.size() != result.items.size()) {
    result.labels.clear();
  }
  return result;
}

Value KernelArguments::descriptor(const Argument &argument, const Node &node) {
  std::string element = argument.typeText.substr(11, argument.typeText.find('[') - 11);
  std::optional<Type> type = typeBySignature(element);
  if (!type || argument.block.empty()) {
    fail(Code::BadArgumentType,
         fmt::format("the argument `{}` has the unknown type \"{}\"", node.name, argument.typeText),
         node.place);
    return Value::poison();
  }
  Value strides = Value::tuple({});
  for (int64_t stride : argument.strides) {
    strides.items.push_back(Value::ofInt(stride));
  }
  std::string problem = m_emitter.descriptorProblem(*type, argument.block, strides);
  if (!problem.empty()) {
    fail(Code::BadArgumentType, fmt::format("the argument `{}`: {}", node.name, problem),
         node.place);
    return Value::poison();
  }
  Type base = *type;
  base.pointers = 1;
  Value object = Value::named(Value::Kind::Object, "tensor_descriptor");
  Value block = Value::tuple({}), shape = Value::tuple({}), steps = Value::tuple({});
  object.fields["base"] = leaf(base, true);
  for (size_t i = 0; i < argument.block.size(); ++i) {
    block.items.push_back(Value::ofInt(argument.block[i]));
    shape.items.push_back(leaf(Type::of(Scalar::Int32), false));
  }
  for (size_t i = 0; i < argument.block.size(); ++i) {
    steps.items.push_back(leaf(Type::of(Scalar::Int64), false));
  }
  object.fields["shape"] = shape;
  object.fields["strides"] = steps;
  object.fields["block_shape"] = block;
  object.fields["dtype"] = Value::dtype(*type);
  object.fields["padding"] = Value::ofString(argument.padNan ? "nan" : "zero");
  return object;
}

Value KernelArguments::annotationValue(const Node &node) {
  bool named = node.first && (node.first->kind == NodeKind::Name ||
                              (node.first->kind == NodeKind::Attribute && node.first->first));
  return named ? m_emitter.evaluateGlobal(m_kernel.module, *node.first) : Value::none();
}

Value KernelArguments::structure(const Argument &argument, const Node &node) {
  Argument type = argument;
  Value annotation = annotationValue(node);
  std::string shown = "struct";
  if (m_types.isStructure(annotation)) {
    std::optional<Argument> declared = m_types.declared(annotation);
    if (!declared || !agree(argument, *declared, node.name, node)) {
      return Value::poison();
    }
    type = *declared;
    shown = annotation.name;
  } else if (node.first && !annotation.isNone()) {
    fail(Code::BadArgumentType,
         fmt::format("the launch gives `{}` as a structure, but its annotation is no class with "
                     "the base ctypes.Structure",
                     node.name),
         node.first->place);
    return Value::poison();
  }
  type.name = node.name;
  size_t fields = launch::layoutOf(type).fields.size();
  if (fields > kMaxFields) {
    fail(Code::BadArgumentType,
         fmt::format("the structure `{}` has {} fields, more than the limit of {}; pass a pointer "
                     "to the data instead",
                     node.name, fields, kMaxFields),
         node.place);
    return Value::poison();
  }
  Value placeholder = Value::named(Value::Kind::Object, kPlaceholder);
  std::string key = m_leaves[m_queue[m_next]].name;
  m_structures[key] = type;
  placeholder.fields["class"] = Value::ofString(shown);
  placeholder.fields["key"] = Value::ofString(key);
  placeholder.fields["address"] = leaf({Scalar::Int8, 1, true, {}}, true);
  return placeholder;
}

bool KernelArguments::agree(const Argument &given, Argument &declared, const std::string &name,
                            const Node &node) {
  auto differ = [&](const std::string &what) {
    fail(Code::BadArgumentType, fmt::format("the structure `{}`: {}", name, what), node.place);
    return false;
  };
  if (given.kind == Argument::Kind::Pointer && declared.kind == given.kind) {
    if (declared.typeText == "*") {
      declared.typeText = given.typeText;
      declared.type = given.type;
      declared.isUnsigned = given.isUnsigned;
    }
    auto left = typeBySignature(declared.typeText), right = typeBySignature(given.typeText);
    return left && right && *left == *right
               ? true
               : differ(fmt::format("the class says {}, but the launch gives {}", declared.typeText,
                                    given.typeText));
  }
  if (given.kind != declared.kind ||
      (given.kind == Argument::Kind::Scalar && given.typeText != declared.typeText)) {
    return differ(fmt::format("the class says {}, but the launch gives {}", declared.typeText,
                              given.typeText));
  }
  if (given.fields.size() != declared.fields.size()) {
    return differ(fmt::format("the class has {} fields, but the launch gives {}",
                              declared.fields.size(), given.fields.size()));
  }
  bool named = given.kind == Argument::Kind::Struct;
  if (named && given.pack != declared.pack) {
    return differ(fmt::format("the class has _pack_ = {}, but the launch says \"pack\": {}",
                              declared.pack, given.pack));
  }
  for (size_t i = 0; i < given.fields.size(); ++i) {
    if (named && given.fields[i].name != declared.fields[i].name) {
      return differ(fmt::format("field {} is `{}` in the class, but `{}` in the launch", i,
                                declared.fields[i].name, given.fields[i].name));
    }
    std::string inner = name + "." + (named ? declared.fields[i].name : std::to_string(i));
    if (!agree(given.fields[i], declared.fields[i], inner, node)) {
      return false;
    }
  }
  return true;
}

//===-- Inside the kernel ------------------------------------------------------------------===//

Value KernelArguments::prepare(const Value &value) {
  if (value.isTuple()) {
    Value result = value;
    for (Value &item : result.items) {
      item = prepare(item);
    }
    return result;
  }
  if (!value.isObject(kPlaceholder)) {
    return value;
  }
  const Argument &type = m_structures.at(value.fields.at("key").constant.text);
  const launch::StructureLayout layout = launch::layoutOf(type);
  size_t field = 0;
  Value result = read(value.fields.at("address"), type, type.name, layout, field);
  result.name = value.fields.at("class").constant.text;
  return result;
}

Value KernelArguments::read(const Value &address, const Argument &part, const std::string &name,
                            const launch::StructureLayout &layout, size_t &field) {
  if (part.kind == Argument::Kind::Tuple) {
    Value items = Value::tuple({});
    for (const Argument &item : part.fields) {
      items.items.push_back(read(address, item, name, layout, field));
    }
    return items;
  }
  if (part.kind == Argument::Kind::Struct) {
    Value object = Value::named(Value::Kind::Object, "struct");
    for (const Argument &member : part.fields) {
      object.fields[member.name] = read(address, member, member.name, layout, field);
    }
    return object;
  }
  return readField(address, layout.fields[field++]);
}

Value KernelArguments::readField(const Value &address, const launch::StructureField &field) {
  const Argument &argument = *field.field;
  Semantic &semantic = m_emitter.semantic();
  std::optional<Type> type = typeBySignature(argument.typeText);
  if (!type) {
    return m_emitter.reporter().fail(
        Code::BadArgumentType,
        fmt::format("the field `{}` has the unknown type \"{}\"; a ctypes.c_void_p needs a launch "
                    "that gives its element type",
                    field.name, argument.typeText));
  }
  Type stored = type->isPointer() ? Type::of(Scalar::Int64) : *type;
  stored.pointers = 1;
  Value place = address;
  if (field.offset != 0) {
    Value offset = semantic.constant(Constant::ofInt(field.offset), Type::of(Scalar::Int32));
    place = semantic.binary(Operator::Add, address, offset);
  }
  stored.constant = true;
  place = semantic.bitcast(place, stored);
  Value value = semantic.load(place, Value::none(), Value::none(), {});
  return type->isPointer() ? semantic.cast(value, *type) : value;
}

//===-- Constants ----------------------------------------------------------------------------===//

Value KernelArguments::constant(const ConstantValue &value, const Node &node) {
  switch (value.kind) {
  case ConstantValue::Kind::None:
    return Value::none();
  case ConstantValue::Kind::Bool:
    return Value::ofBool(value.boolean);
  case ConstantValue::Kind::Int:
    return Value::ofInt(value.integer);
  case ConstantValue::Kind::Float:
    return Value::of(Constant::ofFloat(value.number));
  case ConstantValue::Kind::String:
    return stringConstant(value.text);
  case ConstantValue::Kind::Function: {
    Value function = m_emitter.modules().fromScope(m_kernel.module, value.text);
    if (function.kind != Value::Kind::Function) {
      fail(Code::BadArgumentType,
           fmt::format("the constexpr `{}` names the function \"{}\", which the file does not have",
                       node.name, value.text),
           node.place);
      return Value::poison();
    }
    return function;
  }
  case ConstantValue::Kind::DType:
    if (std::optional<Type> type = typeBySignature(value.text)) {
      return Value::dtype(*type);
    }
    if (std::optional<Scalar> scalar = scalarByLanguageName(value.text)) {
      return Value::dtype(Type::of(*scalar));
    }
    fail(Code::BadArgumentType,
         fmt::format("the constexpr `{}` names the unknown type \"{}\"", node.name, value.text),
         node.place);
    return Value::poison();
  case ConstantValue::Kind::Expression:
    return expressionConstant(value, node);
  case ConstantValue::Kind::Tuple: {
    Value result = Value::tuple({});
    for (const ConstantValue &item : value.items) {
      result.items.push_back(constant(item, node));
    }
    return containsPoison(result) ? Value::poison() : result;
  }
  }
  return Value::poison();
}

Value KernelArguments::expressionConstant(const ConstantValue &value, const Node &node) {
  auto result = launch::evaluateExpression(value.text, launch::expressionNames(m_launch));
  if (!result) {
    fail(Code::BadValue,
         fmt::format("the constexpr `{}` is \"{}\": {}", node.name, value.text, result.error()),
         node.place);
    return Value::poison();
  }
  return Value::ofInt(*result);
}

} // namespace charonia::frontend

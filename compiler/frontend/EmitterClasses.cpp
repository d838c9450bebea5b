// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classes of a source file in kernels: named tuples and aggregates (@tl.core._aggregate), whose
// constructors and plain methods Python would run, and whose @triton.jit methods are functions.
#include "Emitter.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::frontend {
namespace {

constexpr size_t kMaxPythonDepth = 64;

bool isNamed(const Node &node, std::string_view name) {
  return (node.kind == NodeKind::Name || node.kind == NodeKind::Attribute) && node.name == name;
}

/// Is one of the decorators called `name`, directly or by `from ... import name as other`?
bool decoratedBy(const ModuleScope &module, const Node &definition,
                 std::initializer_list<std::string_view> names) {
  for (const Node *decorator : definition.decorators) {
    std::string_view name = decorator->name;
    if (decorator->kind == NodeKind::Name) {
      auto found = module.globals.find(decorator->name);
      if (found != module.globals.end() && found->second->kind == NodeKind::Alias) {
        name = found->second->name;
      }
    } else if (decorator->kind != NodeKind::Attribute) {
      continue;
    }
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      return true;
    }
  }
  return false;
}

const Node *memberFunction(const Node &definition, std::string_view name) {
  const Node *found = nullptr;
  for (const Node *statement : definition.body) {
    if (statement->kind == NodeKind::FunctionDef && statement->name == name) {
      found = statement;
    }
  }
  return found;
}

/// The annotated fields of a class, in order.
std::vector<const Node *> annotatedFields(const Node &definition) {
  std::vector<const Node *> fields;
  for (const Node *statement : definition.body) {
    if (statement->kind == NodeKind::AnnAssign && statement->first->kind == NodeKind::Name) {
      fields.push_back(statement);
    }
  }
  return fields;
}

} // namespace

//===-- Classes -----------------------------------------------------------------------------===//

Value Emitter::classValue(const ModuleScope &module, const Node &definition) {
  Value value = Value::named(Value::Kind::Opaque, definition.name);
  value.function.definition = &definition;
  value.function.module = &module;
  if (decoratedBy(module, definition, {"_aggregate", "aggregate"})) {
    value.kind = Value::Kind::Object;
    value.name = "aggregate_class";
    value.constant = Constant::ofString(definition.name);
    return value;
  }
  bool maybeTuple = definition.items.size() == 1 && isNamed(*definition.items[0], "NamedTuple");
  if (!maybeTuple || evaluateGlobal(&module, *definition.items[0]).name != "typing.NamedTuple") {
    return value;
  }
  value.kind = Value::Kind::Object;
  value.name = "named_tuple";
  value.constant = Constant::ofString(definition.name);
  for (const Node *field : annotatedFields(definition)) {
    value.labels.push_back(field->first->name);
    value.items.push_back(field->third ? evaluateGlobal(&module, *field->third)
                                       : Value::named(Value::Kind::Opaque, "required"));
  }
  return value;
}

Value Emitter::namedTupleClass(const std::vector<Value> &arguments) {
  bool good = arguments.size() >= 2 && arguments[0].isString() &&
              (arguments[1].isString() || arguments[1].isTuple());
  if (!good) {
    return fail(Code::BadCall, "namedtuple takes a name and the names of its fields");
  }
  Value value = Value::named(Value::Kind::Object, "named_tuple");
  value.constant = arguments[0].constant;
  if (arguments[1].isTuple()) {
    for (const Value &field : arguments[1].items) {
      value.labels.push_back(field.constant.text);
    }
  } else {
    std::string word;
    for (char c : arguments[1].constant.text + ",") {
      if (c != ' ' && c != ',') {
        word += c;
      } else if (!word.empty()) {
        value.labels.push_back(std::exchange(word, {}));
      }
    }
  }
  value.items.assign(value.labels.size(), Value::named(Value::Kind::Opaque, "required"));
  return value;
}

Value Emitter::callClass(const Value &type, std::vector<Value> positional,
                         std::vector<std::pair<std::string, Value>> keywords) {
  return type.isObject("named_tuple") ? makeNamedTuple(type, positional, keywords)
                                      : makeAggregate(type, positional, keywords);
}

bool Emitter::bindFields(const Value &type, const std::vector<std::string> &names,
                         const std::vector<Value> &defaults, const std::vector<Value> &positional,
                         const std::vector<std::pair<std::string, Value>> &keywords,
                         std::vector<Value> &bound) {
  const std::string &shown = type.constant.text;
  if (positional.size() > names.size()) {
    fail(Code::BadCall, fmt::format("`{}` has {} fields, but gets {} values", shown, names.size(),
                                    positional.size()));
    return false;
  }
  for (const auto &[name, value] : keywords) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      fail(Code::BadCall,
           fmt::format("`{}` has no field `{}`{}", shown, name, suggestion(name, names)));
      return false;
    }
  }
  for (size_t i = 0; i < names.size(); ++i) {
    auto keyword = std::find_if(keywords.begin(), keywords.end(),
                                [&](const auto &entry) { return entry.first == names[i]; });
    bool given = i < positional.size();
    if (given && keyword != keywords.end()) {
      fail(Code::BadCall, fmt::format("`{}` gets two values for its field `{}`", shown, names[i]));
      return false;
    }
    bool hasDefault = i < defaults.size() && defaults[i].kind != Value::Kind::Opaque;
    if (!given && keyword == keywords.end() && !hasDefault) {
      fail(Code::BadCall, fmt::format("`{}` needs a value for its field `{}`", shown, names[i]));
      return false;
    }
    bound.push_back(given                       ? positional[i]
                    : keyword != keywords.end() ? keyword->second
                                                : defaults[i]);
  }
  return true;
}

Value Emitter::makeNamedTuple(const Value &type, const std::vector<Value> &positional,
                              const std::vector<std::pair<std::string, Value>> &keywords) {
  Value result = Value::tuple({});
  if (!bindFields(type, type.labels, type.items, positional, keywords, result.items)) {
    return Value::poison();
  }
  result.labels = type.labels;
  return containsPoison(result) ? Value::poison() : result;
}

//===-- Aggregates --------------------------------------------------------------------------===//

Value Emitter::makeAggregate(const Value &type, const std::vector<Value> &positional,
                             const std::vector<std::pair<std::string, Value>> &keywords) {
  const Node &definition = *type.function.definition;
  Value object = Value::named(Value::Kind::Object, definition.name);
  object.function = type.function;
  object.identity = ++m_identities;
  const Node *constructor = memberFunction(definition, "__init__");
  if (constructor && jitDecorated(*constructor)) {
    return fail(Code::NotJit, fmt::format("`{}.__init__` cannot be a @triton.jit function: Python "
                                          "runs it",
                                          definition.name));
  }
  if (constructor) {
    std::vector<Value> arguments = positional;
    arguments.insert(arguments.begin(), object);
    object = runPython({constructor, type.function.module, false, false}, std::move(arguments),
                       keywords, true);
  } else {
    std::vector<std::string> names;
    for (const Node *field : annotatedFields(definition)) {
      names.push_back(field->first->name);
    }
    std::vector<Value> bound;
    if (!bindFields(type, names, {}, positional, keywords, bound)) {
      return Value::poison();
    }
    for (size_t i = 0; i < names.size() && !object.isPoison(); ++i) {
      object = withField(object, names[i], bound[i]);
    }
  }
  if (object.isPoison()) {
    return object;
  }
  for (const Node *field : annotatedFields(definition)) {
    if (object.fields.count(field->first->name) == 0) {
      return fail(Code::UnknownAttribute, fmt::format("the constructor of `{}` did not set `{}`",
                                                      definition.name, field->first->name));
    }
  }
  return object;
}

/// Does the value fit the annotation of its field? Annotations that are no types of the language
/// are not checked.
bool Emitter::fitsAnnotation(const Value &object, const Node &annotation, const Value &value) {
  Value type = evaluateGlobal(object.function.module, annotation);
  if (type.name == "tl.tensor") {
    return value.isTensor();
  }
  if (type.name == "tl.constexpr") {
    return !value.isTensor() && !value.isTuple() && value.kind != Value::Kind::Object;
  }
  if (type.name == "tl.tuple") {
    return value.isTuple();
  }
  if (type.isObject("aggregate_class")) {
    return value.kind == Value::Kind::Object &&
           value.function.definition == type.function.definition;
  }
  return true;
}

Value Emitter::withField(const Value &object, const std::string &name, const Value &value) {
  const std::vector<const Node *> fields = annotatedFields(*object.function.definition);
  auto field = std::find_if(fields.begin(), fields.end(),
                            [&](const Node *node) { return node->first->name == name; });
  if (field == fields.end()) {
    std::vector<std::string> names;
    for (const Node *node : fields) {
      names.push_back(node->first->name);
    }
    return fail(Code::UnknownAttribute, fmt::format("`{}` has no field `{}`{}", object.name, name,
                                                    suggestion(name, names)));
  }
  if (value.isPoison()) {
    return value;
  }
  if (!fitsAnnotation(object, *(*field)->second, value)) {
    const ModuleScope &module = *object.function.module;
    return fail(Code::TypeMismatch,
                fmt::format("the field `{}` of `{}` is a {}, not {}", name, object.name,
                            sourceText(module.source->lines, (*field)->second->place),
                            describe(value)));
  }
  Value result = object;
  result.fields[name] = value;
  return result;
}

namespace {

/// Puts `value` where an object of that identity is.
bool replaceObject(Value &where, const Value &value) {
  if (where.kind == Value::Kind::Object && where.identity == value.identity) {
    where = value;
    return true;
  }
  bool found = false;
  for (Value &item : where.items) {
    found = replaceObject(item, value) || found;
  }
  for (auto &[name, field] : where.fields) {
    found = replaceObject(field, value) || found;
  }
  return found;
}

void renewIdentities(Value &value, uint32_t &next) {
  if (value.identity != 0) {
    value.identity = ++next;
  }
  for (Value &item : value.items) {
    renewIdentities(item, next);
  }
  for (auto &[name, field] : value.fields) {
    renewIdentities(field, next);
  }
}

} // namespace

void Emitter::renew(Value &value) { renewIdentities(value, m_identities); }

void Emitter::assignAttribute(const Node &target, Value value) {
  Value object = expression(*target.first);
  if (object.isPoison()) {
    return;
  }
  if (object.identity == 0) {
    fail(Code::UnsupportedSyntax, "an attribute cannot be assigned; use a name of its own");
    return;
  }
  Value changed =
      withField(object, target.name, m_current->compileTime ? value : decay(m_semantic, value));
  if (changed.isPoison()) {
    return;
  }
  std::vector<std::pair<std::string, Value>> found;
  for (const std::string &name : m_current->scope.order()) {
    Value variable = *m_current->scope.find(name);
    if (replaceObject(variable, changed)) {
      found.emplace_back(name, std::move(variable));
    }
  }
  if (found.size() > 1) {
    fail(Code::NotSupportedYet,
         fmt::format("`{}` and `{}` are the same object; assigning an attribute of an object with "
                     "two names is not supported",
                     found[0].first, found[1].first));
  }
  for (auto &[name, variable] : found) {
    m_current->scope.set(name, std::move(variable));
  }
}

Value Emitter::classMember(const Value &type, const Value &object, const std::string &name) {
  const ModuleScope &module = *type.function.module;
  const Node *member = memberFunction(*type.function.definition, name);
  if (!member) {
    return Value::poison();
  }
  Value function = Value::named(Value::Kind::Function, name);
  function.function = {member, &module, false, false};
  function.function.jit = jitDecorated(*member, &function.function.noinlineFunction);
  function.function.method = true;
  if (decoratedBy(module, *member, {"property"}) && !object.isPoison()) {
    return runPython(function.function, {object}, {}, false);
  }
  if (object.isPoison() || decoratedBy(module, *member, {"staticmethod"})) {
    return function;
  }
  function.kind = Value::Kind::Method;
  function.items = {object};
  return function;
}

Value Emitter::runPython(const FunctionRef &function, std::vector<Value> positional,
                         std::vector<std::pair<std::string, Value>> keywords, bool constructor) {
  std::vector<Value> bound;
  if (!bindParameters(function, positional, keywords, bound, {})) {
    return Value::poison();
  }
  const Node &definition = *function.definition;
  if (m_functions.size() >= kMaxPythonDepth) {
    return fail(Code::CallTooDeep, fmt::format("calls are nested more than {} deep at `{}`",
                                               kMaxPythonDepth, definition.name));
  }
  Function frame;
  frame.reference = function;
  frame.compileTime = true;
  for (size_t i = 0; i < bound.size(); ++i) {
    frame.scope.set(definition.items[i]->name, bound[i]);
  }
  size_t errors = m_reporter.errors();
  bool outerHost = std::exchange(m_host, true);
  interpretBody(frame);
  m_host = outerHost;
  if (m_reporter.errors() != errors) {
    return Value::poison();
  }
  return constructor ? *frame.scope.find(definition.items[0]->name)
                     : frame.returned.value_or(Value::none());
}

} // namespace charonia::frontend

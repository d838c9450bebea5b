// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls: arguments bound as Python binds them, functions emitted once per kind of arguments.
#include "Builtins.h"
#include "Emitter.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::frontend {
namespace {

constexpr size_t kMaxCallDepth = 64;

bool dtypePredicate(const Type &type, std::string_view name) {
  if (name == "is_ptr") {
    return type.isPointer();
  }
  if (name == "is_const") {
    return type.constant;
  }
  if (name == "is_block") {
    return type.isBlock();
  }
  if (name == "is_floating") {
    return type.isFloat();
  }
  if (name == "is_standard_floating") {
    return type.isFloat() && !type.isFp8();
  }
  if (name == "is_int") {
    return type.isInt();
  }
  if (name == "is_int_signed") {
    return type.isSigned();
  }
  if (name == "is_int_unsigned") {
    return type.isInt() && !type.isSigned();
  }
  if (name == "is_bool") {
    return type.isBool();
  }
  if (name == "is_fp8") {
    return type.isFp8();
  }
  std::string_view suffix = name.substr(3);
  return !type.isPointer() &&
         (languageName(type.scalar) == suffix || signatureName(type.scalar) == suffix);
}

} // namespace

Emitter::Emitter(IrBuilder &ir, Modules &modules, std::vector<compiler::Diagnostic> &diagnostics,
                 Recorder *recorder)
    : m_semantic(ir, m_reporter), m_ir(ir), m_modules(modules), m_reporter(diagnostics),
      m_builtins(std::make_unique<Builtins>(*this)), m_recorder(recorder) {}

Emitter::~Emitter() = default;

bool Emitter::isDtypeObject(const Value &value) const { return value.isDtype(); }

Value Emitter::callNode(const Node &node) {
  Value callee = expression(*node.first);
  std::vector<Value> positional;
  std::vector<std::pair<std::string, Value>> keywords;
  bool poison = callee.isPoison();
  for (const Node *argument : node.items) {
    if (argument->kind == NodeKind::Starred) {
      Value items = expression(*argument->first);
      if (!items.isTuple()) {
        if (!items.isPoison()) {
          PlaceGuard guard(*this, argument->place);
          fail(Code::BadCall, fmt::format("`*` unpacks a tuple, not {}", describe(items)));
        }
        poison = true;
        continue;
      }
      positional.insert(positional.end(), items.items.begin(), items.items.end());
      continue;
    }
    positional.push_back(expression(*argument));
    poison = poison || positional.back().isPoison();
  }
  for (const Node *keyword : node.keywords) {
    if (keyword->name.empty()) {
      PlaceGuard guard(*this, keyword->place);
      fail(Code::UnsupportedSyntax, "`**` in a call is not part of the language");
      poison = true;
      continue;
    }
    keywords.emplace_back(keyword->name, expression(*keyword->first));
    poison = poison || keywords.back().second.isPoison();
  }
  applyPlace();
  return poison ? Value::poison() : call(callee, std::move(positional), std::move(keywords));
}

Value Emitter::call(const Value &callee, std::vector<Value> positional,
                    std::vector<std::pair<std::string, Value>> keywords) {
  switch (callee.kind) {
  case Value::Kind::Poison:
    return callee;
  case Value::Kind::Builtin:
    return m_builtins->call(callee, std::move(positional), std::move(keywords));
  case Value::Kind::Function:
    return callFunction(callee.function, std::move(positional), std::move(keywords));
  case Value::Kind::Method: {
    if (callee.builtin) {
      positional.insert(positional.begin(), callee.items[0]);
      return m_builtins->call(callee, std::move(positional), std::move(keywords));
    }
    if (callee.function.definition) {
      positional.insert(positional.begin(), callee.items[0]);
      return callFunction(callee.function, std::move(positional), std::move(keywords));
    }
    if (callee.items[0].isDtype() && callee.name == "kind") {
      const Type &type = callee.items[0].type;
      return Value::ofInt(type.isBool() ? 0 : type.isInt() ? 1 : 2);
    }
    if (callee.items[0].isDtype()) {
      return Value::ofBool(dtypePredicate(callee.items[0].type, callee.name));
    }
    break;
  }
  case Value::Kind::Opaque:
    if (callee.name == "triton.jit" && positional.size() == 1 &&
        positional[0].kind == Value::Kind::Function) {
      positional[0].function.jit = true;
      return positional[0];
    }
    if (callee.function.definition) {
      return fail(
          Code::NotSupportedYet,
          fmt::format("objects of the class `{}` are not supported yet in a kernel", callee.name));
    }
    return fail(Code::UnknownModule, fmt::format("`{}` is not available in a kernel: it is from a "
                                                 "module that is not there, or for the host only",
                                                 callee.name));
  default:
    break;
  }
  return fail(Code::BadCall, fmt::format("{} cannot be called", describe(callee)));
}

bool Emitter::bindParameters(const FunctionRef &function, std::vector<Value> &positional,
                             std::vector<std::pair<std::string, Value>> &keywords,
                             std::vector<Value> &bound) {
  const Node &definition = *function.definition;
  std::vector<bool> used(keywords.size());
  size_t next = 0;
  for (const Node *parameter : definition.items) {
    auto form = static_cast<ParameterForm>(parameter->level);
    if (form == ParameterForm::KeywordVariadic) {
      fail(Code::UnsupportedSyntax, fmt::format("`**{}` of `{}` is not part of the language",
                                                parameter->name, definition.name));
      return false;
    }
    if (form == ParameterForm::Variadic) {
      bound.push_back(Value::tuple(
          {positional.begin() + static_cast<std::ptrdiff_t>(std::min(next, positional.size())),
           positional.end()}));
      next = positional.size();
      continue;
    }
    auto keyword = std::find_if(keywords.begin(), keywords.end(),
                                [&](const auto &entry) { return entry.first == parameter->name; });
    bool byPosition = form == ParameterForm::Plain && next < positional.size();
    if (keyword != keywords.end()) {
      used[static_cast<size_t>(keyword - keywords.begin())] = true;
    }
    if (byPosition && keyword != keywords.end()) {
      fail(Code::BadCall, fmt::format("`{}` gets two values for its parameter `{}`",
                                      definition.name, parameter->name));
      return false;
    }
    if (byPosition) {
      bound.push_back(positional[next++]);
    } else if (keyword != keywords.end()) {
      bound.push_back(keyword->second);
    } else if (parameter->second) {
      bound.push_back(evaluateGlobal(function.module, *parameter->second));
    } else {
      fail(Code::BadCall, fmt::format("`{}` needs a value for its parameter `{}`", definition.name,
                                      parameter->name));
      return false;
    }
  }
  if (next < positional.size()) {
    fail(Code::BadCall, fmt::format("`{}` takes {} arguments, but gets {}", definition.name,
                                    definition.items.size(), positional.size()));
    return false;
  }
  for (size_t i = 0; i < keywords.size(); ++i) {
    if (!used[i]) {
      failUnknownKeyword(definition, keywords[i].first);
      return false;
    }
  }
  return true;
}

void Emitter::failUnknownKeyword(const Node &definition, const std::string &keyword) {
  std::vector<std::string> names;
  for (const Node *parameter : definition.items) {
    names.push_back(parameter->name);
  }
  fail(Code::BadCall, fmt::format("`{}` has no parameter `{}`{}", definition.name, keyword,
                                  suggestion(keyword, names)));
}

Value Emitter::callFunction(const FunctionRef &function, std::vector<Value> positional,
                            std::vector<std::pair<std::string, Value>> keywords) {
  bool compileTime = constexprDecorated(*function.definition);
  if (!function.jit && !compileTime) {
    return fail(Code::NotJit, fmt::format("`{0}` is an ordinary Python function; put @triton.jit "
                                          "above `def {0}` to call it in a kernel",
                                          function.definition->name));
  }
  std::vector<Value> bound;
  if (!bindParameters(function, positional, keywords, bound)) {
    return Value::poison();
  }
  for (const Value &value : bound) {
    if (containsPoison(value)) {
      return Value::poison();
    }
  }
  if (compileTime) {
    return callCompileTime(function, bound);
  }
  if (function.noinlineFunction) {
    for (const Value &value : bound) {
      if (value.isTensor() && value.type.isBlock()) {
        return fail(Code::NoinlineArgument,
                    fmt::format("`{}` is noinline and takes scalars only, not {}",
                                function.definition->name, describe(value)));
      }
    }
  }
  const Emitted *emitted = emitFunction(function, bound);
  if (!emitted || !emitted->ok || emitted->result.isPoison()) {
    return Value::poison();
  }
  std::vector<Value> inputs, outputs;
  for (const Value &value : bound) {
    flatten(value, inputs);
  }
  flatten(emitted->result, outputs);
  IrValues arguments;
  for (const Value &input : inputs) {
    arguments.push_back(input.ir);
  }
  std::vector<Type> types;
  for (const Value &output : outputs) {
    types.push_back(output.type);
  }
  IrValues results = m_ir.call(emitted->symbol, arguments, types);
  size_t next = 0;
  return rebuild(emitted->result, results, next);
}

std::string Emitter::uniqueSymbol(const FunctionRef &function, const std::vector<Value> &bound) {
  std::string types, constants;
  for (size_t i = 0; i < bound.size(); ++i) {
    std::vector<Value> leaves;
    flatten(bound[i], leaves);
    if (leaves.empty()) {
      constants += fmt::format("__{}_{}", i, mangle(bound[i]));
    } else {
      types += (types.empty() ? "" : "_") + mangle(bound[i]);
    }
  }
  std::string symbol = fmt::format("{}.{}__{}{}", function.module->name, function.definition->name,
                                   types, constants);
  if (symbol.size() > 240) {
    symbol.resize(240);
  }
  std::replace_if(
      symbol.begin(), symbol.end(),
      [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 32; }, '_');
  std::string unique = symbol;
  for (int i = 1; !m_symbols.insert(unique).second; ++i) {
    unique = fmt::format("{}_{}", symbol, i);
  }
  return unique;
}

const Emitter::Emitted *Emitter::emitFunction(const FunctionRef &function,
                                              const std::vector<Value> &bound) {
  std::string key = fmt::format("{}:{}:{}", function.module->name, function.definition->name,
                                function.definition->place.line);
  for (const Value &value : bound) {
    key += "|" + mangle(value) + (value.isTensor() && value.type.constant ? "k" : "");
  }
  auto found = m_emitted.find(key);
  if (found != m_emitted.end()) {
    if (found->second.inProgress) {
      fail(Code::CallTooDeep, fmt::format("`{}` calls itself with arguments of the same types",
                                          function.definition->name));
      return nullptr;
    }
    return &found->second;
  }
  if (m_functions.size() >= kMaxCallDepth) {
    fail(Code::CallTooDeep, fmt::format("calls are nested more than {} deep at `{}`", kMaxCallDepth,
                                        function.definition->name));
    return nullptr;
  }
  Emitted &emitted = m_emitted[key];
  emitted.inProgress = true;
  emitted.symbol = uniqueSymbol(function, bound);
  size_t errorsBefore = m_reporter.errors();
  emitPrivate(function, bound, emitted);
  emitted.inProgress = false;
  emitted.ok = m_reporter.errors() == errorsBefore;
  return &emitted;
}

void Emitter::emitPrivate(const FunctionRef &function, const std::vector<Value> &bound,
                          Emitted &emitted) {
  std::vector<Type> types;
  std::vector<std::string> names;
  for (size_t i = 0; i < bound.size(); ++i) {
    std::vector<Value> leaves;
    flatten(bound[i], leaves);
    for (const Value &leaf : leaves) {
      types.push_back(leaf.type);
      names.push_back(function.definition->items[i]->name);
    }
  }
  Function frame;
  frame.reference = function;
  Function *outer = m_current;
  std::string variable;
  std::swap(variable, m_variable);
  m_reporter.frames.push_back({function.module->source->file, function.definition->name,
                               function.module->library, function.definition->place});
  applyPlace();
  m_ir.beginFunction(emitted.symbol, types, names, {}, false, function.noinlineFunction);
  IrValues arguments;
  for (size_t i = 0; i < types.size(); ++i) {
    arguments.push_back(m_ir.functionArgument(static_cast<unsigned>(i)));
  }
  size_t next = 0;
  for (size_t i = 0; i < bound.size(); ++i) {
    frame.scope.set(function.definition->items[i]->name, rebuild(bound[i], arguments, next));
  }
  m_current = &frame;
  m_functions.push_back(&frame);
  recordParameters(frame);
  emitBody(function);
  m_functions.pop_back();
  m_current = outer;
  m_reporter.frames.pop_back();
  std::swap(variable, m_variable);
  applyPlace();
  emitted.result = frame.returned.value_or(Value::none());
}

void Emitter::emitBody(const FunctionRef &function) {
  statements(function.definition->body);
  PlaceGuard guard(*this, function.definition->place);
  std::vector<Value> leaves;
  if (m_current->returned) {
    flatten(*m_current->returned, leaves);
  }
  std::vector<Type> types;
  for (const Value &leaf : leaves) {
    types.push_back(leaf.type);
  }
  if (!m_current->terminated) {
    if (m_current->returned && !m_current->returned->isNone() && !m_current->returned->isPoison()) {
      fail(Code::BadReturn, fmt::format("`{}` returns {} on one path and nothing at its end",
                                        function.definition->name, describe(*m_current->returned)));
    }
    IrValues results;
    for (const Type &type : types) {
      results.push_back(m_ir.op("ub.poison", {}, type));
    }
    m_ir.effect("tt.return", results);
  }
  m_ir.endFunction(types);
}

bool Emitter::emitKernel(const FunctionRef &function, const std::vector<Value> &arguments,
                         const std::vector<bool> &divisible) {
  const Node &definition = *function.definition;
  std::vector<Type> types;
  std::vector<std::string> names;
  std::vector<bool> marks;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].isTensor()) {
      types.push_back(arguments[i].type);
      names.push_back(definition.items[i]->name);
      marks.push_back(divisible[i]);
    }
  }
  Function frame;
  frame.reference = function;
  frame.isKernel = true;
  m_reporter.frames.push_back(
      {function.module->source->file, definition.name, false, definition.place});
  applyPlace();
  m_symbols.insert(definition.name);
  m_ir.beginFunction(definition.name, types, names, marks, true, false);
  unsigned next = 0;
  for (size_t i = 0; i < arguments.size(); ++i) {
    Value value = arguments[i];
    if (value.isTensor()) {
      value.ir = m_ir.functionArgument(next++);
    }
    frame.scope.set(definition.items[i]->name, value);
  }
  m_current = &frame;
  m_functions.push_back(&frame);
  recordParameters(frame);
  emitBody(function);
  m_functions.pop_back();
  m_current = nullptr;
  m_reporter.frames.pop_back();
  return m_reporter.errors() == 0;
}

} // namespace charonia::frontend

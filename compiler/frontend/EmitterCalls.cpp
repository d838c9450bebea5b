// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls: arguments bound as Python binds them, functions emitted once per kind of arguments.
#include "Builtins.h"
#include "Emitter.h"
#include "NameHints.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

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

Place beginOf(const Place &place) { return {place.line, place.column, place.line, place.column}; }

/// Packages that kernels' files import for the host's part.
bool isHostModule(const std::string &root) {
  static const std::set<std::string, std::less<>> kHost = {
      "torch",       "numpy",       "os",     "sys",        "math",    "typing",
      "functools",   "time",        "random", "itertools",  "logging", "pytest",
      "pandas",      "dataclasses", "enum",   "matplotlib", "cupy",    "jax",
      "collections", "warnings",    "json",   "re",         "pathlib", "contextlib",
      "inspect",     "ctypes",      "copy",   "operator",   "types"};
  return kHost.count(root) != 0;
}

/// Something of a module that is not part of the language.
std::string unavailable(const std::string &name) {
  std::string last = name.substr(name.rfind('.') + 1);
  std::string root = name.substr(0, name.find('.'));
  bool array =
      root == "torch" || root == "numpy" || root == "math" || root == "cupy" || root == "jax";
  std::string advice = array ? languageAdvice(last) : "";
  static const std::set<std::string, std::less<>> kSame = {
      "exp",        "exp2",    "log",     "log2",    "sqrt",    "rsqrt",    "sin",     "cos",
      "abs",        "max",     "min",     "sum",     "maximum", "minimum",  "where",   "zeros",
      "zeros_like", "full",    "arange",  "floor",   "ceil",    "erf",      "sigmoid", "softmax",
      "cumsum",     "argmax",  "argmin",  "clamp",   "flip",    "sort",     "topk",    "gather",
      "cat",        "permute", "reshape", "float32", "float16", "bfloat16", "float64", "int32",
      "int64",      "int16",   "int8",    "uint8",   "fma",     "cdiv"};
  if (advice.empty() && array && kSame.count(last) != 0) {
    advice = "use tl." + last;
  }
  if (root == "tl" || root == "triton") {
    return fmt::format("`{}` is for the host only and not available in a kernel", name);
  }
  if (array || isHostModule(root)) {
    return fmt::format("`{}` is not available in a kernel: `{}` is for the host only{}", name, root,
                       advice.empty() ? "" : "; " + advice);
  }
  size_t dots = std::min(name.find_first_not_of('.'), name.size());
  std::string module = name.substr(dots, std::max(name.rfind('.'), dots) - dots);
  if (dots == 0 && module.size() == name.size()) {
    return fmt::format("`{}` is not available in a kernel", name);
  }
  std::string path = module.empty() ? last : module;
  std::replace(path.begin(), path.end(), '.', '/');
  std::string folder = dots == 0   ? "the folder of the kernel or the search paths"
                       : dots == 1 ? "the folder of this file"
                                   : fmt::format("the folder {} above this file's", dots - 1);
  return fmt::format("`{}` is not available in a kernel: there is no {}.py in {}", last, path,
                     folder);
}

} // namespace

Emitter::Emitter(IrBuilder &ir, Modules &modules, std::vector<compiler::Diagnostic> &diagnostics,
                 Recorder *recorder)
    : m_semantic(ir, m_reporter), m_ir(ir), m_modules(modules), m_reporter(diagnostics),
      m_builtins(std::make_unique<Builtins>(*this)), m_recorder(recorder) {}

Emitter::~Emitter() = default;

bool Emitter::isDtypeObject(const Value &value) const { return value.isDtype(); }

Value Emitter::failAt(const ModuleScope &module, const Node &where, Code code,
                      std::string message) {
  m_reporter.frames.push_back({module.source->file, "<module>", module.library, where.place});
  Value poison = fail(code, std::move(message));
  m_reporter.frames.pop_back();
  return poison;
}

Value Emitter::callNode(const Node &node) {
  Value callee = expression(*node.first);
  std::vector<Value> positional;
  std::vector<std::pair<std::string, Value>> keywords;
  bool poison = callee.isPoison();
  CallSite site;
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
      site.positional.resize(positional.size(), argument);
      continue;
    }
    positional.push_back(expression(*argument));
    site.positional.push_back(argument);
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
    site.keywords.push_back(keyword);
    poison = poison || keywords.back().second.isPoison();
  }
  applyPlace();
  if (poison) {
    return Value::poison();
  }
  m_site = std::move(site);
  Function *caller = m_current;
  const Node *outer = caller ? std::exchange(caller->call, &node) : nullptr;
  Value result = call(callee, std::move(positional), std::move(keywords));
  if (caller) {
    caller->call = outer;
  }
  return result;
}

Value Emitter::call(const Value &callee, std::vector<Value> positional,
                    std::vector<std::pair<std::string, Value>> keywords) {
  CallSite site = std::exchange(m_site, {});
  switch (callee.kind) {
  case Value::Kind::Poison:
    return callee;
  case Value::Kind::Object:
    if (callee.isObject("named_tuple") || callee.isObject("aggregate_class")) {
      return callClass(callee, std::move(positional), std::move(keywords));
    }
    break;
  case Value::Kind::Builtin:
    return m_builtins->call(callee, std::move(positional), std::move(keywords), site);
  case Value::Kind::Function:
    return callFunction(callee.function, std::move(positional), std::move(keywords), site);
  case Value::Kind::Method: {
    if (callee.builtin || callee.function.definition) {
      positional.insert(positional.begin(), callee.items[0]);
      site.positional.insert(site.positional.begin(), nullptr);
    }
    if (callee.builtin) {
      return m_builtins->call(callee, std::move(positional), std::move(keywords), site);
    }
    if (callee.function.definition) {
      return callFunction(callee.function, std::move(positional), std::move(keywords), site);
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
    if (callee.name == "tl.slice" && positional.size() == 3 && keywords.empty()) {
      Value slice;
      slice.kind = Value::Kind::Slice;
      slice.items = std::move(positional);
      return slice;
    }
    if (callee.name == "collections.namedtuple" && m_host) {
      return namedTupleClass(positional);
    }
    if (callee.function.definition) {
      return fail(
          Code::NotSupportedYet,
          fmt::format("objects of the class `{}` are not supported yet in a kernel", callee.name));
    }
    return fail(Code::UnknownModule, unavailable(callee.name));
  default:
    break;
  }
  return fail(Code::BadCall, fmt::format("{} cannot be called", describe(callee)));
}

bool Emitter::bindParameters(const FunctionRef &function, std::vector<Value> &positional,
                             std::vector<std::pair<std::string, Value>> &keywords,
                             std::vector<Value> &bound, const CallSite &site) {
  const Node &definition = *function.definition;
  std::vector<std::string> names;
  bool variadic = false;
  for (const Node *parameter : definition.items) {
    names.push_back(parameter->name);
    variadic = variadic || static_cast<ParameterForm>(parameter->level) == ParameterForm::Variadic;
  }
  // A library function is shown as the user calls it, with its signature.
  bool library = function.module->library;
  std::string shown = library && function.module->name.rfind("triton.language", 0) == 0 &&
                              function.module->name.find("libdevice") == std::string::npos
                          ? "tl." + definition.name
                          : definition.name;
  std::string signature;
  if (library) {
    for (const Node *parameter : definition.items) {
      signature += (signature.empty() ? "" : ", ") + parameter->name;
      if (parameter->second) {
        signature += "=" + sourceText(function.module->source->lines, parameter->second->place);
      }
    }
    signature = fmt::format(": {}({})", shown, signature);
  }
  auto defined = [&] {
    if (!library) {
      m_reporter.noteNext(fmt::format("`{}` is defined here", definition.name),
                          function.module->source->file, definition.place);
    }
  };
  if (!checkKeywords(shown, names, keywords, site)) {
    return false;
  }
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
    if (byPosition && keyword != keywords.end()) {
      fail(Code::BadCall,
           fmt::format("`{}` gets two values for its parameter `{}`", shown, parameter->name));
      return false;
    }
    if (byPosition) {
      bound.push_back(positional[next++]);
    } else if (keyword != keywords.end()) {
      bound.push_back(keyword->second);
    } else if (parameter->second) {
      bound.push_back(evaluateGlobal(function.module, *parameter->second));
    } else {
      defined();
      fail(Code::BadCall, fmt::format("`{}` needs a value for its parameter `{}`{}", shown,
                                      parameter->name, signature));
      return false;
    }
  }
  if (next < positional.size() && !variadic) {
    PlaceGuard guard(*this, next < site.positional.size() && site.positional[next]
                                ? site.positional[next]->place
                                : m_reporter.frames.back().place);
    defined();
    fail(Code::BadCall,
         fmt::format("`{}` takes {} argument{}, but gets {}{}", shown, definition.items.size(),
                     definition.items.size() == 1 ? "" : "s", positional.size(), signature));
    return false;
  }
  return true;
}

bool Emitter::checkKeywords(const std::string &function, const std::vector<std::string> &parameters,
                            const std::vector<std::pair<std::string, Value>> &keywords,
                            const CallSite &site) {
  static const std::set<std::string, std::less<>> kLaunchOptions = {"num_warps",
                                                                    "num_stages",
                                                                    "num_ctas",
                                                                    "grid",
                                                                    "warmup",
                                                                    "stream",
                                                                    "enable_warp_specialization"};
  bool good = true;
  for (size_t i = 0; i < keywords.size(); ++i) {
    const std::string &keyword = keywords[i].first;
    if (std::find(parameters.begin(), parameters.end(), keyword) != parameters.end()) {
      continue;
    }
    Place place = m_reporter.frames.back().place;
    if (i < site.keywords.size()) { // "name=" of "name=value"
      place = site.keywords[i]->place;
      place.endLine = place.line;
      place.endColumn = place.column + static_cast<uint32_t>(keyword.size());
    }
    PlaceGuard guard(*this, place);
    std::string near = nearest(keyword, parameters);
    if (!near.empty() && i < site.keywords.size()) {
      m_reporter.fixNext(fmt::format("write `{}`", near), place, near);
    }
    bool option = near.empty() && kLaunchOptions.count(keyword) != 0;
    fail(Code::BadCall, fmt::format("`{}` has no parameter `{}`{}", function, keyword,
                                    option ? "; that is an option of a launch from the host"
                                    : parameters.empty() ? "; it takes none"
                                                         : suggestionOrList(keyword, parameters)));
    good = false;
  }
  return good;
}

Value Emitter::callFunction(const FunctionRef &function, std::vector<Value> positional,
                            std::vector<std::pair<std::string, Value>> keywords,
                            const CallSite &site) {
  bool compileTime = constexprDecorated(*function.definition);
  if (function.method && !function.jit && !compileTime) {
    return runPython(function, std::move(positional), std::move(keywords), false);
  }
  if (!function.jit && !compileTime) {
    m_reporter.fixNext("put @triton.jit above it", function.module->source->file,
                       beginOf(function.definition->place), "@triton.jit\n");
    m_reporter.noteNext(fmt::format("`{}` is defined here", function.definition->name),
                        function.module->source->file, function.definition->place);
    return fail(Code::NotJit, fmt::format("`{0}` is an ordinary Python function; put @triton.jit "
                                          "above `def {0}` to call it in a kernel",
                                          function.definition->name));
  }
  std::vector<Value> bound;
  if (!bindParameters(function, positional, keywords, bound, site)) {
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
  Value result = rebuild(emitted->result, results, next);
  renew(result);
  return result;
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

bool Emitter::emitKernel(const FunctionRef &function,
                         const std::vector<KernelParameter> &parameters,
                         const std::function<Value(const Value &)> &prepare) {
  const Node &definition = *function.definition;
  std::vector<Type> types;
  std::vector<std::string> names;
  std::vector<bool> marks;
  for (const KernelParameter &parameter : parameters) {
    std::vector<Value> leaves;
    flatten(parameter.value, leaves);
    for (size_t i = 0; i < leaves.size(); ++i) {
      types.push_back(leaves[i].type);
      names.push_back(parameter.names[i]);
      marks.push_back(parameter.divisible[i]);
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
  IrValues arguments;
  for (size_t i = 0; i < types.size(); ++i) {
    arguments.push_back(m_ir.functionArgument(static_cast<unsigned>(i)));
  }
  m_current = &frame;
  m_functions.push_back(&frame);
  size_t next = 0;
  for (size_t i = 0; i < parameters.size(); ++i) {
    PlaceGuard guard(*this, definition.items[i]->place);
    Value value = prepare(rebuild(parameters[i].value, arguments, next));
    frame.scope.set(definition.items[i]->name, std::move(value));
  }
  recordParameters(frame);
  emitBody(function);
  m_functions.pop_back();
  m_current = nullptr;
  m_reporter.frames.pop_back();
  return m_reporter.errors() == 0;
}

} // namespace charonia::frontend

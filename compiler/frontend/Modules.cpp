// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of builtin functions, and lookup of names in the modules of the language.
#include "Modules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

namespace charonia::frontend {
namespace {

constexpr std::string_view kLanguage = "triton.language";
constexpr std::string_view kHelpers = "torch._inductor.runtime.triton_helpers";
constexpr std::string_view kLibdevice = "triton.language.extra.libdevice";

Value parseDefault(std::string_view text) {
  if (text == "None") {
    return Value::none();
  }
  if (text == "True" || text == "False") {
    return Value::ofBool(text == "True");
  }
  if (text == "()") {
    return Value::tuple({});
  }
  if (text.size() >= 2 && text.front() == '\'') {
    return Value::ofString(std::string(text.substr(1, text.size() - 2)));
  }
  return Value::ofInt(std::stoi(std::string(text)));
}

std::vector<BuiltinInfo::Parameter> parseSignature(std::string_view text) {
  std::vector<BuiltinInfo::Parameter> parameters;
  bool keywordOnly = false;
  while (!text.empty()) {
    size_t comma = text.find(", ");
    std::string_view part = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 2);
    BuiltinInfo::Parameter parameter;
    parameter.keywordOnly = keywordOnly;
    if (part.front() == '*') {
      parameter.variadic = true;
      keywordOnly = true;
      parameter.name = part.substr(1);
    } else if (size_t equals = part.find('='); equals != std::string_view::npos) {
      parameter.name = part.substr(0, equals);
      parameter.defaultValue = parseDefault(part.substr(equals + 1));
    } else {
      parameter.name = part;
      parameter.required = true;
    }
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

std::vector<BuiltinInfo> makeTable() {
  std::vector<BuiltinInfo> table;
  int id = 0;
#define BUILTIN(handler, space, name, signature, member)                                           \
  table.push_back({id++, space, name, signature, member != 0, parseSignature(signature)});
#include "Builtins.def"
  return table;
}

const std::vector<BuiltinInfo> &table() {
  static const std::vector<BuiltinInfo> kTable = makeTable();
  return kTable;
}

constexpr LibdeviceEntry kLibdeviceTable[] = {
#define LIBDEVICE(name, operands, symbol32, symbol64, result)                                      \
  {name, operands, symbol32, symbol64, result},
#include "Libdevice.def"
};

/// Functions of tl.math; the rest of that module is as in tl.
constexpr std::array<std::string_view, 20> kMathNames = {
    "abs", "exp",   "exp2", "log", "log2", "cos",    "sin",    "sqrt", "sqrt_rn", "rsqrt",
    "erf", "floor", "ceil", "fma", "fdiv", "div_rn", "umulhi", "cdiv", "softmax", "sigmoid"};

/// Part of the language, not emitted yet.
constexpr std::array<std::string_view, 3> kUnsupported = {"inline_asm_elementwise",
                                                          "extern_elementwise", "atomic_poll"};

bool isLanguage(std::string_view path) {
  return path == kLanguage || path == "triton.language.core" ||
         path == "triton.language.standard" || path == "triton.language.random" ||
         path == "triton.language.semantic";
}

bool isLibdevice(std::string_view path) {
  return path == kLibdevice || path == "triton.language.extra.cuda.libdevice" ||
         path == "triton.language.extra.hip.libdevice" || path == "triton.language.libdevice";
}

const std::set<std::string, std::less<>> &packages() {
  static const std::set<std::string, std::less<>> kPackages = {
      "triton",
      "triton.language",
      "triton.language.core",
      "triton.language.standard",
      "triton.language.random",
      "triton.language.math",
      "triton.language.extra",
      "triton.language.extra.cuda",
      "triton.language.extra.hip",
      "triton.language.extra.libdevice",
      "triton.language.extra.cuda.libdevice",
      "triton.language.extra.hip.libdevice",
      "triton.language.mtia",
      "triton.language.target_info",
      "triton.runtime",
      "triton.compiler",
      "triton.testing"};
  return kPackages;
}

} // namespace

bool isLanguageModule(std::string_view path) {
  return packages().count(path) != 0 || isLanguage(path) || isLibdevice(path) || path == kHelpers ||
         path == "math" || path.substr(0, 7) == "triton.";
}

Value Modules::builtin(std::string_view space, const std::string &name) {
  for (const BuiltinInfo &info : table()) {
    if (info.space == space && info.name == name) {
      Value value = Value::named(Value::Kind::Builtin, (space == "tl"       ? "tl."
                                                        : space == "triton" ? "triton."
                                                                            : "") +
                                                           name);
      value.builtin = &info;
      return value;
    }
  }
  return Value::poison();
}

Value Modules::fromScope(const ModuleScope *scope, const std::string &name) {
  if (!scope) {
    return Value::poison();
  }
  auto found = scope->globals.find(name);
  if (found == scope->globals.end()) {
    return Value::poison();
  }
  if (found->second->kind == NodeKind::FunctionDef) {
    Value value = Value::named(Value::Kind::Function, name);
    value.function.definition = found->second;
    value.function.module = scope;
    value.function.jit = jitDecorated(*found->second, &value.function.noinlineFunction);
    return value;
  }
  if (found->second->kind == NodeKind::Alias) {
    const Node *alias = found->second, *statement = scope->importOf.at(alias);
    if (statement->kind == NodeKind::Import) {
      return import(alias->text == alias->name.substr(0, alias->name.find('.')) ? alias->text
                                                                                : alias->name,
                    "");
    }
    return import(statement->name, alias->name);
  }
  return Value::poison();
}

Value Modules::languageAttribute(const std::string &name) {
  Value found = builtin("tl", name);
  if (!found.isPoison()) {
    return found;
  }
  if (std::optional<Scalar> scalar = scalarByLanguageName(name)) {
    return Value::dtype(Type::of(*scalar));
  }
  if (name == "pi32_t") {
    return Value::dtype({Scalar::Int32, 1, false, {}});
  }
  if (name == "TRITON_MAX_TENSOR_NUMEL") {
    return Value::ofInt(1048576);
  }
  if (name == "PropagateNan") {
    return Value::named(Value::Kind::Module, "triton.language.PropagateNan");
  }
  for (const char *library : {"triton.language.standard", "triton.language.random"}) {
    found = fromScope(this->library(library), name);
    if (found.kind == Value::Kind::Function) {
      return found;
    }
  }
  std::string submodule = std::string(kLanguage) + "." + name;
  if (packages().count(submodule) != 0) {
    return Value::named(Value::Kind::Module, submodule);
  }
  static const std::set<std::string, std::less<>> kTypes = {
      "tensor", "dtype", "const", "block_type", "tensor_descriptor", "constexpr_type", "slice"};
  return kTypes.count(name) != 0 ? Value::named(Value::Kind::Opaque, "tl." + name)
                                 : Value::poison();
}

Value Modules::lookup(const std::string &path, const std::string &name) {
  if (path == "triton.language.PropagateNan") {
    return name == "NONE" || name == "ALL" ? Value::ofString(name) : Value::poison();
  }
  if (isLanguage(path)) {
    return languageAttribute(name);
  }
  if (path == "triton.language.math") {
    bool known = std::find(kMathNames.begin(), kMathNames.end(), name) != kMathNames.end();
    return known             ? languageAttribute(name)
           : libdevice(name) ? lookup(std::string(kLibdevice), name)
                             : Value::poison();
  }
  if (isLibdevice(path)) {
    if (const LibdeviceEntry *entry = libdevice(name)) {
      return Value::named(Value::Kind::Builtin, std::string(entry->name));
    }
    return name == "abs" ? languageAttribute(name)
                         : fromScope(library(std::string(kLibdevice)), name);
  }
  if (path == "triton.language.mtia" || path == "triton.language.target_info") {
    return builtin(path.substr(kLanguage.size() + 1), name);
  }
  if (path == "math") {
    static const std::map<std::string, double, std::less<>> kNumbers = {
        {"pi", std::numbers::pi},
        {"e", std::numbers::e},
        {"tau", 2 * std::numbers::pi},
        {"inf", INFINITY},
        {"nan", std::nan("")}};
    auto number = kNumbers.find(name);
    return number == kNumbers.end() ? builtin("math", name)
                                    : Value::of(Constant::ofFloat(number->second));
  }
  if (path == kHelpers) {
    return fromScope(library(path), name);
  }
  if (path == "triton") {
    Value found = builtin("triton", name);
    if (!found.isPoison()) {
      return found;
    }
  }
  std::string submodule = path + "." + name;
  if (packages().count(submodule) != 0) {
    return Value::named(Value::Kind::Module, submodule);
  }
  if (packages().count(path) != 0) {
    return path == "triton" ? Value::named(Value::Kind::Opaque, submodule) : Value::poison();
  }
  Value inner = this->submodule(path, name);
  if (!inner.isPoison()) {
    return inner;
  }
  // A package that is not here: known by its name only, unless a library file stands for it.
  return Value::named(library(submodule) ? Value::Kind::Module : Value::Kind::Opaque, submodule);
}

Value Modules::import(const std::string &module, const std::string &name) {
  if (name.empty()) {
    return Value::named(Value::Kind::Module, module);
  }
  Value found = lookup(module, name);
  if (found.isPoison()) {
    return Value::named(Value::Kind::Opaque, module + "." + name);
  }
  return found;
}

Value Modules::method(const std::string &name) {
  for (const BuiltinInfo &info : table()) {
    if (info.member && info.name == name) {
      Value value =
          Value::named(Value::Kind::Builtin, info.space == "tensor" ? name : "tl." + name);
      value.builtin = &info;
      return value;
    }
  }
  static const std::set<std::string, std::less<>> kMembers = {
      "cdiv", "sigmoid", "softmax",   "ravel",  "max",     "min",  "argmax", "argmin",
      "sum",  "xor_sum", "reduce_or", "cumsum", "cumprod", "sort", "flip"};
  if (kMembers.count(name) == 0) {
    return Value::poison();
  }
  return fromScope(library("triton.language.standard"), name);
}

Value Modules::pythonBuiltin(const std::string &name, bool compileTime) {
  Value found = builtin("py", name);
  return found.isPoison() && compileTime ? builtin("host", name) : found;
}

std::vector<std::string> Modules::names(const std::string &path) {
  std::vector<std::string> result;
  auto addScope = [&](const ModuleScope *scope) {
    for (const auto &[name, node] :
         scope ? scope->globals : std::map<std::string, const Node *>()) {
      if (node->kind == NodeKind::FunctionDef && name.front() != '_') {
        result.push_back(name);
      }
    }
  };
  if (isLibdevice(path)) {
    for (const LibdeviceEntry &entry : kLibdeviceTable) {
      result.emplace_back(entry.name);
    }
    addScope(library(std::string(kLibdevice)));
    return result;
  }
  for (std::string_view space : {"mtia", "target_info", "math"}) {
    for (const BuiltinInfo &info : table()) {
      if (info.space == space &&
          (path == space || path == std::string(kLanguage) + "." + std::string(space))) {
        result.emplace_back(info.name);
      }
    }
  }
  if (const ModuleScope *scope = file(path)) {
    for (const auto &[name, node] : scope->globals) {
      result.push_back(name);
    }
  }
  if (path == "triton.language.math") {
    result.assign(kMathNames.begin(), kMathNames.end());
    return result;
  }
  if (isLanguage(path)) {
    for (const BuiltinInfo &info : table()) {
      if (info.space == "tl") {
        result.emplace_back(info.name);
      }
    }
    for (int i = 1; i <= static_cast<int>(Scalar::F64); ++i) {
      result.emplace_back(languageName(static_cast<Scalar>(i)));
    }
    addScope(library("triton.language.standard"));
    addScope(library("triton.language.random"));
    result.insert(result.end(), {"math", "extra", "mtia", "PropagateNan"});
  } else {
    addScope(library(path));
  }
  return result;
}

std::vector<std::string> Modules::methodNames() {
  std::vector<std::string> result = {"cdiv",    "sigmoid", "softmax", "ravel", "max",
                                     "min",     "argmax",  "argmin",  "sum",   "cumsum",
                                     "cumprod", "sort",    "flip"};
  for (const BuiltinInfo &info : table()) {
    if (info.member) {
      result.emplace_back(info.name);
    }
  }
  return result;
}

bool Modules::knownUnsupported(std::string_view name) {
  return std::find(kUnsupported.begin(), kUnsupported.end(), name) != kUnsupported.end();
}

const LibdeviceEntry *Modules::libdevice(std::string_view name) {
  for (const LibdeviceEntry &entry : kLibdeviceTable) {
    if (entry.name == name) {
      return &entry;
    }
  }
  return nullptr;
}

} // namespace charonia::frontend

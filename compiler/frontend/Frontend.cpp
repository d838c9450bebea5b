// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// emitKernel: finds the kernel, types its arguments from the launch, emits and verifies.
#include "charonia/Frontend/Frontend.h"

#include "Emitter.h"

#include <filesystem>
#include <fmt/format.h>

namespace charonia::frontend {
namespace {

using launch::Argument;
using launch::ConstantValue;

class KernelSetup {
public:
  KernelSetup(const FrontendInput &input, const ModuleScope &module, Emitter &emitter,
              std::vector<compiler::Diagnostic> &diagnostics)
      : m_input(input), m_launch(*input.launch), m_module(module), m_emitter(emitter),
        m_diagnostics(diagnostics) {}

  bool run(IrBuilder &) {
    const Node *kernel = findKernel();
    if (!kernel || !checkNames(*kernel)) {
      return false;
    }
    std::vector<Value> values;
    std::vector<bool> divisible;
    bool good = true;
    for (const Node *parameter : kernel->items) {
      divisible.push_back(false);
      values.push_back(argument(*parameter, divisible));
      good = good && !values.back().isPoison();
    }
    if (!good) {
      return false;
    }
    FunctionRef function;
    function.definition = kernel;
    function.module = &m_module;
    function.jit = true;
    return m_emitter.emitKernel(function, values, divisible);
  }

private:
  void fail(Code code, std::string message, const Place &place) {
    m_diagnostics.push_back(makeDiagnostic(code, std::move(message), m_input.file, place));
  }

  const Node *findKernel() {
    auto found = m_module.globals.find(m_launch.function);
    if (found == m_module.globals.end() || found->second->kind != NodeKind::FunctionDef) {
      std::vector<std::string> names;
      for (const auto &[name, node] : m_module.globals) {
        if (node->kind == NodeKind::FunctionDef && jitDecorated(*node)) {
          names.push_back(name);
        }
      }
      fail(Code::NoSuchKernel,
           fmt::format("the source has no kernel `{}`{}", m_launch.function,
                       suggestionOrList(m_launch.function, names)),
           {1, 1, 1, 1});
      return nullptr;
    }
    if (!jitDecorated(*found->second)) {
      fail(Code::NotJit,
           fmt::format("`{0}` is an ordinary Python function; put @triton.jit above `def {0}`",
                       m_launch.function),
           found->second->place);
      return nullptr;
    }
    return found->second;
  }

  bool checkNames(const Node &kernel) {
    bool good = true;
    auto has = [&](const std::string &name) {
      return std::any_of(kernel.items.begin(), kernel.items.end(),
                         [&](const Node *parameter) { return parameter->name == name; });
    };
    for (const Argument &given : m_launch.args) {
      if (!has(given.name)) {
        fail(Code::UnknownArgument,
             fmt::format("the launch gives an argument `{}` that `{}` does not have", given.name,
                         kernel.name),
             kernel.place);
        good = false;
      }
    }
    for (const Node *parameter : kernel.items) {
      good = checkAnnotation(parameter->first) && good;
      if (static_cast<ParameterForm>(parameter->level) == ParameterForm::Variadic ||
          static_cast<ParameterForm>(parameter->level) == ParameterForm::KeywordVariadic) {
        fail(Code::UnsupportedSyntax,
             fmt::format("a kernel cannot have the parameter `*{}`", parameter->name),
             parameter->place);
        good = false;
      }
    }
    return good;
  }

  /// Python evaluates annotations when it reads the file: `tl.constepxr` is an error there.
  bool checkAnnotation(const Node *annotation) {
    if (!annotation || annotation->kind != NodeKind::Attribute ||
        annotation->first->kind != NodeKind::Name) {
      return true;
    }
    auto module = m_module.globals.find(annotation->first->name);
    bool language = module != m_module.globals.end() && module->second->kind == NodeKind::Alias &&
                    module->second->name == "triton.language";
    Modules &modules = m_emitter.modules();
    if (!language || !modules.lookup("triton.language", annotation->name).isPoison()) {
      return true;
    }
    std::string near = nearest(annotation->name, modules.names("triton.language"));
    fail(Code::UnknownFunction,
         fmt::format("there is no `{0}.{1}`{2}", annotation->first->name, annotation->name,
                     near.empty()
                         ? ""
                         : fmt::format("; did you mean `{}.{}`?", annotation->first->name, near)),
         annotation->place);
    return false;
  }

  static bool isConstexpr(const Node &parameter) {
    const Node *annotation = parameter.first;
    return annotation && (annotation->name == "constexpr" ||
                          annotation->constant.text.find("constexpr") != std::string::npos);
  }

  Value argument(const Node &parameter, std::vector<bool> &divisible) {
    if (auto found = m_launch.constexprs.find(parameter.name); found != m_launch.constexprs.end()) {
      return constant(found->second, parameter);
    }
    for (const Argument &given : m_launch.args) {
      if (given.name != parameter.name) {
        continue;
      }
      if (given.kind == Argument::Kind::Constexpr || isConstexpr(parameter)) {
        return constant(given.value, parameter);
      }
      return runtime(given, parameter, divisible);
    }
    if (parameter.second) {
      // A default is known when the kernel is compiled, also that of a run-time parameter.
      return m_emitter.evaluateGlobal(&m_module, *parameter.second);
    }
    fail(Code::MissingArgument,
         fmt::format("the launch gives no value for the {} `{}` of `{}`",
                     isConstexpr(parameter) ? "constexpr" : "argument", parameter.name,
                     m_launch.function),
         parameter.place);
    return Value::poison();
  }

  Value runtime(const Argument &given, const Node &parameter, std::vector<bool> &divisible) {
    if (given.kind != Argument::Kind::Pointer && given.kind != Argument::Kind::Scalar) {
      fail(Code::NotSupportedYet,
           fmt::format("the argument `{}` of type {} is not supported yet", given.name,
                       given.typeText),
           parameter.place);
      return Value::poison();
    }
    std::optional<Type> type = typeBySignature(given.typeText);
    if (!type) {
      fail(Code::BadArgumentType,
           fmt::format("the argument `{}` has the unknown type \"{}\"", given.name, given.typeText),
           parameter.place);
      return Value::poison();
    }
    type->constant = type->constant || given.isConstPointer;
    // Buffers begin at multiples of 4 KiB; of scalars only integers are specialised.
    divisible.back() =
        given.kind == Argument::Kind::Pointer ||
        (type->isInt() && !type->isBool() && given.value.kind == ConstantValue::Kind::Int &&
         given.value.integer % 16 == 0);
    return Value::tensor({}, *type);
  }

  Value constant(const ConstantValue &value, const Node &parameter) {
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
    case ConstantValue::Kind::DType:
      if (std::optional<Type> type = typeBySignature(value.text)) {
        return Value::dtype(*type);
      }
      if (std::optional<Scalar> scalar = scalarByLanguageName(value.text)) {
        return Value::dtype(Type::of(*scalar));
      }
      fail(Code::BadArgumentType,
           fmt::format("the constexpr `{}` names the unknown type \"{}\"", parameter.name,
                       value.text),
           parameter.place);
      return Value::poison();
    case ConstantValue::Kind::Expression:
      return expressionConstant(value.text, parameter);
    case ConstantValue::Kind::Tuple: {
      Value result = Value::tuple({});
      for (const ConstantValue &item : value.items) {
        result.items.push_back(constant(item, parameter));
      }
      return containsPoison(result) ? Value::poison() : result;
    }
    }
    return Value::poison();
  }

  /// A string that names a function of the file or a type of the language stands for it
  /// ("tl.float32").
  Value stringConstant(const std::string &text) {
    if (text.rfind("tl.", 0) == 0) {
      if (std::optional<Scalar> scalar = scalarByLanguageName(text.substr(3))) {
        return Value::dtype(Type::of(*scalar));
      }
    }
    return Value::ofString(text);
  }

  Value expressionConstant(const std::string &text, const Node &parameter) {
    std::map<std::string, int64_t> names;
    for (const Argument &given : m_launch.args) {
      if (given.value.kind == ConstantValue::Kind::Int) {
        names[given.name] = given.value.integer;
      }
    }
    for (const auto &[name, value] : m_launch.constexprs) {
      if (value.kind == ConstantValue::Kind::Int) {
        names[name] = value.integer;
      }
    }
    auto result = launch::evaluateExpression(text, names);
    if (!result) {
      fail(Code::BadValue,
           fmt::format("the constexpr `{}` is \"{}\": {}", parameter.name, text, result.error()),
           parameter.place);
      return Value::poison();
    }
    return Value::ofInt(*result);
  }

  const FrontendInput &m_input;
  const launch::Launch &m_launch;
  const ModuleScope &m_module;
  Emitter &m_emitter;
  std::vector<compiler::Diagnostic> &m_diagnostics;
};

bool hasError(const std::vector<compiler::Diagnostic> &diagnostics, size_t from) {
  return std::any_of(diagnostics.begin() + static_cast<std::ptrdiff_t>(from), diagnostics.end(),
                     [](const compiler::Diagnostic &diagnostic) {
                       return diagnostic.severity == compiler::Severity::Error;
                     });
}

} // namespace

mlir::OwningOpRef<mlir::ModuleOp> emitKernel(mlir::MLIRContext &context, const FrontendInput &input,
                                             std::vector<compiler::Diagnostic> &diagnostics) {
  if (!input.launch) {
    diagnostics.push_back(makeDiagnostic(Code::Internal, "no launch was given", input.file, {}));
    return {};
  }
  ParsedSourceRef source = parseSource(input.text, input.file, input.limits);
  diagnostics.insert(diagnostics.end(), source->diagnostics.begin(), source->diagnostics.end());
  if (!source->ok && !input.recorder) {
    return {};
  }
  size_t before = diagnostics.size();
  IrBuilder ir(context);
  ImportResolver resolver(input.file, input.searchPaths, input.limits);
  Modules modules(&resolver, &diagnostics, input.limits);
  const ModuleScope *module =
      modules.addFile(source, std::filesystem::path(input.file).stem().string());
  Emitter emitter(ir, modules, diagnostics, input.recorder);
  bool good = KernelSetup(input, *module, emitter, diagnostics).run(ir);
  if (!source->ok) {
    return {}; // what could be parsed was of use to the recorder
  }
  if (!good || hasError(diagnostics, before)) {
    if (!hasError(diagnostics, before)) {
      diagnostics.push_back(makeDiagnostic(Code::Internal, "the kernel could not be emitted",
                                           input.file, {1, 1, 1, 1}));
    }
    return {};
  }
  mlir::OwningOpRef<mlir::ModuleOp> result;
  std::string error;
  if (!ir.finish(result, error)) {
    diagnostics.push_back(makeDiagnostic(Code::Internal, "the emitted IR is invalid: " + error,
                                         input.file, {1, 1, 1, 1}));
    return {};
  }
  return result;
}

} // namespace charonia::frontend

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// emitKernel: finds the kernel, types its arguments from the launch, emits and verifies.
#include "charonia/Frontend/Frontend.h"

#include "KernelArguments.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace charonia::frontend {
namespace {

using launch::Argument;

class KernelSetup {
public:
  KernelSetup(const FrontendInput &input, const ModuleScope &module, Emitter &emitter,
              std::vector<compiler::Diagnostic> &diagnostics)
      : m_input(input), m_launch(*input.launch), m_module(module), m_emitter(emitter),
        m_diagnostics(diagnostics) {}

  bool run() {
    const Node *kernel = findKernel();
    if (!kernel || !checkNames(*kernel)) {
      return false;
    }
    FunctionRef function;
    function.definition = kernel;
    function.module = &m_module;
    function.jit = true;
    KernelArguments arguments(m_launch, function, m_emitter, m_diagnostics);
    auto parameters = arguments.run();
    if (!parameters) {
      return false;
    }
    if (m_input.arguments) {
      *m_input.arguments = arguments.leaves();
    }
    return m_emitter.emitKernel(function, *parameters,
                                [&](const Value &value) { return arguments.prepare(value); });
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
  bool good = KernelSetup(input, *module, emitter, diagnostics).run();
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

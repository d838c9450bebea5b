// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The MLIR side of the front end's tests.
#include "EmitHelper.h"

#include "charonia/Frontend/Frontend.h"
#include "charonia/InitAllDialects.h"

#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace charonia::frontend::test {
namespace {

launch::ConstantValue constant(const std::string &text) {
  using Kind = launch::ConstantValue::Kind;
  launch::ConstantValue value;
  if (text == "None") {
    value.kind = Kind::None;
  } else if (text == "True" || text == "False") {
    value.kind = Kind::Bool;
    value.boolean = text == "True";
  } else if (text.front() == '\'') {
    value.kind = Kind::String;
    value.text = text.substr(1, text.size() - 2);
  } else if (text.find_first_not_of("-0123456789") == std::string::npos) {
    value.kind = Kind::Int;
    value.integer = std::stoll(text);
  } else if (text.find('.') != std::string::npos) {
    value.kind = Kind::Float;
    value.number = std::stod(text);
  } else {
    value.kind = Kind::DType;
    value.text = text;
  }
  return value;
}

std::unique_ptr<mlir::MLIRContext> makeContext() {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  return std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
}

} // namespace

std::string Emitted::diagnostic(size_t index) const {
  if (index >= diagnostics.size()) {
    return "(none)";
  }
  const compiler::Diagnostic &entry = diagnostics[index];
  return fmt::format("{} {}:{} {}", entry.code, entry.range.beginLine, entry.range.beginColumn,
                     entry.message);
}

Emitted emit(const std::string &text, const std::string &arguments, const std::string &constants,
             bool locations) {
  launch::Launch launch;
  launch.function = "k";
  std::istringstream words(arguments);
  for (std::string word; words >> word;) {
    launch::Argument argument;
    size_t colon = word.find(':'), equals = word.find('=');
    argument.name = word.substr(0, colon);
    argument.typeText =
        word.substr(colon + 1, equals == std::string::npos ? equals : equals - colon - 1);
    argument.kind = argument.typeText.front() == '*' ? launch::Argument::Kind::Pointer
                                                     : launch::Argument::Kind::Scalar;
    if (equals != std::string::npos) {
      argument.value = constant(word.substr(equals + 1));
    }
    launch.args.push_back(argument);
  }
  std::istringstream pairs(constants);
  for (std::string word; pairs >> word;) {
    size_t equals = word.find('=');
    launch.constexprs[word.substr(0, equals)] = constant(word.substr(equals + 1));
  }
  auto context = makeContext();
  FrontendInput input;
  input.text = text;
  input.file = "t.py";
  input.launch = &launch;
  Emitted result;
  mlir::OwningOpRef<mlir::ModuleOp> module = emitKernel(*context, input, result.diagnostics);
  if (module) {
    llvm::raw_string_ostream stream(result.ir);
    mlir::OpPrintingFlags flags;
    flags.enableDebugInfo(locations);
    module->print(stream, flags);
  }
  return result;
}

std::string kernel(const std::string &parameters, const std::string &body) {
  std::string text =
      "import triton\nimport triton.language as tl\n\n@triton.jit\ndef k(" + parameters + "):\n";
  std::istringstream lines(body);
  for (std::string line; std::getline(lines, line);) {
    text += "    " + line + "\n";
  }
  return text;
}

bool emitLaunch(const launch::Launch &launch, std::vector<compiler::Diagnostic> &diagnostics) {
  FrontendInput input;
  input.file = launch.resolve(launch.source);
  std::ifstream file(input.file, std::ios::binary);
  input.text.assign(std::istreambuf_iterator<char>(file), {});
  input.launch = &launch;
  auto context = makeContext();
  return static_cast<bool>(emitKernel(*context, input, diagnostics));
}

} // namespace charonia::frontend::test

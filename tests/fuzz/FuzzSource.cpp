// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Python source to verified IR: scan, parse, list of kernels, then each kernel emitted with a
// launch made from its parameters. `# ARGS:` and `# CONSTS:` lines, as in the lit tests, say types
// and constants; what they do not name gets a default.
#include "Target.h"

#include "charonia/Frontend/Frontend.h"
#include "charonia/InitAllDialects.h"
#include "charonia/Target/TtirReader.h"

#include <charconv>
#include <map>
#include <sstream>

using namespace charonia;

namespace {

constexpr size_t kMaxKernels = 8;
constexpr uint32_t kMaxOps = 5'000;
/// Contexts keep every type and constant for ever: a fresh one now and then.
constexpr int kInputsPerContext = 200;

launch::ConstantValue constant(const std::string &text) {
  using Kind = launch::ConstantValue::Kind;
  launch::ConstantValue value;
  const char *end = text.data() + text.size();
  if (text.empty() || text == "None") {
    value.kind = Kind::None;
  } else if (text == "True" || text == "False") {
    value.kind = Kind::Bool;
    value.boolean = text == "True";
  } else if (text.front() == '\'') {
    value.kind = Kind::String;
    value.text = text.substr(1);
  } else if (std::from_chars(text.data(), end, value.integer).ptr == end) {
    value.kind = Kind::Int;
  } else if (std::from_chars(text.data(), end, value.number).ptr == end) {
    value.kind = Kind::Float;
  } else {
    value.kind = Kind::DType;
    value.text = text;
  }
  return value;
}

/// name -> what follows `separator`, of the words after `key` in the text's comments.
std::map<std::string, std::string> directive(const std::string &text, const std::string &key,
                                             char separator) {
  std::map<std::string, std::string> result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(key)) {
      continue;
    }
    std::istringstream words(line.substr(key.size()));
    for (std::string word; words >> word;) {
      size_t at = word.find(separator);
      if (at != std::string::npos) {
        result[word.substr(0, at)] = word.substr(at + 1);
      }
    }
  }
  return result;
}

launch::Argument argument(const std::string &name, std::string type) {
  launch::Argument made;
  made.name = name;
  size_t equals = type.find('=');
  if (equals != std::string::npos) {
    made.value = constant(type.substr(equals + 1));
    type.resize(equals);
  }
  type = type.substr(0, type.find('['));
  bool pointer = type.starts_with('*');
  made.kind = pointer ? launch::Argument::Kind::Pointer : launch::Argument::Kind::Scalar;
  made.typeText = type;
  made.elements = pointer ? 64 : 0;
  launch::parseElementType(type.substr(pointer ? 1 : 0), made.type, made.isUnsigned);
  return made;
}

launch::Launch launchOf(const compiler::KernelInfo &kernel, const std::string &text) {
  auto types = directive(text, "# ARGS:", ':'), constants = directive(text, "# CONSTS:", '=');
  launch::Launch launch;
  launch.function = kernel.name;
  launch.grid = {"1"};
  for (const compiler::ParameterInfo &parameter : kernel.parameters) {
    const std::string &name = parameter.name;
    if (auto found = constants.find(name); found != constants.end()) {
      launch.constexprs[name] = constant(found->second);
    } else if (parameter.constexprParameter) {
      if (parameter.defaultText.empty()) {
        launch.constexprs[name] = constant(name.find("type") == std::string::npos ? "16" : "fp32");
      }
    } else if (auto type = types.find(name); type != types.end()) {
      launch.args.push_back(argument(name, type->second));
    } else if (parameter.defaultText.empty()) {
      bool pointer = parameter.usedAsPointer || name.find("ptr") != std::string::npos;
      launch.args.push_back(argument(name, pointer ? "*fp32" : "i32=7"));
    }
  }
  return launch;
}

mlir::MLIRContext &context() {
  static std::unique_ptr<mlir::MLIRContext> current;
  static int inputs = 0;
  if (inputs++ % kInputsPerContext == 0) {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    current = std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
  }
  return *current;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz::TimeLimit limit;
  std::string text(reinterpret_cast<const char *>(data), size);
  const std::string file = "/no-such-folder/fuzz.py"; // imports find nothing
  std::vector<compiler::Diagnostic> diagnostics;
  std::vector<compiler::KernelInfo> kernels = compiler::listKernels(text, file, &diagnostics);
  kernels.resize(std::min(kernels.size(), kMaxKernels));
  mlir::MLIRContext &current = context();
  for (const compiler::KernelInfo &kernel : kernels) {
    launch::Launch launch = launchOf(kernel, text);
    frontend::FrontendInput input;
    input.text = text;
    input.file = file;
    input.launch = &launch;
    input.limits.ops = kMaxOps; // a build with sanitizers takes ten times as long
    diagnostics.clear();
    mlir::OwningOpRef<mlir::ModuleOp> module = frontend::emitKernel(current, input, diagnostics);
    if (module) {
      compiler::printTtir(*module, /*locations=*/true);
    }
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The MLIR side of the front end's tests.
#include "EmitHelper.h"

#include "charonia/Frontend/Frontend.h"
#include "charonia/InitAllDialects.h"
#include "charonia/Interpreter/Interpreter.h"
#include "charonia/compiler/Arguments.h"

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

namespace {

/// "x:*fp32[16]=ramp", "n:i32=5".
launch::Argument argumentOf(const std::string &word) {
  launch::Argument argument;
  size_t colon = word.find(':'), equals = word.find('=');
  argument.name = word.substr(0, colon);
  std::string type =
      word.substr(colon + 1, equals == std::string::npos ? equals : equals - colon - 1);
  std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
  bool pointer = type.front() == '*';
  argument.kind = pointer ? launch::Argument::Kind::Pointer : launch::Argument::Kind::Scalar;
  if (size_t bracket = type.find('['); bracket != std::string::npos) {
    argument.elements = std::stoll(type.substr(bracket + 1));
    type.resize(bracket);
  }
  argument.typeText = type;
  launch::parseElementType(type.substr(pointer ? 1 : 0), argument.type, argument.isUnsigned);
  if (!pointer) {
    if (!value.empty()) {
      argument.value = constant(value);
    }
    return argument;
  }
  argument.values.emplace();
  std::istringstream numbers(value == "ramp" ? "" : value);
  for (int64_t i = 0; i < argument.elements; ++i) {
    std::string number;
    bool given = static_cast<bool>(std::getline(numbers, number, ','));
    argument.values->push_back(value == "ramp" ? static_cast<double>(i)
                               : given         ? std::stod(number)
                                               : 0.0);
  }
  return argument;
}

/// Interprets the module and prints every buffer, one a line.
void runModule(mlir::ModuleOp module, const launch::Launch &launch,
               const std::vector<uint64_t> &leaves, std::ostream &out) {
  launch::Launch whole = launch;
  whole.cases.emplace_back();
  auto device = arch::loadDevice(arch::defaultDevicePath());
  auto memory = device ? launch::MemoryImage::create(whole, 0, **device)
                       : tl::unexpected(launch::LaunchErrors());
  auto grid = launch::evaluateGrid(whole);
  if (!memory || !grid) {
    out << "cannot lay out memory\n";
    return;
  }
  std::vector<uint64_t> arguments = compiler::argumentBits(whole, leaves, *memory);
  compiler::ReferenceRun run =
      compiler::interpret(module, launch.function, arguments, *grid, *memory);
  for (const std::string &line : run.printed) {
    out << line << "\n";
  }
  for (const compiler::Diagnostic &entry : run.diagnostics) {
    out << "run: " << entry.message << "\n";
  }
  for (const launch::Buffer &entry : memory->buffers()) {
    out << entry.name << " =";
    for (int64_t i = 0; i < entry.elements; ++i) {
      uint64_t bits = numerics::loadElement(entry.type, memory->contents(entry).data(), i);
      if (numerics::isFloat(entry.type)) {
        out << fmt::format(" {:.9g}", numerics::toDouble(entry.type, bits));
      } else {
        unsigned unused = 64 - numerics::bitWidth(entry.type);
        out << " "
            << (entry.isUnsigned ? fmt::to_string(bits << unused >> unused)
                                 : fmt::to_string(static_cast<int64_t>(bits << unused) >> unused));
      }
    }
    out << "\n";
  }
}

} // namespace

launch::Launch makeLaunch(const std::string &arguments, const std::string &constants) {
  launch::Launch launch;
  launch.function = "k";
  std::istringstream words(arguments);
  for (std::string word; words >> word;) {
    launch.args.push_back(argumentOf(word));
  }
  std::istringstream pairs(constants);
  for (std::string word; pairs >> word;) {
    size_t equals = word.find('=');
    launch.constexprs[word.substr(0, equals)] = constant(word.substr(equals + 1));
  }
  return launch;
}

Emitted emitText(const std::string &text, const std::string &file, const launch::Launch &launch,
                 bool locations, std::ostream *run, const std::vector<std::string> &searchPaths) {
  auto context = makeContext();
  FrontendInput input;
  input.text = text;
  input.file = file;
  input.launch = &launch;
  input.searchPaths = searchPaths;
  std::vector<uint64_t> leaves;
  input.arguments = &leaves;
  Emitted result;
  mlir::OwningOpRef<mlir::ModuleOp> module = emitKernel(*context, input, result.diagnostics);
  if (module) {
    llvm::raw_string_ostream stream(result.ir);
    mlir::OpPrintingFlags flags;
    flags.enableDebugInfo(locations);
    module->print(stream, flags);
    if (run) {
      runModule(*module, launch, leaves, *run);
    }
  }
  return result;
}

Emitted emit(const std::string &text, const std::string &arguments, const std::string &constants,
             bool locations) {
  return emitText(text, "t.py", makeLaunch(arguments, constants), locations);
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

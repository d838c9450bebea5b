// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One emission for the launch, and one with guessed arguments for each function it did not reach.
#include "charonia/Frontend/Analysis.h"

#include "Modules.h"
#include "Recorder.h"
#include "charonia/Frontend/Frontend.h"

#include "mlir/IR/MLIRContext.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <map>

namespace charonia::frontend::editor {
namespace {

using compiler::TypeAnalysis;
using compiler::TypedRange;

std::string textOf(const Value &value, int depth = 0) {
  switch (value.kind) {
  case Value::Kind::Tensor:
    return value.type.text();
  case Value::Kind::Constant:
    return value.constant.isNone() ? "None" : value.constant.repr();
  case Value::Kind::Tuple: {
    std::string text = "(";
    for (size_t i = 0; i < value.items.size(); ++i) {
      if (i == 8 || depth == 3) {
        return text + (i == 0 ? "...)" : ", ...)");
      }
      text += (i == 0 ? "" : ", ") + textOf(value.items[i], depth + 1);
    }
    return text + (value.items.size() == 1 ? ",)" : ")");
  }
  case Value::Kind::Dtype:
    return "the type " + value.type.text();
  case Value::Kind::Object: {
    auto block = value.fields.find("block_shape");
    return value.name +
           (block == value.fields.end() ? "" : " of " + textOf(block->second, depth + 1));
  }
  default:
    return describe(value);
  }
}

std::string formOf(const Value &value) {
  switch (value.kind) {
  case Value::Kind::Tensor:
    return "tensor";
  case Value::Kind::Constant:
    return value.isNumber() ? "number" : "";
  case Value::Kind::Tuple:
    return "tuple";
  case Value::Kind::Dtype:
    return "dtype";
  case Value::Kind::Module:
    return "module";
  case Value::Kind::Object:
    return value.name == "tensor_descriptor" ? "descriptor" : value.name;
  default:
    return {};
  }
}

class Notes : public Recorder {
public:
  explicit Notes(const std::string &file) : m_file(file) {}

  void record(const ModuleScope &module, const Node &node, const Value &value) override {
    if (module.library || value.isPoison() || node.kind == NodeKind::Constant ||
        module.source->file != m_file) {
      return;
    }
    Note &note = m_notes[keyOf(node)];
    if (note.range.moreTypes || (note.range.guessed && !guessing)) {
      return;
    }
    bool same = value.isTensor() && note.lastIsTensor && note.last == value.type;
    if (same) {
      return;
    }
    note.lastIsTensor = value.isTensor();
    note.last = value.type;
    if (note.range.types.empty()) {
      note.range.form = formOf(value);
      note.range.guessed = guessing;
    }
    bool constant = value.isConstant() || (value.isTuple() && !hasTensor(value));
    std::string text = constant ? "= " + textOf(value) : textOf(value);
    std::vector<std::string> &types = note.range.types;
    if (std::find(types.begin(), types.end(), text) != types.end()) {
      return;
    }
    if (types.size() >= compiler::Hover::kMaxTypes) {
      note.range.moreTypes = true;
      return;
    }
    types.push_back(std::move(text));
  }

  bool guessing = false;

  /// Was something in these lines seen?
  bool reached(uint32_t first, uint32_t last) const {
    return std::any_of(m_notes.begin(), m_notes.end(), [&](const auto &each) {
      uint32_t line = each.first[0];
      return line >= first && line <= last && !each.second.range.types.empty();
    });
  }

  std::vector<TypedRange> take() {
    std::vector<TypedRange> ranges;
    for (auto &[key, note] : m_notes) {
      if (key[0] != 0 && !note.range.types.empty()) {
        note.range.beginLine = key[0];
        note.range.beginColumn = key[1];
        note.range.endLine = ~key[2];
        note.range.endColumn = ~key[3];
        ranges.push_back(std::move(note.range));
      }
    }
    return ranges;
  }

private:
  static bool hasTensor(const Value &value) {
    return value.isTensor() || std::any_of(value.items.begin(), value.items.end(), hasTensor);
  }

  /// Begin, then end with the later one first: the order of TypeAnalysis. Not the node: a file that
  /// was parsed again has others.
  using Key = std::array<uint32_t, 4>;
  static Key keyOf(const Node &node) {
    const Place &place = node.place;
    if (node.kind == NodeKind::Parameter) { // its name
      return {place.line, place.column, ~place.line,
              ~(place.column + static_cast<uint32_t>(node.name.size()))};
    }
    return {place.line, place.column, ~place.endLine, ~place.endColumn};
  }

  struct Note {
    TypedRange range;
    Type last;
    bool lastIsTensor = false;
  };
  std::string m_file;
  std::map<Key, Note> m_notes;
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return text;
}

launch::ConstantValue integerValue(int64_t value) {
  launch::ConstantValue result;
  result.kind = launch::ConstantValue::Kind::Int;
  result.integer = value;
  return result;
}

/// A launch for the types' sake: what a parameter's annotation says, what its use and name suggest.
launch::Launch guess(const compiler::KernelInfo &kernel) {
  launch::Launch result;
  result.function = kernel.name;
  for (const compiler::ParameterInfo &parameter : kernel.parameters) {
    if (!parameter.defaultText.empty()) {
      continue; // the default is taken
    }
    std::string name = lower(parameter.name);
    auto has = [&](std::string_view part) { return name.find(part) != std::string::npos; };
    if (parameter.constexprParameter) {
      if (has("dtype")) {
        launch::ConstantValue &type = result.constexprs[parameter.name];
        type.kind = launch::ConstantValue::Kind::DType;
        type.text = "fp32";
        continue;
      }
      bool flag = has("is_") || has("has_") || has("use_") || has("causal") || has("even");
      launch::ConstantValue value = integerValue(flag ? 0 : 16);
      value.kind = flag ? launch::ConstantValue::Kind::Bool : value.kind;
      result.constexprs[parameter.name] = value;
      continue;
    }
    std::string type = parameter.annotation;
    type.erase(
        std::remove_if(type.begin(), type.end(), [](char c) { return c == '"' || c == '\''; }),
        type.end());
    launch::Argument argument;
    argument.name = parameter.name;
    if (!typeBySignature(type)) {
      bool pointer = parameter.usedAsPointer || has("ptr");
      bool number = has("eps") || has("scale") || has("alpha") || has("beta") || name == "p";
      type = pointer ? "*fp32" : number ? "fp32" : "i32";
    }
    argument.typeText = type;
    argument.kind =
        type[0] == '*' ? launch::Argument::Kind::Pointer : launch::Argument::Kind::Scalar;
    argument.value = integerValue(17); // nothing is to follow from it
    result.args.push_back(std::move(argument));
  }
  return result;
}

} // namespace

TypeAnalysis analyze(mlir::MLIRContext &context, const std::string &text, const std::string &file,
                     const launch::Launch *launch, const compiler::EditorOptions &options) {
  TypeAnalysis result;
  result.file = file;
  result.text = text;
  Notes notes(file);
  FrontendInput input;
  input.text = text;
  input.file = file;
  input.limits = options.limits;
  input.searchPaths = options.searchPaths;
  input.recorder = &notes;
  if (launch) {
    input.launch = launch;
    emitKernel(context, input, result.diagnostics);
  }
  notes.guessing = true;
  std::vector<compiler::KernelInfo> kernels = compiler::listKernels(text, file);
  // Last first: a kernel stands below the functions that it calls, and tells their arguments
  // better.
  for (auto kernel = kernels.rbegin(); kernel != kernels.rend(); ++kernel) {
    if (notes.reached(kernel->range.beginLine, kernel->range.endLine)) {
      continue;
    }
    launch::Launch guessed = guess(*kernel);
    input.launch = &guessed;
    std::vector<compiler::Diagnostic> ignored;
    emitKernel(context, input, ignored);
  }
  result.ranges = notes.take();
  return result;
}

} // namespace charonia::frontend::editor

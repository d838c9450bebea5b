// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the embedded table once; makes signatures from Builtins.def, Libdevice.def and `def` lines.
#include "LanguageTable.h"

#include "Modules.h"

#include <algorithm>
#include <map>

namespace charonia::frontend::editor {
namespace {

constexpr std::pair<std::string_view, std::string_view> kFiles[] = {
#include "LanguageTable.inc"
};

std::vector<LanguageRow> readRows() {
  std::vector<LanguageRow> rows;
  std::string_view text = kFiles[0].second;
  bool heading = true;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    std::vector<std::string_view> cells;
    for (size_t begin = 0; begin <= line.size();) {
      size_t tab = std::min(line.find('\t', begin), line.size());
      cells.push_back(line.substr(begin, tab - begin));
      begin = tab + 1;
    }
    cells.resize(5);
    if (!heading && !cells[0].empty()) {
      rows.push_back({cells[0], cells[1], cells[2], cells[3], cells[4]});
    }
    heading = false;
  }
  return rows;
}

ShownParameter shownParameter(const std::string &label) {
  ShownParameter shown;
  shown.label = label;
  size_t stars = label.find_first_not_of('*');
  shown.variadic = stars != 0;
  std::string_view bare = std::string_view(label).substr(std::min(stars, label.size()));
  shown.name = bare.substr(0, bare.find_first_of(":= "));
  return shown;
}

} // namespace

const std::vector<LanguageRow> &languageRows() {
  static const std::vector<LanguageRow> kRows = readRows();
  return kRows;
}

const LanguageRow *findRow(std::string_view group, std::string_view name) {
  static const std::map<std::pair<std::string_view, std::string_view>, const LanguageRow *> kIndex =
      [] {
        std::map<std::pair<std::string_view, std::string_view>, const LanguageRow *> index;
        for (const LanguageRow &row : languageRows()) {
          index.try_emplace({row.group, row.name}, &row);
        }
        return index;
      }();
  auto in = [&](std::string_view where) -> const LanguageRow * {
    auto found = kIndex.find({where, name});
    return found == kIndex.end() ? nullptr : found->second;
  };
  const LanguageRow *row = in(group);
  if (!row && (group == "math" || group == "tensor" || group == "block_pointer")) {
    row = in("tl");
  }
  if (!row && group == "math") {
    row = in("libdevice");
  }
  return row;
}

compiler::SymbolKind kindOfRow(const LanguageRow &row) {
  using Kind = compiler::SymbolKind;
  static const std::map<std::string_view, Kind> kKinds = {
      {"function", Kind::Function},   {"type", Kind::Type},     {"constant", Kind::Constant},
      {"attribute", Kind::Attribute}, {"method", Kind::Method}, {"module", Kind::Module}};
  auto found = kKinds.find(row.kind);
  return found == kKinds.end() ? Kind::Function : found->second;
}

std::string_view groupOfModule(std::string_view path) {
  if (path == "triton.language" || path == "triton.language.core" ||
      path == "triton.language.standard" || path == "triton.language.random" ||
      path == "triton.language.semantic") {
    return "tl";
  }
  if (path == "triton.language.math") {
    return "math";
  }
  if (path.size() >= 9 && path.substr(path.size() - 9) == "libdevice") {
    return "libdevice";
  }
  if (path == "torch._inductor.runtime.triton_helpers") {
    return "helpers";
  }
  if (path == "triton") {
    return "triton";
  }
  if (path == "math") {
    return "pymath";
  }
  for (std::string_view name : {"mtia", "target_info", "PropagateNan"}) {
    if (path.substr(0, 16) == "triton.language." && path.substr(16) == name) {
      return name;
    }
  }
  return {};
}

std::string_view groupOfValue(const Value &value) {
  if (value.builtin) {
    return value.builtin->space == "math" ? "pymath" : value.builtin->space;
  }
  if (value.kind == Value::Kind::Builtin) {
    return "libdevice";
  }
  if (value.function.module && value.function.module->library) {
    return groupOfModule(value.function.module->name);
  }
  return value.kind == Value::Kind::Dtype ? "tl" : "";
}

std::optional<std::vector<ShownParameter>> parametersOf(const Value &callee) {
  std::vector<ShownParameter> result;
  size_t skipped = callee.kind == Value::Kind::Method ? 1 : 0;
  if (callee.builtin) {
    std::string_view text = callee.builtin->signature;
    while (!text.empty()) {
      size_t comma = text.find(", ");
      result.push_back(shownParameter(std::string(text.substr(0, comma))));
      text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 2);
    }
    bool keywordOnly = false;
    for (ShownParameter &parameter : result) {
      parameter.keywordOnly = keywordOnly;
      keywordOnly = keywordOnly || parameter.variadic;
    }
  } else if (callee.function.definition) {
    const Node &definition = *callee.function.definition;
    for (const Node *item : definition.items) {
      if (item->kind != NodeKind::Parameter) {
        continue;
      }
      auto form = static_cast<ParameterForm>(item->level);
      ShownParameter shown;
      shown.name = item->name;
      shown.node = item;
      shown.variadic = form == ParameterForm::Variadic || form == ParameterForm::KeywordVariadic;
      shown.keywordOnly = form == ParameterForm::KeywordOnly;
      shown.label = (form == ParameterForm::Variadic          ? "*"
                     : form == ParameterForm::KeywordVariadic ? "**"
                                                              : "") +
                    item->name;
      const std::vector<std::string> &lines = callee.function.module->source->lines;
      if (item->first) {
        shown.label += ": " + sourceText(lines, item->first->place);
      }
      if (item->second) {
        shown.label += (item->first ? " = " : "=") + sourceText(lines, item->second->place);
      }
      std::replace(shown.label.begin(), shown.label.end(), '\n', ' ');
      result.push_back(std::move(shown));
    }
  } else if (callee.kind == Value::Kind::Builtin) {
    const LibdeviceEntry *entry = Modules::libdevice(callee.name);
    if (!entry) {
      return std::nullopt;
    }
    for (int i = 0; i < entry->operands; ++i) {
      result.push_back(shownParameter(std::string(1, static_cast<char>('x' + i))));
    }
  } else {
    return std::nullopt;
  }
  result.erase(result.begin(),
               result.begin() + static_cast<std::ptrdiff_t>(std::min(skipped, result.size())));
  return result;
}

std::vector<ShownParameter> parametersOf(const LanguageRow &row) {
  std::vector<ShownParameter> result;
  std::string_view text = row.signature == "-" ? std::string_view() : row.signature;
  while (!text.empty()) {
    size_t comma = text.find(", ");
    result.push_back(shownParameter(std::string(text.substr(0, comma))));
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 2);
  }
  return result;
}

std::string signatureText(const std::string &shownName,
                          const std::vector<ShownParameter> &parameters) {
  std::string text = shownName + "(";
  for (size_t i = 0; i < parameters.size(); ++i) {
    text += (i == 0 ? "" : ", ") + parameters[i].label;
  }
  return text + ")";
}

std::string signatureOf(const Value &callee, const std::string &shownName) {
  auto parameters = parametersOf(callee);
  return parameters ? signatureText(shownName, *parameters) : std::string();
}

std::string signatureOfRow(const LanguageRow &row, const std::string &shownName) {
  return row.signature.empty() ? std::string() : signatureText(shownName, parametersOf(row));
}

std::string docstring(const Node &function) {
  if (function.body.empty() || function.body[0]->kind != NodeKind::Expr ||
      !function.body[0]->first || function.body[0]->first->kind != NodeKind::Constant ||
      function.body[0]->first->constant.kind != ConstantLiteral::Kind::String) {
    return {};
  }
  const std::string &text = function.body[0]->first->constant.text;
  std::string result;
  size_t begin = 0;
  while (begin <= text.size()) { // each line without its indentation, empty ones once
    size_t end = std::min(text.find('\n', begin), text.size());
    size_t first = text.find_first_not_of(" \t\r", begin);
    std::string line = first >= end ? "" : text.substr(first, end - first);
    line.erase(line.find_last_not_of(" \t\r") + 1);
    bool blank = result.empty() || result.ends_with("\n\n");
    if (!line.empty() || !blank) {
      result += line + "\n";
    }
    begin = end + 1;
  }
  result.erase(result.find_last_not_of(" \n") + 1);
  return result;
}

} // namespace charonia::frontend::editor

namespace charonia::compiler {

std::vector<LanguageName> languageNames() {
  using namespace frontend::editor;
  std::vector<LanguageName> result;
  frontend::Modules modules;
  for (const LanguageRow &row : languageRows()) {
    std::string group(row.group), name(row.name);
    std::string shown = group == "tl" || group == "triton" ? group + "." + name : name;
    std::string signature = signatureOfRow(row, shown);
    if (signature.empty()) {
      static const std::map<std::string_view, std::string> kPaths = {
          {"tl", "triton.language"},
          {"triton", "triton"},
          {"libdevice", "triton.language.extra.libdevice"},
          {"helpers", "torch._inductor.runtime.triton_helpers"},
          {"pymath", "math"},
          {"mtia", "triton.language.mtia"},
          {"target_info", "triton.language.target_info"}};
      auto path = kPaths.find(row.group);
      frontend::Value value = path != kPaths.end()        ? modules.lookup(path->second, name)
                              : row.group == "tensor"     ? modules.method(name)
                              : row.group == "descriptor" ? modules.descriptorMethod(name)
                                                          : modules.pythonBuiltin(name, true);
      if (row.group == "tensor" || row.group == "descriptor") {
        value.kind =
            value.builtin || value.function.definition ? frontend::Value::Kind::Method : value.kind;
      }
      bool callable = row.kind == "function" || row.kind == "method";
      signature = callable ? signatureOf(value, shown) : std::string();
    }
    result.push_back({group, name, signature, std::string(row.doc)});
  }
  return result;
}

} // namespace charonia::compiler

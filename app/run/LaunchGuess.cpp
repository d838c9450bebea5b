// SPDX-License-Identifier: GPL-3.0-or-later
// Rules from common Triton naming: M, N, K are extents, stride_xy belongs to x, BLOCK_* are
// constants.
#include "run/LaunchGuess.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>

namespace charonia::app {

namespace {
using compiler::ParameterInfo;
using launch::Argument;
using launch::ConstantValue;

constexpr int64_t kExtent = 512;     ///< for M, N, K and the like
constexpr int64_t kElements = 98432; ///< for a flat element count; no multiple of a usual block
constexpr int64_t kRowBlock = 64, kDepthBlock = 32, kFlatBlock = 1024;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return text;
}

bool contains(const std::string &text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

ConstantValue integer(int64_t value) {
  ConstantValue constant;
  constant.kind = ConstantValue::Kind::Int;
  constant.integer = value;
  return constant;
}

ConstantValue number(double value) {
  ConstantValue constant;
  constant.kind = ConstantValue::Kind::Float;
  constant.number = value;
  return constant;
}

bool looksLikePointer(const ParameterInfo &p) {
  const std::string name = lower(p.name);
  return p.usedAsPointer || name.ends_with("_ptr") || name.ends_with("ptr") ||
         name.starts_with("ptr");
}

/// The tensor that a stride or pointer name speaks of: "a" for a_ptr and stride_am.
std::string tensorName(const std::string &parameter) {
  std::string name = lower(parameter);
  for (const std::string_view suffix : {"_ptrs", "_ptr", "ptr"}) {
    if (name.ends_with(suffix)) {
      name.resize(name.size() - suffix.size());
      break;
    }
  }
  return name.starts_with("ptr_") ? name.substr(4) : name;
}

bool looksFloat(const std::string &name) {
  for (const std::string_view part :
       {"eps", "scale", "alpha", "beta", "gamma", "lr", "momentum", "slope", "temperature"}) {
    if (contains(name, part)) {
      return true;
    }
  }
  return name == "p";
}

int64_t extentOf(const std::string &name) {
  if (contains(name, "element") || contains(name, "numel") || name == "xnumel" || name == "size" ||
      name == "length") {
    return kElements;
  }
  if (name == "b" || contains(name, "batch") || name == "z") {
    return 2;
  }
  if (name == "h" || contains(name, "head")) {
    return 4;
  }
  return kExtent;
}

int64_t blockOf(const std::string &name) {
  if (name.ends_with("_k") || contains(name, "size_k")) {
    return kDepthBlock;
  }
  if (name.ends_with("_m") || name.ends_with("_n") || contains(name, "size_m") ||
      contains(name, "size_n") || contains(name, "dmodel") || name == "head_dim" || name == "d") {
    return kRowBlock;
  }
  if (contains(name, "block") || name.ends_with("block_size")) {
    return kFlatBlock;
  }
  if (contains(name, "group")) {
    return 8;
  }
  return 1;
}

/// Number of grid axes that the source asks for.
int gridAxes(const std::string &source) {
  static const std::regex kAxis(R"(program_id\s*\(\s*(?:axis\s*=\s*)?([012]))");
  int axes = 1;
  for (auto it = std::sregex_iterator(source.begin(), source.end(), kAxis);
       it != std::sregex_iterator(); ++it) {
    axes = std::max(axes, (*it)[1].str()[0] - '0' + 1);
  }
  return axes;
}

std::string trimmed(const std::string &text) {
  const size_t begin = text.find_first_not_of(" \t");
  const size_t end = text.find_last_not_of(" \t\r");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

/// What a kernel's text says of its grid: `offsets = pid * BLOCK + ...` compared with an extent
/// makes cdiv(extent, BLOCK); a program id that is compared, or that counts rows of a given number,
/// makes that number.
class GridFromSource {
public:
  GridFromSource(const compiler::KernelInfo &kernel, const std::string &source) {
    for (const ParameterInfo &p : kernel.parameters) {
      m_parameters.insert(p.name);
      if (p.constexprParameter) {
        m_blocks.insert(p.name);
      }
    }
    read(source, kernel.range.beginLine);
  }

  /// Extent of the grid along `axis`, or "" if the text does not show it.
  std::string extent(int axis) const {
    for (const auto &[name, source] : m_products) {
      if (source.axis != axis) {
        continue;
      }
      for (const auto &[left, right] : m_compared) {
        if (left == name) {
          return source.block.empty() ? right : "cdiv(" + right + ", " + source.block + ")";
        }
      }
    }
    return {};
  }

private:
  /// A value made of a program id: the id itself, or its product with a block size.
  struct Product {
    int axis = 0;
    std::string block;
  };

  void read(const std::string &source, uint32_t firstLine) {
    size_t at = 0;
    for (uint32_t line = 1; at < source.size(); ++line) {
      const size_t end = std::min(source.find('\n', at), source.size());
      if (line >= firstLine) {
        const std::string text = source.substr(at, std::min(end - at, kLongestLine));
        if (line > firstLine && text.starts_with("def ") && m_inKernel) {
          return; // the next function
        }
        m_inKernel |= text.starts_with("def ");
        readLine(text.substr(0, text.find('#')));
      }
      at = end + 1;
    }
  }

  void readLine(const std::string &line) {
    static const std::regex kAssign(R"(^\s*(\w+)\s*=\s*([^=].*)$)");
    static const std::regex kCompare(R"((\w+)(?:\[[^\]]*\])?\s*<\s*(\w+))");
    std::smatch found;
    if (std::regex_match(line, found, kAssign)) {
      readAssignment(found[1].str(), trimmed(found[2].str()));
    }
    for (auto it = std::sregex_iterator(line.begin(), line.end(), kCompare);
         it != std::sregex_iterator(); ++it) {
      if (m_parameters.contains((*it)[2].str())) {
        m_compared.emplace_back((*it)[1].str(), (*it)[2].str());
      }
    }
  }

  void readAssignment(const std::string &name, const std::string &value) {
    static const std::regex kId(R"(tl\.program_id\(\s*(?:axis\s*=\s*)?([012])\s*\))");
    static const std::regex kTimes(R"((\w+)\s*\*\s*(\w+))");
    // A program id in place of its call reads as any other name.
    std::string text;
    std::smatch found;
    std::string rest = value;
    while (std::regex_search(rest, found, kId)) {
      text += found.prefix().str() + "pid__" + found[1].str();
      rest = found.suffix().str();
    }
    text += rest;
    for (int axis = 0; axis < 3; ++axis) {
      m_products["pid__" + std::to_string(axis)] = {axis, ""};
    }
    for (auto it = std::sregex_iterator(text.begin(), text.end(), kTimes);
         it != std::sregex_iterator(); ++it) {
      for (const auto &[id, block] :
           {std::pair((*it)[1].str(), (*it)[2].str()), {(*it)[2].str(), (*it)[1].str()}}) {
        const auto source = m_products.find(id);
        if (source != m_products.end() && source->second.block.empty() &&
            m_blocks.contains(block)) {
          m_products[name] = {source->second.axis, block};
          return;
        }
      }
    }
    static const std::regex kSum(R"(^(\w+)(?:\s*\+.*|\[.*)?$)");
    if (std::regex_match(text, found, kSum)) {
      const auto source = m_products.find(found[1].str());
      if (source != m_products.end()) {
        m_products[name] = Product(source->second);
        return;
      }
    }
    m_products.erase(name);
  }

  static constexpr size_t kLongestLine = 500; ///< of interest; the rest of a longer one is not read

  std::set<std::string> m_parameters, m_blocks;
  std::map<std::string, Product> m_products;
  std::vector<std::pair<std::string, std::string>> m_compared;
  bool m_inKernel = false;
};

/// Builds the launch step by step.
class Guess {
public:
  Guess(const compiler::KernelInfo &kernel, const std::string &source)
      : m_kernel(kernel), m_source(source) {}

  GuessedLaunch run() {
    m_result.launch.function = m_kernel.name;
    for (const ParameterInfo &p : m_kernel.parameters) {
      if (p.constexprParameter) {
        addConstant(p);
      }
    }
    for (const ParameterInfo &p : m_kernel.parameters) {
      if (!p.constexprParameter) {
        addArgument(p);
      }
    }
    setStridesAndShapes();
    setGrid();
    uint32_t salt = 0;
    for (Argument &a : m_result.launch.args) {
      a.salt = salt += 40503; // any odd step: fills of two arguments differ
    }
    m_result.launch.cases.emplace_back().name = "a";
    return std::move(m_result);
  }

private:
  void mark(const std::string &key) { m_result.guessed.insert(key); }

  void addConstant(const ParameterInfo &p) {
    std::optional<ConstantValue> given;
    if (!p.defaultText.empty()) {
      given = ui::parseConstant(p.defaultText);
    }
    const std::string name = lower(p.name);
    if (!given) {
      mark("constexprs/" + p.name);
      if (contains(name, "causal") || contains(name, "has_") || contains(name, "is_") ||
          contains(name, "use_") || contains(name, "even")) {
        given = ConstantValue{};
        given->kind = ConstantValue::Kind::Bool;
      } else if (contains(name, "activation")) {
        given = ConstantValue{};
        given->kind = ConstantValue::Kind::String;
      } else {
        given = looksFloat(name) ? number(1.0) : integer(blockOf(name));
      }
    }
    m_result.launch.constexprs[p.name] = *given;
  }

  void addArgument(const ParameterInfo &p) {
    Argument a;
    a.name = p.name;
    const std::string name = lower(p.name);
    const std::optional<ConstantValue> given =
        p.defaultText.empty() ? std::nullopt : ui::parseConstant(p.defaultText);
    if (!p.annotation.empty() && ui::setArgumentType(a, unquoted(p.annotation))) {
      // Stated by the author.
    } else {
      mark("args/" + p.name + "/type");
      const bool isFloat =
          (given && given->kind == ConstantValue::Kind::Float) || (!given && looksFloat(name));
      ui::setArgumentType(a, looksLikePointer(p) ? "*fp32" : isFloat ? "fp32" : "i32");
    }
    if (a.kind == Argument::Kind::Scalar) {
      if (given) {
        a.value = *given;
      } else {
        mark("args/" + p.name + "/value");
        a.value = numerics::isFloat(a.type) ? number(contains(name, "eps") ? 1e-5 : 1.0)
                                            : integer(extentOf(name));
      }
    } else {
      mark("args/" + p.name + "/shape");
    }
    m_result.launch.args.push_back(std::move(a));
  }

  static std::string unquoted(const std::string &text) {
    return text.size() >= 2 && (text.front() == '"' || text.front() == '\'')
               ? text.substr(1, text.size() - 2)
               : text;
  }

  /// Value of an integer scalar or constant by lower-case name; 0 if there is none.
  int64_t valueOf(const std::string &name) const {
    for (const Argument &a : m_result.launch.args) {
      if (a.kind == Argument::Kind::Scalar && lower(a.name) == name &&
          a.value.kind == ConstantValue::Kind::Int) {
        return a.value.integer;
      }
    }
    for (const auto &[key, value] : m_result.launch.constexprs) {
      if (lower(key) == name && value.kind == ConstantValue::Kind::Int) {
        return value.integer;
      }
    }
    return 0;
  }

  /// Extent of the dimension that a stride's letter names: "m" is the value of M.
  int64_t dimension(const std::string &letters) const {
    if (const int64_t value = valueOf(letters); value > 0) {
      return value;
    }
    for (const std::string &name : {"n_" + letters, "num_" + letters, letters + "_size",
                                    "block_" + letters, "block_size_" + letters}) {
      if (const int64_t value = valueOf(name); value > 0) {
        return value;
      }
    }
    return kExtent;
  }

  /// Stride parameters of a tensor, in order: index of the argument and the letters of its
  /// dimension.
  std::vector<std::pair<size_t, std::string>> stridesOf(const std::string &tensor) const {
    std::vector<std::pair<size_t, std::string>> strides;
    for (size_t i = 0; i < m_result.launch.args.size(); ++i) {
      const std::string name = lower(m_result.launch.args[i].name);
      if (!contains(name, "stride") || m_result.launch.args[i].kind != Argument::Kind::Scalar) {
        continue;
      }
      std::string rest = name.starts_with("stride_") ? name.substr(7)
                         : name.ends_with("_stride") ? name.substr(0, name.size() - 7)
                                                     : "";
      if (!tensor.empty() && rest.starts_with(tensor)) {
        rest.erase(0, tensor.size());
        rest.erase(0, rest.starts_with("_") ? 1 : 0);
        if (rest.size() <= 1 || rest.starts_with("row") || rest.starts_with("col")) {
          strides.emplace_back(i, rest);
        }
      } else if (rest == "row" || name.ends_with(tensor + "_row_stride") ||
                 rest == tensor + "_row") {
        strides.emplace_back(i, "row");
      }
    }
    return strides;
  }

  void setStridesAndShapes() {
    int64_t flat = 0;
    for (const Argument &a : m_result.launch.args) {
      if (a.kind == Argument::Kind::Scalar && a.value.kind == ConstantValue::Kind::Int &&
          !contains(lower(a.name), "stride")) {
        flat = std::max(flat, a.value.integer);
      }
    }
    for (Argument &a : m_result.launch.args) {
      if (a.kind != Argument::Kind::Pointer) {
        continue;
      }
      const auto strides = stridesOf(tensorName(a.name));
      if (strides.empty()) {
        ui::setShape(a, flatShape(flat));
        continue;
      }
      std::vector<int64_t> shape;
      for (const auto &[index, letters] : strides) {
        shape.push_back(letters == "row" || letters.empty() ? rowCount() : dimension(letters));
      }
      if (strides.size() == 1) {
        shape.push_back(columnCount()); // a lone row stride: the columns are dense
      }
      ui::setShape(a, shape);
      for (size_t d = 0; d < strides.size(); ++d) {
        m_result.launch.args[strides[d].first].value = integer(a.strides[d]);
      }
    }
  }

  int64_t rowCount() const {
    for (const char *name : {"n_rows", "num_rows", "rows", "m"}) {
      if (const int64_t value = valueOf(name); value > 0) {
        return value;
      }
    }
    return kExtent;
  }
  int64_t columnCount() const {
    for (const char *name : {"n_cols", "num_cols", "cols", "n"}) {
      if (const int64_t value = valueOf(name); value > 0) {
        return value;
      }
    }
    return kExtent;
  }

  std::vector<int64_t> flatShape(int64_t flat) const {
    const int64_t m = valueOf("m");
    const int64_t n = valueOf("n");
    if (m > 0 && n > 0) {
      return {m, n};
    }
    const int64_t rows = valueOf("n_rows");
    const int64_t columns = valueOf("n_cols");
    if (rows > 0 && columns > 0) {
      return {rows, columns};
    }
    if (columns > 0) {
      return {kExtent, columns};
    }
    return {flat > 0 ? flat : kElements};
  }

  /// Name of a parameter whose lower-case name is `wanted`; empty if there is none.
  std::string named(const std::string &wanted) const {
    for (const ParameterInfo &p : m_kernel.parameters) {
      if (lower(p.name) == wanted) {
        return p.name;
      }
    }
    return {};
  }

  /// "cdiv(M, BLOCK_M)" if both exist, else empty.
  std::string blocksAlong(const std::string &letter) const {
    const std::string extent = named(letter);
    for (const std::string &candidate : {"block_size_" + letter, "block_" + letter,
                                         letter + "block", "block" + letter, "tile_" + letter}) {
      const std::string block = named(candidate);
      if (!extent.empty() && !block.empty()) {
        return "cdiv(" + extent + ", " + block + ")";
      }
    }
    return {};
  }

  std::string flatBlocks() const {
    std::string extent;
    for (const Argument &a : m_result.launch.args) {
      const std::string name = lower(a.name);
      if (a.kind == Argument::Kind::Scalar && !numerics::isFloat(a.type) &&
          (contains(name, "element") || contains(name, "numel") || name == "n" || name == "size" ||
           name == "length")) {
        extent = a.name;
        break;
      }
    }
    for (const auto &[name, value] : m_result.launch.constexprs) {
      if (!extent.empty() && contains(lower(name), "block")) {
        return "cdiv(" + extent + ", " + name + ")";
      }
    }
    return {};
  }

  /// The axes of the grid as the source uses them, "" where that shows nothing; empty if no axis
  /// shows anything.
  std::vector<std::string> usedAxes(int axes) const {
    const GridFromSource source(m_kernel, m_source);
    std::vector<std::string> grid;
    bool any = false;
    for (int axis = 0; axis < axes; ++axis) {
      grid.push_back(source.extent(axis));
      any |= !grid.back().empty();
    }
    return any ? grid : std::vector<std::string>{};
  }

  void setGrid() {
    mark("grid");
    const int axes = gridAxes(m_source);
    const std::string m = blocksAlong("m");
    const std::string n = blocksAlong("n");
    std::vector<std::string> &grid = m_result.launch.grid;
    const std::vector<std::string> used = usedAxes(axes);
    if (!used.empty() && (axes == 1 || std::find(used.begin(), used.end(), "") == used.end())) {
      grid = used;
      return;
    }
    if (!m.empty() && !n.empty()) {
      grid = axes == 1 ? std::vector{m + " * " + n} : std::vector{m, n};
    } else if (!m.empty()) {
      grid = {m};
    } else if (const std::string flat = flatBlocks(); !flat.empty()) {
      grid = {flat};
    } else if (const std::string rows = !named("n_rows").empty() ? named("n_rows") : named("m");
               !rows.empty()) {
      grid = {rows};
    } else {
      grid = {std::to_string(rowCount())};
    }
    while (static_cast<int>(grid.size()) < axes) {
      grid.emplace_back("1");
    }
  }

  const compiler::KernelInfo &m_kernel;
  const std::string &m_source;
  GuessedLaunch m_result;
};
} // namespace

std::string launchPathFor(const std::string &sourceFile) {
  const size_t slash = sourceFile.rfind('/');
  const size_t dot = sourceFile.rfind('.');
  const bool hasExtension = dot != std::string::npos && (slash == std::string::npos || dot > slash);
  return (hasExtension ? sourceFile.substr(0, dot) : sourceFile) + ".launch.json";
}

GuessedLaunch guessLaunch(const compiler::KernelInfo &kernel, const std::string &source,
                          const std::string &file) {
  GuessedLaunch result = Guess(kernel, source).run();
  result.launch.file = launchPathFor(file);
  const size_t slash = file.rfind('/');
  result.launch.source = slash == std::string::npos ? file : file.substr(slash + 1);
  return result;
}

} // namespace charonia::app

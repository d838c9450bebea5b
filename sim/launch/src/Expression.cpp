// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer expressions of launch files: + - * // % cdiv min max, parentheses, names. Python's
// meaning of // and %.
#include "charonia/launch/Launch.h"

#include <fmt/format.h>
#include <functional>

namespace charonia::launch {
namespace {

constexpr int kMaxDepth = 100;

/// Names go on with letters, digits and, for parts of structures and tuples, dots: "view.shape.0".
bool continuesName(std::string_view text, size_t at) {
  const char c = text[at];
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9') ||
         c == '.';
}

/// Recursive descent with evaluation. After the first error every step returns 0 at once.
class Evaluator {
public:
  Evaluator(std::string_view text, const std::map<std::string, int64_t> &names)
      : m_text(text), m_names(names) {}

  tl::expected<int64_t, std::string> run() {
    const int64_t value = sum();
    space();
    if (m_error.empty() && m_at < m_text.size()) {
      fail(fmt::format("unexpected '{}'", m_text.substr(m_at, 1)));
    }
    if (!m_error.empty()) {
      return tl::unexpected(m_error);
    }
    return value;
  }

private:
  int64_t fail(const std::string &message) {
    if (m_error.empty()) {
      m_error = fmt::format("{} at column {} of \"{}\"", message, m_at + 1, m_text.substr(0, 200));
      m_at = m_text.size();
    }
    return 0;
  }
  void space() {
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t')) {
      ++m_at;
    }
  }
  bool accept(std::string_view token) {
    space();
    if (m_text.substr(m_at, token.size()) != token) {
      return false;
    }
    m_at += token.size();
    return true;
  }
  int64_t overflow() { return fail("overflow of 64 bits"); }

  int64_t floorDivide(int64_t a, int64_t b) {
    if (b == 0) {
      return fail("division by zero");
    }
    if (a == INT64_MIN && b == -1) {
      return overflow();
    }
    return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
  }
  int64_t remainder(int64_t a, int64_t b) {
    if (b == 0) {
      return fail("division by zero");
    }
    if (b == -1) {
      return 0;
    }
    const int64_t r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
  }
  int64_t ceilDivide(int64_t a, int64_t b) {
    const int64_t floor = floorDivide(a, b);
    return m_error.empty() && a % (b == -1 ? 1 : b) != 0 ? floor + 1 : floor;
  }

  int64_t sum() {
    int64_t value = product();
    while (m_error.empty()) {
      if (accept("+")) {
        if (__builtin_add_overflow(value, product(), &value)) {
          return overflow();
        }
      } else if (accept("-")) {
        if (__builtin_sub_overflow(value, product(), &value)) {
          return overflow();
        }
      } else {
        break;
      }
    }
    return value;
  }
  int64_t product() {
    int64_t value = unary();
    while (m_error.empty()) {
      if (accept("//")) {
        value = floorDivide(value, unary());
      } else if (accept("%")) {
        value = remainder(value, unary());
      } else if (accept("*")) {
        if (__builtin_mul_overflow(value, unary(), &value)) {
          return overflow();
        }
      } else {
        break;
      }
    }
    return value;
  }
  int64_t unary() {
    bool negative = false;
    for (;;) {
      if (accept("-")) {
        negative = !negative;
      } else if (!accept("+")) {
        break;
      }
    }
    int64_t value = primary();
    if (negative && __builtin_sub_overflow(int64_t{0}, value, &value)) {
      return overflow();
    }
    return value;
  }
  int64_t primary() {
    space();
    if (m_at >= m_text.size()) {
      return fail("an operand is missing");
    }
    const char c = m_text[m_at];
    if (c >= '0' && c <= '9') {
      return literal();
    }
    if (c == '(') {
      ++m_at;
      if (++m_depth > kMaxDepth) {
        return fail(fmt::format("nested deeper than {} levels", kMaxDepth));
      }
      const int64_t value = sum();
      --m_depth;
      return accept(")") ? value : fail("')' is missing");
    }
    if (isNameStart(c)) {
      return name();
    }
    return fail(fmt::format("unexpected '{}'", c));
  }
  static bool isNameStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  int64_t literal() {
    int64_t value = 0;
    while (m_at < m_text.size() &&
           ((m_text[m_at] >= '0' && m_text[m_at] <= '9') || m_text[m_at] == '_')) {
      if (m_text[m_at] != '_' &&
          (__builtin_mul_overflow(value, int64_t{10}, &value) ||
           __builtin_add_overflow(value, int64_t{m_text[m_at] - '0'}, &value))) {
        return overflow();
      }
      ++m_at;
    }
    if (m_at < m_text.size() && (isNameStart(m_text[m_at]) || m_text[m_at] == '.')) {
      return fail("only integers are allowed");
    }
    return value;
  }
  int64_t name() {
    const size_t start = m_at;
    while (m_at < m_text.size() && continuesName(m_text, m_at)) {
      ++m_at;
    }
    const std::string id(m_text.substr(start, m_at - start));
    if (accept("(")) {
      return call(id, start);
    }
    const auto found = m_names.find(id);
    if (found == m_names.end()) {
      m_at = start;
      return fail(fmt::format("unknown name '{}'", id));
    }
    return found->second;
  }
  int64_t call(const std::string &id, size_t start) {
    if (id != "cdiv" && id != "min" && id != "max") {
      m_at = start;
      return fail(fmt::format("unknown function '{}'", id));
    }
    if (++m_depth > kMaxDepth) {
      return fail(fmt::format("nested deeper than {} levels", kMaxDepth));
    }
    int64_t result = sum();
    int count = 1;
    while (m_error.empty() && accept(",")) {
      const int64_t next = sum();
      ++count;
      if (m_error.empty()) {
        result = id == "min"   ? std::min(result, next)
                 : id == "max" ? std::max(result, next)
                               : ceilDivide(result, next);
      }
    }
    --m_depth;
    if (!m_error.empty()) {
      return 0;
    }
    if (count < 2 || (id == "cdiv" && count != 2)) {
      return fail(id == "cdiv" ? "cdiv takes 2 operands" : id + " takes 2 operands or more");
    }
    return accept(")") ? result : fail("')' is missing");
  }

  std::string_view m_text;
  const std::map<std::string, int64_t> &m_names;
  size_t m_at = 0;
  int m_depth = 0;
  std::string m_error;
};

bool isName(std::string_view text, size_t at) {
  const char c = text[at];
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Identifiers in an expression, functions included.
std::vector<std::string> identifiers(std::string_view text) {
  std::vector<std::string> result;
  for (size_t i = 0; i < text.size();) {
    if (!isName(text, i)) {
      ++i;
      continue;
    }
    size_t end = i;
    while (end < text.size() && continuesName(text, end)) {
      ++end;
    }
    result.emplace_back(text.substr(i, end - i));
    i = end;
  }
  return result;
}

/// Name of a part of a structure or tuple: "view.rows", "pair.0".
std::string partName(const std::string &whole, const Argument &part, size_t index) {
  return whole + "." + (part.name.empty() ? std::to_string(index) : part.name);
}

/// Resolves expressions in the order in which they need each other.
class Resolver {
public:
  Resolver(Launch &launch) : m_file(launch.file) {
    for (auto &[name, value] : launch.constexprs) {
      add(name, value, "/constexprs/" + name);
    }
    for (size_t i = 0; i < launch.args.size(); ++i) {
      add(launch.args[i], launch.args[i].name, "/args/" + std::to_string(i));
    }
  }
  LaunchErrors run() {
    for (auto &[name, entry] : m_entries) {
      resolve(name, 0);
    }
    return m_errors;
  }

private:
  struct Entry {
    std::vector<ConstantValue *>
        values; ///< a constexpr may be given twice: as such and as an argument
    std::string path;
    int state = 0; ///< 0 new, 1 in work, 2 done
  };
  void add(Argument &arg, const std::string &name, const std::string &path) {
    if (arg.kind == Argument::Kind::Scalar || arg.kind == Argument::Kind::Constexpr) {
      add(name, arg.value, path + "/value");
    } else if (arg.kind == Argument::Kind::Struct || arg.kind == Argument::Kind::Tuple) {
      const char *key = arg.kind == Argument::Kind::Struct ? "/fields/" : "/items/";
      for (size_t i = 0; i < arg.fields.size(); ++i) {
        add(arg.fields[i], partName(name, arg.fields[i], i), path + key + std::to_string(i));
      }
    }
  }
  void add(const std::string &name, ConstantValue &value, const std::string &path) {
    Entry &entry = m_entries[name];
    entry.values.push_back(&value);
    if (entry.path.empty() || value.kind == ConstantValue::Kind::Expression) {
      entry.path = path;
    }
    if (value.kind == ConstantValue::Kind::Int) {
      m_names[name] = value.integer;
    } else if (value.kind == ConstantValue::Kind::Bool) {
      m_names[name] = value.boolean ? 1 : 0;
    }
  }
  void fail(const Entry &entry, const std::string &message) {
    m_errors.push_back({m_file, entry.path, message, 0, false});
  }
  bool resolve(const std::string &name, int depth) {
    const auto found = m_entries.find(name);
    if (found == m_entries.end()) {
      return true; // reported by the evaluation
    }
    Entry &entry = found->second;
    if (entry.state == 2) {
      return true;
    }
    if (entry.state == 1 || depth > 200) {
      fail(entry, fmt::format("'{}' depends on itself", name));
      return false;
    }
    entry.state = 1;
    bool good = true;
    for (ConstantValue *value : entry.values) {
      if (value->kind != ConstantValue::Kind::Expression) {
        continue;
      }
      for (const std::string &id : identifiers(value->text)) {
        good = good && resolve(id, depth + 1);
      }
      if (!good) {
        break;
      }
      const auto result = evaluateExpression(value->text, m_names);
      if (!result) {
        fail(entry, result.error());
        good = false;
        break;
      }
      value->integer = *result;
      m_names[name] = *result;
    }
    entry.state = 2;
    return good;
  }

  std::string m_file;
  std::map<std::string, Entry> m_entries;
  std::map<std::string, int64_t> m_names;
  LaunchErrors m_errors;
};

} // namespace

tl::expected<int64_t, std::string> evaluateExpression(std::string_view text,
                                                      const std::map<std::string, int64_t> &names) {
  return Evaluator(text, names).run();
}

LaunchErrors resolveExpressions(Launch &launch) { return Resolver(launch).run(); }

std::map<std::string, int64_t> expressionNames(const Launch &launch) {
  std::map<std::string, int64_t> names;
  const auto add = [&](const std::string &name, const ConstantValue &value) {
    using Kind = ConstantValue::Kind;
    if (value.kind == Kind::Int || value.kind == Kind::Expression) {
      names[name] = value.integer;
    } else if (value.kind == Kind::Bool) {
      names[name] = value.boolean ? 1 : 0;
    }
  };
  const std::function<void(const Argument &, const std::string &)> addArgument =
      [&](const Argument &arg, const std::string &name) {
        if (arg.kind == Argument::Kind::Scalar || arg.kind == Argument::Kind::Constexpr) {
          add(name, arg.value);
        } else if (arg.kind == Argument::Kind::Struct || arg.kind == Argument::Kind::Tuple) {
          for (size_t i = 0; i < arg.fields.size(); ++i) {
            addArgument(arg.fields[i], partName(name, arg.fields[i], i));
          }
        }
      };
  for (const Argument &arg : launch.args) {
    addArgument(arg, arg.name);
  }
  for (const auto &[name, value] : launch.constexprs) {
    add(name, value);
  }
  return names;
}

tl::expected<std::array<int64_t, 3>, LaunchErrors> evaluateGrid(const Launch &launch) {
  const std::map<std::string, int64_t> names = expressionNames(launch);
  std::array<int64_t, 3> grid = {1, 1, 1};
  LaunchErrors errors;
  int64_t total = 1;
  for (size_t i = 0; i < launch.grid.size() && i < 3; ++i) {
    const std::string path = "/grid/" + std::to_string(i);
    const auto extent = evaluateExpression(launch.grid[i], names);
    if (!extent) {
      errors.push_back({launch.file, path, extent.error(), 0, false});
      continue;
    }
    if (*extent < 0 || *extent > INT32_MAX) {
      errors.push_back({launch.file, path,
                        fmt::format("the extent {} is not between 0 and {}", *extent, INT32_MAX), 0,
                        false});
      continue;
    }
    grid[i] = *extent;
    if (__builtin_mul_overflow(total, *extent, &total)) {
      total = INT64_MAX;
    }
  }
  if (errors.empty() && total > kMaxPrograms) {
    errors.push_back({launch.file, "/grid",
                      fmt::format("the grid {} x {} x {} has more than {} programs", grid[0],
                                  grid[1], grid[2], kMaxPrograms),
                      0, false});
  }
  if (!errors.empty()) {
    return tl::unexpected(errors);
  }
  return grid;
}

} // namespace charonia::launch

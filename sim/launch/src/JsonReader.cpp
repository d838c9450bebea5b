// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JsonReader.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace charonia::launch {
namespace {

/// Walks JSON text that is known to be well formed to the value that a pointer names.
class Locator {
public:
  explicit Locator(std::string_view text) : m_text(text) {}

  /// Byte of the value at `path`, or npos.
  size_t find(std::string_view path) {
    space();
    while (!path.empty()) {
      path.remove_prefix(1);
      const std::string_view key = path.substr(0, path.find('/'));
      path.remove_prefix(key.size());
      if (!enter(key)) {
        return std::string_view::npos;
      }
    }
    return m_at;
  }

private:
  char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
  void space() {
    while (m_at < m_text.size() && std::strchr(" \t\r\n,:", m_text[m_at]) != nullptr) {
      ++m_at;
    }
  }
  std::string_view quoted() {
    const size_t start = ++m_at;
    while (m_at < m_text.size() && m_text[m_at] != '"') {
      m_at += m_text[m_at] == '\\' ? 2 : 1;
    }
    const size_t end = std::min(m_at, m_text.size());
    m_at = end + 1;
    return m_text.substr(start, end - start);
  }
  void skip() {
    int depth = 0;
    do {
      space();
      const char c = peek();
      if (c == '"') {
        quoted();
      } else if (c == '{' || c == '[') {
        ++depth;
        ++m_at;
      } else if (c == '}' || c == ']') {
        --depth;
        ++m_at;
      } else {
        while (m_at < m_text.size() && std::strchr(" \t\r\n,:]}", m_text[m_at]) == nullptr) {
          ++m_at;
        }
      }
      space();
    } while (depth > 0 && m_at < m_text.size());
  }
  bool enter(std::string_view key) {
    const char open = peek();
    if (open != '{' && open != '[') {
      return false;
    }
    ++m_at;
    for (size_t index = 0; m_at < m_text.size(); ++index) {
      space();
      const char c = peek();
      if (c == '}' || c == ']') {
        return false;
      }
      const bool here = open == '[' ? key == std::to_string(index) : c == '"' && quoted() == key;
      space();
      if (here) {
        return true;
      }
      skip();
    }
    return false;
  }

  std::string_view m_text;
  size_t m_at = 0;
};

int lineAt(std::string_view text, size_t byte) {
  byte = std::min(byte, text.size());
  return 1 + static_cast<int>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(byte), '\n'));
}

} // namespace

std::string child(const std::string &path, const std::string &key) {
  std::string result = path + "/";
  for (const char c : key) {
    result += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  }
  return result;
}

std::string child(const std::string &path, size_t index) {
  return path + "/" + std::to_string(index);
}

tl::expected<std::string, LaunchErrors> readWholeFile(const std::string &path, size_t limit) {
  const auto fail = [&](const std::string &message) {
    return tl::unexpected(LaunchErrors{{path, "", message, 0, false}});
  };
  std::error_code code;
  if (!std::filesystem::is_regular_file(path, code)) {
    return fail(code ? "cannot open the file: " + code.message() : "is not a file");
  }
  std::ifstream stream(path, std::ios::binary);
  const auto size = std::filesystem::file_size(path, code);
  if (!stream || code) {
    return fail("cannot open the file");
  }
  if (size > limit) {
    return fail(fmt::format("the file has {} bytes; at most {} are read", size, limit));
  }
  std::string text(size, '\0');
  if (!stream.read(text.data(), static_cast<std::streamsize>(size))) {
    return fail("cannot read the file");
  }
  return text;
}

int JsonReader::lineOf(const std::string &path) const {
  const size_t byte = Locator(m_text).find(path);
  return byte == std::string_view::npos ? 0 : lineAt(m_text, byte);
}

void JsonReader::error(const std::string &path, const std::string &message) {
  if (m_errors.size() < 100) {
    m_errors.push_back({m_file, path, message, lineOf(path), false});
  }
}

void JsonReader::warning(const std::string &path, const std::string &message) {
  m_warnings.push_back({m_file, path, message, lineOf(path), true});
}

/// Depth of nesting, before anything recursive sees the text.
bool JsonReader::scan() {
  int depth = 0;
  bool inString = false;
  for (size_t i = 0; i < m_text.size(); ++i) {
    const char c = m_text[i];
    if (inString) {
      i += c == '\\' ? 1 : 0;
      inString = c != '"';
    } else if (c == '"') {
      inString = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxJsonDepth) {
        m_errors.push_back({m_file, "", fmt::format("nested deeper than {} levels", kMaxJsonDepth),
                            lineAt(m_text, i), false});
        return false;
      }
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return true;
}

Json JsonReader::parse() {
  if (!scan()) {
    return nullptr;
  }
  Json root;
  try {
    root = Json::parse(m_text);
  } catch (const nlohmann::json::exception &problem) {
    size_t byte = 0;
    if (const auto *parseError = dynamic_cast<const nlohmann::json::parse_error *>(&problem)) {
      byte = parseError->byte;
    }
    // The parser's text ends with what it expected; its beginning is an error code.
    std::string what = problem.what();
    const size_t dash = what.find("] ");
    m_errors.push_back(
        {m_file, "",
         "not valid JSON: " + (dash == std::string::npos ? what : what.substr(dash + 2)),
         lineAt(m_text, byte > 0 ? byte - 1 : 0), false});
    return nullptr;
  }
  if (!root.is_object()) {
    error("", "must be a JSON object");
    return nullptr;
  }
  return root;
}

std::string JsonReader::string(const Json &value, const std::string &path) {
  if (!value.is_string()) {
    error(path, "must be a string");
    return {};
  }
  return value.get<std::string>();
}

bool JsonReader::boolean(const Json &value, const std::string &path) {
  if (!value.is_boolean()) {
    error(path, "must be true or false");
    return false;
  }
  return value.get<bool>();
}

int64_t JsonReader::integer(const Json &value, const std::string &path, int64_t low, int64_t high) {
  const auto outOfRange = [&] {
    error(path, fmt::format("must be an integer from {} to {}, not {}", low, high, value.dump()));
    return std::max<int64_t>(low, std::min<int64_t>(0, high));
  };
  int64_t result = 0;
  if (value.is_number_float()) {
    const double number = value.get<double>();
    if (!(std::fabs(number) < 0x1p63) || number != std::floor(number)) {
      return outOfRange();
    }
    result = static_cast<int64_t>(number);
  } else if (value.is_number_unsigned()) {
    if (value.get<uint64_t>() > static_cast<uint64_t>(INT64_MAX)) {
      return outOfRange();
    }
    result = value.get<int64_t>();
  } else if (value.is_number_integer()) {
    result = value.get<int64_t>();
  } else {
    error(path, "must be an integer");
    return std::max<int64_t>(low, std::min<int64_t>(0, high));
  }
  return result < low || result > high ? outOfRange() : result;
}

double JsonReader::number(const Json &value, const std::string &path, bool special) {
  if (value.is_number()) {
    return value.get<double>();
  }
  if (special && value.is_string()) {
    const std::string text = value.get<std::string>();
    if (text == "nan") {
      return NAN;
    }
    if (text == "inf" || text == "-inf") {
      return text == "inf" ? INFINITY : -INFINITY;
    }
  }
  error(path, special ? "must be a number, \"nan\", \"inf\" or \"-inf\"" : "must be a number");
  return 0;
}

std::vector<int64_t> JsonReader::integers(const Json &value, const std::string &path, int64_t low,
                                          int64_t high) {
  std::vector<int64_t> result;
  if (isArray(value, path)) {
    for (size_t i = 0; i < value.size(); ++i) {
      result.push_back(integer(value[i], child(path, i), low, high));
    }
  }
  return result;
}

bool JsonReader::isObject(const Json &value, const std::string &path) {
  if (!value.is_object()) {
    error(path, "must be an object");
  }
  return value.is_object();
}

bool JsonReader::isArray(const Json &value, const std::string &path) {
  if (!value.is_array()) {
    error(path, "must be a list");
  }
  return value.is_array();
}

nlohmann::json JsonReader::unknown(const Json &object, const std::string &path,
                                   const std::set<std::string> &known) {
  nlohmann::json result;
  for (auto it = object.begin(); it != object.end(); ++it) {
    if (known.count(it.key()) == 0) {
      warning(child(path, it.key()), "unknown key (kept)");
      result[it.key()] = it.value();
    }
  }
  return result;
}

} // namespace charonia::launch

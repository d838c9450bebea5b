// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Program and CommandStream as JSON.
#include "charonia/program/Serialize.h"

#include "EnumNames.h"
#include "Fields.h"
#include "Validator.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace charonia::program {
namespace {

using Json = nlohmann::ordered_json;
using Errors = std::vector<ProgramError>;

// A file with more errors than this is not a program; nobody reads on.
constexpr size_t kMaxErrors = 100;

// --- Writing ----------------------------------------------------------------------------------

class JsonWriter {
public:
  template <typename T>
  void operator()(const char *key, const T &value) {
    out[key] = json(value);
  }

  template <typename T, typename D>
  void operator()(const char *key, const T &value, const D &standard) {
    if (!isDefault(value, standard)) {
      (*this)(key, value);
    }
  }

  Json out = Json::object();

private:
  template <typename T, typename D>
  static bool isDefault(const T &value, const D &standard) {
    return value == static_cast<T>(standard);
  }
  template <typename T>
  static bool isDefault(const std::vector<T> &value, int) {
    return value.empty();
  }
  template <typename T>
  static bool isDefault(const std::optional<T> &value, int) {
    return !value.has_value();
  }
  static bool isDefault(const std::string &value, const char *standard) {
    return value == standard;
  }

  static Json json(const std::string &value) { return value; }
  static Json json(const Operand &value) {
    return value.isReg ? Json("r" + std::to_string(value.reg)) : Json(value.imm);
  }
  template <typename T>
  static Json json(const std::vector<T> &value) {
    Json array = Json::array();
    for (const T &element : value) {
      array.push_back(json(element));
    }
    return array;
  }
  template <typename T>
  static Json json(const std::optional<T> &value) {
    return json(*value);
  }
  template <typename T>
  static Json json(const T &value) {
    if constexpr (std::is_enum_v<T>) {
      return enumName(value);
    } else if constexpr (std::is_arithmetic_v<T>) {
      return value;
    } else {
      JsonWriter writer;
      members(writer, value);
      return std::move(writer.out);
    }
  }
};

template <typename T>
std::string write(const T &value, int indent) {
  JsonWriter writer;
  members(writer, value);
  // Text that is not UTF-8 (a file name, say) is replaced rather than refused.
  return writer.out.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

// --- Reading ----------------------------------------------------------------------------------

class JsonReader {
public:
  JsonReader(const Json &object, const std::string &path, Errors &errors)
      : m_object(object), m_path(path), m_errors(errors) {}

  template <typename T>
  void operator()(const char *key, T &value) {
    auto it = m_object.find(key);
    if (it == m_object.end()) {
      error(member(key), "missing");
      return;
    }
    ++m_found;
    read(*it, member(key), value);
  }

  template <typename T, typename D>
  void operator()(const char *key, T &value, const D &standard) {
    auto it = m_object.find(key);
    if (it == m_object.end()) {
      setDefault(value, standard);
      return;
    }
    ++m_found;
    read(*it, member(key), value);
  }

  /// Reads `value` from `object`, which must have no other members.
  template <typename T>
  static void readObject(const Json &object, const std::string &path, Errors &errors, T &value) {
    if (!object.is_object()) {
      errors.push_back({path, "must be an object"});
      return;
    }
    JsonReader reader(object, path, errors);
    members(reader, value);
    if (reader.m_found < object.size()) {
      reader.reportUnknown(value);
    }
  }

private:
  /// Collects the names of the members of a struct.
  struct Names {
    std::vector<std::string_view> names;
    template <typename... T>
    void operator()(const char *key, T &&...) {
      names.push_back(key);
    }
  };

  template <typename T>
  void reportUnknown(T &value) {
    Names known;
    members(known, value);
    for (const auto &[key, ignored] : m_object.items()) {
      if (std::find(known.names.begin(), known.names.end(), key) == known.names.end()) {
        error(member(key.c_str()), "unknown member");
      }
    }
  }

  template <typename T, typename D>
  static void setDefault(T &value, const D &standard) {
    value = static_cast<T>(standard);
  }
  template <typename T>
  static void setDefault(std::vector<T> &value, int) {
    value.clear();
  }
  template <typename T>
  static void setDefault(std::optional<T> &value, int) {
    value.reset();
  }

  std::string member(const char *key) const { return m_path.empty() ? key : m_path + "." + key; }

  void error(const std::string &path, std::string message) {
    if (m_errors.size() < kMaxErrors) {
      m_errors.push_back({path, std::move(message)});
    }
  }

  void read(const Json &json, const std::string &path, std::string &value) {
    if (!json.is_string()) {
      return error(path, "must be a text");
    }
    value = json.get_ref<const std::string &>();
  }

  void read(const Json &json, const std::string &path, bool &value) {
    if (!json.is_boolean()) {
      return error(path, "must be true or false");
    }
    value = json.get<bool>();
  }

  void read(const Json &json, const std::string &path, Operand &value) {
    if (!json.is_string()) {
      value.isReg = false;
      return read(json, path, value.imm);
    }
    const std::string &text = json.get_ref<const std::string &>();
    Reg reg = 0;
    const char *end = text.data() + text.size();
    if (text.size() < 2 || text[0] != 'r' ||
        std::from_chars(text.data() + 1, end, reg) != std::from_chars_result{end, std::errc()}) {
      return error(path,
                   fmt::format("'{:.40}' is neither a number nor a register such as r7", text));
    }
    value = Operand::of(reg);
  }

  template <typename T>
  void read(const Json &json, const std::string &path, std::vector<T> &value) {
    if (!json.is_array()) {
      return error(path, "must be an array");
    }
    value.clear();
    value.reserve(json.size());
    for (size_t i = 0; i < json.size() && m_errors.size() < kMaxErrors; ++i) {
      T element{};
      read(json[i], fmt::format("{}[{}]", path, i), element);
      value.push_back(std::move(element));
    }
  }

  template <typename T>
  void read(const Json &json, const std::string &path, std::optional<T> &value) {
    read(json, path, value.emplace());
  }

  template <typename T>
  void read(const Json &json, const std::string &path, T &value) {
    if constexpr (std::is_enum_v<T>) {
      if (!json.is_string() || !findEnum(json.get_ref<const std::string &>(), value)) {
        error(path, fmt::format("{:.60} is not one of its words", shown(json)));
      }
    } else if constexpr (std::is_integral_v<T>) {
      readInteger(json, path, value);
    } else {
      readObject(json, path, m_errors, value);
    }
  }

  static std::string shown(const Json &json) {
    return json.dump(-1, ' ', true, Json::error_handler_t::replace);
  }

  template <typename T>
  void readInteger(const Json &json, const std::string &path, T &value) {
    if (!json.is_number_integer()) {
      return error(path, "must be a whole number");
    }
    const bool fits = json.is_number_unsigned() ? std::in_range<T>(json.get<uint64_t>())
                                                : std::in_range<T>(json.get<int64_t>());
    if (!fits) {
      return error(path, fmt::format("{} is out of range", shown(json)));
    }
    value = json.is_number_unsigned() ? static_cast<T>(json.get<uint64_t>())
                                      : static_cast<T>(json.get<int64_t>());
  }

  const Json &m_object;
  std::string m_path;
  Errors &m_errors;
  size_t m_found = 0;
};

template <typename T>
tl::expected<T, Errors> readText(std::string_view text) {
  Errors errors;
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::exception &e) {
    errors.push_back({"", fmt::format("not valid JSON: {}", e.what())});
    return tl::unexpected(std::move(errors));
  }
  T value;
  JsonReader::readObject(json, "", errors, value);
  if (!errors.empty()) {
    return tl::unexpected(std::move(errors));
  }
  return value;
}

} // namespace

std::string toJson(const Program &program, int indent) { return write(program, indent); }

std::string toJson(const CommandStream &stream, int indent) { return write(stream, indent); }

tl::expected<Program, Errors> programFromJson(std::string_view text) {
  auto program = readText<Program>(text);
  if (program) {
    Errors errors = validate(*program);
    if (!errors.empty()) {
      return tl::unexpected(std::move(errors));
    }
  }
  return program;
}

tl::expected<CommandStream, Errors> streamFromJson(std::string_view text) {
  auto stream = readText<CommandStream>(text);
  if (stream) {
    Errors errors = checkStream(*stream);
    if (!errors.empty()) {
      return tl::unexpected(std::move(errors));
    }
  }
  return stream;
}

} // namespace charonia::program

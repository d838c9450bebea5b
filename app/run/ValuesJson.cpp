// SPDX-License-Identifier: GPL-3.0-or-later
// One writing and one reading archive over the member lists of ValuesFields.h.
#include "run/ValuesJson.h"

#include "charonia/program/Serialize.h"
#include "run/ValuesFields.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace charonia::app {
namespace {

using nlohmann::json;
using ProgramRef = std::shared_ptr<const program::Program>;

/// The words of an enumeration, by value.
template <typename E>
constexpr std::array<const char *, 0> kWords = {};
template <>
constexpr std::array<const char *, 3> kWords<compiler::Severity> = {"error", "warning", "note"};
template <>
constexpr std::array<const char *, 4> kWords<compiler::LineageEvent::Kind> = {"create", "replace",
                                                                              "merge", "erase"};
template <>
constexpr std::array<const char *, 3> kWords<compiler::Policy> = {"strict", "default", "fast"};

/// Writes values; an object's members by their list.
struct Writer {
  json object = json::object();

  template <typename T>
  void operator()(const char *key, const T &value) {
    object[key] = write(value);
  }

  static json write(const std::string &value) { return value; }
  static json write(double value) {
    // JSON has no word for these.
    return std::isnan(value)   ? json("nan")
           : std::isinf(value) ? json(value > 0 ? "inf" : "-inf")
                               : json(value);
  }
  static json write(const ProgramRef &program) {
    return program ? json(toBase64(program::toBinary(*program))) : json();
  }
  template <typename T>
  static json write(const std::pair<std::string, T> &pair) {
    return json::array({pair.first, write(pair.second)});
  }
  template <typename T>
  static json write(const std::vector<T> &values) {
    json array = json::array();
    for (const T &value : values) {
      array.push_back(write(value));
    }
    return array;
  }
  template <typename T>
  static json write(const T &value) {
    if constexpr (std::is_enum_v<T>) {
      return kWords<T>[size_t(value)];
    } else if constexpr (std::is_arithmetic_v<T>) {
      return value;
    } else {
      Writer writer;
      members(writer, value);
      return std::move(writer.object);
    }
  }
};

/// Reads values into `error` (the first problem, with its place) or the members.
class Reader {
public:
  Reader(const json &object, std::string path, std::string &error)
      : m_object(object), m_path(std::move(path)), m_error(error) {
    if (!object.is_object()) {
      fail("", "must be an object");
    }
  }

  template <typename T>
  void operator()(const char *key, T &value) {
    if (!m_error.empty()) {
      return;
    }
    if (auto it = m_object.find(key); it != m_object.end()) {
      read(*it, m_path.empty() ? key : m_path + "." + key, value);
    }
  }

  template <typename T>
  void read(const json &from, const std::string &path, T &value) {
    if constexpr (std::is_enum_v<T>) {
      for (size_t i = 0; i < kWords<T>.size(); ++i) {
        if (from == kWords<T>[i]) {
          value = T(i);
          return;
        }
      }
      fail(path, "is none of the known words");
    } else if constexpr (std::is_same_v<T, bool>) {
      from.is_boolean() ? void(value = from.get<bool>()) : fail(path, "must be true or false");
    } else if constexpr (std::is_integral_v<T>) {
      readInteger(from, path, value);
    } else {
      Reader reader(from, path, m_error);
      if (m_error.empty()) {
        members(reader, value);
      }
    }
  }
  void read(const json &from, const std::string &path, std::string &value) {
    from.is_string() ? void(value = from.get<std::string>()) : fail(path, "must be a string");
  }
  void read(const json &from, const std::string &path, double &value) {
    if (from.is_number()) {
      value = from.get<double>();
    } else if (from == "nan") {
      value = std::numeric_limits<double>::quiet_NaN();
    } else if (from == "inf" || from == "-inf") {
      value = from == "inf" ? HUGE_VAL : -HUGE_VAL;
    } else {
      fail(path, "must be a number");
    }
  }
  template <typename T>
  void read(const json &from, const std::string &path, std::pair<std::string, T> &value) {
    if (!from.is_array() || from.size() != 2) {
      return fail(path, "must be a name and what belongs to it");
    }
    read(from[0], path, value.first);
    read(from[1], path, value.second);
  }
  void read(const json &from, const std::string &path, ProgramRef &value) {
    if (from.is_null()) {
      value = nullptr;
      return;
    }
    auto bytes = from.is_string() ? fromBase64(from.get_ref<const std::string &>()) : std::nullopt;
    if (!bytes) {
      return fail(path, "must be base64 of a binary program");
    }
    auto program = program::programFromBinary(*bytes);
    if (!program) {
      const program::ProgramError &error = program.error().front();
      return fail(path, error.path + ": " + error.message);
    }
    value = std::make_shared<const program::Program>(std::move(*program));
  }
  template <typename T>
  void read(const json &from, const std::string &path, std::vector<T> &value) {
    if (!from.is_array()) {
      return fail(path, "must be a list");
    }
    value.clear();
    value.reserve(from.size());
    for (size_t i = 0; i < from.size() && m_error.empty(); ++i) {
      T item{};
      read(from[i], fmt::format("{}[{}]", path, i), item);
      value.push_back(std::move(item));
    }
  }

private:
  template <typename T>
  void readInteger(const json &from, const std::string &path, T &value) {
    bool fits = false;
    if (from.is_number_unsigned()) {
      fits = std::in_range<T>(from.get<uint64_t>());
    } else if (from.is_number_integer()) {
      fits = std::in_range<T>(from.get<int64_t>());
    }
    fits ? void(value = from.get<T>()) : fail(path, "must be an integer in range");
  }

  void fail(const std::string &path, const std::string &message) {
    if (m_error.empty()) {
      const std::string &place = path.empty() ? m_path : path;
      m_error = place.empty() ? "it " + message : place + ": " + message;
    }
  }

  const json &m_object;
  std::string m_path;
  std::string &m_error;
};

template <typename T>
FromJson<T> readAs(const json &from, T value = {}) {
  static const json kNothing = json::object();
  std::string error;
  Reader(kNothing, "", error).read(from, "", value);
  if (!error.empty()) {
    return tl::unexpected(error);
  }
  return value;
}

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

} // namespace

json toJson(const compiler::SourceRange &range) { return Writer::write(range); }
json toJson(const compiler::Diagnostic &diagnostic) { return Writer::write(diagnostic); }
json toJson(const std::vector<compiler::Diagnostic> &diagnostics) {
  return Writer::write(diagnostics);
}
json toJson(const compiler::PassRecord &pass) { return Writer::write(pass); }
json toJson(const compiler::AccessRow &access) { return Writer::write(access); }
json toJson(const compiler::PlacementRow &placement) { return Writer::write(placement); }
json toJson(const compiler::Remark &remark) { return Writer::write(remark); }
json toJson(const compiler::Options &options) { return Writer::write(options); }
json toJson(const compiler::IrText &text) { return Writer::write(text); }
json toJson(const compiler::Compilation &compilation) { return Writer::write(compilation); }
json toJson(const std::vector<launch::Mismatch> &mismatches) { return Writer::write(mismatches); }
json toJson(const std::vector<compiler::KernelInfo> &kernels) { return Writer::write(kernels); }

FromJson<std::vector<compiler::Diagnostic>> diagnosticsFromJson(const json &from) {
  return readAs<std::vector<compiler::Diagnostic>>(from);
}
FromJson<compiler::Options> optionsFromJson(const json &from, const compiler::Options &base) {
  return readAs<compiler::Options>(from, base);
}
FromJson<compiler::IrText> irTextFromJson(const json &from) {
  return readAs<compiler::IrText>(from);
}
FromJson<compiler::Compilation> compilationFromJson(const json &from) {
  return readAs<compiler::Compilation>(from);
}
FromJson<std::vector<launch::Mismatch>> mismatchesFromJson(const json &from) {
  return readAs<std::vector<launch::Mismatch>>(from);
}

FromJson<std::vector<compiler::KernelInfo>> kernelsFromJson(const json &from) {
  return readAs<std::vector<compiler::KernelInfo>>(from);
}

std::string toBase64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t j = 0; j < 3; ++j) {
      group = group << 8 | (i + j < bytes.size() ? uint8_t(bytes[i + j]) : 0u);
    }
    for (size_t j = 0; j < 4; ++j) {
      text += i + j > bytes.size() ? '=' : kAlphabet[group >> (18 - 6 * j) & 63];
    }
  }
  return text;
}

std::optional<std::string> fromBase64(std::string_view text) {
  static const std::array<int8_t, 256> kValues = [] {
    std::array<int8_t, 256> values;
    values.fill(-1);
    for (size_t i = 0; i < kAlphabet.size(); ++i) {
      values[uint8_t(kAlphabet[i])] = int8_t(i);
    }
    return values;
  }();
  if (text.size() % 4 != 0) {
    return std::nullopt;
  }
  size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
  text.remove_suffix(padding);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 3);
  uint32_t group = 0;
  int bits = 0;
  for (char c : text) {
    int value = kValues[uint8_t(c)];
    if (value < 0) {
      return std::nullopt;
    }
    group = group << 6 | uint32_t(value);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes += char(group >> bits & 255);
    }
  }
  return bytes;
}

} // namespace charonia::app

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading untrusted JSON: parsing with limits, typed access that collects errors with paths and
// lines.
#pragma once

#include "charonia/launch/Launch.h"

#include <set>

namespace charonia::launch {

using Json = nlohmann::ordered_json;

/// Most nested brackets and most bytes of a launch or sequence file.
inline constexpr int kMaxJsonDepth = 64;
inline constexpr size_t kMaxJsonBytes = size_t{256} << 20;

/// One file being read. Errors and warnings are collected; the reader goes on after each.
class JsonReader {
public:
  JsonReader(std::string_view text, std::string file) : m_text(text), m_file(std::move(file)) {}

  /// Parses the text. Adds an error and gives null if it is not one JSON object.
  Json parse();

  void error(const std::string &path, const std::string &message);
  void warning(const std::string &path, const std::string &message);
  const LaunchErrors &errors() const { return m_errors; }
  const LaunchErrors &warnings() const { return m_warnings; }

  // Typed values; on a wrong type an error is added and the default comes back.
  std::string string(const Json &value, const std::string &path);
  bool boolean(const Json &value, const std::string &path);
  /// An integer; a float such as 1e6 counts if it is one exactly.
  int64_t integer(const Json &value, const std::string &path, int64_t low, int64_t high);
  /// A number or, if allowed, "nan", "inf", "-inf".
  double number(const Json &value, const std::string &path, bool special);
  std::vector<int64_t> integers(const Json &value, const std::string &path, int64_t low,
                                int64_t high);
  bool isObject(const Json &value, const std::string &path);
  bool isArray(const Json &value, const std::string &path);
  /// The keys of `object` that are not in `known`, each with a warning; null if there are none.
  nlohmann::json unknown(const Json &object, const std::string &path,
                         const std::set<std::string> &known);

private:
  int lineOf(const std::string &path) const;
  bool scan();

  std::string_view m_text;
  std::string m_file;
  LaunchErrors m_errors, m_warnings;
};

/// path + "/" + key, escaped as in a JSON pointer.
std::string child(const std::string &path, const std::string &key);
std::string child(const std::string &path, size_t index);

/// The whole file, or an error with the system's reason.
tl::expected<std::string, LaunchErrors> readWholeFile(const std::string &path, size_t limit);

} // namespace charonia::launch

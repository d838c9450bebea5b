// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a hardware file into a DeviceModel and reports everything that is wrong with it at once.
#include "JsonLines.h"
#include "ParameterTable.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <fstream>
#include <map>
#include <set>

namespace charonia::arch {
namespace {

using nlohmann::json;

constexpr int kSchemaVersion = 1;
constexpr int64_t kMaxFileBytes = 4 << 20;

bool findProvenance(const std::string &spelling, Provenance &provenance) {
  for (Provenance p : {Provenance::Published, Provenance::Derived, Provenance::Assumption}) {
    if (spelling == name(p)) {
      provenance = p;
      return true;
    }
  }
  return false;
}

std::vector<DeviceError> inLineOrder(std::vector<DeviceError> errors) {
  std::multimap<int, DeviceError> byLine;
  for (DeviceError &error : errors) {
    byLine.emplace(error.line, std::move(error));
  }
  errors.clear();
  for (auto &[line, error] : byLine) {
    errors.push_back(std::move(error));
  }
  return errors;
}

class Reader {
public:
  Reader(std::string_view text, const std::string &file) : m_text(text) { m_device->file = file; }

  tl::expected<DeviceRef, std::vector<DeviceError>> read() {
    json root;
    try {
      root = json::parse(m_text);
    } catch (const json::exception &e) {
      size_t offset = 0;
      if (const auto *parseError = dynamic_cast<const json::parse_error *>(&e)) {
        offset = parseError->byte > 0 ? parseError->byte - 1 : 0;
      }
      m_errors.push_back({m_device->file, "", fmt::format("not valid JSON: {}", e.what()),
                          lineOfOffset(m_text, offset)});
      return tl::unexpected(std::move(m_errors));
    }
    m_lines = scanJsonLines(m_text);
    for (const auto &[path, line] : m_lines.duplicates) {
      m_errors.push_back({m_device->file, shown(path), "stated twice", line});
    }
    if (!root.is_object()) {
      error("", "a hardware file is a JSON object");
      return tl::unexpected(std::move(m_errors));
    }
    readRoot(root);
    if (m_errors.empty()) {
      fillFields(*m_device);
      checkConsistency(*m_device, m_errors);
      for (DeviceError &e : m_errors) {
        e.line = m_lines.of("parameters/" + e.path);
      }
    }
    if (!m_errors.empty()) {
      return tl::unexpected(inLineOrder(std::move(m_errors)));
    }
    return DeviceRef(m_device);
  }

private:
  static std::string shown(std::string path) {
    constexpr std::string_view kPrefix = "parameters/";
    if (path.starts_with(kPrefix)) {
      path.erase(0, kPrefix.size());
    }
    return path;
  }

  void error(const std::string &path, std::string message) {
    // A missing member has no line of its own: the nearest object around it has.
    std::string place = path;
    int line = m_lines.of(place);
    while (line == 0 && place.find('/') != std::string::npos) {
      place.erase(place.rfind('/'));
      line = m_lines.of(place);
    }
    m_errors.push_back({m_device->file, shown(path), std::move(message), line});
  }

  /// A member of text, or an empty one with an error.
  std::string text(const json &object, const std::string &path, const char *key, bool required) {
    auto it = object.find(key);
    if (it == object.end()) {
      if (required) {
        error(path + (path.empty() ? "" : "/") + key, "missing");
      }
      return {};
    }
    if (!it->is_string()) {
      error(path + (path.empty() ? "" : "/") + key, "must be a text");
      return {};
    }
    return it->get<std::string>();
  }

  void readRoot(const json &root) {
    static const std::set<std::string> known = {"$schema", "schemaVersion", "name", "description",
                                                "sources", "parameters",    "notes"};
    for (const auto &[key, value] : root.items()) {
      if (!known.count(key)) {
        error(key, "unknown key");
      }
    }
    auto version = root.find("schemaVersion");
    if (version == root.end()) {
      error("schemaVersion", "missing");
    } else if (!version->is_number_integer() || version->get<int64_t>() != kSchemaVersion) {
      error("schemaVersion",
            fmt::format("must be {}, the version that this program reads", kSchemaVersion));
    }
    m_device->name = text(root, "", "name", true);
    text(root, "", "description", false);
    readSources(root);
    readNotes(root);
    auto parameters = root.find("parameters");
    if (parameters == root.end() || !parameters->is_object()) {
      error("parameters", parameters == root.end() ? "missing" : "must be an object");
      return;
    }
    readParameters(*parameters);
  }

  void readSources(const json &root) {
    auto sources = root.find("sources");
    if (sources == root.end()) {
      return;
    }
    if (!sources->is_object()) {
      error("sources", "must be an object of citations");
      return;
    }
    for (const auto &[key, value] : sources->items()) {
      if (!value.is_string()) {
        error("sources/" + key, "must be a text");
        continue;
      }
      m_device->sources[key] = value.get<std::string>();
    }
  }

  void readNotes(const json &root) {
    auto notes = root.find("notes");
    if (notes == root.end()) {
      return;
    }
    if (!notes->is_array()) {
      error("notes", "must be an array");
      return;
    }
    for (size_t i = 0; i < notes->size(); ++i) {
      const std::string path = fmt::format("notes/{}", i);
      const json &entry = (*notes)[i];
      if (!entry.is_object()) {
        error(path, "must be an object");
        continue;
      }
      checkKeys(entry, path, {"text", "provenance", "source"});
      DeviceNote note;
      note.text = text(entry, path, "text", true);
      note.provenance = provenance(entry, path, note.source);
      m_device->notes.push_back(std::move(note));
    }
  }

  void checkKeys(const json &object, const std::string &path, const std::set<std::string> &known) {
    for (const auto &[key, value] : object.items()) {
      if (!known.count(key)) {
        error(path + "/" + key, "unknown key");
      }
    }
  }

  Provenance provenance(const json &object, const std::string &path, std::string &source) {
    Provenance result = Provenance::Assumption;
    const std::string spelling = text(object, path, "provenance", true);
    if (!spelling.empty() && !findProvenance(spelling, result)) {
      error(path + "/provenance",
            fmt::format("'{}' is not published, derived or assumption", spelling));
    }
    source = text(object, path, "source", false);
    if (result != Provenance::Assumption && source.empty()) {
      error(path + "/source", fmt::format("a {} value needs a source", name(result)));
    }
    return result;
  }

  /// A finite number in `key`, or nothing (with an error if it is no number, or missing).
  bool number(const json &object, const std::string &path, const char *key, bool required,
              double &value) {
    auto it = object.find(key);
    if (it == object.end()) {
      if (required) {
        error(path + "/" + key, "missing");
      }
      return false;
    }
    if (!it->is_number()) {
      error(path + "/" + key, "must be a number");
      return false;
    }
    value = it->get<double>();
    return true;
  }

  void readParameters(const json &parameters) {
    for (const auto &[key, value] : parameters.items()) {
      if (!findParameterRow(key)) {
        error("parameters/" + key, "unknown parameter");
      }
    }
    std::multimap<int, Parameter> inOrder; // by line
    for (const ParameterRow &row : parameterTable()) {
      const std::string path = "parameters/" + row.path;
      auto it = parameters.find(row.path);
      if (it == parameters.end()) {
        error(path, fmt::format("missing (unit {})", row.unit));
        continue;
      }
      if (!it->is_object()) {
        error(path, "must be an object with value, unit, provenance and description");
        continue;
      }
      inOrder.emplace(m_lines.of(path), readParameter(row, *it, path));
    }
    for (auto &[line, parameter] : inOrder) {
      m_device->parameters.push_back(std::move(parameter));
    }
  }

  Parameter readParameter(const ParameterRow &row, const json &object, const std::string &path) {
    checkKeys(object, path, {"value", "unit", "provenance", "source", "description", "min", "max"});
    Parameter parameter;
    parameter.path = row.path;
    parameter.unit = text(object, path, "unit", true);
    if (!parameter.unit.empty() && parameter.unit != row.unit) {
      error(path + "/unit", fmt::format("unit '{}' must be '{}'", parameter.unit, row.unit));
    }
    parameter.provenance = provenance(object, path, parameter.source);
    parameter.description = text(object, path, "description", true);
    parameter.minimum = row.minimum;
    parameter.maximum = row.maximum;
    double bound = 0;
    for (const char *key : {"min", "max"}) {
      if (!number(object, path, key, false, bound)) {
        continue;
      }
      if (bound < row.minimum || bound > row.maximum) {
        error(path + "/" + key, fmt::format("{} is outside of what is valid at all, {} to {}",
                                            bound, row.minimum, row.maximum));
        continue;
      }
      (key == std::string_view("min") ? parameter.minimum : parameter.maximum) = bound;
    }
    if (number(object, path, "value", true, parameter.value)) {
      std::string problem = checkValue(row, parameter.value, parameter.minimum, parameter.maximum);
      if (!problem.empty()) {
        error(path + "/value", std::move(problem));
      }
    }
    return parameter;
  }

  std::string_view m_text;
  JsonLines m_lines;
  std::shared_ptr<DeviceModel> m_device = std::make_shared<DeviceModel>();
  std::vector<DeviceError> m_errors;
};

} // namespace

tl::expected<DeviceRef, std::vector<DeviceError>> parseDevice(std::string_view text,
                                                              const std::string &file) {
  return Reader(text, file).read();
}

tl::expected<DeviceRef, std::vector<DeviceError>> loadDevice(const std::string &path) {
  auto fail = [&](std::string message) {
    return tl::unexpected(std::vector<DeviceError>{{path, "", std::move(message), 0}});
  };
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    return fail("cannot open the hardware file");
  }
  std::string text;
  std::array<char, 65536> block;
  while (in.read(block.data(), block.size()), in.gcount() > 0) {
    text.append(block.data(), static_cast<size_t>(in.gcount()));
    if (static_cast<int64_t>(text.size()) > kMaxFileBytes) {
      return fail(fmt::format("a hardware file has at most {} bytes", kMaxFileBytes));
    }
  }
  if (in.bad() || (text.empty() && !in.eof())) {
    return fail("cannot read the hardware file");
  }
  return parseDevice(text, path);
}

} // namespace charonia::arch

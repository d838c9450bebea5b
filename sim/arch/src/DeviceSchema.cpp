// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The JSON schema of hardware files, made from the parameter table so that the two cannot differ.
#include "ParameterTable.h"

#include <nlohmann/json.hpp>

namespace charonia::arch {

using nlohmann::ordered_json;

namespace {

ordered_json parameterSchema(const ParameterRow &row) {
  const ordered_json value = {{"type", row.integer ? "integer" : "number"},
                              {"minimum", row.minimum},
                              {"maximum", row.maximum}};
  return {{"allOf", {{{"$ref", "#/definitions/parameter"}}}},
          {"properties", {{"value", value}, {"unit", {{"const", row.unit}}}}}};
}

/// What all parameters have in common.
ordered_json commonSchema() {
  const ordered_json text = {{"type", "string"}};
  const ordered_json number = {{"type", "number"}};
  return {{"type", "object"},
          {"required", {"value", "unit", "provenance", "description"}},
          {"properties",
           {{"value", number},
            {"unit", text},
            {"provenance", {{"$ref", "#/definitions/provenance"}}},
            {"source", text},
            {"description", text},
            {"min", number},
            {"max", number}}},
          {"additionalProperties", false}};
}

} // namespace

std::string deviceSchema() {
  // One parameter a line: the file stays short and its diffs readable.
  ordered_json required = ordered_json::array();
  std::string properties;
  for (const ParameterRow &row : parameterTable()) {
    required.push_back(row.path);
    properties += (properties.empty() ? "\n" : ",\n") + ordered_json(row.path).dump() + ": " +
                  parameterSchema(row).dump();
  }
  const ordered_json note = {{"type", "object"},
                             {"additionalProperties", false},
                             {"required", {"text", "provenance"}},
                             {"properties",
                              {{"text", {{"type", "string"}}},
                               {"provenance", {{"$ref", "#/definitions/provenance"}}},
                               {"source", {{"type", "string"}}}}}};
  const ordered_json texts = {{"type", "object"}, {"additionalProperties", {{"type", "string"}}}};
  ordered_json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                         {"title", "Charonia hardware file"},
                         {"type", "object"},
                         {"additionalProperties", false},
                         {"required", {"schemaVersion", "name", "parameters"}},
                         {"definitions",
                          {{"provenance", {{"enum", {"published", "derived", "assumption"}}}},
                           {"parameter", commonSchema()}}},
                         {"properties",
                          {{"$schema", {{"type", "string"}}},
                           {"schemaVersion", {{"const", 1}}},
                           {"name", {{"type", "string"}}},
                           {"description", {{"type", "string"}}},
                           {"sources", texts},
                           {"notes", {{"type", "array"}, {"items", note}}},
                           {"parameters",
                            {{"type", "object"},
                             {"additionalProperties", false},
                             {"required", required},
                             {"properties", "@"}}}}}};
  std::string text = schema.dump(1);
  text.replace(text.find("\"@\""), 3, "{" + properties + "\n}");
  return text + "\n";
}

} // namespace charonia::arch

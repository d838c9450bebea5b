// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading launch files.
#include "charonia/launch/Launch.h"

#include "ArgumentReader.h"

#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace charonia::launch {
namespace {

const char *const kFormat = "charonia-launch/1";

void readKernel(JsonReader &reader, Launch &launch, const Json &root, nlohmann::json &unknown) {
  if (!root.contains("kernel")) {
    reader.error("", "has no \"kernel\"");
    return;
  }
  const Json &kernel = root["kernel"];
  if (!reader.isObject(kernel, "/kernel")) {
    return;
  }
  for (auto [key, target] : {std::pair{"source", &launch.source}, std::pair{"ttir", &launch.ttir},
                             std::pair{"function", &launch.function}}) {
    if (kernel.contains(key)) {
      *target = reader.string(kernel[key], child("/kernel", key));
    }
  }
  if (launch.source.empty() && launch.ttir.empty()) {
    reader.error("/kernel", "needs \"source\" or \"ttir\"");
  }
  if (launch.function.empty()) {
    reader.error("/kernel", "needs \"function\", the kernel's name");
  }
  const nlohmann::json rest = reader.unknown(kernel, "/kernel", {"source", "ttir", "function"});
  if (!rest.is_null()) {
    unknown["kernel"] = rest;
  }
}

void readGrid(JsonReader &reader, Launch &launch, const Json &root) {
  if (!root.contains("grid")) {
    reader.error("", "has no \"grid\"");
    return;
  }
  const Json &grid = root["grid"];
  if (!reader.isArray(grid, "/grid")) {
    return;
  }
  if (grid.empty() || grid.size() > 3) {
    reader.error("/grid", "must have 1 to 3 entries");
    return;
  }
  for (size_t i = 0; i < grid.size(); ++i) {
    const std::string path = child("/grid", i);
    if (grid[i].is_string()) {
      launch.grid.push_back(grid[i].get<std::string>());
    } else {
      launch.grid.push_back(std::to_string(reader.integer(grid[i], path, 0, INT32_MAX)));
    }
  }
}

Expectation readExpectation(JsonReader &reader, const Json &json, const std::string &path) {
  Expectation expectation;
  if (!reader.isObject(json, path)) {
    return expectation;
  }
  const auto count = [&](const char *key, int64_t &target) {
    if (json.contains(key)) {
      target = reader.integer(json[key], child(path, key), 0, INT64_MAX);
    } else {
      reader.error(path, fmt::format("has no \"{}\"", key));
    }
  };
  const auto number = [&](const char *key, double &target) {
    if (json.contains(key)) {
      target = reader.number(json[key], child(path, key), false);
    } else {
      reader.error(path, fmt::format("has no \"{}\"", key));
    }
  };
  count("elements", expectation.elements);
  count("nonfinite", expectation.nonfinite);
  number("sum", expectation.sum);
  number("abs_sum", expectation.absSum);
  number("weighted_sum", expectation.weightedSum);
  if (!json.contains("samples")) {
    reader.error(path, "has no \"samples\"");
  } else if (reader.isArray(json["samples"], child(path, "samples"))) {
    const Json &samples = json["samples"];
    for (size_t i = 0; i < samples.size(); ++i) {
      expectation.samples.push_back(
          reader.number(samples[i], child(child(path, "samples"), i), true));
    }
    const int64_t wanted = std::min<int64_t>(expectation.elements, 128);
    if (static_cast<int64_t>(samples.size()) != wanted) {
      reader.error(child(path, "samples"),
                   fmt::format("has {} values; {} elements need {}", samples.size(),
                               expectation.elements, wanted));
    }
  }
  if (json.contains("tolerance")) {
    const double factor = reader.number(json["tolerance"], child(path, "tolerance"), false);
    if (!(factor >= 1)) {
      reader.error(child(path, "tolerance"), "must be a factor of 1 or more");
    }
    expectation.tolerance = factor;
    if (!json.contains("reason")) {
      reader.error(child(path, "tolerance"), "a wider tolerance needs a \"reason\" beside it");
    }
  }
  if (json.contains("reason")) {
    expectation.reason = reader.string(json["reason"], child(path, "reason"));
  }
  expectation.unknown = reader.unknown(json, path,
                                       {"elements", "sum", "abs_sum", "weighted_sum", "nonfinite",
                                        "samples", "tolerance", "reason"});
  return expectation;
}

/// Whether `name` is a pointer argument, or a pointer within one ("config.x").
bool hasBuffer(const std::vector<Argument> &args, const std::string &name,
               const std::string &prefix) {
  for (size_t i = 0; i < args.size(); ++i) {
    const Argument &arg = args[i];
    const std::string full = prefix + (arg.name.empty() ? std::to_string(i) : arg.name);
    const bool isBuffer =
        arg.kind == Argument::Kind::Pointer || arg.kind == Argument::Kind::Descriptor;
    if (isBuffer && full == name) {
      return true;
    }
    if (arg.kind != Argument::Kind::Descriptor && hasBuffer(arg.fields, name, full + ".")) {
      return true;
    }
  }
  return false;
}

Case readCase(JsonReader &reader, const Launch &launch, const Json &json, const std::string &path) {
  Case result;
  if (!reader.isObject(json, path)) {
    return result;
  }
  if (json.contains("name")) {
    result.name = reader.string(json["name"], child(path, "name"));
  }
  if (json.contains("float_range")) {
    const std::string at = child(path, "float_range");
    const Json &range = json["float_range"];
    if (reader.isArray(range, at) && range.size() == 2) {
      result.low = reader.number(range[0], child(at, size_t{0}), false);
      result.high = reader.number(range[1], child(at, size_t{1}), false);
      if (result.low > result.high) {
        reader.error(at, "low is above high");
      }
    } else if (range.is_array()) {
      reader.error(at, "must be [low, high]");
    }
  }
  if (json.contains("expect") && reader.isObject(json["expect"], child(path, "expect"))) {
    const std::string at = child(path, "expect");
    result.hasExpect = true;
    for (auto it = json["expect"].begin(); it != json["expect"].end(); ++it) {
      if (!hasBuffer(launch.args, it.key(), "")) {
        reader.error(child(at, it.key()), "names no pointer argument");
      }
      result.expect[it.key()] = readExpectation(reader, it.value(), child(at, it.key()));
    }
  }
  result.unknown = reader.unknown(json, path, {"name", "float_range", "expect"});
  return result;
}

void readMapping(JsonReader &reader, Launch &launch, const Json &mapping) {
  if (mapping.is_array()) {
    launch.mapping = "list";
    for (size_t i = 0; i < mapping.size(); ++i) {
      launch.mappingLists.push_back(
          reader.integers(mapping[i], child("/mapping", i), 0, kMaxPrograms - 1));
    }
    return;
  }
  launch.mapping = reader.string(mapping, "/mapping");
  const std::set<std::string> known = {"linear", "round-robin", "zigzag", "lpt", "auto"};
  if (known.count(launch.mapping) == 0) {
    reader.error("/mapping",
                 "must be linear, round-robin, zigzag, lpt, auto or a list of lists of programs");
  }
}

void readArguments(JsonReader &reader, Launch &launch, const Json &root) {
  if (!root.contains("args")) {
    reader.error("", "has no \"args\"");
    return;
  }
  if (!reader.isArray(root["args"], "/args")) {
    return;
  }
  std::set<std::string> names;
  for (size_t i = 0; i < root["args"].size(); ++i) {
    const std::string path = child("/args", i);
    launch.args.push_back(readArgument(reader, root["args"][i], path, true, 0));
    const std::string &name = launch.args.back().name;
    if (!name.empty() && !names.insert(name).second) {
      reader.error(child(path, "name"), fmt::format("the name '{}' is used twice", name));
    }
  }
  for (size_t i = 0; i < launch.args.size(); ++i) {
    const Argument &arg = launch.args[i];
    if (arg.kind == Argument::Kind::Descriptor && arg.fields.empty() &&
        !hasBuffer(launch.args, arg.value.text, "")) {
      reader.error(child(child("/args", i), "base"),
                   fmt::format("'{}' is no pointer argument", arg.value.text));
    }
  }
}

void readRest(JsonReader &reader, Launch &launch, const Json &root) {
  if (root.contains("constexprs") && reader.isObject(root["constexprs"], "/constexprs")) {
    for (auto it = root["constexprs"].begin(); it != root["constexprs"].end(); ++it) {
      launch.constexprs[it.key()] =
          readConstant(reader, it.value(), child("/constexprs", it.key()));
    }
  }
  if (root.contains("mapping")) {
    readMapping(reader, launch, root["mapping"]);
  }
  if (root.contains("warm")) {
    launch.warm = reader.boolean(root["warm"], "/warm");
  }
  if (root.contains("hardware")) {
    launch.hardware = reader.string(root["hardware"], "/hardware");
  }
  if (root.contains("options") && reader.isObject(root["options"], "/options")) {
    launch.options = root["options"];
  }
  if (root.contains("configs") && reader.isArray(root["configs"], "/configs")) {
    launch.configs = root["configs"];
  }
  if (root.contains("origin")) {
    launch.origin = root["origin"];
  }
}

void readCases(JsonReader &reader, Launch &launch, const Json &root) {
  if (root.contains("cases") && reader.isArray(root["cases"], "/cases")) {
    for (size_t i = 0; i < root["cases"].size(); ++i) {
      launch.cases.push_back(readCase(reader, launch, root["cases"][i], child("/cases", i)));
    }
  }
  if (launch.cases.empty()) {
    launch.cases.push_back({});
    launch.cases.back().name = "default";
  }
}

} // namespace

const char *name(Place place) {
  return place == Place::Dram ? "dram" : place == Place::Llc ? "llc" : "sram";
}

std::string Launch::resolve(const std::string &relative) const {
  const std::filesystem::path path(relative);
  if (path.is_absolute()) {
    return relative;
  }
  std::error_code code;
  const auto base = std::filesystem::absolute(std::filesystem::path(file).parent_path(), code);
  return (base / path).lexically_normal().string();
}

tl::expected<Launch, LaunchErrors> parseLaunch(std::string_view json, const std::string &file,
                                               LaunchErrors *warnings) {
  JsonReader reader(json, file);
  const Json root = reader.parse();
  if (!reader.errors().empty()) {
    return tl::unexpected(reader.errors());
  }
  Launch launch;
  launch.file = file;
  if (!root.contains("format")) {
    reader.error("", fmt::format("has no \"format\"; expected \"{}\"", kFormat));
  } else if (root["format"] != kFormat) {
    reader.error("/format", fmt::format("must be \"{}\"", kFormat));
    return tl::unexpected(reader.errors());
  }
  launch.unknown = reader.unknown(root, "",
                                  {"format", "kernel", "origin", "grid", "constexprs", "args",
                                   "cases", "mapping", "warm", "hardware", "options", "configs"});
  readKernel(reader, launch, root, launch.unknown);
  readGrid(reader, launch, root);
  readArguments(reader, launch, root);
  readRest(reader, launch, root);
  readCases(reader, launch, root);
  for (const LaunchError &problem : resolveExpressions(launch)) {
    reader.error(problem.path, problem.message);
  }
  if (reader.errors().empty()) {
    if (const auto grid = evaluateGrid(launch); !grid) {
      for (const LaunchError &problem : grid.error()) {
        reader.error(problem.path, problem.message);
      }
    }
  }
  if (warnings != nullptr) {
    warnings->insert(warnings->end(), reader.warnings().begin(), reader.warnings().end());
  }
  if (!reader.errors().empty()) {
    return tl::unexpected(reader.errors());
  }
  return launch;
}

tl::expected<Launch, LaunchErrors> loadLaunch(const std::string &path, LaunchErrors *warnings) {
  const auto text = readWholeFile(path, kMaxJsonBytes);
  if (!text) {
    return tl::unexpected(text.error());
  }
  return parseLaunch(*text, path, warnings);
}

} // namespace charonia::launch

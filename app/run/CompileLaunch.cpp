// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/CompileLaunch.h"

#include "run/TextFile.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::app {
namespace {

using compiler::Diagnostic;
using compiler::Severity;

Diagnostic problem(std::string code, std::string file, std::string message, uint32_t line = 0) {
  Diagnostic diagnostic;
  diagnostic.code = std::move(code);
  diagnostic.message = std::move(message);
  diagnostic.range.file = std::move(file);
  diagnostic.range.beginLine = diagnostic.range.endLine = line;
  diagnostic.range.beginColumn = diagnostic.range.endColumn = line ? 1 : 0;
  return diagnostic;
}

bool loadDevice(PreparedLaunch &prepared, const LaunchOptions &options) {
  auto device = arch::loadDevice(hardwarePath(prepared.launch, options.hardware));
  if (!device) {
    const std::vector<Diagnostic> problems = toDiagnostics(device.error());
    prepared.problems.insert(prepared.problems.end(), problems.begin(), problems.end());
    return false;
  }
  prepared.invocation.device = *device;
  return true;
}

bool loadKernel(PreparedLaunch &prepared, const LaunchInput &input, const LaunchOptions &options) {
  const launch::Launch &launch = prepared.launch;
  compiler::From from =
      options.from.value_or(launch.source.empty() && !launch.ttir.empty() ? compiler::From::Ttir
                                                                          : compiler::From::Source);
  const std::string &name = from == compiler::From::Source ? launch.source : launch.ttir;
  prepared.invocation.from = from;
  prepared.invocation.file = input.textFile.empty() ? launch.resolve(name) : input.textFile;
  if (input.text) {
    prepared.invocation.text = *input.text;
    return true;
  }
  if (name.empty()) {
    const char *key = from == compiler::From::Source ? "kernel.source" : "kernel.ttir";
    prepared.problems.push_back(
        problem("KL0102", launch.file, fmt::format("the launch names no {}", key)));
    return false;
  }
  std::string path = launch.resolve(name);
  auto text = readFile(path, prepared.invocation.options.limits.irBytes);
  if (!text) {
    prepared.problems.push_back(
        problem("KL0103", launch.file,
                fmt::format("cannot read kernel file {}: {}", path, text.error().reason)));
    return false;
  }
  prepared.invocation.text = std::move(*text);
  prepared.invocation.file = path;
  return true;
}

std::optional<compiler::Policy> policyOf(const std::string &word) {
  if (word == "strict") {
    return compiler::Policy::Strict;
  }
  if (word == "default") {
    return compiler::Policy::Default;
  }
  return word == "fast" ? std::optional(compiler::Policy::Fast) : std::nullopt;
}

/// What the user chose goes over what the launch says.
bool applyChoices(PreparedLaunch &prepared, const LaunchOptions &choices) {
  compiler::Options &options = prepared.invocation.options;
  if (!choices.mapping.empty()) {
    prepared.launch.mapping = choices.mapping;
  }
  if (!applyLaunchOptions(prepared.launch, options, prepared.problems)) {
    return false;
  }
  options.cbDepth = choices.cbDepth.value_or(options.cbDepth);
  if (choices.policy.empty()) {
    return true;
  }
  auto policy = policyOf(choices.policy);
  if (!policy) {
    prepared.problems.push_back(
        problem("KL0104", prepared.launch.file,
                fmt::format("unknown policy '{}': strict, default or fast", choices.policy)));
    return false;
  }
  options.policy = *policy;
  return true;
}

} // namespace

std::vector<Diagnostic> toDiagnostics(const launch::LaunchErrors &errors) {
  std::vector<Diagnostic> diagnostics;
  for (const launch::LaunchError &error : errors) {
    diagnostics.push_back(
        problem("KL0101", error.file,
                error.path.empty() ? error.message : error.path + ": " + error.message,
                uint32_t(error.line)));
    diagnostics.back().severity = error.warning ? Severity::Warning : Severity::Error;
  }
  return diagnostics;
}

std::vector<Diagnostic> toDiagnostics(const std::vector<arch::DeviceError> &errors) {
  std::vector<Diagnostic> diagnostics;
  for (const arch::DeviceError &error : errors) {
    diagnostics.push_back(
        problem("KH0101", error.file,
                error.path.empty() ? error.message : error.path + ": " + error.message,
                uint32_t(std::max(0, error.line))));
  }
  return diagnostics;
}

Diagnostic toDiagnostic(const sim::SimError &error, const compiler::Compilation &compilation) {
  Diagnostic diagnostic;
  diagnostic.code = "KS-" + error.code;
  diagnostic.message = error.message;
  // The program has a table of its own: the frames that its commands and instructions name.
  if (compilation.program && error.frame < compilation.program->frames.size()) {
    const program::SourceFrame &frame = compilation.program->frames[error.frame];
    diagnostic.range = {frame.file, frame.line, frame.column, frame.line, frame.column};
  }
  for (const std::string &note : error.notes) {
    diagnostic.notes.push_back({note, {}});
  }
  return diagnostic;
}

std::string hardwarePath(const launch::Launch &launch, const std::string &chosen) {
  if (!chosen.empty()) {
    return chosen;
  }
  return launch.hardware.empty() ? arch::defaultDevicePath() : launch.resolve(launch.hardware);
}

std::vector<launch::Mismatch> guardMismatches(const launch::MemoryImage &memory) {
  std::vector<launch::Mismatch> mismatches;
  for (const std::string &name : memory.damagedGuards()) {
    mismatches.push_back({name, "guard zone was written", 0, 0, 0});
  }
  return mismatches;
}

bool applyLaunchOptions(const launch::Launch &launch, compiler::Options &options,
                        std::vector<Diagnostic> &problems) {
  options.mapping = launch.mapping;
  if (!launch.options.is_object()) {
    return true;
  }
  bool ok = true;
  const auto wrong = [&](const std::string &key, const char *message) {
    problems.push_back(
        problem("KL0108", launch.file, fmt::format("/options/{}: {}", key, message)));
    ok = false;
  };
  const auto number = [&](const std::string &key, const nlohmann::json &value, int32_t low,
                          int32_t high, int32_t &option) {
    if (value.is_number_integer() && value >= low && value <= high) {
      option = value.get<int32_t>();
    } else {
      wrong(key, fmt::format("must be an integer from {} to {}", low, high).c_str());
    }
  };
  for (const auto &[key, value] : launch.options.items()) {
    if (key == "policy") {
      auto policy = value.is_string() ? policyOf(value.get<std::string>()) : std::nullopt;
      policy ? void(options.policy = *policy) : wrong(key, "must be strict, default or fast");
    } else if (key == "cbDepth") {
      number(key, value, 0, 64, options.cbDepth);
    } else if (key == "skew") {
      number(key, value, -1, 64, options.skew);
    } else {
      problems.push_back(problem("KL0109", launch.file,
                                 fmt::format("/options/{}: has no effect; options are policy, "
                                             "cbDepth and skew",
                                             key)));
      problems.back().severity = Severity::Warning;
    }
  }
  return ok;
}

PreparedLaunch prepareLaunch(const LaunchInput &input, const LaunchOptions &options) {
  PreparedLaunch prepared;
  if (input.launch) {
    prepared.launch = *input.launch;
  } else {
    launch::LaunchErrors warnings;
    auto launch = launch::loadLaunch(input.file, &warnings);
    prepared.problems = toDiagnostics(launch ? warnings : launch.error());
    if (!launch) {
      return prepared;
    }
    prepared.launch = std::move(*launch);
  }
  prepared.invocation.options.searchPaths = options.searchPaths;
  prepared.ok = applyChoices(prepared, options) && loadDevice(prepared, options) &&
                loadKernel(prepared, input, options);
  prepared.invocation.launch = prepared.launch;
  return prepared;
}

PreparedLaunch prepareLaunch(const std::string &launchFile, const LaunchOptions &options) {
  LaunchInput input;
  input.file = launchFile;
  return prepareLaunch(input, options);
}

PreparedLaunch prepareLaunch(launch::Launch launch, const LaunchOptions &options) {
  LaunchInput input;
  input.file = launch.file;
  input.launch = std::move(launch);
  return prepareLaunch(input, options);
}

sim::SimInput simInput(const launch::Launch &launch, const compiler::Compilation &compilation,
                       const arch::DeviceModel &device, const launch::MemoryImage &memory,
                       const std::array<int64_t, 3> &grid) {
  sim::SimInput input;
  input.program = compilation.program.get();
  input.device = &device;
  input.grid = grid;
  input.arguments = compiler::argumentBits(launch, compilation.programArguments, memory);
  return input;
}

} // namespace charonia::app

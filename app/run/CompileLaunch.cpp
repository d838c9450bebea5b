// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/CompileLaunch.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

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

std::optional<std::string> readFile(const std::string &path) {
  std::error_code ec;
  if (!std::filesystem::is_regular_file(path, ec)) {
    return std::nullopt;
  }
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) {
    return std::nullopt;
  }
  return std::move(text).str();
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

bool loadKernel(PreparedLaunch &prepared, const LaunchOptions &options) {
  const launch::Launch &launch = prepared.launch;
  compiler::From from = options.from.value_or(launch.source.empty() ? compiler::From::Ttir : compiler::From::Source);
  const std::string &name = from == compiler::From::Source ? launch.source : launch.ttir;
  if (name.empty()) {
    prepared.problems.push_back(problem("KL0102", launch.file,
                                        fmt::format("the launch names no {}",
                                                    from == compiler::From::Source ? "kernel.source" : "kernel.ttir")));
    return false;
  }
  std::string path = launch.resolve(name);
  auto text = readFile(path);
  if (!text) {
    prepared.problems.push_back(problem("KL0103", launch.file, fmt::format("cannot read kernel file {}", path)));
    return false;
  }
  prepared.invocation.from = from;
  prepared.invocation.text = std::move(*text);
  prepared.invocation.file = path;
  return true;
}

bool setPolicy(PreparedLaunch &prepared, const std::string &policy) {
  if (policy.empty() || policy == "strict") {
    prepared.invocation.options.policy = compiler::Policy::Strict;
  } else if (policy == "default") {
    prepared.invocation.options.policy = compiler::Policy::Default;
  } else if (policy == "fast") {
    prepared.invocation.options.policy = compiler::Policy::Fast;
  } else {
    prepared.problems.push_back(problem("KL0104", prepared.launch.file,
                                        fmt::format("unknown policy '{}': strict, default or fast", policy)));
    return false;
  }
  return true;
}

} // namespace

std::vector<Diagnostic> toDiagnostics(const launch::LaunchErrors &errors) {
  std::vector<Diagnostic> diagnostics;
  for (const launch::LaunchError &error : errors) {
    diagnostics.push_back(problem("KL0101", error.file,
                                  error.path.empty() ? error.message : error.path + ": " + error.message,
                                  uint32_t(error.line)));
    diagnostics.back().severity = error.warning ? Severity::Warning : Severity::Error;
  }
  return diagnostics;
}

std::vector<Diagnostic> toDiagnostics(const std::vector<arch::DeviceError> &errors) {
  std::vector<Diagnostic> diagnostics;
  for (const arch::DeviceError &error : errors) {
    diagnostics.push_back(problem("KH0101", error.file,
                                  error.path.empty() ? error.message : error.path + ": " + error.message,
                                  uint32_t(std::max(0, error.line))));
  }
  return diagnostics;
}

Diagnostic toDiagnostic(const sim::SimError &error, const compiler::Compilation &compilation) {
  Diagnostic diagnostic;
  diagnostic.code = "KS-" + error.code;
  diagnostic.message = error.message;
  if (error.frame < compilation.frames.size()) {
    const compiler::SourceFrame &frame = compilation.frames[error.frame];
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

PreparedLaunch prepareLaunch(const std::string &launchFile, const LaunchOptions &options) {
  launch::LaunchErrors warnings;
  auto launch = launch::loadLaunch(launchFile, &warnings);
  if (!launch) {
    PreparedLaunch prepared;
    prepared.problems = toDiagnostics(launch.error());
    return prepared;
  }
  PreparedLaunch prepared = prepareLaunch(std::move(*launch), options);
  std::vector<Diagnostic> notes = toDiagnostics(warnings);
  prepared.problems.insert(prepared.problems.begin(), notes.begin(), notes.end());
  return prepared;
}

PreparedLaunch prepareLaunch(launch::Launch launch, const LaunchOptions &options) {
  PreparedLaunch prepared;
  prepared.launch = std::move(launch);
  if (!options.mapping.empty()) {
    prepared.launch.mapping = options.mapping;
  }
  prepared.invocation.options.mapping = prepared.launch.mapping;
  prepared.invocation.options.cbDepth = options.cbDepth;
  prepared.ok = setPolicy(prepared, options.policy) && loadDevice(prepared, options) && loadKernel(prepared, options);
  prepared.invocation.launch = prepared.launch;
  return prepared;
}

sim::SimInput simInput(const launch::Launch &launch, const compiler::Compilation &compilation,
                       const arch::DeviceModel &device, const launch::MemoryImage &memory,
                       const std::array<int64_t, 3> &grid) {
  sim::SimInput input;
  input.program = compilation.program.get();
  input.device = &device;
  input.grid = grid;
  for (uint64_t index : compilation.programArguments) {
    input.arguments.push_back(compiler::argumentBits(launch, index, memory));
  }
  return input;
}

} // namespace charonia::app

// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli convert: programs, traces and launch files between their formats.
#include "charonia/program/Serialize.h"
#include "charonia/simdata/TraceFile.h"
#include "cli/Output.h"
#include "cli/Verbs.h"
#include "run/SaveTrace.h"
#include "run/TextFile.h"

#include <filesystem>
#include <fmt/format.h>

namespace charonia::app {
namespace {

int write(const std::string &path, const std::string &bytes) {
  auto written = writeFile(path, bytes);
  return written ? 0 : badUsage(written.error());
}

int convertProgram(const std::string &bytes, const std::string &from, const std::string &to) {
  auto program = from.ends_with(".cprog") ? program::programFromBinary(bytes)
                                          : program::programFromJson(bytes);
  if (!program) {
    const program::ProgramError &error = program.error().front();
    return badUsage(
        fmt::format("{}: {}{}", from, error.path.empty() ? "" : error.path + ": ", error.message));
  }
  if (to.ends_with(".cprog")) {
    return write(to, program::toBinary(*program));
  }
  return to.ends_with(".json") ? write(to, program::toJson(*program))
                               : badUsage(to + ": a program is written as .cprog or .json");
}

int convertTrace(const std::string &bytes, const std::string &from, const std::string &to) {
  auto trace = simdata::traceFromBytes(bytes);
  if (!trace) {
    return badUsage(fmt::format("{}: {}", from, trace.error()));
  }
  auto saved = saveTraceAs(*trace, to);
  return saved ? 0 : badUsage(saved.error());
}

/// `path` of a file named in the launch file `from`, as the launch file `to` must name it.
std::string renamed(const launch::Launch &launch, const std::string &path, const std::string &to) {
  namespace fs = std::filesystem;
  std::error_code ec;
  if (path.empty() || fs::path(path).is_absolute()) {
    return path;
  }
  const fs::path folder = fs::absolute(fs::path(to), ec).parent_path();
  const fs::path moved = fs::absolute(launch.resolve(path), ec).lexically_relative(folder);
  return ec || moved.empty() ? path : moved.string();
}

int convertLaunch(const std::string &from, const std::string &to) {
  launch::LaunchErrors warnings;
  auto launch = launch::loadLaunch(from, &warnings);
  printDiagnostics(toDiagnostics(launch ? warnings : launch.error()));
  if (!launch) {
    return int(RunExit::Usage);
  }
  if (!to.ends_with(".launch.json")) {
    return badUsage(to + ": a launch is written as .launch.json");
  }
  // Paths are relative to the file that names them.
  for (std::string *path : {&launch->source, &launch->ttir, &launch->hardware}) {
    *path = renamed(*launch, *path, to);
  }
  for (launch::Argument &argument : launch->args) {
    argument.file = renamed(*launch, argument.file, to);
  }
  return write(to, launch::toJson(*launch));
}

int convert(const std::string &from, const std::string &to) {
  if (from.ends_with(".launch.json")) {
    return convertLaunch(from, to);
  }
  auto bytes = readFile(from, UINT64_MAX);
  if (!bytes) {
    return badUsage("cannot read " + from + ": " + bytes.error().reason);
  }
  if (from.ends_with(".ctrace")) {
    return convertTrace(*bytes, from, to);
  }
  if (from.ends_with(".cprog") || from.ends_with(".json")) {
    return convertProgram(*bytes, from, to);
  }
  return badUsage(
      from +
      ": unknown format; programs are .json or .cprog, traces .ctrace, launches .launch.json");
}

} // namespace

void addConvertVerb(CLI::App &app, int &exitCode) {
  auto files = std::make_shared<std::pair<std::string, std::string>>();
  CLI::App *verb =
      app.add_subcommand("convert", "Convert a program, trace or launch; formats by extension");
  verb->add_option("from", files->first, "File to read")->required();
  verb->add_option("to", files->second, "File to write")->required();
  verb->callback([files, &exitCode] { exitCode = convert(files->first, files->second); });
}

} // namespace charonia::app

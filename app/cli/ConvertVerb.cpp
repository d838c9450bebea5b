// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli convert: programs, traces and launch files between their formats.
#include "charonia/program/Serialize.h"
#include "charonia/simdata/TraceFile.h"
#include "cli/Output.h"
#include "cli/Verbs.h"
#include "run/SaveTrace.h"

#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace charonia::app {
namespace {

int fail(const std::string &message) {
  fmt::print(stderr, "error: {}\n", message);
  return int(RunExit::Usage);
}

int write(const std::string &path, const std::string &bytes) {
  auto written = writeFile(path, bytes);
  return written ? 0 : fail(written.error());
}

int convertProgram(const std::string &bytes, const std::string &from, const std::string &to) {
  auto program = from.ends_with(".cprog") ? program::programFromBinary(bytes) : program::programFromJson(bytes);
  if (!program) {
    const program::ProgramError &error = program.error().front();
    return fail(fmt::format("{}: {}{}", from, error.path.empty() ? "" : error.path + ": ", error.message));
  }
  if (to.ends_with(".cprog")) {
    return write(to, program::toBinary(*program));
  }
  return to.ends_with(".json") ? write(to, program::toJson(*program))
                               : fail(to + ": a program is written as .cprog or .json");
}

int convertTrace(const std::string &bytes, const std::string &from, const std::string &to) {
  auto trace = simdata::traceFromBytes(bytes);
  if (!trace) {
    return fail(fmt::format("{}: {}", from, trace.error()));
  }
  auto saved = saveTraceAs(*trace, to);
  return saved ? 0 : fail(saved.error());
}

int convertLaunch(const std::string &from, const std::string &to) {
  launch::LaunchErrors warnings;
  auto launch = launch::loadLaunch(from, &warnings);
  printDiagnostics(toDiagnostics(launch ? warnings : launch.error()));
  return launch ? write(to, launch::toJson(*launch)) : int(RunExit::Usage);
}

int convert(const std::string &from, const std::string &to) {
  if (from.ends_with(".launch.json")) {
    return convertLaunch(from, to);
  }
  std::ifstream stream(from, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) {
    return fail("cannot read " + from);
  }
  if (from.ends_with(".ctrace")) {
    return convertTrace(text.str(), from, to);
  }
  if (from.ends_with(".cprog") || from.ends_with(".json")) {
    return convertProgram(text.str(), from, to);
  }
  return fail(from + ": unknown format; programs are .json or .cprog, traces .ctrace, launches .launch.json");
}

} // namespace

void addConvertVerb(CLI::App &app, int &exitCode) {
  auto files = std::make_shared<std::pair<std::string, std::string>>();
  CLI::App *verb = app.add_subcommand("convert", "Convert a program, trace or launch; formats by extension");
  verb->add_option("from", files->first, "File to read")->required();
  verb->add_option("to", files->second, "File to write")->required();
  verb->callback([files, &exitCode] { exitCode = convert(files->first, files->second); });
}

} // namespace charonia::app

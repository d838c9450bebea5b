// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli serve: a worker. One JSON object a line in, one a line out:
//   {"id": 1, "verb": "run", "launch": "x.launch.json", "engine": "sim", "against": ["expect"],
//   "mapping": "zigzag"}
//   {"id": 1, "exit": 0, "report": {...}, "diagnostics": [...]}
#include "cli/Output.h"
#include "cli/Verbs.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iostream>

namespace charonia::app {
namespace {

using nlohmann::json;

json toJson(const compiler::Diagnostic &diagnostic) {
  json notes = json::array();
  for (const compiler::DiagnosticNote &note : diagnostic.notes) {
    notes.push_back(
        {{"message", note.message}, {"file", note.range.file}, {"line", note.range.beginLine}});
  }
  static constexpr const char *kSeverity[] = {"error", "warning", "note"};
  return {{"severity", kSeverity[int(diagnostic.severity)]},
          {"code", diagnostic.code},
          {"message", diagnostic.message},
          {"file", diagnostic.range.file},
          {"line", diagnostic.range.beginLine},
          {"column", diagnostic.range.beginColumn},
          {"notes", notes}};
}

/// The string at `key`, or `fallback` when it is absent or not a string.
std::string text(const json &object, const char *key, const std::string &fallback = "") {
  auto it = object.find(key);
  return it != object.end() && it->is_string() ? it->get<std::string>() : fallback;
}

/// What is wrong with the request, or "".
std::string problemOf(const json &request) {
  if (!request.is_object() || text(request, "launch").empty()) {
    return "a request is an object with id, verb and launch";
  }
  if (request.contains("id") && request["id"].is_structured()) {
    return "the id must be a number or a string";
  }
  static const std::vector<std::pair<const char *, std::vector<std::string>>> kChoices = {
      {"verb", {"run"}},
      {"engine", {"reference", "sim"}},
      {"from", {"source", "ttir"}},
      {"mapping", {"linear", "round-robin", "zigzag"}},
      {"policy", {"strict", "default", "fast"}},
      {"against", {"expect", "reference"}}};
  for (const auto &[key, known] : kChoices) {
    auto it = request.find(key);
    if (it == request.end()) {
      continue;
    }
    bool isList = std::string_view(key) == "against";
    if (isList && !it->is_array()) {
      return "\"against\" must be a list";
    }
    for (const json &item : isList ? *it : json::array({*it})) {
      if (!item.is_string() ||
          std::find(known.begin(), known.end(), item.get<std::string>()) == known.end()) {
        return fmt::format("\"{}\" must be one of {}", key, fmt::join(known, ", "));
      }
    }
  }
  return "";
}

json answer(compiler::Session &session, const json &request) {
  if (std::string problem = problemOf(request); !problem.empty()) {
    return {{"exit", 64}, {"error", problem}};
  }
  RunRequest run;
  run.launch.mapping = text(request, "mapping");
  run.launch.policy = text(request, "policy");
  run.launch.hardware = text(request, "hardware");
  std::string from = text(request, "from");
  if (!from.empty()) {
    run.launch.from = from == "ttir" ? compiler::From::Ttir : compiler::From::Source;
  }
  run.engine = text(request, "engine", "sim") == "reference" ? Engine::Reference : Engine::Sim;
  if (auto it = request.find("against"); it != request.end() && it->is_array()) {
    run.againstGiven = true;
    for (const json &item : *it) {
      run.againstExpect = run.againstExpect || item == "expect";
      run.againstReference = run.againstReference || item == "reference";
    }
  }
  RunOutcome outcome = runLaunch(session, text(request, "launch"), run);
  json diagnostics = json::array();
  for (const compiler::Diagnostic &diagnostic : outcome.diagnostics) {
    diagnostics.push_back(toJson(diagnostic));
  }
  return {{"exit", int(outcome.exit)}, {"report", outcome.report}, {"diagnostics", diagnostics}};
}

int serve() {
  compiler::Session session;
  std::string line;
  while (std::getline(std::cin, line)) {
    if (line.empty()) {
      continue;
    }
    json request = json::parse(line, nullptr, false);
    json reply = request.is_discarded() ? json{{"exit", 64}, {"error", "not a JSON object"}}
                                        : answer(session, request);
    reply["id"] = request.is_object() && request.contains("id") && !request["id"].is_structured()
                      ? request["id"]
                      : json();
    std::cout << reply.dump(-1, ' ', false, json::error_handler_t::replace) << std::endl;
  }
  return 0;
}

} // namespace

void addServeVerb(CLI::App &app, int &exitCode) {
  CLI::App *verb =
      app.add_subcommand("serve", "Worker: JSON lines on stdin and stdout, one invocation a line");
  verb->callback([&exitCode] { exitCode = serve(); });
}

} // namespace charonia::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/WorkerProtocol.h"

#include <fmt/format.h>
#include <new>

namespace charonia::app {
namespace {

using nlohmann::json;

/// Reads the members of a request; the first problem stays.
class RequestReader {
public:
  explicit RequestReader(const json &object) : m_object(object) {}

  std::string problem;

  const json *find(const char *key) const {
    auto it = m_object.find(key);
    return it == m_object.end() || it->is_null() ? nullptr : &*it;
  }

  void text(const char *key, std::string &value) {
    if (const json *member = find(key)) {
      member->is_string() ? void(value = member->get<std::string>())
                          : fail(fmt::format("\"{}\" must be a string", key));
    }
  }

  void texts(const char *key, std::vector<std::string> &values) {
    const json *member = find(key);
    if (member && !member->is_array()) {
      return fail(fmt::format("\"{}\" must be a list", key));
    }
    for (const json &item : member ? *member : json::array()) {
      if (!item.is_string()) {
        return fail(fmt::format("\"{}\" must be a list of strings", key));
      }
      values.push_back(item.get<std::string>());
    }
  }

  void flag(const char *key, bool &value) {
    if (const json *member = find(key)) {
      member->is_boolean() ? void(value = member->get<bool>())
                           : fail(fmt::format("\"{}\" must be true or false", key));
    }
  }

  void number(const char *key, uint64_t &value) {
    const json *member = find(key);
    member && member->is_number_unsigned()
        ? void(value = member->get<uint64_t>())
        : fail(fmt::format("\"{}\" must be a number that is not negative", key));
  }

  void fail(std::string message) {
    if (problem.empty()) {
      problem = std::move(message);
    }
  }

private:
  const json &m_object;
};

json usage(const json &id, const std::string &error) {
  return {{"id", id}, {"exit", int(RunExit::Usage)}, {"error", error}};
}

/// "launch", "launchFile", "text", "file"; a launch that cannot be read gives the response.
void readInput(RequestReader &reader, LaunchInput &input,
               std::vector<compiler::Diagnostic> &diagnostics) {
  const json *launch = reader.find("launch");
  if (!launch || !(launch->is_object() || launch->is_string()) || *launch == "") {
    return reader.fail("\"launch\" must be the path of a launch file, or a launch");
  }
  reader.text("file", input.textFile);
  if (const json *text = reader.find("text")) {
    text->is_string() ? void(input.text = text->get<std::string>())
                      : reader.fail("\"text\" must be a string");
  }
  if (launch->is_string()) {
    input.file = launch->get<std::string>();
    return;
  }
  reader.text("launchFile", input.file);
  auto parsed =
      launch::parseLaunch(launch->dump(-1, ' ', false, json::error_handler_t::replace), input.file);
  if (parsed) {
    input.launch = std::move(*parsed);
  } else {
    diagnostics = toDiagnostics(parsed.error());
  }
}

void readWords(RequestReader &reader, RunRequest &request) {
  RunWords words;
  std::string from;
  reader.text("from", from);
  if (!from.empty()) {
    words.from = {from};
  }
  reader.text("engine", words.engine);
  reader.texts("against", words.against);
  reader.text("mapping", words.mapping);
  reader.text("policy", words.policy);
  reader.text("hardware", words.hardware);
  reader.text("trace", words.trace);
  reader.texts("searchPaths", words.searchPaths);
  if (!reader.problem.empty()) {
    return;
  }
  auto read = runRequest(words);
  read ? void(request = std::move(*read)) : reader.fail(read.error());
}

json response(const WorkerRequest &request, RunExit exit,
              const std::vector<compiler::Diagnostic> &diagnostics) {
  return {{"id", request.id}, {"exit", int(exit)}, {"diagnostics", toJson(diagnostics)}};
}

json answerCompile(compiler::Session &session, const WorkerRequest &request) {
  PreparedLaunch prepared = prepareLaunch(request.input, request.run.launch);
  if (!prepared.ok) {
    return response(request, RunExit::Usage, prepared.problems);
  }
  if (!request.options.is_null()) {
    auto options = optionsFromJson(request.options, prepared.invocation.options);
    if (!options) {
      return usage(request.id, "options." + options.error());
    }
    prepared.invocation.options = std::move(*options);
  }
  prepared.invocation.keepSnapshots = request.keepSnapshots;
  prepared.invocation.stopAfter = request.stopAfter;
  compiler::Compilation compilation = session.compile(prepared.invocation);
  json reply =
      response(request, compilation.ok ? RunExit::Ok : RunExit::CompileError, prepared.problems);
  reply["compilation"] = toJson(compilation);
  return reply;
}

json answerPrint(compiler::Session &session, const WorkerRequest &request) {
  auto text = session.print(request.compilation, size_t(request.pass));
  if (!text) {
    return usage(request.id, fmt::format("there is no IR of pass {} of compilation {}",
                                         request.pass, request.compilation));
  }
  json reply = response(request, RunExit::Ok, {});
  reply["ir"] = toJson(*text);
  return reply;
}

json answerRun(compiler::Session &session, const WorkerRequest &request) {
  RunOutcome outcome = request.input.launch || request.input.text
                           ? runLaunch(session, request.input, request.run)
                           : runFile(session, request.input.file, request.run);
  json reply = response(request, outcome.exit, outcome.diagnostics);
  reply["kernel"] = outcome.kernel;
  reply["mismatches"] = toJson(outcome.mismatches);
  reply["printed"] = outcome.printed;
  reply["report"] = outcome.report;
  reply["firstCause"] = outcome.firstCause;
  reply["cases"] = outcome.cases;
  return reply;
}

json answerKernels(const WorkerRequest &request) {
  std::vector<compiler::Diagnostic> diagnostics;
  const std::vector<compiler::KernelInfo> kernels =
      compiler::listKernels(*request.input.text, request.input.textFile, &diagnostics);
  json reply = response(request, RunExit::Ok, diagnostics);
  reply["kernels"] = toJson(kernels);
  return reply;
}

json launchJson(const launch::Launch &launch) {
  return json::parse(launch::toJson(launch), nullptr, false);
}

} // namespace

std::string compileRequestLine(uint64_t id, const compiler::Invocation &invocation) {
  json request = {{"id", id},
                  {"verb", "compile"},
                  {"from", invocation.from == compiler::From::Source ? "source" : "ttir"},
                  {"text", invocation.text},
                  {"file", invocation.file},
                  {"launch", launchJson(invocation.launch)},
                  {"launchFile", invocation.launch.file},
                  {"options", toJson(invocation.options)},
                  {"snapshots", invocation.keepSnapshots},
                  {"stopAfter", invocation.stopAfter}};
  if (invocation.device) {
    request["hardware"] = invocation.device->file;
  }
  return toLine(request);
}

std::string printRequestLine(uint64_t id, uint64_t compilation, uint64_t pass) {
  return toLine({{"id", id}, {"verb", "print"}, {"compilation", compilation}, {"pass", pass}});
}

std::string kernelsRequestLine(uint64_t id, const std::string &text, const std::string &file) {
  return toLine({{"id", id}, {"verb", "kernels"}, {"text", text}, {"file", file}});
}

std::string runRequestLine(uint64_t id, const LaunchInput &input, const RunWords &words) {
  json request = {{"id", id}, {"verb", "run"}, {"launch", input.file}, {"against", words.against}};
  if (words.against.empty()) {
    request.erase("against"); // the launch's expectations decide
  }
  if (input.launch) {
    request["launch"] = launchJson(*input.launch);
    request["launchFile"] = input.launch->file;
  }
  if (input.text) {
    request["text"] = *input.text;
    request["file"] = input.textFile;
  }
  for (const auto &[key, word] : {std::pair("engine", words.engine),
                                  {"mapping", words.mapping},
                                  {"policy", words.policy},
                                  {"hardware", words.hardware},
                                  {"trace", words.trace}}) {
    if (!word.empty()) {
      request[key] = word;
    }
  }
  if (!words.from.empty()) {
    request["from"] = words.from.front();
  }
  if (!words.searchPaths.empty()) {
    request["searchPaths"] = words.searchPaths;
  }
  return toLine(request);
}

tl::expected<WorkerResponse, std::string> parseResponseLine(std::string_view line) {
  json object = json::parse(line, nullptr, false);
  if (!object.is_object()) {
    return tl::unexpected<std::string>("the worker's response is not a JSON object");
  }
  RequestReader reader(object);
  WorkerResponse result;
  uint64_t exit = 0;
  reader.number("id", result.id);
  reader.number("exit", exit);
  reader.text("error", result.error);
  result.exit = RunExit(exit);
  const auto take = [&](const char *key, auto read, auto store) {
    const json *member = reader.find(key);
    if (!member || !reader.problem.empty()) {
      return;
    }
    auto value = read(*member);
    value ? store(std::move(*value)) : reader.fail(fmt::format("{}: {}", key, value.error()));
  };
  take("diagnostics", diagnosticsFromJson, [&](auto value) { result.diagnostics = value; });
  take("compilation", compilationFromJson, [&](auto value) {
    result.compilation = std::make_shared<const compiler::Compilation>(std::move(value));
  });
  take("ir", irTextFromJson, [&](auto value) { result.ir = std::move(value); });
  take("kernels", kernelsFromJson, [&](auto value) { result.kernels = std::move(value); });
  if (const json *report = reader.find("report")) {
    RunOutcome outcome;
    outcome.exit = result.exit;
    outcome.diagnostics = result.diagnostics;
    outcome.report = *report;
    uint64_t cases = 0;
    reader.text("kernel", outcome.kernel);
    reader.text("firstCause", outcome.firstCause);
    reader.texts("printed", outcome.printed);
    reader.number("cases", cases);
    outcome.cases = size_t(cases);
    take("mismatches", mismatchesFromJson, [&](auto value) { outcome.mismatches = value; });
    result.run = std::move(outcome);
  }
  if (!reader.problem.empty()) {
    return tl::unexpected(reader.problem);
  }
  return result;
}

tl::expected<WorkerRequest, json> parseRequestLine(std::string_view line) {
  json object = json::parse(line, nullptr, false);
  if (!object.is_object()) {
    return tl::unexpected(usage(nullptr, "a request is a JSON object"));
  }
  RequestReader reader(object);
  WorkerRequest request;
  if (const json *id = reader.find("id")) {
    if (!id->is_number() && !id->is_string()) {
      return tl::unexpected(usage(nullptr, "the id must be a number or a string"));
    }
    request.id = *id;
  }
  std::string verb = "run";
  reader.text("verb", verb);
  std::vector<compiler::Diagnostic> diagnostics;
  if (verb == "print") {
    request.verb = WorkerRequest::Verb::Print;
    reader.number("compilation", request.compilation);
    reader.number("pass", request.pass);
  } else if (verb == "kernels") {
    request.verb = WorkerRequest::Verb::Kernels;
    reader.text("text", request.input.text.emplace());
    reader.text("file", request.input.textFile);
  } else if (verb == "compile" || verb == "run") {
    request.verb = verb == "run" ? WorkerRequest::Verb::Run : WorkerRequest::Verb::Compile;
    readWords(reader, request.run);
    reader.text("stopAfter", request.stopAfter);
    reader.flag("snapshots", request.keepSnapshots);
    if (const json *options = reader.find("options")) {
      request.options = *options;
    }
    if (reader.problem.empty()) {
      readInput(reader, request.input, diagnostics);
    }
  } else {
    reader.fail("\"verb\" must be one of compile, kernels, print, run");
  }
  if (!reader.problem.empty()) {
    return tl::unexpected(usage(request.id, reader.problem));
  }
  if (!diagnostics.empty()) {
    return tl::unexpected(response(request, RunExit::Usage, diagnostics));
  }
  return request;
}

json answerRequest(compiler::Session &session, const WorkerRequest &request) {
  try {
    switch (request.verb) {
    case WorkerRequest::Verb::Compile:
      return answerCompile(session, request);
    case WorkerRequest::Verb::Print:
      return answerPrint(session, request);
    case WorkerRequest::Verb::Run:
      return answerRun(session, request);
    case WorkerRequest::Verb::Kernels:
      return answerKernels(request);
    }
  } catch (const std::bad_alloc &) {
    return {{"id", request.id},
            {"exit", int(RunExit::SimulationError)},
            {"error", "the worker's memory limit is reached"}};
  }
  return usage(request.id, "unknown verb");
}

std::string toLine(const json &response) {
  return response.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace charonia::app

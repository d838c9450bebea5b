// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli run: runs a launch or a sequence on an engine and compares.
#include "cli/Output.h"
#include "cli/Verbs.h"

#include <fmt/format.h>
#include <iostream>

namespace charonia::app {
namespace {

struct RunFlags {
  std::string file, frontend = "builtin", python;
  RunWords words;
  bool json = false;
};

void printReport(const RunOutcome &outcome) {
  const nlohmann::json &report = outcome.report;
  fmt::print("{}: {}\n", outcome.kernel, report.value("status", ""));
  if (report["cycles"].is_number()) {
    fmt::print("  cycles      {}\n  time        {:.3f} us\n", report["cycles"].get<uint64_t>(),
               report["time_us"].get<double>());
  }
  for (const auto &step : report.value("steps", nlohmann::json::array())) {
    if (step["cycles"].is_number()) {
      fmt::print("  launch      {}: {} cycles\n", step["kernel"].get<std::string>(),
                 step["cycles"].get<uint64_t>());
    }
  }
  if (report["roofline"].is_object()) {
    const auto &roofline = report["roofline"];
    fmt::print("  roofline    {:.1f} % of the bound ({})\n",
               100 * roofline["fraction"].get<double>(), roofline["level"].get<std::string>());
    fmt::print("  imbalance   {:.3f} (slowest PE over the mean)\n",
               report["load"]["max_over_mean"].get<double>());
    for (const auto &[unit, totals] : report["units"].items()) {
      fmt::print("  busy        {:<9} {}\n", unit, totals["busy"].dump());
    }
    std::string rungs;
    for (const auto &[rung, bytes] : report["dma"]["by_rung"].items()) {
      rungs += fmt::format("{}{} {}", rungs.empty() ? "" : ", ", rung, bytes.dump());
    }
    fmt::print("  DMA         {} bytes ({})\n", report["dma"]["bytes"].dump(), rungs);
    fmt::print("  CBs         {} bytes of LS\n", report["cb"]["bytes"].dump());
  }
}

/// Has upstream compile the launch's source: the launch to run then begins with its ttir.
std::optional<LaunchInput> upstreamInput(const RunFlags &flags, RunRequest &request,
                                         int &exitCode) {
  if (request.bothForms || request.launch.from == compiler::From::Ttir ||
      flags.file.ends_with(".sequence.json")) {
    exitCode = badUsage("--frontend upstream runs one launch from its source");
    return std::nullopt;
  }
  request.launch.from = compiler::From::Source;
  const PreparedLaunch prepared = prepareLaunch(flags.file, request.launch);
  if (!prepared.ok) {
    printDiagnostics(prepared.problems);
    exitCode = int(RunExit::Usage);
    return std::nullopt;
  }
  auto upstream = compileUpstream(prepared, flags.python, exitCode);
  if (!upstream) {
    return std::nullopt;
  }
  request.launch.from = compiler::From::Ttir;
  LaunchInput input;
  input.file = flags.file;
  input.launch = std::move(upstream->launch);
  input.text = std::move(upstream->text);
  input.textFile = std::move(upstream->file);
  return input;
}

int run(const RunFlags &flags) {
  auto request = runRequest(flags.words);
  if (!request) {
    return badUsage(request.error());
  }
  if (std::string problem = frontendProblem(flags.frontend, false); !problem.empty()) {
    return badUsage(problem);
  }
  compiler::Session session;
  RunOutcome outcome;
  if (flags.frontend == "upstream") {
    int exitCode = 0;
    auto input = upstreamInput(flags, *request, exitCode);
    if (!input) {
      return exitCode;
    }
    outcome = runLaunch(session, *input, *request);
  } else {
    outcome = runFile(session, flags.file, *request);
  }
  printDiagnostics(outcome.diagnostics);
  for (const std::string &line : outcome.printed) {
    // What a kernel prints must not lie between the lines of a JSON report.
    fmt::print(flags.json ? stderr : stdout, "{}\n", line);
  }
  if (flags.json) {
    std::cout << outcome.report.dump(1) << "\n";
  } else {
    printMismatches(outcome.mismatches);
    printReport(outcome);
  }
  return int(outcome.exit);
}

} // namespace

void addRunVerb(CLI::App &app, int &exitCode) {
  auto flags = std::make_shared<RunFlags>();
  CLI::App *verb = app.add_subcommand("run", "Run a launch or a sequence and compare");
  verb->add_option("launch", flags->file, "Launch or sequence file")->required();
  addRunFlags(*verb, flags->words);
  addFrontendFlags(*verb, flags->frontend, flags->python,
                   "Front end: builtin (default) or upstream (executes the file)");
  verb->add_option("--trace", flags->words.trace,
                   "Save the trace: .ctrace, .pftrace or .chrome.json");
  verb->add_flag("--json", flags->json, "Print the report as JSON");
  verb->callback([flags, &exitCode] { exitCode = run(*flags); });
}

} // namespace charonia::app

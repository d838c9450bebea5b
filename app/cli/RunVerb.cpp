// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli run: runs a launch or a sequence on an engine and compares.
#include "cli/Output.h"
#include "cli/Verbs.h"

#include <fmt/format.h>
#include <iostream>

namespace charonia::app {
namespace {

struct RunFlags {
  std::string file;
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
    fmt::print("  DMA         {} bytes\n", report["dma"]["bytes"].dump());
    fmt::print("  CBs         {} bytes of LS\n", report["cb"]["bytes"].dump());
  }
}

int run(const RunFlags &flags) {
  auto request = runRequest(flags.words);
  if (!request) {
    return badUsage(request.error());
  }
  compiler::Session session;
  RunOutcome outcome = runFile(session, flags.file, *request);
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
  verb->add_option("--trace", flags->words.trace,
                   "Save the trace: .ctrace, .pftrace or .chrome.json");
  verb->add_flag("--json", flags->json, "Print the report as JSON");
  verb->callback([flags, &exitCode] { exitCode = run(*flags); });
}

} // namespace charonia::app

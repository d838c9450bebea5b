// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli run: runs a launch on an engine and compares.
#include "cli/Output.h"
#include "cli/Verbs.h"

#include <fmt/format.h>
#include <iostream>

namespace charonia::app {
namespace {

struct RunFlags {
  std::string file, engine = "sim", trace;
  std::vector<std::string> against;
  bool json = false;
  LaunchFlags launch;
};

void printReport(const RunOutcome &outcome) {
  const nlohmann::json &report = outcome.report;
  fmt::print("{}: {}\n", outcome.kernel, report.value("status", ""));
  if (report.contains("cycles")) {
    fmt::print("  cycles      {}\n  time        {:.3f} us\n", report["cycles"].get<uint64_t>(),
               report["time_us"].get<double>());
    const auto &roofline = report["roofline"];
    fmt::print("  roofline    {:.1f} % of the bound ({})\n", 100 * roofline["fraction"].get<double>(),
               roofline["level"].get<std::string>());
    fmt::print("  imbalance   {:.3f} (slowest PE over the mean)\n", report["load"]["max_over_mean"].get<double>());
    for (const auto &[unit, totals] : report["units"].items()) {
      fmt::print("  busy        {:<9} {}\n", unit, totals["busy"].dump());
    }
    fmt::print("  DMA         {} bytes\n", report["dma"]["bytes"].dump());
    fmt::print("  CBs         {} bytes of LS\n", report["cb"]["bytes"].dump());
  }
}

int run(const RunFlags &flags) {
  RunRequest request;
  request.launch = flags.launch.options();
  request.engine = flags.engine == "reference" ? Engine::Reference : Engine::Sim;
  request.traceFile = flags.trace;
  request.againstGiven = !flags.against.empty();
  for (const std::string &against : flags.against) {
    (against == "expect" ? request.againstExpect : request.againstReference) = true;
  }
  compiler::Session session;
  RunOutcome outcome = runLaunch(session, flags.file, request);
  printDiagnostics(outcome.diagnostics);
  for (const std::string &line : outcome.printed) {
    fmt::print("{}\n", line);
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
  CLI::App *verb = app.add_subcommand("run", "Run a launch and compare");
  verb->add_option("launch", flags->file, "Launch file")->required();
  verb->add_option("--engine", flags->engine, "What runs it")->check(CLI::IsMember({"reference", "sim"}));
  verb->add_option("--against", flags->against, "What to compare with: expect, reference")
      ->delimiter(',')
      ->check(CLI::IsMember({"expect", "reference"}));
  verb->add_option("--trace", flags->trace, "Save the trace: .ctrace, .pftrace or .chrome.json");
  verb->add_flag("--json", flags->json, "Print the report as JSON");
  flags->launch.addTo(*verb);
  verb->callback([flags, &exitCode] { exitCode = run(*flags); });
}

} // namespace charonia::app

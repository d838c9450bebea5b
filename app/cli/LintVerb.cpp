// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli lint: what a kernel relies on that the language does not promise.
#include "charonia/compiler/Lint.h"
#include "cli/Output.h"
#include "cli/Verbs.h"
#include "run/ValuesJson.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::app {
namespace {

struct LintFlags {
  std::string file, launch;
  bool json = false;
  RunWords words;
};

int lint(const LintFlags &flags) {
  int exitCode = 0;
  auto prepared =
      prepareForVerb(flags.launch.empty() ? flags.file : flags.launch, flags.words, exitCode);
  if (!prepared) {
    return exitCode;
  }
  compiler::LintResult result = compiler::runLint(prepared->invocation);
  const std::vector<compiler::Diagnostic> &findings = result.diagnostics;
  if (!result.ok) {
    printDiagnostics(findings);
    return int(RunExit::CompileError);
  }
  auto warns = [](const compiler::Diagnostic &d) { return d.severity != compiler::Severity::Note; };
  auto warnings = std::count_if(findings.begin(), findings.end(), warns);
  if (flags.json) {
    fmt::print("{}\n",
               nlohmann::json{{"findings", toJson(findings)}, {"warnings", warnings}}.dump(2));
  } else {
    printDiagnostics(findings);
    fmt::print("{} warnings, {} notes\n", warnings, std::ptrdiff_t(findings.size()) - warnings);
  }
  return warnings > 0 ? int(RunExit::Mismatch) : 0;
}

} // namespace

void addLintVerb(CLI::App &app, int &exitCode) {
  auto flags = std::make_shared<LintFlags>();
  CLI::App *verb = app.add_subcommand(
      "lint", "What a kernel relies on that the language does not promise (exit 1: warnings)");
  verb->add_option("kernel", flags->file, "Kernel (.py) or launch file")->required();
  verb->add_option("--launch", flags->launch,
                   "Launch file of the kernel, instead of the one beside it");
  verb->add_flag("--json", flags->json, "Print the findings as JSON");
  addLaunchFlags(*verb, flags->words);
  verb->callback([flags, &exitCode] { exitCode = lint(*flags); });
}

} // namespace charonia::app

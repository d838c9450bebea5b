// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli explain and codes: the compiler's decisions with reasons, and what a message means.
#include "cli/Output.h"
#include "cli/Verbs.h"
#include "run/Explain.h"

#include "charonia/compiler/CodeHelp.h"

#include <fmt/format.h>

namespace charonia::app {
namespace {

struct ExplainFlags {
  std::string file;
  uint32_t line = 0;
  bool json = false;
  RunWords words;
};

/// Prints the page about a code.
int explainCode(const std::string &code) {
  const compiler::CodeHelp *help = compiler::codeHelp(code);
  if (!help) {
    return badUsage(fmt::format("no message has the code {}; see `charonia-cli codes`", code));
  }
  fmt::print("{}", compiler::readableText(*help));
  return 0;
}

int explain(const ExplainFlags &flags) {
  if (compiler::looksLikeCode(flags.file)) {
    return explainCode(flags.file);
  }
  int exitCode = 0;
  auto prepared = prepareForVerb(flags.file, flags.words, exitCode);
  if (!prepared) {
    return exitCode;
  }
  compiler::Session session;
  const compiler::Compilation compilation = session.compile(prepared->invocation);
  printDiagnostics(compilation.diagnostics);
  const std::string &kernel = prepared->launch.function;
  if (flags.json) {
    fmt::print("{}\n", explainJson(compilation, kernel, flags.line)
                           .dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    fmt::print("{}", explainText(compilation, kernel, flags.line));
  }
  return compilation.ok ? 0 : int(RunExit::CompileError);
}

} // namespace

void addExplainVerb(CLI::App &app, int &exitCode) {
  auto flags = std::make_shared<ExplainFlags>();
  CLI::App *verb = app.add_subcommand(
      "explain",
      "The compiler's decisions: accesses, placements, buffers, with reasons and numbers");
  verb->add_option("kernel", flags->file,
                   "Kernel (.py), launch file, or the code of a message (KF0102): what it means")
      ->required();
  addLaunchFlags(*verb, flags->words);
  verb->add_option("--line", flags->line, "Only what stands for this source line");
  verb->add_flag("--json", flags->json, "As JSON");
  verb->callback([flags, &exitCode] { exitCode = explain(*flags); });
}

void addCodesVerb(CLI::App &app, int &exitCode) {
  CLI::App *verb = app.add_subcommand(
      "codes", "The codes of messages with their titles; `explain CODE` tells more");
  auto markdown = std::make_shared<bool>(false);
  verb->add_flag("--markdown", *markdown, "As a table with links to the pages");
  verb->callback([markdown, &exitCode] {
    fmt::print("{}", *markdown ? "# Codes of messages\n\n| code | about |\n| --- | --- |\n" : "");
    for (const compiler::CodeHelp &help : compiler::codeHelpTable()) {
      if (*markdown) {
        fmt::print("| [{0}]({0}.md) | {1} |\n", help.code, help.title);
      } else {
        fmt::print("{}  {}\n", help.code, help.title);
      }
    }
    exitCode = 0;
  });
}

} // namespace charonia::app

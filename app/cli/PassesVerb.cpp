// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli passes and explain: the IR after each pass, and the compiler's decisions with reasons.
#include "cli/Output.h"
#include "cli/Verbs.h"

#include <fmt/format.h>

namespace charonia::app {
namespace {

struct PassesFlags {
  std::string file, printAfter;
  bool all = false;
  uint32_t line = 0;
  LaunchFlags launch;
};

/// Compiles; empty and `exitCode` set when that fails before the first pass.
std::optional<compiler::Compilation> compileFor(compiler::Session &session, const PassesFlags &flags, int &exitCode) {
  PreparedLaunch prepared = prepareLaunch(flags.file, flags.launch.options());
  printDiagnostics(prepared.problems);
  if (!prepared.ok) {
    exitCode = int(RunExit::Usage);
    return std::nullopt;
  }
  compiler::Compilation compilation = session.compile(prepared.invocation);
  printDiagnostics(compilation.diagnostics);
  exitCode = compilation.ok ? 0 : int(RunExit::CompileError);
  return compilation;
}

int passes(const PassesFlags &flags) {
  compiler::Session session;
  int exitCode = 0;
  auto compilation = compileFor(session, flags, exitCode);
  if (!compilation) {
    return exitCode;
  }
  bool found = flags.printAfter.empty();
  for (size_t i = 0; i < compilation->passes.size(); ++i) {
    const compiler::PassRecord &pass = compilation->passes[i];
    bool print = flags.all || pass.flag == flags.printAfter;
    found = found || pass.flag == flags.printAfter;
    if (flags.printAfter.empty() || print) {
      fmt::print("{}// {:<22} stage {}  {:<9} {:5} -> {:5} ops  {:6} us\n", print ? "\n" : "", pass.flag, pass.stage,
                 pass.changed ? "changed" : "unchanged", pass.opsBefore, pass.opsAfter, pass.micros);
    }
    if (print) {
      auto text = session.print(compilation->id, i);
      fmt::print("{}\n", text ? text->text : "(gone)");
    }
  }
  if (!found) {
    fmt::print(stderr, "error: no pass '{}' ran; see `charonia-cli passes LAUNCH`\n", flags.printAfter);
    return int(RunExit::Usage);
  }
  return exitCode;
}

int explain(const PassesFlags &flags) {
  compiler::Session session;
  int exitCode = 0;
  auto compilation = compileFor(session, flags, exitCode);
  if (!compilation) {
    return exitCode;
  }
  for (const compiler::Remark &remark : compilation->remarks) {
    if (flags.line != 0 && remark.range.beginLine != flags.line) {
      continue;
    }
    fmt::print("{}:{}: [{}] {}{}\n", remark.range.file, remark.range.beginLine, remark.pass, remark.message,
               remark.reason.empty() ? "" : " because " + remark.reason);
    for (const auto &[name, value] : remark.numbers) {
      fmt::print("    {} = {}\n", name, value);
    }
  }
  return exitCode;
}

} // namespace

void addPassesVerb(CLI::App &app, int &exitCode) {
  auto flags = std::make_shared<PassesFlags>();
  CLI::App *verb = app.add_subcommand("passes", "The passes that ran, and the IR after them");
  verb->add_option("launch", flags->file, "Launch file")->required();
  verb->add_option("--print-after", flags->printAfter, "Print the IR after this pass");
  verb->add_flag("--all", flags->all, "Print the IR after every pass");
  flags->launch.addTo(*verb);
  verb->callback([flags, &exitCode] { exitCode = passes(*flags); });
}

void addExplainVerb(CLI::App &app, int &exitCode) {
  auto flags = std::make_shared<PassesFlags>();
  CLI::App *verb = app.add_subcommand("explain", "The compiler's decisions, with place, reason and numbers");
  verb->add_option("launch", flags->file, "Launch file")->required();
  verb->add_option("--line", flags->line, "Only those of this source line");
  flags->launch.addTo(*verb);
  verb->callback([flags, &exitCode] { exitCode = explain(*flags); });
}

} // namespace charonia::app

// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli passes: the IR after each pass.
#include "cli/Output.h"
#include "cli/Verbs.h"
#include "run/UnifiedDiff.h"

#include <fmt/format.h>

namespace charonia::app {
namespace {

struct PassesFlags {
  std::string file, printAfter;
  bool all = false, diff = false;
  RunWords words;
};

/// Compiles; empty and `exitCode` set when that fails before the first pass.
std::optional<compiler::Compilation> compileFor(compiler::Session &session,
                                                const PassesFlags &flags, int &exitCode) {
  auto prepared = prepareForVerb(flags.file, flags.words, exitCode);
  if (!prepared) {
    return std::nullopt;
  }
  compiler::Compilation compilation = session.compile(prepared->invocation);
  printDiagnostics(compilation.diagnostics);
  exitCode = compilation.ok ? 0 : int(RunExit::CompileError);
  return compilation;
}

std::string textAfter(compiler::Session &session, const compiler::Compilation &compilation,
                      size_t pass) {
  auto text = session.print(compilation.id, pass);
  return text ? std::move(text->text) : "(gone)\n";
}

void printRow(const compiler::PassRecord &pass) {
  fmt::print("// {:<22} stage {}  {:<9} {:5} -> {:5} ops  {:6} us\n", pass.flag, pass.stage,
             pass.changed ? "changed" : "unchanged", pass.opsBefore, pass.opsAfter, pass.micros);
}

/// What each pass that changed the IR made of it.
void printDiffs(compiler::Session &session, const compiler::Compilation &compilation,
                const std::string &only) {
  const std::vector<compiler::PassRecord> &passes = compilation.passes;
  for (size_t i = 1; i < passes.size(); ++i) {
    if (passes[i].changed && (only.empty() || only == passes[i].flag)) {
      fmt::print("{}", unifiedDiff(textAfter(session, compilation, i - 1),
                                   textAfter(session, compilation, i), "before " + passes[i].flag,
                                   "after " + passes[i].flag));
    }
  }
}

void printTable(compiler::Session &session, const compiler::Compilation &compilation,
                const PassesFlags &flags) {
  for (size_t i = 0; i < compilation.passes.size(); ++i) {
    const compiler::PassRecord &pass = compilation.passes[i];
    bool withIr = flags.all || pass.flag == flags.printAfter;
    if (flags.printAfter.empty() || withIr) {
      fmt::print("{}", withIr ? "\n" : "");
      printRow(pass);
    }
    if (withIr) {
      fmt::print("{}\n", textAfter(session, compilation, i));
    }
  }
}

int passes(const PassesFlags &flags) {
  compiler::Session session;
  int exitCode = 0;
  auto compilation = compileFor(session, flags, exitCode);
  if (!compilation) {
    return exitCode;
  }
  bool found = flags.printAfter.empty();
  for (const compiler::PassRecord &pass : compilation->passes) {
    found = found || pass.flag == flags.printAfter;
  }
  if (!found) {
    return badUsage(
        fmt::format("no pass '{}' ran; see `charonia-cli passes KERNEL`", flags.printAfter));
  }
  if (flags.diff) {
    printDiffs(session, *compilation, flags.printAfter);
  } else {
    printTable(session, *compilation, flags);
  }
  return exitCode;
}

} // namespace

void addPassesVerb(CLI::App &app, int &exitCode) {
  auto flags = std::make_shared<PassesFlags>();
  CLI::App *verb = app.add_subcommand("passes", "The passes that ran, and the IR after them");
  verb->add_option("kernel", flags->file, "Kernel (.py) or launch file")->required();
  addLaunchFlags(*verb, flags->words);
  verb->add_option("--print-after", flags->printAfter, "Print the IR after this pass");
  verb->add_flag("--all", flags->all, "Print the IR after every pass");
  verb->add_flag(
      "--diff", flags->diff,
      "Print what each pass changed, as unified differences; with --print-after, that one");
  verb->callback([flags, &exitCode] { exitCode = passes(*flags); });
}

} // namespace charonia::app

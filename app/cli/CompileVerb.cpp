// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli compile: compiles a kernel or a launch and prints what was asked for.
#include "charonia/compiler/Lint.h"
#include "charonia/program/Serialize.h"
#include "cli/Output.h"
#include "cli/Verbs.h"
#include "run/FrontendDiff.h"
#include "run/SaveTrace.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iostream>

namespace charonia::app {
namespace {

struct CompileFlags {
  std::string file, emit, frontend = "builtin", python, output;
  bool lint = false;
  RunWords words;
};

const std::vector<std::string> kEmits = {"tt", "tile", "pe", "program"};
const std::vector<std::string> kLaterEmits = {"llvm", "asm", "obj", "elf", "cpp"};

/// What is wrong with --emit or --frontend, or "".
std::string problemOf(const CompileFlags &flags) {
  if (std::string problem = frontendProblem(flags.frontend, true); !problem.empty()) {
    return problem;
  }
  if (flags.frontend == "both" && !flags.emit.empty() && flags.emit != "tt") {
    return "--frontend both compares the two front ends' tt; it cannot --emit " + flags.emit;
  }
  const auto has = [](const std::vector<std::string> &words, const std::string &word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (has(kLaterEmits, flags.emit)) {
    return fmt::format("--emit {} is not there yet; there are {}", flags.emit,
                       fmt::join(kEmits, ", "));
  }
  if (!flags.emit.empty() && !has(kEmits, flags.emit)) {
    return fmt::format("unknown --emit '{}'; known are {}", flags.emit, fmt::join(kEmits, ", "));
  }
  return "";
}

/// The pass after which the `tt` of a kernel is what upstream's own passes leave.
constexpr const char *kCleanTt = "tt-reorder-broadcast";

/// The last pass whose IR is in the dialect that was asked for; of `tt`, kCleanTt.
std::string lastPassOf(const std::string &emit) {
  const auto &table = compiler::passTable();
  std::string last = "import";
  for (const compiler::PassInfo &pass : table) {
    bool tile = pass.flag.starts_with("t") && pass.flag != "tile-to-pe";
    if (emit == "tt" ? pass.flag == kCleanTt : emit == "tile" ? tile : pass.flag != "pe-to-sim") {
      last = pass.flag;
    }
  }
  return last;
}

std::optional<std::string> emitText(compiler::Session &session,
                                    const compiler::Compilation &compilation,
                                    const CompileFlags &flags) {
  if (flags.emit.empty() || flags.emit == "program") {
    return flags.output.ends_with(".cprog") ? program::toBinary(*compilation.program)
                                            : program::toJson(*compilation.program) + "\n";
  }
  auto text = session.print(compilation.id, compilation.passes.size() - 1);
  return text ? std::optional(text->text) : std::nullopt;
}

int write(const CompileFlags &flags, const std::string &text) {
  if (flags.output.empty()) {
    std::cout << text;
  } else if (auto written = writeFile(flags.output, text); !written) {
    return badUsage(written.error());
  }
  return 0;
}

/// The `tt` of an invocation after its clean-up, or nothing.
std::optional<std::string> cleanTt(const compiler::Invocation &given) {
  compiler::Invocation invocation = given;
  invocation.stopAfter = kCleanTt;
  compiler::Session session;
  compiler::Compilation compilation = session.compile(invocation);
  printDiagnostics(compilation.diagnostics);
  auto text = compilation.ok ? session.print(compilation.id, compilation.passes.size() - 1)
                             : std::optional<compiler::IrText>();
  return text ? std::optional(text->text) : std::nullopt;
}

/// Both front ends' `tt` side by side, as a unified difference.
int compareFrontends(const CompileFlags &flags, const PreparedLaunch &prepared,
                     const compiler::Invocation &upstream) {
  auto ours = cleanTt(prepared.invocation);
  auto theirs = cleanTt(upstream);
  if (!ours || !theirs) {
    return int(RunExit::CompileError);
  }
  const FrontendDiff diff = diffFrontends(*ours, *theirs);
  return write(flags, diff.text + diff.summary + "\n");
}

int compileOne(const CompileFlags &flags, compiler::Invocation invocation) {
  if (!flags.emit.empty() && flags.emit != "program") {
    invocation.stopAfter = lastPassOf(flags.emit);
  }
  compiler::Session session;
  compiler::Compilation compilation = session.compile(invocation);
  printDiagnostics(compilation.diagnostics);
  if (!compilation.ok) {
    return int(RunExit::CompileError);
  }
  if (flags.lint) {
    printDiagnostics(compiler::runLint(invocation).diagnostics);
  }
  auto text = emitText(session, compilation, flags);
  return text ? write(flags, *text) : int(RunExit::CompileError);
}

int compile(const CompileFlags &flags) {
  if (std::string problem = problemOf(flags); !problem.empty()) {
    return badUsage(problem);
  }
  int exitCode = 0;
  auto prepared = prepareForVerb(flags.file, flags.words, exitCode);
  if (!prepared) {
    return exitCode;
  }
  if (flags.frontend == "builtin") {
    return compileOne(flags, prepared->invocation);
  }
  auto upstream = compileUpstream(*prepared, flags.python, exitCode);
  if (!upstream) {
    return exitCode;
  }
  return flags.frontend == "both" ? compareFrontends(flags, *prepared, *upstream)
                                  : compileOne(flags, std::move(*upstream));
}

} // namespace

void addCompileVerb(CLI::App &app, int &exitCode) {
  auto flags = std::make_shared<CompileFlags>();
  CLI::App *verb = app.add_subcommand("compile", "Compile a kernel or a launch");
  verb->add_option("kernel", flags->file, "Kernel (.py) or launch file")->required();
  addFrontendFlags(*verb, flags->frontend, flags->python,
                   "Front end: builtin (default), upstream (executes the file), both (compares)");
  verb->add_option("--emit", flags->emit, "What to print: tt, tile, pe, program");
  verb->add_flag("--lint", flags->lint,
                 "Also say what the kernel relies on that the language does not promise");
  verb->add_option("-o,--output", flags->output, "File to write (.cprog for a binary program)");
  addLaunchFlags(*verb, flags->words);
  verb->callback([flags, &exitCode] { exitCode = compile(*flags); });
}

} // namespace charonia::app

// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli compile: compiles a launch's kernel and prints what was asked for.
#include "charonia/program/Serialize.h"
#include "cli/Output.h"
#include "cli/Verbs.h"
#include "run/SaveTrace.h"

#include <fmt/format.h>
#include <iostream>

namespace charonia::app {
namespace {

struct CompileFlags {
  std::string file, emit = "program", output;
  LaunchFlags launch;
};

/// The last pass whose IR is in the dialect that was asked for: the last of its stage.
std::string lastPassOf(const std::string &emit) {
  const auto &table = compiler::passTable();
  std::string last = "import";
  for (const compiler::PassInfo &pass : table) {
    bool tt = pass.flag.starts_with("tt-import") || pass.flag == "tile-analyze-access";
    bool tile = tt || (pass.flag.starts_with("t") && pass.flag != "tile-to-pe");
    if (emit == "tt" ? tt : emit == "tile" ? tile : pass.flag != "pe-to-sim") {
      last = pass.flag;
    }
  }
  return last;
}

std::optional<std::string> emitText(compiler::Session &session, const compiler::Compilation &compilation,
                                    const CompileFlags &flags) {
  if (flags.emit == "program") {
    return flags.output.ends_with(".cprog") ? program::toBinary(*compilation.program)
                                            : program::toJson(*compilation.program) + "\n";
  }
  auto text = session.print(compilation.id, compilation.passes.size() - 1);
  return text ? std::optional(text->text) : std::nullopt;
}

int compile(const CompileFlags &flags) {
  PreparedLaunch prepared = prepareLaunch(flags.file, flags.launch.options());
  if (!prepared.ok) {
    printDiagnostics(prepared.problems);
    return int(RunExit::Usage);
  }
  if (flags.emit != "program") {
    prepared.invocation.stopAfter = lastPassOf(flags.emit);
  }
  compiler::Session session;
  compiler::Compilation compilation = session.compile(prepared.invocation);
  printDiagnostics(prepared.problems);
  printDiagnostics(compilation.diagnostics);
  if (!compilation.ok) {
    return int(RunExit::CompileError);
  }
  auto text = emitText(session, compilation, flags);
  if (!text) {
    return int(RunExit::CompileError);
  }
  if (flags.output.empty()) {
    std::cout << *text;
  } else if (auto written = writeFile(flags.output, *text); !written) {
    fmt::print(stderr, "error: {}\n", written.error());
    return int(RunExit::Usage);
  }
  return 0;
}

} // namespace

void addCompileVerb(CLI::App &app, int &exitCode) {
  auto flags = std::make_shared<CompileFlags>();
  CLI::App *verb = app.add_subcommand("compile", "Compile the kernel of a launch");
  verb->add_option("launch", flags->file, "Launch file")->required();
  verb->add_option("--emit", flags->emit, "What to print")->check(CLI::IsMember({"tt", "tile", "pe", "program"}));
  verb->add_option("-o,--output", flags->output, "File to write (.cprog for a binary program)");
  flags->launch.addTo(*verb);
  verb->callback([flags, &exitCode] { exitCode = compile(*flags); });
}

} // namespace charonia::app

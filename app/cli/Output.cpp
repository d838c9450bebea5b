// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/Output.h"

#include "cli/Excerpt.h"

#include "run/KernelFile.h"

#include <cstdio>
#include <fmt/format.h>
#include <set>

namespace charonia::app {
namespace {

std::string place(const compiler::SourceRange &range) {
  if (range.valid()) {
    return fmt::format("{}:{}:{}: ", range.file, range.beginLine, range.beginColumn);
  }
  return range.file.empty() ? "" : range.file + ": ";
}

} // namespace

void printDiagnostics(const std::vector<compiler::Diagnostic> &diagnostics) {
  static constexpr const char *kSeverity[] = {"error", "warning", "note"};
  Excerpts excerpts;
  for (const compiler::Diagnostic &diagnostic : diagnostics) {
    fmt::print(stderr, "{}{}: {}{}\n", place(diagnostic.range), kSeverity[int(diagnostic.severity)],
               diagnostic.message, diagnostic.code.empty() ? "" : " [" + diagnostic.code + "]");
    std::set<std::pair<std::string, uint32_t>> shown;
    const auto show = [&](const compiler::SourceRange &range) {
      if (shown.emplace(range.file, range.beginLine).second) {
        fmt::print(stderr, "{}", excerpts.show(range));
      }
    };
    show(diagnostic.range);
    for (const compiler::FixIt &fix : diagnostic.fixes) {
      fmt::print(stderr, "      fix: {}\n", fix.title);
    }
    for (const compiler::DiagnosticNote &note : diagnostic.notes) {
      fmt::print(stderr, "  {}note: {}\n", place(note.range), note.message);
      show(note.range);
    }
  }
}

void printMismatches(const std::vector<launch::Mismatch> &mismatches) {
  for (const launch::Mismatch &m : mismatches) {
    fmt::print(stderr, "mismatch: {}: {}: expected {:.9g}, got {:.9g} (tolerance {:.3g})\n",
               m.argument, m.what, m.expected, m.actual, m.tolerance);
  }
}

int badUsage(const std::string &message) {
  fmt::print(stderr, "error: {}\n", message);
  return int(RunExit::Usage);
}

void addLaunchFlags(CLI::App &verb, RunWords &words) {
  verb.add_option("--from", words.from, "What to compile: source (Triton) or ttir (its IR)")
      ->delimiter(',');
  verb.add_option(
      "--mapping", words.mapping,
      "How program ids are spread over the PEs: linear, round-robin, zigzag, lpt, auto");
  verb.add_option("--policy", words.policy, "Numerics policy: strict, default, fast");
  verb.add_option("--hardware", words.hardware, "Hardware file");
  verb.add_option("--cb-depth", words.cbDepth,
                  "Depth of every circular buffer; 0 sizes them greedily");
  addSearchPathFlag(verb, words);
}

void addSearchPathFlag(CLI::App &verb, RunWords &words) {
  verb.add_option("--search-path", words.searchPaths,
                  "Folder in which files that the kernel imports are looked for, after its own "
                  "folder and package; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
}

void addRunFlags(CLI::App &verb, RunWords &words) {
  addLaunchFlags(verb, words);
  verb.add_option("--engine", words.engine, "What runs it: sim (default), reference");
  verb.add_option("--against", words.against, "What to compare with: expect, reference")
      ->delimiter(',');
  verb.add_flag("--poison", words.poison,
                "Fill what commands leave out of their tiles with NaN: shows wrong extents");
}

std::optional<PreparedLaunch> prepareForVerb(const std::string &file, const RunWords &words,
                                             int &exitCode) {
  auto options = launchOptions(words);
  if (!options) {
    exitCode = badUsage(options.error());
    return std::nullopt;
  }
  PreparedLaunch prepared = prepareKernel(file, *options);
  printDiagnostics(prepared.problems);
  if (!prepared.ok) {
    exitCode = int(prepared.badSource ? RunExit::CompileError : RunExit::Usage);
    return std::nullopt;
  }
  return prepared;
}

void addFrontendFlags(CLI::App &verb, std::string &frontend, std::string &python,
                      const std::string &help) {
  verb.add_option("--frontend", frontend, help);
  verb.add_option("--python", python,
                  "Python with Triton 3.4 to 3.6 for upstream's front end (else CHARONIA_PYTHON)");
}

std::string frontendProblem(const std::string &frontend, bool bothAllowed) {
  if (frontend == "builtin" || frontend == "upstream" || (bothAllowed && frontend == "both")) {
    return "";
  }
  return fmt::format("unknown --frontend '{}'; known are builtin, upstream{}", frontend,
                     bothAllowed ? ", both" : "");
}

std::optional<compiler::Invocation> compileUpstream(const PreparedLaunch &prepared,
                                                    const std::string &python, int &exitCode) {
  UpstreamSettings settings;
  settings.python = upstreamPython(python);
  if (!settings.python.empty()) {
    printDiagnostics({executionNote(prepared, settings)});
  }
  const UpstreamAnswer answer = runUpstream(prepared, settings);
  printDiagnostics(answer.diagnostics);
  if (!answer.ok) {
    exitCode = int(answer.badUsage ? RunExit::Usage : RunExit::CompileError);
    return std::nullopt;
  }
  return upstreamInvocation(prepared, answer);
}

} // namespace charonia::app

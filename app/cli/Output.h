// SPDX-License-Identifier: GPL-3.0-or-later
// What the verbs share: how diagnostics and mismatches are printed, the flags that choose how a
// kernel is compiled and run.
#pragma once

#include "run/RunWords.h"
#include "run/UpstreamFrontend.h"

#include <CLI/CLI.hpp>

namespace charonia::app {

/// "file:line:column: error: message [code]" with notes, on stderr.
void printDiagnostics(const std::vector<compiler::Diagnostic> &diagnostics);

/// The mismatches of a run, one a line, on stderr.
void printMismatches(const std::vector<launch::Mismatch> &mismatches);

/// Prints "error: message" on stderr; the exit code of bad usage.
int badUsage(const std::string &message);

/// Adds --from (comma-separated), --mapping, --policy, --hardware, --cb-depth and --search-path.
void addLaunchFlags(CLI::App &verb, RunWords &words);
/// Adds --search-path, which may be repeated.
void addSearchPathFlag(CLI::App &verb, RunWords &words);
/// Adds the launch flags, and --engine and --against.
void addRunFlags(CLI::App &verb, RunWords &words);

/// Prepares a kernel's .py or a launch as the words say and prints what there is to say about it.
/// Nothing, and `exitCode` set, if that fails.
std::optional<PreparedLaunch> prepareForVerb(const std::string &file, const RunWords &words,
                                             int &exitCode);

/// Adds --frontend, with `help`, and --python.
void addFrontendFlags(CLI::App &verb, std::string &frontend, std::string &python,
                      const std::string &help);

/// What is wrong with a word after --frontend, or "".
std::string frontendProblem(const std::string &frontend, bool bothAllowed);

/// The invocation with what upstream Triton, run by `python` (or the environment's choice), makes
/// of the source. Prints what there is to say; nothing, and `exitCode` set, if that fails.
std::optional<compiler::Invocation> compileUpstream(const PreparedLaunch &prepared,
                                                    const std::string &python, int &exitCode);

} // namespace charonia::app

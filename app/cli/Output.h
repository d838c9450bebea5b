// SPDX-License-Identifier: GPL-3.0-or-later
// How the command line prints diagnostics, mismatches and reports.
#pragma once

#include "run/RunLaunch.h"

#include <CLI/CLI.hpp>

namespace charonia::app {

/// "file:line:column: error: message [code]" with notes, on stderr.
void printDiagnostics(const std::vector<compiler::Diagnostic> &diagnostics);

/// The mismatches of a run, one a line, on stderr.
void printMismatches(const std::vector<launch::Mismatch> &mismatches);

/// Adds --from, --mapping, --policy, --hardware and --cb-depth.
struct LaunchFlags {
  std::string from, mapping, policy, hardware;
  int32_t cbDepth = 0;
  void addTo(CLI::App &verb);
  LaunchOptions options() const;
};

} // namespace charonia::app

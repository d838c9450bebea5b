// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a launch on an engine and compares: what `charonia-cli run` and `corpus` do. No Qt.
#pragma once

#include "run/CompileLaunch.h"

#include <nlohmann/json.hpp>

namespace charonia::app {

enum class Engine : uint8_t { Reference, Sim };

struct RunRequest {
  LaunchOptions launch;
  Engine engine = Engine::Sim;
  bool againstExpect = false, againstReference = false;
  bool againstGiven = false; ///< the user chose; otherwise: expect, if the launch has it
  std::string traceFile;     ///< where to save the trace (.ctrace, .pftrace, .chrome.json); empty: nowhere
};

/// Exit codes of the command line (contracts).
enum class RunExit : int { Ok = 0, Mismatch = 1, CompileError = 2, SimulationError = 3, Usage = 64 };

struct RunOutcome {
  RunExit exit = RunExit::Ok;
  std::string file, kernel;
  std::vector<compiler::Diagnostic> diagnostics; ///< from files, compiler, interpreter and simulator
  std::vector<launch::Mismatch> mismatches;
  std::vector<std::string> printed;
  nlohmann::json report;  ///< as `run --json` prints it
  std::string firstCause; ///< short, for grouping: "" when all is well
  size_t cases = 0;
};

/// Runs every case of the launch. `session` belongs to the calling thread.
RunOutcome runLaunch(compiler::Session &session, const std::string &launchFile, const RunRequest &request,
                     std::stop_token stop = {});

} // namespace charonia::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a launch or a sequence on an engine and compares: what `charonia-cli run` and `corpus` do.
// No Qt.
#pragma once

#include "run/CompileLaunch.h"

#include <nlohmann/json.hpp>

namespace charonia::app {

enum class Engine : uint8_t { Reference, Sim };

struct RunRequest {
  LaunchOptions launch;
  bool bothForms = false; ///< run source and ttir and compare their results element by element
  Engine engine = Engine::Sim;
  bool againstExpect = false, againstReference = false;
  bool againstGiven = false; ///< the user chose; otherwise: expect, if the launch has it
  bool poison = false;       ///< SimOptions::poison
  /// Where to save the trace (.ctrace, .pftrace, .chrome.json); empty: nowhere.
  std::string traceFile;
};

/// Exit codes of the command line (contracts).
enum class RunExit : int {
  Ok = 0,
  Mismatch = 1,
  CompileError = 2,
  SimulationError = 3,
  Usage = 64
};

/// RunOutcome::firstCause where source and ttir leave different values.
inline constexpr const char *kFormsDiffer = "source and ttir differ";

struct RunOutcome {
  RunExit exit = RunExit::Ok;
  std::string file, kernel;
  std::vector<compiler::Diagnostic> diagnostics; ///< from files, compiler, interpreter, simulator
  std::vector<launch::Mismatch> mismatches;
  std::vector<std::string> printed;
  nlohmann::json report;  ///< as `run --json` prints it
  std::string firstCause; ///< short, for grouping: "" when all is well
  size_t cases = 0;       ///< cases that ran; of a sequence, steps
  /// Cases whose every element was compared between source and ttir, when both were asked for.
  size_t comparedForms = 0;
  std::vector<compiler::AccessRow> accesses; ///< of the launch that was compiled last
  /// Bytes of global memory by the run report's names; filled in by runCorpus, which drops reports.
  std::map<std::string, uint64_t> bytesByRung, takenByRung;
  uint64_t cycles = 0; ///< of the last case on the simulator; filled in by runCorpus likewise
};

/// Runs every case of the launch. `session` belongs to the calling thread.
RunOutcome runLaunch(compiler::Session &session, const LaunchInput &input,
                     const RunRequest &request, std::stop_token stop = {});

/// Runs the launches of a sequence file one after the other over its buffers. Each step is
/// compared: with the reference over the same memory, and with the first case's expectations of its
/// launch. Later launches pay the replace time; buffers that earlier ones used lie in the LLC as
/// far as they fit.
RunOutcome runSequence(compiler::Session &session, const std::string &file,
                       const RunRequest &request, std::stop_token stop = {});

/// A sequence if the name ends with .sequence.json, else a launch.
RunOutcome runFile(compiler::Session &session, const std::string &file, const RunRequest &request,
                   std::stop_token stop = {});

} // namespace charonia::app

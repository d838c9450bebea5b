// SPDX-License-Identifier: GPL-3.0-or-later
// What the runs of launches and of sequences share: compile, execute on the engine, compare, and
// collect what happens. Internal to app/run.
#pragma once

#include "run/RunLaunch.h"

namespace charonia::app {

/// The figures of a run's report under the keys that `run --json` promises; those without one are
/// null.
nlohmann::json promisedKeys(const nlohmann::json &report);

class RunContext {
public:
  RunContext(compiler::Session &session, const RunRequest &request, std::stop_token stop)
      : m_session(session), m_request(request), m_stop(std::move(stop)) {}

  RunOutcome outcome;

  const RunRequest &request() const { return m_request; }

  /// Decides what to compare with; false (and a message) if that is nothing. `hasExpect`: every
  /// case says what it expects. `what` names the thing for the message.
  bool chooseComparison(bool hasExpect, const char *what);
  bool againstReference() const { return m_reference; }

  bool compile(PreparedLaunch &prepared);

  /// Runs the compiled launch over `image` on the engine. `options` says what came before it in a
  /// sequence.
  bool execute(const PreparedLaunch &prepared, launch::MemoryImage &image,
               sim::SimOptions options = {});

  /// Compares `image`, the memory after the run, with what was chosen; `before` is the memory
  /// before it and becomes the reference's. Each mismatch's text begins with `label`.
  void compare(const PreparedLaunch &prepared, const launch::MemoryImage &image,
               launch::MemoryImage &before, const launch::Case *expected, const std::string &label);

  /// Arguments whose values may differ in the order of accumulation.
  std::vector<std::string> tolerantArguments(const PreparedLaunch &prepared) const;

  void addMismatches(const std::string &label, std::vector<launch::Mismatch> mismatches);
  void append(const std::vector<compiler::Diagnostic> &diagnostics);
  /// A diagnostic about the outcome's file, and exit code 64.
  void usage(const char *code, std::string message);
  /// The first failure stays the outcome's exit code.
  void fail(RunExit exit);
  /// False once something else than a mismatch has gone wrong.
  bool canGoOn() const { return outcome.exit == RunExit::Ok || outcome.exit == RunExit::Mismatch; }

  /// Completes report and first cause and gives the outcome away.
  RunOutcome finish();

private:
  bool interpret(launch::MemoryImage &image);
  bool simulate(const PreparedLaunch &prepared, launch::MemoryImage &image,
                sim::SimOptions options);

  compiler::Session &m_session;
  const RunRequest &m_request;
  std::stop_token m_stop;
  compiler::Compilation m_compilation;
  std::vector<std::string> m_atomicArguments;
  bool m_expect = false, m_reference = false;
};

} // namespace charonia::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Simulates compiled launches on the simulator's thread; the newest request wins.
#pragma once

#include "app/engine/CompileController.h"
#include "app/engine/Settings.h"
#include "charonia/sim/Simulator.h"
#include "charonia/simdata/RunReport.h"

namespace charonia::app {

/// A finished run: a trace, or diagnostics that say why there is none.
struct SimOutcome {
  CompileOutcome source;
  size_t caseIndex = 0; ///< of the launch's cases
  simdata::TraceRef trace;
  std::vector<compiler::Diagnostic> diagnostics;
  std::vector<std::string> printed;
  bool compared = false; ///< the launch states expectations
  std::vector<launch::Mismatch> mismatches;
  simdata::Roofline roofline;
  double seconds = 0;
};

class SimController : public QObject {
  Q_OBJECT
public:
  explicit SimController(QObject *parent = nullptr);
  ~SimController() override;

  /// Runs a case of the outcome's launch. Does nothing if there is no program.
  void run(const CompileOutcome &outcome, size_t caseIndex = 0);
  /// Limits of the runs to come.
  void setLimits(const RunLimits &limits) { m_limits = limits; }
  void cancel();
  bool isBusy() const { return m_running != nullptr; }

Q_SIGNALS:
  void started();
  void finished(const charonia::app::SimOutcome &outcome);

private:
  RunLimits m_limits;
  EngineThread m_thread{QStringLiteral("simulator")};
  std::shared_ptr<std::stop_source> m_running;
};

} // namespace charonia::app

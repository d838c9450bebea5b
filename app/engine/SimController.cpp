// SPDX-License-Identifier: GPL-3.0-or-later
// Memory, run, comparison: one job on the simulator's thread.
#include "app/engine/SimController.h"

#include "run/CompileLaunch.h"

#include <QElapsedTimer>

namespace charonia::app {

namespace {
void simulateInto(SimOutcome &result, const RunLimits &limits, std::stop_token stop) {
  const compiler::Compilation &compilation = *result.source.compilation;
  const launch::Launch &launch = result.source.request->launch;
  const arch::DeviceModel &device = *result.source.device;
  const auto grid = launch::evaluateGrid(launch);
  if (!grid) {
    result.diagnostics = toDiagnostics(grid.error());
    return;
  }
  auto memory = launch::MemoryImage::create(launch, result.caseIndex, device);
  if (!memory) {
    result.diagnostics = toDiagnostics(memory.error());
    return;
  }
  const sim::SimInput input = simInput(launch, compilation, device, *memory, *grid);
  sim::SimOptions options;
  options.warm = launch.warm;
  options.maxTraceRows = limits.traceRows;
  options.maxSteps = limits.compile.interpreterSteps;
  options.maxSeconds = limits.compile.interpreterSeconds;
  auto run = sim::simulate(input, *memory, options, stop);
  if (!run) {
    result.diagnostics = {toDiagnostic(run.error(), compilation)};
    return;
  }
  result.trace = run->trace;
  result.printed = run->printed;
  result.roofline = simdata::rooflineOf(simdata::workOf(*run->trace, *compilation.program, device),
                                        device, run->trace->launchCycles, run->trace->makespan);
  const launch::Case &expected = launch.cases[result.caseIndex];
  if (expected.hasExpect) {
    result.compared = true;
    result.mismatches = launch::compareWithExpectations(*memory, expected);
  }
  for (launch::Mismatch &damage : guardMismatches(*memory)) {
    result.compared = true;
    result.mismatches.push_back(std::move(damage));
  }
}
} // namespace

SimController::SimController(QObject *parent) : QObject(parent) {
  qRegisterMetaType<charonia::app::SimOutcome>();
}

SimController::~SimController() { cancel(); }

void SimController::cancel() {
  if (m_running) {
    m_running->request_stop();
    m_running.reset();
  }
}

void SimController::run(const CompileOutcome &outcome, size_t caseIndex) {
  cancel();
  if (!outcome.compilation || !outcome.compilation->program || !outcome.device ||
      caseIndex >= outcome.request->launch.cases.size()) {
    return;
  }
  auto job = std::make_shared<std::stop_source>();
  m_running = job;
  Q_EMIT started();
  m_thread.post([outcome, caseIndex, job, limits = m_limits, this] {
    if (job->stop_requested()) {
      return;
    }
    QElapsedTimer clock;
    clock.start();
    SimOutcome result;
    result.source = outcome;
    result.caseIndex = caseIndex;
    simulateInto(result, limits, job->get_token());
    result.seconds = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
    QMetaObject::invokeMethod(
        this,
        [this, job, result = std::move(result)] {
          if (m_running == job) {
            m_running.reset();
            Q_EMIT finished(result);
          }
        },
        Qt::QueuedConnection);
  });
}

} // namespace charonia::app

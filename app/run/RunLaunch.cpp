// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/RunLaunch.h"

#include "run/RunContext.h"

#include <algorithm>

namespace charonia::app {
namespace {

/// Runs one form of a launch; `results` receives the memory after each case.
class LaunchRun {
public:
  LaunchRun(compiler::Session &session, const RunRequest &request, std::stop_token stop)
      : m_context(session, request, std::move(stop)) {}

  RunOutcome run(const LaunchInput &input, const LaunchOptions &options) {
    m_context.outcome.file = input.file;
    m_prepared = prepareLaunch(input, options);
    m_context.append(m_prepared.problems);
    if (!m_prepared.ok) {
      m_context.fail(RunExit::Usage);
      return m_context.finish();
    }
    const launch::Launch &launch = m_prepared.launch;
    m_context.outcome.kernel = launch.function;
    // A case that says nothing would pass whatever the kernel does, so each must have the key.
    bool hasExpect = std::all_of(launch.cases.begin(), launch.cases.end(),
                                 [](const launch::Case &c) { return c.hasExpect; });
    if (m_context.chooseComparison(hasExpect, "a case of the launch") && checkGrid() &&
        m_context.compile(m_prepared)) {
      for (size_t i = 0; i < launch.cases.size() && m_context.canGoOn(); ++i) {
        runCase(i);
      }
    }
    return m_context.finish();
  }

  /// Memory after each case that ran, if keepResults.
  std::vector<launch::MemoryImage> results;
  bool keepResults = false;
  std::vector<std::string> tolerantArguments() const {
    return m_context.tolerantArguments(m_prepared);
  }

private:
  bool checkGrid() {
    auto grid = launch::evaluateGrid(m_prepared.launch);
    if (!grid) {
      m_context.append(toDiagnostics(grid.error()));
      m_context.fail(RunExit::Usage);
    }
    return grid.has_value();
  }

  std::optional<launch::MemoryImage> memory(size_t index) {
    auto image =
        launch::MemoryImage::create(m_prepared.launch, index, *m_prepared.invocation.device);
    if (!image) {
      m_context.append(toDiagnostics(image.error()));
      m_context.fail(RunExit::Usage);
      return std::nullopt;
    }
    return std::move(*image);
  }

  void runCase(size_t index) {
    const launch::Case &expected = m_prepared.launch.cases[index];
    auto image = memory(index);
    if (!image || !m_context.execute(m_prepared, *image)) {
      return;
    }
    ++m_context.outcome.cases;
    if (index == 0) {
      m_firstReport = m_context.outcome.report;
    }
    m_context.outcome.report = m_firstReport; // the figures are those of the first case
    launch::MemoryImage nothing;
    auto before = m_context.againstReference() ? memory(index) : std::optional(std::move(nothing));
    if (!before) {
      return;
    }
    m_context.compare(m_prepared, *image, *before, &expected,
                      expected.name.empty() ? "" : "case " + expected.name);
    if (keepResults) {
      results.push_back(std::move(*image));
    }
  }

  RunContext m_context;
  PreparedLaunch m_prepared;
  nlohmann::json m_firstReport;
};

/// Runs source and ttir and compares what they leave in memory; the report is the source's.
RunOutcome runBothForms(compiler::Session &session, const LaunchInput &input,
                        const RunRequest &request, std::stop_token stop) {
  LaunchOptions options = request.launch;
  LaunchRun first(session, request, stop), second(session, request, stop);
  first.keepResults = second.keepResults = true;
  options.from = compiler::From::Source;
  RunOutcome outcome = first.run(input, options);
  if (outcome.exit != RunExit::Ok) {
    return outcome;
  }
  options.from = compiler::From::Ttir;
  RunOutcome other = second.run(input, options);
  if (other.exit != RunExit::Ok) {
    return other;
  }
  std::vector<std::string> tolerant = second.tolerantArguments();
  RunContext context(session, request, stop);
  context.outcome = std::move(outcome);
  for (size_t i = 0; i < std::min(first.results.size(), second.results.size()); ++i) {
    context.addMismatches("source against ttir, case " + std::to_string(i),
                          launch::compareExactly(first.results[i], second.results[i], tolerant));
    ++context.outcome.comparedForms;
  }
  bool differs = context.outcome.exit != RunExit::Ok;
  outcome = context.finish();
  if (differs) {
    outcome.firstCause = kFormsDiffer;
  }
  return outcome;
}

} // namespace

RunOutcome runLaunch(compiler::Session &session, const LaunchInput &input,
                     const RunRequest &request, std::stop_token stop) {
  if (request.bothForms) {
    return runBothForms(session, input, request, std::move(stop));
  }
  return LaunchRun(session, request, std::move(stop)).run(input, request.launch);
}

RunOutcome runFile(compiler::Session &session, const std::string &file, const RunRequest &request,
                   std::stop_token stop) {
  if (file.ends_with(".sequence.json")) {
    return runSequence(session, file, request, std::move(stop));
  }
  LaunchInput input;
  input.file = file;
  return runLaunch(session, input, request, std::move(stop));
}

} // namespace charonia::app

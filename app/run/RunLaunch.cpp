// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/RunLaunch.h"

#include "run/SaveTrace.h"

#include "charonia/simdata/RunReport.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::app {
namespace {

using compiler::Diagnostic;
using compiler::Severity;

/// One run in the making: collects what happens to it.
class Runner {
public:
  Runner(compiler::Session &session, const RunRequest &request, std::stop_token stop)
      : m_session(session), m_request(request), m_stop(std::move(stop)) {}

  RunOutcome run(const std::string &launchFile) {
    m_outcome.file = launchFile;
    PreparedLaunch prepared = prepareLaunch(launchFile, m_request.launch);
    m_outcome.diagnostics = prepared.problems;
    if (!prepared.ok) {
      fail(RunExit::Usage);
      return finish();
    }
    m_outcome.kernel = prepared.launch.function;
    if (!chooseComparison(prepared.launch)) {
      return finish();
    }
    auto grid = launch::evaluateGrid(prepared.launch);
    if (!grid) {
      append(toDiagnostics(grid.error()));
      fail(RunExit::Usage);
      return finish();
    }
    m_grid = *grid;
    if (compile(prepared)) {
      for (size_t i = 0; i < prepared.launch.cases.size() && m_outcome.exit == RunExit::Ok; ++i) {
        runCase(prepared, i);
        ++m_outcome.cases;
      }
    }
    return finish();
  }

private:
  bool chooseComparison(const launch::Launch &launch) {
    // A case that says nothing would pass whatever the kernel does, so each must have the key.
    bool hasExpect = std::all_of(launch.cases.begin(), launch.cases.end(),
                                 [](const launch::Case &c) { return c.hasExpect; });
    m_expect = m_request.againstGiven ? m_request.againstExpect : hasExpect;
    m_reference = m_request.againstReference;
    if (!m_expect && !m_reference) {
      usage("KL0105", "a case of the launch has no expect and no --against was given: there is nothing to compare with; "
                      "try --against reference");
      return false;
    }
    if (m_expect && !hasExpect) {
      usage("KL0106", "--against expect was given, but a case of the launch has no expect");
      return false;
    }
    return true;
  }

  bool compile(PreparedLaunch &prepared) {
    compiler::Invocation &invocation = prepared.invocation;
    // The interpreter needs the imported IR only; a kernel that the back end rejects still has a reference.
    if (m_request.engine == Engine::Reference) {
      invocation.stopAfter = "import";
    }
    m_compilation = m_session.compile(invocation, m_stop);
    append(m_compilation.diagnostics);
    if (!m_compilation.ok) {
      fail(RunExit::CompileError);
    }
    return m_compilation.ok;
  }

  std::optional<launch::MemoryImage> memory(const PreparedLaunch &prepared, size_t index) {
    auto image = launch::MemoryImage::create(prepared.launch, index, *prepared.invocation.device);
    if (!image) {
      append(toDiagnostics(image.error()));
      fail(RunExit::Usage);
      return std::nullopt;
    }
    return std::move(*image);
  }

  /// Interprets the imported IR over `image`.
  bool interpret(launch::MemoryImage &image) {
    compiler::ReferenceRun run = m_session.interpret(m_compilation.id, 0, image, m_stop);
    append(run.diagnostics);
    m_atomicArguments = run.atomicArguments;
    if (m_request.engine == Engine::Reference) {
      m_outcome.printed = run.printed;
    }
    if (!run.ok) {
      fail(RunExit::SimulationError);
    }
    return run.ok;
  }

  bool simulate(const PreparedLaunch &prepared, launch::MemoryImage &image) {
    const arch::DeviceModel &device = *prepared.invocation.device;
    sim::SimInput input = simInput(prepared.launch, m_compilation, device, image, m_grid);
    sim::SimOptions options;
    options.warm = prepared.launch.warm;
    options.recordTrace = !m_request.traceFile.empty();
    auto result = sim::simulate(input, image, options, m_stop);
    if (!result) {
      append({toDiagnostic(result.error(), m_compilation)});
      fail(RunExit::SimulationError);
      return false;
    }
    m_outcome.printed = result->printed;
    m_outcome.report = simdata::toJson(
        simdata::makeRunReport(*result->trace, *m_compilation.program, device));
    if (!m_request.traceFile.empty()) {
      if (auto saved = saveTraceAs(*result->trace, m_request.traceFile); !saved) {
        usage("KL0107", saved.error());
        return false;
      }
    }
    return true;
  }

  void runCase(const PreparedLaunch &prepared, size_t index) {
    const launch::Case &expected = prepared.launch.cases[index];
    auto image = memory(prepared, index);
    if (!image) {
      return;
    }
    bool ran = m_request.engine == Engine::Reference ? interpret(*image) : simulate(prepared, *image);
    if (!ran) {
      return;
    }
    if (m_expect) {
      addMismatches(expected.name, launch::compareWithExpectations(*image, expected));
    }
    if (m_reference) {
      auto reference = memory(prepared, index);
      if (!reference || !interpret(*reference)) {
        return;
      }
      addMismatches(expected.name, launch::compareExactly(*image, *reference, m_atomicArguments));
    }
    addMismatches(expected.name, guardMismatches(*image));
  }

  void addMismatches(const std::string &caseName, std::vector<launch::Mismatch> mismatches) {
    for (launch::Mismatch &mismatch : mismatches) {
      if (!caseName.empty()) {
        mismatch.what = "case " + caseName + ": " + mismatch.what;
      }
      m_outcome.mismatches.push_back(std::move(mismatch));
    }
    if (!m_outcome.mismatches.empty()) {
      fail(RunExit::Mismatch);
    }
  }

  void append(const std::vector<Diagnostic> &diagnostics) {
    m_outcome.diagnostics.insert(m_outcome.diagnostics.end(), diagnostics.begin(), diagnostics.end());
  }

  void usage(const char *code, std::string message) {
    Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.message = std::move(message);
    diagnostic.range.file = m_outcome.file;
    append({diagnostic});
    fail(RunExit::Usage);
  }

  void fail(RunExit exit) {
    if (m_outcome.exit == RunExit::Ok) {
      m_outcome.exit = exit;
    }
  }

  std::string firstCause() const {
    for (const Diagnostic &diagnostic : m_outcome.diagnostics) {
      if (diagnostic.severity == Severity::Error) {
        return diagnostic.code + ": " + diagnostic.message;
      }
    }
    if (!m_outcome.mismatches.empty()) {
      return "values differ";
    }
    return m_outcome.exit == RunExit::Ok ? "" : "unknown";
  }

  RunOutcome finish() {
    static constexpr const char *kStatus[] = {"ok", "mismatch", "compile-error", "simulation-error"};
    m_outcome.firstCause = firstCause();
    nlohmann::json &report = m_outcome.report;
    if (!report.is_object()) {
      report = nlohmann::json::object();
    }
    report["status"] = m_outcome.exit == RunExit::Usage ? "unreadable" : kStatus[int(m_outcome.exit)];
    report["kernel"] = m_outcome.kernel;
    report["mismatches"] = nlohmann::json::array();
    for (const launch::Mismatch &m : m_outcome.mismatches) {
      report["mismatches"].push_back({{"argument", m.argument},
                                      {"what", m.what},
                                      {"expected", m.expected},
                                      {"actual", m.actual},
                                      {"tolerance", m.tolerance}});
    }
    return std::move(m_outcome);
  }

  compiler::Session &m_session;
  const RunRequest &m_request;
  std::stop_token m_stop;
  RunOutcome m_outcome;
  compiler::Compilation m_compilation;
  std::array<int64_t, 3> m_grid{1, 1, 1};
  std::vector<std::string> m_atomicArguments;
  bool m_expect = false, m_reference = false;
};

} // namespace

RunOutcome runLaunch(compiler::Session &session, const std::string &launchFile, const RunRequest &request,
                     std::stop_token stop) {
  return Runner(session, request, std::move(stop)).run(launchFile);
}

} // namespace charonia::app

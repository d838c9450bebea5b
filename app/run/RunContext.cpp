// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/RunContext.h"

#include "charonia/compiler/ReferencePass.h"
#include "charonia/simdata/RunReport.h"
#include "run/RungBytes.h"
#include "run/SaveTrace.h"

#include <algorithm>

namespace charonia::app {
namespace {

using compiler::Diagnostic;
using compiler::Severity;

std::string firstCauseOf(const RunOutcome &outcome) {
  for (const Diagnostic &diagnostic : outcome.diagnostics) {
    if (diagnostic.severity == Severity::Error) {
      return diagnostic.code + ": " + diagnostic.message;
    }
  }
  if (!outcome.mismatches.empty()) {
    return "values differ";
  }
  return outcome.exit == RunExit::Ok ? "" : "unknown";
}

} // namespace

nlohmann::json promisedKeys(const nlohmann::json &report) {
  nlohmann::json result = nlohmann::json::object();
  for (const char *key : {"cycles", "time_us", "roofline", "load", "units", "dma", "cb"}) {
    result[key] = report.is_object() && report.contains(key) ? report[key] : nlohmann::json();
  }
  if (result["roofline"].is_object()) {
    result["roofline"].erase("levels");
  }
  if (result["units"].is_object()) {
    for (nlohmann::json &unit : result["units"]) {
      unit.erase("commands");
    }
  }
  return result;
}

bool RunContext::chooseComparison(bool hasExpect, const char *what) {
  m_expect = m_request.againstGiven ? m_request.againstExpect : hasExpect;
  m_reference = m_request.againstReference;
  if (!m_expect && !m_reference) {
    usage("KL0105", std::string(what) +
                        " has no expect and no --against was given: there is nothing to compare "
                        "with; try --against reference");
    return false;
  }
  if (m_expect && !hasExpect) {
    usage("KL0106", "--against expect was given, but " + std::string(what) + " has no expect");
    return false;
  }
  return true;
}

bool RunContext::compile(PreparedLaunch &prepared) {
  compiler::Invocation &invocation = prepared.invocation;
  // The interpreter needs the first passes only; a kernel that the back end rejects still has a
  // reference.
  if (m_request.engine == Engine::Reference) {
    invocation.stopAfter = compiler::kReferencePass;
  }
  m_atomicArguments.clear();
  m_compilation = m_session.compile(invocation, m_stop);
  append(m_compilation.diagnostics);
  if (!m_compilation.ok) {
    fail(RunExit::CompileError);
  }
  outcome.accesses = m_compilation.accesses;
  for (const compiler::AccessRow &access : m_compilation.accesses) {
    if (access.kind == "atomic") {
      m_atomicArguments.push_back(access.argument);
    }
  }
  return m_compilation.ok;
}

bool RunContext::execute(const PreparedLaunch &prepared, launch::MemoryImage &image,
                         sim::SimOptions options) {
  return m_request.engine == Engine::Reference ? interpret(image)
                                               : simulate(prepared, image, std::move(options));
}

bool RunContext::interpret(launch::MemoryImage &image) {
  compiler::ReferenceRun run = m_session.interpret(
      m_compilation.id, compiler::referencePassOf(m_compilation.passes), image, m_stop);
  append(run.diagnostics);
  m_atomicArguments.insert(m_atomicArguments.end(), run.atomicArguments.begin(),
                           run.atomicArguments.end());
  if (m_request.engine == Engine::Reference) {
    outcome.printed.insert(outcome.printed.end(), run.printed.begin(), run.printed.end());
  }
  if (!run.ok) {
    fail(RunExit::SimulationError);
  }
  return run.ok;
}

bool RunContext::simulate(const PreparedLaunch &prepared, launch::MemoryImage &image,
                          sim::SimOptions options) {
  const arch::DeviceModel &device = *prepared.invocation.device;
  auto grid = launch::evaluateGrid(prepared.launch);
  if (!grid) {
    append(toDiagnostics(grid.error()));
    fail(RunExit::Usage);
    return false;
  }
  sim::SimInput input = simInput(prepared.launch, m_compilation, device, image, *grid);
  options.warm = prepared.launch.warm;
  options.poison = m_request.poison;
  options.recordTrace = !m_request.traceFile.empty();
  auto result = sim::simulate(input, image, options, m_stop);
  if (!result) {
    append({toDiagnostic(result.error(), m_compilation)});
    fail(RunExit::SimulationError);
    return false;
  }
  outcome.printed.insert(outcome.printed.end(), result->printed.begin(), result->printed.end());
  outcome.report =
      simdata::toJson(simdata::makeRunReport(*result->trace, *m_compilation.program, device));
  const RungBytes bytes = bytesByRung(m_compilation, *result);
  outcome.report["dma"]["by_rung"] = bytes.moved;
  outcome.report["dma"]["taken"] = bytes.taken;
  if (!m_request.traceFile.empty()) {
    if (auto saved = saveTraceAs(*result->trace, m_request.traceFile); !saved) {
      usage("KL0107", saved.error());
      return false;
    }
  }
  return true;
}

std::vector<std::string> RunContext::tolerantArguments(const PreparedLaunch &prepared) const {
  if (prepared.invocation.options.policy == compiler::Policy::Strict) {
    return m_atomicArguments;
  }
  // Bit for bit is promised under strict alone.
  std::vector<std::string> all;
  for (const launch::Argument &argument : prepared.launch.args) {
    all.push_back(argument.name);
  }
  return all;
}

void RunContext::compare(const PreparedLaunch &prepared, const launch::MemoryImage &image,
                         launch::MemoryImage &before, const launch::Case *expected,
                         const std::string &label) {
  if (m_expect && expected) {
    addMismatches(label, launch::compareWithExpectations(image, *expected));
  }
  if (m_reference) {
    if (!interpret(before)) {
      return;
    }
    addMismatches(label, launch::compareExactly(image, before, tolerantArguments(prepared)));
  }
  addMismatches(label, guardMismatches(image));
}

void RunContext::addMismatches(const std::string &label, std::vector<launch::Mismatch> mismatches) {
  for (launch::Mismatch &mismatch : mismatches) {
    if (!label.empty()) {
      mismatch.what = label + ": " + mismatch.what;
    }
    outcome.mismatches.push_back(std::move(mismatch));
  }
  if (!outcome.mismatches.empty()) {
    fail(RunExit::Mismatch);
  }
}

void RunContext::append(const std::vector<Diagnostic> &diagnostics) {
  outcome.diagnostics.insert(outcome.diagnostics.end(), diagnostics.begin(), diagnostics.end());
}

void RunContext::usage(const char *code, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.range.file = outcome.file;
  append({diagnostic});
  fail(RunExit::Usage);
}

void RunContext::fail(RunExit exit) {
  // A mismatch may be followed by something worse, which then is what the run ends with.
  if (outcome.exit == RunExit::Ok || outcome.exit == RunExit::Mismatch) {
    outcome.exit = exit;
  }
}

RunOutcome RunContext::finish() {
  static constexpr const char *kStatus[] = {"ok", "mismatch", "compile-error", "simulation-error"};
  outcome.firstCause = firstCauseOf(outcome);
  nlohmann::json report = promisedKeys(outcome.report);
  if (outcome.report.is_object() && outcome.report.contains("steps")) {
    report["steps"] = outcome.report["steps"];
  }
  report["status"] = outcome.exit == RunExit::Usage ? "unreadable" : kStatus[int(outcome.exit)];
  report["kernel"] = outcome.kernel;
  report["mismatches"] = nlohmann::json::array();
  for (const launch::Mismatch &m : outcome.mismatches) {
    report["mismatches"].push_back({{"argument", m.argument},
                                    {"what", m.what},
                                    {"expected", m.expected},
                                    {"actual", m.actual},
                                    {"tolerance", m.tolerance}});
  }
  outcome.report = std::move(report);
  return std::move(outcome);
}

} // namespace charonia::app

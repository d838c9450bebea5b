// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver: front end or reader, then the passes of the table, with a snapshot after each.
#include "charonia/compiler/Compiler.h"

#include "CompileJob.h"
#include "CrashGuard.h"
#include "IrPrinter.h"

#include "charonia/Interpreter/Interpreter.h"
#include "charonia/Pipelines/Pipelines.h"
#include "charonia/compiler/Arguments.h"
#include "charonia/compiler/Process.h"

#include <fmt/format.h>

namespace charonia::compiler {

struct Session::Impl {
  uint64_t nextId = 1;
  /// The newest compilation and the last good one; either may be the other.
  std::shared_ptr<CompileJob> newest, lastGood;

  std::shared_ptr<CompileJob> find(uint64_t id) const {
    for (const auto &job : {newest, lastGood}) {
      if (job && job->id() == id) {
        return job;
      }
    }
    return nullptr;
  }
};

Session::Session() : m_impl(std::make_unique<Impl>()) {}
Session::~Session() = default;

namespace {

Diagnostic crashDiagnostic(const std::string &file, const std::string &what,
                           const std::string &reason) {
  Diagnostic diagnostic;
  diagnostic.code = "KC9001";
  diagnostic.message =
      fmt::format("internal error: {} crashed ({}); the process should be restarted", what, reason);
  diagnostic.range.file = file;
  return diagnostic;
}

} // namespace

Compilation Session::compile(const Invocation &invocation, std::stop_token stop,
                             const std::function<void(const PassRecord &)> &onPass) {
  auto job = std::make_shared<CompileJob>(m_impl->nextId++, invocation);
  std::string reason;
  bool survived = runGuarded([&] { job->run(stop, onPass); }, reason);
  Compilation result = job->take();
  if (!survived) {
    // What the job holds may be corrupt: it is leaked on purpose rather than destroyed.
    new std::shared_ptr<CompileJob>(job);
    result.ok = false;
    result.tainted = true;
    result.program = nullptr;
    result.diagnostics.push_back(
        crashDiagnostic(invocation.file, fmt::format("pass {}", job->currentPass()), reason));
    return result;
  }
  if (!result.cancelled) {
    m_impl->newest = job;
    if (result.ok) {
      m_impl->lastGood = job;
    }
  }
  return result;
}

std::optional<IrText> Session::print(uint64_t id, size_t passIndex) {
  auto job = m_impl->find(id);
  mlir::ModuleOp module = job ? job->snapshot(passIndex) : mlir::ModuleOp();
  if (!module) {
    return std::nullopt;
  }
  IrText text;
  std::string reason;
  if (!runGuarded([&] { text = printIr(module); }, reason)) {
    return std::nullopt;
  }
  return text;
}

ReferenceRun Session::interpret(uint64_t id, size_t passIndex, launch::MemoryImage &memory,
                                std::stop_token stop) {
  ReferenceRun run;
  auto job = m_impl->find(id);
  mlir::ModuleOp module = job ? job->snapshot(passIndex) : mlir::ModuleOp();
  if (!module) {
    run.diagnostics.push_back({Severity::Error, "KC9002", "the compilation is gone", {}, {}, {}});
    return run;
  }
  const launch::Launch &launch = job->launch();
  std::vector<uint64_t> arguments = argumentBits(launch, job->programArguments(), memory);
  auto grid = launch::evaluateGrid(launch);
  std::string reason;
  bool survived =
      grid && runGuarded(
                  [&] {
                    run = compiler::interpret(module, job->kernel(), arguments, *grid, memory,
                                              job->limits(), stop, 0, job->peView());
                  },
                  reason);
  if (!survived) {
    run.ok = false;
    run.diagnostics.push_back(crashDiagnostic(launch.file, "the interpreter", reason));
  }
  return run;
}

bool processTainted() { return isTainted(); }

const std::vector<PassInfo> &passTable() {
  static const std::vector<PassInfo> table = [] {
    std::vector<PassInfo> rows = {{"import", 1, "source or .ttir text to the tt dialect"}};
    for (const PassRow &row : passRows()) {
      rows.push_back({row.flag, row.stage, row.summary});
    }
    return rows;
  }();
  return table;
}

} // namespace charonia::compiler

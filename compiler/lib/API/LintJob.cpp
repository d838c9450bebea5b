// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lint as a job of its own: front end, tt-import, findings.
#include "charonia/compiler/Lint.h"

#include "CompileJob.h"
#include "CrashGuard.h"

#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Lint/Lint.h"

namespace charonia::compiler {
namespace {

LintResult findingsIn(mlir::ModuleOp module, const Invocation &invocation, const CompileJob &job,
                      uint64_t budget) {
  lint::LintFacts facts = lint::lintFacts(invocation.launch, job.facts(), job.programArguments());
  facts.budget = budget;
  std::vector<lint::Finding> findings;
  for (auto kernel : module.getOps<tt::FuncOp>()) {
    std::vector<lint::Finding> more = lint::lintKernel(kernel, facts);
    findings.insert(findings.end(), more.begin(), more.end());
  }
  LintResult result = lint::toResult(findings, invocation.file);
  if (invocation.from == From::Source) {
    lint::placeFixes(result, invocation.text, invocation.file);
  }
  return result;
}

} // namespace

LintResult runLint(const Invocation &given, std::stop_token stop, uint64_t budget) {
  Invocation invocation = given;
  invocation.stopAfter = "tt-import";
  invocation.keepSnapshots = true;
  auto job = std::make_shared<CompileJob>(0, invocation);
  LintResult result;
  std::string reason;
  bool survived = runGuarded(
      [&] {
        job->run(stop, {});
        Compilation compilation = job->take();
        bool read = compilation.ok && !compilation.cancelled;
        mlir::ModuleOp module =
            read ? job->snapshot(compilation.passes.size() - 1) : mlir::ModuleOp();
        if (module) {
          result = findingsIn(module, invocation, *job, budget);
        } else {
          result.diagnostics = std::move(compilation.diagnostics);
        }
      },
      reason);
  if (!survived) {
    // What the job holds may be corrupt: it is leaked on purpose rather than destroyed.
    new std::shared_ptr<CompileJob>(job);
    result = LintResult();
    result.tainted = true;
    Diagnostic crash;
    crash.code = "KC9001";
    crash.message =
        "internal error: the lint crashed (" + reason + "); the process should be restarted";
    crash.range.file = invocation.file;
    result.diagnostics.push_back(std::move(crash));
  }
  return result;
}

} // namespace charonia::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Findings as messages with places, and as a pass.
#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Lint/Lint.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassRegistry.h"

#include <algorithm>

using namespace mlir;

namespace charonia::compiler::lint {
namespace {

SourceRange rangeOf(const SourceFrame &frame) {
  return {frame.file, frame.line, frame.column, frame.line, frame.column};
}

/// The innermost frame in the user's own file, else the innermost one.
size_t userFrame(const std::vector<SourceFrame> &frames, const std::string &userFile) {
  auto own = std::find_if(frames.begin(), frames.end(),
                          [&](const SourceFrame &frame) { return frame.file == userFile; });
  return own == frames.end() ? 0 : size_t(own - frames.begin());
}

SourceRange placeOf(Operation *op, const std::string &userFile) {
  std::vector<SourceFrame> frames = sourceFramesOf(op->getLoc());
  return frames.empty() ? SourceRange() : rangeOf(frames[userFrame(frames, userFile)]);
}

class LintPass : public PassWrapper<LintPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LintPass)
  StringRef getArgument() const override { return "tt-lint"; }
  StringRef getDescription() const override {
    return "Report what a kernel relies on that the language does not promise";
  }

  void runOnOperation() override {
    for (auto kernel : getOperation().getOps<tt::FuncOp>()) {
      for (const Finding &finding : lintKernel(kernel, LintFacts())) {
        Location loc = finding.op->getLoc();
        InFlightDiagnostic diagnostic =
            finding.severity == Severity::Warning ? emitWarning(loc) : emitRemark(loc);
        diagnostic << codeOf(finding.rule) << ": " << finding.message;
        for (const auto &[op, text] : finding.notes) {
          diagnostic.attachNote(op->getLoc()) << text;
        }
      }
    }
    markAllAnalysesPreserved();
  }
};

} // namespace

namespace {

/// The fix as far as it is known without the text.
std::optional<FixIt> fixOf(const Finding &finding) {
  if (finding.remedy == Remedy::None) {
    return std::nullopt;
  }
  bool isFloat = isa<FloatType>(tt::elementOf(finding.op->getResult(0).getType()));
  std::string argument = finding.remedy == Remedy::AddPadding ? "padding_option=\"zero\""
                         : isFloat                            ? "other=0.0"
                                                              : "other=0";
  return FixIt{"add `" + argument + "`: what a GPU gives", {}, argument};
}

Diagnostic toDiagnostic(const Finding &finding, const std::string &userFile) {
  Diagnostic diagnostic;
  diagnostic.severity = finding.severity;
  diagnostic.code = codeOf(finding.rule);
  diagnostic.message = finding.message;
  std::vector<SourceFrame> frames = sourceFramesOf(finding.op->getLoc());
  if (!frames.empty()) {
    size_t own = userFrame(frames, userFile);
    diagnostic.range = rangeOf(frames[own]);
    if (own > 0) {
      diagnostic.notes.push_back({"in code that is called here", rangeOf(frames.front())});
    }
    for (size_t i = own + 1; i < frames.size(); ++i) {
      diagnostic.notes.push_back({"called from here", rangeOf(frames[i])});
    }
  }
  for (const auto &[op, text] : finding.notes) {
    diagnostic.notes.push_back({text, placeOf(op, userFile)});
  }
  return diagnostic;
}

} // namespace

LintResult toResult(const std::vector<Finding> &findings, const std::string &userFile) {
  LintResult result;
  result.ok = true;
  std::vector<Diagnostic> &diagnostics = result.diagnostics;
  for (const Finding &finding : findings) {
    Diagnostic next = toDiagnostic(finding, userFile);
    if (std::optional<FixIt> fix = fixOf(finding)) {
      next.fixes.push_back(std::move(*fix));
    }
    auto same = std::find_if(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic &known) {
      return next.range.valid() && known.code == next.code && known.range.file == next.range.file &&
             known.range.beginLine == next.range.beginLine &&
             known.range.beginColumn == next.range.beginColumn;
    });
    if (same != diagnostics.end()) {
      if (next.severity < same->severity) {
        *same = std::move(next);
      }
      continue;
    }
    diagnostics.push_back(std::move(next));
  }
  return result;
}

std::unique_ptr<Pass> createTTLint(PassContext *) { return std::make_unique<LintPass>(); }

void registerLintPass() {
  mlir::registerPass([] { return createTTLint(nullptr); });
}

} // namespace charonia::compiler::lint

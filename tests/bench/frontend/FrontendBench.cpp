// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The MLIR side of the front end's bench.
#include "FrontendBench.h"

#include "charonia/Frontend/Frontend.h"
#include "charonia/InitAllDialects.h"

#include <ctime>

namespace charonia::frontend::bench {
namespace {

/// Processor time of the thread: other work on the machine does not count.
class Clock {
public:
  double milliseconds() const { return now() - m_start; }

private:
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
  }
  double m_start = now();
};

std::unique_ptr<mlir::MLIRContext> makeContext() {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  return std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
}

/// A text that no cache has seen: the same, with a comment at its end.
std::string unseen(const std::string &text) {
  static int number = 0;
  return text + "\n# " + std::to_string(++number) + "\n";
}

bool emit(mlir::MLIRContext &context, const launch::Launch &launch, const std::string &text) {
  FrontendInput input;
  input.text = text;
  input.file = launch.resolve(launch.source);
  input.launch = &launch;
  std::vector<compiler::Diagnostic> diagnostics;
  return static_cast<bool>(emitKernel(context, input, diagnostics));
}

void take(double &best, double now) { best = best == 0 ? now : std::min(best, now); }

} // namespace

Times measure(const launch::Launch &launch, const std::string &text, int repeats) {
  Times best;
  for (int i = 0; i < repeats; ++i) {
    std::string fresh = unseen(text);
    Clock parsing;
    parseSource(fresh, "parse-only.py");
    take(best.parse, parsing.milliseconds());
    Clock making;
    auto context = makeContext();
    take(best.context, making.milliseconds());
    // The first kernel of a context pays for the ops and types that it registers.
    emit(*context, launch, text);
    fresh = unseen(text);
    Clock emitting;
    best.ok = emit(*context, launch, fresh);
    take(best.total, emitting.milliseconds());
  }
  return best;
}

double warmUp(const launch::Launch &launch, const std::string &text) {
  Clock clock;
  auto context = makeContext();
  emit(*context, launch, text);
  return clock.milliseconds();
}

} // namespace charonia::frontend::bench

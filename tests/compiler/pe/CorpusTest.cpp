// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recorded launches through the whole compiler and the simulator: every element must equal the
// interpreter's, and the recorded expectations must hold. CHARONIA_CORPUS_STRIDE=1 runs all of
// them.
#include "ReadFile.h"

#include "charonia/InitAllDialects.h"
#include "charonia/Interpreter/Interpreter.h"
#include "charonia/Pipelines/Pipelines.h"
#include "charonia/Support/LaunchFacts.h"
#include "charonia/Target/TtirReader.h"
#include "charonia/compiler/Arguments.h"
#include "charonia/sim/Simulator.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>

namespace charonia {
namespace {

enum class Verdict : uint8_t { Same, Different, NotCompiled, NotRun, NoReference };

struct Outcome {
  Verdict verdict = Verdict::Same;
  std::string cause;
};

class Runner {
public:
  Runner() {
    auto device = arch::loadDevice(arch::defaultDevicePath());
    if (device) {
      m_device = *device;
    }
  }
  bool ready() const { return m_device != nullptr; }

  Outcome run(const std::string &file) {
    auto launch = launch::loadLaunch(file);
    if (!launch) {
      return {Verdict::NotCompiled, launch.error().front().message};
    }
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
    std::string ttir = launch->resolve(launch->ttir);
    std::vector<compiler::Diagnostic> diagnostics;
    auto reference = compiler::readTtir(context, test::readFile(ttir), ttir, {}, diagnostics);
    if (!reference) {
      return {Verdict::NotCompiled,
              diagnostics.empty() ? "unreadable" : diagnostics.front().message};
    }
    mlir::OwningOpRef<mlir::ModuleOp> module = reference->clone();
    compiler::PassContext passes;
    std::string problem = compile(*launch, *module, passes);
    if (!problem.empty()) {
      return {Verdict::NotCompiled, problem};
    }
    for (size_t i = 0; i < launch->cases.size(); ++i) {
      Outcome outcome = runCase(*launch, i, *reference, *passes.program);
      if (outcome.verdict != Verdict::Same) {
        return outcome;
      }
    }
    return {};
  }

private:
  /// Runs all passes; the first error, or nothing.
  std::string compile(const launch::Launch &launch, mlir::ModuleOp module,
                      compiler::PassContext &passes) {
    passes.device = m_device;
    passes.options.mapping = launch.mapping;
    passes.launch = compiler::launchFacts(launch, compiler::runtimeArguments(launch));
    std::string first;
    mlir::ScopedDiagnosticHandler handler(module.getContext(), [&](mlir::Diagnostic &diagnostic) {
      if (first.empty() && diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error) {
        first = diagnostic.str();
      }
      return mlir::success();
    });
    compiler::assignOpIds(module, &passes.lineage, "import");
    for (const compiler::PassRow &row : compiler::passRows()) {
      mlir::PassManager manager(module.getContext());
      manager.addPass(row.create(&passes));
      if (mlir::failed(manager.run(module))) {
        return std::string(row.flag) + ": " + first;
      }
      compiler::assignOpIds(module, &passes.lineage, row.flag);
    }
    return passes.program ? "" : "no program";
  }

  Outcome runCase(const launch::Launch &launch, size_t index, mlir::ModuleOp module,
                  const program::Program &program) {
    auto actual = launch::MemoryImage::create(launch, index, *m_device);
    auto reference = launch::MemoryImage::create(launch, index, *m_device);
    auto grid = launch::evaluateGrid(launch);
    if (!actual || !reference || !grid) {
      return {Verdict::NotRun, "the launch has no memory image"};
    }
    sim::SimInput input;
    for (uint64_t argument : compiler::runtimeArguments(launch)) {
      input.arguments.push_back(compiler::argumentBits(launch, argument, *actual));
    }
    compiler::ReferenceRun interpreted =
        compiler::interpret(module, launch.function, input.arguments, *grid, *reference);
    if (!interpreted.ok) {
      return {Verdict::NoReference,
              interpreted.diagnostics.empty() ? "" : interpreted.diagnostics.front().message};
    }
    input.program = &program;
    input.device = m_device.get();
    input.grid = *grid;
    sim::SimOptions options;
    options.recordTrace = false;
    auto result = sim::simulate(input, *actual, options);
    if (!result) {
      return {Verdict::NotRun, result.error().code + ": " + result.error().message};
    }
    auto differences = launch::compareExactly(*actual, *reference, interpreted.atomicArguments, 1);
    if (differences.empty()) {
      differences = launch::compareWithExpectations(*actual, launch.cases[index]);
    }
    if (!differences.empty()) {
      const launch::Mismatch &first = differences.front();
      return {Verdict::Different, first.argument + " " + first.what + ": " +
                                      std::to_string(first.actual) + " instead of " +
                                      std::to_string(first.expected)};
    }
    return {};
  }

  arch::DeviceRef m_device;
};

TEST(PeCorpus, SimulatedLaunchesEqualTheInterpreter) {
  if (std::string(CHARONIA_CORPUS_DIR).empty()) {
    GTEST_SKIP() << "skipped: no corpus";
  }
  std::vector<std::string> files;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(CHARONIA_CORPUS_DIR)) {
    std::string name = entry.path().string();
    if (name.ends_with(".launch.json")) {
      files.push_back(name);
    }
  }
  std::sort(files.begin(), files.end());
  const char *setting = std::getenv("CHARONIA_CORPUS_STRIDE");
  const char *filter = std::getenv("CHARONIA_CORPUS_FILTER");
  size_t stride = setting ? std::max(1, std::atoi(setting)) : 16;
  Runner runner;
  ASSERT_TRUE(runner.ready());
  std::map<Verdict, size_t> counts;
  size_t ran = 0;
  for (size_t i = 0; i < files.size(); i += stride) {
    if (filter && files[i].find(filter) == std::string::npos) {
      continue;
    }
    ran += 1;
    Outcome outcome = runner.run(files[i]);
    counts[outcome.verdict] += 1;
    if (outcome.verdict != Verdict::Same) {
      printf("%d %s: %s\n", static_cast<int>(outcome.verdict), files[i].c_str(),
             outcome.cause.c_str());
    }
    EXPECT_NE(outcome.verdict, Verdict::Different) << files[i] << ": " << outcome.cause;
  }
  printf("%zu of %zu launches simulated with the interpreter's bits\n", counts[Verdict::Same], ran);
  EXPECT_GE(2 * counts[Verdict::Same], ran) << "less than half of the launches run";
}

} // namespace
} // namespace charonia

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lint against runs: a kernel whose result depends on what undefined lanes hold has a finding,
// and recorded kernels, which are right, have no warning. CHARONIA_CORPUS_STRIDE=n takes every n-th
// recorded launch; CHARONIA_LINT_LIST=1 prints every finding.
#include "ReadFile.h"

#include "charonia/Frontend/Frontend.h"
#include "charonia/InitAllDialects.h"
#include "charonia/Interpreter/Interpreter.h"
#include "charonia/Pipelines/Pipelines.h"
#include "charonia/Target/TtirReader.h"
#include "charonia/compiler/Arguments.h"
#include "charonia/compiler/Lint.h"

#include "mlir/Pass/PassManager.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>

namespace charonia::compiler {
namespace {

namespace fs = std::filesystem;

struct Result {
  bool ran = false, depends = false;
  std::vector<Diagnostic> findings;
  double lintSeconds = 0;
};

class Kernel {
public:
  explicit Kernel(launch::Launch launch)
      : m_launch(std::move(launch)), m_registry(makeRegistry()),
        m_context(m_registry, mlir::MLIRContext::Threading::DISABLED) {}

  Result check(const arch::DeviceRef &device) {
    m_invocation.device = device;
    Result result;
    PassContext passes;
    auto module = import();
    passes.launch.kernel = m_launch.function;
    mlir::PassManager manager(&m_context);
    manager.addPass(findPassRow("tt-import")->create(&passes));
    if (!module || failed(manager.run(*module))) {
      return result;
    }
    auto start = std::chrono::steady_clock::now();
    result.findings = runLint(m_invocation).diagnostics;
    result.lintSeconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    auto zero = run(*module, *device, 0), poisoned = run(*module, *device, 0x7FC07FC07FC07FC0);
    result.ran = zero.has_value();
    result.depends = zero && zero != poisoned;
    return result;
  }

private:
  static mlir::DialectRegistry makeRegistry() {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    return registry;
  }

  mlir::OwningOpRef<mlir::ModuleOp> import() {
    std::vector<Diagnostic> diagnostics;
    bool fromSource = m_launch.ttir.empty();
    m_invocation.from = fromSource ? From::Source : From::Ttir;
    m_invocation.file = m_launch.resolve(fromSource ? m_launch.source : m_launch.ttir);
    m_invocation.text = test::readFile(m_invocation.file);
    m_invocation.launch = m_launch;
    if (!fromSource) {
      m_arguments = runtimeArguments(m_launch);
      return readTtir(m_context, m_invocation.text, m_invocation.file, Limits(), diagnostics);
    }
    frontend::FrontendInput input;
    input.text = m_invocation.text;
    input.file = m_invocation.file;
    input.launch = &m_launch;
    input.arguments = &m_arguments;
    return frontend::emitKernel(m_context, input, diagnostics);
  }

  /// All bytes after a run whose undefined lanes hold `pattern`; nothing if it failed.
  std::optional<std::string> run(mlir::ModuleOp module, const arch::DeviceModel &device,
                                 uint64_t pattern) {
    auto memory = launch::MemoryImage::create(m_launch, 0, device);
    auto grid = launch::evaluateGrid(m_launch);
    if (!memory || !grid) {
      return std::nullopt;
    }
    std::vector<uint64_t> args;
    for (uint64_t argument : m_arguments) {
      args.push_back(argumentBits(m_launch, argument, *memory));
    }
    ReferenceRun run =
        interpret(module, m_launch.function, args, *grid, *memory, Limits(), {}, pattern);
    if (!run.ok) {
      return std::nullopt;
    }
    std::string bytes;
    for (const launch::Buffer &buffer : memory->buffers()) {
      auto contents = memory->contents(buffer);
      bytes.append(reinterpret_cast<const char *>(contents.data()), contents.size());
    }
    return bytes;
  }

  launch::Launch m_launch;
  std::vector<uint64_t> m_arguments; // leaves that the kernel takes at run time
  Invocation m_invocation;
  mlir::DialectRegistry m_registry;
  mlir::MLIRContext m_context;
};

struct Totals {
  size_t launches = 0, ran = 0, depend = 0, missed = 0, warnings = 0;
  double seconds = 0, longest = 0;
  std::map<std::string, size_t> byCode;
};

/// Checks the launches below `folder`.
Totals checkAll(const fs::path &folder, size_t stride) {
  std::vector<fs::path> launches;
  for (const auto &entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().string().ends_with(".launch.json")) {
      launches.push_back(entry.path());
    }
  }
  std::sort(launches.begin(), launches.end());
  auto device = arch::loadDevice(arch::defaultDevicePath());
  bool list = std::getenv("CHARONIA_LINT_LIST") != nullptr;
  Totals totals;
  for (size_t i = 0; i < launches.size(); i += stride) {
    auto launch = launch::loadLaunch(launches[i].string());
    if (!launch) {
      continue;
    }
    ++totals.launches;
    Result result = Kernel(*launch).check(*device);
    totals.ran += result.ran ? 1 : 0;
    totals.depend += result.depends ? 1 : 0;
    totals.seconds += result.lintSeconds;
    totals.longest = std::max(totals.longest, result.lintSeconds);
    bool undefined = false;
    for (const Diagnostic &finding : result.findings) {
      const char *severity = finding.severity == Severity::Warning ? "warning" : "note";
      ++totals.byCode[finding.code + " " + severity];
      totals.warnings += finding.severity == Severity::Warning ? 1 : 0;
      undefined |= finding.code.starts_with("KP01");
      if (list) {
        printf("%s:%u: %s %s: %s\n", launches[i].c_str(), finding.range.beginLine, severity,
               finding.code.c_str(), finding.message.c_str());
      }
    }
    if (result.depends && !undefined) {
      ++totals.missed;
      ADD_FAILURE() << launches[i] << " depends on undefined lanes and has no finding";
    }
  }
  for (const auto &[code, count] : totals.byCode) {
    printf("%6zu %s\n", count, code.c_str());
  }
  printf("%zu launches, %zu ran, %zu depend on undefined lanes, %zu of them missed; lint %.2f s, "
         "longest %.3f s\n",
         totals.launches, totals.ran, totals.depend, totals.missed, totals.seconds, totals.longest);
  return totals;
}

size_t stride(size_t usual) {
  const char *text = std::getenv("CHARONIA_CORPUS_STRIDE");
  return text ? size_t(std::max(1, std::atoi(text))) : usual;
}

TEST(LintProperty, RecordedKernelsHaveNoWarningAndMissNoDependence) {
  if (std::string(CHARONIA_CORPUS_DIR).empty()) {
    GTEST_SKIP() << "skipped: no corpus";
  }
  Totals totals = checkAll(CHARONIA_CORPUS_DIR, stride(8));
  EXPECT_GT(totals.ran, 0u);
  EXPECT_EQ(totals.warnings, 0u);
}

TEST(LintProperty, SamplesAndKernelsMissNoDependence) {
  for (const char *folder : {"resources/samples", "tests/kernels", "tests/frontend/conformance"}) {
    Totals totals = checkAll(fs::path(CHARONIA_SOURCE_DIR) / folder, 1);
    EXPECT_GT(totals.ran, 0u) << folder;
  }
}

} // namespace
} // namespace charonia::compiler

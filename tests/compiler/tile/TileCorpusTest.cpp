// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the passes of the tile level on recorded launches and interprets the IR before the first and
// after each checked one: all must leave the same bytes. CHARONIA_CORPUS_STRIDE=n takes every
// n-th launch (default: all); CHARONIA_CORPUS_FILTER (part of a path) narrows the run.
#include "ReadFile.h"

#include "charonia/Interpreter/Interpreter.h"
#include "charonia/Pipelines/Pipelines.h"
#include "charonia/Support/LaunchFacts.h"
#include "charonia/Target/TtirReader.h"
#include "charonia/compiler/Arguments.h"

#include "mlir/Pass/PassManager.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>

namespace charonia::compiler {
namespace {

namespace fs = std::filesystem;

struct Totals {
  std::map<std::string, size_t> byRung, byReason;
  std::map<std::string, int64_t> bytesByRung;
  size_t launches = 0;
};

class Comparison {
public:
  Comparison(const launch::Launch &launch, const arch::DeviceRef &device) : m_launch(launch) {
    m_state.device = device;
  }

  /// The first difference; empty if there is none.
  std::string run(mlir::MLIRContext &context, Totals &totals) {
    std::vector<Diagnostic> diagnostics;
    std::string path = m_launch.resolve(m_launch.ttir);
    auto module = readTtir(context, test::readFile(path), path, Limits(), diagnostics);
    if (!module) {
      return "cannot be read";
    }
    auto before = interpretNow(*module);
    if (!before) {
      return {}; // the reference itself cannot run it: nothing to compare with
    }
    m_state.launch = launchFacts(m_launch, runtimeArguments(m_launch));
    for (const PassRow &row : passRows()) {
      mlir::PassManager manager(&context);
      manager.addPass(row.create(&m_state));
      if (failed(manager.run(*module))) {
        return std::string(row.flag) + " fails";
      }
      std::string flag = row.flag;
      if (flag.starts_with("tt-") || flag == "tile-map-units") {
        auto after = interpretNow(*module);
        if (!after) {
          return flag + ": " + m_message;
        }
        auto differences = launch::compareExactly(*after, *before, m_tolerant);
        if (!differences.empty()) {
          return flag + ": " + differences.front().argument + " " + differences.front().what;
        }
      }
      if (flag == "tile-map-units") {
        break;
      }
    }
    for (const AccessRow &row : m_state.accesses) {
      ++totals.byRung[row.kind + " " + row.rung];
      totals.bytesByRung[row.rung] += row.bytesPerTile;
      if (!row.reason.empty()) {
        ++totals.byReason[row.reason];
      }
    }
    ++totals.launches;
    return {};
  }

private:
  std::optional<launch::MemoryImage> interpretNow(mlir::ModuleOp module) {
    auto memory = launch::MemoryImage::create(m_launch, 0, *m_state.device);
    if (!memory) {
      return std::nullopt;
    }
    std::vector<uint64_t> args;
    for (uint64_t argument : runtimeArguments(m_launch)) {
      args.push_back(argumentBits(m_launch, argument, *memory));
    }
    ReferenceRun run =
        interpret(module, m_launch.function, args, *launch::evaluateGrid(m_launch), *memory);
    m_tolerant = run.atomicArguments;
    if (!run.ok) {
      m_message = run.diagnostics.empty() ? "failed" : run.diagnostics.front().message;
      return std::nullopt;
    }
    return std::move(*memory);
  }

  const launch::Launch &m_launch;
  PassContext m_state;
  std::vector<std::string> m_tolerant;
  std::string m_message;
};

TEST(TileCorpus, PassesKeepTheBytes) {
  if (std::string(CHARONIA_CORPUS_DIR).empty()) {
    GTEST_SKIP() << "skipped: no corpus";
  }
  auto device = arch::loadDevice(arch::defaultDevicePath());
  ASSERT_TRUE(device.has_value());
  const char *filter = std::getenv("CHARONIA_CORPUS_FILTER");
  const char *strideText = std::getenv("CHARONIA_CORPUS_STRIDE");
  size_t stride = strideText ? std::strtoul(strideText, nullptr, 10) : 1;
  std::vector<fs::path> files;
  for (const auto &entry : fs::recursive_directory_iterator(CHARONIA_CORPUS_DIR)) {
    std::string name = entry.path().string();
    if (name.ends_with(".launch.json") && (!filter || name.find(filter) != std::string::npos)) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  ASSERT_FALSE(files.empty());
  Totals totals;
  for (size_t i = 0; i < files.size(); i += std::max<size_t>(stride, 1)) {
    auto launch = launch::loadLaunch(files[i].string());
    ASSERT_TRUE(launch.has_value()) << files[i];
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    std::string difference = Comparison(*launch, *device).run(context, totals);
    EXPECT_TRUE(difference.empty()) << files[i].string() << ": " << difference;
  }
  printf("%zu launches compared\n", totals.launches);
  for (const auto &[rung, count] : totals.byRung) {
    printf("%6zu %s\n", count, rung.c_str());
  }
  for (const auto &[reason, count] : totals.byReason) {
    printf("%6zu %s\n", count, reason.c_str());
  }
  EXPECT_GT(totals.launches, 0u);
}

} // namespace
} // namespace charonia::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// IR as upstream's front end makes it, before upstream's passes: run as it stands, run after
// tt-import, and upstream's own result of its passes, all three leave the same bytes in memory.
// CHARONIA_PREPASS_DIR names a folder of more launches with NAME.source.ttir and NAME.ttir.
#include "ReadFile.h"

#include "charonia/Dialect/TT/Transforms/Passes.h"
#include "charonia/Interpreter/Interpreter.h"
#include "charonia/Target/TtirReader.h"
#include "charonia/compiler/Arguments.h"

#include "mlir/Pass/PassManager.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <sstream>

namespace charonia::compiler {
namespace {

namespace fs = std::filesystem;

/// The IR of one file and what it leaves in memory.
class WayRun {
public:
  WayRun(const fs::path &ttir, const launch::Launch &launch, const arch::DeviceModel &device,
         bool import) {
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    std::vector<Diagnostic> diagnostics;
    auto module = readTtir(context, test::readFile(ttir), ttir.string(), Limits(), diagnostics);
    if (!module) {
      problem = diagnostics.front().message;
      return;
    }
    if (import) {
      PassContext passes;
      passes.launch.kernel = launch.function;
      mlir::PassManager manager(&context);
      manager.addPass(tt::createTTImport(&passes));
      if (failed(manager.run(*module))) {
        problem = "tt-import failed";
        return;
      }
    }
    module->walk([&](mlir::Operation *op) {
      calls |= op->getName().getStringRef() == "tt.call";
      // Which of two products of a chain a sum joins first is the passes' choice.
      dots |= op->getName().getStringRef() == "tt.dot";
    });
    auto image = launch::MemoryImage::create(launch, 0, device);
    auto grid = launch::evaluateGrid(launch);
    if (!image || !grid) {
      problem = "the launch cannot be laid out";
      return;
    }
    memory = std::move(*image);
    std::vector<uint64_t> args;
    for (uint64_t argument : runtimeArguments(launch)) {
      args.push_back(argumentBits(launch, argument, *memory));
    }
    Limits limits;
    limits.interpreterSteps = 200'000'000;
    ReferenceRun run = interpret(*module, launch.function, args, *grid, *memory, limits);
    problem = run.ok                    ? ""
              : run.diagnostics.empty() ? "failed without a message"
                                        : run.diagnostics.front().message;
    // The interpreter runs program ids in order: one that waits for a later one never ends.
    waits = problem.find("more steps than the limit") != std::string::npos;
  }

  std::string problem;
  std::optional<launch::MemoryImage> memory;
  bool calls = false, dots = false, waits = false;
};

/// What differs between the three ways; empty if nothing does.
std::string compareWays(const fs::path &path, const arch::DeviceModel &device) {
  auto launch = launch::loadLaunch(path.string());
  if (!launch) {
    return "launch: " + launch.error().front().message;
  }
  std::string stem = path.string().substr(0, path.string().size() - 12);
  WayRun before(stem + ".source.ttir", *launch, device, false);
  WayRun imported(stem + ".source.ttir", *launch, device, true);
  WayRun after(stem + ".ttir", *launch, device, false);
  for (const auto &[name, run] : {std::pair<const char *, const WayRun &>{"as it stands", before},
                                  {"imported", imported},
                                  {"upstream's", after}}) {
    if (!run.problem.empty() && !run.waits) {
      return std::string(name) + ": " + run.problem;
    }
  }
  if (before.waits) {
    return imported.waits && after.waits ? "" : "only the IR as it stands waits for ever";
  }
  if (imported.calls) {
    return "calls are left after tt-import";
  }
  for (const auto &[name, run] :
       {std::pair<const char *, const WayRun &>{"imported", imported}, {"upstream's", after}}) {
    auto mismatches = launch::compareExactly(*run.memory, *before.memory, {}, 1);
    if (!mismatches.empty() && !(run.dots && std::string(name) == "upstream's")) {
      const launch::Mismatch &first = mismatches.front();
      std::ostringstream text;
      text << name << " against as it stands: " << first.argument << " " << first.what << " is "
           << first.actual << ", not " << first.expected;
      return text.str();
    }
  }
  return {};
}

void addLaunches(const fs::path &folder, std::vector<fs::path> &launches) {
  for (const auto &entry : fs::recursive_directory_iterator(folder)) {
    std::string name = entry.path().string();
    if (name.ends_with(".launch.json") &&
        fs::exists(name.substr(0, name.size() - 12) + ".source.ttir")) {
      launches.push_back(entry.path());
    }
  }
}

TEST(PrePass, GivesTheValuesOfUpstreamsPasses) {
  std::vector<fs::path> launches;
  if (const char *folder = std::getenv("CHARONIA_PREPASS_DIR")) {
    addLaunches(folder, launches);
  } else if (!std::string(CHARONIA_CORPUS_DIR).empty()) {
    addLaunches(CHARONIA_CORPUS_DIR, launches);
  }
  if (launches.empty()) {
    GTEST_SKIP() << "skipped: no corpus";
  }
  std::sort(launches.begin(), launches.end());
  auto device = arch::loadDevice(arch::defaultDevicePath());
  ASSERT_TRUE(device);
  size_t failed = 0;
  for (const fs::path &path : launches) {
    if (std::string cause = compareWays(path, **device); !cause.empty()) {
      ++failed;
      ADD_FAILURE() << path.string() << ": " << cause;
    }
  }
  printf("%zu passed, %zu failed\n", launches.size() - failed, failed);
}

} // namespace
} // namespace charonia::compiler

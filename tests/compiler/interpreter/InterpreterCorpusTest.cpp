// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interprets every recorded launch and compares with what the recording machine computed.
// CHARONIA_CORPUS_FILTER (part of a path) narrows the run; CHARONIA_CORPUS_SOURCE=1 takes the IR
// before Triton's passes where it is recorded.
#include "ReadFile.h"

#include "charonia/Interpreter/Interpreter.h"
#include "charonia/Target/TtirReader.h"
#include "charonia/compiler/Arguments.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <sstream>

namespace charonia::compiler {
namespace {

namespace fs = std::filesystem;

/// A message without its numbers and names, so that like causes meet.
std::string groupKey(std::string message) {
  message = message.substr(0, message.find('('));
  std::string key;
  for (char c : message) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) {
      key += c;
    }
  }
  return key.substr(0, 100);
}

/// The first cause of failure of one case; empty if it passed.
std::string runCase(mlir::ModuleOp module, const launch::Launch &launch, size_t index,
                    const arch::DeviceModel &device) {
  auto memory = launch::MemoryImage::create(launch, index, device);
  if (!memory) {
    return "memory: " + memory.error().front().message;
  }
  std::vector<uint64_t> args;
  for (uint64_t argument : runtimeArguments(launch)) {
    args.push_back(argumentBits(launch, argument, *memory));
  }
  auto grid = launch::evaluateGrid(launch);
  if (!grid) {
    return "grid: " + grid.error().front().message;
  }
  ReferenceRun run = interpret(module, launch.function, args, *grid, *memory);
  if (!run.ok) {
    return run.diagnostics.empty() ? "failed without a message" : run.diagnostics.front().message;
  }
  for (const std::string &name : memory->damagedGuards()) {
    return "guard of " + name;
  }
  auto mismatches = launch::compareWithExpectations(*memory, launch.cases[index]);
  if (!mismatches.empty()) {
    const launch::Mismatch &first = mismatches.front();
    std::ostringstream text;
    text << "mismatch of values (" << first.argument << " " << first.what << ": expected "
         << first.expected << ", is " << first.actual << ", tolerance " << first.tolerance << ")";
    return text.str();
  }
  return {};
}

std::string runLaunch(const fs::path &path, bool source, const arch::DeviceModel &device) {
  auto launch = launch::loadLaunch(path.string());
  if (!launch) {
    return "launch: " + launch.error().front().message;
  }
  std::string ttir = launch->resolve(launch->ttir);
  if (source) {
    ttir = ttir.substr(0, ttir.rfind(".ttir")) + ".source.ttir";
  }
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  std::vector<Diagnostic> diagnostics;
  auto module = readTtir(context, test::readFile(ttir), ttir, Limits(), diagnostics);
  if (!module) {
    return "read: " + diagnostics.front().message;
  }
  for (size_t i = 0; i < launch->cases.size(); ++i) {
    if (std::string cause = runCase(*module, *launch, i, device); !cause.empty()) {
      return cause;
    }
  }
  return {};
}

TEST(InterpreterCorpus, EveryLaunchGivesTheRecordedValues) {
  if (std::string(CHARONIA_CORPUS_DIR).empty()) {
    GTEST_SKIP() << "skipped: no corpus";
  }
  const char *filter = std::getenv("CHARONIA_CORPUS_FILTER");
  bool source = std::getenv("CHARONIA_CORPUS_SOURCE") != nullptr;
  std::vector<fs::path> launches;
  for (const auto &entry : fs::recursive_directory_iterator(CHARONIA_CORPUS_DIR)) {
    std::string name = entry.path().string();
    if (!name.ends_with(".launch.json") ||
        (filter != nullptr && name.find(filter) == std::string::npos)) {
      continue;
    }
    if (!source || fs::exists(name.substr(0, name.size() - 12) + ".source.ttir")) {
      launches.push_back(entry.path());
    }
  }
  std::sort(launches.begin(), launches.end());
  ASSERT_FALSE(launches.empty());
  auto device = arch::loadDevice(arch::defaultDevicePath());
  ASSERT_TRUE(device);
  std::map<std::string, std::vector<std::string>> failures;
  std::vector<std::pair<double, std::string>> times;
  size_t failed = 0;
  for (const fs::path &path : launches) {
    auto start = std::chrono::steady_clock::now();
    std::string cause = runLaunch(path, source, **device);
    times.push_back(
        {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
         path.string()});
    if (!cause.empty()) {
      ++failed;
      failures[groupKey(cause)].push_back(path.parent_path().filename().string() + "/" +
                                          path.filename().string() + ": " + cause);
    }
  }
  for (const auto &[key, list] : failures) {
    printf("%zu x %s\n", list.size(), key.c_str());
    for (size_t i = 0; i < list.size() && i < 4; ++i) {
      printf("    %s\n", list[i].c_str());
    }
  }
  std::sort(times.rbegin(), times.rend());
  for (size_t i = 0; i < times.size() && i < 5; ++i) {
    printf("%.2f s %s\n", times[i].first, times[i].second.c_str());
  }
  printf("%zu passed, %zu failed\n", launches.size() - failed, failed);
  EXPECT_EQ(failed, 0u);
}

} // namespace
} // namespace charonia::compiler

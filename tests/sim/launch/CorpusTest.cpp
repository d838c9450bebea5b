// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every launch of the recorded corpus is read, rewritten without loss, and laid out.
#include "LaunchTesting.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace charonia::launch::testing {
namespace {

std::vector<std::string> corpusFiles() {
  std::vector<std::string> files;
  const std::string root = CHARONIA_CORPUS_DIR;
  if (!root.empty()) {
    for (const auto &entry : std::filesystem::recursive_directory_iterator(root)) {
      const std::string path = entry.path().string();
      if (path.size() > 12 && path.compare(path.size() - 12, 12, ".launch.json") == 0) {
        files.push_back(path);
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(Corpus, EveryLaunchIsReadAndRewrittenWithoutLoss) {
  const auto files = corpusFiles();
  if (files.empty()) {
    GTEST_SKIP() << "skipped: no corpus";
  }
  for (const std::string &file : files) {
    LaunchErrors warnings;
    const auto launch = loadLaunch(file, &warnings);
    ASSERT_TRUE(launch.has_value()) << file << " " << firstError(launch.error());
    EXPECT_TRUE(warnings.empty()) << file << " " << firstError(warnings);
    EXPECT_EQ(launch->cases.size(), 2u) << file;
    EXPECT_TRUE(std::filesystem::exists(launch->resolve(launch->ttir))) << file;
    std::ifstream stream(file);
    std::stringstream text;
    text << stream.rdbuf();
    ASSERT_EQ(nlohmann::json::parse(toJson(*launch)), nlohmann::json::parse(text.str())) << file;
  }
}

TEST(Corpus, MemoryOfLaunchesIsLaidOutAndSummed) {
  const auto files = corpusFiles();
  if (files.empty()) {
    GTEST_SKIP() << "skipped: no corpus";
  }
  size_t laidOut = 0;
  for (size_t i = 0; i < files.size(); i += 8) {
    const auto launch = loadLaunch(files[i]);
    ASSERT_TRUE(launch.has_value()) << files[i];
    const auto memory = MemoryImage::create(*launch, launch->cases.size() - 1, device());
    ASSERT_TRUE(memory.has_value()) << files[i] << firstError(memory.error());
    EXPECT_TRUE(memory->damagedGuards().empty());
    laidOut += memory->buffers().empty() ? 0 : 1;
  }
  EXPECT_GT(laidOut, files.size() / 16);
}

} // namespace
} // namespace charonia::launch::testing

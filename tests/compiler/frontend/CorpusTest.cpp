// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits every recorded kernel from its source.
#include "EmitHelper.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <iostream>
#include <map>

using namespace charonia;

TEST(Corpus, KernelsEmitFromSource) {
  std::filesystem::path folder = CHARONIA_CORPUS_DIR;
  if (folder.empty()) {
    GTEST_SKIP() << "no corpus";
  }
  std::vector<std::string> files;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().string().ends_with(".launch.json")) {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  size_t emitted = 0;
  std::map<std::string, int> causes;
  for (const std::string &file : files) {
    auto launch = launch::loadLaunch(file);
    ASSERT_TRUE(launch.has_value()) << file;
    std::vector<compiler::Diagnostic> diagnostics;
    if (frontend::test::emitLaunch(*launch, diagnostics)) {
      ++emitted;
    } else {
      ++causes[diagnostics.empty() ? "no message"
                                   : diagnostics[0].code + " " + diagnostics[0].message];
    }
  }
  for (const auto &[cause, count] : causes) {
    std::cout << count << " x " << cause << "\n";
  }
  std::cout << emitted << " of " << files.size() << " emitted\n";
  EXPECT_EQ(emitted, files.size());
}

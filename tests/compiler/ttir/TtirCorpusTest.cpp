// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads every recorded .ttir file, before and after Triton's passes, and reads its own print again.
#include "ReadFile.h"

#include "charonia/Target/TtirReader.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

namespace charonia::compiler {
namespace {

TEST(TtirCorpus, EveryFileIsReadAndPrintsToATextThatIsReadTheSame) {
  if (std::string(CHARONIA_CORPUS_DIR).empty()) {
    GTEST_SKIP() << "skipped: no corpus";
  }
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(CHARONIA_CORPUS_DIR)) {
    if (entry.path().extension() == ".ttir") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  ASSERT_FALSE(files.empty());
  size_t failed = 0;
  for (const auto &path : files) {
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    std::vector<Diagnostic> diagnostics;
    auto module = readTtir(context, test::readFile(path), path.string(), Limits(), diagnostics);
    if (!module) {
      ++failed;
      ADD_FAILURE() << path << ": " << (diagnostics.empty() ? "" : diagnostics.front().message);
      continue;
    }
    module->walk([&](mlir::Operation *op) {
      EXPECT_FALSE(mlir::isa<mlir::UnknownLoc>(op->getLoc())) << path;
    });
    std::string once = printTtir(*module, true);
    auto again = readTtir(context, once, path.string(), Limits(), diagnostics);
    ASSERT_TRUE(again) << path << ": " << (diagnostics.empty() ? "" : diagnostics.front().message);
    EXPECT_EQ(once, printTtir(*again, true)) << path;
  }
  printf("%zu files read, %zu failed\n", files.size() - failed, failed);
}

} // namespace
} // namespace charonia::compiler

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which files a source imports, through packages, relative imports and search paths.
#include "charonia/compiler/Imports.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace charonia::compiler {
namespace {

namespace fs = std::filesystem;

class ImportedFilesTest : public ::testing::Test {
protected:
  ImportedFilesTest() {
    m_folder = fs::canonical(fs::temp_directory_path()) /
               ("imports-" + std::to_string(::getpid()) + "-" +
                ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(m_folder);
  }
  ~ImportedFilesTest() override { fs::remove_all(m_folder); }

  void write(const std::string &name, const std::string &text) const {
    fs::create_directories((m_folder / name).parent_path());
    std::ofstream(m_folder / name) << text;
  }
  /// Paths below the test's folder.
  std::vector<std::string> found(const std::string &text, const std::string &file = "k.py") const {
    Options options;
    options.searchPaths = {(m_folder / "more").string()};
    std::vector<std::string> files;
    for (const std::string &path : importedFiles(text, (m_folder / file).string(), options)) {
      files.push_back(fs::relative(path, m_folder).string());
    }
    return files;
  }

  fs::path m_folder;
};

using Files = std::vector<std::string>;

TEST_F(ImportedFilesTest, FollowsPackagesRelativeImportsAndSearchPaths) {
  write("pack/__init__.py", "");
  write("pack/a.py", "from . import b\nfrom .deep.c import f as g\n");
  write("pack/b.py", "import far\n");
  write("pack/deep/c.py", "if True:\n    import near\n");
  write("near.py", "");
  write("more/far.py", "");
  EXPECT_EQ(found("import pack.a\n"),
            (Files{"more/far.py", "near.py", "pack/__init__.py", "pack/a.py", "pack/b.py",
                   "pack/deep/c.py"}));
  EXPECT_EQ(found("def f():\n    from pack import b\n"),
            (Files{"more/far.py", "pack/__init__.py", "pack/b.py"}));
}

TEST_F(ImportedFilesTest, LeavesOutWhatIsNoFileAndEndsInCycles) {
  write("a.py", "import b, torch, triton\nfrom triton.language import *\n");
  write("b.py", "import a, k\n");
  write("k.py", "");
  EXPECT_EQ(found("import a\nfrom nowhere import x\n"), (Files{"a.py", "b.py"}));
  EXPECT_EQ(found("import numpy\n"), Files{});
}

TEST_F(ImportedFilesTest, ABrokenTextStillTellsWhatItCan) {
  write("a.py", "");
  EXPECT_EQ(found("import a\nx = (\n"), Files{"a.py"});
}

} // namespace
} // namespace charonia::compiler

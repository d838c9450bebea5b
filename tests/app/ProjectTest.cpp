// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel among other files in the window: folders, imports that change, settings.
#include "app/gui/CommandPalette.h"
#include "app/gui/MainWindow.h"
#include "app/gui/SettingsDialog.h"
#include "app/gui/ViewRenderer.h"
#include "widgets/files/FileSearch.h"

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeView>

#include <gtest/gtest.h>

namespace charonia::app {
namespace {

using namespace Qt::StringLiterals;

constexpr int kTimeout = 60'000;

constexpr const char *kKernel = R"(import triton
import triton.language as tl

from lib.numbers import scaled


@triton.jit
def kernel(x_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(x_ptr + offsets, scaled(x), mask=mask)
)";
constexpr const char *kNumbers = R"(import triton


@triton.jit
def scaled(x):
    return x * 3.25
)";

class ProjectTest : public ::testing::Test {
protected:
  ProjectTest() {
    write("kernels/kernel.py", kKernel);
    m_window.resize(1500, 900);
    m_window.show();
  }

  QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }
  void write(const char *name, const char *text) const {
    QDir().mkpath(QFileInfo(path(name)).absolutePath());
    QFile file(path(name));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
  }
  Workspace &workspace() { return m_window.workspace(); }
  bool waitFor(const std::function<bool()> &what) {
    return QTest::qWaitFor([&] { return what() && !workspace().isBusy(); }, kTimeout);
  }
  bool has(const char *text) {
    return m_window.panels().ir->shownText().find(text) != std::string::npos;
  }
  void showFirstPass() { m_window.panels().ir->setMode(ui::IrView::Mode::Plain); }

  QTemporaryDir m_folder;
  MainWindow m_window{Arguments{}, MainWindow::Session::Fresh};
};

TEST_F(ProjectTest, FilesOfTheOpenedFolderAreFoundAndWatched) {
  write("lib/numbers.py", kNumbers);
  QString error;
  ASSERT_TRUE(workspace().open(path("kernels/kernel.py"), &error)) << error.toStdString();
  ASSERT_TRUE(waitFor([&] { return workspace().isStale(); })) << "lib is nowhere to be found";
  m_window.openFolder(m_folder.path());
  ASSERT_TRUE(waitFor([&] { return !workspace().isStale() && workspace().run().trace; }));
  const auto good = workspace().good().compilation;
  ASSERT_EQ(workspace().good().importedFiles.size(), 1U);
  EXPECT_TRUE(workspace().good().importedFiles[0].ends_with("lib/numbers.py"));
  EXPECT_TRUE(m_window.dock(u"files"_s)->isVisible());
  // A change of the imported file compiles again, with the new text.
  write("lib/numbers.py", "import triton\n\n\n@triton.jit\ndef scaled(x):\n    return x * 7.5\n");
  ASSERT_TRUE(waitFor(
      [&] { return workspace().good().compilation != good && m_window.panels().isSettled(); }));
  EXPECT_FALSE(workspace().isStale());
  // A mistake in it is a problem with its place in that file.
  write("lib/numbers.py", "import triton\n\n\n@triton.jit\ndef scaled(x):\n    return x * y\n");
  ASSERT_TRUE(waitFor([&] { return workspace().isStale(); }));
  const auto diagnostics = workspace().diagnostics();
  ASSERT_FALSE(diagnostics.empty());
  EXPECT_TRUE(diagnostics[0].range.file.ends_with("numbers.py")) << diagnostics[0].range.file;
  write("lib/numbers.py", kNumbers);
  ASSERT_TRUE(waitFor([&] { return !workspace().isStale(); }));
}

TEST_F(ProjectTest, AFileThatWasMissingIsTakenWhenItComes) {
  QString error;
  QDir().mkpath(path("lib"));
  Settings settings;
  settings.searchPaths = {m_folder.path(), path("lib")};
  workspace().setSettings(settings);
  ASSERT_TRUE(workspace().open(path("kernels/kernel.py"), &error)) << error.toStdString();
  ASSERT_TRUE(waitFor([&] { return workspace().isStale(); }));
  write("lib/numbers.py", kNumbers);
  EXPECT_TRUE(waitFor([&] { return !workspace().isStale() && workspace().good().compilation; }));
}

TEST_F(ProjectTest, TheFolderPanelOpensAFile) {
  write("lib/numbers.py", kNumbers);
  write("lib/readme.txt", "");
  m_window.openFolder(m_folder.path());
  QTreeView *tree = m_window.panels().files->tree();
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return tree->model()->rowCount(tree->rootIndex()) == 2; }, kTimeout));
  Q_EMIT m_window.panels().files->fileActivated(path("kernels/kernel.py"));
  ASSERT_TRUE(waitFor([&] { return workspace().run().trace != nullptr; }));
  EXPECT_TRUE(workspace().sourceFile().ends_with("kernel.py"));
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return tree->currentIndex().data().toString() == u"kernel.py"_s; }, kTimeout));
}

TEST_F(ProjectTest, FilesAreFoundByAPartOfTheirName) {
  write("lib/numbers.py", kNumbers);
  write("lib/__pycache__/numbers.cpython.py", "");
  write(".git/hook.py", "");
  write("lib/notes.txt", "");
  const ui::FoundFiles found = ui::findFiles(m_folder.path(), 100, {});
  EXPECT_EQ(found.files, (QStringList{u"kernels/kernel.py"_s, u"lib/numbers.py"_s}));
  EXPECT_TRUE(found.complete);
  EXPECT_FALSE(ui::findFiles(m_folder.path(), 1, {}).complete);
  m_window.openFolder(m_folder.path());
  bool chosen = false;
  QTimer poll;
  QObject::connect(&poll, &QTimer::timeout, &poll, [&] {
    if (auto *palette = qobject_cast<CommandPalette *>(QApplication::activeModalWidget())) {
      poll.stop();
      chosen = true;
      auto *edit = palette->findChild<QLineEdit *>();
      edit->setText(u"kernel"_s);
      QTest::keyClick(edit, Qt::Key_Return);
    }
  });
  poll.start(10);
  m_window.commands().action(Command::QuickOpen)->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return chosen; }, kTimeout));
  ASSERT_TRUE(waitFor([&] { return workspace().sourceFile().ends_with("kernel.py"); }));
}

TEST_F(ProjectTest, ALimitOfTheSettingsRefusesWhatIsLarger) {
  write("lib/numbers.py", kNumbers);
  m_window.openFolder(m_folder.path());
  QString error;
  ASSERT_TRUE(workspace().open(path("kernels/kernel.py"), &error));
  ASSERT_TRUE(waitFor([&] { return workspace().run().trace != nullptr; }));
  Settings settings = workspace().settings();
  settings.limits.compile.sourceBrackets = 1;
  workspace().setSettings(settings);
  ASSERT_TRUE(waitFor([&] { return workspace().isStale(); }));
  const auto diagnostics = workspace().diagnostics();
  ASSERT_FALSE(diagnostics.empty());
  EXPECT_NE(diagnostics[0].message.find('1'), std::string::npos) << diagnostics[0].message;
  settings.limits = {};
  settings.limits.compile.interpreterSteps = 10; // the simulator's steps as well
  workspace().setSettings(settings);
  ASSERT_TRUE(waitFor([&] {
    const auto now = workspace().diagnostics();
    return !workspace().isStale() && !now.empty() && now[0].code == "KS-limit";
  }));
}

TEST(Settings, AreKeptAndOutOfRangeOnesAreNot) {
  QTemporaryDir folder;
  QSettings store(folder.filePath(u"settings.ini"_s), QSettings::IniFormat);
  Settings settings = readSettings(store);
  EXPECT_FALSE(settings.upstream);
  EXPECT_TRUE(settings.searchPaths.isEmpty());
  settings.searchPaths = {u"/a"_s, u"/b c"_s};
  settings.upstream = true;
  settings.python = u"/opt/python"_s;
  settings.upstreamSeconds = 90;
  settings.limits.compile.ops = 12345;
  settings.limits.workerGiB = 3;
  writeSettings(settings, store);
  const Settings again = readSettings(store);
  EXPECT_EQ(again.searchPaths, settings.searchPaths);
  EXPECT_TRUE(again.upstream);
  EXPECT_EQ(again.python, settings.python);
  EXPECT_EQ(again.upstreamSeconds, 90);
  EXPECT_EQ(again.limits.compile.ops, 12345U);
  EXPECT_EQ(again.limits.workerGiB, 3U);
  EXPECT_EQ(again.limits.compile.irBytes, compiler::Limits{}.irBytes);
  store.setValue(u"limits/ops"_s, -5);
  store.setValue(u"limits/steps"_s, u"many"_s);
  store.setValue(u"upstream/seconds"_s, 1e9);
  const Settings wrong = readSettings(store);
  EXPECT_EQ(wrong.limits.compile.ops, compiler::Limits{}.ops);
  EXPECT_EQ(wrong.limits.compile.interpreterSteps, compiler::Limits{}.interpreterSteps);
  EXPECT_EQ(wrong.upstreamSeconds, Settings{}.upstreamSeconds);
}

TEST(Settings, EveryDefaultIsInRangeAndSurvivesTheDialog) {
  Settings settings;
  settings.searchPaths = {u"/a"_s};
  settings.python = u"/opt/python"_s;
  const Settings shown = SettingsDialog(settings).settings();
  EXPECT_EQ(shown.searchPaths, settings.searchPaths);
  EXPECT_EQ(shown.python, settings.python);
  for (const LimitInfo &info : limitTable()) {
    const double standard = info.get(RunLimits{});
    EXPECT_EQ(info.get(shown.limits), standard) << info.id;
    EXPECT_GE(standard, info.least * info.scale) << info.id;
    EXPECT_LE(standard, info.most * info.scale) << info.id;
  }
}

} // namespace
} // namespace charonia::app

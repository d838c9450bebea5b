// SPDX-License-Identifier: GPL-3.0-or-later
// The window over compiler and simulator: from an edit to IR and cycles, staleness, selection,
// docks.
#include "app/gui/MainWindow.h"
#include "app/gui/ViewRenderer.h"

#include <QDockWidget>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <functional>

namespace charonia::app {
namespace {

using namespace Qt::StringLiterals;

constexpr int kTimeout = 60'000;

class WindowTest : public ::testing::Test {
protected:
  WindowTest() {
    const QString samples =
        QString::fromLatin1(CHARONIA_SOURCE_DIR "/resources/samples/vector_add/");
    for (const char *name : {"vector_add.py", "vector_add-1000.launch.json"}) {
      QFile::copy(samples + QString::fromLatin1(name),
                  m_folder.filePath(QString::fromLatin1(name)));
      QFile::setPermissions(m_folder.filePath(QString::fromLatin1(name)),
                            QFile::ReadOwner | QFile::WriteOwner);
    }
    m_window.resize(1500, 900);
    m_window.show();
  }

  void open(const char *name = "vector_add-1000.launch.json") {
    QString error;
    ASSERT_TRUE(workspace().open(m_folder.filePath(QString::fromLatin1(name)), &error))
        << error.toStdString();
    ASSERT_TRUE(waitForResults(workspace(), m_window.panels(), kTimeout));
  }
  Workspace &workspace() { return m_window.workspace(); }
  ui::CodeEditor &editor() { return m_window.panels().source->editor(); }

  QTemporaryDir m_folder;
  MainWindow m_window{Arguments{}, MainWindow::Session::Fresh};
};

TEST_F(WindowTest, ALaunchFileCompilesRunsAndFillsEveryPanel) {
  open();
  ASSERT_TRUE(workspace().good().compilation);
  ASSERT_TRUE(workspace().run().trace);
  EXPECT_TRUE(workspace().run().mismatches.empty());
  EXPECT_FALSE(m_window.panels().ir->shownText().empty());
  EXPECT_GT(m_window.panels().passes->model().rowCount(), 0);
  EXPECT_EQ(m_window.panels().heatmap->model().rowCount(), workspace().run().trace->rows);
}

TEST_F(WindowTest, ABrokenSourceKeepsTheLastResultMarkedStale) {
  open();
  const uint64_t good = workspace().good().compilation->id;
  const std::string text = editor().text();
  editor().replaceAll(text + "\n@triton.jit\ndef broken(:\n");
  ASSERT_TRUE(QTest::qWaitFor([&] { return workspace().isStale(); }, kTimeout));
  EXPECT_EQ(workspace().good().compilation->id, good);
  EXPECT_TRUE(m_window.panels().ir->isStale());
  EXPECT_TRUE(m_window.panels().heatmap->isStale());
  EXPECT_FALSE(workspace().diagnostics().empty());
  editor().replaceAll(text);
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return !workspace().isStale() && !workspace().isBusy(); }, kTimeout));
  EXPECT_FALSE(m_window.panels().ir->isStale());
  EXPECT_FALSE(m_window.panels().heatmap->isStale());
}

TEST_F(WindowTest, NothingCompilesBeforeTheTypingPause) {
  open();
  QSignalSpy started(&workspace().compiler(), &CompileController::started);
  for (int i = 0; i < 5; ++i) {
    editor().replaceAll(editor().text() + "# " + std::to_string(i) + "\n");
    QTest::qWait(40);
  }
  EXPECT_EQ(started.count(), 0);
  ASSERT_TRUE(QTest::qWaitFor([&] { return started.count() == 1; }, kTimeout));
  QTest::qWait(300);
  EXPECT_EQ(started.count(), 1);
}

TEST_F(WindowTest, SelectionReachesFromSourceToIrAndBack) {
  open();
  const auto &compilation = *workspace().good().compilation;
  const auto load = std::find_if(compilation.ops.begin(), compilation.ops.end(),
                                 [](const compiler::OpRecord &op) {
                                   return op.name == "tt.load" && op.frame != compiler::kNone;
                                 });
  ASSERT_NE(load, compilation.ops.end());
  const uint32_t line = compilation.frames[load->frame].line;
  Q_EMIT editor().caretMoved(line, 1);
  const auto id = static_cast<compiler::OpId>(load - compilation.ops.begin());
  EXPECT_TRUE(m_window.isSelected(id));
  Q_EMIT m_window.panels().ir->opsPicked({id});
  EXPECT_TRUE(m_window.isSelected(id));
  ASSERT_FALSE(m_window.selectedLines().empty());
  EXPECT_EQ(m_window.selectedLines().front(), line);
}

TEST_F(WindowTest, ASourceAloneGetsAGuessedLaunch) {
  QFile::remove(m_folder.filePath(u"vector_add-1000.launch.json"_s));
  open("vector_add.py");
  EXPECT_TRUE(workspace().hasLaunch());
  EXPECT_TRUE(workspace().launchWasGuessed());
  EXPECT_FALSE(m_window.panels().launch->guessed().empty());
  EXPECT_TRUE(workspace().run().trace) << "the guess should run";
  QString error;
  ASSERT_TRUE(workspace().saveLaunch(&error)) << error.toStdString();
  EXPECT_TRUE(QFile::exists(m_folder.filePath(u"vector_add.launch.json"_s)));
  EXPECT_FALSE(workspace().launchWasGuessed());
}

/// Rewrites the launch file of the test's folder.
void editLaunch(const QString &path, const std::function<void(QJsonObject &)> &change) {
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadWrite));
  QJsonObject launch = QJsonDocument::fromJson(file.readAll()).object();
  change(launch);
  file.resize(0);
  file.write(QJsonDocument(launch).toJson());
}

TEST_F(WindowTest, TheChosenCaseIsRun) {
  editLaunch(m_folder.filePath(u"vector_add-1000.launch.json"_s), [](QJsonObject &launch) {
    QJsonArray cases = launch[u"cases"_s].toArray();
    QJsonObject other = cases[0].toObject();
    other[u"name"_s] = u"wrong"_s;
    other[u"float_range"_s] = QJsonArray{5.0, 6.0}; // the expectations of case a do not fit it
    cases = QJsonArray{cases[0], other, QJsonObject{{u"name"_s, u"silent"_s}},
                       QJsonObject{{u"name"_s, u"nothing"_s}, {u"expect"_s, QJsonObject{}}}};
    launch[u"cases"_s] = cases;
  });
  open();
  EXPECT_TRUE(workspace().run().mismatches.empty());
  const CompilationRef compilation = workspace().good().compilation;
  const auto choose = [&](size_t index) {
    Q_EMIT m_window.panels().launch->caseChosen(index);
    return QTest::qWaitFor(
        [&] { return workspace().run().caseIndex == index && !workspace().isBusy(); }, kTimeout);
  };
  ASSERT_TRUE(choose(1));
  EXPECT_FALSE(workspace().run().mismatches.empty());
  ASSERT_TRUE(choose(2));
  EXPECT_FALSE(workspace().run().compared) << "a case without the key expects nothing known";
  ASSERT_TRUE(choose(3));
  EXPECT_TRUE(workspace().run().compared) << "empty expectations are expectations";
  EXPECT_EQ(workspace().good().compilation, compilation) << "a case needs no compilation";
}

TEST_F(WindowTest, OptionsOfTheLaunchReachTheCompiler) {
  const auto deepest = [&] {
    int32_t depth = 0;
    for (const auto &cb : workspace().good().compilation->program->cbs) {
      depth = std::max(depth, cb.depth);
    }
    return depth;
  };
  open();
  EXPECT_GT(deepest(), 1);
  const QString file = m_folder.filePath(u"vector_add-1000.launch.json"_s);
  editLaunch(file,
             [](QJsonObject &launch) { launch[u"options"_s] = QJsonObject{{u"cbDepth"_s, 1}}; });
  open();
  EXPECT_EQ(deepest(), 1);
  editLaunch(file, [](QJsonObject &launch) {
    launch[u"options"_s] = QJsonObject{{u"cbDepth"_s, u"many"_s}};
  });
  open();
  EXPECT_FALSE(workspace().run().trace);
  ASSERT_FALSE(workspace().diagnostics().empty());
  EXPECT_NE(workspace().diagnostics().front().message.find("cbDepth"), std::string::npos);
}

TEST_F(WindowTest, ADockAmongTabsShowsItsTitleOnce) {
  QTest::qWait(50);
  QDockWidget *schedule = m_window.dock(u"schedule"_s);
  ASSERT_FALSE(m_window.tabifiedDockWidgets(schedule).isEmpty());
  EXPECT_NE(schedule->titleBarWidget(), nullptr) << "the tab bears the title";
  EXPECT_EQ(m_window.dock(u"launch"_s)->titleBarWidget(), nullptr);
  schedule->setFloating(true);
  QTest::qWait(50);
  EXPECT_EQ(schedule->titleBarWidget(), nullptr) << "a dock by itself has a title bar";
}

TEST_F(WindowTest, AMissingFileSaysSoAndChangesNothing) {
  open();
  QString error;
  EXPECT_FALSE(workspace().open(m_folder.filePath(u"none.py"_s), &error));
  EXPECT_TRUE(error.contains(u"none.py"_s));
  EXPECT_TRUE(workspace().good().compilation);
}

TEST_F(WindowTest, ResetLayoutBringsDocksBack) {
  QDockWidget *dock = m_window.dock(u"heatmap"_s);
  ASSERT_NE(dock, nullptr);
  dock->hide();
  m_window.commands().action(Command::ResetLayout)->trigger();
  EXPECT_FALSE(dock->isHidden());
}

TEST_F(WindowTest, EveryPanelHasADockWithATitle) {
  for (const PanelInfo &info : kPanels) {
    const QString id = QString::fromLatin1(info.id);
    ASSERT_NE(m_window.panels().panel(id), nullptr) << info.id;
    if (id != u"source"_s) {
      ASSERT_NE(m_window.dock(id), nullptr) << info.id;
      EXPECT_FALSE(m_window.dock(id)->windowTitle().isEmpty()) << info.id;
    }
    EXPECT_FALSE(m_window.panels().panel(id)->accessibleName().isEmpty()) << info.id;
  }
}

} // namespace
} // namespace charonia::app

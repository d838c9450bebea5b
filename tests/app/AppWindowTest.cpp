// SPDX-License-Identifier: GPL-3.0-or-later
// The window over compiler and simulator: from an edit to IR and cycles, staleness, selection,
// docks.
#include "app/gui/CommandPalette.h"
#include "app/gui/FixActions.h"
#include "app/gui/MainWindow.h"
#include "app/gui/ViewRenderer.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeView>

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

TEST_F(WindowTest, DecisionsLeadToSourceAndIr) {
  open();
  ui::DecisionsView &decisions = *m_window.panels().decisions;
  ASSERT_EQ(decisions.accesses().rowCount(), 3); // two loads and a store
  EXPECT_GT(decisions.placements().rowCount(), 0);
  EXPECT_GT(decisions.boxes().rowCount(), 0);
  EXPECT_TRUE(decisions.boxes().range(0).valid());
  EXPECT_TRUE(decisions.summary().contains(u"dma 12.0 KiB"_s)) << decisions.summary().toStdString();
  const QList<QTreeView *> tables = decisions.findChildren<QTreeView *>();
  const auto table = std::find_if(tables.begin(), tables.end(), [](const QTreeView *view) {
    return view->accessibleName() == u"Accesses"_s;
  });
  ASSERT_NE(table, tables.end());
  Q_EMIT(*table)->activated((*table)->model()->index(2, 0));
  const uint32_t line = decisions.accesses().range(2).beginLine;
  EXPECT_TRUE(m_window.isSelected(decisions.accesses().op(2)));
  EXPECT_EQ(m_window.selectedLines().front(), line);
  EXPECT_EQ(editor().caret().first, line);
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
  schedule->setFloating(true);
  QTest::qWait(50);
  EXPECT_EQ(schedule->titleBarWidget(), nullptr) << "a dock by itself has a title bar";
}

TEST_F(WindowTest, AltTwoAndThePaletteShowTheUnifiedDiff) {
  open();
  ui::IrView &ir = *m_window.panels().ir;
  m_window.activateWindow();
  ASSERT_EQ(ir.mode(), ui::IrView::Mode::Plain);
  QTest::keyClick(m_window.panels().source->editor().focusProxy(), Qt::Key_2, Qt::AltModifier);
  EXPECT_EQ(ir.mode(), ui::IrView::Mode::Unified);
  QTest::keyClick(m_window.panels().source->editor().focusProxy(), Qt::Key_1, Qt::AltModifier);
  EXPECT_EQ(ir.mode(), ui::IrView::Mode::Plain);
  QTimer::singleShot(0, [] {
    auto *palette = qobject_cast<CommandPalette *>(QApplication::activeModalWidget());
    ASSERT_NE(palette, nullptr);
    auto *edit = palette->findChild<QLineEdit *>();
    QTest::keyClicks(edit, u"unified"_s);
    QTest::keyClick(edit, Qt::Key_Return);
  });
  m_window.commands().action(Command::Palette)->trigger();
  EXPECT_EQ(ir.mode(), ui::IrView::Mode::Unified);
}

TEST_F(WindowTest, AFixOfTheProblemsListIsAppliedAndUndone) {
  open();
  const std::string good = editor().text();
  const size_t at = good.find("tl.load");
  ASSERT_NE(at, std::string::npos);
  std::string wrong = good;
  wrong.replace(at, 7, "tl.lode");
  const auto diagnosed = [&] {
    return QTest::qWaitFor(
        [&] { return workspace().diagnosticsAreCurrent() && !workspace().isBusy(); }, kTimeout);
  };
  editor().replaceAll(wrong);
  ASSERT_TRUE(diagnosed());
  compiler::Diagnostic diagnostic;
  diagnostic.code = "KF0102";
  diagnostic.notes.push_back({"a note", {}});
  const auto line = static_cast<uint32_t>(1 + std::count(good.begin(), good.begin() + at, '\n'));
  const auto column = static_cast<uint32_t>(at - good.rfind('\n', at));
  diagnostic.range = {workspace().sourceFile(), line, column, line, column + 7};
  diagnostic.fixes.push_back({"did you mean `load`?", diagnostic.range, "tl.load"});
  ui::ProblemsView &problems = *m_window.panels().problems;
  problems.setDiagnostics({diagnostic});
  const QModelIndex parent = problems.model().index(0, 0);
  ASSERT_EQ(problems.model().rowCount(parent), 2);
  const QModelIndex fix = problems.model().index(1, 0, parent);
  EXPECT_EQ(problems.model().fix(problems.model().index(0, 0, parent)), nullptr);
  EXPECT_EQ(fix.data().toString(), u"Fix: did you mean `load`?"_s);
  Q_EMIT problems.tree()->activated(fix);
  EXPECT_EQ(editor().text(), good);
  editor().undo();
  EXPECT_EQ(editor().text(), wrong) << "one step of undo";
  ASSERT_TRUE(diagnosed());
  // By key: the current row's, where the list has the focus.
  problems.setDiagnostics({diagnostic});
  m_window.dock(u"problems"_s)->raise();
  m_window.activateWindow();
  problems.tree()->setCurrentIndex(problems.model().index(0, 0));
  problems.tree()->setFocus();
  ASSERT_TRUE(QTest::qWaitFor([&] { return problems.tree()->hasFocus(); }, kTimeout));
  m_window.commands().action(Command::CodeHelp)->trigger();
  EXPECT_TRUE(m_window.fixes().helpText().contains(u"KF0102"_s))
      << m_window.fixes().helpText().toStdString();
  m_window.activateWindow();
  problems.tree()->setFocus();
  ASSERT_TRUE(QTest::qWaitFor([&] { return problems.tree()->hasFocus(); }, kTimeout));
  m_window.commands().action(Command::ApplyFix)->trigger();
  EXPECT_EQ(editor().text(), good);
  // Of an older text, or of another file, nothing is applied.
  EXPECT_FALSE(m_window.fixes().apply(diagnostic.fixes[0]));
  ASSERT_TRUE(diagnosed());
  diagnostic.fixes[0].range.file = "/other.py";
  EXPECT_FALSE(m_window.fixes().apply(diagnostic.fixes[0]));
  EXPECT_EQ(editor().text(), good);
}

TEST_F(WindowTest, ProblemsAreGoneToByKey) {
  open();
  std::string wrong = editor().text();
  const auto line = [&](const char *what) {
    return static_cast<uint32_t>(
        1 + std::count(wrong.begin(), wrong.begin() + static_cast<long>(wrong.find(what)), '\n'));
  };
  wrong.replace(wrong.find("tl.load"), 7, "tl.lode");
  wrong.replace(wrong.find("tl.store"), 8, "tl.stare");
  editor().replaceAll(wrong);
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return workspace().isStale() && !workspace().isBusy(); }, kTimeout));
  editor().goTo(1, 1);
  const auto press = [&](Command command) {
    m_window.commands().action(command)->trigger();
    return editor().caret().first;
  };
  EXPECT_EQ(press(Command::NextProblem), line("tl.lode"));
  EXPECT_EQ(press(Command::NextProblem), line("tl.stare"));
  EXPECT_EQ(press(Command::NextProblem), line("tl.lode")) << "from the last to the first";
  EXPECT_EQ(press(Command::PreviousProblem), line("tl.stare"));
}

TEST_F(WindowTest, EmptyPanelsSayWhatIsBeingDone) {
  QString error;
  QSignalSpy simulating(&workspace().simulator(), &SimController::started);
  QStringList said;
  QObject::connect(&workspace(), &Workspace::stateChanged, &m_window, [&] {
    const QString &pending = m_window.panels().heatmap->pending();
    if (said.isEmpty() || said.back() != pending) {
      said += pending;
    }
  });
  open();
  if (!said.isEmpty() && said.front().isEmpty()) {
    said.removeFirst(); // the file is open, its launch not read yet
  }
  EXPECT_EQ(said, (QStringList{u"Compiling..."_s, u"Simulating..."_s, QString()}))
      << said.join(u", "_s).toStdString();
}

TEST_F(WindowTest, AMappingThatBecomesLinearSaysSo) {
  editLaunch(m_folder.filePath(u"vector_add-1000.launch.json"_s),
             [](QJsonObject &launch) { launch[u"mapping"_s] = u"lpt"_s; });
  open();
  const auto labels = m_window.panels().launch->findChildren<QLabel *>();
  EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
    return label->text().contains(u"'lpt' became linear"_s) && !label->isHidden();
  }));
}

TEST_F(WindowTest, AConfigOfTheLaunchIsChosenInThePanel) {
  editLaunch(m_folder.filePath(u"vector_add-1000.launch.json"_s), [](QJsonObject &launch) {
    launch[u"configs"_s] = QJsonArray{QJsonObject{{u"constexprs"_s, QJsonObject{{u"BLOCK"_s, 64}}},
                                                  {u"options"_s, QJsonObject{{u"cbDepth"_s, 1}}}},
                                      QJsonObject{{u"BLOCK"_s, 256}}};
  });
  open();
  QComboBox *configs = m_window.panels().launch->configs();
  ASSERT_EQ(configs->count(), 3);
  EXPECT_EQ(configs->currentIndex(), 0);
  const auto own = workspace().launch().constexprs;
  const auto choose = [&](int index) {
    configs->setCurrentIndex(index);
    Q_EMIT configs->activated(index);
    return QTest::qWaitFor([&] { return !workspace().isBusy(); }, kTimeout);
  };
  ASSERT_TRUE(choose(1));
  EXPECT_EQ(workspace().launch().constexprs.at("BLOCK").integer, 64);
  EXPECT_EQ(workspace().launch().options["cbDepth"], 1);
  EXPECT_EQ(workspace().run().source.request->launch.constexprs.at("BLOCK").integer, 64);
  EXPECT_TRUE(workspace().run().mismatches.empty());
  ASSERT_TRUE(choose(2));
  EXPECT_EQ(workspace().launch().constexprs.at("BLOCK").integer, 256);
  EXPECT_FALSE(workspace().launch().options.contains("cbDepth")) << "of the config before";
  ASSERT_TRUE(choose(0));
  EXPECT_EQ(workspace().launch().constexprs.at("BLOCK").integer, own.at("BLOCK").integer);
  QAbstractItemModel &constants = m_window.panels().launch->constants();
  constants.setData(constants.index(0, ui::ConstexprModel::ValueColumn), u"32"_s, Qt::EditRole);
  EXPECT_EQ(configs->currentIndex(), -1) << "edited by hand";
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

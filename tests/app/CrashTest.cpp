// SPDX-License-Identifier: GPL-3.0-or-later
// What outlives a crash: of the compiler in the window (a worker process goes on), of the worker
// (another one is started), of the window itself (the text is offered at the next start). In a
// process of its own, because the first crash changes how the process compiles.
#include "app/engine/WorkerCompiler.h"
#include "app/gui/MainWindow.h"
#include "app/gui/ViewRenderer.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>

#include <gtest/gtest.h>

#include <csignal>

namespace charonia::app {
namespace {

using namespace Qt::StringLiterals;

constexpr int kTimeout = 60'000;
const QString kSamples = QStringLiteral(CHARONIA_SOURCE_DIR "/resources/samples/vector_add/");
/// What the child of the kill test types.
constexpr const char *kTyped = "# typed before the end";

compiler::Invocation vectorAdd() {
  compiler::Invocation invocation;
  QFile source(kSamples + u"vector_add.py"_s);
  EXPECT_TRUE(source.open(QIODevice::ReadOnly));
  invocation.text = source.readAll().toStdString();
  invocation.file = source.fileName().toStdString();
  auto launch = launch::loadLaunch((kSamples + u"vector_add-1000.launch.json"_s).toStdString());
  EXPECT_TRUE(launch);
  invocation.launch = *launch;
  auto device = arch::loadDevice(arch::defaultDevicePath());
  EXPECT_TRUE(device);
  invocation.device = *device;
  return invocation;
}

TEST(WorkerCompiler, CompilesAndPrintsAsTheSessionDoes) {
  const compiler::Invocation invocation = vectorAdd();
  compiler::Session session;
  const compiler::Compilation here = session.compile(invocation);
  WorkerCompiler worker;
  std::vector<compiler::Diagnostic> problems;
  const compiler::Compilation there = worker.compile(invocation, {}, &problems);
  ASSERT_TRUE(there.ok) << (problems.empty() ? "" : problems.front().message);
  EXPECT_TRUE(problems.empty());
  ASSERT_EQ(there.passes.size(), here.passes.size());
  EXPECT_EQ(there.ops.size(), here.ops.size());
  EXPECT_EQ(there.frames.size(), here.frames.size());
  EXPECT_EQ(there.programArguments, here.programArguments);
  ASSERT_TRUE(there.program);
  for (const size_t pass : {size_t{0}, here.passes.size() - 1}) {
    const auto text = worker.print(there.id, pass);
    const auto expected = session.print(here.id, pass);
    ASSERT_TRUE(text && expected) << pass;
    EXPECT_EQ(text->text, expected->text);
    EXPECT_EQ(text->ops.size(), expected->ops.size());
  }
}

TEST(WorkerCompiler, AWorkerThatDiesIsStartedAgainWithAMessage) {
  const compiler::Invocation invocation = vectorAdd();
  WorkerCompiler worker;
  worker.start();
  const qint64 first = worker.processId();
  ASSERT_GT(first, 0);
  ASSERT_EQ(::kill(static_cast<pid_t>(first), SIGKILL), 0);
  std::vector<compiler::Diagnostic> problems;
  EXPECT_TRUE(worker.compile(invocation, {}, &problems).ok);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].code, "KW0001");
  EXPECT_EQ(problems[0].severity, compiler::Severity::Warning);
  EXPECT_NE(worker.processId(), first);
}

TEST(WorkerCompiler, AProgramThatNeverAnswersIsAnError) {
  WorkerCompiler worker(u"/bin/false"_s);
  std::vector<compiler::Diagnostic> problems;
  EXPECT_FALSE(worker.compile(vectorAdd(), {}, &problems).ok);
  ASSERT_EQ(problems.size(), 2U);
  EXPECT_EQ(problems[1].code, "KW0003");
  EXPECT_EQ(problems[1].severity, compiler::Severity::Error);
}

TEST(WorkerCompiler, AStopDoesNotWaitForAnAnswer) {
  QTemporaryDir folder;
  QFile script(folder.filePath(u"slow"_s));
  ASSERT_TRUE(script.open(QIODevice::WriteOnly));
  script.write("#!/bin/sh\nexec sleep 600\n");
  script.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
  script.close();
  WorkerCompiler slow(script.fileName());
  std::stop_source stop;
  stop.request_stop();
  std::vector<compiler::Diagnostic> problems;
  QElapsedTimer clock;
  clock.start();
  EXPECT_TRUE(slow.compile(vectorAdd(), stop.get_token(), &problems).cancelled);
  EXPECT_LT(clock.elapsed(), 5000);
  EXPECT_FALSE(slow.isRunning());
}

class CrashTest : public ::testing::Test {
protected:
  CrashTest() {
    for (const char *name : {"vector_add.py", "vector_add-1000.launch.json"}) {
      const QString copy = path(name);
      QFile::copy(kSamples + QString::fromLatin1(name), copy);
      QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner);
    }
  }
  QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }
  QTemporaryDir m_folder;
};

/// Not a test: what the kill test starts as another process. Types and waits for its end.
TEST_F(CrashTest, DISABLED_TypeAndWait) {
  MainWindow window(Arguments{}, MainWindow::Session::User);
  window.show();
  window.openFile(qEnvironmentVariable("CHARONIA_TEST_FILE"));
  ui::CodeEditor &editor = window.panels().source->editor();
  QTest::keyClicks(editor.focusProxy(), QString::fromLatin1(kTyped));
  std::printf("typed\n");
  std::fflush(stdout);
  QTest::qWait(kTimeout);
}

TEST_F(CrashTest, WhatWasTypedTwoSecondsBeforeAKillIsRestored) {
  qputenv("HOME", path("home").toUtf8()); // where both processes keep their state
  qputenv("CHARONIA_TEST_FILE", path("vector_add-1000.launch.json").toUtf8());
  QProcess child;
  child.start(QCoreApplication::applicationFilePath(),
              {u"--gtest_also_run_disabled_tests"_s, u"--gtest_filter=CrashTest.DISABLED_*"_s});
  ASSERT_TRUE(child.waitForStarted());
  QByteArray out;
  while (!out.contains("typed\n") && child.waitForReadyRead(kTimeout)) {
    out += child.readAll();
  }
  ASSERT_TRUE(out.contains("typed\n"));
  QTest::qSleep(2500);
  child.kill();
  ASSERT_TRUE(child.waitForFinished(kTimeout));
  ASSERT_EQ(child.exitStatus(), QProcess::CrashExit);
  MainWindow window(Arguments{}, MainWindow::Session::User);
  QString offered;
  EXPECT_TRUE(window.offerRecovery([&](const Recovery &recovery) {
    offered = recovery.file;
    return true;
  }));
  EXPECT_TRUE(offered.endsWith(u"vector_add.py"_s)) << offered.toStdString();
  EXPECT_TRUE(window.panels().source->editor().text().starts_with(kTyped));
  EXPECT_TRUE(window.workspace().text().starts_with(kTyped)) << "what is compiled";
}

TEST_F(CrashTest, AfterACrashOfTheCompilerAWorkerCompiles) {
  MainWindow window(Arguments{}, MainWindow::Session::Fresh);
  window.show();
  Workspace &workspace = window.workspace();
  QString error;
  ASSERT_TRUE(workspace.open(path("vector_add-1000.launch.json"), &error)) << error.toStdString();
  ASSERT_TRUE(waitForResults(workspace, window.panels(), kTimeout));
  EXPECT_FALSE(workspace.good().inWorker);
  EXPECT_FALSE(window.crashBanner()->isVisible());
  workspace.compiler().setPassHook([](const compiler::PassRecord &) { std::raise(SIGSEGV); });
  ui::CodeEditor &editor = window.panels().source->editor();
  const std::string text = editor.text();
  editor.replaceAll(text + "# one\n");
  ASSERT_TRUE(QTest::qWaitFor([&] { return window.crashBanner()->isVisible(); }, kTimeout));
  EXPECT_TRUE(compiler::processTainted());
  // The worker, which the hook does not reach, compiled the same text at once.
  ASSERT_TRUE(QTest::qWaitFor([&] { return !workspace.isBusy() && window.panels().isSettled(); },
                              kTimeout));
  EXPECT_FALSE(workspace.isStale());
  EXPECT_TRUE(workspace.good().inWorker);
  EXPECT_TRUE(workspace.good().crashedHere);
  EXPECT_EQ(workspace.good().request->text, text + "# one\n");
  const auto told = workspace.diagnostics();
  EXPECT_TRUE(std::any_of(told.begin(), told.end(), [](const auto &d) {
    return d.code == "KW0004" && d.severity == compiler::Severity::Note;
  }));
  // So does it with the next edit, and the simulator runs here as before.
  editor.replaceAll(text + "# two\n");
  ASSERT_TRUE(QTest::qWaitFor(
      [&] {
        return workspace.good().inWorker && !workspace.isBusy() && window.panels().isSettled();
      },
      kTimeout));
  EXPECT_FALSE(workspace.isStale());
  EXPECT_EQ(workspace.run().source.compilation, workspace.good().compilation);
  EXPECT_TRUE(workspace.run().mismatches.empty());
  EXPECT_TRUE(workspace.run().compared);
  EXPECT_FALSE(window.panels().ir->shownText().empty());
}

TEST_F(CrashTest, AWorkerListsTheKernels) {
  const compiler::Invocation invocation = vectorAdd();
  WorkerCompiler worker;
  const auto kernels = worker.kernels(invocation.text, invocation.file);
  const auto expected = compiler::listKernels(invocation.text, invocation.file);
  ASSERT_EQ(kernels.size(), expected.size());
  EXPECT_EQ(kernels[0].name, expected[0].name);
  EXPECT_EQ(kernels[0].parameters.size(), expected[0].parameters.size());
  // The window asks it for a launch guess where it compiles.
  QFile::remove(path("vector_add-1000.launch.json"));
  MainWindow window(Arguments{}, MainWindow::Session::Fresh);
  window.commands().action(Command::CompileInWorker)->trigger();
  QString error;
  ASSERT_TRUE(window.workspace().open(path("vector_add.py"), &error));
  ASSERT_TRUE(waitForResults(window.workspace(), window.panels(), kTimeout));
  EXPECT_TRUE(window.workspace().launchWasGuessed());
  EXPECT_TRUE(window.workspace().good().inWorker);
}

TEST_F(CrashTest, TheWorkerCanBeTheDefault) {
  MainWindow window(Arguments{}, MainWindow::Session::Fresh);
  window.commands().action(Command::CompileInWorker)->trigger();
  EXPECT_TRUE(window.workspace().compiler().usesWorker());
  QString error;
  ASSERT_TRUE(window.workspace().open(path("vector_add-1000.launch.json"), &error));
  ASSERT_TRUE(waitForResults(window.workspace(), window.panels(), kTimeout));
  EXPECT_TRUE(window.workspace().good().inWorker);
  EXPECT_TRUE(window.workspace().run().trace);
}

} // namespace
} // namespace charonia::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Upstream Triton as second front end in the window, with the stand-in for Triton of
// tests/frontend/upstream.
#include "app/gui/MainWindow.h"
#include "app/gui/SettingsDialog.h"
#include "app/gui/UpstreamActions.h"
#include "app/gui/ViewRenderer.h"

#include <QDockWidget>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace charonia::app {
namespace {

using namespace Qt::StringLiterals;

constexpr int kTimeout = 60'000;
const QString kUpstream = QStringLiteral(CHARONIA_SOURCE_DIR "/tests/frontend/upstream/");

class UpstreamWindowTest : public ::testing::Test {
protected:
  UpstreamWindowTest() {
    qputenv("PYTHONPATH", (kUpstream + u"fake"_s).toUtf8());
    useTtir([](QByteArray &) {});
    for (const char *name : {"scale.py", "scale.launch.json"}) {
      QFile::copy(kUpstream + u"kernels/"_s + QString::fromLatin1(name), path(name));
      QFile::setPermissions(path(name), QFile::ReadOwner | QFile::WriteOwner);
    }
    m_window.resize(1500, 900);
    m_window.show();
    m_window.upstream().setConsent([this](const QString &, const QString &) {
      ++m_asked;
      return m_answer;
    });
    QString error;
    EXPECT_TRUE(workspace().open(path("scale.launch.json"), &error)) << error.toStdString();
    EXPECT_TRUE(waitForResults(workspace(), m_window.panels(), kTimeout));
  }
  ~UpstreamWindowTest() override {
    for (const char *name : {"PYTHONPATH", "FAKE_TRITON_TTIR", "FAKE_TRITON_ACT"}) {
      qunsetenv(name);
    }
  }

  QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }
  Workspace &workspace() { return m_window.workspace(); }
  ui::FrontendDiffView &panel() { return *m_window.panels().frontends; }
  /// What the stand-in answers.
  void useTtir(const std::function<void(QByteArray &)> &change) {
    QFile from(kUpstream + u"kernels/scale.ttir"_s), to(path("answer.ttir"));
    ASSERT_TRUE(from.open(QIODevice::ReadOnly) && to.open(QIODevice::WriteOnly));
    QByteArray text = from.readAll();
    change(text);
    to.write(text);
    qputenv("FAKE_TRITON_TTIR", to.fileName().toUtf8());
  }
  void turnOn() {
    Settings settings = workspace().settings();
    settings.upstream = true;
    settings.python = QStandardPaths::findExecutable(u"python3"_s);
    workspace().setSettings(settings);
  }
  bool compare() {
    m_window.commands().action(Command::CompareFrontends)->trigger();
    return QTest::qWaitFor([&] { return !workspace().upstream().isBusy() && !panel().isBusy(); },
                           kTimeout);
  }
  void editSource(const char *from, const char *to) {
    ui::CodeEditor &editor = m_window.panels().source->editor();
    std::string text = editor.text();
    const size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos);
    editor.replaceAll(text.replace(at, std::string(from).size(), to));
  }

  QTemporaryDir m_folder;
  MainWindow m_window{Arguments{}, MainWindow::Session::Fresh};
  int m_asked = 0;
  bool m_answer = true;
};

TEST_F(UpstreamWindowTest, IsOffUntilTurnedOnAndAsksOnceAnInterpreter) {
  ASSERT_TRUE(compare());
  EXPECT_EQ(m_asked, 0);
  EXPECT_TRUE(panel().message().contains(u"off"_s)) << panel().message().toStdString();
  EXPECT_TRUE(panel().isVisible()) << "the panel says it";
  turnOn();
  m_answer = false;
  ASSERT_TRUE(compare());
  EXPECT_EQ(m_asked, 1);
  EXPECT_TRUE(panel().message().contains(u"Nothing was executed"_s));
  m_answer = true;
  ASSERT_TRUE(compare());
  ASSERT_TRUE(compare());
  EXPECT_EQ(m_asked, 2);
  EXPECT_TRUE(panel().message().isEmpty()) << panel().message().toStdString();
}

TEST_F(UpstreamWindowTest, EqualKernelsHaveNoDifference) {
  turnOn();
  ASSERT_TRUE(compare());
  EXPECT_EQ(panel().differences(), 0);
  EXPECT_TRUE(panel().summary().contains(u"same IR"_s)) << panel().summary().toStdString();
  EXPECT_NE(panel().shownText(true).find("tt.func"), std::string::npos);
}

TEST_F(UpstreamWindowTest, ADifferenceIsGoneToAndJoinedWithTheSource) {
  useTtir([](QByteArray &text) {
    text.replace("arith.mulf %9, %12", "arith.mulf %12, %9");
    text.replace("end = 128 : i32, start = 0 : i32", "end = 129 : i32, start = 1 : i32");
  });
  turnOn();
  ASSERT_TRUE(compare());
  ASSERT_EQ(panel().differences(), 2);
  m_window.commands().action(Command::NextDifference)->trigger();
  EXPECT_EQ(panel().currentDifference(), 0);
  EXPECT_EQ(m_window.selectedLines(), std::vector<uint32_t>{12}) << "the line of tl.arange";
  m_window.commands().action(Command::PreviousDifference)->trigger();
  EXPECT_EQ(panel().currentDifference(), 1);
  EXPECT_EQ(m_window.selectedLines(), std::vector<uint32_t>{15});
  EXPECT_FALSE(panel().isStale());
  editSource("    mask = offsets", "    mask = offsets + 0");
  EXPECT_TRUE(panel().isStale());
}

TEST_F(UpstreamWindowTest, WhatGoesWrongIsToldInThePanel) {
  turnOn();
  const auto problem = [&](const char *code) {
    EXPECT_TRUE(compare());
    EXPECT_TRUE(panel().message().contains(QString::fromLatin1(code)))
        << code << ": " << panel().message().toStdString();
  };
  qputenv("PYTHONPATH", "");
  problem("KU0104"); // no Triton
  qputenv("PYTHONPATH", (kUpstream + u"fake"_s).toUtf8());
  qputenv("FAKE_TRITON_ACT", "crash");
  problem("crashed");
  qunsetenv("FAKE_TRITON_ACT");
  editSource("tl.program_id(0)", "tl.mtia.get_pe_id()");
  problem("KU0108");
  EXPECT_TRUE(panel().message().contains(u"tl.mtia.get_pe_id"_s));
  editSource("tl.mtia.get_pe_id()", "tl.program_id(0)");
  editSource("print('a", "1 / 0  # '");
  problem("KU0106");
  Settings settings = workspace().settings();
  settings.upstreamSeconds = 1;
  workspace().setSettings(settings);
  editSource("1 / 0", "import time; time.sleep(60)");
  problem("1 second");
  settings.python = u"/no/such/python"_s;
  workspace().setSettings(settings);
  problem("KU0102");
  EXPECT_EQ(m_asked, 2) << "each interpreter is asked about";
}

TEST_F(UpstreamWindowTest, TheSettingsTestAnInterpreter) {
  Settings settings;
  settings.upstream = true;
  settings.python = QStandardPaths::findExecutable(u"python3"_s);
  const auto result = [&] {
    SettingsDialog dialog(settings);
    dialog.testPython();
    EXPECT_TRUE(QTest::qWaitFor([&] { return !dialog.isTesting(); }, kTimeout));
    return dialog.testResult();
  };
  EXPECT_TRUE(result().contains(u"Triton 3.6.0"_s)) << result().toStdString();
  qputenv("PYTHONPATH", "");
  EXPECT_TRUE(result().contains(u"no Triton"_s)) << result().toStdString();
  settings.python = u"/no/such/python"_s;
  EXPECT_TRUE(result().contains(u"cannot be started"_s)) << result().toStdString();
}

} // namespace
} // namespace charonia::app

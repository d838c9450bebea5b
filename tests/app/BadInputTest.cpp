// SPDX-License-Identifier: GPL-3.0-or-later
// The window survives bad kernels, launches and hardware files: a message is shown, and the next
// good input works in the same window.
#include "app/gui/MainWindow.h"
#include "app/gui/ViewRenderer.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace charonia::app {
namespace {

using namespace Qt::StringLiterals;

constexpr int kTimeout = 120'000;
const QString kGood =
    QStringLiteral(CHARONIA_SOURCE_DIR "/resources/samples/vector_add/vector_add-1000.launch.json");

/// A kernel that stores `value`, preceded by `statement`.
QString kernel(const QString &value, const QString &statement = {}) {
  return u"import triton\nimport triton.language as tl\n\n\n@triton.jit\n"
         "def kernel(x_ptr, n, BLOCK: tl.constexpr):\n"
         "    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)\n"
         "    mask = offsets < n\n"_s +
         statement + u"    tl.store(x_ptr + offsets, %1, mask=mask)\n"_s.arg(value);
}

struct Case {
  const char *name = "";
  QString source = {}; ///< kernel.py; empty: the launch reads kernel.ttir
  QString ttir = {};   ///< kernel.ttir
  qint64 block = 128;  ///< value of BLOCK
  qint64 elements = 1000;
  const char *code = "";     ///< start of the code of the first error
  const char *hardware = ""; ///< text of the launch's hardware file
};

std::vector<Case> cases() {
  const QString deep = QString(100'000, u'(') + u'1' + QString(100'000, u')');
  const QString nest = u"scf.execute_region {\n"_s;
  return {
      {.name = "SyntaxError", .source = kernel(u"1.0"_s, u"    y = (1 +\n"_s), .code = "KF"},
      {.name = "UnknownFunction", .source = kernel(u"tl.flobnicate(offsets)"_s), .code = "KF"},
      {.name = "ShapeMismatch",
       .source = kernel(u"tl.arange(0, 64) + tl.arange(0, 128)"_s),
       .code = "KF"},
      {.name = "PointerDivision", .source = kernel(u"x_ptr / 2"_s), .code = "KF"},
      {.name = "DeepBrackets", .source = kernel(deep), .code = "KF"},
      {.name = "DeepIr",
       .ttir = u"module {\n"_s + nest.repeated(100'000) + u"}\n"_s.repeated(100'000) + u"}\n"_s,
       .code = "K"},
      {.name = "TileTooLarge",
       .source = kernel(u"v + 1.0"_s, u"    v = tl.load(x_ptr + offsets, mask=mask)\n"_s),
       .block = 131072,
       .code = "KC0301"},
      {.name = "HugeBuffer",
       .source = kernel(u"1.0"_s),
       .elements = 1'000'000'000'000,
       .code = "KL"},
      {.name = "BadHardware", .source = kernel(u"1.0"_s), .code = "KH0101", .hardware = "{]"},
  };
}

class BadInputTest : public ::testing::TestWithParam<Case> {
protected:
  BadInputTest() {
    m_window.resize(1200, 800);
    m_window.show();
  }

  void write(const char *name, const QByteArray &text) {
    QFile file(path(name));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
  }
  QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

  QString makeLaunch(const Case &bad) {
    QJsonObject names{{u"function"_s, u"kernel"_s}};
    if (bad.source.isEmpty()) {
      names[u"ttir"_s] = u"kernel.ttir"_s;
      write("kernel.ttir", bad.ttir.toUtf8());
    } else {
      names[u"source"_s] = u"kernel.py"_s;
      write("kernel.py", bad.source.toUtf8());
    }
    QJsonObject launch{
        {u"format"_s, u"charonia-launch/1"_s},
        {u"kernel"_s, names},
        {u"grid"_s, QJsonArray{2}},
        {u"constexprs"_s, QJsonObject{{u"BLOCK"_s, bad.block}}},
        {u"args"_s,
         QJsonArray{QJsonObject{{u"name"_s, u"x_ptr"_s},
                                {u"type"_s, u"*fp32"_s},
                                {u"elements"_s, bad.elements},
                                {u"salt"_s, 1}},
                    QJsonObject{{u"name"_s, u"n"_s}, {u"type"_s, u"i32"_s}, {u"value"_s, 200}}}}};
    if (*bad.hardware != 0) {
      write("hardware.json", bad.hardware);
      launch[u"hardware"_s] = u"hardware.json"_s;
    }
    write("bad.launch.json", QJsonDocument(launch).toJson());
    return path("bad.launch.json");
  }

  void expectGoodWorks() {
    QString error;
    ASSERT_TRUE(m_window.workspace().open(kGood, &error)) << error.toStdString();
    ASSERT_TRUE(waitForResults(m_window.workspace(), m_window.panels(), kTimeout));
    EXPECT_TRUE(m_window.workspace().run().trace);
    EXPECT_FALSE(m_window.panels().ir->shownText().empty());
    EXPECT_EQ(m_window.panels().problems->model().count(compiler::Severity::Error), 0);
  }

  QTemporaryDir m_folder;
  MainWindow m_window{Arguments{}, MainWindow::Session::Fresh};
};

TEST_P(BadInputTest, SaysSoAndTheNextGoodInputWorks) {
  const Case &bad = GetParam();
  Workspace &workspace = m_window.workspace();
  QString error;
  ASSERT_TRUE(workspace.open(makeLaunch(bad), &error)) << error.toStdString();
  ASSERT_TRUE(waitForResults(workspace, m_window.panels(), kTimeout));
  const std::vector<compiler::Diagnostic> all = workspace.diagnostics();
  ASSERT_FALSE(all.empty());
  EXPECT_TRUE(all.front().code.starts_with(bad.code)) << all.front().code;
  EXPECT_GT(m_window.panels().problems->model().count(compiler::Severity::Error), 0);
  EXPECT_FALSE(workspace.run().trace);
  expectGoodWorks();
}

INSTANTIATE_TEST_SUITE_P(Inputs, BadInputTest, ::testing::ValuesIn(cases()),
                         [](const auto &info) { return std::string(info.param.name); });

TEST_F(BadInputTest, ARunThatNeverEndsCanBeStopped) {
  const Case endless{.name = "Endless",
                     .source = kernel(u"1.0"_s, u"    i = n\n    while i > 0:\n"
                                                "        i = i + 0\n"_s)};
  Workspace &workspace = m_window.workspace();
  QString error;
  ASSERT_TRUE(workspace.open(makeLaunch(endless), &error)) << error.toStdString();
  ASSERT_TRUE(QTest::qWaitFor([&] { return workspace.good().compilation != nullptr; }, kTimeout));
  EXPECT_TRUE(workspace.isBusy());
  m_window.commands().action(Command::Stop)->trigger();
  EXPECT_FALSE(workspace.isBusy());
  expectGoodWorks();
}

TEST_F(BadInputTest, FilesThatAreNoTextAreRefused) {
  write("binary.py", QByteArray("import triton\n\0\1\2", 17));
  write("latin.py", "# \xe9\n");
  write("half.launch.json", "{\"format\": \"charonia-la");
  for (const char *name : {"binary.py", "latin.py", "half.launch.json", "none.ttir"}) {
    QString error;
    EXPECT_FALSE(m_window.workspace().open(path(name), &error)) << name;
    EXPECT_TRUE(error.contains(QString::fromLatin1(name))) << name << ": " << error.toStdString();
  }
  expectGoodWorks();
}

} // namespace
} // namespace charonia::app

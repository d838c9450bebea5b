// SPDX-License-Identifier: GPL-3.0-or-later
// Guessed launches, recovery files, the command line, source maps, fuzzy search.
#include "app/engine/Autosave.h"
#include "app/engine/EngineThread.h"
#include "app/engine/SourceMap.h"
#include "app/gui/Arguments.h"
#include "app/gui/CommandPalette.h"
#include "app/gui/Commands.h"
#include "run/LaunchGuess.h"
#include "run/TextFile.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <set>

namespace charonia::app {
namespace {

using namespace Qt::StringLiterals;

compiler::ParameterInfo parameter(const char *name, bool pointer = false, bool constant = false,
                                  const char *defaultText = "", const char *annotation = "") {
  compiler::ParameterInfo p;
  p.name = name;
  p.usedAsPointer = pointer;
  p.constexprParameter = constant;
  p.defaultText = defaultText;
  p.annotation = annotation;
  return p;
}

const launch::Argument &argument(const GuessedLaunch &guess, const std::string &name) {
  for (const launch::Argument &a : guess.launch.args) {
    if (a.name == name) {
      return a;
    }
  }
  static const launch::Argument kNoArgument;
  ADD_FAILURE() << "no argument " << name;
  return kNoArgument;
}

TEST(LaunchGuess, ElementwiseKernel) {
  compiler::KernelInfo kernel;
  kernel.name = "add_kernel";
  kernel.parameters = {parameter("x_ptr", true), parameter("out_ptr", true),
                       parameter("n_elements"), parameter("BLOCK_SIZE", false, true)};
  const GuessedLaunch guess = guessLaunch(kernel, "pid = tl.program_id(axis=0)", "/dir/add.py");
  EXPECT_EQ(guess.launch.file, "/dir/add.launch.json");
  EXPECT_EQ(guess.launch.source, "add.py");
  EXPECT_EQ(guess.launch.grid, std::vector<std::string>{"cdiv(n_elements, BLOCK_SIZE)"});
  EXPECT_EQ(argument(guess, "x_ptr").typeText, "*fp32");
  EXPECT_EQ(argument(guess, "x_ptr").elements, argument(guess, "n_elements").value.integer);
  EXPECT_EQ(guess.launch.constexprs.at("BLOCK_SIZE").integer, 1024);
  for (const char *key : {"grid", "args/x_ptr/type", "args/x_ptr/shape", "args/n_elements/value",
                          "constexprs/BLOCK_SIZE"}) {
    EXPECT_TRUE(guess.guessed.contains(key)) << key;
  }
}

GuessedLaunch matmul() {
  compiler::KernelInfo kernel;
  kernel.name = "matmul_kernel";
  kernel.parameters = {parameter("a_ptr", true),
                       parameter("b_ptr", true),
                       parameter("c_ptr", true),
                       parameter("M"),
                       parameter("N"),
                       parameter("K"),
                       parameter("stride_am"),
                       parameter("stride_ak"),
                       parameter("stride_bk"),
                       parameter("stride_bn"),
                       parameter("stride_cm"),
                       parameter("stride_cn"),
                       parameter("BLOCK_SIZE_M", false, true),
                       parameter("BLOCK_SIZE_N", false, true),
                       parameter("BLOCK_SIZE_K", false, true),
                       parameter("GROUP_SIZE_M", false, true, "4"),
                       parameter("ACTIVATION", false, true)};
  return guessLaunch(kernel, "pid = tl.program_id(axis=0)", "mm.py");
}

TEST(LaunchGuess, MatmulStridesFollowShapes) {
  const GuessedLaunch guess = matmul();
  EXPECT_EQ(guess.launch.grid,
            std::vector<std::string>{"cdiv(M, BLOCK_SIZE_M) * cdiv(N, BLOCK_SIZE_N)"});
  EXPECT_EQ(argument(guess, "a_ptr").shape, (std::vector<int64_t>{512, 512}));
  EXPECT_EQ(argument(guess, "stride_am").value.integer, 512);
  EXPECT_EQ(argument(guess, "stride_ak").value.integer, 1);
  EXPECT_EQ(argument(guess, "stride_bn").value.integer, 1);
  EXPECT_EQ(guess.launch.constexprs.at("BLOCK_SIZE_K").integer, 32);
}

TEST(LaunchGuess, DefaultsAreTakenAndNotMarked) {
  const GuessedLaunch guess = matmul();
  EXPECT_EQ(guess.launch.constexprs.at("GROUP_SIZE_M").integer, 4);
  EXPECT_FALSE(guess.guessed.contains("constexprs/GROUP_SIZE_M"));
  EXPECT_EQ(guess.launch.constexprs.at("ACTIVATION").kind, launch::ConstantValue::Kind::String);
}

TEST(LaunchGuess, TheGridFollowsTheComparisonOfTheOffsets) {
  const auto gridOf = [](const std::string &body, const std::string &parameters) {
    const std::string source =
        "import triton\nimport triton.language as tl\n\n@triton.jit\ndef k(" + parameters + "):\n" +
        body + "\n";
    const auto kernels = compiler::listKernels(source, "k.py");
    return kernels.empty() ? std::vector<std::string>{}
                           : guessLaunch(kernels.back(), source, "k.py").launch.grid;
  };
  using Grid = std::vector<std::string>;
  // Names that no rule knows.
  EXPECT_EQ(gridOf("    i = tl.program_id(0)\n    o = i * T + tl.arange(0, T)\n"
                   "    tl.store(p + o, 1.0, mask=o < total)",
                   "p, total, T: tl.constexpr"),
            Grid{"cdiv(total, T)"});
  EXPECT_EQ(gridOf("    yoffset = tl.program_id(1) * YBLOCK\n"
                   "    yindex = yoffset + tl.arange(0, YBLOCK)[None, :]\n"
                   "    ymask = yindex < ynumel\n"
                   "    xoffset = tl.program_id(0) * XBLOCK\n"
                   "    xindex = xoffset + tl.arange(0, XBLOCK)[:, None]\n"
                   "    xmask = xindex < xnumel",
                   "p, ynumel, xnumel, YBLOCK: tl.constexpr, XBLOCK: tl.constexpr"),
            (Grid{"cdiv(xnumel, XBLOCK)", "cdiv(ynumel, YBLOCK)"}));
  EXPECT_EQ(
      gridOf("    row = tl.program_id(0)\n    if row < how_many:\n        tl.store(p + row, 1.0)",
             "p, how_many"),
      Grid{"how_many"});
  // A product with a stride is no block of the grid.
  EXPECT_EQ(gridOf("    row = tl.program_id(0)\n    start = row * stride\n"
                   "    m = start < n_rows",
                   "p, n_rows, stride"),
            Grid{"n_rows"});
}

TEST(LaunchGuess, TwoAxesGiveTwoGridEntries) {
  compiler::KernelInfo kernel;
  kernel.name = "k";
  kernel.parameters = {parameter("x", true), parameter("M"), parameter("N"),
                       parameter("BLOCK_M", false, true), parameter("BLOCK_N", false, true)};
  const GuessedLaunch guess =
      guessLaunch(kernel, "a = tl.program_id(0)\nb = tl.program_id(1)", "k.py");
  EXPECT_EQ(guess.launch.grid, (std::vector<std::string>{"cdiv(M, BLOCK_M)", "cdiv(N, BLOCK_N)"}));
}

TEST(LaunchGuess, RowKernelHasOneProgramARow) {
  compiler::KernelInfo kernel;
  kernel.name = "softmax_kernel";
  kernel.parameters = {parameter("output_ptr", true),
                       parameter("input_ptr", true),
                       parameter("input_row_stride"),
                       parameter("output_row_stride"),
                       parameter("n_rows"),
                       parameter("n_cols"),
                       parameter("eps"),
                       parameter("BLOCK_SIZE", false, true)};
  const GuessedLaunch guess = guessLaunch(kernel, "row = tl.program_id(0)", "s.py");
  EXPECT_EQ(guess.launch.grid, std::vector<std::string>{"n_rows"});
  EXPECT_EQ(argument(guess, "input_ptr").shape, (std::vector<int64_t>{512, 512}));
  EXPECT_EQ(argument(guess, "input_row_stride").value.integer, 512);
  EXPECT_EQ(argument(guess, "eps").typeText, "fp32");
}

TEST(LaunchGuess, AnnotationsAreObeyed) {
  compiler::KernelInfo kernel;
  kernel.name = "k";
  kernel.parameters = {parameter("x", false, false, "", "'*bf16'"),
                       parameter("n", false, false, "", "'i64'")};
  const GuessedLaunch guess = guessLaunch(kernel, "", "k.py");
  EXPECT_EQ(argument(guess, "x").typeText, "*bf16");
  EXPECT_FALSE(guess.guessed.contains("args/x/type"));
  EXPECT_EQ(argument(guess, "n").typeText, "i64");
}

TEST(Autosave, WritesWithinTwoSecondsAlsoWhileTypingGoesOn) {
  QTemporaryDir folder;
  Autosave autosave(folder.path());
  QSignalSpy written(&autosave, &Autosave::written);
  std::string text;
  QElapsedTimer clock;
  clock.start();
  while (written.isEmpty() && clock.elapsed() < 2000) {
    text += 'x';
    autosave.noteEdit(u"/a/k.py"_s, [&text] { return text; });
    QTest::qWait(50);
  }
  EXPECT_FALSE(written.isEmpty());
  QFile file(autosave.pathFor(u"/a/k.py"_s));
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_TRUE(file.readAll().contains("xxxxxxxxxx"));
}

TEST(Autosave, ARunningProgramsFilesAreNotOffered) {
  QTemporaryDir folder;
  Autosave autosave(folder.path());
  autosave.noteEdit(u"/a/k.py"_s, [] { return std::string("mine"); });
  autosave.flush();
  EXPECT_TRUE(autosave.pending().empty());
}

TEST(Autosave, WhatACrashLeftIsOfferedAndGoesWhenDealtWith) {
  QTemporaryDir folder;
  QFile file(folder.filePath(u"left.json"_s));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  // No process has this number: it is above the kernel's largest.
  file.write(
      R"({"file": "/a/k.py", "text": "lost \ud55c\uae00", "saved": "2026-01-02T03:04:05.000Z", "process": 2147483646})");
  file.close();
  const Autosave autosave(folder.path());
  const std::vector<Recovery> pending = autosave.pending();
  ASSERT_EQ(pending.size(), 1U);
  EXPECT_EQ(pending[0].file, u"/a/k.py"_s);
  EXPECT_EQ(pending[0].text, "lost \xed\x95\x9c\xea\xb8\x80");
  Autosave::remove(pending[0]);
  EXPECT_TRUE(autosave.pending().empty());
}

TEST(Autosave, ANumberThatAnotherProcessHasNowDoesNotHideAFile) {
  QTemporaryDir folder;
  QFile file(folder.filePath(u"left.json"_s));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(QStringLiteral(R"({"file": "/a/k.py", "text": "lost", "process": %1, "started": "1"})")
                 .arg(QCoreApplication::applicationPid())
                 .toUtf8());
  file.close();
  EXPECT_EQ(Autosave(folder.path()).pending().size(), 1U);
}

TEST(Autosave, SavingDiscardsTheRecoveryFile) {
  QTemporaryDir folder;
  Autosave autosave(folder.path());
  autosave.noteEdit(u"/a/k.py"_s, [] { return std::string("text"); });
  autosave.flush();
  EXPECT_TRUE(QFile::exists(autosave.pathFor(u"/a/k.py"_s)));
  autosave.discard(u"/a/k.py"_s);
  EXPECT_FALSE(QFile::exists(autosave.pathFor(u"/a/k.py"_s)));
}

TEST(Autosave, ADamagedRecoveryFileIsIgnored) {
  QTemporaryDir folder;
  QFile file(folder.filePath(u"bad.json"_s));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("{\"file\": \"/a");
  file.close();
  EXPECT_TRUE(Autosave(folder.path()).pending().empty());
}

TEST(TextFile, OnlyWellFormedUtf8IsText) {
  for (const char *good : {"", "abc", "\xc3\xa9", "\xed\x95\x9c", "\xf0\x9f\x98\x80"}) {
    EXPECT_TRUE(isUtf8(good)) << good;
  }
  for (const char *bad : {"\xe9", "\xc3", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80",
                          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "a\x80"}) {
    EXPECT_FALSE(isUtf8(bad));
  }
}

TEST(TextFile, SaysWhyAFileCannotBeRead) {
  using Kind = TextFileError::Kind;
  QTemporaryDir folder;
  const auto path = [&](const char *name) {
    return folder.filePath(QString::fromLatin1(name)).toStdString();
  };
  QFile file(QString::fromStdString(path("a")));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("12345678\xff");
  file.close();
  EXPECT_EQ(readFile(path("a"), 9)->size(), 9U);
  EXPECT_EQ(readFile(path("a"), 8).error().kind, Kind::TooLarge);
  EXPECT_EQ(readTextFile(path("a"), 9).error().kind, Kind::NoText);
  EXPECT_EQ(readFile(path("none"), 9).error().reason, "no such file");
  EXPECT_EQ(readFile(folder.path().toStdString(), 9).error().reason, "not a regular file");
}

TEST(Arguments, ViewNeedsNameOutAndOneLaunch) {
  const Arguments good =
      parseArguments({u"--view"_s, u"heatmap"_s, u"--out=x.png"_s, u"l.launch.json"_s});
  EXPECT_EQ(good.error, QString());
  EXPECT_TRUE(good.headless());
  EXPECT_EQ(good.out, u"x.png"_s);
  EXPECT_FALSE(parseArguments({u"--view"_s, u"heatmap"_s, u"l.json"_s}).error.isEmpty());
  EXPECT_FALSE(
      parseArguments({u"--view"_s, u"heat"_s, u"--out"_s, u"x"_s, u"l.json"_s}).error.isEmpty());
  EXPECT_FALSE(parseArguments({u"--view"_s, u"cb"_s, u"--out"_s, u"x"_s}).error.isEmpty());
  EXPECT_FALSE(parseArguments({u"--theme"_s, u"blue"_s}).error.isEmpty());
  EXPECT_FALSE(parseArguments({u"--theme"_s}).error.isEmpty());
  EXPECT_FALSE(parseArguments({u"--colour"_s}).error.isEmpty());
  EXPECT_FALSE(parseArguments({u"--screenshot"_s, u"x.png"_s, u"--size"_s, u"9x9"_s, u"l.json"_s})
                   .error.isEmpty());
}

TEST(Arguments, FilesOpenInTheWindow) {
  const Arguments a = parseArguments({u"a.py"_s, u"b.launch.json"_s, u"--lang"_s, u"ko"_s});
  EXPECT_EQ(a.files, (QStringList{u"a.py"_s, u"b.launch.json"_s}));
  EXPECT_FALSE(a.headless());
  EXPECT_EQ(a.language, u"ko"_s);
}

TEST(Commands, IdsAndKeysAreUnique) {
  std::set<std::string> ids;
  std::set<std::string> keys;
  std::set<Command> commands;
  for (const CommandInfo &info : kCommands) {
    EXPECT_TRUE(ids.insert(info.id).second) << info.id;
    EXPECT_TRUE(commands.insert(info.command).second) << info.id;
    EXPECT_TRUE(info.key[0] == '\0' || keys.insert(info.key).second) << info.key;
  }
}

TEST(CommandPalette, FuzzyScorePrefersWordStarts) {
  EXPECT_LT(fuzzyScore(u"zzz"_s, u"Open"_s), 0);
  EXPECT_GT(fuzzyScore(u"ss"_s, u"Save source"_s), fuzzyScore(u"ss"_s, u"Classic source"_s));
  EXPECT_GT(fuzzyScore(u"sim"_s, u"Simulate"_s),
            fuzzyScore(u"sim"_s, u"Compile and simulate now"_s));
}

TEST(SourceMap, InlinedOpsBelongToCallerAndCallee) {
  compiler::Compilation c;
  c.frames = {{"k.py", 20, 5, "kernel", compiler::kNone},
              {"k.py", 4, 9, "helper", 0},
              {"other.py", 4, 1, "f", 0}};
  c.ops = {{"tt.load", 1}, {"tt.store", 0}, {"tt.dot", 2}, {"x", compiler::kNone}};
  EXPECT_EQ(opsOnLine(c, "k.py", 20), (std::vector<compiler::OpId>{0, 1, 2}));
  EXPECT_EQ(opsOnLine(c, "k.py", 4), (std::vector<compiler::OpId>{0}));
  const auto ranges = sourceRanges(c, 0, "k.py");
  ASSERT_EQ(ranges.size(), 2U);
  EXPECT_EQ(ranges[0].beginLine, 4U);
  EXPECT_EQ(ranges[1].beginLine, 20U);
  EXPECT_TRUE(sourceRanges(c, 3, "k.py").empty());
}

TEST(SourceMap, ARangeOfALibraryBecomesTheCallsOwn) {
  compiler::Compilation c;
  c.frames = {{"k.py", 20, 5, "kernel", compiler::kNone}, {"library.py", 4, 1, "f", 0}};
  c.ops = {{"tt.reduce", 1}, {"x", compiler::kNone}};
  const compiler::SourceRange library{"library.py", 4, 1, 4, 9};
  const compiler::SourceRange own{"k.py", 7, 1, 7, 9};
  EXPECT_EQ(rangeIn(c, 0, library, "k.py").file, "k.py");
  EXPECT_EQ(rangeIn(c, 0, library, "k.py").beginLine, 20U);
  EXPECT_EQ(rangeIn(c, 0, own, "k.py").beginLine, 7U) << "it is in the file already";
  EXPECT_EQ(rangeIn(c, 1, library, "k.py").file, "library.py") << "nothing of the file calls it";
}

TEST(SourceMap, ACycleOfFramesEnds) {
  compiler::Compilation c;
  c.frames = {{"k.py", 1, 1, "a", 1}, {"k.py", 2, 1, "b", 0}};
  c.ops = {{"x", 0}};
  EXPECT_FALSE(sourceRanges(c, 0, "k.py").empty());
}

TEST(EngineThread, UrgentJobsGoFirst) {
  std::vector<int> order;
  {
    EngineThread thread(u"test"_s);
    std::mutex gate;
    gate.lock();
    thread.post([&] { const std::lock_guard wait(gate); });
    QTest::qWait(20);
    thread.post([&] { order.push_back(2); });
    thread.post([&] { order.push_back(1); }, EngineThread::Urgency::First);
    gate.unlock();
    QTest::qWait(100);
  }
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

} // namespace
} // namespace charonia::app

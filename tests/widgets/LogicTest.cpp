// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the panels that do not paint: diff, highlighting, selection, themes, folding,
// formats.
#include "Synthetic.h"
#include "widgets/cb/CbData.h"
#include "widgets/core/NumberFormat.h"
#include "widgets/core/SelectionHub.h"
#include "widgets/core/Theme.h"
#include "widgets/editor/Syntax.h"
#include "widgets/irview/IrView.h"
#include "widgets/schedule/ScheduleData.h"
#include "widgets/stats/RunReport.h"
#include "widgets/text/LaunchText.h"
#include "widgets/text/LineDiff.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>

#include <gtest/gtest.h>

#include <random>

namespace charonia::ui {
namespace {

using namespace Qt::StringLiterals;

/// Length of the longest common subsequence by the textbook table.
size_t commonLines(const std::vector<std::string_view> &a, const std::vector<std::string_view> &b) {
  std::vector<std::vector<size_t>> table(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      table[i][j] = a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1
                                         : std::max(table[i - 1][j], table[i][j - 1]);
    }
  }
  return table[a.size()][b.size()];
}

TEST(LineDiff, IsShortestAndRebuildsBothTexts) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    std::string texts[2];
    for (std::string &text : texts) {
      const unsigned lines = random() % 24;
      for (unsigned i = 0; i < lines; ++i) {
        text += std::string(1, static_cast<char>('a' + random() % 4)) + "\n";
      }
    }
    const LineDiff diff = diffLines(texts[0], texts[1]);
    std::string rebuilt[2];
    size_t same = 0;
    for (const DiffRow &row : diff.rows) {
      if (row.kind != DiffRow::Kind::Added) {
        rebuilt[0] += std::string(diff.oldLines[static_cast<size_t>(row.oldLine)]) + "\n";
      }
      if (row.kind != DiffRow::Kind::Removed) {
        rebuilt[1] += std::string(diff.newLines[static_cast<size_t>(row.newLine)]) + "\n";
      }
      same += row.kind == DiffRow::Kind::Same ? 1 : 0;
    }
    ASSERT_EQ(rebuilt[0], texts[0]);
    ASSERT_EQ(rebuilt[1], texts[1]);
    ASSERT_FALSE(diff.approximate);
    ASSERT_EQ(same, commonLines(diff.oldLines, diff.newLines)) << texts[0] << "---\n" << texts[1];
  }
}

TEST(LineDiff, EqualTextsHaveNoEdits) {
  const LineDiff diff = diffLines("a\nb\n", "a\nb\n");
  EXPECT_EQ(diff.added + diff.removed, 0);
  EXPECT_EQ(diff.rows.size(), 2U);
}

TEST(LineDiff, EmptyAgainstTextIsAllAdded) {
  const LineDiff diff = diffLines("", "a\nb");
  EXPECT_EQ(diff.added, 2);
  EXPECT_EQ(diff.removed, 0);
}

std::string stylesOf(Language language, const std::string &line,
                     LineState state = LineState::Normal, LineState *after = nullptr) {
  std::string styles;
  const LineState next = styleLine(language, line, state, styles);
  if (after != nullptr) {
    *after = next;
  }
  return styles;
}

Style styleAt(Language language, const std::string &line, const std::string &part) {
  return static_cast<Style>(stylesOf(language, line)[line.find(part)]);
}

TEST(Syntax, TritonWords) {
  const std::string line = "    acc = tl.dot(a, b, allow_tf32=True)  # sum";
  EXPECT_EQ(styleAt(Language::Triton, line, "dot"), Style::Builtin);
  EXPECT_EQ(styleAt(Language::Triton, line, "True"), Style::Keyword);
  EXPECT_EQ(styleAt(Language::Triton, line, "# sum"), Style::Comment);
  EXPECT_EQ(styleAt(Language::Triton, line, "acc"), Style::Default);
  EXPECT_EQ(styleAt(Language::Triton, "@triton.jit", "triton"), Style::Decorator);
  EXPECT_EQ(styleAt(Language::Triton, "x = 1e-5", "1e-5"), Style::Number);
  EXPECT_EQ(styleAt(Language::Triton, "y = tl.float16", "float16"), Style::Type);
}

TEST(Syntax, TripleQuotesSpanLines) {
  LineState state = LineState::Normal;
  stylesOf(Language::Triton, "s = '''open\n", LineState::Normal, &state);
  EXPECT_EQ(state, LineState::InSingleTriple);
  EXPECT_EQ(stylesOf(Language::Triton, "if x:\n", state)[0], static_cast<char>(Style::String));
  stylesOf(Language::Triton, "end''' + y\n", state, &state);
  EXPECT_EQ(state, LineState::Normal);
}

TEST(Syntax, MlirWords) {
  const std::string line = "    %2 = tt.dot %0, %acc#1 : tensor<128x64xf16> loc(#loc3) // note";
  EXPECT_EQ(styleAt(Language::Mlir, line, "%2"), Style::Value);
  EXPECT_EQ(styleAt(Language::Mlir, line, "tt.dot"), Style::Operation);
  EXPECT_EQ(styleAt(Language::Mlir, line, "tensor"), Style::Type);
  EXPECT_EQ(styleAt(Language::Mlir, line, "128x64x"), Style::Number);
  EXPECT_EQ(styleAt(Language::Mlir, line, "f16"), Style::Type);
  EXPECT_EQ(styleAt(Language::Mlir, line, "#loc3"), Style::Attribute);
  EXPECT_EQ(styleAt(Language::Mlir, line, "// note"), Style::Comment);
}

TEST(SelectionHub, TellsWhatChangedOnce) {
  SelectionHub hub;
  std::vector<SelectionHub::Parts> told;
  QObject::connect(&hub, &SelectionHub::changed,
                   [&](SelectionHub::Parts parts) { told.push_back(parts); });
  hub.selectOps({3}, {{"k.py", 4, 1, 4, 9}});
  hub.selectOps({3}, {{"k.py", 4, 1, 4, 9}});
  hub.selectPes({5, 6});
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0], SelectionHub::Parts(SelectionHub::Ops) | SelectionHub::Ranges);
  EXPECT_EQ(told[1], SelectionHub::Parts(SelectionHub::Pes));
}

TEST(SelectionHub, HistoryGoesBackAndForward) {
  SelectionHub hub;
  hub.selectPes({1});
  hub.selectPes({2});
  hub.goBack();
  EXPECT_EQ(hub.selection().pes, std::vector<int>{1});
  hub.goForward();
  EXPECT_EQ(hub.selection().pes, std::vector<int>{2});
  EXPECT_FALSE(hub.canGoForward());
}

TEST(SelectionHub, CompletedRangesAreNoStepOfTheirOwn) {
  SelectionHub hub;
  hub.selectPes({1});
  hub.selectOps({3}, {});
  hub.completeRanges({{"k.py", 4, 1, 4, 9}});
  EXPECT_EQ(hub.selection().ranges.size(), 1U);
  hub.goBack();
  EXPECT_TRUE(hub.selection().ops.empty());
  hub.goForward();
  EXPECT_EQ(hub.selection().ranges.size(), 1U);
}

TEST(SelectionHub, ANewCompilationForgetsOpsAndKeepsPes) {
  SelectionHub hub;
  hub.selectPes({7});
  hub.selectOps({3}, {});
  hub.forgetOps();
  EXPECT_TRUE(hub.selection().ops.empty());
  EXPECT_EQ(hub.selection().pes, std::vector<int>{7});
  EXPECT_FALSE(hub.canGoBack());
}

class ThemeTest : public ::testing::TestWithParam<const char *> {};

TEST_P(ThemeTest, TextIsLegible) {
  QFile file(QString::fromLatin1(CHARONIA_SOURCE_DIR "/resources/themes/%1.json")
                 .arg(QString::fromLatin1(GetParam())));
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  QString error;
  const std::optional<Theme> theme = Theme::parse(file.readAll(), &error);
  ASSERT_TRUE(theme) << error.toStdString();
  for (const Role text :
       {Role::Text, Role::MutedText, Role::Error, Role::Warning, Role::Note, Role::Success,
        Role::Keyword, Role::Builtin, Role::String, Role::Number, Role::Comment, Role::Type,
        Role::Operation, Role::Value, Role::Attribute, Role::Decorator}) {
    for (const Role back : {Role::Base, Role::Window, Role::CurrentLine, Role::AlternateBase}) {
      EXPECT_GE(contrast(theme->color(text), theme->color(back)), 4.5)
          << "role " << static_cast<int>(text) << " on " << static_cast<int>(back);
    }
  }
  EXPECT_GE(contrast(theme->color(Role::AddedText), theme->color(Role::AddedBack)), 4.5);
  EXPECT_GE(contrast(theme->color(Role::RemovedText), theme->color(Role::RemovedBack)), 4.5);
  EXPECT_GE(contrast(theme->color(Role::StaleText), theme->color(Role::Stale)), 4.5);
  EXPECT_GE(contrast(theme->color(Role::Text), theme->color(Role::AddedBack)), 4.5);
  EXPECT_GE(contrast(theme->color(Role::Text), theme->color(Role::RemovedBack)), 4.5);
  EXPECT_GE(contrast(theme->color(Role::AccentText), theme->color(Role::Accent)), 4.5);
  for (const arch::Unit unit : arch::kAllUnits) {
    EXPECT_GE(contrast(theme->unit(unit), readableOn(theme->unit(unit))), 4.5)
        << static_cast<int>(unit);
    EXPECT_GE(contrast(theme->unit(unit), theme->color(Role::Base)), 3.0) << static_cast<int>(unit);
  }
}

TEST_P(ThemeTest, HeatScaleBrightensSteadily) {
  const Theme theme = Theme::load(QString::fromLatin1(GetParam()));
  double previous = -1;
  for (int i = 0; i <= 100; ++i) {
    // Contrast with black grows with luminance.
    const double light = contrast(theme.heat().color(i / 100.0), QColor(0, 0, 0));
    EXPECT_GE(light, previous) << i;
    previous = light;
  }
}

INSTANTIATE_TEST_SUITE_P(Both, ThemeTest, ::testing::Values("light", "dark"));

TEST(Theme, ABadFileNamesWhatIsMissing) {
  QString error;
  EXPECT_FALSE(Theme::parse(
      R"({"id": "x", "heat": ["#000000", "#ffffff"], "colors": {"window": "#fff"}})", &error));
  EXPECT_TRUE(error.contains(u"\"base\""_s)) << error.toStdString();
}

TEST(NumberFormat, GroupsAndUnits) {
  EXPECT_EQ(formatCount(1234567), u"1,234,567"_s);
  EXPECT_EQ(formatBytes(1536), u"1.5 KiB"_s);
  EXPECT_EQ(formatShare(0.7124), u"71.2 %"_s);
  EXPECT_EQ(formatTime(1350, 1.35), u"1.00 us"_s);
  EXPECT_EQ(formatShort(12345), u"12.3k"_s);
}

TEST(NumberFormat, PlacesLoseTheirFoldersOnly) {
  EXPECT_EQ(withoutFolders(u"load q (/home/me/k.py:15)"_s), u"load q (k.py:15)"_s);
  EXPECT_EQ(withoutFolders(u"t (/a/k.py:3, /b/c/l.py:4)"_s), u"t (k.py:3, l.py:4)"_s);
  EXPECT_EQ(withoutFolders(u"a/b (k.py:15)"_s), u"a/b (k.py:15)"_s);
}

TEST(IrView, FindsTheInnermostOpAtAnOffset) {
  compiler::IrText text;
  text.text = "for { load } end";
  text.ops = {{1, 0, 12, 1}, {2, 6, 10, 1}};
  EXPECT_EQ(IrView::opsAt(text, 7), (std::vector<compiler::OpId>{2, 1}));
  EXPECT_EQ(IrView::opsAt(text, 3), (std::vector<compiler::OpId>{1}));
  EXPECT_TRUE(IrView::opsAt(text, 14).empty());
}

TEST(CbData, SummarizesFullAndEmpty) {
  auto trace = std::make_shared<simdata::Trace>();
  trace->makespan = 100;
  trace->pes.resize(1);
  trace->cbTable.resize(1);
  trace->cbTable[0].depth = 2;
  trace->cbs.pe = {0, 0, 0, 0};
  trace->cbs.cb = {0, 0, 0, 0};
  trace->cbs.cycle = {10, 30, 60, 80};
  trace->cbs.filled = {0, 2, 1, 0};
  trace->cbs.reserved = {1, 2, 1, 0};
  const CbData data = CbData::build(trace);
  const CbSummary summary = data.summary(0, 0);
  EXPECT_EQ(summary.highWater, 2);
  EXPECT_DOUBLE_EQ(summary.fullShare, 0.30);                // 30 to 60
  EXPECT_DOUBLE_EQ(summary.emptyShare, 0.10 + 0.20 + 0.20); // before 10, 10 to 30, after 80
  EXPECT_DOUBLE_EQ(summary.meanFilled, 0.30 * 2 + 0.20);
  EXPECT_EQ(data.at(0, 0, 59).filled, 2);
  EXPECT_EQ(data.at(0, 0, 5).filled, 0);
}

TEST(ScheduleData, BusySumsMatchABruteForceCount) {
  const simdata::TraceRef trace = testing::makeTrace();
  const ScheduleData data = ScheduleData::build(trace);
  const std::span<const Interval> lane = data.lane(5, arch::Unit::FiRead);
  std::vector<int> busy(trace->makespan + 1);
  for (const Interval &i : lane) {
    std::fill(busy.begin() + static_cast<std::ptrdiff_t>(i.begin),
              busy.begin() + static_cast<std::ptrdiff_t>(i.end), 1);
  }
  int sum = 0;
  for (uint64_t cycle = 0; cycle < trace->makespan; ++cycle) {
    ASSERT_DOUBLE_EQ(ScheduleData::busyUpTo(lane, static_cast<double>(cycle)), sum) << cycle;
    sum += busy[cycle];
  }
}

TEST(ScheduleData, PixelsHoldTheBusyShareOfTheirCycles) {
  const ScheduleData data = ScheduleData::build(testing::makeTrace());
  const std::span<const Interval> lane = data.lane(3, arch::Unit::Dpe);
  for (const int pixels : {7, 100, 1999}) {
    const std::vector<float> shares = busyByPixel(lane, 37.5, 2900.25, pixels);
    ASSERT_EQ(shares.size(), static_cast<size_t>(pixels));
    const double width = (2900.25 - 37.5) / pixels;
    for (int p = 0; p < pixels; ++p) {
      const double expected = (ScheduleData::busyUpTo(lane, 37.5 + width * (p + 1)) -
                               ScheduleData::busyUpTo(lane, 37.5 + width * p)) /
                              width;
      ASSERT_NEAR(shares[static_cast<size_t>(p)], expected, 1e-5) << p << " of " << pixels;
    }
  }
}

TEST(ScheduleData, AMillionIntervalsFoldWithinAFrame) {
  auto trace = std::make_shared<simdata::Trace>();
  constexpr size_t kRows = 1'000'000;
  trace->pes.resize(1);
  trace->makespan = kRows * 10;
  trace->commands.pe.assign(kRows, 0);
  trace->commands.unit.assign(kRows, static_cast<uint8_t>(arch::Unit::FiRead));
  trace->commands.command.assign(kRows, 0);
  trace->commands.bytes.assign(kRows, 64);
  trace->commands.waitClass.assign(kRows, 0);
  trace->commands.waitCb.assign(kRows, program::kNone);
  for (size_t i = 0; i < kRows; ++i) {
    trace->commands.issued.push_back(i * 10);
    trace->commands.started.push_back(i * 10);
    trace->commands.ended.push_back(i * 10 + 1 + i % 9);
  }
  const ScheduleData data = ScheduleData::build(trace);
  const std::span<const Interval> lane = data.lane(0, arch::Unit::FiRead);
  ASSERT_EQ(lane.size(), kRows);
  QElapsedTimer clock;
  clock.start();
  const std::vector<float> shares =
      busyByPixel(lane, 0, static_cast<double>(trace->makespan), 1400);
  RecordProperty("fold_us", static_cast<int>(clock.nsecsElapsed() / 1000));
  EXPECT_NEAR(shares[700], 0.5, 0.01);
}

TEST(RunReport, AddsUpTheTrace) {
  const simdata::TraceRef trace = testing::makeTrace();
  const RunReport report = makeReport(*trace, 1.35);
  EXPECT_EQ(report.cycles, trace->makespan);
  EXPECT_EQ(report.pids, 64U);
  EXPECT_EQ(report.pesUsed, 64);
  // PE p takes 100 + 200 (8 + p) cycles after the launch: the mean is at p = 31.5.
  EXPECT_NEAR(report.maxOverMean, (100 + 200 * 71.0) / (100 + 200 * 39.5), 1e-9);
  ASSERT_EQ(report.units.size(), 4U);
  for (const UnitReport &unit : report.units) {
    double sum = 0;
    for (const double share : unit.shares) {
      sum += share;
    }
    EXPECT_NEAR(sum, 1, 1e-9) << static_cast<int>(unit.unit);
  }
  EXPECT_EQ(report.resources.front().name, "dram.channel.0");
}

TEST(LaunchText, ConstantsRoundTrip) {
  for (const char *text : {"None", "True", "False", "-17", "0.5", "1e-05", "1.0", "'relu'",
                           "dtype fp16", "= cdiv(N, 2)", "(1, 'x', (True, None))", "(4,)", "()"}) {
    const std::optional<launch::ConstantValue> value = parseConstant(text);
    ASSERT_TRUE(value) << text;
    EXPECT_EQ(constantText(*value), text);
  }
}

TEST(LaunchText, NonsenseIsRefused) {
  for (const char *text : {"", "abc", "1 2", "(1, abc)", "((1)", "nan", "inf", "0x10", "="}) {
    EXPECT_FALSE(parseConstant(text)) << text;
  }
  for (const char *text : {"", "0", "-3", "12 x a", "9223372036854775807 x 2"}) {
    EXPECT_FALSE(parseShape(text)) << text;
  }
}

TEST(LaunchText, TypesOfSignatures) {
  launch::Argument a;
  ASSERT_TRUE(setArgumentType(a, "*bf16"));
  EXPECT_EQ(a.kind, launch::Argument::Kind::Pointer);
  EXPECT_EQ(a.type, numerics::ElementType::BF16);
  ASSERT_TRUE(setArgumentType(a, "u8"));
  EXPECT_TRUE(a.isUnsigned);
  EXPECT_EQ(a.kind, launch::Argument::Kind::Scalar);
  EXPECT_FALSE(setArgumentType(a, "float"));
  EXPECT_EQ(a.typeText, "u8");
}

} // namespace
} // namespace charonia::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Panels painted without a display: they show what their data says, in both themes, and answer keys
// and the mouse. With CHARONIA_PICTURES set to a folder, each picture is kept there.
#include "Synthetic.h"
#include "widgets/cb/CbTimelineView.h"
#include "widgets/core/ElidedLabel.h"
#include "widgets/decisions/DecisionsView.h"
#include "widgets/diagnostics/ProblemsView.h"
#include "widgets/grid/HeatLegend.h"
#include "widgets/grid/PeGridView.h"
#include "widgets/irview/FrontendDiffView.h"
#include "widgets/irview/IrView.h"
#include "widgets/irview/PassListView.h"
#include "widgets/launchpanel/LaunchPanel.h"
#include "widgets/schedule/ScheduleView.h"
#include "widgets/stats/RunReportView.h"

#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

#include <gtest/gtest.h>

namespace charonia::ui {
namespace {

using namespace Qt::StringLiterals;

class PaintTest : public ::testing::TestWithParam<const char *> {
protected:
  PaintTest() { QApplication::setPalette(m_theme.theme().palette()); }

  PanelContext context() { return {&m_hub, &m_theme}; }
  QString name(const char *what) const {
    return u"%1-%2"_s.arg(QString::fromLatin1(what), QString::fromLatin1(GetParam()));
  }

  QImage grab(Panel &panel, const char *what, QSize size = {900, 560}) {
    panel.resize(size);
    panel.show();
    QApplication::processEvents();
    const QImage image = panel.exportImage();
    const QString folder = qEnvironmentVariable("CHARONIA_PICTURES");
    if (!folder.isEmpty()) {
      image.save(u"%1/%2.png"_s.arg(folder, name(what)));
    }
    return image;
  }

  static qsizetype countOf(const QImage &image, const QRect &rect, const QColor &color) {
    qsizetype count = 0;
    for (int y = std::max(0, rect.top()); y <= std::min(rect.bottom(), image.height() - 1); ++y) {
      for (int x = std::max(0, rect.left()); x <= std::min(rect.right(), image.width() - 1); ++x) {
        count += image.pixelColor(x, y) == color ? 1 : 0;
      }
    }
    return count;
  }

  ThemeHolder m_theme{Theme::load(QString::fromLatin1(GetParam()))};
  SelectionHub m_hub;
};

TEST_P(PaintTest, HeatMapCellsHaveTheColourOfTheirValue) {
  PeGridView view(context());
  view.setTrace(testing::makeTrace());
  m_hub.selectPes({10});
  const QImage image = grab(view, "heatmap", {760, 820});
  for (const int pe : {0, 7, 33, 63}) {
    const QRect cell = view.canvas().cellRect(pe);
    ASSERT_FALSE(cell.isNull());
    const QPoint corner = view.canvas().mapTo(&view, cell.topLeft()) + QPoint(3, 3);
    EXPECT_EQ(image.pixelColor(corner), m_theme.theme().heat().color(view.model().fraction(pe)))
        << pe;
  }
}

TEST_P(PaintTest, LabelsOfTheHeatLegendAreWhole) {
  HeatLegend legend(&m_theme);
  legend.setLabels({u"0 %"_s, u"50 %"_s, u"100 %"_s});
  legend.resize(400, legend.sizeHint().height());
  QPalette palette;
  palette.setColor(QPalette::Window, m_theme.theme().color(Role::Base));
  legend.setPalette(palette);
  legend.setAutoFillBackground(true);
  const QImage image = legend.grab().toImage();
  // No ink reaches the widget's sides.
  for (int y = 0; y < image.height(); ++y) {
    for (const int x : {0, 1, image.width() - 2, image.width() - 1}) {
      EXPECT_EQ(image.pixelColor(x, y), m_theme.theme().color(Role::Base)) << x << ", " << y;
    }
  }
}

TEST_P(PaintTest, HeatMapAnswersArrowsAndClicks) {
  PeGridView view(context());
  view.setTrace(testing::makeTrace());
  grab(view, "heatmap-keys", {700, 700});
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, view.canvas().cellRect(9).center());
  EXPECT_EQ(m_hub.selection().pes, std::vector<int>{9});
  QTest::keyClick(&view.canvas(), Qt::Key_Right);
  QTest::keyClick(&view.canvas(), Qt::Key_Down, Qt::ShiftModifier);
  EXPECT_EQ(m_hub.selection().pes, (std::vector<int>{18, 10}));
  EXPECT_TRUE(view.canvas().accessibleDescription().contains(u"row 2, column 2"_s));
}

TEST_P(PaintTest, DecisionsMarkSlowAccessesAndFollowTheSelection) {
  compiler::AccessRow fast;
  fast.op = 3;
  fast.kind = "load";
  fast.argument = "x";
  fast.rung = "dma";
  fast.bytesPerTile = 8192;
  compiler::AccessRow slow = fast;
  slow.op = 4;
  slow.rung = "gather";
  slow.reason = "index depends on loaded data";
  compiler::Placement dot;
  dot.row.op = 5;
  dot.row.opName = "tile.dot";
  dot.row.unit = "dpe";
  dot.row.reason = "the matrix engine does this type and size";
  dot.cycles = 64;
  dot.alternatives = {{"vec", true, 8192, ""}, {"sca", true, 500000, ""}};
  DecisionsView view(context());
  compiler::BoxRow box{6, {}, "x", "128 f32", "[min(n, 128)]", "0", "[min(n, 128)]", "load", ""};
  view.setRows({fast, slow}, {dot}, {box});
  EXPECT_TRUE(view.summary().contains(u"dma 8.0 KiB, gather 8.0 KiB"_s))
      << view.summary().toStdString();
  EXPECT_TRUE(view.summary().contains(u"dpe 1"_s)) << view.summary().toStdString();
  const QImage image = grab(view, "decisions", {900, 260});
  // Of the letters only full strokes have the colour itself.
  EXPECT_GT(countOf(image, image.rect(), m_theme.theme().color(Role::Warning)), 0);
  m_hub.selectOps({4}, {});
  const QList<QTreeView *> tables = view.findChildren<QTreeView *>();
  EXPECT_TRUE(std::any_of(tables.begin(), tables.end(), [](const QTreeView *table) {
    return table->currentIndex().row() == 1; // the slow access
  }));
  view.restoreState({{u"tab"_s, 1}});
  grab(view, "decisions-placements", {900, 260});
  view.restoreState({{u"tab"_s, 2}});
  grab(view, "decisions-boxes", {900, 260});
}

TEST_P(PaintTest, ScalarOperationsAreListedOnDemand) {
  compiler::Placement address, dot;
  address.row.op = 5;
  address.row.opName = "arith.muli";
  address.row.unit = "sca";
  dot.row.op = 6;
  dot.row.opName = "tile.dot";
  dot.row.unit = "dpe";
  DecisionsView view(context());
  view.setRows({}, {address, dot}, {});
  const QList<QTreeView *> tables = view.findChildren<QTreeView *>();
  const auto table = std::find_if(tables.begin(), tables.end(), [](const QTreeView *one) {
    return one->accessibleName() == u"Placements"_s;
  });
  ASSERT_NE(table, tables.end());
  const QAbstractItemModel *shown = (*table)->model();
  ASSERT_EQ(shown->rowCount(), 1);
  EXPECT_EQ(shown->index(0, PlacementModel::Operation).data().toString(), u"tile.dot"_s);
  view.restoreState({{u"scalars"_s, true}});
  EXPECT_EQ(shown->rowCount(), 2);
  EXPECT_EQ(view.saveState().value(u"scalars"_s).toBool(), true);
}

TEST_P(PaintTest, FrontEndsAreAlignedWithColouredDifferences) {
  FrontendDiffView view(context());
  FrontendTexts texts;
  texts.builtin = "module {\n  %0 = tt.a\n  %1 = tt.b\n  tt.c %1\n}\n";
  texts.upstream = "module {\n  %0 = tt.a\n  %1 = tt.x\n  %2 = tt.y\n  tt.c %1\n}\n";
  texts.builtinLines = {{}, {3}, {4}, {5}};
  texts.upstreamLines = {{}, {3}, {4}, {4}, {5}};
  texts.ops = 2;
  texts.version = u"3.6.0"_s;
  QSignalSpy picked(&view, &FrontendDiffView::linePicked);
  view.setTexts(texts);
  const QImage image = grab(view, "frontends");
  EXPECT_EQ(view.differences(), 1);
  EXPECT_EQ(view.shownText(false), "module {\n  %0 = tt.a\n  %1 = tt.b\n\n  tt.c %1\n}\n")
      << "rows stand beside each other";
  EXPECT_GT(countOf(image, image.rect(), m_theme.theme().color(Role::RemovedBack)), 500);
  EXPECT_GT(countOf(image, image.rect(), m_theme.theme().color(Role::AddedBack)), 1000);
  view.step(true);
  EXPECT_TRUE(view.summary().contains(u"difference 1 of 1"_s)) << view.summary().toStdString();
  ASSERT_EQ(picked.count(), 1);
  EXPECT_EQ(picked[0][0].toUInt(), 4U);
  compiler::Diagnostic wrong;
  wrong.code = "KU0104";
  wrong.message = "there is no <triton>";
  view.setProblem(u"Nothing to compare."_s, {wrong});
  grab(view, "frontends-problem");
  EXPECT_TRUE(view.message().contains(u"there is no <triton>"_s)) << view.message().toStdString();
  EXPECT_TRUE(view.message().contains(u"KU0104"_s));
  EXPECT_EQ(view.differences(), 0);
}

TEST_P(PaintTest, LongNamesDoNotWidenTheLaunchPanel) {
  launch::Launch launch;
  launch.function = "short";
  launch.file = "a.launch.json";
  launch.cases.emplace_back().name = "a";
  LaunchPanel view(context());
  view.setLaunch(launch);
  const int narrow = view.minimumSizeHint().width();
  launch.function = "triton_per_fused_" + std::string(200, 'x');
  launch.cases[0].name = std::string(200, 'y');
  launch.cases.push_back(launch.cases[0]);
  launch.configs = {{{"options", {{"cbDepth", 2}, {std::string(150, 'z'), 1}}}}};
  launch.file = "b.launch.json";
  view.setLaunch(launch);
  grab(view, "launch-long", {300, 560});
  EXPECT_LE(view.minimumSizeHint().width(), narrow + 60);
  EXPECT_LT(view.minimumSizeHint().width(), 400);
  const auto labels = view.findChildren<ElidedLabel *>();
  ASSERT_FALSE(labels.isEmpty());
  EXPECT_TRUE(labels[0]->shownText().contains(QChar(0x2026)));
  EXPECT_TRUE(labels[0]->toolTip().contains(QString::fromStdString(launch.function)));
}

TEST_P(PaintTest, CbStripsAreFilledWhereTheBufferIs) {
  CbTimelineView view(context());
  view.setTrace(testing::makeTrace(), 1.35);
  const QImage image = grab(view, "cb");
  const QRect strip = view.canvas().rowRect(1);
  const QRect onPanel(view.canvas().mapTo(&view, strip.topLeft()), strip.size());
  EXPECT_GT(countOf(image, onPanel, m_theme.theme().color(Role::CbFill)), 200);
  EXPECT_GT(countOf(image, onPanel, m_theme.theme().color(Role::CbReserved)), 50);
  EXPECT_GT(countOf(image, onPanel, m_theme.theme().color(Role::CbFull)), 10);
  EXPECT_GT(countOf(image, onPanel, m_theme.theme().color(Role::CbEmpty)), 10);
}

TEST_P(PaintTest, ScheduleShowsBlocksOfTheSelectedPes) {
  ScheduleView view(context());
  view.setTrace(testing::makeTrace(), 1.35);
  m_hub.selectPes({0, 5});
  const QImage image = grab(view, "schedule");
  const auto &lanes = view.canvas().lanes();
  ASSERT_EQ(lanes.size(), 8U); // four units on two PEs
  for (size_t row = 0; row < lanes.size(); ++row) {
    const QRect band = view.canvas().rowRect(static_cast<int>(row));
    const QRect onPanel(view.canvas().mapTo(&view, band.topLeft()), band.size());
    EXPECT_GT(countOf(image, onPanel, m_theme.theme().unit(lanes[row].unit)), 5) << row;
  }
}

TEST_P(PaintTest, ScheduleZoomedInShowsNamesAndPicksOps) {
  ScheduleView view(context());
  view.setTrace(testing::makeTrace(), 1.35);
  grab(view, "schedule-zoom-before");
  view.canvas().setView(500, 900);
  grab(view, "schedule-zoom");
  const QRect lane = view.canvas().rowRect(0); // FI read
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {},
                    QPoint(static_cast<int>(view.canvas().toX(540)), lane.center().y()));
  EXPECT_EQ(m_hub.selection().ops, std::vector<compiler::OpId>{1});
  QTest::keyClick(&view.canvas(), Qt::Key_Period);
  EXPECT_EQ(m_hub.selection().ops, std::vector<compiler::OpId>{2});
  QTest::keyClick(&view.canvas(), Qt::Key_Comma);
  EXPECT_EQ(m_hub.selection().ops, std::vector<compiler::OpId>{1});
}

TEST_P(PaintTest, TimelineKeysZoomPanAndFit) {
  ScheduleView view(context());
  const simdata::TraceRef trace = testing::makeTrace();
  view.setTrace(trace, 1.35);
  grab(view, "schedule-keys");
  ScheduleCanvas &canvas = view.canvas();
  const double full = canvas.viewEnd() - canvas.viewBegin();
  EXPECT_DOUBLE_EQ(full, static_cast<double>(trace->makespan));
  QTest::keyClick(&canvas, Qt::Key_W);
  EXPECT_NEAR(canvas.viewEnd() - canvas.viewBegin(), full / 1.3, 1e-6);
  const double begin = canvas.viewBegin();
  QTest::keyClick(&canvas, Qt::Key_D);
  EXPECT_GT(canvas.viewBegin(), begin);
  QTest::keyClick(&canvas, Qt::Key_F);
  EXPECT_DOUBLE_EQ(canvas.viewBegin(), 0);
  EXPECT_DOUBLE_EQ(canvas.viewEnd(), full);
}

TEST_P(PaintTest, IrShowsDifferenceAndFollowsTheSelection) {
  IrView view(context());
  const auto before = std::make_shared<const compiler::IrText>(testing::makeIr());
  const auto after = std::make_shared<const compiler::IrText>(
      testing::makeIr("    %2 = pe.mma %0, %1, %acc : f32"));
  view.setTexts(u"tile-map"_s, after, before);
  view.setMode(IrView::Mode::Unified);
  m_hub.selectOps({3}, {});
  const QImage image = grab(view, "ir-unified", {900, 260});
  EXPECT_EQ(view.summary(), u"+1 \u22121"_s);
  EXPECT_GT(countOf(image, image.rect(), m_theme.theme().color(Role::AddedBack)), 500);
  EXPECT_GT(countOf(image, image.rect(), m_theme.theme().color(Role::RemovedBack)), 500);
  view.setMode(IrView::Mode::SideBySide);
  grab(view, "ir-side", {1100, 260});
  view.setTexts(u"cse"_s, before, before);
  EXPECT_EQ(view.summary(), u"This pass left the IR as it was."_s);
}

TEST_P(PaintTest, CaretInIrPicksTheOpOfItsLine) {
  IrView view(context());
  view.setTexts(u"tile-map"_s, std::make_shared<const compiler::IrText>(testing::makeIr()),
                nullptr);
  grab(view, "ir-plain", {700, 260});
  std::vector<compiler::OpId> picked;
  QObject::connect(&view, &IrView::opsPicked,
                   [&](const std::vector<compiler::OpId> &ops) { picked = ops; });
  auto *editor = view.findChild<CodeEditor *>(u"ir.after"_s);
  ASSERT_NE(editor, nullptr);
  QWidget *text = editor->focusProxy();
  QTest::keyClick(text, Qt::Key_Down);
  QTest::keyClick(text, Qt::Key_Down);
  editor->grab(); // the component tells of the caret when it paints
  EXPECT_EQ(editor->caret().first, 3U);
  EXPECT_EQ(picked, std::vector<compiler::OpId>{2});
}

TEST_P(PaintTest, ALongIrShowsTheFunctionThatHoldsTheSelection) {
  // Two functions in a module; ops 1 to 3 are in the first, 11 to 13 in the second.
  compiler::IrText both;
  both.text = "module {\n";
  for (const uint32_t base : {0U, 10U}) {
    const compiler::IrText one = testing::makeIr();
    const auto at = static_cast<uint32_t>(both.text.size());
    const auto line = static_cast<uint32_t>(countLines(both.text));
    for (const compiler::OpRange &range : one.ops) {
      both.ops.push_back({range.op + base, range.begin + at, range.end + at, range.line + line});
    }
    both.text += base == 0 ? one.text
                           : QString::fromStdString(one.text)
                                 .replace(u"@matmul_kernel"_s, u"@helper"_s)
                                 .toStdString();
  }
  both.text += "}\n";
  // The name of the second function is shorter than the first's by 7 bytes.
  for (size_t i = 3; i < both.ops.size(); ++i) {
    both.ops[i].begin -= 7;
    both.ops[i].end -= 7;
  }
  const auto text = std::make_shared<const compiler::IrText>(std::move(both));
  IrView view(context());
  view.setTexts(u"tile-map"_s, text, nullptr);
  grab(view, "ir-whole", {900, 260});
  EXPECT_TRUE(view.functions()->isHidden());
  EXPECT_EQ(view.shownText(), text->text);
  view.setWholeLines(8);
  EXPECT_FALSE(view.functions()->isHidden());
  EXPECT_EQ(view.functions()->count(), 2);
  EXPECT_EQ(view.shownText(), testing::makeIr().text);
  m_hub.selectOps({12}, {});
  EXPECT_EQ(view.functions()->currentIndex(), 1);
  EXPECT_EQ(view.shownText().find("@matmul_kernel"), std::string::npos);
  EXPECT_NE(view.shownText().find("@helper"), std::string::npos);
  grab(view, "ir-function", {900, 260});
  std::vector<compiler::OpId> picked;
  QObject::connect(&view, &IrView::opsPicked,
                   [&](const std::vector<compiler::OpId> &ops) { picked = ops; });
  auto *editor = view.findChild<CodeEditor *>(u"ir.after"_s);
  ASSERT_NE(editor, nullptr);
  QTest::keyClick(editor->focusProxy(), Qt::Key_Down);
  editor->grab(); // the component tells of the caret when it paints
  EXPECT_EQ(picked, std::vector<compiler::OpId>{11});
}

TEST_P(PaintTest, OtherPanels) {
  PassListView passes(context());
  passes.setPasses({{"", 1, true, 100, 0, 20},
                    {"canonicalize", 1, false, 50, 20, 20},
                    {"tile-map-units", 2, true, 70, 20, 23},
                    {"pe-size-cbs", 3, true, 30, 23, 23}},
                   {});
  EXPECT_EQ(passes.currentPass(), 3);
  passes.stepChanged(false);
  EXPECT_EQ(passes.currentPass(), 2);
  passes.setStale(u"Stale: the source has errors. This is the last good result."_s);
  grab(passes, "passes", {340, 300});

  ProblemsView problems(context());
  compiler::Diagnostic d;
  d.code = "KC0102";
  d.message = "tl.foo is not a function of triton.language";
  d.range = {"k.py", 12, 9, 12, 15};
  d.notes.push_back({"did you mean tl.dot?", {"k.py", 12, 9, 12, 15}});
  problems.setDiagnostics({d});
  grab(problems, "problems", {700, 200});

  RunReportView report(context());
  RunReport figures = makeReport(*testing::makeTrace(), 1.35);
  figures.mapping = "zigzag";
  figures.policy = "strict";
  figures.compared = true;
  report.setReport(figures);
  grab(report, "report", {620, 700});
  EXPECT_TRUE(report.plainText().contains(u"14,800 cycles"_s)) << report.plainText().toStdString();

  LaunchPanel launch(context());
  launch::Launch l;
  l.function = "matmul_kernel";
  l.file = "/x/matmul.launch.json";
  l.grid = {"cdiv(M, BLOCK_M) * cdiv(N, BLOCK_N)"};
  l.constexprs["BLOCK_M"] = *parseConstant("64");
  launch::Argument a;
  a.name = "a_ptr";
  setArgumentType(a, "*fp16");
  setShape(a, {512, 512});
  l.args.push_back(a);
  launch.setLaunch(l, {"args/a_ptr/shape", "grid"});
  grab(launch, "launch", {360, 520});
}

TEST_P(PaintTest, EditorMarksErrorsAndOps) {
  CodeEditor editor(&m_theme, Language::Triton);
  editor.resize(700, 240);
  editor.setText("@triton.jit\ndef k(x_ptr, n):  # \xed\x95\x9c\xea\xb8\x80\n    x = "
                 "tl.loat(x_ptr)\n    tl.store(x_ptr, x)\n");
  compiler::Diagnostic d;
  d.message = "no such function";
  d.range = {"k.py", 3, 9, 3, 16};
  editor.setDiagnostics({d});
  editor.setHighlights({{editor.offsetOf(4, 5), editor.offsetOf(4, 23)}}, true);
  editor.show();
  QApplication::processEvents();
  const QImage image = editor.grab().toImage();
  if (const QString folder = qEnvironmentVariable("CHARONIA_PICTURES"); !folder.isEmpty()) {
    image.save(u"%1/%2.png"_s.arg(folder, name("editor")));
  }
  EXPECT_GT(countOf(image, image.rect(), m_theme.theme().color(Role::Error)), 10);
  // Columns count bytes: the Hangul comment takes six.
  EXPECT_EQ(editor.offsetOf(3, 1), 12U + 27U);
}

TEST_P(PaintTest, EditsAreSignalledAndProgramsAreNot) {
  CodeEditor editor(&m_theme, Language::Triton);
  QSignalSpy edited(&editor, &CodeEditor::textEdited);
  editor.setText("x = 1\n");
  EXPECT_EQ(edited.count(), 0);
  editor.show();
  QTest::keyClicks(editor.focusProxy(), u"y"_s);
  EXPECT_EQ(edited.count(), 1);
  EXPECT_EQ(editor.text(), "yx = 1\n");
  editor.undo();
  EXPECT_EQ(editor.text(), "x = 1\n");
}

TEST_P(PaintTest, AHiddenPanelRefreshesWhenShown) {
  RunReportView report(context());
  report.setReport(makeReport(*testing::makeTrace(), 1.35));
  EXPECT_FALSE(report.plainText().contains(u"matmul_kernel"_s));
  report.show();
  QApplication::processEvents();
  EXPECT_TRUE(report.plainText().contains(u"matmul_kernel"_s));
}

INSTANTIATE_TEST_SUITE_P(Both, PaintTest, ::testing::Values("light", "dark"));

} // namespace
} // namespace charonia::ui

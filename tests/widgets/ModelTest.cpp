// SPDX-License-Identifier: GPL-3.0-or-later
// Every item model under Qt's model tester, and what the models say.
#include "Synthetic.h"
#include "widgets/cb/CbModel.h"
#include "widgets/decisions/DecisionModels.h"
#include "widgets/diagnostics/ProblemsModel.h"
#include "widgets/grid/PeGridModel.h"
#include "widgets/irview/PassListModel.h"
#include "widgets/launchpanel/LaunchModels.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace charonia::ui {
namespace {

using namespace Qt::StringLiterals;

constexpr auto kMode = QAbstractItemModelTester::FailureReportingMode::Fatal;

class ModelTest : public ::testing::Test {
protected:
  ThemeHolder m_theme{Theme::load(u"light"_s)};
};

compiler::Diagnostic diagnostic(compiler::Severity severity, const char *message, uint32_t line) {
  compiler::Diagnostic d;
  d.severity = severity;
  d.code = "KC0001";
  d.message = message;
  d.range = {"dir/k.py", line, 3, line, 8};
  return d;
}

TEST_F(ModelTest, ProblemsListDiagnosticsAndNotes) {
  ProblemsModel model(&m_theme);
  QAbstractItemModelTester tester(&model, kMode);
  compiler::Diagnostic error = diagnostic(compiler::Severity::Error, "no such name", 7);
  error.notes.push_back({"defined here", {"dir/k.py", 2, 1, 2, 4}});
  model.setDiagnostics({error, diagnostic(compiler::Severity::Warning, "unused", 9)});
  ASSERT_EQ(model.rowCount(), 2);
  const QModelIndex first = model.index(0, 0);
  EXPECT_EQ(first.data().toString(), u"no such name"_s);
  EXPECT_EQ(model.index(0, ProblemsModel::PlaceColumn).data().toString(), u"k.py:7:3"_s);
  ASSERT_EQ(model.rowCount(first), 1);
  EXPECT_EQ(model.range(model.index(0, 0, first)).beginLine, 2U);
  EXPECT_EQ(model.count(compiler::Severity::Error), 1);
}

std::vector<compiler::PassRecord> records() {
  return {{"", 1, true, 100, 0, 20},
          {"canonicalize", 1, false, 50, 20, 20},
          {"tile-map", 2, true, 70, 20, 23},
          {"pe-size-cbs", 3, true, 30, 23, 23}};
}

TEST_F(ModelTest, PassesAreGroupedByStageWithBadges) {
  PassListModel model(&m_theme);
  QAbstractItemModelTester tester(&model, kMode);
  model.setPasses(records());
  ASSERT_EQ(model.rowCount(), 3);
  EXPECT_EQ(model.rowCount(model.index(0, 0)), 2);
  EXPECT_EQ(model.index(0, PassListModel::ChangeColumn, model.index(1, 0)).data().toString(),
            u"+3"_s);
  EXPECT_EQ(model.index(0, PassListModel::ChangeColumn, model.index(2, 0)).data().toString(),
            u"~"_s);
  EXPECT_EQ(model.index(1, PassListModel::ChangeColumn, model.index(0, 0)).data().toString(),
            QString());
  EXPECT_EQ(model.pass(model.indexOf(2)), 2);
}

TEST_F(ModelTest, PassFilterHidesUnchangedPassesAndEmptyStages) {
  PassListModel model(&m_theme);
  PassFilter filter;
  filter.setSourceModel(&model);
  QAbstractItemModelTester tester(&filter, kMode);
  std::vector<compiler::PassRecord> passes = records();
  passes[2].changed = false;
  model.setPasses(passes);
  filter.setChangedOnly(true);
  ASSERT_EQ(filter.rowCount(), 2); // stage 2 has no changed pass
  EXPECT_EQ(filter.rowCount(filter.index(0, 0)), 1);
  filter.setChangedOnly(false);
  filter.setNamePart(u"SIZE"_s);
  ASSERT_EQ(filter.rowCount(), 1);
  EXPECT_EQ(filter.index(0, 0, filter.index(0, 0)).data().toString(), u"pe-size-cbs"_s);
}

compiler::AccessRow access(compiler::OpId op, const char *rung, int64_t bytes) {
  compiler::AccessRow row;
  row.op = op;
  row.range = {"k.py", 10 + op, 1, 10 + op, 5};
  row.argument = "x";
  row.kind = "load";
  row.rung = rung;
  row.bytesPerTile = bytes;
  return row;
}

TEST_F(ModelTest, AccessesShowTheirRungAndWhyNoBetterOne) {
  AccessModel model(&m_theme);
  QAbstractItemModelTester tester(&model, kMode);
  compiler::AccessRow slow = access(4, "gather", 4096);
  slow.reason = "the index is divided";
  slow.descriptor = "box of 16 elements";
  slow.betterRungs = {{"dma", slow.reason}, {"rows", "two dimensions have indices"}};
  model.setRows({access(3, "dma", 128), slow});
  ASSERT_EQ(model.rowCount(), 2);
  EXPECT_EQ(model.index(1, AccessModel::Rung).data().toString(), u"gather"_s);
  EXPECT_EQ(model.index(1, AccessModel::Bytes).data().toString(), u"4,096"_s);
  EXPECT_EQ(model.index(1, AccessModel::Bytes).data(DecisionModel::SortRole).toInt(), 4096);
  EXPECT_EQ(model.index(1, AccessModel::Moves).data().toString(), u"box of 16 elements"_s);
  EXPECT_EQ(model.index(1, 0).data(Qt::ToolTipRole).toString(),
            u"the index is divided\nnot rows: two dimensions have indices"_s);
  EXPECT_EQ(model.index(1, AccessModel::Rung).data(Qt::ForegroundRole).value<QColor>(),
            m_theme.theme().color(Role::Warning));
  EXPECT_EQ(model.rowOf(4), 1);
  EXPECT_EQ(model.rowOf(9), -1);
  EXPECT_EQ(model.range(1).beginLine, 14U);
}

TEST_F(ModelTest, ColumnsOfNumbersAreAlignedWithTheirTitlesAndExplained) {
  AccessModel model(&m_theme);
  model.setRows({access(3, "dma", 128)});
  const auto alignment = [&](int column) {
    return Qt::Alignment(model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt());
  };
  EXPECT_TRUE(alignment(AccessModel::Bytes).testFlag(Qt::AlignRight));
  EXPECT_TRUE(alignment(AccessModel::Rung).testFlag(Qt::AlignLeft));
  for (int column = 0; column < AccessModel::ColumnCount; ++column) {
    EXPECT_EQ(model.index(0, column).data(Qt::TextAlignmentRole).toInt(), alignment(column));
  }
  EXPECT_EQ(model.headerData(AccessModel::Bytes, Qt::Horizontal, Qt::ToolTipRole).toString(),
            u"<qt>Bytes that are moved for one tile</qt>"_s);
}

TEST_F(ModelTest, WorkOfSingleNumbersIsToldFromChoices) {
  compiler::Placement address, tile;
  address.row.unit = tile.row.unit = "sca";
  tile.alternatives = {{"vec", true, 64, ""}};
  PlacementModel model;
  model.setRows({address, tile});
  EXPECT_TRUE(model.index(0, 0).data(DecisionModel::ScalarRole).toBool());
  EXPECT_FALSE(model.index(1, 0).data(DecisionModel::ScalarRole).toBool());
}

TEST_F(ModelTest, PlacementsShowOtherUnitsAndLeaveViewsOut) {
  PlacementModel model;
  QAbstractItemModelTester tester(&model, kMode);
  compiler::PlacementRow view, dot;
  view.op = 6;
  view.opName = "tile.splat";
  view.unit = "vec";
  dot.op = 7;
  dot.opName = "tile.dot";
  dot.unit = "vec";
  dot.reason = "the matrix engine has no operands of this type";
  compiler::Remark refused, costs;
  refused.op = costs.op = 7;
  refused.kind = "placement-refused";
  refused.reason = "operands of f32";
  refused.numbers = {{"dpe", 16}};
  costs.kind = "placement";
  costs.numbers = {{"vec", 1234.4}, {"sca", 98765}};
  model.setRows(compiler::placementsOf({view, dot}, {refused, costs}));
  ASSERT_EQ(model.rowCount(), 1);
  EXPECT_EQ(model.index(0, PlacementModel::Operation).data().toString(), u"tile.dot"_s);
  EXPECT_EQ(model.index(0, PlacementModel::Cycles).data().toString(), u"1,234"_s);
  EXPECT_EQ(model.index(0, PlacementModel::Others).data().toString(), u"not dpe, sca 98,765"_s);
  EXPECT_TRUE(
      model.index(0, 0).data(Qt::ToolTipRole).toString().contains(u"not dpe: operands of f32"_s));
}

TEST_F(ModelTest, BoxesShowWhatIsDefinedAndUsedAndWhyNothingShrank) {
  BoxModel model;
  QAbstractItemModelTester tester(&model, kMode);
  const auto remark = [](compiler::OpId op, const char *kind, const char *text, const char *more) {
    compiler::Remark made;
    made.op = op;
    made.kind = kind;
    made.message = text;
    made.reason = more;
    made.range = {"k.py", 10 + op, 1, 10 + op, 5};
    return made;
  };
  model.setRows(compiler::boxesOf(
      {remark(3, "box", "x", "64 f32"), remark(3, "box-defined", "[n]", "-inf"),
       remark(3, "box-used", "[n + 1]", ""), remark(3, "box-shrunk", "vector work", ""),
       remark(5, "shrink", "another remark", ""), remark(4, "box", "y", "64 f32"),
       remark(4, "box-defined", "[n]", "alike"), remark(4, "box-used", "[64]", ""),
       remark(4, "box-stopped", "a reduction", "")}));
  ASSERT_EQ(model.rowCount(), 2);
  EXPECT_EQ(model.index(0, BoxModel::Tile).data().toString(), u"x"_s);
  EXPECT_EQ(model.index(0, BoxModel::Type).data().toString(), u"64 f32"_s);
  EXPECT_EQ(model.index(0, BoxModel::Defined).data().toString(), u"[n]"_s);
  EXPECT_EQ(model.index(0, BoxModel::Behind).data().toString(), u"-inf"_s);
  EXPECT_EQ(model.index(0, BoxModel::Used).data().toString(), u"[n + 1]"_s);
  EXPECT_EQ(model.index(0, BoxModel::Smaller).data().toString(), u"vector work"_s);
  EXPECT_EQ(model.index(1, BoxModel::Because).data().toString(), u"a reduction"_s);
  EXPECT_EQ(model.range(1).beginLine, 14U);
  EXPECT_EQ(model.rowOf(4), 1);
  EXPECT_EQ(model.index(1, 0).data(Qt::ToolTipRole).toString(),
            u"Defined: [n], behind it alike\nUsed: [64]\nAll is used because of a reduction"_s);
}

TEST_F(ModelTest, GridShowsSharesOfTheBusiestUnit) {
  PeGridModel model;
  QAbstractItemModelTester tester(&model, kMode);
  const simdata::TraceRef trace = testing::makeTrace();
  model.setTrace(trace);
  ASSERT_EQ(model.rowCount(), 8);
  ASSERT_EQ(model.columnCount(), 8);
  EXPECT_EQ(model.unit(), arch::Unit::FiRead);
  const double expected = 71.0 * 100 / static_cast<double>(trace->makespan);
  EXPECT_DOUBLE_EQ(model.index(7, 7).data(PeGridModel::ValueRole).toDouble(), expected);
  EXPECT_EQ(model.index(7, 7).data().toString(), u"%1 %"_s.arg(expected * 100, 0, 'f', 0));
  EXPECT_TRUE(model.describe(63).contains(u"row 7, column 7"_s));
}

TEST_F(ModelTest, GridScalesCountsToTheirOwnHighest) {
  PeGridModel model;
  model.setTrace(testing::makeTrace());
  model.setMetric(Metric::FinishTime);
  EXPECT_DOUBLE_EQ(model.fraction(63), 1.0);
  EXPECT_LT(model.fraction(0), 0.2);
}

TEST_F(ModelTest, CbTableTellsFillOfTheChosenPe) {
  CbModel model;
  QAbstractItemModelTester tester(&model, kMode);
  model.setData(std::make_shared<const CbData>(CbData::build(testing::makeTrace())), 0);
  ASSERT_EQ(model.rowCount(), 3);
  EXPECT_EQ(model.index(0, CbModel::NameColumn).data().toString(), u"a"_s);
  EXPECT_EQ(model.index(0, CbModel::TileColumn).data().toString(), u"64\u00d732 f16"_s);
  EXPECT_EQ(model.index(1, CbModel::HighWaterColumn).data().toInt(), 2);
  EXPECT_EQ(model.index(2, CbModel::UnitsColumn).data().toString(), u"DPE \u2192 SE"_s);
}

LaunchDraft draft() {
  LaunchDraft d;
  launch::Argument x;
  x.name = "x";
  setArgumentType(x, "*fp32");
  setShape(x, {128, 64});
  launch::Argument n;
  n.name = "n";
  setArgumentType(n, "i32");
  n.value = *parseConstant("8192");
  d.launch.args = {x, n};
  d.launch.constexprs["BLOCK"] = *parseConstant("1024");
  d.guessed = {"args/x/shape", "constexprs/BLOCK"};
  return d;
}

TEST_F(ModelTest, ArgumentEditsAreCheckedAndClearGuesses) {
  LaunchDraft d = draft();
  ArgumentModel model(&d, &m_theme, nullptr);
  QAbstractItemModelTester tester(&model, kMode);
  QAbstractItemModel &m = model;
  QSignalSpy edited(&model, &DraftModel::edited);
  QSignalSpy refused(&model, &DraftModel::refused);
  const QModelIndex shape = m.index(0, ArgumentModel::ValueColumn);
  EXPECT_EQ(shape.data().toString(), u"128 x 64 ?"_s);
  EXPECT_FALSE(m.setData(shape, u"128 x zero"_s, Qt::EditRole));
  EXPECT_EQ(refused.count(), 1);
  EXPECT_TRUE(m.setData(shape, u"100, 30"_s, Qt::EditRole));
  EXPECT_EQ(shape.data().toString(), u"100 x 30"_s);
  EXPECT_EQ(d.launch.args[0].elements, 3000);
  EXPECT_EQ(d.launch.args[0].strides, (std::vector<int64_t>{30, 1}));
  EXPECT_FALSE(d.guessed.contains("args/x/shape"));
  EXPECT_TRUE(m.setData(m.index(0, ArgumentModel::PlaceColumn), u"sram"_s, Qt::EditRole));
  EXPECT_EQ(d.launch.args[0].place, launch::Place::Sram);
  EXPECT_FALSE(m.setData(m.index(1, ArgumentModel::TypeColumn), u"int"_s, Qt::EditRole));
  EXPECT_EQ(edited.count(), 2);
}

TEST_F(ModelTest, ConstantsTakeExpressions) {
  LaunchDraft d = draft();
  ConstexprModel model(&d, &m_theme, nullptr);
  QAbstractItemModelTester tester(&model, kMode);
  QAbstractItemModel &m = model;
  EXPECT_TRUE(m.setData(m.index(0, ConstexprModel::ValueColumn), u"= cdiv(n, 4)"_s, Qt::EditRole));
  EXPECT_EQ(d.launch.constexprs["BLOCK"].kind, launch::ConstantValue::Kind::Expression);
  EXPECT_EQ(d.launch.constexprs["BLOCK"].text, "cdiv(n, 4)");
}

} // namespace
} // namespace charonia::ui

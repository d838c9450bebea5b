// SPDX-License-Identifier: GPL-3.0-or-later
// The compiler's decisions as tables: accesses with their rungs, operations with their units, tiles
// with their boxes. One model shows them all; a table of columns says what is in each.
#pragma once

#include "charonia/compiler/MappingSummary.h"
#include "widgets/core/Theme.h"

#include <QAbstractTableModel>

#include <span>
#include <vector>

namespace charonia::ui {

/// What all tables have: a source place and an op for each row, numbers that sort as numbers.
class DecisionModel : public QAbstractTableModel {
  Q_OBJECT
public:
  enum ItemRole { SortRole = Qt::UserRole, OpRole, LineRole, ScalarRole };
  /// `theme` may be null where no column warns.
  explicit DecisionModel(ThemeHolder *theme, QObject *parent = nullptr);

  virtual compiler::OpId op(int row) const = 0;
  virtual const compiler::SourceRange &range(int row) const = 0;
  /// First row of the op; -1 if there is none.
  int rowOf(compiler::OpId op) const;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
  virtual const char *title(int column) const = 0;
  virtual const char *help(int column) const = 0;
  virtual bool isNumber(int column) const = 0;
  /// Text, or a number that is shown grouped (0 as a dash).
  virtual QVariant cell(int row, int column) const = 0;
  virtual bool isWarning(int row, int column) const = 0;
  virtual bool isScalar(int row) const = 0;
  virtual QString toolTip(int row) const = 0;

private:
  QVariant alignment(int column) const;
  ThemeHolder *m_theme;
};

enum class ColumnKind { Text, Number };

/// One column of a table of decisions; title and help are to translate in the context "Decisions".
template <typename Row>
struct DecisionColumn {
  const char *title;
  const char *help; ///< what the column says
  ColumnKind kind;
  QVariant (*cell)(const Row &row);
  bool (*isWarning)(const Row &row); ///< what a user should look at; may be null
};

/// All that the model has to know of a kind of rows.
template <typename Row>
struct DecisionTable {
  std::span<const DecisionColumn<Row>> columns;
  compiler::OpId (*op)(const Row &row);
  const compiler::SourceRange &(*range)(const Row &row);
  QString (*toolTip)(const Row &row);
  bool (*isScalar)(const Row &row); ///< work of single numbers, which only one unit can do
};

/// The model of a kind of rows.
template <typename Row>
class DecisionRows : public DecisionModel {
public:
  DecisionRows(const DecisionTable<Row> &table, ThemeHolder *theme, QObject *parent)
      : DecisionModel(theme, parent), m_table(table) {}

  void setRows(std::vector<Row> rows) {
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
  }
  compiler::OpId op(int row) const override { return m_table.op(at(row)); }
  const compiler::SourceRange &range(int row) const override { return m_table.range(at(row)); }
  int rowCount(const QModelIndex &parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
  }
  int columnCount(const QModelIndex &parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
  }

protected:
  const char *title(int column) const override { return columnAt(column).title; }
  const char *help(int column) const override { return columnAt(column).help; }
  bool isNumber(int column) const override { return columnAt(column).kind == ColumnKind::Number; }
  QVariant cell(int row, int column) const override { return columnAt(column).cell(at(row)); }
  bool isWarning(int row, int column) const override {
    const auto test = columnAt(column).isWarning;
    return test != nullptr && test(at(row));
  }
  bool isScalar(int row) const override { return m_table.isScalar(at(row)); }
  QString toolTip(int row) const override { return m_table.toolTip(at(row)); }

private:
  const Row &at(int row) const { return m_rows[static_cast<size_t>(row)]; }
  const DecisionColumn<Row> &columnAt(int column) const {
    return m_table.columns[static_cast<size_t>(column)];
  }
  const DecisionTable<Row> &m_table;
  std::vector<Row> m_rows;
};

class AccessModel : public DecisionRows<compiler::AccessRow> {
public:
  enum Column { Line, Kind, Argument, Rung, Bytes, Moves, Reason, ColumnCount };
  explicit AccessModel(ThemeHolder *theme, QObject *parent = nullptr);
};

class PlacementModel : public DecisionRows<compiler::Placement> {
public:
  enum Column { Line, Operation, Unit, Cycles, Others, Reason, ColumnCount };
  explicit PlacementModel(QObject *parent = nullptr);
};

class BoxModel : public DecisionRows<compiler::BoxRow> {
public:
  enum Column { Line, Tile, Type, Defined, Behind, Used, Smaller, Because, ColumnCount };
  explicit BoxModel(QObject *parent = nullptr);
};

} // namespace charonia::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The compiler's decisions as tables: accesses with their rungs, operations with their units, tiles
// with their boxes.
#pragma once

#include "charonia/compiler/MappingSummary.h"
#include "widgets/core/Theme.h"

#include <QAbstractTableModel>

#include <vector>

namespace charonia::ui {

/// What all tables have: a source place and an op for each row, numbers that sort as numbers.
class DecisionModel : public QAbstractTableModel {
  Q_OBJECT
public:
  enum ItemRole { SortRole = Qt::UserRole, OpRole, LineRole };
  using QAbstractTableModel::QAbstractTableModel;

  virtual compiler::OpId op(int row) const = 0;
  virtual compiler::SourceRange range(int row) const = 0;
  /// First row of the op; -1 if there is none.
  int rowOf(compiler::OpId op) const;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
  virtual std::vector<QString> heads() const = 0;
  /// Text, or a number that is shown grouped (0 as a dash).
  virtual QVariant cell(int row, int column) const = 0;
  virtual QString toolTip(int row) const = 0;
};

class AccessModel : public DecisionModel {
  Q_OBJECT
public:
  enum Column { Line, Kind, Argument, Rung, Bytes, Moves, Reason, ColumnCount };
  explicit AccessModel(ThemeHolder *theme, QObject *parent = nullptr);

  void setRows(std::vector<compiler::AccessRow> rows);
  compiler::OpId op(int row) const override;
  compiler::SourceRange range(int row) const override;
  int rowCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;

protected:
  std::vector<QString> heads() const override;
  QVariant cell(int row, int column) const override;
  QString toolTip(int row) const override;

private:
  ThemeHolder *m_theme;
  std::vector<compiler::AccessRow> m_rows;
};

class PlacementModel : public DecisionModel {
  Q_OBJECT
public:
  enum Column { Line, Operation, Unit, Cycles, Others, Reason, ColumnCount };
  using DecisionModel::DecisionModel;

  void setRows(std::vector<compiler::Placement> rows);
  compiler::OpId op(int row) const override;
  compiler::SourceRange range(int row) const override;
  int rowCount(const QModelIndex &parent = {}) const override;

protected:
  std::vector<QString> heads() const override;
  QVariant cell(int row, int column) const override;
  QString toolTip(int row) const override;

private:
  std::vector<compiler::Placement> m_rows;
};

class BoxModel : public DecisionModel {
  Q_OBJECT
public:
  enum Column { Line, Tile, Type, Defined, Behind, Used, Smaller, Because, ColumnCount };
  using DecisionModel::DecisionModel;

  void setRows(std::vector<compiler::BoxRow> rows);
  compiler::OpId op(int row) const override;
  compiler::SourceRange range(int row) const override;
  int rowCount(const QModelIndex &parent = {}) const override;

protected:
  std::vector<QString> heads() const override;
  QVariant cell(int row, int column) const override;
  QString toolTip(int row) const override;

private:
  std::vector<compiler::BoxRow> m_rows;
};

} // namespace charonia::ui

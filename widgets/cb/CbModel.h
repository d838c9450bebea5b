// SPDX-License-Identifier: GPL-3.0-or-later
// The CBs of one PE as a table: what they hold, how deep they are and how full they were.
#pragma once

#include "widgets/cb/CbData.h"

#include <QAbstractTableModel>

#include <memory>

namespace charonia::ui {

class CbModel : public QAbstractTableModel {
  Q_OBJECT
public:
  enum Column {
    NameColumn,
    TileColumn,
    DepthColumn,
    BytesColumn,
    UnitsColumn,
    HighWaterColumn,
    FullColumn,
    EmptyColumn,
    ColumnCount
  };

  using QAbstractTableModel::QAbstractTableModel;
  void setData(std::shared_ptr<const CbData> data, int pe);
  /// "DPE -> SE, Core 1".
  static QString unitsText(const program::CircularBuffer &cb);
  /// "128x64 f16".
  static QString tileText(const program::CircularBuffer &cb);

  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
  using QAbstractTableModel::setData;
  std::shared_ptr<const CbData> m_data;
  int m_pe = 0;
};

} // namespace charonia::ui

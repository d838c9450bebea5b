// SPDX-License-Identifier: GPL-3.0-or-later
// The PE grid as a table: one cell a PE, with the value of the metric in use.
#pragma once

#include "widgets/grid/PeMetrics.h"

#include <QAbstractTableModel>

#include <optional>

namespace charonia::ui {

class PeGridModel : public QAbstractTableModel {
  Q_OBJECT
public:
  enum ItemRole { ValueRole = Qt::UserRole, FractionRole, PeRole };

  using QAbstractTableModel::QAbstractTableModel;

  void setTrace(simdata::TraceRef trace);
  const simdata::TraceRef &trace() const { return m_trace; }
  void setMetric(Metric metric);
  Metric metric() const { return m_metric; }
  /// Unit that shares are of; none: the busiest unit of the run.
  void setUnit(std::optional<arch::Unit> unit);
  arch::Unit unit() const { return m_values.unit; }
  const MetricValues &values() const { return m_values; }
  /// Position on the colour scale, 0 to 1.
  double fraction(int pe) const;
  /// "PE 3,5 (29): 71.0 % busy ...": everything about a PE in words.
  QString describe(int pe) const;

  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
  void recompute();
  simdata::TraceRef m_trace;
  Metric m_metric = Metric::Busy;
  std::optional<arch::Unit> m_unit;
  MetricValues m_values;
};

} // namespace charonia::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Values, fractions and words for the cells of the PE grid.
#include "widgets/grid/PeGridModel.h"

#include "widgets/core/NumberFormat.h"

using namespace Qt::StringLiterals;

namespace charonia::ui {

void PeGridModel::setTrace(simdata::TraceRef trace) {
  beginResetModel();
  m_trace = std::move(trace);
  recompute();
  endResetModel();
}

void PeGridModel::setMetric(Metric metric) {
  beginResetModel();
  m_metric = metric;
  recompute();
  endResetModel();
}

void PeGridModel::setUnit(std::optional<arch::Unit> unit) {
  beginResetModel();
  m_unit = unit;
  recompute();
  endResetModel();
}

void PeGridModel::recompute() {
  m_values = m_trace ? metricValues(*m_trace, m_metric, m_unit.value_or(busiestUnit(*m_trace)))
                     : MetricValues{};
}

double PeGridModel::fraction(int pe) const {
  const auto index = static_cast<size_t>(pe);
  if (index >= m_values.values.size()) {
    return 0;
  }
  const double span = m_values.scaleMax - m_values.scaleMin;
  return span > 0 ? (m_values.values[index] - m_values.scaleMin) / span : 0;
}

QString PeGridModel::describe(int pe) const {
  if (!m_trace || static_cast<size_t>(pe) >= m_trace->pes.size() || m_trace->columns <= 0) {
    return {};
  }
  const simdata::PeTotals &totals = m_trace->pes[static_cast<size_t>(pe)];
  const double makespan = std::max<double>(1, static_cast<double>(m_trace->makespan));
  const simdata::UnitTotals &unit = totals.units[static_cast<size_t>(m_values.unit)];
  QStringList lines;
  //: PE at row %1, column %2, with the number %3
  lines += tr("PE row %1, column %2 (number %3)")
               .arg(pe / m_trace->columns)
               .arg(pe % m_trace->columns)
               .arg(pe);
  if (!m_values.isShare) {
    lines += u"%1: %2"_s.arg(metricName(m_metric),
                             metricText(m_metric, m_values.values[static_cast<size_t>(pe)], false));
  }
  lines += tr("%1 of the makespan on %2:").arg(u"100 %"_s, unitName(m_values.unit));
  for (unsigned c = 0; c < simdata::kNumStallClasses; ++c) {
    if (unit.cycles[c] != 0) {
      lines += u"  %1 %2"_s.arg(formatShare(static_cast<double>(unit.cycles[c]) / makespan),
                                stallName(static_cast<simdata::StallClass>(c)));
    }
  }
  lines += tr("Finishes at cycle %1; %2 program ids; DMA %3 in, %4 out")
               .arg(formatCount(totals.finished), formatCount(totals.pids),
                    formatBytes(static_cast<double>(totals.dmaReadBytes)),
                    formatBytes(static_cast<double>(totals.dmaWriteBytes)));
  return lines.join(u'\n');
}

int PeGridModel::rowCount(const QModelIndex &parent) const {
  return parent.isValid() || !m_trace ? 0 : m_trace->rows;
}
int PeGridModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() || !m_trace ? 0 : m_trace->columns;
}

QVariant PeGridModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || !m_trace) {
    return {};
  }
  const int pe = index.row() * m_trace->columns + index.column();
  if (static_cast<size_t>(pe) >= m_values.values.size()) {
    return {};
  }
  const double value = m_values.values[static_cast<size_t>(pe)];
  switch (role) {
  case Qt::DisplayRole:
    return metricText(m_metric, value, true);
  case Qt::ToolTipRole:
  case Qt::AccessibleTextRole:
    return describe(pe);
  case ValueRole:
    return value;
  case FractionRole:
    return fraction(pe);
  case PeRole:
    return pe;
  default:
    return {};
  }
}

QVariant PeGridModel::headerData(int section, Qt::Orientation, int role) const {
  return role == Qt::DisplayRole ? QVariant(section) : QVariant();
}

} // namespace charonia::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Groups consecutive passes of a stage.
#include "widgets/irview/PassListModel.h"

#include "widgets/core/NumberFormat.h"

#include <QFont>

using namespace Qt::StringLiterals;

namespace charonia::ui {

PassListModel::PassListModel(ThemeHolder *theme, QObject *parent)
    : QAbstractItemModel(parent), m_theme(theme) {}

void PassListModel::setPasses(std::vector<compiler::PassRecord> passes,
                              std::map<std::string, std::string> summaries) {
  beginResetModel();
  m_passes = std::move(passes);
  m_summaries = std::move(summaries);
  m_groups.clear();
  for (size_t i = 0; i < m_passes.size(); ++i) {
    if (m_groups.empty() || m_groups.back().stage != m_passes[i].stage) {
      m_groups.push_back({m_passes[i].stage, {}});
    }
    m_groups.back().passes.push_back(static_cast<int>(i));
  }
  endResetModel();
}

int PassListModel::pass(const QModelIndex &index) const {
  if (!index.isValid() || index.internalId() == 0) {
    return -1;
  }
  return m_groups[index.internalId() - 1].passes[static_cast<size_t>(index.row())];
}

QModelIndex PassListModel::indexOf(int pass) const {
  for (size_t g = 0; g < m_groups.size(); ++g) {
    const auto &passes = m_groups[g].passes;
    const auto found = std::find(passes.begin(), passes.end(), pass);
    if (found != passes.end()) {
      return createIndex(static_cast<int>(found - passes.begin()), 0, static_cast<quintptr>(g + 1));
    }
  }
  return {};
}

QString PassListModel::stageName(int stage) {
  switch (stage) {
  case 1:
    return tr("1 Parsing");
  case 2:
    return tr("2 Mapping");
  case 3:
    return tr("3 Lowering");
  case 4:
    return tr("4 Code generation");
  default:
    return QString::number(stage);
  }
}

QString PassListModel::badge(const compiler::PassRecord &record) {
  if (!record.changed) {
    return {};
  }
  const auto delta = static_cast<int64_t>(record.opsAfter) - static_cast<int64_t>(record.opsBefore);
  if (delta == 0) {
    return u"~"_s;
  }
  return delta > 0 ? u"+%1"_s.arg(delta) : u"\u2212%1"_s.arg(-delta);
}

QModelIndex PassListModel::index(int row, int column, const QModelIndex &parent) const {
  if (!hasIndex(row, column, parent)) {
    return {};
  }
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : 0);
}

QModelIndex PassListModel::parent(const QModelIndex &index) const {
  if (!index.isValid() || index.internalId() == 0) {
    return {};
  }
  return createIndex(static_cast<int>(index.internalId() - 1), 0, quintptr{0});
}

int PassListModel::rowCount(const QModelIndex &parent) const {
  if (!parent.isValid()) {
    return static_cast<int>(m_groups.size());
  }
  if (parent.internalId() == 0 && parent.column() == 0) {
    return static_cast<int>(m_groups[static_cast<size_t>(parent.row())].passes.size());
  }
  return 0;
}

int PassListModel::columnCount(const QModelIndex &) const { return ColumnCount; }

QVariant PassListModel::groupData(const Group &group, int column, int role) const {
  if (role == Qt::FontRole) {
    QFont font;
    font.setBold(true);
    return font;
  }
  if (role == ChangedRole) {
    return true;
  }
  if (role == PassRole) {
    return -1;
  }
  if (role != Qt::DisplayRole) {
    return {};
  }
  if (column == NameColumn) {
    return stageName(group.stage);
  }
  if (column == TimeColumn) {
    uint64_t micros = 0;
    for (const int p : group.passes) {
      micros += m_passes[static_cast<size_t>(p)].micros;
    }
    return u"%1 ms"_s.arg(static_cast<double>(micros) / 1000, 0, 'f', 2);
  }
  return {};
}

QVariant PassListModel::passData(int pass, int column, int role) const {
  const compiler::PassRecord &record = m_passes[static_cast<size_t>(pass)];
  switch (role) {
  case Qt::DisplayRole:
    switch (column) {
    case NameColumn:
      return record.flag.empty() ? tr("imported IR") : fromUtf8(record.flag);
    case ChangeColumn:
      return badge(record);
    case TimeColumn:
      return u"%1 ms"_s.arg(static_cast<double>(record.micros) / 1000, 0, 'f', 2);
    default:
      return formatCount(record.opsAfter);
    }
  case Qt::ToolTipRole: {
    const auto found = m_summaries.find(record.flag);
    const QString ops = tr("%1 ops before, %2 after").arg(record.opsBefore).arg(record.opsAfter);
    return found == m_summaries.end() ? ops : u"%1\n%2"_s.arg(fromUtf8(found->second), ops);
  }
  case Qt::AccessibleTextRole:
    return column == ChangeColumn
               ? (record.changed ? tr("changed, %1").arg(badge(record)) : tr("unchanged"))
               : QVariant();
  case Qt::ForegroundRole:
    if (!record.changed && pass != 0) {
      return m_theme->theme().color(Role::MutedText);
    }
    if (column == ChangeColumn) {
      return m_theme->theme().color(Role::Accent);
    }
    return {};
  case Qt::TextAlignmentRole:
    return column == NameColumn ? QVariant()
                                : QVariant(static_cast<int>(Qt::AlignRight | Qt::AlignVCenter));
  case PassRole:
    return pass;
  case ChangedRole:
    return record.changed || pass == 0;
  default:
    return {};
  }
}

QVariant PassListModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  if (index.internalId() == 0) {
    if (role == Qt::TextAlignmentRole && index.column() != NameColumn) {
      return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    }
    return groupData(m_groups[static_cast<size_t>(index.row())], index.column(), role);
  }
  return passData(pass(index), index.column(), role);
}

QVariant PassListModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
    return {};
  }
  switch (section) {
  case NameColumn:
    return tr("Pass");
  case ChangeColumn:
    return tr("Change");
  case TimeColumn:
    return tr("Time");
  default:
    return tr("Ops");
  }
}

void PassFilter::setChangedOnly(bool changedOnly) {
  m_changedOnly = changedOnly;
  invalidateFilter();
}

void PassFilter::setNamePart(const QString &part) {
  m_part = part;
  invalidateFilter();
}

bool PassFilter::filterAcceptsRow(int row, const QModelIndex &parent) const {
  const QModelIndex index = sourceModel()->index(row, 0, parent);
  if (!parent.isValid()) {
    // A stage shows while one of its passes does.
    for (int child = 0; child < sourceModel()->rowCount(index); ++child) {
      if (filterAcceptsRow(child, index)) {
        return true;
      }
    }
    return false;
  }
  if (m_changedOnly && !index.data(PassListModel::ChangedRole).toBool()) {
    return false;
  }
  return m_part.isEmpty() ||
         index.data(Qt::DisplayRole).toString().contains(m_part, Qt::CaseInsensitive);
}

} // namespace charonia::ui

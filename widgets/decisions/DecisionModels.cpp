// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/decisions/DecisionModels.h"

#include "widgets/core/NumberFormat.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace charonia::ui {

int DecisionModel::rowOf(compiler::OpId wanted) const {
  for (int row = 0; row < rowCount(); ++row) {
    if (op(row) == wanted) {
      return row;
    }
  }
  return -1;
}

int DecisionModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : static_cast<int>(heads().size());
}

QVariant DecisionModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const QVariant value = cell(index.row(), index.column());
  const bool isNumber = value.typeId() == QMetaType::LongLong;
  switch (role) {
  case Qt::DisplayRole:
    if (!isNumber) {
      return value;
    }
    return value.toLongLong() == 0 ? u"\u2013"_s
                                   : formatCount(static_cast<uint64_t>(value.toLongLong()));
  case SortRole:
    return value;
  case Qt::ToolTipRole:
    return toolTip(index.row());
  case Qt::TextAlignmentRole:
    return isNumber ? QVariant(static_cast<int>(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
  case OpRole:
    return op(index.row());
  case LineRole:
    return range(index.row()).beginLine;
  default:
    return {};
  }
}

QVariant DecisionModel::headerData(int section, Qt::Orientation orientation, int role) const {
  const std::vector<QString> names = heads();
  const bool known = section >= 0 && static_cast<size_t>(section) < names.size();
  return known && orientation == Qt::Horizontal && role == Qt::DisplayRole
             ? QVariant(names[static_cast<size_t>(section)])
             : QVariant();
}

AccessModel::AccessModel(ThemeHolder *theme, QObject *parent)
    : DecisionModel(parent), m_theme(theme) {}

void AccessModel::setRows(std::vector<compiler::AccessRow> rows) {
  beginResetModel();
  m_rows = std::move(rows);
  endResetModel();
}

compiler::OpId AccessModel::op(int row) const { return m_rows[static_cast<size_t>(row)].op; }

compiler::SourceRange AccessModel::range(int row) const {
  return m_rows[static_cast<size_t>(row)].range;
}

int AccessModel::rowCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

std::vector<QString> AccessModel::heads() const {
  return {tr("Line"),       tr("Kind"),  tr("Argument"), tr("Rung"),
          tr("Bytes/tile"), tr("Moves"), tr("Reason")};
}

QVariant AccessModel::cell(int row, int column) const {
  const compiler::AccessRow &access = m_rows[static_cast<size_t>(row)];
  switch (column) {
  case Line:
    return qint64{access.range.beginLine};
  case Kind:
    return access.kind == "load" ? tr("load") : access.kind == "store" ? tr("store") : tr("atomic");
  case Argument:
    return fromUtf8(access.argument);
  case Rung:
    return fromUtf8(access.rung);
  case Bytes:
    return qint64{access.bytesPerTile};
  case Moves:
    return fromUtf8(access.descriptor);
  default:
    return fromUtf8(access.reason);
  }
}

QVariant AccessModel::data(const QModelIndex &index, int role) const {
  // What goes element by element is what a user looks for.
  if (role == Qt::ForegroundRole && index.isValid() && index.column() == Rung &&
      m_rows[static_cast<size_t>(index.row())].rung == "gather") {
    return m_theme->theme().color(Role::Warning);
  }
  return DecisionModel::data(index, role);
}

QString AccessModel::toolTip(int row) const {
  const compiler::AccessRow &access = m_rows[static_cast<size_t>(row)];
  QStringList lines{access.reason.empty() ? tr("No better rung") : fromUtf8(access.reason)};
  for (const auto &[rung, why] : access.betterRungs) {
    if (!access.reason.starts_with(why)) {
      //: %1 is a rung of the access ladder, %2 the condition that fails
      lines.append(tr("not %1: %2").arg(fromUtf8(rung), fromUtf8(why)));
    }
  }
  if (access.alignment > 1) {
    lines.append(tr("Rows begin at multiples of %1 bytes").arg(access.alignment));
  }
  return lines.join(u'\n');
}

void PlacementModel::setRows(std::vector<compiler::Placement> rows) {
  beginResetModel();
  m_rows = std::move(rows);
  endResetModel();
}

compiler::OpId PlacementModel::op(int row) const { return m_rows[static_cast<size_t>(row)].row.op; }

compiler::SourceRange PlacementModel::range(int row) const {
  return m_rows[static_cast<size_t>(row)].row.range;
}

int PlacementModel::rowCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

std::vector<QString> PlacementModel::heads() const {
  return {tr("Line"),        tr("Operation"),   tr("Unit"),
          tr("Cycles/tile"), tr("Other units"), tr("Reason")};
}

QVariant PlacementModel::cell(int row, int column) const {
  const compiler::Placement &placement = m_rows[static_cast<size_t>(row)];
  switch (column) {
  case Line:
    return qint64{placement.row.range.beginLine};
  case Operation:
    return fromUtf8(placement.row.opName);
  case Unit:
    return fromUtf8(placement.row.unit);
  case Cycles:
    return qRound64(placement.cycles);
  case Others: {
    QStringList parts;
    for (const compiler::PlacementAlternative &other : placement.alternatives) {
      const QString unit = fromUtf8(other.unit);
      parts.append(other.legal
                       ? u"%1 %2"_s.arg(unit, formatCount(static_cast<uint64_t>(other.cycles)))
                       : tr("not %1").arg(unit));
    }
    return parts.join(u", "_s);
  }
  default:
    return fromUtf8(placement.row.reason);
  }
}

QString PlacementModel::toolTip(int row) const {
  const compiler::Placement &placement = m_rows[static_cast<size_t>(row)];
  QStringList lines{fromUtf8(placement.row.reason)};
  for (const compiler::PlacementAlternative &other : placement.alternatives) {
    const QString unit = fromUtf8(other.unit);
    lines.append(other.legal
                     //: %1 is a unit of the machine
                     ? tr("%1: about %2 cycles a tile")
                           .arg(unit, formatCount(static_cast<uint64_t>(other.cycles)))
                     : tr("not %1: %2").arg(unit, fromUtf8(other.reason)));
  }
  return lines.join(u'\n');
}

void BoxModel::setRows(std::vector<compiler::BoxRow> rows) {
  beginResetModel();
  m_rows = std::move(rows);
  endResetModel();
}

compiler::OpId BoxModel::op(int row) const { return m_rows[static_cast<size_t>(row)].op; }

compiler::SourceRange BoxModel::range(int row) const {
  return m_rows[static_cast<size_t>(row)].range;
}

int BoxModel::rowCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

std::vector<QString> BoxModel::heads() const {
  return {tr("Line"),      tr("Tile"), tr("Type"),    tr("Defined"),
          tr("Behind it"), tr("Used"), tr("Smaller"), tr("Else because")};
}

QVariant BoxModel::cell(int row, int column) const {
  const compiler::BoxRow &box = m_rows[static_cast<size_t>(row)];
  switch (column) {
  case Line:
    return qint64{box.range.beginLine};
  case Tile:
    return fromUtf8(box.name);
  case Type:
    return fromUtf8(box.type);
  case Defined:
    return fromUtf8(box.defined);
  case Behind:
    return fromUtf8(box.padding);
  case Used:
    return fromUtf8(box.used);
  case Smaller:
    return fromUtf8(box.shrunk);
  default:
    return fromUtf8(box.stopped);
  }
}

QString BoxModel::toolTip(int row) const {
  const compiler::BoxRow &box = m_rows[static_cast<size_t>(row)];
  QStringList lines;
  if (box.padding.empty()) {
    //: %1 is a box of a tile: "[min(n, 64), 64]"
    lines.append(tr("Defined: %1").arg(fromUtf8(box.defined)));
  } else {
    //: %1 is a box of a tile: "[min(n, 64), 64]", %2 the value of all elements behind it
    lines.append(tr("Defined: %1, behind it %2").arg(fromUtf8(box.defined), fromUtf8(box.padding)));
  }
  lines.append(tr("Used: %1").arg(fromUtf8(box.used)));
  if (!box.stopped.empty()) {
    lines.append(tr("All is used because of %1").arg(fromUtf8(box.stopped)));
  }
  return lines.join(u'\n');
}

} // namespace charonia::ui

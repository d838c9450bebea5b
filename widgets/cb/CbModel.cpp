// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the CB table.
#include "widgets/cb/CbModel.h"

#include "widgets/core/NumberFormat.h"
#include "widgets/grid/PeMetrics.h"

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
const char *typeName(numerics::ElementType type) {
  static constexpr const char *kNames[numerics::kNumElementTypes] = {
      "i1",     "i8",         "i16", "i32",  "i64", "f8e4m3fn", "f8e4m3fnuz",
      "f8e5m2", "f8e5m2fnuz", "f16", "bf16", "f32", "f64"};
  const auto index = static_cast<size_t>(type);
  return index < numerics::kNumElementTypes ? kNames[index] : "?";
}
} // namespace

QString CbModel::unitsText(const program::CircularBuffer &cb) {
  QStringList readers;
  for (const arch::Unit unit : cb.readers) {
    readers += unitName(unit);
  }
  return u"%1 \u2192 %2"_s.arg(unitName(cb.producer),
                               readers.isEmpty() ? u"\u2013"_s : readers.join(u", "_s));
}

QString CbModel::tileText(const program::CircularBuffer &cb) {
  QStringList extents;
  for (const int64_t extent : cb.shape) {
    extents += QString::number(extent);
  }
  return u"%1 %2"_s.arg(extents.isEmpty() ? u"1"_s : extents.join(u'\u00d7'),
                        QString::fromLatin1(typeName(cb.type)));
}

void CbModel::setData(std::shared_ptr<const CbData> data, int pe) {
  beginResetModel();
  m_data = std::move(data);
  m_pe = pe;
  endResetModel();
}

int CbModel::rowCount(const QModelIndex &parent) const {
  return parent.isValid() || !m_data ? 0 : static_cast<int>(m_data->cbCount());
}
int CbModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant CbModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || !m_data) {
    return {};
  }
  const auto row = static_cast<size_t>(index.row());
  const program::CircularBuffer &cb = m_data->trace()->cbTable[row];
  if (role == Qt::TextAlignmentRole && index.column() >= DepthColumn &&
      index.column() != UnitsColumn) {
    return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) {
    return {};
  }
  const CbSummary summary = m_data->summary(m_pe, row);
  switch (index.column()) {
  case NameColumn:
    return fromUtf8(cb.name);
  case TileColumn:
    return tileText(cb);
  case DepthColumn:
    return cb.depth;
  case BytesColumn:
    return cb.space == program::CbSpace::Ls
               ? formatBytes(static_cast<double>(cb.slotBytes) * cb.depth)
               : tr("RE banks");
  case UnitsColumn:
    return unitsText(cb);
  case HighWaterColumn:
    return summary.used ? QVariant(summary.highWater) : QVariant(u"\u2013"_s);
  case FullColumn:
    return summary.used ? formatShare(summary.fullShare) : u"\u2013"_s;
  case EmptyColumn:
    return summary.used ? formatShare(summary.emptyShare) : u"\u2013"_s;
  default:
    return {};
  }
}

QVariant CbModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) {
    return {};
  }
  switch (section) {
  case NameColumn:
    return tr("CB");
  case TileColumn:
    return tr("Tile");
  case DepthColumn:
    return tr("Depth");
  case BytesColumn:
    return tr("Bytes");
  case UnitsColumn:
    return tr("Producer \u2192 readers");
  case HighWaterColumn:
    return tr("Most slots");
  case FullColumn:
    return tr("Full");
  case EmptyColumn:
    return tr("Empty");
  default:
    return {};
  }
}

} // namespace charonia::ui

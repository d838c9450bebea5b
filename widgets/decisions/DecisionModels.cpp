// SPDX-License-Identifier: GPL-3.0-or-later
// The model, and the tables of columns that tell the kinds of rows apart.
#include "widgets/decisions/DecisionModels.h"

#include "widgets/core/NumberFormat.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
struct Tr {
  Q_DECLARE_TR_FUNCTIONS(Decisions)
};
} // namespace

DecisionModel::DecisionModel(ThemeHolder *theme, QObject *parent)
    : QAbstractTableModel(parent), m_theme(theme) {}

QVariant DecisionModel::alignment(int column) const {
  return static_cast<int>((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

int DecisionModel::rowOf(compiler::OpId wanted) const {
  for (int row = 0; row < rowCount(); ++row) {
    if (op(row) == wanted) {
      return row;
    }
  }
  return -1;
}

QVariant DecisionModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const int row = index.row();
  const int column = index.column();
  switch (role) {
  case Qt::DisplayRole: {
    const QVariant value = cell(row, column);
    if (!isNumber(column)) {
      return value;
    }
    return value.toLongLong() == 0 ? u"\u2013"_s
                                   : formatCount(static_cast<uint64_t>(value.toLongLong()));
  }
  case SortRole:
    return cell(row, column);
  case Qt::ToolTipRole:
    return toolTip(row);
  case Qt::TextAlignmentRole:
    return alignment(column);
  case Qt::ForegroundRole:
    return isWarning(row, column) ? m_theme->theme().color(Role::Warning) : QVariant();
  case OpRole:
    return op(row);
  case LineRole:
    return range(row).beginLine;
  case ScalarRole:
    return isScalar(row);
  default:
    return {};
  }
}

QVariant DecisionModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (section < 0 || section >= columnCount() || orientation != Qt::Horizontal) {
    return {};
  }
  switch (role) {
  case Qt::DisplayRole:
    return Tr::tr(title(section));
  case Qt::ToolTipRole:
    // Rich text breaks its lines.
    return u"<qt>%1</qt>"_s.arg(Tr::tr(help(section)).toHtmlEscaped());
  case Qt::TextAlignmentRole:
    return alignment(section);
  default:
    return {};
  }
}

namespace {
using compiler::AccessRow, compiler::BoxRow, compiler::Placement, compiler::SourceRange;

/// The cell that shows a member of the row as it is.
template <auto member, typename Row>
QVariant text(const Row &row) {
  return fromUtf8(row.*member);
}

QVariant accessKind(const AccessRow &row) {
  return row.kind == "load"    ? Tr::tr("load")
         : row.kind == "store" ? Tr::tr("store")
                               : Tr::tr("atomic");
}

QString accessToolTip(const AccessRow &row) {
  QStringList lines{row.reason.empty() ? Tr::tr("No better rung") : fromUtf8(row.reason)};
  for (const auto &[rung, why] : row.betterRungs) {
    if (!row.reason.starts_with(why)) {
      //: %1 is a rung of the access ladder or a unit of the machine, %2 the condition that fails
      lines.append(Tr::tr("not %1: %2").arg(fromUtf8(rung), fromUtf8(why)));
    }
  }
  if (row.alignment > 1) {
    lines.append(Tr::tr("Rows begin at multiples of %1 bytes").arg(row.alignment));
  }
  return lines.join(u'\n');
}

QVariant otherUnits(const Placement &row) {
  QStringList parts;
  for (const compiler::PlacementAlternative &other : row.alternatives) {
    const QString unit = fromUtf8(other.unit);
    parts.append(other.legal
                     ? u"%1 %2"_s.arg(unit, formatCount(static_cast<uint64_t>(other.cycles)))
                     : Tr::tr("not %1").arg(unit));
  }
  return parts.join(u", "_s);
}

QString placementToolTip(const Placement &row) {
  QStringList lines{fromUtf8(row.row.reason)};
  for (const compiler::PlacementAlternative &other : row.alternatives) {
    const QString unit = fromUtf8(other.unit);
    lines.append(other.legal
                     //: %1 is a unit of the machine
                     ? Tr::tr("%1: about %2 cycles a tile")
                           .arg(unit, formatCount(static_cast<uint64_t>(other.cycles)))
                     : Tr::tr("not %1: %2").arg(unit, fromUtf8(other.reason)));
  }
  return lines.join(u'\n');
}

QString boxToolTip(const BoxRow &row) {
  QStringList lines;
  if (row.padding.empty()) {
    //: %1 is a box of a tile: "[min(n, 64), 64]"
    lines.append(Tr::tr("Defined: %1").arg(fromUtf8(row.defined)));
  } else {
    //: %1 is a box of a tile: "[min(n, 64), 64]", %2 the value of all elements behind it
    lines.append(
        Tr::tr("Defined: %1, behind it %2").arg(fromUtf8(row.defined), fromUtf8(row.padding)));
  }
  lines.append(Tr::tr("Used: %1").arg(fromUtf8(row.used)));
  if (!row.stopped.empty()) {
    lines.append(Tr::tr("All is used because of %1").arg(fromUtf8(row.stopped)));
  }
  return lines.join(u'\n');
}

constexpr DecisionColumn<AccessRow> kAccessColumns[] = {
    {QT_TRANSLATE_NOOP("Decisions", "Line"), QT_TRANSLATE_NOOP("Decisions", "Line of the source"),
     ColumnKind::Number,
     [](const AccessRow &row) -> QVariant { return qint64{row.range.beginLine}; }, nullptr},
    {QT_TRANSLATE_NOOP("Decisions", "Kind"),
     QT_TRANSLATE_NOOP("Decisions", "What the operation does with memory"), ColumnKind::Text,
     accessKind, nullptr},
    {QT_TRANSLATE_NOOP("Decisions", "Argument"),
     QT_TRANSLATE_NOOP("Decisions", "Argument of the kernel that the address comes from"),
     ColumnKind::Text, text<&AccessRow::argument>, nullptr},
    // What goes element by element is what a user looks for.
    {QT_TRANSLATE_NOOP("Decisions", "Rung"),
     QT_TRANSLATE_NOOP("Decisions",
                       "How the tile moves. dma: one descriptor; wrap: a few; rows: one with a "
                       "list of places; strided, indexed: a small box of memory from which the "
                       "vector core takes elements; uniform: one element for the whole tile; "
                       "gather: each element alone."),
     ColumnKind::Text, text<&AccessRow::rung>,
     [](const AccessRow &row) { return row.rung == "gather"; }},
    {QT_TRANSLATE_NOOP("Decisions", "Bytes/tile"),
     QT_TRANSLATE_NOOP("Decisions", "Bytes that are moved for one tile"), ColumnKind::Number,
     [](const AccessRow &row) -> QVariant { return qint64{row.bytesPerTile}; }, nullptr},
    {QT_TRANSLATE_NOOP("Decisions", "Moves"),
     QT_TRANSLATE_NOOP("Decisions", "What a descriptor moves: a box in elements and its strides in "
                                    "bytes. A question mark is known only in a run."),
     ColumnKind::Text, text<&AccessRow::descriptor>, nullptr},
    {QT_TRANSLATE_NOOP("Decisions", "Reason"),
     QT_TRANSLATE_NOOP("Decisions", "Why no better rung was possible, and about how many cycles "
                                    "each possible one takes"),
     ColumnKind::Text, text<&AccessRow::reason>, nullptr},
};

constexpr DecisionColumn<Placement> kPlacementColumns[] = {
    {QT_TRANSLATE_NOOP("Decisions", "Line"), QT_TRANSLATE_NOOP("Decisions", "Line of the source"),
     ColumnKind::Number,
     [](const Placement &row) -> QVariant { return qint64{row.row.range.beginLine}; }, nullptr},
    {QT_TRANSLATE_NOOP("Decisions", "Operation"),
     QT_TRANSLATE_NOOP("Decisions", "Operation of the IR"), ColumnKind::Text,
     [](const Placement &row) -> QVariant { return fromUtf8(row.row.opName); }, nullptr},
    {QT_TRANSLATE_NOOP("Decisions", "Unit"),
     QT_TRANSLATE_NOOP("Decisions",
                       "What does the operation. dpe: matrix engine; re: reduction engine; se: "
                       "SIMD engine; mlu: layout unit; fi: DMA; vec: vector core; sca: scalar "
                       "core."),
     ColumnKind::Text, [](const Placement &row) -> QVariant { return fromUtf8(row.row.unit); },
     nullptr},
    {QT_TRANSLATE_NOOP("Decisions", "Cycles/tile"),
     QT_TRANSLATE_NOOP("Decisions", "Estimate for a whole tile on this unit"), ColumnKind::Number,
     [](const Placement &row) -> QVariant { return qRound64(row.cycles); }, nullptr},
    {QT_TRANSLATE_NOOP("Decisions", "Other units"),
     QT_TRANSLATE_NOOP("Decisions", "Estimated cycles on the other units, or that they cannot do "
                                    "the operation"),
     ColumnKind::Text, otherUnits, nullptr},
    {QT_TRANSLATE_NOOP("Decisions", "Reason"),
     QT_TRANSLATE_NOOP("Decisions", "Why this unit does the operation"), ColumnKind::Text,
     [](const Placement &row) -> QVariant { return fromUtf8(row.row.reason); }, nullptr},
};

constexpr DecisionColumn<BoxRow> kBoxColumns[] = {
    {QT_TRANSLATE_NOOP("Decisions", "Line"), QT_TRANSLATE_NOOP("Decisions", "Line of the source"),
     ColumnKind::Number, [](const BoxRow &row) -> QVariant { return qint64{row.range.beginLine}; },
     nullptr},
    {QT_TRANSLATE_NOOP("Decisions", "Tile"),
     QT_TRANSLATE_NOOP("Decisions", "A tile that the kernel makes, by the name of its buffer"),
     ColumnKind::Text, text<&BoxRow::name>, nullptr},
    {QT_TRANSLATE_NOOP("Decisions", "Type"),
     QT_TRANSLATE_NOOP("Decisions", "Shape and type of the elements"), ColumnKind::Text,
     text<&BoxRow::type>, nullptr},
    {QT_TRANSLATE_NOOP("Decisions", "Defined"),
     QT_TRANSLATE_NOOP("Decisions", "The part of the tile that the masks leave, from its first "
                                    "element on"),
     ColumnKind::Text, text<&BoxRow::defined>, nullptr},
    {QT_TRANSLATE_NOOP("Decisions", "Behind it"),
     QT_TRANSLATE_NOOP("Decisions", "What the elements outside of the defined part hold"),
     ColumnKind::Text, text<&BoxRow::padding>, nullptr},
    {QT_TRANSLATE_NOOP("Decisions", "Used"),
     QT_TRANSLATE_NOOP("Decisions", "The part of the tile that is used further on"),
     ColumnKind::Text, text<&BoxRow::used>, nullptr},
    {QT_TRANSLATE_NOOP("Decisions", "Reduced"),
     QT_TRANSLATE_NOOP("Decisions", "What does less because only a part of the tile is used"),
     ColumnKind::Text, text<&BoxRow::shrunk>, nullptr},
    {QT_TRANSLATE_NOOP("Decisions", "Not reduced because"),
     QT_TRANSLATE_NOOP("Decisions", "Why all of the tile is used although masks leave less"),
     ColumnKind::Text, text<&BoxRow::stopped>, nullptr},
};

template <typename Row>
bool never(const Row &) {
  return false;
}

constexpr DecisionTable<AccessRow> kAccesses = {
    kAccessColumns, [](const AccessRow &row) { return row.op; },
    [](const AccessRow &row) -> const SourceRange & { return row.range; }, accessToolTip, never};
constexpr DecisionTable<Placement> kPlacements = {
    kPlacementColumns, [](const Placement &row) { return row.row.op; },
    [](const Placement &row) -> const SourceRange & { return row.row.range; }, placementToolTip,
    [](const Placement &row) { return row.row.unit == "sca" && row.alternatives.empty(); }};
constexpr DecisionTable<BoxRow> kBoxes = {
    kBoxColumns, [](const BoxRow &row) { return row.op; },
    [](const BoxRow &row) -> const SourceRange & { return row.range; }, boxToolTip, never};

static_assert(std::size(kAccessColumns) == AccessModel::ColumnCount);
static_assert(std::size(kPlacementColumns) == PlacementModel::ColumnCount);
static_assert(std::size(kBoxColumns) == BoxModel::ColumnCount);
} // namespace

AccessModel::AccessModel(ThemeHolder *theme, QObject *parent)
    : DecisionRows(kAccesses, theme, parent) {}
PlacementModel::PlacementModel(QObject *parent) : DecisionRows(kPlacements, nullptr, parent) {}
BoxModel::BoxModel(QObject *parent) : DecisionRows(kBoxes, nullptr, parent) {}

} // namespace charonia::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of arguments and constants; every edit is checked before it is stored.
#include "widgets/launchpanel/LaunchModels.h"

#include "widgets/core/NumberFormat.h"

#include <QFont>

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
const char *const kPlaces[] = {"dram", "llc", "sram"};

QString valueText(const launch::Argument &a) {
  if (a.kind == launch::Argument::Kind::Pointer) {
    return fromUtf8(a.shape.empty() ? std::to_string(a.elements) : shapeText(a.shape));
  }
  if (a.kind == launch::Argument::Kind::Scalar || a.kind == launch::Argument::Kind::Constexpr) {
    return fromUtf8(constantText(a.value));
  }
  if (a.kind == launch::Argument::Kind::Descriptor) {
    return fromUtf8(shapeText(a.shape));
  }
  // A structure or tuple shows its parts; they are edited in the file.
  QStringList parts;
  for (const launch::Argument &field : a.fields) {
    const QString value = valueText(field);
    parts.append(field.name.empty() ? value : fromUtf8(field.name) + u": "_s + value);
  }
  return u"(%1)"_s.arg(parts.join(u", "_s));
}
} // namespace

DraftModel::DraftModel(LaunchDraft *draft, ThemeHolder *theme, QObject *parent)
    : QAbstractTableModel(parent), m_draft(draft), m_theme(theme) {}

void DraftModel::reload() {
  beginResetModel();
  endResetModel();
}

QVariant DraftModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const bool guessed = m_draft->guessed.contains(key(index));
  switch (role) {
  case Qt::DisplayRole:
    return guessed ? text(index) + u" ?"_s : text(index);
  case Qt::EditRole:
    return text(index);
  case Qt::ToolTipRole:
  case Qt::AccessibleDescriptionRole:
    return guessed ? tr("Guessed from the signature: check it.") : QString();
  case Qt::ForegroundRole:
    return guessed ? QVariant(m_theme->theme().color(Role::Warning)) : QVariant();
  case Qt::FontRole:
    if (guessed) {
      QFont font;
      font.setItalic(true);
      return font;
    }
    return {};
  default:
    return {};
  }
}

bool DraftModel::setData(const QModelIndex &index, const QVariant &value, int role) {
  if (role != Qt::EditRole || !index.isValid()) {
    return false;
  }
  const QString typed = value.toString();
  if (typed == text(index) && !m_draft->guessed.contains(key(index))) {
    return true;
  }
  const QString problem = store(index, typed);
  if (!problem.isEmpty()) {
    Q_EMIT refused(problem);
    return false;
  }
  m_draft->guessed.erase(key(index));
  // A type decides how the other cells of its row read.
  Q_EMIT dataChanged(index.siblingAtColumn(0), index.siblingAtColumn(columnCount() - 1));
  Q_EMIT edited();
  return true;
}

int ArgumentModel::rowCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : static_cast<int>(draft().launch.args.size());
}
int ArgumentModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

Qt::ItemFlags ArgumentModel::flags(const QModelIndex &index) const {
  Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  if (!index.isValid() || index.column() == NameColumn) {
    return flags;
  }
  const auto kind = draft().launch.args[static_cast<size_t>(index.row())].kind;
  const bool simple = kind == launch::Argument::Kind::Pointer ||
                      kind == launch::Argument::Kind::Scalar ||
                      kind == launch::Argument::Kind::Constexpr;
  const bool editable =
      index.column() == PlaceColumn ? kind == launch::Argument::Kind::Pointer : simple;
  return editable ? flags | Qt::ItemIsEditable : flags;
}

QVariant ArgumentModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
    return {};
  }
  switch (section) {
  case NameColumn:
    return tr("Argument");
  case TypeColumn:
    return tr("Type");
  case ValueColumn:
    return tr("Shape or value");
  default:
    return tr("Place");
  }
}

std::string ArgumentModel::key(const QModelIndex &index) const {
  const launch::Argument &a = draft().launch.args[static_cast<size_t>(index.row())];
  switch (index.column()) {
  case TypeColumn:
    return "args/" + a.name + "/type";
  case ValueColumn:
    return "args/" + a.name + (a.kind == launch::Argument::Kind::Pointer ? "/shape" : "/value");
  default:
    return {};
  }
}

QString ArgumentModel::text(const QModelIndex &index) const {
  const launch::Argument &a = draft().launch.args[static_cast<size_t>(index.row())];
  switch (index.column()) {
  case NameColumn:
    return fromUtf8(a.name);
  case TypeColumn:
    return fromUtf8(a.typeText);
  case ValueColumn:
    return valueText(a);
  default:
    return a.kind == launch::Argument::Kind::Pointer
               ? QString::fromLatin1(kPlaces[static_cast<size_t>(a.place)])
               : QString();
  }
}

QString ArgumentModel::storeValue(launch::Argument &argument, const std::string &text) const {
  if (argument.kind == launch::Argument::Kind::Pointer) {
    std::optional<std::vector<int64_t>> shape = parseShape(text);
    if (!shape) {
      return tr("A shape is positive whole numbers with x between them, such as 128 x 64.");
    }
    setShape(argument, std::move(*shape));
    return {};
  }
  std::optional<launch::ConstantValue> value = parseConstant(text);
  if (!value) {
    return tr("\"%1\" is no value: give a number, True, False, None, 'text' or = expression.")
        .arg(fromUtf8(text));
  }
  argument.value = std::move(*value);
  return {};
}

QString ArgumentModel::store(const QModelIndex &index, const QString &typed) {
  launch::Argument &a = draft().launch.args[static_cast<size_t>(index.row())];
  const std::string text = typed.toStdString();
  switch (index.column()) {
  case TypeColumn: {
    const bool wasPointer = a.kind == launch::Argument::Kind::Pointer;
    if (!setArgumentType(a, text)) {
      return tr("\"%1\" is no type: write it as Triton's signatures do, such as *fp16, i32 or "
                "fp32.")
          .arg(typed);
    }
    if (a.kind == launch::Argument::Kind::Pointer && !wasPointer && a.elements <= 0) {
      setShape(a, {1024});
    }
    return {};
  }
  case ValueColumn:
    return storeValue(a, text);
  case PlaceColumn:
    for (size_t i = 0; i < std::size(kPlaces); ++i) {
      if (text == kPlaces[i]) {
        a.place = static_cast<launch::Place>(i);
        return {};
      }
    }
    return tr("A place is dram, llc or sram.");
  default:
    return tr("This cell cannot be edited.");
  }
}

int ConstexprModel::rowCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : static_cast<int>(draft().launch.constexprs.size());
}
int ConstexprModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

Qt::ItemFlags ConstexprModel::flags(const QModelIndex &index) const {
  const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  return index.isValid() && index.column() == ValueColumn ? flags | Qt::ItemIsEditable : flags;
}

QVariant ConstexprModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
    return {};
  }
  return section == NameColumn ? tr("Constant") : tr("Value");
}

std::string ConstexprModel::name(int row) const {
  return std::next(draft().launch.constexprs.begin(), row)->first;
}

std::string ConstexprModel::key(const QModelIndex &index) const {
  return index.column() == ValueColumn ? "constexprs/" + name(index.row()) : std::string();
}

QString ConstexprModel::text(const QModelIndex &index) const {
  const std::string constant = name(index.row());
  return fromUtf8(index.column() == NameColumn
                      ? constant
                      : constantText(draft().launch.constexprs.at(constant)));
}

QString ConstexprModel::store(const QModelIndex &index, const QString &typed) {
  std::optional<launch::ConstantValue> value = parseConstant(typed.toStdString());
  if (!value) {
    return tr("\"%1\" is no value: give a number, True, False, None, 'text' or = expression.")
        .arg(typed);
  }
  draft().launch.constexprs[name(index.row())] = std::move(*value);
  return {};
}

} // namespace charonia::ui

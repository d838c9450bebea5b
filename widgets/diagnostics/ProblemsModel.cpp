// SPDX-License-Identifier: GPL-3.0-or-later
// Tree of diagnostics and their notes.
#include "widgets/diagnostics/ProblemsModel.h"

#include "widgets/core/Icon.h"
#include "widgets/core/NumberFormat.h"

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
QString place(const compiler::SourceRange &range) {
  if (!range.valid()) {
    return {};
  }
  const QString file = fromUtf8(range.file).section(u'/', -1);
  const QString position = u"%1:%2"_s.arg(range.beginLine).arg(range.beginColumn);
  return file.isEmpty() ? position : u"%1:%2"_s.arg(file, position);
}
// internalId: 0 for a diagnostic, row + 1 of the diagnostic for its notes.
} // namespace

ProblemsModel::ProblemsModel(ThemeHolder *theme, QObject *parent)
    : QAbstractItemModel(parent), m_theme(theme) {}

void ProblemsModel::setDiagnostics(std::vector<compiler::Diagnostic> diagnostics) {
  beginResetModel();
  m_diagnostics = std::move(diagnostics);
  endResetModel();
}

int ProblemsModel::count(compiler::Severity severity) const {
  return static_cast<int>(std::count_if(m_diagnostics.begin(), m_diagnostics.end(),
                                        [&](const auto &d) { return d.severity == severity; }));
}

compiler::SourceRange ProblemsModel::range(const QModelIndex &index) const {
  if (!index.isValid()) {
    return {};
  }
  const auto row = static_cast<size_t>(index.row());
  if (index.internalId() == 0) {
    return m_diagnostics[row].range;
  }
  const compiler::FixIt *here = fix(index);
  return here != nullptr ? here->range : diagnostic(index)->notes[row].range;
}

const compiler::Diagnostic *ProblemsModel::diagnostic(const QModelIndex &index) const {
  if (!index.isValid()) {
    return nullptr;
  }
  return &m_diagnostics[index.internalId() == 0 ? static_cast<size_t>(index.row())
                                                : index.internalId() - 1];
}

const compiler::FixIt *ProblemsModel::fix(const QModelIndex &index) const {
  if (!index.isValid() || index.internalId() == 0) {
    return nullptr;
  }
  const compiler::Diagnostic &parent = *diagnostic(index);
  const auto row = static_cast<size_t>(index.row());
  return row < parent.notes.size() ? nullptr : &parent.fixes[row - parent.notes.size()];
}

QModelIndex ProblemsModel::index(int row, int column, const QModelIndex &parent) const {
  if (!hasIndex(row, column, parent)) {
    return {};
  }
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : 0);
}

QModelIndex ProblemsModel::parent(const QModelIndex &index) const {
  if (!index.isValid() || index.internalId() == 0) {
    return {};
  }
  return createIndex(static_cast<int>(index.internalId() - 1), 0, quintptr{0});
}

int ProblemsModel::rowCount(const QModelIndex &parent) const {
  if (!parent.isValid()) {
    return static_cast<int>(m_diagnostics.size());
  }
  if (parent.internalId() == 0 && parent.column() == 0) {
    const compiler::Diagnostic &d = m_diagnostics[static_cast<size_t>(parent.row())];
    return static_cast<int>(d.notes.size() + d.fixes.size());
  }
  return 0;
}

int ProblemsModel::columnCount(const QModelIndex &) const { return ColumnCount; }

QString ProblemsModel::text(const compiler::Diagnostic &d, int column) const {
  switch (column) {
  case MessageColumn:
    return fromUtf8(d.message);
  case CodeColumn:
    return fromUtf8(d.code);
  default:
    return place(d.range);
  }
}

QVariant ProblemsModel::fixData(const compiler::FixIt &fix, int column, int role) const {
  if (role == Qt::DisplayRole) {
    //: %1 is what a fix does, such as "did you mean `load`?"
    return column == MessageColumn ? tr("Fix: %1").arg(fromUtf8(fix.title))
           : column == PlaceColumn ? place(fix.range)
                                   : QString();
  }
  if (role == Qt::ToolTipRole) {
    return tr("Activate to apply (Alt+Enter)");
  }
  if (role == Qt::ForegroundRole && column == MessageColumn) {
    return m_theme->theme().color(Role::Accent);
  }
  return {};
}

QVariant ProblemsModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const auto row = static_cast<size_t>(index.row());
  if (index.internalId() != 0) {
    if (const compiler::FixIt *here = fix(index)) {
      return fixData(*here, index.column(), role);
    }
    const compiler::DiagnosticNote &note = m_diagnostics[index.internalId() - 1].notes[row];
    if (role == Qt::DisplayRole) {
      return index.column() == MessageColumn ? fromUtf8(note.message)
             : index.column() == PlaceColumn ? place(note.range)
                                             : QString();
    }
    return {};
  }
  const compiler::Diagnostic &d = m_diagnostics[row];
  const bool error = d.severity == compiler::Severity::Error;
  const bool warning = d.severity == compiler::Severity::Warning;
  if (role == Qt::DisplayRole || role == Qt::ToolTipRole) {
    return text(d, index.column());
  }
  if (role == Qt::AccessibleTextRole) {
    const QString kind = error ? tr("Error") : warning ? tr("Warning") : tr("Note");
    return u"%1: %2"_s.arg(kind, text(d, index.column()));
  }
  if (role == Qt::DecorationRole && index.column() == MessageColumn) {
    const Theme &theme = m_theme->theme();
    return error     ? icon(u"error"_s, theme.color(Role::Error))
           : warning ? icon(u"warning"_s, theme.color(Role::Warning))
                     : icon(u"note"_s, theme.color(Role::Note));
  }
  return {};
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
    return {};
  }
  switch (section) {
  case MessageColumn:
    return tr("Message");
  case CodeColumn:
    return tr("Code");
  default:
    return tr("Place");
  }
}

} // namespace charonia::ui

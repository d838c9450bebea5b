// SPDX-License-Identifier: GPL-3.0-or-later
// Diagnostics as a table: severity, message, code, place. Notes, then fixes, are rows below their
// diagnostic.
#pragma once

#include "charonia/compiler/Values.h"
#include "widgets/core/Theme.h"

#include <QAbstractItemModel>

#include <vector>

namespace charonia::ui {

class ProblemsModel : public QAbstractItemModel {
  Q_OBJECT
public:
  enum Column { MessageColumn, CodeColumn, PlaceColumn, ColumnCount };

  explicit ProblemsModel(ThemeHolder *theme, QObject *parent = nullptr);

  void setDiagnostics(std::vector<compiler::Diagnostic> diagnostics);
  const std::vector<compiler::Diagnostic> &diagnostics() const { return m_diagnostics; }
  int count(compiler::Severity severity) const;
  /// The diagnostic at `index`, or that of its note or fix; null if there is none.
  const compiler::Diagnostic *diagnostic(const QModelIndex &index) const;
  /// The fix at `index`; null if that is something else.
  const compiler::FixIt *fix(const QModelIndex &index) const;
  /// Place of the diagnostic, note or fix at `index`.
  compiler::SourceRange range(const QModelIndex &index) const;

  QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
  QModelIndex parent(const QModelIndex &index) const override;
  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
  QString text(const compiler::Diagnostic &d, int column) const;
  QVariant fixData(const compiler::FixIt &fix, int column, int role) const;
  ThemeHolder *m_theme;
  std::vector<compiler::Diagnostic> m_diagnostics;
};

} // namespace charonia::ui

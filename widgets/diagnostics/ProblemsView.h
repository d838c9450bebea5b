// SPDX-License-Identifier: GPL-3.0-or-later
// The problems list: errors, warnings and notes of compiler, launch file and simulator.
#pragma once

#include "widgets/core/Panel.h"
#include "widgets/diagnostics/ProblemsModel.h"

class QLabel;
class QTreeView;

namespace charonia::ui {

class ProblemsView : public Panel {
  Q_OBJECT
public:
  explicit ProblemsView(const PanelContext &context, QWidget *parent = nullptr);
  void setDiagnostics(std::vector<compiler::Diagnostic> diagnostics);
  const ProblemsModel &model() const { return *m_model; }
  /// The diagnostic of the current row; null if there is none.
  const compiler::Diagnostic *current() const;
  QTreeView *tree() const { return m_tree; }

Q_SIGNALS:
  /// The user wants to go to a place.
  void activated(const charonia::compiler::SourceRange &range);
  /// The user wants a fix applied.
  void fixRequested(const charonia::compiler::FixIt &fix);
  /// The user wants to read about a code.
  void helpRequested(const std::string &code);

private:
  void showMenu(const QPoint &position);
  ProblemsModel *m_model;
  QTreeView *m_tree;
  QLabel *m_summary;
};

} // namespace charonia::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done about a message: apply its fix, read the page about its code, go to the next
// one.
#pragma once

#include "app/gui/Panels.h"

class QDialog;
class QTextBrowser;

namespace charonia::app {

class FixActions : public QObject {
  Q_OBJECT
public:
  FixActions(Workspace *workspace, Panels *panels, QWidget *window);

  /// Applies the fix of the message that is current in the problems list if that has the focus,
  /// else of one on the caret's line; offers a menu where there are several.
  void applyFix();
  /// Edits the source as the fix says, undoable. False if the text is no longer the one that the
  /// message is about, or if the fix belongs to another file; what is wrong is told.
  bool apply(const compiler::FixIt &fix);
  /// Shows the page about the code of the current message.
  void showHelp();
  void showHelpOn(const std::string &code);
  /// Text of the page that is shown; empty if none is.
  QString helpText() const;
  /// Puts the caret on the next message of the source, or the one before.
  void goToProblem(bool forward);

Q_SIGNALS:
  /// Something to tell the user in passing.
  void said(const QString &text);

private:
  bool isInSource(const compiler::SourceRange &range) const;
  bool problemsHaveFocus() const;
  /// Messages of the current row, or of the caret's line.
  std::vector<compiler::Diagnostic> currentDiagnostics() const;

  Workspace *m_workspace;
  Panels *m_panels;
  QWidget *m_window;
  QDialog *m_help = nullptr;
  QTextBrowser *m_page = nullptr;
};

} // namespace charonia::app

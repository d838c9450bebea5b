// SPDX-License-Identifier: GPL-3.0-or-later
// The source editor as a panel: text, squiggles, selection both ways, a find line.
#pragma once

#include "widgets/core/Panel.h"
#include "widgets/editor/CodeEditor.h"

class QLineEdit;

namespace charonia::app {

class SourcePanel : public ui::Panel {
  Q_OBJECT
public:
  explicit SourcePanel(const ui::PanelContext &context, QWidget *parent = nullptr);
  ui::CodeEditor &editor() { return *m_editor; }
  void setText(const std::string &text, ui::Language language);
  void showFind();

Q_SIGNALS:
  void edited();
  /// The user's caret is on another line (1-based).
  void lineChosen(uint32_t line);

protected:
  void selectionChanged(ui::SelectionHub::Parts parts) override;

private:
  void highlight();
  ui::CodeEditor *m_editor = nullptr;
  QWidget *m_content;
  QLineEdit *m_find;
  uint32_t m_line = 0;
  bool m_own = false;
};

} // namespace charonia::app

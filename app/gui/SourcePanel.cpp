// SPDX-License-Identifier: GPL-3.0-or-later
// Glue between the editor and the shared selection.
#include "app/gui/SourcePanel.h"

#include <QLineEdit>
#include <QScopedValueRollback>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace charonia::app {

SourcePanel::SourcePanel(const ui::PanelContext &context, QWidget *parent)
    : Panel(u"source"_s, context, parent), m_content(new QWidget), m_find(new QLineEdit) {
  setAccessibleName(tr("Source"));
  auto *layout = new QVBoxLayout(m_content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_find->setPlaceholderText(tr("Find (Enter: next, Esc: close)"));
  m_find->hide();
  layout->addWidget(m_find);
  setContent(m_content);
  connect(m_find, &QLineEdit::returnPressed, this, [this] { m_editor->find(m_find->text()); });
  auto *close = new QAction(m_find);
  close->setShortcut(Qt::Key_Escape);
  close->setShortcutContext(Qt::WidgetShortcut);
  m_find->addAction(close);
  connect(close, &QAction::triggered, this, [this] {
    m_find->hide();
    m_editor->setFocus();
  });
  setText({}, ui::Language::Triton);
}

void SourcePanel::setText(const std::string &text, ui::Language language) {
  // The editing component ties a language to a view, so another language gets another editor.
  delete m_editor;
  m_editor = new ui::CodeEditor(context().theme, language, m_content);
  m_editor->setAccessibleName(tr("Source"));
  m_content->layout()->addWidget(m_editor);
  m_editor->setText(text);
  setFocusProxy(m_editor);
  connect(m_editor, &ui::CodeEditor::textEdited, this, &SourcePanel::edited);
  connect(m_editor, &ui::CodeEditor::caretMoved, this, [this](uint32_t line) {
    if (line != m_line) {
      m_line = line;
      const QScopedValueRollback own(m_own, true);
      Q_EMIT lineChosen(line);
    }
  });
}

void SourcePanel::showFind() {
  m_find->show();
  m_find->setFocus();
  m_find->selectAll();
}

void SourcePanel::highlight() {
  std::vector<ui::ByteSpan> spans;
  for (const compiler::SourceRange &range : hub().selection().ranges) {
    spans.push_back({m_editor->offsetOf(range.beginLine, range.beginColumn),
                     m_editor->offsetOf(range.endLine, range.endColumn)});
  }
  std::sort(spans.begin(), spans.end(),
            [](const auto &a, const auto &b) { return a.begin < b.begin; });
  m_editor->setHighlights(spans, !m_own);
}

void SourcePanel::selectionChanged(ui::SelectionHub::Parts parts) {
  if (parts.testFlag(ui::SelectionHub::Ranges)) {
    highlight();
  }
}

} // namespace charonia::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/FixActions.h"

#include "charonia/compiler/CodeHelp.h"
#include "widgets/core/NumberFormat.h"

#include <QApplication>
#include <QDialog>
#include <QMenu>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace charonia::app {

using compiler::Diagnostic;

FixActions::FixActions(Workspace *workspace, Panels *panels, QWidget *window)
    : QObject(window), m_workspace(workspace), m_panels(panels), m_window(window) {
  connect(panels->problems, &ui::ProblemsView::fixRequested, this, &FixActions::apply);
  connect(panels->problems, &ui::ProblemsView::helpRequested, this, &FixActions::showHelpOn);
}

bool FixActions::isInSource(const compiler::SourceRange &range) const {
  return range.valid() && (range.file.empty() || range.file == m_workspace->sourceFile());
}

bool FixActions::problemsHaveFocus() const {
  const QWidget *focus = QApplication::focusWidget();
  return focus != nullptr && m_panels->problems->isAncestorOf(focus);
}

std::vector<Diagnostic> FixActions::currentDiagnostics() const {
  if (problemsHaveFocus()) {
    const Diagnostic *current = m_panels->problems->current();
    return current != nullptr ? std::vector{*current} : std::vector<Diagnostic>{};
  }
  const uint32_t line = m_panels->source->editor().caret().first;
  std::vector<Diagnostic> here;
  for (const Diagnostic &d : m_workspace->diagnostics()) {
    if (isInSource(d.range) && line >= d.range.beginLine &&
        line <= std::max(d.range.beginLine, d.range.endLine)) {
      here.push_back(d);
    }
  }
  return here;
}

void FixActions::applyFix() {
  std::vector<compiler::FixIt> fixes;
  for (const Diagnostic &d : currentDiagnostics()) {
    fixes.insert(fixes.end(), d.fixes.begin(), d.fixes.end());
  }
  if (fixes.empty()) {
    Q_EMIT said(tr("There is no fix here."));
  } else if (fixes.size() == 1) {
    apply(fixes.front());
  } else {
    QMenu menu(m_window);
    for (const compiler::FixIt &fix : fixes) {
      connect(menu.addAction(ui::fromUtf8(fix.title)), &QAction::triggered, this,
              [this, fix] { apply(fix); });
    }
    menu.setActiveAction(menu.actions().front());
    menu.exec(m_panels->source->editor().caretPoint());
  }
}

bool FixActions::apply(const compiler::FixIt &fix) {
  if (!isInSource(fix.range)) {
    Q_EMIT said(tr("The fix belongs to another file: %1").arg(ui::fromUtf8(fix.range.file)));
    return false;
  }
  if (!m_workspace->diagnosticsAreCurrent()) {
    Q_EMIT said(tr("The text has changed since. Wait for the next compilation."));
    return false;
  }
  ui::CodeEditor &editor = m_panels->source->editor();
  editor.replaceRange(fix.range, fix.text);
  editor.setFocus();
  Q_EMIT said(tr("Applied: %1").arg(ui::fromUtf8(fix.title)));
  return true;
}

void FixActions::showHelp() {
  for (const Diagnostic &d : currentDiagnostics()) {
    if (compiler::codeHelp(d.code) != nullptr) {
      showHelpOn(d.code);
      return;
    }
  }
  Q_EMIT said(tr("There is no message with a page here. Put the caret on one."));
}

void FixActions::showHelpOn(const std::string &code) {
  const compiler::CodeHelp *help = compiler::codeHelp(code);
  if (help == nullptr) {
    Q_EMIT said(tr("There is no page about %1.").arg(ui::fromUtf8(code)));
    return;
  }
  if (m_help == nullptr) {
    m_help = new QDialog(m_window);
    m_page = new QTextBrowser;
    m_page->setAccessibleName(tr("About this message"));
    m_page->document()->setDocumentMargin(12);
    m_page->setFrameShape(QFrame::NoFrame);
    auto *layout = new QVBoxLayout(m_help);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page);
    m_help->resize(640, 520);
  }
  m_page->setMarkdown(ui::fromUtf8(compiler::readableText(*help)));
  m_help->setWindowTitle(ui::fromUtf8(code));
  m_help->show();
  m_help->raise();
  m_help->activateWindow();
}

QString FixActions::helpText() const {
  return m_help != nullptr && m_help->isVisible() ? m_page->toPlainText() : QString();
}

void FixActions::goToProblem(bool forward) {
  std::vector<compiler::SourceRange> places;
  for (const Diagnostic &d : m_workspace->diagnostics()) {
    if (isInSource(d.range)) {
      places.push_back(d.range);
    }
  }
  if (places.empty()) {
    Q_EMIT said(tr("The source has no problems."));
    return;
  }
  const auto at = [](const compiler::SourceRange &range) {
    return std::pair(range.beginLine, range.beginColumn);
  };
  std::sort(places.begin(), places.end(),
            [&](const auto &a, const auto &b) { return at(a) < at(b); });
  ui::CodeEditor &editor = m_panels->source->editor();
  const auto caret = editor.caret();
  const compiler::SourceRange *target = forward ? &places.front() : &places.back();
  for (const compiler::SourceRange &place : places) {
    if (forward && at(place) > caret) {
      target = &place;
      break;
    }
    if (!forward && at(place) < caret) {
      target = &place;
    }
  }
  editor.selectRange(*target);
  editor.setFocus();
}

} // namespace charonia::app

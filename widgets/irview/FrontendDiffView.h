// SPDX-License-Identifier: GPL-3.0-or-later
// What the built-in front end and upstream Triton made of one kernel, side by side: aligned, with
// steps from difference to difference, and joined to the source by lines. Shows also why there is
// nothing to compare.
#pragma once

#include "widgets/core/LatestJob.h"
#include "widgets/core/Panel.h"
#include "widgets/editor/CodeEditor.h"
#include "widgets/irview/ShownIr.h"

class QHBoxLayout;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTextBrowser;
class QToolButton;

namespace charonia::ui {

class ElidedLabel;

/// Two texts of the same kernel's `tt`, names of values in step.
struct FrontendTexts {
  std::string builtin, upstream;
  /// For each line of a text the lines (1-based) of the source that it comes from.
  std::vector<std::vector<uint32_t>> builtinLines, upstreamLines;
  size_t ops = 0;     ///< that differ
  QString version;    ///< of Triton
  std::string source; ///< the kernel's file
};

class FrontendDiffView : public Panel {
  Q_OBJECT
public:
  explicit FrontendDiffView(const PanelContext &context, QWidget *parent = nullptr);

  void setTexts(FrontendTexts texts);
  /// Shows in place of texts why there are none, with what was reported.
  void setProblem(const QString &title, const std::vector<compiler::Diagnostic> &diagnostics);
  /// Shows a message in place of texts.
  void setMessage(const QString &message);
  /// A comparison is under way.
  void setRunning(bool running);

  /// Goes to the next difference, or to the one before; the last is followed by the first.
  void step(bool forward);
  /// Number of differences (runs of changed lines), and the one gone to last, from 0; -1: none yet.
  int differences() const { return static_cast<int>(m_hunks.size()); }
  int currentDifference() const { return m_current; }
  QString summary() const;
  /// The message or problem that is shown; empty if texts are.
  QString message() const;
  std::string shownText(bool upstream) const;
  bool isBusy() const override { return m_job.isRunning(); }

Q_SIGNALS:
  /// The user wants upstream to be asked (again), or the running comparison to end.
  void compareRequested();
  void stopRequested();
  void settingsRequested();
  /// The user's caret is on IR that comes from this line of the source.
  void linePicked(uint32_t line);

protected:
  void refresh() override;
  void selectionChanged(SelectionHub::Parts parts) override;

private:
  void makeBar(QHBoxLayout *bar);
  void makeEditors();
  void makePage();
  void show(ShownIr prepared);
  void showSummary();
  void caretAt(bool upstream);
  void highlight();
  std::vector<ByteSpan> spansOf(bool upstream) const;
  QString problemHtml() const;

  FrontendTexts m_texts;
  ShownIr m_shown;
  struct Hunk {
    size_t begin = 0, end = 0; ///< rows
  };
  std::vector<Hunk> m_hunks;
  int m_current = -1;
  bool m_hasTexts = false, m_own = false;
  QString m_title; ///< of a problem, or the message
  std::vector<compiler::Diagnostic> m_diagnostics;
  QLabel *m_summary;
  QToolButton *m_previous, *m_next, *m_settings;
  QPushButton *m_compare;
  bool m_running = false;
  QStackedWidget *m_stack;
  QTextBrowser *m_page;
  ElidedLabel *m_leftTitle, *m_rightTitle;
  CodeEditor *m_left, *m_right;
  LatestJob m_job{this};
};

} // namespace charonia::ui

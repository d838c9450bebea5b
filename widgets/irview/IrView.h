// SPDX-License-Identifier: GPL-3.0-or-later
// The IR after a pass: plain, or as a difference from before the pass (unified or side by side).
// Ops are known by identity, so that a selection reaches from here to source and trace and back.
#pragma once

#include "charonia/compiler/Values.h"
#include "widgets/core/LatestJob.h"
#include "widgets/core/Panel.h"
#include "widgets/editor/CodeEditor.h"
#include "widgets/irview/ShownIr.h"

#include <memory>

class QComboBox;
class QLabel;
class QSplitter;

namespace charonia::ui {

class IrView : public Panel {
  Q_OBJECT
public:
  using Mode = IrMode;
  using TextRef = IrTextRef;

  explicit IrView(const PanelContext &context, QWidget *parent = nullptr);

  /// The IR to show, with its title (the pass) and the IR before the pass, null for the first.
  void setTexts(const QString &title, TextRef after, TextRef before);
  /// Shows a message in place of IR.
  void setMessage(const QString &message);
  void setMode(Mode mode);
  Mode mode() const { return m_mode; }
  /// Ops whose ranges hold byte `offset` of the IR, the innermost first.
  static std::vector<compiler::OpId> opsAt(const compiler::IrText &text, uint32_t offset);
  /// Text shown in the main editor.
  std::string shownText() const { return m_editor->text(); }
  QString summary() const;
  /// Texts of more lines are shown one function at a time.
  void setWholeLines(size_t lines);
  /// Functions to choose from; none if the whole text is shown.
  QComboBox *functions() const { return m_functions; }
  bool isBusy() const override { return m_job.isRunning(); }

  QJsonObject saveState() const override;
  void restoreState(const QJsonObject &state) override;

Q_SIGNALS:
  /// The user picked ops here.
  void opsPicked(const std::vector<charonia::compiler::OpId> &ops);
  /// What setTexts or setMode asked for is in the editor.
  void shown();

protected:
  void refresh() override;
  void selectionChanged(SelectionHub::Parts parts) override;

private:
  void show(ShownIr shown);
  void showNote();
  void listFunctions();
  void caretAt(const CodeEditor *editor);
  void highlight(bool reveal);
  std::vector<ByteSpan> shownSpans(const compiler::IrText &text,
                                   const std::vector<ShownLine> &lines, bool after) const;

  QComboBox *m_modes;
  QComboBox *m_functions;
  QLabel *m_title;
  QLabel *m_summary;
  QString m_note; ///< what the summary says of the texts
  QSplitter *m_splitter;
  CodeEditor *m_left;   ///< "before" of side by side
  CodeEditor *m_editor; ///< everything else
  Mode m_mode = Mode::Plain;
  TextRef m_after, m_before; ///< whole
  size_t m_wholeLines = IrRequest{}.wholeLines;
  std::string m_function; ///< the one to show of a long text
  ShownIr m_shown;
  LatestJob m_job{this};
  QString m_message;
  bool m_own = false; ///< the selection came from here: do not scroll
};

} // namespace charonia::ui

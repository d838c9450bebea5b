// SPDX-License-Identifier: GPL-3.0-or-later
// The IR after a pass: plain, or as a difference from before the pass (unified or side by side).
// Ops are known by identity, so that a selection reaches from here to source and trace and back.
#pragma once

#include "charonia/compiler/Values.h"
#include "widgets/core/Panel.h"
#include "widgets/editor/CodeEditor.h"
#include "widgets/text/LineDiff.h"

#include <memory>

class QComboBox;
class QLabel;
class QSplitter;

namespace charonia::ui {

class IrView : public Panel {
  Q_OBJECT
public:
  enum class Mode { Plain, Unified, SideBySide };
  using TextRef = std::shared_ptr<const compiler::IrText>;

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

  QJsonObject saveState() const override;
  void restoreState(const QJsonObject &state) override;

Q_SIGNALS:
  /// The user picked ops here.
  void opsPicked(const std::vector<charonia::compiler::OpId> &ops);

protected:
  void refresh() override;
  void selectionChanged(SelectionHub::Parts parts) override;

private:
  void showPlain();
  void showUnified(const LineDiff &diff);
  void showSideBySide(const LineDiff &diff);
  void caretAt(const CodeEditor *editor);
  void highlight(bool reveal);
  /// Start of each line of the shown text, and the line of the IR (after, before) that it shows.
  struct ShownLine {
    uint32_t begin = 0;
    int after = -1, before = -1;
  };
  std::vector<ByteSpan> shownSpans(const compiler::IrText &text,
                                   const std::vector<ShownLine> &lines, bool after) const;

  QComboBox *m_modes;
  QLabel *m_title;
  QLabel *m_summary;
  QString m_note; ///< what the summary says of the texts
  QSplitter *m_splitter;
  CodeEditor *m_left;   ///< "before" of side by side
  CodeEditor *m_editor; ///< everything else
  Mode m_mode = Mode::Plain;
  TextRef m_after, m_before;
  std::vector<ShownLine> m_lines, m_leftLines;
  QString m_message;
  bool m_own = false; ///< the selection came from here: do not scroll
};

} // namespace charonia::ui

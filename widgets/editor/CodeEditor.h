// SPDX-License-Identifier: GPL-3.0-or-later
// The text editor of the app, for source and for IR. Wraps QScintilla, which no other folder sees.
// Positions are bytes of the UTF-8 text, as in the compiler's ranges.
#pragma once

#include "charonia/compiler/Values.h"
#include "widgets/core/Theme.h"
#include "widgets/editor/Syntax.h"

#include <QWidget>

#include <string>
#include <vector>

class QsciScintilla;

namespace charonia::ui {

/// Bytes [begin, end) of a text.
struct ByteSpan {
  uint32_t begin = 0, end = 0;
};

/// How a line is marked in a diff.
enum class LineMark : uint8_t { None, Added, Removed, Filler };

class CodeEditor : public QWidget {
  Q_OBJECT
public:
  CodeEditor(ThemeHolder *theme, Language language, QWidget *parent = nullptr);
  ~CodeEditor() override;

  /// Replaces the text; no textEdited signal. Undo starts anew.
  void setText(const std::string &utf8);
  /// Replaces the text as one undoable edit, with textEdited.
  void replaceAll(const std::string &utf8);
  /// Replaces a range of the text as one undoable edit, with textEdited; the caret goes behind it.
  void replaceRange(const compiler::SourceRange &range, const std::string &utf8);
  std::string text() const;
  void undo();
  void redo();
  bool isModified() const;
  void setModified(bool modified);
  void setReadOnly(bool readOnly);
  void setFontSize(int points);

  /// Squiggles, and markers in the margin; the messages show on hover.
  void setDiagnostics(const std::vector<compiler::Diagnostic> &diagnostics);
  /// Highlights spans (the selected ops); with `reveal` the first one is scrolled into view.
  void setHighlights(const std::vector<ByteSpan> &spans, bool reveal);
  /// Marks of a diff by line (0-based), with the text of the number margin; empty: no diff, line
  /// numbers.
  void setLineMarks(const std::vector<LineMark> &marks, const std::vector<QString> &numbers = {});

  /// Puts the caret at a place (1-based line and byte column) and shows it.
  void goTo(uint32_t line, uint32_t column);
  void selectRange(const compiler::SourceRange &range);
  /// 1-based line and byte column of the caret.
  std::pair<uint32_t, uint32_t> caret() const;
  /// Where the caret's line ends on the screen, for a menu.
  QPoint caretPoint() const;
  /// Caret as byte offset.
  uint32_t caretOffset() const;
  uint32_t offsetOf(uint32_t line, uint32_t column) const;
  int firstVisibleLine() const;
  void setFirstVisibleLine(int line);

  /// Asks for text to find and looks forward; repeated calls go on.
  bool find(const QString &text, bool forward = true);

Q_SIGNALS:
  void textEdited();
  /// The user moved the caret (not a program).
  void caretMoved(uint32_t line, uint32_t column);
  void scrolled(int firstVisibleLine);

private:
  void applyTheme();
  void setUpMargins();
  void showMessagesAt(int position, int x, int y);
  struct Message {
    uint32_t begin, end;
    QString text;
  };

  ThemeHolder *m_theme;
  QsciScintilla *m_view;
  class SyntaxLexer *m_lexer;
  Language m_language;
  int m_fontSize = 11;
  std::vector<Message> m_messages;
  bool m_quiet = false; ///< a program sets text
  bool m_diff = false;
  uint32_t m_knownCaret = 0; ///< position already told, or set by a program
};

} // namespace charonia::ui

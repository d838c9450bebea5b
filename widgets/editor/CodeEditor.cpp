// SPDX-License-Identifier: GPL-3.0-or-later
// Set-up of QScintilla and the translation of the app's values to its indicators, markers and
// margins.
#include "widgets/editor/CodeEditor.h"

#include "widgets/core/NumberFormat.h"
#include "widgets/editor/SyntaxLexer.h"

#include <QFontDatabase>
#include <QScopedValueRollback>
#include <QToolTip>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
using Base = QsciScintillaBase;
// Indicators 0-7 belong to lexers by convention of the editing component.
constexpr int kErrorIndicator = 8, kWarningIndicator = 9, kNoteIndicator = 10, kOpIndicator = 11;
constexpr int kAddedMarker = 1, kRemovedMarker = 2, kFillerMarker = 3;
constexpr int kAddedSign = 4, kRemovedSign = 5, kErrorSign = 6, kWarningSign = 7;
constexpr int kNumberMargin = 0, kSignMargin = 1;
constexpr int kMutedStyle = 32 + 8;

int indicatorOf(compiler::Severity severity) {
  switch (severity) {
  case compiler::Severity::Error:
    return kErrorIndicator;
  case compiler::Severity::Warning:
    return kWarningIndicator;
  case compiler::Severity::Note:
    return kNoteIndicator;
  }
  return kNoteIndicator;
}

QFont codeFont(int size) {
  QFont font(QStringList{u"JetBrains Mono"_s, u"DejaVu Sans Mono"_s, u"Noto Sans Mono CJK KR"_s,
                         u"monospace"_s});
  font.setStyleHint(QFont::Monospace);
  font.setFixedPitch(true);
  font.setPointSize(size);
  return font;
}
} // namespace

CodeEditor::CodeEditor(ThemeHolder *theme, Language language, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_view(new QsciScintilla(this)),
      m_lexer(new SyntaxLexer(language, m_view)), m_language(language) {
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_view);
  setFocusProxy(m_view);
  m_view->setFrameShape(QFrame::NoFrame);
  m_view->setUtf8(true);
  m_view->setLexer(m_lexer);
  m_view->setEolMode(QsciScintilla::EolUnix);
  m_view->setIndentationsUseTabs(false);
  m_view->setTabWidth(4);
  m_view->setAutoIndent(true);
  m_view->setBackspaceUnindents(true);
  m_view->setBraceMatching(QsciScintilla::SloppyBraceMatch);
  m_view->setCaretLineVisible(true);
  m_view->setScrollWidth(1);
  m_view->setScrollWidthTracking(true);
  m_view->SendScintilla(Base::SCI_SETENDATLASTLINE, 1UL);
  m_view->SendScintilla(Base::SCI_SETMOUSEDWELLTIME, 400UL);
  m_view->SendScintilla(Base::SCI_SETMULTIPLESELECTION, 1UL);
  setUpMargins();
  applyTheme();
  connect(m_theme, &ThemeHolder::changed, this, [this] { applyTheme(); });
  connect(m_view, &QsciScintilla::textChanged, this, [this] {
    if (!m_quiet) {
      Q_EMIT textEdited();
    }
  });
  connect(m_view, &QsciScintilla::cursorPositionChanged, this, [this] {
    // The component tells of the caret when it next paints, so a flag would not do.
    const uint32_t position = caretOffset();
    if (position != m_knownCaret) {
      m_knownCaret = position;
      const auto [line, column] = caret();
      Q_EMIT caretMoved(line, column);
    }
  });
  connect(m_view, &Base::SCN_DWELLSTART, this,
          [this](int position, int x, int y) { showMessagesAt(position, x, y); });
  connect(m_view, &Base::SCN_DWELLEND, this, [](int, int, int) { QToolTip::hideText(); });
  connect(m_view, &Base::SCN_UPDATEUI, this, [this](int updated) {
    if ((updated & Base::SC_UPDATE_V_SCROLL) != 0) {
      Q_EMIT scrolled(firstVisibleLine());
    }
  });
}

CodeEditor::~CodeEditor() = default;

void CodeEditor::setUpMargins() {
  m_view->setMarginType(kNumberMargin, m_diff ? QsciScintilla::TextMarginRightJustified
                                              : QsciScintilla::NumberMargin);
  m_view->setMarginType(kSignMargin, QsciScintilla::SymbolMargin);
  m_view->setMarginWidth(kSignMargin, 16);
  m_view->setMarginMarkerMask(kSignMargin, (1 << kAddedSign) | (1 << kRemovedSign) |
                                               (1 << kErrorSign) | (1 << kWarningSign));
  m_view->setMarginMarkerMask(kNumberMargin, 0);
  m_view->setMarginWidth(2, 0);
  m_view->markerDefine(QsciScintilla::Background, kAddedMarker);
  m_view->markerDefine(QsciScintilla::Background, kRemovedMarker);
  m_view->markerDefine(QsciScintilla::Background, kFillerMarker);
  // Shapes differ, so that the signs do not rest on colour alone.
  m_view->markerDefine(QsciScintilla::Plus, kAddedSign);
  m_view->markerDefine(QsciScintilla::Minus, kRemovedSign);
  m_view->markerDefine(QsciScintilla::Circle, kErrorSign);
  m_view->markerDefine(QsciScintilla::DownTriangle, kWarningSign);
  m_view->indicatorDefine(QsciScintilla::SquiggleIndicator, kErrorIndicator);
  m_view->indicatorDefine(QsciScintilla::SquiggleIndicator, kWarningIndicator);
  m_view->indicatorDefine(QsciScintilla::DotsIndicator, kNoteIndicator);
  m_view->indicatorDefine(QsciScintilla::StraightBoxIndicator, kOpIndicator);
  m_view->setIndicatorDrawUnder(true, kOpIndicator);
}

void CodeEditor::applyTheme() {
  const Theme &theme = m_theme->theme();
  m_lexer->applyTheme(theme, codeFont(m_fontSize));
  m_view->setCaretLineBackgroundColor(theme.color(Role::CurrentLine));
  m_view->setCaretForegroundColor(theme.color(Role::Text));
  m_view->setSelectionBackgroundColor(theme.color(Role::Selection));
  m_view->resetSelectionForegroundColor();
  m_view->setMarginsBackgroundColor(theme.color(Role::Window));
  m_view->setMarginsForegroundColor(theme.color(Role::MutedText));
  m_view->setMarginsFont(codeFont(m_fontSize - 1));
  m_view->setMatchedBraceBackgroundColor(theme.color(Role::Selection));
  m_view->setMatchedBraceForegroundColor(theme.color(Role::Accent));
  m_view->setUnmatchedBraceForegroundColor(theme.color(Role::Error));
  m_view->setUnmatchedBraceBackgroundColor(theme.color(Role::Base));
  const auto marker = [&](int number, Role front, Role back) {
    m_view->setMarkerForegroundColor(theme.color(front), number);
    m_view->setMarkerBackgroundColor(theme.color(back), number);
  };
  marker(kAddedMarker, Role::AddedText, Role::AddedBack);
  marker(kRemovedMarker, Role::RemovedText, Role::RemovedBack);
  marker(kFillerMarker, Role::MutedText, Role::AlternateBase);
  marker(kAddedSign, Role::AddedText, Role::AddedBack);
  marker(kRemovedSign, Role::RemovedText, Role::RemovedBack);
  marker(kErrorSign, Role::Error, Role::Error);
  marker(kWarningSign, Role::Warning, Role::Warning);
  m_view->setIndicatorForegroundColor(theme.color(Role::Error), kErrorIndicator);
  m_view->setIndicatorForegroundColor(theme.color(Role::Warning), kWarningIndicator);
  m_view->setIndicatorForegroundColor(theme.color(Role::Note), kNoteIndicator);
  QColor highlight = theme.color(Role::OpHighlight);
  highlight.setAlpha(theme.isDark() ? 90 : 110);
  m_view->setIndicatorForegroundColor(highlight, kOpIndicator);
  m_view->setIndicatorOutlineColor(theme.color(Role::OpHighlight), kOpIndicator);
  const QColor muted = theme.color(Role::MutedText);
  const long bgr = muted.red() | (muted.green() << 8) | (muted.blue() << 16);
  m_view->SendScintilla(Base::SCI_STYLESETFORE, static_cast<unsigned long>(kMutedStyle), bgr);
  m_view->SendScintilla(Base::SCI_COLOURISE, 0UL, -1L);
  if (!m_diff) {
    m_view->setMarginWidth(kNumberMargin, u"00000"_s);
  }
}

void CodeEditor::setFontSize(int points) {
  m_fontSize = std::clamp(points, 6, 40);
  applyTheme();
}

void CodeEditor::setText(const std::string &utf8) {
  const QScopedValueRollback quiet(m_quiet, true);
  const bool readOnly = m_view->isReadOnly();
  m_view->setReadOnly(false);
  m_view->setText(fromUtf8(utf8));
  m_view->setReadOnly(readOnly);
  m_view->setModified(false);
  m_messages.clear();
  m_knownCaret = caretOffset();
}

void CodeEditor::replaceAll(const std::string &utf8) {
  m_view->beginUndoAction();
  m_view->SendScintilla(Base::SCI_SETTEXT, 0UL, utf8.c_str());
  m_view->endUndoAction();
  m_knownCaret = caretOffset();
}

void CodeEditor::replaceRange(const compiler::SourceRange &range, const std::string &utf8) {
  const uint32_t begin = offsetOf(range.beginLine, range.beginColumn);
  const uint32_t end =
      range.endLine == 0 ? begin : std::max(begin, offsetOf(range.endLine, range.endColumn));
  m_view->beginUndoAction();
  m_view->SendScintilla(Base::SCI_SETTARGETRANGE, static_cast<unsigned long>(begin),
                        static_cast<long>(end));
  m_view->SendScintilla(Base::SCI_REPLACETARGET, static_cast<unsigned long>(utf8.size()),
                        utf8.c_str());
  m_view->endUndoAction();
  m_view->SendScintilla(Base::SCI_GOTOPOS, static_cast<unsigned long>(begin + utf8.size()));
  m_knownCaret = caretOffset();
}

QPoint CodeEditor::caretPoint() const {
  const auto position = static_cast<long>(caretOffset());
  const long x = m_view->SendScintilla(Base::SCI_POINTXFROMPOSITION, 0UL, position);
  const long y = m_view->SendScintilla(Base::SCI_POINTYFROMPOSITION, 0UL, position);
  const long height = m_view->SendScintilla(Base::SCI_TEXTHEIGHT, 0UL);
  return m_view->viewport()->mapToGlobal(QPoint(static_cast<int>(x), static_cast<int>(y + height)));
}

std::string CodeEditor::text() const {
  const QByteArray bytes = m_view->text().toUtf8();
  return {bytes.constData(), static_cast<size_t>(bytes.size())};
}

void CodeEditor::undo() { m_view->undo(); }
void CodeEditor::redo() { m_view->redo(); }

bool CodeEditor::isModified() const { return m_view->isModified(); }
void CodeEditor::setModified(bool modified) { m_view->setModified(modified); }

void CodeEditor::setReadOnly(bool readOnly) { m_view->setReadOnly(readOnly); }

void CodeEditor::setDiagnostics(const std::vector<compiler::Diagnostic> &diagnostics) {
  const long length = m_view->SendScintilla(Base::SCI_GETLENGTH);
  for (const int indicator : {kErrorIndicator, kWarningIndicator, kNoteIndicator}) {
    m_view->SendScintilla(Base::SCI_SETINDICATORCURRENT, static_cast<unsigned long>(indicator));
    m_view->SendScintilla(Base::SCI_INDICATORCLEARRANGE, 0UL, length);
  }
  m_view->markerDeleteAll(kErrorSign);
  m_view->markerDeleteAll(kWarningSign);
  m_messages.clear();
  for (const compiler::Diagnostic &d : diagnostics) {
    if (!d.range.valid()) {
      continue;
    }
    const uint32_t begin = offsetOf(d.range.beginLine, d.range.beginColumn);
    uint32_t end = d.range.endLine == 0 ? begin : offsetOf(d.range.endLine, d.range.endColumn);
    if (end <= begin) {
      // A point: mark the word that starts there, or at least one byte.
      end = static_cast<uint32_t>(
          m_view->SendScintilla(Base::SCI_WORDENDPOSITION, static_cast<unsigned long>(begin), 1L));
      end = std::max(end, begin + 1);
    }
    m_view->SendScintilla(Base::SCI_SETINDICATORCURRENT,
                          static_cast<unsigned long>(indicatorOf(d.severity)));
    m_view->SendScintilla(Base::SCI_INDICATORFILLRANGE, static_cast<unsigned long>(begin),
                          static_cast<long>(end - begin));
    if (d.severity != compiler::Severity::Note) {
      m_view->markerAdd(static_cast<int>(d.range.beginLine) - 1,
                        d.severity == compiler::Severity::Error ? kErrorSign : kWarningSign);
    }
    QString text = d.code.empty() ? fromUtf8(d.message)
                                  : u"%1: %2"_s.arg(fromUtf8(d.code), fromUtf8(d.message));
    for (const compiler::FixIt &fix : d.fixes) {
      //: %1 is what a fix does; Alt+Enter is the key that applies it
      text += u'\n' + tr("Alt+Enter: %1").arg(fromUtf8(fix.title));
    }
    m_messages.push_back({begin, end, text});
  }
}

void CodeEditor::showMessagesAt(int position, int x, int y) {
  QStringList lines;
  for (const Message &m : m_messages) {
    if (position >= static_cast<int>(m.begin) && position < static_cast<int>(m.end)) {
      lines += m.text;
    }
  }
  if (!lines.isEmpty()) {
    QToolTip::showText(m_view->viewport()->mapToGlobal(QPoint(x, y)), lines.join(u'\n'), m_view);
  }
}

void CodeEditor::setHighlights(const std::vector<ByteSpan> &spans, bool reveal) {
  const long length = m_view->SendScintilla(Base::SCI_GETLENGTH);
  m_view->SendScintilla(Base::SCI_SETINDICATORCURRENT, static_cast<unsigned long>(kOpIndicator));
  m_view->SendScintilla(Base::SCI_INDICATORCLEARRANGE, 0UL, length);
  for (const ByteSpan &span : spans) {
    if (span.end > span.begin) {
      m_view->SendScintilla(Base::SCI_INDICATORFILLRANGE, static_cast<unsigned long>(span.begin),
                            static_cast<long>(span.end - span.begin));
    }
  }
  if (reveal && !spans.empty()) {
    const long line = m_view->SendScintilla(Base::SCI_LINEFROMPOSITION,
                                            static_cast<unsigned long>(spans.front().begin));
    const long first = m_view->SendScintilla(Base::SCI_GETFIRSTVISIBLELINE);
    const long shown = m_view->SendScintilla(Base::SCI_LINESONSCREEN);
    if (line < first + 1 || line >= first + shown - 1) {
      setFirstVisibleLine(static_cast<int>(std::max(0L, line - shown / 3)));
    }
  }
}

void CodeEditor::setLineMarks(const std::vector<LineMark> &marks,
                              const std::vector<QString> &numbers) {
  for (const int marker : {kAddedMarker, kRemovedMarker, kFillerMarker, kAddedSign, kRemovedSign}) {
    m_view->markerDeleteAll(marker);
  }
  const bool diff = !marks.empty();
  if (diff != m_diff) {
    m_diff = diff;
    m_view->clearMarginText();
    setUpMargins();
    applyTheme();
  }
  for (size_t line = 0; line < marks.size(); ++line) {
    const int row = static_cast<int>(line);
    if (marks[line] == LineMark::Added) {
      m_view->markerAdd(row, kAddedMarker);
      m_view->markerAdd(row, kAddedSign);
    } else if (marks[line] == LineMark::Removed) {
      m_view->markerAdd(row, kRemovedMarker);
      m_view->markerAdd(row, kRemovedSign);
    } else if (marks[line] == LineMark::Filler) {
      m_view->markerAdd(row, kFillerMarker);
    }
  }
  qsizetype widest = 4;
  for (size_t line = 0; line < numbers.size(); ++line) {
    m_view->setMarginText(static_cast<int>(line), numbers[line],
                          QsciScintillaBase::STYLE_LINENUMBER);
    widest = std::max(widest, numbers[line].size());
  }
  if (diff) {
    m_view->setMarginWidth(kNumberMargin, QString(widest + 1, u'0'));
  }
}

uint32_t CodeEditor::offsetOf(uint32_t line, uint32_t column) const {
  const long lines = m_view->SendScintilla(Base::SCI_GETLINECOUNT);
  const long row = std::clamp<long>(static_cast<long>(line) - 1, 0, lines - 1);
  const long begin =
      m_view->SendScintilla(Base::SCI_POSITIONFROMLINE, static_cast<unsigned long>(row));
  const long end =
      m_view->SendScintilla(Base::SCI_GETLINEENDPOSITION, static_cast<unsigned long>(row));
  return static_cast<uint32_t>(std::clamp<long>(begin + static_cast<long>(column) - 1, begin, end));
}

void CodeEditor::goTo(uint32_t line, uint32_t column) {
  m_view->SendScintilla(Base::SCI_GOTOPOS, static_cast<unsigned long>(offsetOf(line, column)));
  m_view->SendScintilla(Base::SCI_VERTICALCENTRECARET);
  m_knownCaret = caretOffset();
}

void CodeEditor::selectRange(const compiler::SourceRange &range) {
  goTo(range.beginLine, range.beginColumn);
}

std::pair<uint32_t, uint32_t> CodeEditor::caret() const {
  const uint32_t position = caretOffset();
  const long line =
      m_view->SendScintilla(Base::SCI_LINEFROMPOSITION, static_cast<unsigned long>(position));
  const long begin =
      m_view->SendScintilla(Base::SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
  return {static_cast<uint32_t>(line + 1), position - static_cast<uint32_t>(begin) + 1};
}

uint32_t CodeEditor::caretOffset() const {
  return static_cast<uint32_t>(m_view->SendScintilla(Base::SCI_GETCURRENTPOS));
}

int CodeEditor::firstVisibleLine() const {
  return static_cast<int>(m_view->SendScintilla(Base::SCI_GETFIRSTVISIBLELINE));
}

void CodeEditor::setFirstVisibleLine(int line) {
  m_view->SendScintilla(Base::SCI_SETFIRSTVISIBLELINE, static_cast<unsigned long>(line));
}

bool CodeEditor::find(const QString &text, bool forward) {
  return !text.isEmpty() && m_view->findFirst(text, false, false, false, true, forward);
}

} // namespace charonia::ui

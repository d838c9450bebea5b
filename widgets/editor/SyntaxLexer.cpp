// SPDX-License-Identifier: GPL-3.0-or-later
// Styles whole lines; the state between lines is kept in the editor's line states.
#include "widgets/editor/SyntaxLexer.h"

#include <string>

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
constexpr Role kStyleRoles[kNumStyles] = {
    Role::Text, Role::Keyword,   Role::Builtin, Role::String,    Role::Number,   Role::Comment,
    Role::Type, Role::Operation, Role::Value,   Role::Attribute, Role::Decorator};
} // namespace

SyntaxLexer::SyntaxLexer(Language language, QObject *parent)
    : QsciLexerCustom(parent), m_language(language) {}

const char *SyntaxLexer::language() const {
  return m_language == Language::Triton ? "Triton" : m_language == Language::Mlir ? "MLIR" : "Text";
}

QString SyntaxLexer::description(int style) const {
  // QScintilla asks for names until it gets an empty one; they are shown nowhere.
  return style >= 0 && style < kNumStyles ? u"style %1"_s.arg(style) : QString();
}

void SyntaxLexer::styleText(int start, int end) {
  QsciScintilla *view = editor();
  if (view == nullptr) {
    return;
  }
  long line = view->SendScintilla(QsciScintillaBase::SCI_LINEFROMPOSITION, start);
  const int begin =
      static_cast<int>(view->SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE, line));
  LineState state = LineState::Normal;
  if (line > 0) {
    state =
        static_cast<LineState>(view->SendScintilla(QsciScintillaBase::SCI_GETLINESTATE, line - 1));
  }
  const QByteArray bytes = view->bytes(begin, end);
  std::string_view rest(bytes.constData(), static_cast<size_t>(end - begin));
  std::string all;
  std::string styles;
  all.reserve(rest.size());
  while (!rest.empty()) {
    const size_t newline = rest.find('\n');
    const size_t length = newline == std::string_view::npos ? rest.size() : newline + 1;
    state = styleLine(m_language, rest.substr(0, length), state, styles);
    view->SendScintilla(QsciScintillaBase::SCI_SETLINESTATE, static_cast<unsigned long>(line),
                        static_cast<long>(state));
    all += styles;
    rest.remove_prefix(length);
    ++line;
  }
  startStyling(begin);
  view->SendScintilla(QsciScintillaBase::SCI_SETSTYLINGEX, static_cast<unsigned long>(all.size()),
                      all.data());
}

void SyntaxLexer::applyTheme(const Theme &theme, const QFont &font) {
  setDefaultColor(theme.color(Role::Text));
  setDefaultPaper(theme.color(Role::Base));
  setDefaultFont(font);
  for (int style = 0; style < kNumStyles; ++style) {
    setColor(theme.color(kStyleRoles[style]), style);
    setPaper(theme.color(Role::Base), style);
    QFont styled = font;
    styled.setBold(style == static_cast<int>(Style::Keyword));
    styled.setItalic(style == static_cast<int>(Style::Comment));
    setFont(styled, style);
  }
  setColor(theme.color(Role::Text), QsciScintillaBase::STYLE_DEFAULT);
  setPaper(theme.color(Role::Base), QsciScintillaBase::STYLE_DEFAULT);
  setFont(font, QsciScintillaBase::STYLE_DEFAULT);
}

} // namespace charonia::ui

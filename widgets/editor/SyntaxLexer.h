// SPDX-License-Identifier: GPL-3.0-or-later
// Adapter from styleLine() to QScintilla.
#pragma once

#include "widgets/core/Theme.h"
#include "widgets/editor/QsciHeaders.h"
#include "widgets/editor/Syntax.h"

namespace charonia::ui {

class SyntaxLexer : public QsciLexerCustom {
public:
  SyntaxLexer(Language language, QObject *parent);
  const char *language() const override;
  QString description(int style) const override;
  void styleText(int start, int end) override;
  /// Colours and font of every style.
  void applyTheme(const Theme &theme, const QFont &font);

private:
  Language m_language;
};

} // namespace charonia::ui

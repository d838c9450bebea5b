// SPDX-License-Identifier: GPL-3.0-or-later
// Palette and style sheet of the application.
#include "app/gui/Appearance.h"

#include <QApplication>

using namespace Qt::StringLiterals;

namespace charonia::app {

void applyAppearance(const ui::Theme &theme) {
  QApplication::setPalette(theme.palette());
  // Tool tips ignore the palette on some platforms; frames of the
  // style's check boxes and line editors are invisible on dark.
  qApp->setStyleSheet(
      u"QToolTip { color: %1; background: %2; border: 1px solid %3; }"
      "QLineEdit { border: 1px solid %3; border-radius: 3px; padding: 2px 4px; background: %5; }"
      "QLineEdit:focus { border-color: %6; }"
      "QCheckBox::indicator { width: 13px; height: 13px; border: 1px solid %4; background: %5; }"
      "QCheckBox::indicator:checked { image: url(:/charonia/icons/check.svg); }"_s.arg(
          theme.color(ui::Role::Text).name(), theme.color(ui::Role::AlternateBase).name(),
          theme.color(ui::Role::Border).name(), theme.color(ui::Role::MutedText).name(),
          theme.color(ui::Role::Base).name(), theme.color(ui::Role::Accent).name()));
}

} // namespace charonia::app

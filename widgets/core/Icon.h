// SPDX-License-Identifier: GPL-3.0-or-later
// The app's own SVG icons, tinted to the theme.
#pragma once

#include <QColor>
#include <QIcon>

namespace charonia::ui {

/// Icon `name` of resources/icons drawn in `color`; a null icon if there is none of that name.
QIcon icon(const QString &name, const QColor &color);

} // namespace charonia::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// A theme applied to the whole application.
#pragma once

#include "widgets/core/Theme.h"

namespace charonia::app {

/// Sets palette and the few style rules that a palette cannot express.
void applyAppearance(const ui::Theme &theme);

} // namespace charonia::app

// SPDX-License-Identifier: GPL-3.0-or-later
// QScintilla's headers. They use Qt's bare keywords, which this project switches off.
#pragma once

#include <QObject>

#define signals Q_SIGNALS
#define slots Q_SLOTS
#include <Qsci/qscilexercustom.h>
#include <Qsci/qsciscintilla.h>
#undef signals
#undef slots

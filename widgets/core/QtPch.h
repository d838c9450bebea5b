// SPDX-License-Identifier: GPL-3.0-or-later
// Precompiled header of everything that uses Qt.
#pragma once

#include "charonia/compiler/Values.h"
#include "charonia/launch/Launch.h"
#include "charonia/simdata/Trace.h"

#include <QtCore/QtCore>
#include <QtGui/QtGui>
#include <QtWidgets/QtWidgets>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

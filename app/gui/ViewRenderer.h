// SPDX-License-Identifier: GPL-3.0-or-later
// Renders a view, or the whole window, of a launch to an image without anyone at the screen.
#pragma once

#include "app/gui/Arguments.h"

namespace charonia::app {

class Workspace;
class Panels;

/// Runs `--view` or `--screenshot`. Returns the exit code: 0, 2 compile error, 3 simulation error,
/// 64 unreadable file or image that cannot be written. A picture is written in every case that has
/// one.
int renderHeadless(const Arguments &arguments);

/// Waits until the workspace has compiled, run (if it compiled) and the panels have settled; false
/// after `timeoutMs`.
bool waitForResults(Workspace &workspace, const Panels &panels, int timeoutMs);

} // namespace charonia::app

// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's source file as something to compile: with the launch file that lies beside it, or with
// a launch guessed from its signature. No Qt.
#pragma once

#include "run/CompileLaunch.h"

namespace charonia::app {

/// The launch file that belongs to a source file: the first one beside it, by name, that begins
/// with the source's name and names it as its source. Empty if there is none.
std::string findLaunchOf(const std::string &sourceFile);

/// Prepares `file`, a launch or a kernel's .py. What was found or guessed for the latter is a note
/// among the problems.
PreparedLaunch prepareKernel(const std::string &file, const LaunchOptions &options);

} // namespace charonia::app

// SPDX-License-Identifier: GPL-3.0-or-later
// A launch made from a kernel's signature, for a source file that has none: types, shapes, grid and
// constants are guessed from names, annotations and defaults, and every guess is marked.
#pragma once

#include "charonia/compiler/Compiler.h"
#include "widgets/text/LaunchText.h"

namespace charonia::app {

struct GuessedLaunch {
  launch::Launch launch;
  ui::GuessedKeys guessed;
};

/// A launch for `kernel` of `source`, which lies at `file`. The launch's own path is `file` with
/// ".launch.json" in place of ".py".
GuessedLaunch guessLaunch(const compiler::KernelInfo &kernel, const std::string &source,
                          const std::string &file);

/// Path of the launch file that belongs to a source file.
std::string launchPathFor(const std::string &sourceFile);

} // namespace charonia::app

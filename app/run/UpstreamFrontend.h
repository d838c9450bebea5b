// SPDX-License-Identifier: GPL-3.0-or-later
// Upstream Triton as a front end: a Python that has it, chosen by the user, compiles the kernel to
// ttir in a process of its own. That executes the kernel's file. No Qt.
#pragma once

#include "run/CompileLaunch.h"

namespace charonia::app {

/// How upstream is started.
struct UpstreamSettings {
  std::string python; ///< interpreter; empty: none was chosen, so upstream is off
  double seconds = 60;
  bool prePass = false; ///< the IR before Triton's own passes
};

/// The interpreter that counts: `chosen` (a flag or a setting) if there is one, else the
/// environment's CHARONIA_PYTHON; empty if there is neither.
std::string upstreamPython(const std::string &chosen);

/// What upstream said. Without `ok`, `diagnostics` says why and what to do.
struct UpstreamAnswer {
  bool ok = false;
  /// Not ok because of the interpreter or the launch, not of the kernel: bad usage, not a compile
  /// error.
  bool badUsage = false;
  std::string ttir;    ///< with locations in the kernel's file
  std::string name;    ///< of the kernel in it
  std::string version; ///< Triton's
  std::vector<compiler::Diagnostic> diagnostics;
};

/// Compiles the source of `prepared`, whose text counts and not what the disk holds.
UpstreamAnswer runUpstream(const PreparedLaunch &prepared, const UpstreamSettings &settings,
                           std::stop_token stop = {});

/// The same invocation with upstream's ttir in place of the source.
compiler::Invocation upstreamInvocation(const PreparedLaunch &prepared,
                                        const UpstreamAnswer &answer);

/// What to tell the user before a file is executed for the first time.
compiler::Diagnostic executionNote(const PreparedLaunch &prepared,
                                   const UpstreamSettings &settings);

} // namespace charonia::app

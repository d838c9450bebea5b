// SPDX-License-Identifier: GPL-3.0-or-later
// From a launch file to an Invocation of the compiler and to the simulator's input: the steps that
// the command line and the window share. No Qt.
#pragma once

#include "charonia/compiler/Arguments.h"
#include "charonia/compiler/Compiler.h"
#include "charonia/sim/Simulator.h"

#include <optional>

namespace charonia::app {

/// What the user chose beside the launch file.
struct LaunchOptions {
  std::optional<compiler::From> from; ///< empty: source if the launch names one, else ttir
  std::string mapping;                ///< empty: the launch's
  std::string policy;                 ///< "strict", "default", "fast"; empty: strict
  std::string hardware;               ///< empty: the launch's, else the default file
  int32_t cbDepth = 0;                ///< 0: greedy
};

/// A launch ready to compile. On failure `problems` says why and `unreadable` that a file could not
/// be read or understood (exit 64 of the command line).
struct PreparedLaunch {
  launch::Launch launch;
  compiler::Invocation invocation;
  std::vector<compiler::Diagnostic> problems;
  bool ok = false;
};

/// Reads launch, hardware and kernel files.
PreparedLaunch prepareLaunch(const std::string &launchFile, const LaunchOptions &options);
/// The same for a launch already in memory (the window's launch panel); reads hardware and kernel.
PreparedLaunch prepareLaunch(launch::Launch launch, const LaunchOptions &options);

/// The simulator's input for a compiled launch. Keeps pointers to `compilation` and the device.
sim::SimInput simInput(const launch::Launch &launch, const compiler::Compilation &compilation,
                       const arch::DeviceModel &device, const launch::MemoryImage &memory,
                       const std::array<int64_t, 3> &grid);

/// Path of the hardware file: `chosen` if given, else the launch's, else the default one.
std::string hardwarePath(const launch::Launch &launch, const std::string &chosen = {});

/// One mismatch for each buffer of `memory` whose guard zone a run has written.
std::vector<launch::Mismatch> guardMismatches(const launch::MemoryImage &memory);

/// Errors of files and of runs as diagnostics, for one list of problems.
std::vector<compiler::Diagnostic> toDiagnostics(const launch::LaunchErrors &errors);
std::vector<compiler::Diagnostic> toDiagnostics(const std::vector<arch::DeviceError> &errors);
compiler::Diagnostic toDiagnostic(const sim::SimError &error,
                                  const compiler::Compilation &compilation);

} // namespace charonia::app

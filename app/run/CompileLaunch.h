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
  std::optional<int32_t> cbDepth;     ///< empty: the launch's option, else greedy (0)
  /// Folders in which imported files are looked for, after the kernel's own folder and package.
  std::vector<std::string> searchPaths;
};

/// What to prepare: a launch file, or a launch in memory; perhaps with its kernel's text (the
/// editor's buffer) instead of the kernel's file.
struct LaunchInput {
  std::string file;                     ///< the launch file; read if `launch` is empty
  std::optional<launch::Launch> launch; ///< its `file` says what paths are relative to
  std::optional<std::string> text;
  std::string textFile; ///< name of `text` for messages; empty: the kernel file of the launch
};

/// A launch ready to compile. On failure `problems` says why.
struct PreparedLaunch {
  launch::Launch launch;
  compiler::Invocation invocation;
  std::vector<compiler::Diagnostic> problems;
  bool ok = false;
  bool badSource = false; ///< not ok because of the kernel's text, not of a file or a choice
};

/// Reads launch, hardware and kernel files, those that `input` does not hold.
PreparedLaunch prepareLaunch(const LaunchInput &input, const LaunchOptions &options);
PreparedLaunch prepareLaunch(const std::string &launchFile, const LaunchOptions &options);
PreparedLaunch prepareLaunch(launch::Launch launch, const LaunchOptions &options);

/// Sets what the launch's "options" (policy, cbDepth, skew) and its mapping say. An option that is
/// not known is a warning, a value that is wrong an error and false.
bool applyLaunchOptions(const launch::Launch &launch, compiler::Options &options,
                        std::vector<compiler::Diagnostic> &problems);

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

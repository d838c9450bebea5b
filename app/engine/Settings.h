// SPDX-License-Identifier: GPL-3.0-or-later
// What the user can set beside the window's layout: search paths, limits, upstream Triton. One
// table lists the limits; settings page, storage and compiler read it.
#pragma once

#include "charonia/compiler/Compiler.h"

#include <QSettings>
#include <QString>
#include <QStringList>

#include <array>

namespace charonia::app {

/// Limits on what is compiled and run.
struct RunLimits {
  compiler::Limits compile;
  uint64_t traceRows = 50'000'000; ///< a longer trace loses its later rows and says so
  uint32_t workerGiB = 8;          ///< memory of a worker process
};

/// One row of the table of limits.
struct LimitInfo {
  const char *id;     ///< stable, for the settings file
  const char *label;  ///< English; translated in the context "Limits"
  const char *unit;   ///< shown after the number, "" for a count
  double scale;       ///< of the unit: the value is number * scale
  double least, most; ///< in the unit
  double (*get)(const RunLimits &);
  void (*set)(RunLimits &, double);
};

/// All limits, in the order of the settings page.
const std::array<LimitInfo, 13> &limitTable();

struct Settings {
  QStringList searchPaths; ///< folders of imported files
  RunLimits limits;
  /// Upstream Triton may be used. Off by default, because it executes the kernel's file.
  bool upstream = false;
  QString python;              ///< interpreter; empty: the environment's CHARONIA_PYTHON
  double upstreamSeconds = 60; ///< then upstream's process is ended
  /// Interpreter with which the user has agreed to execute files; another one is asked about anew.
  QString agreedPython;
};

/// Bounds of Settings::upstreamSeconds.
inline constexpr double kLeastUpstreamSeconds = 1, kMostUpstreamSeconds = 3600;

/// Reads settings; what is missing or out of range keeps its default.
Settings readSettings(const QSettings &store);
void writeSettings(const Settings &settings, QSettings &store);

} // namespace charonia::app

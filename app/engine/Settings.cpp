// SPDX-License-Identifier: GPL-3.0-or-later
// The table of limits, and settings to and from their file.
#include "app/engine/Settings.h"

#include <QtGlobal>

using namespace Qt::StringLiterals;

namespace charonia::app {

namespace {
/// Getter and setter of a member of compiler::Limits.
template <auto Member>
double getOf(const RunLimits &limits) {
  return static_cast<double>(limits.compile.*Member);
}
template <auto Member>
void setOf(RunLimits &limits, double value) {
  auto &member = limits.compile.*Member;
  member = static_cast<std::remove_reference_t<decltype(member)>>(value);
}
template <auto Member>
LimitInfo row(const char *id, const char *label, const char *unit, double scale, double least,
              double most) {
  return {id, label, unit, scale, least, most, getOf<Member>, setOf<Member>};
}

constexpr double kMi = 1 << 20, kGi = 1 << 30;

QString keyOf(const LimitInfo &info) { return u"limits/"_s + QString::fromLatin1(info.id); }
} // namespace

const std::array<LimitInfo, 13> &limitTable() {
  using L = compiler::Limits;
  static const std::array<LimitInfo, 13> kTable = {{
      row<&L::sourceBytes>("sourceBytes", QT_TRANSLATE_NOOP("Limits", "Size of a source"), "MiB",
                           kMi, 1, 256),
      row<&L::irBytes>("irBytes", QT_TRANSLATE_NOOP("Limits", "Size of IR text"), "MiB", kMi, 1,
                       1024),
      row<&L::sourceBrackets>("sourceBrackets",
                              QT_TRANSLATE_NOOP("Limits", "Nested brackets in a source"), "", 1, 1,
                              200),
      row<&L::sourceIndents>("sourceIndents", QT_TRANSLATE_NOOP("Limits", "Nested indents"), "", 1,
                             1, 99),
      row<&L::sourceChain>("sourceChain",
                           QT_TRANSLATE_NOOP("Limits", "Chain of operators, attributes or elif"),
                           "", 1, 1, 1000),
      row<&L::irNesting>("irNesting", QT_TRANSLATE_NOOP("Limits", "Nested regions in IR"), "", 1, 1,
                         256),
      row<&L::ops>("ops", QT_TRANSLATE_NOOP("Limits", "Operations of a kernel after inlining"), "",
                   1, 1000, 10e6),
      row<&L::bufferBytes>("bufferBytes", QT_TRANSLATE_NOOP("Limits", "Arguments' memory in all"),
                           "GiB", kGi, 1, 256),
      row<&L::pids>("pids", QT_TRANSLATE_NOOP("Limits", "Program ids of a launch"), "", 1, 1,
                    1 << 24),
      row<&L::interpreterSteps>("steps", QT_TRANSLATE_NOOP("Limits", "Steps of a run"), "", 1, 1e6,
                                1e12),
      row<&L::interpreterSeconds>("seconds", QT_TRANSLATE_NOOP("Limits", "Time of a run"), "s", 1,
                                  1, 86'400),
      {"traceRows", QT_TRANSLATE_NOOP("Limits", "Events kept of a run"), "", 1, 1e5, 500e6,
       [](const RunLimits &l) { return static_cast<double>(l.traceRows); },
       [](RunLimits &l, double value) { l.traceRows = static_cast<uint64_t>(value); }},
      {"workerMemory", QT_TRANSLATE_NOOP("Limits", "Memory of a worker process"), "GiB", 1, 1, 1024,
       [](const RunLimits &l) { return static_cast<double>(l.workerGiB); },
       [](RunLimits &l, double value) { l.workerGiB = static_cast<uint32_t>(value); }},
  }};
  return kTable;
}

Settings readSettings(const QSettings &store) {
  Settings settings;
  settings.searchPaths = store.value(u"compiler/searchPaths"_s).toStringList();
  for (const LimitInfo &info : limitTable()) {
    bool ok = false;
    const double value = store.value(keyOf(info)).toDouble(&ok);
    if (ok && value >= info.least * info.scale && value <= info.most * info.scale) {
      info.set(settings.limits, value);
    }
  }
  settings.upstream = store.value(u"upstream/enabled"_s, false).toBool();
  settings.python = store.value(u"upstream/python"_s).toString();
  settings.agreedPython = store.value(u"upstream/agreed"_s).toString();
  bool ok = false;
  const double seconds = store.value(u"upstream/seconds"_s).toDouble(&ok);
  if (ok && seconds >= kLeastUpstreamSeconds && seconds <= kMostUpstreamSeconds) {
    settings.upstreamSeconds = seconds;
  }
  return settings;
}

void writeSettings(const Settings &settings, QSettings &store) {
  const RunLimits defaults;
  store.setValue(u"compiler/searchPaths"_s, settings.searchPaths);
  for (const LimitInfo &info : limitTable()) {
    const double value = info.get(settings.limits);
    // A default that changes with a version is followed by who never changed it.
    if (value == info.get(defaults)) {
      store.remove(keyOf(info));
    } else {
      store.setValue(keyOf(info), value);
    }
  }
  store.setValue(u"upstream/enabled"_s, settings.upstream);
  store.setValue(u"upstream/python"_s, settings.python);
  store.setValue(u"upstream/agreed"_s, settings.agreedPython);
  store.setValue(u"upstream/seconds"_s, settings.upstreamSeconds);
}

} // namespace charonia::app

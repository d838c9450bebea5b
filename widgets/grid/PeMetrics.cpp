// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics of PEs and the words for them.
#include "widgets/grid/PeMetrics.h"

#include "widgets/core/NumberFormat.h"

#include <QCoreApplication>

#include <numeric>

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
struct Tr {
  Q_DECLARE_TR_FUNCTIONS(charonia::ui::PeMetrics)
};

bool isShare(Metric metric) { return metric == Metric::Busy || metric >= Metric::Element; }

simdata::StallClass classOf(Metric metric) {
  if (metric == Metric::Busy) {
    return simdata::StallClass::Busy;
  }
  return static_cast<simdata::StallClass>(static_cast<int>(metric) -
                                          static_cast<int>(Metric::Element) + 1);
}
} // namespace

arch::Unit busiestUnit(const simdata::Trace &trace) {
  std::array<uint64_t, arch::kNumUnits> busy{};
  for (const simdata::PeTotals &pe : trace.pes) {
    for (size_t u = 0; u < arch::kNumUnits; ++u) {
      busy[u] += pe.units[u].cycles[0];
    }
  }
  return static_cast<arch::Unit>(std::max_element(busy.begin(), busy.end()) - busy.begin());
}

MetricValues metricValues(const simdata::Trace &trace, Metric metric, arch::Unit unit) {
  MetricValues result;
  result.unit = unit;
  result.isShare = isShare(metric);
  const double makespan = trace.makespan > 0 ? static_cast<double>(trace.makespan) : 1;
  for (const simdata::PeTotals &pe : trace.pes) {
    double value = 0;
    switch (metric) {
    case Metric::FinishTime:
      value = static_cast<double>(pe.finished);
      break;
    case Metric::DmaBytes:
      value = static_cast<double>(pe.dmaReadBytes + pe.dmaWriteBytes);
      break;
    case Metric::Pids:
      value = static_cast<double>(pe.pids);
      break;
    default:
      value =
          static_cast<double>(
              pe.units[static_cast<size_t>(unit)].cycles[static_cast<size_t>(classOf(metric))]) /
          makespan;
    }
    result.values.push_back(value);
  }
  if (result.values.empty()) {
    return result;
  }
  const auto [low, high] = std::minmax_element(result.values.begin(), result.values.end());
  result.lowest = *low;
  result.highest = *high;
  result.mean = std::accumulate(result.values.begin(), result.values.end(), 0.0) /
                static_cast<double>(result.values.size());
  // Shares keep the same scale from run to run, so that two pictures compare; counts use their own.
  result.scaleMax = result.isShare ? 1 : std::max(result.highest, 1.0);
  return result;
}

QString metricName(Metric metric) {
  switch (metric) {
  case Metric::Busy:
    return Tr::tr("Busy");
  case Metric::FinishTime:
    return Tr::tr("Finish time");
  case Metric::DmaBytes:
    return Tr::tr("DMA bytes");
  case Metric::Pids:
    return Tr::tr("Program ids");
  default: {
    QString name = stallName(classOf(metric));
    name[0] = name[0].toUpper();
    return name;
  }
  }
}

QString metricDescription(Metric metric, arch::Unit unit) {
  switch (metric) {
  case Metric::Busy:
    return Tr::tr("Share of the makespan in which %1 works").arg(unitName(unit));
  case Metric::FinishTime:
    return Tr::tr("Cycle at which the PE finishes its last work");
  case Metric::DmaBytes:
    return Tr::tr("Bytes that the PE's DMA moves to and from global memory");
  case Metric::Pids:
    return Tr::tr("Program ids that the PE runs");
  default:
    return Tr::tr("Share of the makespan in which %1: %2")
        .arg(unitName(unit), stallName(classOf(metric)));
  }
}

QString metricText(Metric metric, double value, bool brief) {
  if (isShare(metric)) {
    return brief ? u"%1 %"_s.arg(value * 100, 0, 'f', 0) : formatShare(value);
  }
  if (metric == Metric::DmaBytes) {
    return formatBytes(value);
  }
  if (brief) {
    return formatShort(value);
  }
  const QString count = formatCount(static_cast<uint64_t>(value));
  return metric == Metric::FinishTime ? Tr::tr("%1 cycles").arg(count) : count;
}

QString unitName(arch::Unit unit) {
  static const std::array<QString, arch::kNumUnits> kNames = {
      u"Core 0"_s, u"Core 1"_s, u"FI read"_s, u"FI write"_s, u"DPE"_s, u"RE"_s, u"SE"_s, u"MLU"_s};
  const auto index = static_cast<size_t>(unit);
  return index < kNames.size() ? kNames[index] : QString();
}

QString stallName(simdata::StallClass stallClass) {
  switch (stallClass) {
  case simdata::StallClass::Busy:
    return Tr::tr("busy");
  case simdata::StallClass::Element:
    return Tr::tr("waits for input");
  case simdata::StallClass::Space:
    return Tr::tr("waits for room");
  case simdata::StallClass::Port:
    return Tr::tr("waits for memory");
  case simdata::StallClass::Issue:
    return Tr::tr("waits for issue");
  case simdata::StallClass::Blocked:
    return Tr::tr("core blocked");
  case simdata::StallClass::Peer:
    return Tr::tr("waits for other PEs");
  case simdata::StallClass::Drained:
    return Tr::tr("finished");
  case simdata::StallClass::Launch:
    return Tr::tr("launch");
  }
  return {};
}

} // namespace charonia::ui

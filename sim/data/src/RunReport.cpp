// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charonia/simdata/RunReport.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace charonia::simdata {

using program::Command;
using program::CommandKind;
using program::Program;

namespace {

/// Runs of each command; from the rows if the run did not count them.
std::vector<uint64_t> runsOf(const Trace &trace, const Program &program) {
  std::vector<uint64_t> runs = trace.commandRuns;
  runs.resize(program.commands.size());
  if (trace.commandRuns.empty()) {
    for (uint32_t command : trace.commands.command) {
      if (command < runs.size()) {
        ++runs[command];
      }
    }
  }
  return runs;
}

double elements(const program::CircularBuffer &cb) {
  double n = 1;
  for (int64_t extent : cb.shape) {
    n *= static_cast<double>(extent);
  }
  return n;
}

/// Multiply-adds of one DpeMma on whole tiles.
double macsOf(const Command &command, const Program &program) {
  if (!command.hasOperands || command.reads.empty() || command.writes.empty()) {
    return 0;
  }
  const auto &acc = program.cbs[command.writes[0].cb];
  const auto &a = program.cbs[command.reads[0].cb];
  if (a.shape.size() < 2) {
    return 0;
  }
  const int64_t k = a.shape[a.shape.size() - (command.transposeA ? 2 : 1)];
  return elements(acc) * static_cast<double>(k);
}

/// Elements of the largest tile that a command touches.
double largestTile(const Command &command, const Program &program) {
  double most = 0;
  for (const auto &read : command.reads) {
    most = std::max(most, elements(program.cbs[read.cb]));
  }
  for (const auto &write : command.writes) {
    most = std::max(most, elements(program.cbs[write.cb]));
  }
  return most;
}

double bytesOf(const Trace &trace, std::string_view prefix) {
  double bytes = 0;
  for (const ResourceTotals &resource : trace.resources) {
    if (resource.name.starts_with(prefix)) {
      bytes += static_cast<double>(resource.bytes);
    }
  }
  return bytes;
}

const UnitTotals &totals(const PeTotals &pe, Unit unit) {
  return pe.units[static_cast<size_t>(unit)];
}

constexpr auto kBusy = static_cast<size_t>(StallClass::Busy);

} // namespace

WorkTotals workOf(const Trace &trace, const Program &program, const arch::DeviceModel &device) {
  WorkTotals work;
  const std::vector<uint64_t> runs = runsOf(trace, program);
  bool counted = false;
  for (size_t i = 0; i < runs.size(); ++i) {
    const Command &command = program.commands[i];
    const double times = static_cast<double>(runs[i]);
    counted |= runs[i] > 0;
    if (command.kind == CommandKind::DpeMma && runs[i] > 0) {
      const bool narrow =
          !command.reads.empty() && numerics::byteSize(program.cbs[command.reads[0].cb].type) == 1;
      (narrow ? work.macs8 : work.macs16) += times * macsOf(command, program);
    } else if (command.kind == CommandKind::SeCompute && runs[i] > 0) {
      work.seElements += times * largestTile(command, program);
    }
  }
  for (const PeTotals &pe : trace.pes) {
    work.vectorCycles += static_cast<double>(totals(pe, Unit::Core1).cycles[kBusy]);
    work.fiReadBytes += static_cast<double>(pe.dmaReadBytes);
    work.fiWriteBytes += static_cast<double>(pe.dmaWriteBytes);
    if (!counted) { // no rows were kept: what busy units could have done at most
      work.macs16 += static_cast<double>(totals(pe, Unit::Dpe).cycles[kBusy]) *
                     static_cast<double>(device.dpe.macsPerCycle16);
      work.seElements +=
          static_cast<double>(totals(pe, Unit::Se).cycles[kBusy]) * device.se.elementsPerCycle;
    }
  }
  work.sramBytes = bytesOf(trace, "sram.slice.");
  work.dramBytes = bytesOf(trace, "dram.channel.");
  return work;
}

Roofline rooflineOf(const WorkTotals &work, const arch::DeviceModel &device, uint64_t launchCycles,
                    uint64_t cycles) {
  const double pes = device.grid.numPes();
  const std::pair<const char *, double> levels[] = {
      {"DPE", (work.macs16 / static_cast<double>(device.dpe.macsPerCycle16) +
               work.macs8 / static_cast<double>(device.dpe.macsPerCycle8)) /
                  pes},
      {"SE", work.seElements / (device.se.elementsPerCycle * pes)},
      {"vector", work.vectorCycles / pes},
      {"SRAM", work.sramBytes / (device.sram.bytesPerCyclePerSlice * device.sram.slices)},
      {"DRAM", work.dramBytes / device.dram.bytesPerCycle},
      {"FI", std::max(work.fiReadBytes / device.fi.readBytesPerCycle,
                      work.fiWriteBytes / device.fi.writeBytesPerCycle) /
                 pes},
  };
  Roofline roofline;
  double most = -1;
  for (const auto &[level, time] : levels) {
    roofline.cyclesOfLevel[level] = time;
    if (time > most) {
      most = time;
      roofline.level = level;
    }
  }
  // The nearest PE is one hop from its edge; only data from DRAM waits for a channel as well.
  const double firstByte = work.sramBytes + work.dramBytes == 0
                               ? 0
                               : device.sram.readLatency + device.noc.hopLatency +
                                     (work.dramBytes > 0 ? device.dram.latency : 0);
  roofline.bound = static_cast<double>(launchCycles) + firstByte + most;
  roofline.fraction = cycles > 0 ? roofline.bound / static_cast<double>(cycles) : 0;
  return roofline;
}

namespace {

void reportLoad(const Trace &trace, RunReport &report) {
  double sum = 0, most = 0;
  size_t active = 0;
  for (const PeTotals &pe : trace.pes) {
    const uint64_t busy =
        pe.finished > trace.launchCycles ? pe.finished - trace.launchCycles : uint64_t{0};
    report.busyOfPe.push_back(busy);
    if (busy > 0) {
      ++active;
      sum += static_cast<double>(busy);
      most = std::max(most, static_cast<double>(busy));
    }
  }
  report.maxOverMean = active > 0 ? most * static_cast<double>(active) / sum : 0;
}

void reportUnits(const Trace &trace, RunReport &report) {
  for (Unit unit : arch::kAllUnits) {
    UnitReport entry;
    entry.name = arch::name(unit);
    std::array<uint64_t, kNumStallClasses> cycles{};
    for (const PeTotals &pe : trace.pes) {
      const UnitTotals &of = totals(pe, unit);
      entry.commands += of.commands;
      for (size_t c = 0; c < kNumStallClasses; ++c) {
        cycles[c] += of.cycles[c];
      }
    }
    entry.busy = cycles[kBusy];
    for (size_t c = 0; c < kNumStallClasses; ++c) {
      if (c != kBusy && cycles[c] > 0) {
        entry.stalls.emplace_back(name(static_cast<StallClass>(c)), cycles[c]);
      }
    }
    report.units.push_back(std::move(entry));
  }
}

void reportBuffers(const Trace &trace, const Program &program, RunReport &report) {
  for (const program::CircularBuffer &cb : program.cbs) {
    CbReport entry;
    entry.name = cb.name;
    entry.space = program::name(cb.space);
    entry.depth = cb.depth;
    entry.bytes = cb.slotBytes * cb.depth;
    report.cbBytes += cb.space == program::CbSpace::Ls ? entry.bytes : 0;
    report.cbs.push_back(std::move(entry));
  }
  for (size_t i = 0; i < trace.cbs.size(); ++i) {
    if (trace.cbs.cb[i] < report.cbs.size()) {
      int32_t &most = report.cbs[trace.cbs.cb[i]].maxFilled;
      most = std::max<int32_t>(most, trace.cbs.filled[i]);
    }
  }
}

} // namespace

RunReport makeRunReport(const Trace &trace, const Program &program,
                        const arch::DeviceModel &device) {
  RunReport report;
  report.kernel = program.kernel;
  report.cycles = trace.makespan;
  report.timeUs = device.microseconds(static_cast<double>(trace.makespan));
  report.roofline =
      rooflineOf(workOf(trace, program, device), device, trace.launchCycles, trace.makespan);
  report.truncated = trace.truncated;
  reportLoad(trace, report);
  reportUnits(trace, report);
  uint64_t dma = 0, scalar = 0;
  for (const PeTotals &pe : trace.pes) {
    dma += pe.dmaReadBytes + pe.dmaWriteBytes;
    scalar += pe.scalarBytes;
    report.requestedBytes += pe.dmaRequested;
  }
  report.dmaBytes = dma + scalar;
  report.bytesByRung = {{"dma", dma}, {"scalar", scalar}};
  reportBuffers(trace, program, report);
  return report;
}

nlohmann::json toJson(const RunReport &report) {
  using nlohmann::json;
  json units = json::object();
  for (const UnitReport &unit : report.units) {
    json stalls = json::object();
    for (const auto &[stall, cycles] : unit.stalls) {
      stalls[stall] = cycles;
    }
    units[unit.name] = {{"busy", unit.busy}, {"commands", unit.commands}, {"stalls", stalls}};
  }
  json byRung = json::object();
  for (const auto &[rung, bytes] : report.bytesByRung) {
    byRung[rung] = bytes;
  }
  json perCb = json::array();
  for (const CbReport &cb : report.cbs) {
    json entry = {{"name", cb.name}, {"space", cb.space}, {"depth", cb.depth}, {"bytes", cb.bytes}};
    if (cb.maxFilled >= 0) {
      entry["max_filled"] = cb.maxFilled;
    }
    perCb.push_back(std::move(entry));
  }
  json levels = json::object();
  for (const auto &[level, cycles] : report.roofline.cyclesOfLevel) {
    levels[level] = cycles;
  }
  return {{"status", report.status},
          {"kernel", report.kernel},
          {"cycles", report.cycles},
          {"time_us", report.timeUs},
          {"roofline",
           {{"level", report.roofline.level},
            {"bound", report.roofline.bound},
            {"fraction", report.roofline.fraction},
            {"levels", levels}}},
          {"load", {{"per_pe", report.busyOfPe}, {"max_over_mean", report.maxOverMean}}},
          {"units", units},
          {"dma",
           {{"bytes", report.dmaBytes}, {"requested", report.requestedBytes}, {"by_rung", byRung}}},
          {"cb", {{"bytes", report.cbBytes}, {"per_cb", perCb}}},
          {"trace_truncated", report.truncated}};
}

std::string toText(const RunReport &report) {
  std::string text = fmt::format("{}: {}\n", report.kernel, report.status);
  text += fmt::format("  {} cycles, {:.3f} us\n", report.cycles, report.timeUs);
  text += fmt::format("  roofline: {} bound, {:.0f} cycles, {:.1f} % of it reached\n",
                      report.roofline.level, report.roofline.bound, 100 * report.roofline.fraction);
  text += fmt::format("  load: slowest PE {:.3f} times the mean\n", report.maxOverMean);
  const uint64_t all = report.cycles * report.busyOfPe.size();
  for (const UnitReport &unit : report.units) {
    if (unit.busy == 0 || all == 0) {
      continue;
    }
    const auto percent = [&](uint64_t cycles) {
      return 100.0 * static_cast<double>(cycles) / static_cast<double>(all);
    };
    text += fmt::format("  {:9} {:5.1f} % busy", unit.name, percent(unit.busy));
    for (const auto &[stall, cycles] : unit.stalls) {
      text += fmt::format(", {} {:.1f} %", stall, percent(cycles));
    }
    text += "\n";
  }
  text += fmt::format("  global memory: {} bytes", report.dmaBytes);
  for (const auto &[rung, bytes] : report.bytesByRung) {
    text += fmt::format(", {} {}", rung, bytes);
  }
  text += fmt::format("\n  buffers: {} bytes of local memory\n", report.cbBytes);
  for (const CbReport &cb : report.cbs) {
    text += fmt::format("    {:16} {:6} {} x {} bytes\n", cb.name, cb.space, cb.depth,
                        cb.depth > 0 ? cb.bytes / cb.depth : 0);
  }
  if (report.truncated) {
    text += "  the trace is cut off at the limit of rows; totals are complete\n";
  }
  return text;
}

} // namespace charonia::simdata

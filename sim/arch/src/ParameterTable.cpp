// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of the parameter table.
#include "ParameterTable.h"

#include "charonia/numerics/Numerics.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <type_traits>

namespace charonia::arch {
namespace {

using Rows = std::vector<ParameterRow>;

/// Adds a row whose field is what `field(device)` refers to.
template <typename Field>
void add(Rows &rows, std::string path, std::string unit, double minimum, double maximum,
         Field field) {
  using T = std::remove_reference_t<decltype(field(std::declval<DeviceModel &>()))>;
  rows.push_back({std::move(path), std::move(unit), minimum, maximum, std::is_integral_v<T>,
                  [field](DeviceModel &d, double v) { field(d) = static_cast<T>(v); }});
}

// Ranges that many rows share. They bound what the arithmetic of the simulator is checked for.
constexpr double kMaxCycles = 1e6;
constexpr double kMaxRate = 1e6;
constexpr double kMaxBytes = 1e15;

#define FIELD(member) [](DeviceModel &d) -> auto & { return d.member; }

void addChip(Rows &rows) {
  add(rows, "chip.clock", "GHz", 0.001, 100, FIELD(clockGhz));
  add(rows, "grid.rows", "1", 1, 64, FIELD(grid.rows));
  add(rows, "grid.columns", "1", 1, 64, FIELD(grid.columns));
  add(rows, "memory.alignment", "B", 32, 1 << 30, FIELD(addressAlignment));
  add(rows, "memory.guard", "B", 0, 1 << 30, FIELD(guardBytes));
  add(rows, "job.launch", "cycles", 0, kMaxCycles, FIELD(job.launch));
  add(rows, "job.replace", "cycles", 0, kMaxCycles, FIELD(job.replace));
  add(rows, "job.barrierBase", "cycles", 0, kMaxCycles, FIELD(job.barrierBase));
  add(rows, "job.barrierPerHop", "cycles", 0, kMaxCycles, FIELD(job.barrierPerHop));
  add(rows, "published.matrixPeak16", "TFLOP/s", 0, kMaxRate, FIELD(published.matrixPeak16));
  add(rows, "published.matrixPeak8", "TOP/s", 0, kMaxRate, FIELD(published.matrixPeak8));
  add(rows, "published.sparsityFactor", "1", 1, 16, FIELD(published.sparsityFactor));
  add(rows, "published.sramBandwidth", "GB/s", 0, kMaxRate, FIELD(published.sramBandwidth));
  add(rows, "published.dramBandwidth", "GB/s", 0, kMaxRate, FIELD(published.dramBandwidth));
  add(rows, "published.lsBandwidth", "GB/s", 0, kMaxRate, FIELD(published.lsBandwidth));
}

void addMemory(Rows &rows) {
  add(rows, "sram.bytes", "B", 1, kMaxBytes, FIELD(sram.bytes));
  add(rows, "sram.scratchBytes", "B", 0, kMaxBytes, FIELD(sram.scratchBytes));
  add(rows, "sram.regionBytes", "B", 1, kMaxBytes, FIELD(sram.regionBytes));
  add(rows, "sram.slices", "1", 4, 1024, FIELD(sram.slices));
  add(rows, "sram.slicesPerSide", "1", 1, 256, FIELD(sram.slicesPerSide));
  add(rows, "sram.bytesPerCyclePerSlice", "B/cycle", 1, kMaxRate,
      FIELD(sram.bytesPerCyclePerSlice));
  add(rows, "sram.readLatency", "cycles", 1, kMaxCycles, FIELD(sram.readLatency));
  add(rows, "sram.interleave", "B", 32, 1 << 20, FIELD(sram.interleave));
  add(rows, "sram.llcWays", "1", 1, 1024, FIELD(sram.llcWays));
  add(rows, "sram.llcSectorBytes", "B", 32, 1 << 20, FIELD(sram.llcSectorBytes));
  add(rows, "sram.atomicExtraLatency", "cycles", 0, kMaxCycles, FIELD(sram.atomicExtraLatency));
  add(rows, "sram.atomicsInFlight", "1", 1, 1024, FIELD(sram.atomicsInFlight));
  add(rows, "dram.bytesPerCycle", "B/cycle", 0.01, kMaxRate, FIELD(dram.bytesPerCycle));
  add(rows, "dram.channels", "1", 1, 1024, FIELD(dram.channels));
  add(rows, "dram.latency", "cycles", 0, kMaxCycles, FIELD(dram.latency));
  add(rows, "dram.efficiencyBase", "1", 0.001, 1, FIELD(dram.efficiencyBase));
  add(rows, "dram.efficiencyGain", "1", 0, 1, FIELD(dram.efficiencyGain));
  add(rows, "dram.efficiencyMinBytes", "B", 1, 1 << 20, FIELD(dram.efficiencyMinBytes));
  add(rows, "dram.efficiencyMaxBytes", "B", 1, 1 << 20, FIELD(dram.efficiencyMaxBytes));
  add(rows, "dram.pageBytes", "B", 64, 1 << 20, FIELD(dram.pageBytes));
  add(rows, "noc.edgeLinkBytesPerCycle", "B/cycle", 1, kMaxRate, FIELD(noc.edgeLinkBytesPerCycle));
  add(rows, "noc.hopLatency", "cycles", 0, kMaxCycles, FIELD(noc.hopLatency));
  add(rows, "noc.broadcastLatency", "cycles", 0, kMaxCycles, FIELD(noc.broadcastLatency));
  add(rows, "noc.broadcastPerPe", "cycles", 0, kMaxCycles, FIELD(noc.broadcastPerPe));
  add(rows, "noc.broadcastWindow", "cycles", 0, kMaxCycles, FIELD(noc.broadcastWindow));
  add(rows, "noc.reductionBytesPerCycle", "B/cycle", 1, kMaxRate,
      FIELD(noc.reductionBytesPerCycle));
  add(rows, "noc.reductionHopLatency", "cycles", 0, kMaxCycles, FIELD(noc.reductionHopLatency));
}

void addLocalMemory(Rows &rows) {
  add(rows, "pe.ls.bytes", "B", 1024, 1 << 30, FIELD(ls.bytes));
  add(rows, "pe.ls.reservedBytes", "B", 0, 1 << 30, FIELD(ls.reservedBytes));
  add(rows, "pe.ls.bytesPerCycle", "B/cycle", 1, kMaxRate, FIELD(ls.bytesPerCycle));
  add(rows, "pe.ls.portBytes", "B/cycle", 1, 4096, FIELD(ls.portBytes));
  for (const char *port : {"dpe.read", "re.write", "se.read", "se.write", "mlu.read", "mlu.write",
                           "fi.read", "fi.write", "vector.read", "vector.write"}) {
    add(rows, fmt::format("pe.ls.ports.{}", port), "1", 1, 64,
        [key = std::string(port)](DeviceModel &d) -> int & { return d.ls.ports[key]; });
  }
  add(rows, "pe.ls.unitLatency", "cycles", 0, kMaxCycles, FIELD(ls.unitLatency));
  add(rows, "pe.ls.scalarLoadLatency", "cycles", 1, kMaxCycles, FIELD(ls.scalarLoadLatency));
  add(rows, "pe.ls.vectorLoadLatency", "cycles", 1, kMaxCycles, FIELD(ls.vectorLoadLatency));
  add(rows, "pe.ls.alignment", "B", 1, 4096, FIELD(ls.alignment));
  add(rows, "pe.cb.count", "1", 1, 65535, FIELD(cb.count));
  add(rows, "pe.cb.readers", "1", 1, kNumUnits, FIELD(cb.readers));
}

void addCores(Rows &rows) {
  add(rows, "pe.cp.issuePerCycle", "1/cycle", 0.001, 64, FIELD(cp.issuePerCycle));
  add(rows, "pe.cp.dependencyCheck", "cycles", 0, kMaxCycles, FIELD(cp.dependencyCheck));
  add(rows, "pe.cp.wakeUp", "cycles", 0, kMaxCycles, FIELD(cp.wakeUp));
  add(rows, "pe.cp.queueDepth", "1", 1, 65536, FIELD(cp.queueDepth));
  add(rows, "pe.cp.registerWrite", "cycles", 0, kMaxCycles, FIELD(cp.registerWrite));
  add(rows, "pe.cp.issue", "cycles", 0, kMaxCycles, FIELD(cp.issue));
  add(rows, "pe.cp.registerWrites", "1", 0, 1024, FIELD(cp.registerWrites));
  add(rows, "pe.cp.registerWritesAutoIncrement", "1", 0, 1024,
      FIELD(cp.registerWritesAutoIncrement));
  add(rows, "pe.scalar.mispredict", "cycles", 0, kMaxCycles, FIELD(scalar.mispredict));
  add(rows, "pe.scalar.lsLoad", "cycles", 1, kMaxCycles, FIELD(scalar.lsLoad));
  add(rows, "pe.scalar.loadsInFlight", "1", 1, 1024, FIELD(scalar.loadsInFlight));
  add(rows, "pe.scalar.storesInFlight", "1", 1, 1024, FIELD(scalar.storesInFlight));
  add(rows, "pe.scalar.uncachedBytes", "B", 8, 64, FIELD(scalar.uncachedBytes));
  add(rows, "pe.vector.vlenBits", "bit", 64, 65536, FIELD(vector.vlenBits));
  add(rows, "pe.vector.maxLmul", "1", 1, 8, FIELD(vector.maxLmul));
  add(rows, "pe.vector.registers", "1", 1, 1024, FIELD(vector.registers));
  add(rows, "pe.vector.issuePerCycle", "1/cycle", 0.001, 64, FIELD(vector.issuePerCycle));
  add(rows, "pe.vector.intLatency", "cycles", 1, kMaxCycles, FIELD(vector.intLatency));
  add(rows, "pe.vector.floatLatency", "cycles", 1, kMaxCycles, FIELD(vector.floatLatency));
  add(rows, "pe.vector.loadLatency", "cycles", 1, kMaxCycles, FIELD(vector.loadLatency));
  add(rows, "pe.vector.divPerRegister", "cycles", 1, kMaxCycles, FIELD(vector.divPerRegister));
  add(rows, "pe.vector.gatherElementsPerCycle", "1/cycle", 1, 65536,
      FIELD(vector.gatherElementsPerCycle));
  add(rows, "pe.vector.reductionBase", "cycles", 0, kMaxCycles, FIELD(vector.reductionBase));
  add(rows, "pe.vector.reductionPerLog2", "cycles", 0, kMaxCycles, FIELD(vector.reductionPerLog2));
}

void addUnits(Rows &rows) {
  add(rows, "pe.dpe.rows", "1", 1, 65536, FIELD(dpe.rows));
  add(rows, "pe.dpe.rowBytes", "B", 1, 65536, FIELD(dpe.rowBytes));
  add(rows, "pe.dpe.streamRows", "1", 1, 65536, FIELD(dpe.streamRows));
  add(rows, "pe.dpe.minStreamCycles", "cycles", 1, kMaxCycles, FIELD(dpe.minStreamCycles));
  add(rows, "pe.dpe.refillCycles", "cycles", 0, kMaxCycles, FIELD(dpe.refillCycles));
  add(rows, "pe.dpe.latency", "cycles", 0, kMaxCycles, FIELD(dpe.latency));
  add(rows, "pe.dpe.macsPerCycle16", "1/cycle", 1, 1e9, FIELD(dpe.macsPerCycle16));
  add(rows, "pe.dpe.macsPerCycle8", "1/cycle", 1, 1e9, FIELD(dpe.macsPerCycle8));
  add(rows, "pe.re.banks", "1", 1, 1024, FIELD(re.banks));
  add(rows, "pe.re.bankRows", "1", 1, 65536, FIELD(re.bankRows));
  add(rows, "pe.re.bankColumns", "1", 1, 65536, FIELD(re.bankColumns));
  add(rows, "pe.re.drainToSePerCycle", "1/cycle", 1, 65536, FIELD(re.drainToSePerCycle));
  add(rows, "pe.re.drainToLsFp32PerCycle", "1/cycle", 1, 65536, FIELD(re.drainToLsFp32PerCycle));
  add(rows, "pe.se.elementsPerCycle", "1/cycle", 1, 65536, FIELD(se.elementsPerCycle));
  add(rows, "pe.se.latency", "cycles", 0, kMaxCycles, FIELD(se.latency));
  add(rows, "pe.se.opsPerPass", "1", 1, 64, FIELD(se.opsPerPass));
  for (const char *key : {"exp", "exp2", "log", "log2", "tanh"}) {
    add(rows, std::string("pe.se.functions.") + key, "1/cycle", 0, 65536,
        [key](DeviceModel &d) -> int & { return d.se.functions[key]; });
  }
  add(rows, "pe.se.maxSumRows", "1", 1, 65536, FIELD(se.maxSumRows));
  add(rows, "pe.se.lutRelativeError", "1", 0, 1, FIELD(se.lutRelativeError));
  add(rows, "pe.mlu.bytesPerCycle", "B/cycle", 1, kMaxRate, FIELD(mlu.bytesPerCycle));
  add(rows, "pe.mlu.blockLatency", "cycles", 0, kMaxCycles, FIELD(mlu.blockLatency));
  add(rows, "pe.mlu.blockRows", "1", 1, 65536, FIELD(mlu.blockRows));
  add(rows, "pe.mlu.blockColumns", "1", 1, 65536, FIELD(mlu.blockColumns));
  add(rows, "pe.fi.readBytesPerCycle", "B/cycle", 1, kMaxRate, FIELD(fi.readBytesPerCycle));
  add(rows, "pe.fi.writeBytesPerCycle", "B/cycle", 1, kMaxRate, FIELD(fi.writeBytesPerCycle));
  add(rows, "pe.fi.packets", "1", 1, 65536, FIELD(fi.packets));
  add(rows, "pe.fi.packetBytes", "B", 32, 1 << 20, FIELD(fi.packetBytes));
  add(rows, "pe.fi.setup", "cycles", 0, kMaxCycles, FIELD(fi.setup));
  add(rows, "pe.fi.maxRank", "1", 1, 16, FIELD(fi.maxRank));
  add(rows, "pe.fi.granule", "B", 1, 4096, FIELD(fi.granule));
}

#undef FIELD

/// Cost classes in the order of their first use in the function table, each once.
std::vector<std::string> costClasses() {
  std::vector<std::string> classes;
  std::set<std::string> seen;
#define FUNCTION(Name, operands, kind, costClass)                                                  \
  if (seen.insert(#costClass).second) {                                                            \
    classes.emplace_back(#costClass);                                                              \
  }
#include "charonia/numerics/Functions.def"
  return classes;
}

void addCosts(Rows &rows) {
  std::vector<std::string> scalar = costClasses();
  scalar.emplace_back("branch");
  for (const std::string &key : scalar) {
    add(rows, "pe.scalar.cost." + key, "cycles", 0, kMaxCycles,
        [key](DeviceModel &d) -> double & { return d.scalar.cost[key]; });
  }
  std::vector<std::string> vector = costClasses();
  vector.emplace_back("convert");
  for (const std::string &key : vector) {
    add(rows, "pe.vector.instructions." + key, "1", 0, kMaxCycles,
        [key](DeviceModel &d) -> double & { return d.vector.instructions[key]; });
  }
}

} // namespace

const std::vector<ParameterRow> &parameterTable() {
  static const std::vector<ParameterRow> table = [] {
    Rows rows;
    addChip(rows);
    addMemory(rows);
    addLocalMemory(rows);
    addCores(rows);
    addUnits(rows);
    addCosts(rows);
    return rows;
  }();
  return table;
}

const ParameterRow *findParameterRow(std::string_view path) {
  for (const ParameterRow &row : parameterTable()) {
    if (row.path == path) {
      return &row;
    }
  }
  return nullptr;
}

std::string checkValue(const ParameterRow &row, double value, double minimum, double maximum) {
  const std::string unit = row.unit == "1" ? "" : " " + row.unit;
  if (!std::isfinite(value)) {
    return "the value must be a finite number";
  }
  if (value < minimum) {
    return fmt::format("{}{} is too small; valid are {} to {}{}", value, unit, minimum, maximum,
                       unit);
  }
  if (value > maximum) {
    return fmt::format("{}{} is too large; valid are {} to {}{}", value, unit, minimum, maximum,
                       unit);
  }
  if (row.integer && value != std::floor(value)) {
    return fmt::format("{}{} must be a whole number", value, unit);
  }
  return {};
}

void fillFields(DeviceModel &device) {
  for (const Parameter &parameter : device.parameters) {
    if (const ParameterRow *row = findParameterRow(parameter.path)) {
      row->set(device, parameter.value);
    }
  }
}

} // namespace charonia::arch

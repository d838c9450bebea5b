// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine as numbers: a typed view of a hardware file (resources/hardware/*.json). No number of
// the chip stands in code; every field below is a parameter of that file, with unit, provenance and
// description, found there under the path in brackets.
#pragma once

#include <tl/expected.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace charonia::arch {

/// Where a number comes from. An assumption may be changed and no claim may rest on it alone.
enum class Provenance : uint8_t { Published, Derived, Assumption };

/// One parameter as the hardware file states it.
struct Parameter {
  std::string path; ///< "pe.ls.bytes"
  double value = 0;
  std::string unit; ///< "B/cycle", "cycles", "1" ...
  Provenance provenance = Provenance::Assumption;
  std::string source;              ///< Citation for Published and Derived; empty otherwise.
  std::string description;         ///< One sentence.
  double minimum = 0, maximum = 0; ///< Valid range, inclusive.
};

/// The units of a PE that execute commands, one in-order queue each. FI has a read and a write
/// side. Core0 and Core1 are the RISC-V cores; Vector is core 1's vector work, in order with that
/// core.
enum class Unit : uint8_t { Core0, Core1, FiRead, FiWrite, Dpe, Re, Se, Mlu };
inline constexpr unsigned kNumUnits = 8;
const char *name(Unit unit); ///< "core0", "core1", "fi.read", "fi.write", "dpe", "re", "se", "mlu"
const char *name(Provenance provenance); ///< "published", "derived", "assumption"
bool findUnit(std::string_view spelling, Unit &unit);
inline constexpr std::array<Unit, kNumUnits> kAllUnits = {Unit::Core0,   Unit::Core1, Unit::FiRead,
                                                          Unit::FiWrite, Unit::Dpe,   Unit::Re,
                                                          Unit::Se,      Unit::Mlu};

/// [grid]
struct Grid {
  int rows, columns;
  int numPes() const { return rows * columns; }
};

/// [sram], shared by all PEs; cache (LLC) in front of DRAM and scratch (LLS).
struct Sram {
  int64_t bytes, scratchBytes, regionBytes;
  int slices, slicesPerSide;
  double bytesPerCyclePerSlice;
  int readLatency; ///< request to data, without hops [cycles]
  int interleave;  ///< bytes; slice = (address / interleave) mod slices
  int llcWays;
  int64_t llcSectorBytes;
  int atomicExtraLatency; ///< [cycles]
  int atomicsInFlight;    ///< a core
};

/// [dram]
struct Dram {
  double bytesPerCycle;  ///< whole chip
  int channels, latency; ///< latency on top of the SRAM path [cycles]
  double efficiencyBase, efficiencyGain;
  int64_t efficiencyMinBytes, efficiencyMaxBytes, pageBytes;
};

/// [noc]
struct Noc {
  double edgeLinkBytesPerCycle; ///< each direction
  int hopLatency;
  int broadcastLatency, broadcastPerPe, broadcastWindow; ///< [cycles]
  int reductionBytesPerCycle, reductionHopLatency;
};

/// [job]
struct Job {
  int launch, replace, barrierBase, barrierPerHop; ///< [cycles]; see DeviceModel::barrierCycles
};

/// [pe.ls]
struct LocalMemory {
  int64_t bytes, reservedBytes;
  double bytesPerCycle;
  int portBytes; ///< one port's width
  /// Ports by user and direction as LS sees it: "dpe.read" -> 2; "fi.write" is FI filling LS (a
  /// load).
  std::map<std::string, int> ports;
  int unitLatency, scalarLoadLatency, vectorLoadLatency;
  int alignment; ///< of a CB slot

  /// Bytes for buffers, from address 0; the reserve is at the end.
  int64_t usableBytes() const { return bytes - reservedBytes; }
};

/// [pe.cb]
struct CbLimits {
  int count, readers;
};

/// [pe.cp]
struct CommandProcessor {
  double issuePerCycle;
  int dependencyCheck, wakeUp, queueDepth, registerWrite, issue, registerWrites,
      registerWritesAutoIncrement;
};

/// [pe.scalar]; cost of one scalar operation in cycles, for every cost class of Functions.def
/// ("alu", "mul", "exp" ...) and "branch".
struct ScalarCore {
  std::map<std::string, double> cost;
  int mispredict, lsLoad;
  int loadsInFlight, storesInFlight, uncachedBytes;
};

/// [pe.vector]; cost classes in issued vector instructions an operation on one register. There is
/// an entry for every cost class of Functions.def and "convert" (one element type to another). An
/// instruction of "div", "fdiv" or "sqrt" occupies the pipe divPerRegister cycles, others one.
struct VectorCore {
  int vlenBits, maxLmul, registers;
  int intLatency, floatLatency, loadLatency, divPerRegister, gatherElementsPerCycle, reductionBase,
      reductionPerLog2;
  std::map<std::string, double>
      instructions; ///< arithmetic instructions per register of work, by cost class
  double issuePerCycle;
};

/// [pe.dpe]
struct DotEngine {
  int rows, rowBytes, streamRows, minStreamCycles, refillCycles, latency;
  int64_t macsPerCycle16, macsPerCycle8;
};

/// [pe.re]
struct ReduceEngine {
  int banks, bankRows, bankColumns;
  int drainToSePerCycle, drainToLsFp32PerCycle;
};

/// [pe.se]
struct SimdEngine {
  int elementsPerCycle, latency, maxSumRows;
  int opsPerPass; ///< additions, multiplications, comparisons, functions and sums; casts are free
  /// Values a cycle, exact, by cost class of the functions that it may have tables for; 0: it has
  /// none that is exact.
  std::map<std::string, int> functions;
  double lutRelativeError; ///< of the table functions, used under the fast policy only
};

/// [pe.mlu]
struct LayoutUnit {
  double bytesPerCycle;
  int blockLatency, blockRows, blockColumns;
};

/// [pe.fi]
struct FabricInterface {
  double readBytesPerCycle, writeBytesPerCycle;
  int packets, packetBytes, setup, maxRank, granule;
};

/// [published]: figures of the whole chip as its makers state them. Nothing is computed from them;
/// they are what derived figures are compared with.
struct PublishedFigures {
  double matrixPeak16, matrixPeak8;                 ///< [TFLOP/s], [TOP/s]
  double sparsityFactor;                            ///< gain of 2:4 weight sparsity
  double sramBandwidth, dramBandwidth, lsBandwidth; ///< [GB/s]; LS: of one PE
};

/// A property of the machine that is not a number.
struct DeviceNote {
  std::string text;
  Provenance provenance = Provenance::Assumption;
  std::string source;
};

/// The validated machine. Immutable; share it as DeviceRef.
struct DeviceModel {
  std::string name;
  std::string file;                     ///< where it was read from, for messages
  double clockGhz;                      ///< [chip.clock]
  int64_t addressAlignment, guardBytes; ///< [memory.*] buffers are laid out at this alignment
  Grid grid;
  Sram sram;
  Dram dram;
  Noc noc;
  Job job;
  LocalMemory ls;
  CbLimits cb;
  CommandProcessor cp;
  ScalarCore scalar;
  VectorCore vector;
  DotEngine dpe;
  ReduceEngine re;
  SimdEngine se;
  LayoutUnit mlu;
  FabricInterface fi;
  std::vector<Parameter> parameters; ///< all of the above as the file states them, in file order
  PublishedFigures published;
  std::vector<DeviceNote> notes;
  std::map<std::string, std::string> sources; ///< "I25" -> full citation

  /// Cycles of a grid barrier: the base and a way there and back across the grid's longer side.
  int64_t barrierCycles() const {
    return job.barrierBase +
           int64_t{2} * job.barrierPerHop * (grid.rows > grid.columns ? grid.rows : grid.columns);
  }
  /// Cycles in microseconds.
  double microseconds(double cycles) const { return cycles / (clockGhz * 1000.0); }
};
using DeviceRef = std::shared_ptr<const DeviceModel>;

/// What is wrong with a hardware file: the JSON path (or line), the problem, and what to do.
struct DeviceError {
  std::string file, path, message;
  int line = 0; ///< 1-based; 0 if the problem has no line of its own
};

/// Reads and validates a hardware file: unknown keys, missing parameters, wrong units, values out
/// of their range and inconsistent combinations are errors, all reported at once.
tl::expected<DeviceRef, std::vector<DeviceError>> loadDevice(const std::string &path);
tl::expected<DeviceRef, std::vector<DeviceError>> parseDevice(std::string_view json,
                                                              const std::string &file);

/// The hardware file shipped with the program (found beside the executable, in the install prefix
/// or in the source tree).
std::string defaultDevicePath();

/// A copy of `device` with the parameter at `path` set to `value`, validated (what-if). The changed
/// parameter counts as an assumption.
tl::expected<DeviceRef, std::vector<DeviceError>>
withParameter(const DeviceModel &device, std::string_view path, double value);

/// The same for several parameters that only together are consistent.
tl::expected<DeviceRef, std::vector<DeviceError>>
withParameters(const DeviceModel &device,
               const std::vector<std::pair<std::string, double>> &changes);

/// The JSON schema of hardware files, for editors (resources/hardware/hardware.schema.json).
std::string deviceSchema();

} // namespace charonia::arch

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a run amounts to: time, the roofline it is measured against, the load of the PEs, busy and
// stalled cycles, bytes. The content of `run --json` and of the report panel.
#pragma once

#include "charonia/simdata/Trace.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <vector>

namespace charonia::simdata {

/// The work of a launch, as far as a roofline asks for it.
struct WorkTotals {
  double macs16 = 0, macs8 = 0;        ///< multiply-adds of the matrix engines, by operand width
  double seElements = 0;               ///< elements through the SIMD engines
  double vectorCycles = 0;             ///< busy cycles of the vector cores
  double sramBytes = 0, dramBytes = 0; ///< at slices and channels
  double fiReadBytes = 0, fiWriteBytes = 0; ///< by DMA
};

/// Counts the work of a run: commands times the size of their tiles, bytes as recorded. Tiles count
/// whole, whatever part of them a mask leaves.
WorkTotals workOf(const Trace &trace, const program::Program &program,
                  const arch::DeviceModel &device);

/// The least time that the machine needs for some work: launch, first byte, then whatever takes
/// longest if everything else is hidden behind it.
struct Roofline {
  std::string level;                           ///< "DPE", "SE", "vector", "SRAM", "DRAM" or "FI"
  double bound = 0;                            ///< [cycles]
  double fraction = 0;                         ///< bound / cycles of the run
  std::map<std::string, double> cyclesOfLevel; ///< each level's time alone
};
Roofline rooflineOf(const WorkTotals &work, const arch::DeviceModel &device, uint64_t launchCycles,
                    uint64_t cycles);

struct UnitReport {
  std::string name;
  uint64_t busy = 0; ///< cycles, all PEs together
  uint64_t commands = 0;
  std::vector<std::pair<std::string, uint64_t>> stalls; ///< cycles by class, those that occur
};

struct CbReport {
  std::string name, space;
  int64_t bytes = 0; ///< of LS or of the accumulator, in each PE
  int32_t depth = 0;
  int32_t maxFilled = -1; ///< slots filled at once in any PE; -1 if that was not recorded
};

struct RunReport {
  std::string status = "ok", kernel;
  uint64_t cycles = 0;
  double timeUs = 0;
  Roofline roofline;
  std::vector<uint64_t> busyOfPe; ///< cycle at which each PE finished, launch not counted
  double maxOverMean = 0;         ///< of busyOfPe, over the PEs that ran anything
  std::vector<UnitReport> units;
  uint64_t dmaBytes = 0;
  /// Bytes of the boxes that descriptors asked for, without the rest of the granules they touch.
  uint64_t requestedBytes = 0;
  std::vector<std::pair<std::string, uint64_t>> bytesByRung; ///< "dma", "scalar"
  int64_t cbBytes = 0;                                       ///< of LS, in each PE
  std::vector<CbReport> cbs;
  bool truncated = false;
};

RunReport makeRunReport(const Trace &trace, const program::Program &program,
                        const arch::DeviceModel &device);

nlohmann::json toJson(const RunReport &report);

/// For people: a screenful.
std::string toText(const RunReport &report);

} // namespace charonia::simdata

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Combinations of parameters, each valid by itself, that no machine can have.
#include "ParameterTable.h"

#include <fmt/format.h>

#include <bit>

namespace charonia::arch {
namespace {

class Checker {
public:
  Checker(const DeviceModel &device, std::vector<DeviceError> &errors)
      : d(device), m_errors(errors) {}

  void run() {
    checkSram();
    checkDram();
    checkPe();
  }

private:
  void require(bool holds, const char *path, std::string message) {
    if (!holds) {
      m_errors.push_back({d.file, path, std::move(message), 0});
    }
  }

  void requirePowerOfTwo(const char *path, int64_t value) {
    require(value > 0 && std::has_single_bit(static_cast<uint64_t>(value)), path,
            fmt::format("{} must be a power of two", value));
  }

  void checkSram() {
    const Sram &s = d.sram;
    require(s.slices == 4 * s.slicesPerSide, "sram.slicesPerSide",
            fmt::format("4 sides of {} slices are not the {} of sram.slices", s.slicesPerSide,
                        s.slices));
    require(s.bytes % s.regionBytes == 0, "sram.regionBytes",
            fmt::format("regions of {} bytes do not divide the {} bytes of sram.bytes",
                        s.regionBytes, s.bytes));
    require(s.scratchBytes <= s.bytes, "sram.scratchBytes",
            fmt::format("{} bytes of scratch exceed the {} bytes of sram.bytes", s.scratchBytes,
                        s.bytes));
    require(s.scratchBytes % s.regionBytes == 0, "sram.scratchBytes",
            fmt::format("{} bytes are not a whole number of regions of {} bytes (sram.regionBytes)",
                        s.scratchBytes, s.regionBytes));
    requirePowerOfTwo("sram.interleave", s.interleave);
    requirePowerOfTwo("sram.llcSectorBytes", s.llcSectorBytes);
    require(s.llcSectorBytes % s.interleave == 0, "sram.llcSectorBytes",
            fmt::format("sectors of {} bytes are not a multiple of sram.interleave ({} bytes)",
                        s.llcSectorBytes, s.interleave));
    const int64_t cache = s.bytes - s.scratchBytes;
    require(cache == 0 || cache >= s.llcSectorBytes * s.llcWays, "sram.llcWays",
            fmt::format("{} ways of {} bytes do not fit into the {} bytes of cache", s.llcWays,
                        s.llcSectorBytes, cache));
  }

  void checkDram() {
    const Dram &m = d.dram;
    require(m.channels == d.sram.slices, "dram.channels",
            fmt::format("there is one channel a slice, but {} channels and {} slices (sram.slices)",
                        m.channels, d.sram.slices));
    require(m.efficiencyBase + m.efficiencyGain <= 1.0, "dram.efficiencyGain",
            fmt::format("efficiencyBase {} + efficiencyGain {} exceed 1", m.efficiencyBase,
                        m.efficiencyGain));
    require(m.efficiencyMinBytes < m.efficiencyMaxBytes, "dram.efficiencyMaxBytes",
            fmt::format("{} must be above dram.efficiencyMinBytes ({})", m.efficiencyMaxBytes,
                        m.efficiencyMinBytes));
    require(m.efficiencyMaxBytes <= m.pageBytes, "dram.pageBytes",
            fmt::format("a page of {} bytes cannot hold dram.efficiencyMaxBytes ({})", m.pageBytes,
                        m.efficiencyMaxBytes));
    requirePowerOfTwo("dram.pageBytes", m.pageBytes);
    requirePowerOfTwo("memory.alignment", d.addressAlignment);
    require(d.guardBytes % d.addressAlignment == 0, "memory.guard",
            fmt::format("{} bytes are not a multiple of memory.alignment ({})", d.guardBytes,
                        d.addressAlignment));
  }

  void checkPe() {
    require(d.ls.reservedBytes < d.ls.bytes, "pe.ls.reservedBytes",
            fmt::format("{} reserved bytes leave nothing of the {} bytes of pe.ls.bytes",
                        d.ls.reservedBytes, d.ls.bytes));
    requirePowerOfTwo("pe.ls.alignment", d.ls.alignment);
    require(d.ls.reservedBytes % d.ls.alignment == 0, "pe.ls.reservedBytes",
            fmt::format("{} bytes are not a multiple of pe.ls.alignment ({})", d.ls.reservedBytes,
                        d.ls.alignment));
    requirePowerOfTwo("pe.vector.vlenBits", d.vector.vlenBits);
    requirePowerOfTwo("pe.vector.maxLmul", d.vector.maxLmul);
    require(d.cp.registerWritesAutoIncrement <= d.cp.registerWrites,
            "pe.cp.registerWritesAutoIncrement",
            fmt::format("{} writes with auto-increment exceed the {} without", //
                        d.cp.registerWritesAutoIncrement, d.cp.registerWrites));
    requirePowerOfTwo("pe.fi.granule", d.fi.granule);
    require(d.fi.packetBytes % d.fi.granule == 0, "pe.fi.packetBytes",
            fmt::format("packets of {} bytes are not a multiple of pe.fi.granule ({})",
                        d.fi.packetBytes, d.fi.granule));
  }

  const DeviceModel &d;
  std::vector<DeviceError> &m_errors;
};

} // namespace

void checkConsistency(const DeviceModel &device, std::vector<DeviceError> &errors) {
  Checker(device, errors).run();
}

} // namespace charonia::arch

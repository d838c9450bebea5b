// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cache in front of DRAM: 4 KiB sectors in sets of 16 ways, least recently used replaced,
// written back. A sector keeps which of its 64 lines are valid and which are dirty, so that a
// partial access fetches and writes back no more than it touched.
#pragma once

#include "charonia/arch/DeviceModel.h"

#include <cstdint>
#include <vector>

namespace charonia::sim {

class Llc {
public:
  static constexpr int kLines = 64; ///< valid bits of a sector

  explicit Llc(const arch::Sram &sram);

  /// What an access to lines `mask` of a sector found.
  struct Outcome {
    uint64_t missing = 0;       ///< lines that are not there (reads: to be fetched)
    uint64_t ready = 0;         ///< cycle at which lines already on their way arrive
    uint64_t evictedSector = 0; ///< sector written back
    uint64_t evictedDirty = 0;  ///< its dirty lines, 0 if there is nothing to write back
    uint32_t slot = 0;          ///< where the sector is now, for setReady()
  };

  Outcome access(uint64_t sector, uint64_t mask, bool write);
  /// Lines fetched by the last access to `slot` arrive at `cycle`.
  void setReady(uint32_t slot, uint64_t cycle);

  int64_t sectorBytes() const { return m_sectorBytes; }
  int64_t lineBytes() const { return m_sectorBytes / kLines; }
  bool enabled() const { return m_sets > 0; }

private:
  struct Way {
    uint64_t tag = ~uint64_t{0}, valid = 0, dirty = 0, ready = 0, used = 0;
  };

  int64_t m_sectorBytes;
  uint64_t m_sets = 0;
  int m_ways;
  uint64_t m_clock = 0;
  std::vector<Way> m_table;
};

} // namespace charonia::sim

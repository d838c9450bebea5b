// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Llc.h"

#include <algorithm>

namespace charonia::sim {

Llc::Llc(const arch::Sram &sram) : m_sectorBytes(sram.llcSectorBytes), m_ways(sram.llcWays) {
  int64_t sectors = (sram.bytes - sram.scratchBytes) / m_sectorBytes;
  m_sets = static_cast<uint64_t>(sectors / m_ways);
  m_table.resize(m_sets * static_cast<uint64_t>(m_ways));
}

Llc::Outcome Llc::access(uint64_t sector, uint64_t mask, bool write) {
  Outcome outcome;
  Way *set = &m_table[sector % m_sets * static_cast<uint64_t>(m_ways)];
  Way *way = nullptr, *oldest = set;
  for (int w = 0; w < m_ways; ++w) {
    if (set[w].tag == sector) {
      way = &set[w];
      break;
    }
    if (set[w].used < oldest->used) {
      oldest = &set[w];
    }
  }
  if (!way) {
    way = oldest;
    if (way->dirty) {
      outcome.evictedSector = way->tag;
      outcome.evictedDirty = way->dirty;
    }
    *way = {};
    way->tag = sector;
  }
  way->used = ++m_clock;
  outcome.missing = mask & ~way->valid;
  outcome.ready = way->ready;
  outcome.slot = static_cast<uint32_t>(way - m_table.data());
  way->valid |= mask;
  if (write) {
    way->dirty |= mask;
  }
  return outcome;
}

void Llc::setReady(uint32_t slot, uint64_t cycle) {
  m_table[slot].ready = std::max(m_table[slot].ready, cycle);
}

} // namespace charonia::sim

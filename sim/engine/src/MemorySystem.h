// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the PEs share: edge links, SRAM slices, the cache, DRAM channels. Every resource is a
// calendar with one entry, the cycle from which it is free; a packet train takes all it needs of
// each at once (closed form). See sim/docs/Timing.md.
//
//   memory.begin(pe, Direction::Read, cycle);
//   memory.add(address, bytes);  // for every row
//   TransferTiming t = memory.finish(issueCycles, packets);
#pragma once

#include "Llc.h"

#include "charonia/simdata/Trace.h"

#include <array>
#include <string>
#include <vector>

namespace charonia::sim {

enum class Direction : uint8_t { Read, Write };
enum class Side : uint8_t { North, East, South, West };

struct TransferTiming {
  uint64_t end = 0;      ///< cycle at which the last byte is there
  uint64_t ideal = 0;    ///< the same without any other traffic
  uint64_t issueEnd = 0; ///< cycle from which the next transfer of the unit may be set up
  int64_t bytes = 0;     ///< granules moved
};

/// Which PEs a read is for: one, or a group along a row or column.
struct Requester {
  int pe = 0;
  bool wholeRow = false, wholeColumn = false; ///< the PE's row or column shares the read
};

class MemorySystem {
public:
  explicit MemorySystem(const arch::DeviceModel &device);

  /// Marks a DRAM range as held by the cache.
  void makeResident(uint64_t address, int64_t bytes);

  void begin(Requester requester, Direction direction, uint64_t cycle);
  /// Adds contiguous bytes; the enclosing granules are what moves.
  void add(uint64_t address, int64_t bytes);
  /// Packets added since begin().
  int64_t packets() const { return m_packets; }
  TransferTiming finish(uint64_t issueCycles);

  /// Latency of one uncached access; it is counted but loads nothing (it is too thin to).
  uint64_t uncachedLatency(int pe, uint64_t address, int64_t bytes, Direction direction);

  std::vector<simdata::ResourceTotals> totals() const;

private:
  /// A resource in sub-cycles, so that rates which are no integers add up exactly.
  struct Calendar {
    uint64_t free = 0;
    double perByte = 0; ///< sub-cycles a byte
    uint64_t bytes = 0, busy = 0;
    uint64_t reserve(uint64_t from, uint64_t duration, uint64_t moved);
  };
  struct OpenPage {
    uint64_t page = ~uint64_t{0}, end = 0;
    int64_t bytes = 0;
  };
  struct Channel {
    Calendar calendar;
    std::array<OpenPage, 8> recent;
    size_t next = 0;
  };
  struct PageShare { ///< bytes of the running train on one page of a channel
    uint64_t page = ~uint64_t{0};
    int64_t bytes = 0;
  };

  Side sideOf(int slice) const { return static_cast<Side>(slice / m_device.sram.slicesPerSide); }
  int hops(const Requester &requester, Side side) const;
  int entryPe(Side side) const;
  Calendar &link(int pe, Side side, Direction direction);
  void addScratch(uint64_t begin, uint64_t end);
  void addCached(uint64_t begin, uint64_t end);
  void dramBytes(uint64_t address, int64_t bytes);
  void flushPage(int channel);
  void writeBack(uint64_t sector, uint64_t dirty);
  uint64_t reservePage(int channel, uint64_t page, int64_t bytes);
  double efficiency(int64_t bytesInFlight) const;

  const arch::DeviceModel &m_device;
  Llc m_llc;
  std::vector<Calendar> m_links[2]; ///< by direction; index = edge * ... (see link())
  std::vector<Calendar> m_slices;
  std::vector<Channel> m_channels;

  // The running transfer.
  Requester m_requester;
  Direction m_direction = Direction::Read;
  uint64_t m_from = 0; ///< cycle
  int64_t m_packets = 0, m_bytes = 0;
  std::vector<int64_t> m_sliceBytes;
  std::vector<PageShare> m_pages;                       ///< by channel
  uint64_t m_dramEnd = 0, m_dramIdeal = 0, m_ready = 0; ///< sub-cycles; m_ready in cycles
  bool m_missed = false;
  std::vector<uint64_t> m_idealChannel;
  std::vector<uint32_t> m_filled; ///< cache places that wait for this train's fetches
};

} // namespace charonia::sim

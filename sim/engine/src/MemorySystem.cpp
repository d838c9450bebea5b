// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MemorySystem.h"

#include "charonia/launch/Memory.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace charonia::sim {
namespace {

constexpr uint64_t kSub = 1024; ///< sub-cycles of a cycle
constexpr int kSides = 4;

uint64_t toCycles(uint64_t sub) { return (sub + kSub - 1) / kSub; }

uint64_t duration(int64_t bytes, double perByte) {
  return static_cast<uint64_t>(std::ceil(static_cast<double>(bytes) * perByte));
}

} // namespace

uint64_t MemorySystem::Calendar::reserve(uint64_t from, uint64_t duration, uint64_t moved) {
  free = std::max(free, from) + duration;
  bytes += moved;
  busy += duration;
  return free;
}

MemorySystem::MemorySystem(const arch::DeviceModel &device) : m_device(device), m_llc(device.sram) {
  for (auto &links : m_links) {
    links.resize(static_cast<size_t>(2 * (device.grid.rows + device.grid.columns)));
    for (Calendar &calendar : links) {
      calendar.perByte = kSub / device.noc.edgeLinkBytesPerCycle;
    }
  }
  m_slices.resize(static_cast<size_t>(device.sram.slices));
  for (Calendar &calendar : m_slices) {
    calendar.perByte = kSub / device.sram.bytesPerCyclePerSlice;
  }
  m_channels.resize(static_cast<size_t>(device.dram.channels));
  for (Channel &channel : m_channels) {
    channel.calendar.perByte = kSub * device.dram.channels / device.dram.bytesPerCycle;
  }
  m_sliceBytes.resize(m_slices.size());
  m_pages.resize(m_channels.size());
  m_idealChannel.resize(m_channels.size());
}

/// Distance to the edge, and one more across it. To a whole row or column: to its farthest PE,
/// which for data that enters sideways is at the end of the way along the group.
int MemorySystem::hops(const Requester &requester, Side side) const {
  int row = requester.pe / m_device.grid.columns, column = requester.pe % m_device.grid.columns;
  bool vertical = side == Side::North || side == Side::South;
  if (requester.wholeRow || requester.wholeColumn) {
    int along = requester.wholeRow ? m_device.grid.columns : m_device.grid.rows;
    bool straight = vertical == requester.wholeColumn;
    return straight ? along : hops({requester.pe, false, false}, side) + along - 1;
  }
  switch (side) {
  case Side::North:
    return row + 1;
  case Side::South:
    return m_device.grid.rows - row;
  case Side::West:
    return column + 1;
  case Side::East:
    return m_device.grid.columns - column;
  }
  return 0;
}

/// The PE through whose link data from `side` enters. Data behind the other pair of sides comes to
/// a row or column by one link and travels along it; neighbouring groups take different ones.
int MemorySystem::entryPe(Side side) const {
  int columns = m_device.grid.columns, rows = m_device.grid.rows;
  int row = m_requester.pe / columns, column = m_requester.pe % columns;
  bool vertical = side == Side::North || side == Side::South;
  if (m_requester.wholeRow && vertical) {
    return row * columns + row % columns;
  }
  if (m_requester.wholeColumn && !vertical) {
    return column % rows * columns + column;
  }
  return m_requester.pe;
}

/// Row links first (east, west of row 0, ...), then column links (north, south of column 0, ...).
MemorySystem::Calendar &MemorySystem::link(int pe, Side side, Direction direction) {
  int row = pe / m_device.grid.columns, column = pe % m_device.grid.columns;
  bool rowLink = side == Side::East || side == Side::West;
  int second = side == Side::West || side == Side::South ? 1 : 0;
  int index = rowLink ? 2 * row + second : 2 * (m_device.grid.rows + column) + second;
  return m_links[static_cast<int>(direction)][static_cast<size_t>(index)];
}

void MemorySystem::makeResident(uint64_t address, int64_t bytes) {
  if (!m_llc.enabled() || bytes <= 0) {
    return;
  }
  uint64_t size = static_cast<uint64_t>(m_llc.sectorBytes());
  for (uint64_t s = address / size; s <= (address + static_cast<uint64_t>(bytes) - 1) / size; ++s) {
    m_llc.access(s, ~uint64_t{0}, false);
  }
}

void MemorySystem::begin(Requester requester, Direction direction, uint64_t cycle) {
  m_requester = requester;
  m_direction = direction;
  m_from = cycle;
  m_packets = m_bytes = 0;
  std::fill(m_sliceBytes.begin(), m_sliceBytes.end(), 0);
  std::fill(m_pages.begin(), m_pages.end(), PageShare{});
  std::fill(m_idealChannel.begin(), m_idealChannel.end(), 0);
  m_dramEnd = m_dramIdeal = m_ready = 0;
  m_missed = false;
  m_filled.clear();
}

void MemorySystem::add(uint64_t address, int64_t bytes) {
  if (bytes <= 0) {
    return;
  }
  uint64_t granule = static_cast<uint64_t>(m_device.fi.granule);
  uint64_t begin = address / granule * granule;
  uint64_t end = (address + static_cast<uint64_t>(bytes) + granule - 1) / granule * granule;
  m_bytes += static_cast<int64_t>(end - begin);
  if (address & launch::kScratchBit || !m_llc.enabled()) {
    addScratch(begin & ~launch::kScratchBit, end & ~launch::kScratchBit);
    if (!(address & launch::kScratchBit)) {
      dramBytes(begin, static_cast<int64_t>(end - begin));
    }
  } else {
    addCached(begin, end);
  }
}

/// Cuts [begin, end) into packets: none crosses a packet's size or an interleave border.
void MemorySystem::addScratch(uint64_t begin, uint64_t end) {
  uint64_t interleave = static_cast<uint64_t>(m_device.sram.interleave);
  uint64_t packet = std::min<uint64_t>(interleave, static_cast<uint64_t>(m_device.fi.packetBytes));
  for (uint64_t at = begin; at < end;) {
    uint64_t next = std::min((at / packet + 1) * packet, end);
    m_sliceBytes[at / interleave % m_slices.size()] += static_cast<int64_t>(next - at);
    ++m_packets;
    at = next;
  }
}

void MemorySystem::addCached(uint64_t begin, uint64_t end) {
  addScratch(begin, end);
  uint64_t sectorBytes = static_cast<uint64_t>(m_llc.sectorBytes());
  uint64_t line = static_cast<uint64_t>(m_llc.lineBytes());
  for (uint64_t at = begin; at < end;) {
    uint64_t sector = at / sectorBytes, base = sector * sectorBytes;
    uint64_t next = std::min(base + sectorBytes, end);
    uint64_t first = (at - base) / line, last = (next - base - 1) / line;
    uint64_t upTo = last == 63 ? ~uint64_t{0} : (uint64_t{1} << (last + 1)) - 1;
    uint64_t mask = upTo & ~((uint64_t{1} << first) - 1);
    Llc::Outcome outcome = m_llc.access(sector, mask, m_direction == Direction::Write);
    if (outcome.evictedDirty) {
      writeBack(outcome.evictedSector, outcome.evictedDirty);
    }
    if (m_direction == Direction::Read) {
      if (mask & ~outcome.missing) {
        m_ready = std::max(m_ready, outcome.ready);
      }
      if (outcome.missing) {
        m_filled.push_back(outcome.slot);
        for (uint64_t left = outcome.missing; left;) {
          int from = std::countr_zero(left);
          int run = std::countr_one(left >> from);
          dramBytes(base + static_cast<uint64_t>(from) * line, run * static_cast<int64_t>(line));
          left = from + run >= 64 ? 0 : left >> (from + run) << (from + run);
        }
      }
    }
    at = next;
  }
}

/// Adds bytes to be fetched; what lies on one page of a channel is one request.
void MemorySystem::dramBytes(uint64_t address, int64_t bytes) {
  m_missed = true;
  uint64_t interleave = static_cast<uint64_t>(m_device.sram.interleave);
  uint64_t channels = m_channels.size();
  for (uint64_t at = address, end = address + static_cast<uint64_t>(bytes); at < end;) {
    uint64_t next = std::min((at / interleave + 1) * interleave, end);
    size_t channel = at / interleave % channels;
    uint64_t local = at / (interleave * channels) * interleave + at % interleave;
    uint64_t page = local / static_cast<uint64_t>(m_device.dram.pageBytes);
    PageShare &share = m_pages[channel];
    if (share.page != page) {
      flushPage(static_cast<int>(channel));
      share.page = page;
    }
    share.bytes += static_cast<int64_t>(next - at);
    at = next;
  }
}

double MemorySystem::efficiency(int64_t bytesInFlight) const {
  const arch::Dram &dram = m_device.dram;
  double low = static_cast<double>(dram.efficiencyMinBytes);
  double high = static_cast<double>(dram.efficiencyMaxBytes);
  double b = std::clamp(static_cast<double>(bytesInFlight), low, high);
  return dram.efficiencyBase + dram.efficiencyGain * std::min(1.0, (b - low) / (high - low));
}

/// Bytes of the same page that are still in flight, from whichever PE, make the request cheaper.
uint64_t MemorySystem::reservePage(int index, uint64_t page, int64_t bytes) {
  Channel &channel = m_channels[static_cast<size_t>(index)];
  uint64_t now = m_from * kSub;
  int64_t inFlight = bytes;
  OpenPage *known = nullptr;
  for (OpenPage &open : channel.recent) {
    if (open.page == page && open.end > now) {
      known = &open;
      inFlight += open.bytes;
      break;
    }
  }
  uint64_t cost = duration(bytes, channel.calendar.perByte / efficiency(inFlight));
  uint64_t end = channel.calendar.reserve(now, cost, static_cast<uint64_t>(bytes));
  if (!known) {
    known = &channel.recent[channel.next];
    channel.next = (channel.next + 1) % channel.recent.size();
    *known = {page, 0, 0};
  }
  known->bytes += bytes;
  known->end = end;
  return cost;
}

void MemorySystem::flushPage(int channel) {
  PageShare &share = m_pages[static_cast<size_t>(channel)];
  if (share.bytes == 0) {
    return;
  }
  uint64_t cost = reservePage(channel, share.page, share.bytes);
  m_dramEnd = std::max(m_dramEnd, m_channels[static_cast<size_t>(channel)].calendar.free);
  m_idealChannel[static_cast<size_t>(channel)] += cost;
  m_dramIdeal = std::max(m_dramIdeal, m_idealChannel[static_cast<size_t>(channel)]);
  share.bytes = 0;
}

/// Dirty lines of a replaced sector go to their channels; nobody waits for them.
void MemorySystem::writeBack(uint64_t sector, uint64_t dirty) {
  uint64_t interleave = static_cast<uint64_t>(m_device.sram.interleave);
  uint64_t line = static_cast<uint64_t>(m_llc.lineBytes());
  uint64_t base = sector * static_cast<uint64_t>(m_llc.sectorBytes());
  while (dirty) {
    int from = std::countr_zero(dirty);
    uint64_t address = base + static_cast<uint64_t>(from) * line;
    size_t channel = address / interleave % m_channels.size();
    uint64_t block = (address / interleave + 1) * interleave;
    int64_t bytes = 0;
    while (from < Llc::kLines && (dirty >> from & 1) && address < block) {
      dirty &= ~(uint64_t{1} << from);
      bytes += static_cast<int64_t>(line);
      address += line;
      ++from;
    }
    uint64_t local = (address - 1) / (interleave * m_channels.size()) * interleave;
    reservePage(static_cast<int>(channel), local / static_cast<uint64_t>(m_device.dram.pageBytes),
                bytes);
  }
}

TransferTiming MemorySystem::finish(uint64_t issueCycles) {
  for (size_t c = 0; c < m_pages.size(); ++c) {
    flushPage(static_cast<int>(c));
  }
  const uint64_t from = m_from * kSub;
  uint64_t longest = 0, latest = 0, latestIdeal = 0; // cycles
  for (int s = 0; s < kSides; ++s) {
    Side side = static_cast<Side>(s);
    int64_t bytes = 0;
    uint64_t sliceEnd = from, sliceIdeal = from;
    for (int i = 0; i < m_device.sram.slicesPerSide; ++i) {
      size_t slice = static_cast<size_t>(s * m_device.sram.slicesPerSide + i);
      if (slice >= m_slices.size() || m_sliceBytes[slice] == 0) {
        continue;
      }
      Calendar &calendar = m_slices[slice];
      uint64_t cost = duration(m_sliceBytes[slice], calendar.perByte);
      sliceIdeal = std::max(sliceIdeal, from + cost);
      sliceEnd = std::max(sliceEnd,
                          calendar.reserve(from, cost, static_cast<uint64_t>(m_sliceBytes[slice])));
      bytes += m_sliceBytes[slice];
    }
    if (bytes == 0) {
      continue;
    }
    Calendar &calendar = link(entryPe(side), side, m_direction);
    uint64_t cost = duration(bytes, calendar.perByte);
    uint64_t linkEnd = calendar.reserve(from, cost, static_cast<uint64_t>(bytes));
    uint64_t latency = static_cast<uint64_t>(m_device.sram.readLatency +
                                             m_device.noc.hopLatency * hops(m_requester, side));
    longest = std::max(longest, latency);
    latest = std::max(latest, toCycles(std::max(linkEnd, sliceEnd)) + latency);
    latestIdeal = std::max(latestIdeal, toCycles(std::max(from + cost, sliceIdeal)) + latency);
  }
  if (m_missed) {
    longest += static_cast<uint64_t>(m_device.dram.latency);
    latest = std::max(latest, toCycles(m_dramEnd) + longest);
    latestIdeal = std::max(latestIdeal, toCycles(from + m_dramIdeal) + longest);
  }
  latest = std::max(latest, m_ready);
  // At most `packets` requests are in flight: a long latency holds the issue back.
  uint64_t window = static_cast<uint64_t>(m_device.fi.packets);
  uint64_t packets = static_cast<uint64_t>(m_packets);
  uint64_t hold = packets > window ? (packets - window) * longest / window : 0;
  TransferTiming timing;
  timing.bytes = m_bytes;
  timing.ideal = std::max(m_from + std::max(issueCycles, hold) + longest, latestIdeal);
  timing.end = std::max(timing.ideal, latest);
  uint64_t rate = std::max(issueCycles, packets * longest / window);
  timing.issueEnd = std::max(m_from + rate, timing.end - longest);
  for (uint32_t slot : m_filled) {
    m_llc.setReady(slot, timing.end);
  }
  return timing;
}

uint64_t MemorySystem::uncachedLatency(int pe, uint64_t address, int64_t bytes,
                                       Direction direction) {
  bool scratch = address & launch::kScratchBit;
  uint64_t at = address & ~launch::kScratchBit;
  size_t slice = at / static_cast<uint64_t>(m_device.sram.interleave) % m_slices.size();
  Side side = sideOf(static_cast<int>(slice));
  uint64_t latency = static_cast<uint64_t>(
      m_device.sram.readLatency + m_device.noc.hopLatency * hops({pe, false, false}, side));
  m_slices[slice].bytes += static_cast<uint64_t>(bytes);
  link(pe, side, direction).bytes += static_cast<uint64_t>(bytes);
  if (!scratch && m_llc.enabled()) {
    uint64_t sector = at / static_cast<uint64_t>(m_llc.sectorBytes());
    uint64_t line =
        at % static_cast<uint64_t>(m_llc.sectorBytes()) / static_cast<uint64_t>(m_llc.lineBytes());
    Llc::Outcome outcome = m_llc.access(sector, uint64_t{1} << line, direction == Direction::Write);
    if (outcome.missing && direction == Direction::Read) {
      latency += static_cast<uint64_t>(m_device.dram.latency);
      m_channels[slice % m_channels.size()].calendar.bytes +=
          static_cast<uint64_t>(m_llc.lineBytes());
    }
  } else if (!scratch && direction == Direction::Read) {
    latency += static_cast<uint64_t>(m_device.dram.latency);
  }
  return latency;
}

std::vector<simdata::ResourceTotals> MemorySystem::totals() const {
  std::vector<simdata::ResourceTotals> result;
  auto put = [&](std::string name, const Calendar &calendar) {
    result.push_back({std::move(name), calendar.bytes, static_cast<double>(calendar.busy) / kSub});
  };
  for (size_t i = 0; i < m_slices.size(); ++i) {
    put(fmt::format("sram.slice.{}", i), m_slices[i]);
  }
  for (size_t i = 0; i < m_channels.size(); ++i) {
    put(fmt::format("dram.channel.{}", i), m_channels[i].calendar);
  }
  for (int d = 0; d < 2; ++d) {
    const char *direction = d == 0 ? "read" : "write";
    for (int row = 0; row < m_device.grid.rows; ++row) {
      put(fmt::format("link.row.{}.east.{}", row, direction), m_links[d][2 * row]);
      put(fmt::format("link.row.{}.west.{}", row, direction), m_links[d][2 * row + 1]);
    }
    for (int column = 0; column < m_device.grid.columns; ++column) {
      size_t at = static_cast<size_t>(2 * (m_device.grid.rows + column));
      put(fmt::format("link.column.{}.north.{}", column, direction), m_links[d][at]);
      put(fmt::format("link.column.{}.south.{}", column, direction), m_links[d][at + 1]);
    }
  }
  return result;
}

} // namespace charonia::sim

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Validation of the CB table and of the LS map.
#include "EnumNames.h"
#include "Validator.h"

#include <algorithm>
#include <set>

namespace charonia::program {
namespace {

constexpr int64_t kMaxSlotBytes = int64_t{1} << 40;

/// A range of LS, named for messages.
struct LsRange {
  int64_t begin = 0, end = 0;
  std::string path;
  bool scratch = false;
};

class BufferChecker {
public:
  BufferChecker(const Program &program, const arch::DeviceModel *device, Findings &found)
      : m_program(program), m_device(device), m_found(found) {}

  void run() {
    size_t counted = 0;
    for (size_t i = 0; i < m_program.cbs.size(); ++i) {
      Findings::Scope scope(m_found, fmt::format("cbs[{}]", i));
      checkBuffer(m_program.cbs[i], fmt::format("cbs[{}]", i));
      counted += m_program.cbs[i].resident ? 0 : 1;
    }
    if (m_device) {
      m_found.require(counted <= static_cast<size_t>(m_device->cb.count), "cbs",
                      "{} circular buffers; a PE has {}", counted, m_device->cb.count);
    }
    for (size_t i = 0; i < m_program.tilePrograms.size(); ++i) {
      checkScratch(m_program.tilePrograms[i], fmt::format("tilePrograms[{}]", i));
    }
    checkOverlap();
    checkHighWater();
  }

private:
  void checkBuffer(const CircularBuffer &cb, const std::string &path) {
    const int64_t elements = checkShape(cb.shape, "shape", m_found);
    m_found.require(cb.depth >= 1 && cb.depth <= kMaxDepth, "depth", "{} is not 1 to {}", cb.depth,
                    kMaxDepth);
    m_found.require(!cb.resident || cb.depth == 1, "depth", "a resident buffer has one slot");
    m_found.require(cb.base >= 0 && cb.base <= kMaxSlotBytes, "base", "{} is not an address",
                    cb.base);
    const int64_t tileBytes = elements * numerics::byteSize(cb.type);
    m_found.require(cb.slotBytes >= tileBytes && cb.slotBytes >= 1 && cb.slotBytes <= kMaxSlotBytes,
                    "slotBytes", "{} bytes do not hold a tile of {} bytes", cb.slotBytes,
                    tileBytes);
    m_found.require(cb.op == kNone || cb.op < m_program.opFrames.size(), "op", "there is no op {}",
                    cb.op);
    checkReaders(cb);
    if (cb.space == CbSpace::Ls) {
      checkInLs(cb, path);
    } else {
      checkInBanks(cb);
    }
  }

  void checkReaders(const CircularBuffer &cb) {
    const std::set<Unit> distinct(cb.readers.begin(), cb.readers.end());
    m_found.require(distinct.size() == cb.readers.size(), "readers", "a unit is named twice");
    for (Unit reader : cb.readers) {
      m_found.require(!cb.resident || reader == cb.producer, "readers",
                      "a resident buffer of {} is read by {}", enumName(cb.producer),
                      enumName(reader));
    }
    if (m_device) {
      m_found.require(cb.readers.size() <= static_cast<size_t>(m_device->cb.readers), "readers",
                      "{} readers; a buffer has at most {}", cb.readers.size(),
                      m_device->cb.readers);
    }
  }

  /// Bytes from the first slot to the end of the last one; both factors are bounded.
  static int64_t extent(const CircularBuffer &cb) {
    const int64_t depth = std::clamp<int64_t>(cb.depth, 0, kMaxDepth);
    return depth * std::clamp<int64_t>(cb.slotBytes, 0, kMaxSlotBytes);
  }

  void checkInLs(const CircularBuffer &cb, const std::string &path) {
    const int64_t base = std::clamp<int64_t>(cb.base, 0, kMaxSlotBytes);
    m_ranges.push_back({base, base + extent(cb), path, false});
    if (!m_device) {
      return;
    }
    const int alignment = m_device->ls.alignment;
    m_found.require(cb.base % alignment == 0, "base", "{} is not a multiple of {}", cb.base,
                    alignment);
    m_found.require(cb.slotBytes % alignment == 0, "slotBytes", "{} is not a multiple of {}",
                    cb.slotBytes, alignment);
    checkBounds(base + extent(cb), "base");
  }

  void checkBounds(int64_t end, const std::string &member) {
    m_found.require(end <= m_device->ls.usableBytes(), member,
                    "ends at byte {} of local memory; {} of {} are usable", end,
                    m_device->ls.usableBytes(), m_device->ls.bytes);
  }

  void checkInBanks(const CircularBuffer &cb) {
    m_found.require(numerics::byteSize(cb.type) == 4, "type",
                    "the accumulator banks hold 32 bits, not {}", enumName(cb.type));
    m_found.require(cb.producer == Unit::Dpe, "producer",
                    "the accumulator banks are written by dpe, not {}", enumName(cb.producer));
    if (!m_device) {
      return;
    }
    const arch::ReduceEngine &re = m_device->re;
    const int64_t bankBytes = int64_t{4} * re.bankRows * re.bankColumns;
    if (!m_found.require(cb.slotBytes % bankBytes == 0, "slotBytes",
                         "{} bytes are not a whole number of banks of {} bytes", cb.slotBytes,
                         bankBytes)) {
      return;
    }
    const int64_t last = std::clamp<int64_t>(cb.base, 0, kMaxSlotBytes) + extent(cb) / bankBytes;
    m_found.require(last <= re.banks, "base", "needs bank {}; there are {}", last - 1, re.banks);
    for (int64_t bank = cb.base; bank < last && bank >= 0 && last <= re.banks; ++bank) {
      m_found.require(m_banks.insert(bank).second, "base", "bank {} has another buffer already",
                      bank);
    }
  }

  void checkScratch(const TileProgram &program, const std::string &path) {
    Findings::Scope scope(m_found, path);
    if (!m_found.require(program.scratchBytes >= 0 && program.scratchBytes <= kMaxSlotBytes &&
                             program.scratchBase >= 0 && program.scratchBase <= kMaxSlotBytes,
                         "scratchBase", "not a range of local memory") ||
        program.scratchBytes == 0) {
      return;
    }
    const int64_t end = program.scratchBase + program.scratchBytes;
    m_ranges.push_back({program.scratchBase, end, path, true});
    if (m_device) {
      checkBounds(end, "scratchBase");
    }
  }

  /// Scratch areas may share bytes with each other (the programs of one unit run one by one), with
  /// buffers they may not.
  void checkOverlap() {
    std::sort(m_ranges.begin(), m_ranges.end(), [](const LsRange &a, const LsRange &b) {
      return std::pair(a.begin, a.path) < std::pair(b.begin, b.path);
    });
    const LsRange *buffer = nullptr, *scratch = nullptr; // those that reach farthest so far
    for (const LsRange &range : m_ranges) {
      report(range, buffer);
      if (!range.scratch) {
        report(range, scratch);
      }
      const LsRange *&farthest = range.scratch ? scratch : buffer;
      if (!farthest || range.end > farthest->end) {
        farthest = &range;
      }
    }
  }

  void report(const LsRange &range, const LsRange *other) {
    if (other && range.begin < other->end && range.begin < range.end) {
      m_found.add(range.path,
                  fmt::format("bytes {} to {} of local memory overlap {} ({} to {})", range.begin,
                              range.end, other->path, other->begin, other->end));
    }
  }

  void checkHighWater() {
    int64_t end = 0;
    for (const LsRange &range : m_ranges) {
      end = std::max(end, range.end);
    }
    m_found.require(m_program.lsBytes >= end, "lsBytes", "{} is below byte {}, which is used",
                    m_program.lsBytes, end);
    if (m_device) {
      checkBounds(m_program.lsBytes, "lsBytes");
    }
  }

  const Program &m_program;
  const arch::DeviceModel *m_device;
  Findings &m_found;
  std::vector<LsRange> m_ranges;
  std::set<int64_t> m_banks;
};

} // namespace

void checkBuffers(const Program &program, const arch::DeviceModel *device, Findings &found) {
  BufferChecker(program, device, found).run();
}

} // namespace charonia::program

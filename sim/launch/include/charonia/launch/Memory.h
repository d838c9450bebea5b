// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The global memory of one run: every pointer argument in its place, filled, with guard zones
// between. Interpreter and simulator work on the same kind of image, so their results compare byte
// for byte.
#pragma once

#include "charonia/launch/Launch.h"

#include <cstddef>
#include <memory>
#include <span>

namespace charonia::launch {

/// Address bit that tells scratch SRAM from DRAM; both spaces start at 0 (hardware model).
inline constexpr uint64_t kScratchBit = uint64_t{1} << 46;

/// One pointer argument in memory.
struct Buffer {
  std::string name;
  int argument = 0; ///< index into Launch::args
  ElementType type = ElementType::F32;
  uint64_t address = 0; ///< first byte, kScratchBit included
  int64_t bytes = 0, elements = 0;
  Place place = Place::Dram;
  bool isUnsigned = false; ///< integers are read as unsigned numbers
};

/// Most bytes that the buffers of one run may take together.
inline constexpr int64_t kMaxBufferBytes = int64_t{4} << 30;

/// Byte-addressed memory made of buffers and guard zones. Accesses are checked: a range must lie in
/// one buffer.
class MemoryImage {
public:
  /// Lays out and fills the pointer arguments of `launch` for case `caseIndex`.
  static tl::expected<MemoryImage, LaunchErrors> create(const Launch &launch, size_t caseIndex,
                                                        const arch::DeviceModel &device);

  /// Lays out and fills the named buffers of a sequence, which live across its launches.
  static tl::expected<MemoryImage, LaunchErrors> create(const Sequence &sequence,
                                                        const arch::DeviceModel &device);

  /// Points the buffers at the arguments of one launch of a sequence: afterwards buffers() are the
  /// pointer arguments of `launch` (one buffer may be several arguments), and the buffers that are
  /// not bound, argument -1.
  LaunchErrors bind(const Launch &launch, const std::map<std::string, std::string> &bind);

  const std::vector<Buffer> &buffers() const { return m_buffers; }
  /// The buffer that holds `address`, or null.
  const Buffer *find(uint64_t address) const;
  /// Memory of [address, address + bytes), or null if it does not lie within one buffer.
  std::byte *data(uint64_t address, int64_t bytes);
  const std::byte *data(uint64_t address, int64_t bytes) const;
  std::span<const std::byte> contents(const Buffer &buffer) const;
  /// Describes an address for a message: "x[1024], 4 bytes after its end".
  std::string describe(uint64_t address) const;
  /// Names of buffers whose guard zone was written; empty if all are intact.
  std::vector<std::string> damagedGuards() const;

private:
  struct Request;
  static tl::expected<MemoryImage, LaunchErrors>
  layOut(std::vector<Request> requests, const arch::DeviceModel &device, const std::string &file);

  /// Structures of a sequence's launch lie behind everything else; the next launch replaces them.
  Buffer addStructure(const Argument &structure, Buffer buffer,
                      const std::vector<Buffer> &pointers);
  void dropStructures();

  std::vector<Buffer> m_buffers, m_owned; ///< as seen by the launch; as laid out, each once
  std::vector<std::byte> m_bytes[2];      ///< DRAM, scratch
  int64_t m_guardBytes = 0, m_alignment = 1;
  size_t m_laidOut = 0, m_end = 0; ///< buffers and DRAM bytes without those of bind()
};

/// One difference found after a run.
struct Mismatch {
  std::string argument, what; ///< "sample 3 (element 512)", "sum", "guard", "element 17" ...
  double expected = 0, actual = 0, tolerance = 0;
};

/// Compares a run's memory with the expectations of a case.
std::vector<Mismatch> compareWithExpectations(const MemoryImage &memory, const Case &expected);
/// Compares every element of every buffer bit for bit (all NaNs are equal), and the guard zones.
/// `tolerant` names arguments whose order of accumulation is the machine's (float atomics).
std::vector<Mismatch> compareExactly(const MemoryImage &actual, const MemoryImage &reference,
                                     const std::vector<std::string> &tolerant, size_t limit = 16);
/// The expectation that a run's memory fulfils (for writing `expect`).
Expectation summarize(const MemoryImage &memory, const Buffer &buffer);

/// The fill hash of launch-format: u of element `i` with `salt`.
uint32_t fillHash(uint32_t i, uint32_t salt);

} // namespace charonia::launch

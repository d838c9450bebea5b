// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uncached accesses to global memory: what they do to the data, and a log of where they went, which
// the timing (and a recorded stream) is made from.
#pragma once

#include "charonia/launch/Memory.h"
#include "charonia/program/Program.h"

#include <optional>
#include <string>
#include <vector>

namespace charonia::sim {

/// The bits that an element of `type` has.
inline uint64_t lowBits(uint64_t bits, numerics::ElementType type) {
  unsigned bytes = numerics::byteSize(type);
  return bytes >= 8 ? bits : bits & ((uint64_t{1} << (8 * bytes)) - 1);
}

enum class AccessKind : uint8_t { Load, Store, Atomic };

/// `count` accesses of `bytes` at address, address + step, ...
struct AccessRun {
  AccessKind kind = AccessKind::Load;
  uint64_t address = 0;
  int64_t step = 0, count = 0, bytes = 0;
};

/// Checked access to a memory image. The first failing access leaves `error`.
class GlobalAccess {
public:
  explicit GlobalAccess(launch::MemoryImage *memory) : m_memory(memory) {}

  bool load(uint64_t address, numerics::ElementType type, uint64_t &bits);
  bool store(uint64_t address, numerics::ElementType type, uint64_t bits);
  /// old = memory; memory = old `op` value.
  bool atomic(uint64_t address, numerics::ElementType type, program::AtomicOp op, uint64_t value,
              uint64_t &old);
  bool compareAndSwap(uint64_t address, numerics::ElementType type, uint64_t compare,
                      uint64_t value, uint64_t &old);
  /// Pointer to [address, address + bytes), or null with `error` set.
  std::byte *range(uint64_t address, int64_t bytes, const char *what);

  /// Changes whenever an element of memory changes; DMA stores count as a change each.
  uint64_t version = 0;
  std::vector<AccessRun> log; ///< cleared by whoever reads it
  std::string error;

private:
  void put(numerics::ElementType type, std::byte *data, uint64_t bits);
  void note(AccessKind kind, uint64_t address, int64_t bytes);

  launch::MemoryImage *m_memory;
};

} // namespace charonia::sim

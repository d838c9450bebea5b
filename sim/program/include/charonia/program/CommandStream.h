// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The simulator's second input: what each core of each PE did, resolved. The functional machine
// records one; timing-only re-simulation and what-if replay one.
#pragma once

#include "charonia/program/Program.h"

namespace charonia::program {

/// One step of a core. Register operands are gone: extents, addresses and costs are numbers.
/// `values` by kind:
///   Command  base, strides..., lower..., upper... (commands with a descriptor), then extents...,
///            then for an indexed descriptor the rows that it touched, in pairs: row, offset
///   Vector   uncached accesses in runs of five: kind (0 load, 1 store, 2 atomic), address of the
///            first, step between addresses, count, bytes each; `cycles` does not contain them
///   Memory   {kind as above}
///   Scalar   {pid} if the work began a program instance (MapPid), else empty
struct StreamEntry {
  enum class Kind : uint8_t {
    Scalar,  ///< `cycles` of scalar work
    Command, ///< issue of command `command`
    Vector,  ///< vector group `command` run on this core, `cycles` long
    Memory,  ///< uncached access to `address`, `bytes` long (`cycles` of other work before it)
    WaitUnit,
    Barrier,
  };
  Kind kind = Kind::Scalar;
  uint32_t command = kNone;
  int64_t cycles = 0;
  int64_t address = 0, bytes = 0;
  Unit unit = Unit::FiRead;    ///< WaitUnit
  std::vector<int64_t> values; ///< see above
  bool operator==(const StreamEntry &) const = default;
};

/// A range of global memory.
struct MemoryRange {
  int64_t address = 0, bytes = 0;
  bool operator==(const MemoryRange &) const = default;
};

struct CommandStream {
  int version = kProgramVersion;
  int numPes = 0;
  std::vector<std::vector<StreamEntry>> entries; ///< index pe * 2 + core
  std::vector<MemoryRange> resident;             ///< DRAM ranges that the cache held at cycle 0
  bool operator==(const CommandStream &) const = default;
};

} // namespace charonia::program

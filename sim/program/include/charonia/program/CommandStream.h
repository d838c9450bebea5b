// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The simulator's second input: what each core of each PE did, resolved. The functional machine
// records one; timing-only re-simulation and what-if replay one.
#pragma once

#include "charonia/program/Program.h"

namespace charonia::program {

/// One step of a core. Register operands are gone: extents, addresses and costs are numbers.
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
  std::vector<int64_t> values; ///< Command: base, strides..., lower..., upper..., extents...
};

struct CommandStream {
  int version = kProgramVersion;
  int numPes = 0;
  std::vector<std::vector<StreamEntry>> entries; ///< index pe * 2 + core
};

} // namespace charonia::program

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long the SIMD engine takes for a command. The compiler places work by it and the simulator
// charges it.
#pragma once

#include "charonia/arch/DeviceModel.h"
#include "charonia/numerics/Numerics.h"

#include <cstdint>
#include <vector>

namespace charonia::program {

/// Values of `fn` that the SIMD engine makes a cycle from its tables, exact; 0: it has no table for
/// it.
int simdFunctionRate(const arch::DeviceModel &device, numerics::Fn fn);

/// What one command asks of the engine.
struct SimdWork {
  double elements = 0;                  ///< of its largest tile
  int ops = 0;                          ///< forms, functions and sums; casts are free
  std::vector<numerics::Fn> functions;  ///< those among them that come from tables
  double readBytes = 0, writeBytes = 0; ///< through its ports of local memory
};

/// Cycles that the engine is taken: the longest of its lanes, its tables and its ports. Its latency
/// comes on top.
uint64_t simdCycles(const arch::DeviceModel &device, const SimdWork &work);

} // namespace charonia::program

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A random Triton kernel with its launch: what the property test of the whole pipeline runs.
#pragma once

#include <cstdint>
#include <string>

namespace charonia::mapping {

struct RandomKernel {
  std::string source; ///< of the file kernel.py
  std::string launch; ///< a launch file that names kernel.py
  /// No sum is rounded and no function is approximated: the order of sums does not show, and every
  /// numerics policy gives the same values if `exactInParts`.
  bool exact = true;
  /// Exact, and no fp32 matrices are multiplied: `default` and `fast` take them in parts that lose
  /// a last place.
  bool exactInParts = true;
};

/// So many noisy forms of a kernel are told apart.
inline constexpr unsigned kNoises = 4;

/// The kernel of a seed, the same on every machine. It stays within its buffers, and no two
/// programs touch an element that one of them writes (atomics apart).
/// `noise` from 1 to kNoises: the same kernel with every rounded value off by about the rounding
/// that a policy allows, up or down, in another pattern for each number; an even number has the
/// opposite of the pattern of the one before it.
RandomKernel randomKernel(uint64_t seed, unsigned noise = 0);

} // namespace charonia::mapping

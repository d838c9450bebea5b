// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far rounding may move each element that a kernel writes: measured on noisy forms of it.
#pragma once

#include "charonia/launch/Memory.h"

#include <string>
#include <vector>

namespace charonia::mapping {

/// What runs of noisy forms of a kernel left, against the run of the kernel itself.
class NoiseBand {
public:
  explicit NoiseBand(const launch::MemoryImage &reference);

  void add(const launch::MemoryImage &noisy);

  /// The first element of `actual` that lies further from the reference than the noise explains;
  /// empty: none. Where noise makes an element infinite or no number, or the other way round,
  /// anything goes.
  std::string outside(const launch::MemoryImage &actual) const;

private:
  struct Element {
    double value = 0, spread = 0;
    bool isWild = false; ///< the noise changes what kind of number it is
  };
  std::vector<std::vector<Element>> m_buffers;
};

} // namespace charonia::mapping

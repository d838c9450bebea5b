// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Poison.h"

#include <algorithm>

namespace charonia::sim {
namespace {

uint64_t poisonBits(numerics::ElementType type) {
  // All ones are a NaN of every float format.
  return numerics::isFloat(type)             ? ~uint64_t{0}
         : type == numerics::ElementType::I1 ? 1
                                             : 0xA5A5A5A5A5A5A5A5;
}

void fillOutside(std::byte *block, std::span<const int64_t> shape, const int64_t *worked,
                 int64_t size, uint64_t bits) {
  int64_t inner = 1;
  for (size_t d = 1; d < shape.size(); ++d) {
    inner *= shape[d];
  }
  if (shape.size() > 1) {
    for (int64_t i = 0; i < worked[0]; ++i) {
      fillOutside(block + i * inner * size, shape.subspan(1), worked + 1, size, bits);
    }
  }
  fillElements(block + worked[0] * inner * size, (shape[0] - worked[0]) * inner, size, bits);
}

} // namespace

Dims workedExtents(std::span<const int64_t> shape, std::span<const int64_t> extents) {
  Dims worked{};
  for (size_t d = 0; d < shape.size(); ++d) {
    const bool shrinks = shape.size() == extents.size() && shape[d] > 1;
    worked[d] = shrinks ? std::clamp<int64_t>(extents[d], 0, shape[d]) : shape[d];
  }
  return worked;
}

void poisonOutside(std::byte *tile, std::span<const int64_t> shape,
                   std::span<const int64_t> extents, numerics::ElementType type) {
  const Dims worked = workedExtents(shape, extents);
  if (!shape.empty() && !std::equal(shape.begin(), shape.end(), worked.begin())) {
    fillOutside(tile, shape, worked.data(), byteSize(type), poisonBits(type));
  }
}

} // namespace charonia::sim

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DmaBox.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace charonia::sim {
namespace {

struct Dimension {
  int64_t extent, stride;
};

} // namespace

DmaBox makeBox(std::span<const int64_t> shape, int64_t elementBytes,
               std::span<const int64_t> values) {
  DmaBox box;
  box.rank = static_cast<int>(shape.size());
  box.elementBytes = elementBytes;
  box.base = static_cast<uint64_t>(values[0]);
  box.elements = 1;
  box.full = true;
  const size_t rank = shape.size();
  for (size_t d = 0; d < rank; ++d) {
    int64_t stride = values[1 + d];
    int64_t lower = std::clamp<int64_t>(values[1 + rank + d], 0, shape[d]);
    int64_t upper = std::clamp<int64_t>(values[1 + 2 * rank + d], 0, shape[d]);
    box.strides[d] = stride;
    box.lower[d] = lower;
    box.extents[d] = std::max<int64_t>(0, upper - lower);
    box.full = box.full && box.extents[d] == shape[d];
    box.elements *= box.extents[d];
    box.base += static_cast<uint64_t>(lower) * static_cast<uint64_t>(stride);
  }
  box.empty = box.elements == 0;
  if (box.empty) {
    box.full = false;
    return box;
  }
  // Rows: dimensions from the innermost of memory outwards as long as they join without a gap.
  std::array<Dimension, kMaxRank> dims{};
  int count = 0;
  for (size_t d = 0; d < rank; ++d) {
    if (box.extents[d] > 1) {
      dims[static_cast<size_t>(count++)] = {box.extents[d], box.strides[d]};
    }
  }
  for (int i = 1; i < count; ++i) { // largest stride first; equal ones keep their order
    for (int j = i; j > 0 && std::abs(dims[static_cast<size_t>(j)].stride) >
                                 std::abs(dims[static_cast<size_t>(j - 1)].stride);
         --j) {
      std::swap(dims[static_cast<size_t>(j)], dims[static_cast<size_t>(j - 1)]);
    }
  }
  box.rowBytes = elementBytes;
  while (count > 0 && dims[static_cast<size_t>(count - 1)].stride == box.rowBytes) {
    box.rowBytes *= dims[static_cast<size_t>(--count)].extent;
  }
  box.outer = count;
  for (int d = 0; d < count; ++d) {
    box.rowExtents[d] = dims[static_cast<size_t>(d)].extent;
    box.rowStrides[d] = dims[static_cast<size_t>(d)].stride;
  }
  // Pieces: the same from the innermost dimension of the tile.
  box.pieceBytes = elementBytes;
  int64_t local = elementBytes;
  for (size_t d = rank; d-- > 0;) {
    if (box.extents[d] > 1 && (box.strides[d] != box.pieceBytes || local != box.pieceBytes)) {
      break;
    }
    box.pieceBytes *= box.extents[d];
    local *= shape[d];
  }
  box.pieces = box.elements * elementBytes / box.pieceBytes;
  return box;
}

DmaBox makeRowBox(std::span<const int64_t> shape, int64_t elementBytes,
                  std::span<const int64_t> values, int32_t rowDim, int64_t row, int64_t offset,
                  std::vector<int64_t> &scratch) {
  scratch.assign(values.begin(), values.end());
  const size_t rank = shape.size(), dim = static_cast<size_t>(rowDim);
  scratch[0] =
      static_cast<int64_t>(static_cast<uint64_t>(values[0]) + static_cast<uint64_t>(offset));
  scratch[1 + rank + dim] = std::max(row, values[1 + rank + dim]);
  scratch[1 + 2 * rank + dim] = std::min(row + 1, values[1 + 2 * rank + dim]);
  return makeBox(shape, elementBytes, scratch);
}

uint64_t boxCycles(const DmaBox &box, double bytesPerCycle) {
  if (box.empty) {
    return 0;
  }
  double piece = std::max(1.0, static_cast<double>(box.pieceBytes) / bytesPerCycle);
  return static_cast<uint64_t>(std::ceil(piece * static_cast<double>(box.pieces)));
}

} // namespace charonia::sim

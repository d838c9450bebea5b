// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A DMA descriptor with its numbers filled in, as rows of global memory.
#pragma once

#include "CopyNd.h"

#include <cstdint>
#include <span>
#include <vector>

namespace charonia::sim {

/// The box of a tile that a descriptor moves. Rows are what is contiguous in global memory; pieces
/// are what is contiguous on both sides (the FI takes a cycle for each at least).
struct DmaBox {
  int rank = 0;
  int64_t elementBytes = 1;
  uint64_t base = 0; ///< address of element `lower`
  Dims extents{};    ///< of the box, 0 if it is empty
  Dims lower{};
  Dims strides{};                  ///< bytes
  bool empty = true, full = false; ///< no element; every element of the tile
  int64_t elements = 0;
  // Rows: `rowBytes` at base + sum index * rowStrides over rowExtents.
  int outer = 0;
  Dims rowExtents{}, rowStrides{};
  int64_t rowBytes = 0;
  int64_t pieces = 0, pieceBytes = 0;
};

/// `values`: base, strides, lower, upper, as StreamEntry orders them.
DmaBox makeBox(std::span<const int64_t> shape, int64_t elementBytes,
               std::span<const int64_t> values);

/// The box of one row of an indexed descriptor: element `row` along `rowDim` of the box that
/// `values` describe, `offset` bytes further on. `scratch` is written over.
DmaBox makeRowBox(std::span<const int64_t> shape, int64_t elementBytes,
                  std::span<const int64_t> values, int32_t rowDim, int64_t row, int64_t offset,
                  std::vector<int64_t> &scratch);

/// Cycles that the FI itself takes to move the box at `bytesPerCycle`, set-up not included.
uint64_t boxCycles(const DmaBox &box, double bytesPerCycle);

/// Calls fn(address, bytes) for every row.
template <typename Fn>
void forEachRow(const DmaBox &box, Fn fn) {
  if (box.empty) {
    return;
  }
  Dims index{};
  uint64_t address = box.base;
  for (;;) {
    fn(address, box.rowBytes);
    int d = box.outer - 1;
    for (; d >= 0; --d) {
      address += static_cast<uint64_t>(box.rowStrides[d]);
      if (++index[d] < box.rowExtents[d]) {
        break;
      }
      address -=
          static_cast<uint64_t>(box.rowStrides[d]) * static_cast<uint64_t>(box.rowExtents[d]);
      index[d] = 0;
    }
    if (d < 0) {
      return;
    }
  }
}

} // namespace charonia::sim

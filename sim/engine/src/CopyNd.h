// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strided copies of boxes: what DMA, the layout unit and the tile operations that move elements
// share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace charonia::sim {

/// The most dimensions a tile may have.
inline constexpr int kMaxRank = 8;
using Dims = std::array<int64_t, kMaxRank>;

/// Byte strides of a dense row-major array of `shape`.
Dims denseStrides(std::span<const int64_t> shape, int64_t elementBytes);

/// Copies a box of `shape` elements of `elementBytes` (1, 2, 4 or 8) bytes; strides are in bytes.
void copyNd(std::byte *dst, const Dims &dstStrides, const std::byte *src, const Dims &srcStrides,
            std::span<const int64_t> shape, int64_t elementBytes);

/// Fills `count` elements with the low bytes of `bits`.
void fillElements(std::byte *dst, int64_t count, int64_t elementBytes, uint64_t bits);

} // namespace charonia::sim

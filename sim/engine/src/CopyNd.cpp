// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CopyNd.h"

#include <cstring>

namespace charonia::sim {
namespace {

template <typename T>
void copyRow(std::byte *dst, int64_t dstStride, const std::byte *src, int64_t srcStride,
             int64_t count) {
  if (dstStride == static_cast<int64_t>(sizeof(T)) &&
      srcStride == static_cast<int64_t>(sizeof(T))) {
    std::memcpy(dst, src, static_cast<size_t>(count) * sizeof(T));
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, src + i * srcStride, sizeof(T));
    std::memcpy(dst + i * dstStride, &value, sizeof(T));
  }
}

using RowFn = void (*)(std::byte *, int64_t, const std::byte *, int64_t, int64_t);

RowFn rowFn(int64_t elementBytes) {
  switch (elementBytes) {
  case 1:
    return copyRow<uint8_t>;
  case 2:
    return copyRow<uint16_t>;
  case 4:
    return copyRow<uint32_t>;
  default:
    return copyRow<uint64_t>;
  }
}

} // namespace

Dims denseStrides(std::span<const int64_t> shape, int64_t elementBytes) {
  Dims strides{};
  int64_t stride = elementBytes;
  for (size_t d = shape.size(); d-- > 0;) {
    strides[d] = stride;
    stride *= shape[d];
  }
  return strides;
}

void copyNd(std::byte *dst, const Dims &dstStrides, const std::byte *src, const Dims &srcStrides,
            std::span<const int64_t> shape, int64_t elementBytes) {
  for (int64_t extent : shape) {
    if (extent <= 0) {
      return;
    }
  }
  if (shape.empty()) {
    std::memcpy(dst, src, static_cast<size_t>(elementBytes));
    return;
  }
  const size_t inner = shape.size() - 1;
  RowFn row = rowFn(elementBytes);
  Dims index{};
  for (;;) {
    row(dst, dstStrides[inner], src, srcStrides[inner], shape[inner]);
    size_t d = inner;
    for (;;) {
      if (d == 0) {
        return;
      }
      --d;
      dst += dstStrides[d];
      src += srcStrides[d];
      if (++index[d] < shape[d]) {
        break;
      }
      dst -= dstStrides[d] * shape[d];
      src -= srcStrides[d] * shape[d];
      index[d] = 0;
    }
  }
}

void fillElements(std::byte *dst, int64_t count, int64_t elementBytes, uint64_t bits) {
  if (bits == 0) {
    std::memset(dst, 0, static_cast<size_t>(count * elementBytes));
    return;
  }
  Dims to{}, from{};
  to[0] = elementBytes;
  std::array<int64_t, 1> shape{count};
  std::byte value[8];
  std::memcpy(value, &bits, sizeof value);
  copyNd(dst, to, value, from, shape, elementBytes);
}

} // namespace charonia::sim

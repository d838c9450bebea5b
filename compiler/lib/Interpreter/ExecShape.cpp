// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps that move elements about.
#include "Exec.h"

#include <cstring>
#include <fmt/format.h>

namespace charonia::compiler::interp {

namespace {

/// Copies one row of a box.
template <typename T>
void copyRow(T *dst, int64_t dstStride, const T *src, int64_t srcStride, int64_t count) {
  if (dstStride == 1 && srcStride == 1) {
    std::memcpy(dst, src, static_cast<size_t>(count) * sizeof(T));
  } else if (dstStride == 1 && srcStride == 0) {
    for (int64_t i = 0; i < count; ++i) {
      dst[i] = *src;
    }
  } else {
    for (int64_t i = 0; i < count; ++i) {
      dst[i * dstStride] = src[i * srcStride];
    }
  }
}

template <typename T>
void copyBox(const BoxPayload &box, T *dst, const T *src, size_t dim) {
  int64_t extent = box.extents[dim];
  if (dim + 1 == box.extents.size()) {
    copyRow(dst, box.dstStrides[dim], src, box.srcStrides[dim], extent);
    return;
  }
  for (int64_t i = 0; i < extent; ++i) {
    copyBox(box, dst + i * box.dstStrides[dim], src + i * box.srcStrides[dim], dim + 1);
  }
}

template <typename T>
void runBox(Machine &machine, const Step &step, int64_t srcOffset, int64_t dstOffset) {
  const auto &box = static_cast<const BoxPayload &>(*step.payload);
  copyBox(box, machine.as<T>(step.dst) + dstOffset,
          static_cast<const T *>(machine.as<T>(step.operands[0].slot)) + srcOffset, 0);
}

template <typename T>
uint32_t gather(Machine &machine, const Step &step, uint32_t pc) {
  const auto &shape = static_cast<const GatherPayload &>(*step.payload);
  const T *src = machine.as<T>(step.operands[0].slot);
  const std::byte *indices = machine.data(step.operands[1].slot);
  T *dst = machine.as<T>(step.dst);
  for (int64_t o = 0, flat = 0; o < shape.outer; ++o) {
    for (int64_t i = 0; i < shape.indices; ++i) {
      for (int64_t k = 0; k < shape.inner; ++k, ++flat) {
        uint64_t at =
            numerics::loadElement(step.in, indices, step.operands[1].stride == 0 ? 0 : flat);
        if (at >= static_cast<uint64_t>(shape.source)) {
          return machine.fail(
              step, "KC0807",
              fmt::format("index {} of element {} is outside the {} elements of the axis ({})",
                          static_cast<int64_t>(at), flat, shape.source, machine.programName()));
        }
        dst[flat] = src[(o * shape.source + static_cast<int64_t>(at)) * shape.inner + k];
      }
    }
  }
  return pc + 1;
}

} // namespace

uint32_t execBox(Machine &machine, const Step &step, uint32_t pc) {
  const auto &box = static_cast<const BoxPayload &>(*step.payload);
  int64_t srcOffset = box.srcOffset, dstOffset = box.dstOffset;
  for (size_t dim = 0; dim < box.dynamic.size(); ++dim) {
    const BoxPayload::Dynamic &dynamic = box.dynamic[dim];
    int64_t at = *machine.as<int32_t>(dynamic.operand.slot);
    if (at < 0 || at > dynamic.limit) {
      return machine.fail(step, "KC0808",
                          fmt::format("offset {} along dimension {} is outside 0 to {} ({})", at,
                                      dim, dynamic.limit, machine.programName()));
    }
    (box.dynamicOnDst ? dstOffset : srcOffset) += at * dynamic.scale;
  }
  switch (step.value) {
  case 1:
    runBox<uint8_t>(machine, step, srcOffset, dstOffset);
    break;
  case 2:
    runBox<uint16_t>(machine, step, srcOffset, dstOffset);
    break;
  case 4:
    runBox<uint32_t>(machine, step, srcOffset, dstOffset);
    break;
  default:
    runBox<uint64_t>(machine, step, srcOffset, dstOffset);
    break;
  }
  return pc + 1;
}

uint32_t execGather(Machine &machine, const Step &step, uint32_t pc) {
  switch (step.value) {
  case 1:
    return gather<uint8_t>(machine, step, pc);
  case 2:
    return gather<uint16_t>(machine, step, pc);
  case 4:
    return gather<uint32_t>(machine, step, pc);
  default:
    return gather<uint64_t>(machine, step, pc);
  }
}

uint32_t execHistogram(Machine &machine, const Step &step, uint32_t pc) {
  std::byte *dst = machine.data(step.dst);
  std::memset(dst, 0, static_cast<size_t>(step.value) * numerics::byteSize(step.out));
  const std::byte *values = machine.data(step.operands[0].slot);
  const uint8_t *mask = step.target != 0 ? machine.as<uint8_t>(step.operands[1].slot) : nullptr;
  for (int64_t i = 0; i < step.count; ++i) {
    if (mask != nullptr && mask[i * step.operands[1].stride] == 0) {
      continue;
    }
    uint64_t bin = numerics::loadElement(step.in, values, i * step.operands[0].stride);
    if (bin < static_cast<uint64_t>(step.value)) {
      auto index = static_cast<int64_t>(bin);
      numerics::storeElement(step.out, dst, index, numerics::loadElement(step.out, dst, index) + 1);
    }
  }
  return pc + 1;
}

} // namespace charonia::compiler::interp

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps that run a region many times: reductions, scans, maps; and matrix products.
#include "Exec.h"

#include <algorithm>
#include <cstring>

namespace charonia::compiler::interp {

namespace {

/// Moves elements between [outer, extent, inner] and [extent, outer, inner].
template <typename T>
void exchangeAxes(T *dst, const T *src, const RegionPayload &shape, bool back) {
  for (int64_t o = 0; o < shape.outer; ++o) {
    for (int64_t i = 0; i < shape.extent; ++i) {
      int64_t natural = (o * shape.extent + i) * shape.inner;
      int64_t axisFirst = (i * shape.outer + o) * shape.inner;
      const T *from = src + (back ? axisFirst : natural);
      T *to = dst + (back ? natural : axisFirst);
      for (int64_t k = 0; k < shape.inner; ++k) {
        to[k] = from[k];
      }
    }
  }
}

void exchange(std::byte *dst, const std::byte *src, const RegionPayload &shape, int64_t bytes,
              bool back) {
  switch (bytes) {
  case 1:
    return exchangeAxes(reinterpret_cast<uint8_t *>(dst), reinterpret_cast<const uint8_t *>(src),
                        shape, back);
  case 2:
    return exchangeAxes(reinterpret_cast<uint16_t *>(dst), reinterpret_cast<const uint16_t *>(src),
                        shape, back);
  case 4:
    return exchangeAxes(reinterpret_cast<uint32_t *>(dst), reinterpret_cast<const uint32_t *>(src),
                        shape, back);
  default:
    return exchangeAxes(reinterpret_cast<uint64_t *>(dst), reinterpret_cast<const uint64_t *>(src),
                        shape, back);
  }
}

/// Copies what the region returned to `dst`; a returned value may be one element for all.
void takeValue(Machine &machine, const RegionPayload::Item &item, std::byte *dst, int64_t count) {
  const std::byte *value = machine.data(item.value);
  if (item.valueStride != 0) {
    if (value != dst) {
      std::memcpy(dst, value, static_cast<size_t>(count * item.bytes));
    }
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(dst + i * item.bytes, value, static_cast<size_t>(item.bytes));
  }
}

/// left[j] at leftAt, right[j] at rightAt, result to resultAt (element offsets), `count` at once.
bool combineLanes(Machine &machine, const Step &step, const std::vector<std::byte *> &left,
                  const std::vector<std::byte *> &right, const std::vector<std::byte *> &result,
                  int64_t count) {
  const auto &payload = static_cast<const RegionPayload &>(*step.payload);
  for (size_t j = 0; j < payload.items.size(); ++j) {
    machine.slots[payload.items[j].left] = left[j];
    machine.slots[payload.items[j].right] = right[j];
  }
  int64_t outside = machine.lanes;
  machine.lanes = count;
  bool ok = machine.runFrom(machine.code.steps, step.target);
  machine.lanes = outside;
  for (size_t j = 0; ok && j < payload.items.size(); ++j) {
    takeValue(machine, payload.items[j], result[j], count);
  }
  return ok;
}

bool combine(Machine &machine, const Step &step, std::vector<std::byte *> left,
             std::vector<std::byte *> right, std::vector<std::byte *> result, int64_t count) {
  const auto &payload = static_cast<const RegionPayload &>(*step.payload);
  if (!payload.perElement) {
    return combineLanes(machine, step, left, right, result, count);
  }
  for (int64_t i = 0; i < count; ++i) {
    if (!combineLanes(machine, step, left, right, result, 1)) {
      return false;
    }
    for (size_t j = 0; j < payload.items.size(); ++j) {
      left[j] += payload.items[j].bytes;
      right[j] += payload.items[j].bytes;
      result[j] += payload.items[j].bytes;
    }
  }
  return true;
}

std::vector<std::byte *> shifted(const std::vector<std::byte *> &base, const RegionPayload &payload,
                                 int64_t elements) {
  std::vector<std::byte *> result(base);
  for (size_t j = 0; j < base.size(); ++j) {
    result[j] += elements * payload.items[j].bytes;
  }
  return result;
}

} // namespace

uint32_t execReduce(Machine &machine, const Step &step, uint32_t pc) {
  const auto &payload = static_cast<const RegionPayload &>(*step.payload);
  int64_t slice = payload.outer * payload.inner;
  int64_t rows = std::min(payload.extent, numerics::kReductionLanes);
  std::vector<std::byte *> acc, rest;
  for (const RegionPayload::Item &item : payload.items) {
    std::byte *input = machine.data(item.input);
    if (payload.outer > 1) {
      std::byte *scratch = machine.data(item.scratch);
      exchange(scratch, input, payload, item.bytes, /*back=*/false);
      acc.push_back(scratch);
      rest.push_back(scratch);
    } else {
      std::byte *first = machine.data(item.acc);
      std::memcpy(first, input, static_cast<size_t>(rows * slice * item.bytes));
      acc.push_back(first);
      rest.push_back(input);
    }
  }
  // The order of numerics::reduceInOrder: lanes are neighbours here, so a step of all lanes is one
  // step over 16 slices.
  for (int64_t row = rows; row < payload.extent; row += numerics::kReductionLanes) {
    int64_t lanes = std::min(numerics::kReductionLanes, payload.extent - row);
    if (!combine(machine, step, acc, shifted(rest, payload, row * slice), acc, lanes * slice)) {
      return kStop;
    }
  }
  for (int64_t distance = numerics::kReductionLanes / 2; distance >= 1; distance /= 2) {
    int64_t lanes = std::min(distance, rows - distance);
    if (lanes > 0 &&
        !combine(machine, step, acc, shifted(acc, payload, distance * slice), acc, lanes * slice)) {
      return kStop;
    }
  }
  for (size_t j = 0; j < payload.items.size(); ++j) {
    std::memcpy(machine.data(payload.items[j].result), acc[j],
                static_cast<size_t>(slice * payload.items[j].bytes));
  }
  return pc + 1;
}

uint32_t execScan(Machine &machine, const Step &step, uint32_t pc) {
  const auto &payload = static_cast<const RegionPayload &>(*step.payload);
  int64_t slice = payload.outer * payload.inner;
  std::vector<std::byte *> data;
  for (const RegionPayload::Item &item : payload.items) {
    std::byte *input = machine.data(item.input);
    if (payload.outer > 1) {
      data.push_back(machine.data(item.scratch));
      exchange(data.back(), input, payload, item.bytes, /*back=*/false);
    } else {
      data.push_back(machine.data(item.result));
      std::memcpy(data.back(), input, static_cast<size_t>(payload.extent * slice * item.bytes));
    }
  }
  for (int64_t i = 1; i < payload.extent; ++i) {
    int64_t row = payload.reverse ? payload.extent - 1 - i : i;
    int64_t before = payload.reverse ? row + 1 : row - 1;
    auto here = shifted(data, payload, row * slice);
    if (!combine(machine, step, shifted(data, payload, before * slice), here, here, slice)) {
      return kStop;
    }
  }
  for (size_t j = 0; payload.outer > 1 && j < payload.items.size(); ++j) {
    exchange(machine.data(payload.items[j].result), data[j], payload, payload.items[j].bytes,
             /*back=*/true);
  }
  return pc + 1;
}

uint32_t execMap(Machine &machine, const Step &step, uint32_t pc) {
  const auto &payload = static_cast<const MapPayload &>(*step.payload);
  for (int64_t base = 0; base < step.count; base += payload.pack) {
    for (const MapPayload::Item &item : payload.operands) {
      for (int64_t p = 0; p < payload.pack; ++p) {
        std::memcpy(machine.data(item.scalars[static_cast<size_t>(p)]),
                    machine.data(item.tile) + (base + p) * item.stride * item.bytes,
                    static_cast<size_t>(item.bytes));
      }
    }
    if (!machine.runFrom(machine.code.steps, step.target)) {
      return kStop;
    }
    for (const MapPayload::Item &item : payload.results) {
      for (int64_t p = 0; p < payload.pack; ++p) {
        std::memcpy(machine.data(item.tile) + (base + p) * item.bytes,
                    machine.data(item.scalars[static_cast<size_t>(p)]),
                    static_cast<size_t>(item.bytes));
      }
    }
  }
  return pc + 1;
}

uint32_t execDot(Machine &machine, const Step &step, uint32_t pc) {
  const auto &shape = static_cast<const DotPayload &>(*step.payload).shape;
  auto a = machine.data(step.operands[0].slot);
  auto b = machine.data(step.operands[1].slot);
  auto c = machine.data(step.dst);
  int64_t inBytes = numerics::byteSize(step.in), outBytes = numerics::byteSize(step.out);
  for (int64_t batch = 0; batch < step.value; ++batch) {
    numerics::dot(step.in, step.out, a, b, c, shape);
    a += shape.m * shape.k * inBytes;
    b += shape.k * shape.n * inBytes;
    c += shape.m * shape.n * outBytes;
  }
  return pc + 1;
}

} // namespace charonia::compiler::interp

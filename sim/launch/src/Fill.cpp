// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Fill.h"

#include <cstring>

namespace charonia::launch {
namespace {

constexpr int64_t kBlock = 1024;

/// float32(u >> 8) * 2^-24 * (high - low) + low with two roundings; contraction is off in all our
/// code.
void fillFloats(std::span<std::byte> bytes, const Argument &arg, double low, double high) {
  const auto span = static_cast<float>(high - low), base = static_cast<float>(low);
  const auto elementBytes = static_cast<int64_t>(numerics::byteSize(arg.type));
  float block[kBlock];
  for (int64_t start = 0; start < arg.elements; start += kBlock) {
    const int64_t count = std::min(kBlock, arg.elements - start);
    for (int64_t i = 0; i < count; ++i) {
      const uint32_t u = fillHash(static_cast<uint32_t>(start + i), arg.salt);
      const float unit = static_cast<float>(static_cast<int32_t>(u >> 8)) * 0x1p-24f;
      block[i] = unit * span + base;
    }
    std::byte *out = bytes.data() + start * elementBytes;
    if (arg.type == ElementType::F32) {
      std::memcpy(out, block, static_cast<size_t>(count * elementBytes));
      continue;
    }
    const numerics::ArrayOperand operand = {block, 1};
    const numerics::Fn fn =
        arg.type == ElementType::F64 ? numerics::Fn::ExtF : numerics::Fn::TruncF;
    numerics::evaluateArray(fn, ElementType::F32, arg.type, out, &operand,
                            static_cast<size_t>(count));
  }
}

template <class T>
void fillIntegers(std::span<std::byte> bytes, const Argument &arg) {
  const int64_t low = arg.low.value_or(0), high = arg.high.value_or(std::max<int64_t>(127, low));
  // high - low + 1 as an unsigned number; 0 stands for 2^64.
  const uint64_t span = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
  for (int64_t i = 0; i < arg.elements; ++i) {
    const uint64_t u = fillHash(static_cast<uint32_t>(i), arg.salt);
    const uint64_t offset =
        span == 0 || span > UINT32_MAX ? u : static_cast<uint32_t>(u) % static_cast<uint32_t>(span);
    const T value = static_cast<T>(static_cast<uint64_t>(low) + offset);
    std::memcpy(bytes.data() + i * static_cast<int64_t>(sizeof(T)), &value, sizeof(T));
  }
}

} // namespace

uint32_t fillHash(uint32_t i, uint32_t salt) {
  uint32_t u = i * 2654435761u + salt;
  u ^= u >> 16;
  u *= 0x7feb352du;
  u ^= u >> 15;
  u *= 0x846ca68bu;
  u ^= u >> 16;
  return u;
}

void fillBuffer(std::span<std::byte> bytes, const Argument &arg, double low, double high) {
  switch (arg.type) {
  case ElementType::I1:
    for (int64_t i = 0; i < arg.elements; ++i) {
      bytes[static_cast<size_t>(i)] =
          static_cast<std::byte>(fillHash(static_cast<uint32_t>(i), arg.salt) & 1);
    }
    return;
  case ElementType::I8:
    return fillIntegers<uint8_t>(bytes, arg);
  case ElementType::I16:
    return fillIntegers<uint16_t>(bytes, arg);
  case ElementType::I32:
    return fillIntegers<uint32_t>(bytes, arg);
  case ElementType::I64:
    return fillIntegers<uint64_t>(bytes, arg);
  default:
    return fillFloats(bytes, arg, low, high);
  }
}

void fillValues(std::span<std::byte> bytes, const Argument &arg) {
  for (int64_t i = 0; i < arg.elements; ++i) {
    const double value = (*arg.values)[static_cast<size_t>(i)];
    // Unsigned values above the signed range would saturate as signed ones.
    const uint64_t bits = numerics::isFloat(arg.type)
                              ? numerics::fromDouble(arg.type, value)
                              : static_cast<uint64_t>(static_cast<int64_t>(value));
    numerics::storeElement(arg.type, bytes.data(), i, bits);
  }
}

} // namespace charonia::launch

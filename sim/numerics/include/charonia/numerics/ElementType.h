// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element types of tiles and buffers. Freestanding: no C or C++ library header.
#pragma once

#include <stdint.h>

namespace charonia::numerics {

/// Element type of a tile, a buffer or a scalar. Integers are signless, as in MLIR; a function
/// that depends on signedness says so in its name. Pointers are I64 global addresses.
enum class ElementType : uint8_t {
  I1, ///< One byte in memory, value 0 or 1.
  I8,
  I16,
  I32,
  I64,
  F8E4M3FN,
  F8E4M3FNUZ,
  F8E5M2,
  F8E5M2FNUZ,
  F16,
  BF16,
  F32,
  F64,
};
inline constexpr unsigned kNumElementTypes = 13;

/// Bytes that one element takes in memory (1, 2, 4 or 8).
constexpr unsigned byteSize(ElementType type) {
  switch (type) {
  case ElementType::I1:
  case ElementType::I8:
  case ElementType::F8E4M3FN:
  case ElementType::F8E4M3FNUZ:
  case ElementType::F8E5M2:
  case ElementType::F8E5M2FNUZ:
    return 1;
  case ElementType::I16:
  case ElementType::F16:
  case ElementType::BF16:
    return 2;
  case ElementType::I32:
  case ElementType::F32:
    return 4;
  case ElementType::I64:
  case ElementType::F64:
    return 8;
  }
  return 0;
}

constexpr bool isFloat(ElementType type) { return type >= ElementType::F8E4M3FN; }

/// Value bits of an integer type (1 for I1); 8 * byteSize for the others.
constexpr unsigned bitWidth(ElementType type) {
  return type == ElementType::I1 ? 1 : 8 * byteSize(type);
}

} // namespace charonia::numerics

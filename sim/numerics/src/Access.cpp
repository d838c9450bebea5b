// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Single elements of arrays, and their values as doubles.
#include "charonia/numerics/detail/Convert.h"

namespace charonia::numerics {
using namespace detail;

uint64_t loadElement(ElementType type, const void *data, int64_t index) {
  switch (byteSize(type)) {
  case 1: {
    const uint8_t byte = static_cast<const uint8_t *>(data)[index];
    return type == ElementType::I1 ? byte & 1u : byte;
  }
  case 2:
    return static_cast<const Cell<uint16_t> *>(data)[index].value;
  case 4:
    return static_cast<const Cell<uint32_t> *>(data)[index].value;
  default:
    return static_cast<const Cell<uint64_t> *>(data)[index].value;
  }
}

void storeElement(ElementType type, void *data, int64_t index, uint64_t bits) {
  switch (byteSize(type)) {
  case 1:
    static_cast<uint8_t *>(data)[index] =
        static_cast<uint8_t>(type == ElementType::I1 ? bits & 1 : bits);
    return;
  case 2:
    static_cast<Cell<uint16_t> *>(data)[index].value = static_cast<uint16_t>(bits);
    return;
  case 4:
    static_cast<Cell<uint32_t> *>(data)[index].value = static_cast<uint32_t>(bits);
    return;
  default:
    static_cast<Cell<uint64_t> *>(data)[index].value = bits;
    return;
  }
}

double toDouble(ElementType type, uint64_t bits) {
  const auto low = static_cast<uint32_t>(bits);
  switch (type) {
  case ElementType::I1:
    return static_cast<double>(bits & 1);
  case ElementType::I8:
    return static_cast<int8_t>(bits);
  case ElementType::I16:
    return static_cast<int16_t>(bits);
  case ElementType::I32:
    return static_cast<int32_t>(bits);
  case ElementType::I64:
    return static_cast<double>(static_cast<int64_t>(bits));
  case ElementType::F8E4M3FN:
    return decode(kE4M3FN, low & 0xff);
  case ElementType::F8E4M3FNUZ:
    return decode(kE4M3FNUZ, low & 0xff);
  case ElementType::F8E5M2:
    return decode(kE5M2, low & 0xff);
  case ElementType::F8E5M2FNUZ:
    return decode(kE5M2FNUZ, low & 0xff);
  case ElementType::F16:
    return f16ToF32(static_cast<uint16_t>(bits));
  case ElementType::BF16:
    return bf16ToF32(static_cast<uint16_t>(bits));
  case ElementType::F32:
    return floatOf(low);
  case ElementType::F64:
    return doubleOf(bits);
  }
  return 0;
}

uint64_t fromDouble(ElementType type, double value) {
  switch (type) {
  case ElementType::I1:
    return value != 0 && value == value ? 1 : 0;
  case ElementType::F8E4M3FN:
    return encode(kE4M3FN, value);
  case ElementType::F8E4M3FNUZ:
    return encode(kE4M3FNUZ, value);
  case ElementType::F8E5M2:
    return encode(kE5M2, value);
  case ElementType::F8E5M2FNUZ:
    return encode(kE5M2FNUZ, value);
  case ElementType::F16:
    return encode(kF16, value);
  case ElementType::BF16:
    return encode(kBF16, value);
  case ElementType::F32:
    return bitsOf(canonical(static_cast<float>(value)));
  case ElementType::F64:
    return bitsOf(canonical(value));
  default: {
    // Integers: to nearest even, then as a float-to-integer cast.
    const uint64_t nearest =
        evaluate(Fn::NearbyInt, ElementType::F64, ElementType::F64, bitsOf(value));
    return evaluate(Fn::FPToSI, ElementType::F64, type, nearest);
  }
  }
}

bool isNan(ElementType type, uint64_t bits) {
  if (!isFloat(type)) {
    return false;
  }
  const double value = toDouble(type, bits);
  return value != value;
}

} // namespace charonia::numerics

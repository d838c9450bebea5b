// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// evaluate() and evaluateArray(): choice of the kernel, strides, overlap.
#include "charonia/numerics/detail/Convert.h"
#include "charonia/numerics/detail/Kernels.h"

namespace charonia::numerics {
namespace detail {

Kernel findKernel(Fn fn, ElementType in, ElementType out) {
  const FnInfo &row = info(fn);
  switch (row.kind) {
  case FnKind::Int:
  case FnKind::CmpI:
    return integerKernel(fn, in);
  case FnKind::CmpF:
    return floatCompareKernel(fn, in);
  case FnKind::Float: {
    const Kernel arithmetic = floatKernel(fn, in);
    return arithmetic != nullptr ? arithmetic : transcendentalKernel(fn, in);
  }
  case FnKind::Cast:
    return castKernel(fn, in, out);
  case FnKind::Any:
    return nullptr; // Select: handled apart, since its first operand is I1
  }
  return nullptr;
}

namespace {

constexpr size_t kBlock = 256;

template <class T>
void gather(void *block, const ArrayOperand &operand, size_t start, size_t n) {
  auto *out = static_cast<Cell<T> *>(block);
  const auto *in = static_cast<const Cell<T> *>(operand.data);
  if (operand.stride == 0) {
    const T value = in[0].value;
    for (size_t i = 0; i < n; ++i) {
      out[i].value = value;
    }
    return;
  }
  for (size_t i = 0; i < n; ++i) {
    out[i].value = in[static_cast<int64_t>(start + i) * operand.stride].value;
  }
}

void gatherBlock(unsigned size, void *block, const ArrayOperand &operand, size_t start, size_t n) {
  switch (size) {
  case 1:
    return gather<uint8_t>(block, operand, start, n);
  case 2:
    return gather<uint16_t>(block, operand, start, n);
  case 4:
    return gather<uint32_t>(block, operand, start, n);
  default:
    return gather<uint64_t>(block, operand, start, n);
  }
}

/// One operand while the loop runs: read in place, or copied block by block.
struct Stream {
  ArrayOperand operand{nullptr, 0};
  unsigned size = 0;
  bool inPlace = false;
  alignas(64) uint8_t block[kBlock * 8];

  void open(const ArrayOperand &source, unsigned elementSize, const void *dst, size_t dstBytes,
            size_t n) {
    operand = source;
    size = elementSize;
    // A packed operand is read in place unless it shares memory with dst, where the loop's vectors
    // would read what they have just written.
    const auto from = reinterpret_cast<uintptr_t>(source.data),
               to = reinterpret_cast<uintptr_t>(dst);
    inPlace = source.stride == 1 && (from + n * elementSize <= to || to + dstBytes <= from);
    if (source.stride == 0) {
      gatherBlock(size, block, operand, 0, n < kBlock ? n : kBlock);
    }
  }
  const void *at(size_t start, size_t n) {
    if (inPlace) {
      return static_cast<const uint8_t *>(operand.data) + start * size;
    }
    if (operand.stride == 1) {
      __builtin_memcpy(block, static_cast<const uint8_t *>(operand.data) + start * size, n * size);
    } else if (operand.stride != 0) {
      gatherBlock(size, block, operand, start, n);
    }
    return block;
  }
};

template <class T, T Mask>
struct SelectOp {
  static void run(void *dst, const void *condition, const void *a, const void *b, size_t n) {
    auto *__restrict d = static_cast<Cell<T> *>(dst);
    const auto *c = static_cast<const Cell<uint8_t> *>(condition);
    const auto *x = static_cast<const Cell<T> *>(a);
    const auto *y = static_cast<const Cell<T> *>(b);
    for (size_t i = 0; i < n; ++i) {
      const T left = x[i].value, right = y[i].value;
      d[i].value = static_cast<T>(((c[i].value & 1) != 0 ? left : right) & Mask);
    }
  }
};

Kernel selectKernel(ElementType type) {
  switch (byteSize(type)) {
  case 1:
    return type == ElementType::I1 ? SelectOp<uint8_t, 1>::run : SelectOp<uint8_t, 0xff>::run;
  case 2:
    return SelectOp<uint16_t, 0xffff>::run;
  case 4:
    return SelectOp<uint32_t, ~0u>::run;
  default:
    return SelectOp<uint64_t, ~uint64_t{0}>::run;
  }
}

Kernel anyKernel(Fn fn, ElementType in, ElementType out) {
  return fn == Fn::Select ? selectKernel(in) : findKernel(fn, in, out);
}

unsigned operandSize(Fn fn, ElementType in, unsigned index) {
  return fn == Fn::Select && index == 0 ? 1 : byteSize(in);
}

/// Bytes of a result: compares give I1 whatever `out` says.
unsigned resultSize(Fn fn, ElementType in, ElementType out) {
  switch (info(fn).kind) {
  case FnKind::CmpI:
  case FnKind::CmpF:
    return 1;
  case FnKind::Cast:
    return byteSize(out);
  default:
    return byteSize(in);
  }
}

} // namespace
} // namespace detail

uint64_t evaluate(Fn fn, ElementType in, ElementType out, uint64_t a, uint64_t b, uint64_t c) {
  const detail::Kernel kernel = detail::anyKernel(fn, in, out);
  uint64_t result = 0;
  if (kernel != nullptr) {
    kernel(&result, &a, &b, &c, 1); // little-endian: the low bytes are the value
  }
  return result;
}

void evaluateArray(Fn fn, ElementType in, ElementType out, void *dst, const ArrayOperand *operands,
                   size_t n) {
  using namespace detail;
  const Kernel kernel = anyKernel(fn, in, out);
  const unsigned dstSize = resultSize(fn, in, out);
  if (kernel == nullptr) {
    __builtin_memset(dst, 0, n * dstSize);
    return;
  }
  const unsigned count = info(fn).operands;
  Stream streams[3];
  bool allInPlace = true;
  for (unsigned i = 0; i < count; ++i) {
    streams[i].open(operands[i], operandSize(fn, in, i), dst, n * dstSize, n);
    allInPlace = allInPlace && streams[i].inPlace;
  }
  auto *bytes = static_cast<uint8_t *>(dst);
  const size_t block = allInPlace ? n : kBlock;
  for (size_t start = 0; start < n; start += block) {
    const size_t length = n - start < block ? n - start : block;
    const void *data[3] = {nullptr, nullptr, nullptr};
    for (unsigned i = 0; i < count; ++i) {
      data[i] = streams[i].at(start, length);
    }
    kernel(bytes + start * dstSize, data[0], data[1], data[2], length);
  }
}

} // namespace charonia::numerics

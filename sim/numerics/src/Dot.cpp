// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot product: blocks of A and B are converted to the accumulator's type and packed, then a
// register tile runs k ascending for every element of C. Vectors run over columns, so lanes never
// mix and the width of the machine does not show in the result.
#include "charonia/numerics/detail/Convert.h"
#include "charonia/numerics/detail/Fma.h"

namespace charonia::numerics {
namespace detail {
namespace {

constexpr int kColumns = 64; ///< of a packed block of B
constexpr int kDepth = 64;   ///< k of a packed block
constexpr int kRows = 8;     ///< of a packed strip of A
constexpr int kLanes = 16;   ///< elements of one vector value

/// How the machine does acc + a * b with one rounding.
enum class Step { Instruction, ExactProduct, Software, Integer };

template <class T>
struct VectorOf;
template <>
struct VectorOf<float> {
  typedef float Type __attribute__((vector_size(kLanes * sizeof(float))));
};
template <>
struct VectorOf<double> {
  typedef double Type __attribute__((vector_size(kLanes * sizeof(double))));
};
template <>
struct VectorOf<uint32_t> {
  typedef uint32_t Type __attribute__((vector_size(kLanes * sizeof(uint32_t))));
};

/// One packed block: A strip [depth][kRows], B block [depth][kColumns], C strip [kRows][kColumns].
template <class T>
struct Block {
  const T *a, *b;
  T *c;
  int depth, rows, columns;
};

template <class T, Step How, int Rows>
CHARONIA_INLINE void tile(const T *a, const T *b, T *c, int depth) {
  using V = typename VectorOf<T>::Type;
  V acc[Rows];
  for (int r = 0; r < Rows; ++r) {
    acc[r] = *reinterpret_cast<const V *>(c + r * kColumns);
  }
  for (int p = 0; p < depth; ++p) {
    const V right = *reinterpret_cast<const V *>(b + p * kColumns);
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
      const T left = a[p * kRows + r];
      if constexpr (How == Step::Instruction) {
        acc[r] = __builtin_elementwise_fma(right, V{} + left, acc[r]);
      } else if constexpr (How == Step::Software) {
        for (int lane = 0; lane < kLanes; ++lane) {
          acc[r][lane] = fusedMultiplyAdd(left, right[lane], acc[r][lane]);
        }
      } else {
        acc[r] += right * left;
      }
    }
  }
  for (int r = 0; r < Rows; ++r) {
    *reinterpret_cast<V *>(c + r * kColumns) = acc[r];
  }
}

template <class T, Step How, int Rows>
CHARONIA_INLINE void multiplyBlock(const Block<T> &block) {
  for (int row = 0; row < block.rows; row += Rows) {
    for (int column = 0; column < block.columns; column += kLanes) {
      tile<T, How, Rows>(block.a + row, block.b + column, block.c + row * kColumns + column,
                         block.depth);
    }
  }
}

template <class T>
using BlockFn = void (*)(const Block<T> &);

template <class T, Step How>
void portableBlock(const Block<T> &block) {
  multiplyBlock<T, How, 2>(block);
}

#if defined(__x86_64__)
template <class T>
__attribute__((target("avx512f,avx2,fma"))) void avx512Block(const Block<T> &block) {
  multiplyBlock<T, Step::Instruction, 8>(block);
}
template <class T>
__attribute__((target("avx2,fma"))) void avx2Block(const Block<T> &block) {
  multiplyBlock<T, Step::Instruction, 4>(block);
}
template <class T>
BlockFn<T> chooseBlock(bool exactProduct) {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("fma")) {
    return avx512Block<T>;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return avx2Block<T>;
  }
  return exactProduct ? portableBlock<T, Step::ExactProduct> : portableBlock<T, Step::Software>;
}
#else
template <class T>
BlockFn<T> chooseBlock(bool) {
#if defined(__riscv_flen) || defined(__aarch64__)
  return portableBlock<T, Step::Instruction>;
#else
  return portableBlock<T, Step::Software>;
#endif
}
#endif

/// Copies a rows x columns part into packed[row * pitch + column], converting.
template <class T, class Load>
CHARONIA_INLINE void pack(T *packed, int64_t pitch, int rows, int columns, int64_t base,
                          int64_t rowStride, int64_t columnStride, Load load) {
  for (int row = 0; row < rows; ++row) {
    T *to = packed + row * pitch;
    const int64_t from = base + row * rowStride;
    if (columnStride == 1) {
      for (int column = 0; column < columns; ++column) {
        to[column] = load(from + column);
      }
    } else {
      for (int column = 0; column < columns; ++column) {
        to[column] = load(from + column * columnStride);
      }
    }
    for (int column = columns; column < pitch; ++column) {
      to[column] = T{};
    }
  }
}

CHARONIA_INLINE int least(int64_t x, int limit) { return x < limit ? static_cast<int>(x) : limit; }

/// load gives an element of A or B in the accumulator's type; finish is applied to each result.
template <class T, class LoadA, class LoadB, class Finish>
void packedDot(const DotShape &s, T *c, BlockFn<T> multiplyFn, LoadA loadA, LoadB loadB,
               Finish finish) {
  alignas(128) T bBlock[kDepth * kColumns];
  alignas(128) T aStrip[kDepth * kRows];
  alignas(128) T cStrip[kRows * kColumns];
  auto *out = reinterpret_cast<Cell<T> *>(c);
  for (int64_t j = 0; j < s.n; j += kColumns) {
    const int columns = least(s.n - j, kColumns);
    for (int64_t p = 0; p < s.k; p += kDepth) {
      const int depth = least(s.k - p, kDepth);
      pack(bBlock, kColumns, depth, columns, p * s.bRow + j * s.bCol, s.bRow, s.bCol, loadB);
      for (int64_t i = 0; i < s.m; i += kRows) {
        const int rows = least(s.m - i, kRows);
        pack(aStrip, kRows, depth, rows, i * s.aRow + p * s.aCol, s.aCol, s.aRow, loadA);
        const auto loadC = [out](int64_t index) { return out[index].value; };
        pack(cStrip, kColumns, rows, columns, i * s.cRow + j, s.cRow, 1, loadC);
        for (int row = rows * kColumns; row < kRows * kColumns; ++row) {
          cStrip[row] = T{};
        }
        multiplyFn({aStrip, bBlock, cStrip, depth, rows, columns});
        for (int row = 0; row < rows; ++row) {
          for (int column = 0; column < columns; ++column) {
            out[(i + row) * s.cRow + j + column].value = finish(cStrip[row * kColumns + column]);
          }
        }
      }
    }
  }
}

template <ElementType In>
void floatDot(const void *a, const void *b, void *c, const DotShape &shape, bool exactProduct) {
  using Tr = FloatTraits<In>;
  using T = typename Tr::Compute;
  using S = typename Tr::Storage;
  const auto load = [](const void *data) {
    return [cells = static_cast<const Cell<S> *>(data)](int64_t index) {
      return Tr::up(cells[index].value);
    };
  };
  packedDot<T>(shape, static_cast<T *>(c), chooseBlock<T>(exactProduct), load(a), load(b),
               [](T x) { return canonical(x); });
}

template <class S>
void intDot(const void *a, const void *b, void *c, const DotShape &shape) {
  const auto load = [](const void *data) {
    return [cells = static_cast<const Cell<S> *>(data)](int64_t index) {
      return static_cast<uint32_t>(static_cast<int32_t>(cells[index].value));
    };
  };
  packedDot<uint32_t>(shape, static_cast<uint32_t *>(c), portableBlock<uint32_t, Step::Integer>,
                      load(a), load(b), [](uint32_t x) { return x; });
}

/// Any other pair of types, one element after the other in the accumulator's type.
void plainDot(ElementType in, ElementType acc, const void *a, const void *b, void *c,
              const DotShape &s) {
  const bool floats = isFloat(acc);
  const Fn widen = isFloat(in) ? Fn::TruncF : floats ? Fn::SIToFP : Fn::ExtSI;
  for (int64_t i = 0; i < s.m; ++i) {
    for (int64_t j = 0; j < s.n; ++j) {
      uint64_t sum = loadElement(acc, c, i * s.cRow + j);
      for (int64_t p = 0; p < s.k; ++p) {
        const uint64_t x = evaluate(widen, in, acc, loadElement(in, a, i * s.aRow + p * s.aCol));
        const uint64_t y = evaluate(widen, in, acc, loadElement(in, b, p * s.bRow + j * s.bCol));
        if (floats) {
          sum = evaluate(Fn::FmaF, acc, acc, x, y, sum);
        } else {
          sum = evaluate(Fn::AddI, acc, acc, sum, evaluate(Fn::MulI, acc, acc, x, y));
        }
      }
      storeElement(acc, c, i * s.cRow + j, sum);
    }
  }
}

} // namespace
} // namespace detail

void dot(ElementType in, ElementType acc, const void *a, const void *b, void *c,
         const DotShape &shape) {
  using namespace detail;
  using E = ElementType;
  if (acc == E::F32) {
    // A product of two fp16 or fp8 values is exact in fp32; of two bf16 values it can underflow.
    switch (in) {
    case E::F8E4M3FN:
      return floatDot<E::F8E4M3FN>(a, b, c, shape, true);
    case E::F8E4M3FNUZ:
      return floatDot<E::F8E4M3FNUZ>(a, b, c, shape, true);
    case E::F8E5M2:
      return floatDot<E::F8E5M2>(a, b, c, shape, true);
    case E::F8E5M2FNUZ:
      return floatDot<E::F8E5M2FNUZ>(a, b, c, shape, true);
    case E::F16:
      return floatDot<E::F16>(a, b, c, shape, true);
    case E::BF16:
      return floatDot<E::BF16>(a, b, c, shape, false);
    case E::F32:
      return floatDot<E::F32>(a, b, c, shape, false);
    default:
      break;
    }
  }
  if (acc == E::F64 && in == E::F64) {
    return floatDot<E::F64>(a, b, c, shape, false);
  }
  if (acc == E::I32 && in == E::I8) {
    return intDot<int8_t>(a, b, c, shape);
  }
  if (acc == E::I32 && in == E::I16) {
    return intDot<int16_t>(a, b, c, shape);
  }
  if (acc == E::I32 && in == E::I32) {
    return intDot<int32_t>(a, b, c, shape);
  }
  plainDot(in, acc, a, b, c, shape);
}

} // namespace charonia::numerics

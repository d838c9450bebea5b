// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating comparisons (ordered: false if an operand is a NaN; unordered: true) and classification.
#include "charonia/numerics/detail/Convert.h"
#include "charonia/numerics/detail/Kernels.h"

namespace charonia::numerics::detail {
namespace {

using E = ElementType;

#define COMPARE(Name, expression)                                                                  \
  template <E T>                                                                                   \
  struct Name {                                                                                    \
    using Tr = FloatTraits<T>;                                                                     \
    using S = typename Tr::Storage;                                                                \
    static CHARONIA_INLINE uint8_t apply(S a, S b) {                                               \
      [[maybe_unused]] const typename Tr::Compute x = Tr::up(a), y = Tr::up(b);                    \
      return (expression) ? 1 : 0;                                                                 \
    }                                                                                              \
  };
COMPARE(FalseOp, false)
COMPARE(OeqOp, x == y)
COMPARE(OgtOp, x > y)
COMPARE(OgeOp, x >= y)
COMPARE(OltOp, x < y)
COMPARE(OleOp, x <= y)
COMPARE(OneOp, (x < y) | (x > y))
COMPARE(OrdOp, (x == x) & (y == y))
COMPARE(UeqOp, !((x < y) | (x > y)))
COMPARE(UgtOp, !(x <= y))
COMPARE(UgeOp, !(x < y))
COMPARE(UltOp, !(x >= y))
COMPARE(UleOp, !(x > y))
COMPARE(UneOp, x != y)
COMPARE(UnoOp, (x != x) | (y != y))
COMPARE(TrueOp, true)
#undef COMPARE

/// The sign bit as stored, of NaNs too; FNUZ's NaN is the pattern 0x80.
template <E T>
struct SignBitOp {
  using S = typename FloatTraits<T>::Storage;
  static CHARONIA_INLINE uint8_t apply(S a) {
    return static_cast<uint8_t>(a >> (8 * sizeof(S) - 1));
  }
};
template <E T>
struct IsNanOp {
  using Tr = FloatTraits<T>;
  static CHARONIA_INLINE uint8_t apply(typename Tr::Storage a) {
    const typename Tr::Compute x = Tr::up(a);
    return x != x ? 1 : 0;
  }
};
template <E T>
struct IsInfOp {
  using Tr = FloatTraits<T>;
  static CHARONIA_INLINE uint8_t apply(typename Tr::Storage a) {
    const typename Tr::Compute infinity = __builtin_inff();
    return magnitude(Tr::up(a)) == infinity ? 1 : 0;
  }
};

template <template <E> class Op, E T>
constexpr Kernel kernelOf() {
  using S = typename FloatTraits<T>::Storage;
  if constexpr (requires { Op<T>::apply(S{}, S{}); }) {
    return kernel2<Op<T>, uint8_t, S>;
  } else {
    return kernel1<Op<T>, uint8_t, S>;
  }
}

template <template <E> class Op>
Kernel select(ElementType type) {
  switch (type) {
  case E::F8E4M3FN:
    return kernelOf<Op, E::F8E4M3FN>();
  case E::F8E4M3FNUZ:
    return kernelOf<Op, E::F8E4M3FNUZ>();
  case E::F8E5M2:
    return kernelOf<Op, E::F8E5M2>();
  case E::F8E5M2FNUZ:
    return kernelOf<Op, E::F8E5M2FNUZ>();
  case E::F16:
    return kernelOf<Op, E::F16>();
  case E::BF16:
    return kernelOf<Op, E::BF16>();
  case E::F32:
    return kernelOf<Op, E::F32>();
  case E::F64:
    return kernelOf<Op, E::F64>();
  default:
    return nullptr;
  }
}

} // namespace

Kernel floatCompareKernel(Fn fn, ElementType in) {
  switch (fn) {
  case Fn::CmpFalse:
    return select<FalseOp>(in);
  case Fn::CmpOeq:
    return select<OeqOp>(in);
  case Fn::CmpOgt:
    return select<OgtOp>(in);
  case Fn::CmpOge:
    return select<OgeOp>(in);
  case Fn::CmpOlt:
    return select<OltOp>(in);
  case Fn::CmpOle:
    return select<OleOp>(in);
  case Fn::CmpOne:
    return select<OneOp>(in);
  case Fn::CmpOrd:
    return select<OrdOp>(in);
  case Fn::CmpUeq:
    return select<UeqOp>(in);
  case Fn::CmpFUgt:
    return select<UgtOp>(in);
  case Fn::CmpFUge:
    return select<UgeOp>(in);
  case Fn::CmpFUlt:
    return select<UltOp>(in);
  case Fn::CmpFUle:
    return select<UleOp>(in);
  case Fn::CmpUne:
    return select<UneOp>(in);
  case Fn::CmpUno:
    return select<UnoOp>(in);
  case Fn::CmpTrue:
    return select<TrueOp>(in);
  case Fn::SignBitF:
    return select<SignBitOp>(in);
  case Fn::IsNanF:
    return select<IsNanOp>(in);
  case Fn::IsInfF:
    return select<IsInfOp>(in);
  default:
    return nullptr;
  }
}

} // namespace charonia::numerics::detail

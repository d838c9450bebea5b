// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating arithmetic, minimum and maximum, rounding to integer. 16-bit and 8-bit formats are
// converted to fp32, computed there and rounded once.
#include "charonia/numerics/detail/Convert.h"
#include "charonia/numerics/detail/Fma.h"
#include "charonia/numerics/detail/Kernels.h"
#include "charonia/numerics/detail/Scalar64.h"

namespace charonia::numerics::detail {
namespace {

using E = ElementType;

/// An operation computed in the compute type (float or double) and rounded to the element type.
#define COMPUTED1(Name, expression)                                                                \
  template <E T>                                                                                   \
  struct Name {                                                                                    \
    using Tr = FloatTraits<T>;                                                                     \
    using S = typename Tr::Storage;                                                                \
    static CHARONIA_INLINE S apply(S a) {                                                          \
      const typename Tr::Compute x = Tr::up(a);                                                    \
      return Tr::down(expression);                                                                 \
    }                                                                                              \
  };
#define COMPUTED2(Name, expression)                                                                \
  template <E T>                                                                                   \
  struct Name {                                                                                    \
    using Tr = FloatTraits<T>;                                                                     \
    using S = typename Tr::Storage;                                                                \
    static CHARONIA_INLINE S apply(S a, S b) {                                                     \
      const typename Tr::Compute x = Tr::up(a), y = Tr::up(b);                                     \
      return Tr::down(expression);                                                                 \
    }                                                                                              \
  };

/// Largest magnitude below which a value can have a fraction.
CHARONIA_INLINE float integerLimit(float) { return 0x1p23f; }
CHARONIA_INLINE double integerLimit(double) { return 0x1p52; }

/// Rounds to nearest even by adding and taking away 2^(mantissa bits).
template <class F>
CHARONIA_INLINE F nearbyInt(F x) {
  const F limit = integerLimit(x);
  const F a = magnitude(x);
  const F r = withSign((a + limit) - limit, x);
  return a < limit ? r : x;
}
template <class F>
CHARONIA_INLINE F truncate(F x) {
  const F a = magnitude(x);
  const F r = magnitude(nearbyInt(x));
  return withSign(r > a ? r - F(1) : r, x);
}
template <class F>
CHARONIA_INLINE F roundDown(F x) {
  const F r = nearbyInt(x);
  return withSign(r > x ? r - F(1) : r, x);
}
template <class F>
CHARONIA_INLINE F roundUp(F x) {
  const F r = nearbyInt(x);
  return withSign(r < x ? r + F(1) : r, x);
}
/// Half away from zero.
template <class F>
CHARONIA_INLINE F roundHalfAway(F x) {
  const F a = magnitude(x);
  const F t = magnitude(truncate(x));
  return withSign(a - t >= F(0.5) ? t + F(1) : t, x);
}

COMPUTED2(AddOp, x + y)
COMPUTED2(SubOp, x - y)
COMPUTED2(MulOp, x *y)
COMPUTED2(DivOp, x / y)
COMPUTED2(RemOp, static_cast<typename Tr::Compute>(remainder64(x, y)))
COMPUTED1(FloorOp, roundDown(x))
COMPUTED1(CeilOp, roundUp(x))
COMPUTED1(TruncOp, truncate(x))
COMPUTED1(RoundOp, roundHalfAway(x))
COMPUTED1(NearbyIntOp, nearbyInt(x))
#undef COMPUTED1
#undef COMPUTED2

template <E T>
constexpr typename FloatTraits<T>::Storage signBit() {
  using S = typename FloatTraits<T>::Storage;
  return static_cast<S>(S{1} << (8 * sizeof(S) - 1));
}
template <E T>
constexpr bool isFnuz() {
  return T == E::F8E4M3FNUZ || T == E::F8E5M2FNUZ;
}

// Sign operations work on bits and so keep a NaN's payload; FNUZ has one zero and one NaN without
// sign.
template <E T>
struct NegOp {
  using S = typename FloatTraits<T>::Storage;
  static CHARONIA_INLINE S apply(S a) {
    if (isFnuz<T>() && (a & 0x7f) == 0) {
      return a;
    }
    return static_cast<S>(a ^ signBit<T>());
  }
};
template <E T>
struct AbsOp {
  using S = typename FloatTraits<T>::Storage;
  static CHARONIA_INLINE S apply(S a) {
    if (isFnuz<T>() && a == 0x80) {
      return a;
    }
    return static_cast<S>(a & static_cast<S>(~signBit<T>()));
  }
};
template <E T>
struct CopySignOp {
  using S = typename FloatTraits<T>::Storage;
  static CHARONIA_INLINE S apply(S a, S b) {
    if (isFnuz<T>() && (a & 0x7f) == 0) {
      return a;
    }
    const S sign = isFnuz<T>() && b == 0x80 ? S{0} : static_cast<S>(b & signBit<T>());
    return static_cast<S>((a & static_cast<S>(~signBit<T>())) | sign);
  }
};

// Minimum and maximum give back one of the operands' own bits, or the canonical NaN. -0 < +0.
template <E T>
struct Order {
  using Tr = FloatTraits<T>;
  using S = typename Tr::Storage;
  static CHARONIA_INLINE S nan() {
    return Tr::down(static_cast<typename Tr::Compute>(__builtin_nanf("")));
  }
  static CHARONIA_INLINE S smaller(S a, S b) {
    const typename Tr::Compute x = Tr::up(a), y = Tr::up(b);
    const S equalCase = static_cast<S>((a & signBit<T>()) != 0 ? a : b);
    return x < y ? a : (x == y ? equalCase : b);
  }
  static CHARONIA_INLINE S larger(S a, S b) {
    const typename Tr::Compute x = Tr::up(a), y = Tr::up(b);
    const S equalCase = static_cast<S>((a & signBit<T>()) != 0 ? b : a);
    return x > y ? a : (x == y ? equalCase : b);
  }
  static CHARONIA_INLINE bool isNan(S a) {
    const typename Tr::Compute x = Tr::up(a);
    return x != x;
  }
  static CHARONIA_INLINE S minNum(S a, S b) {
    const S onNan = isNan(a) ? (isNan(b) ? nan() : b) : a;
    return isNan(a) || isNan(b) ? onNan : smaller(a, b);
  }
  static CHARONIA_INLINE S maxNum(S a, S b) {
    const S onNan = isNan(a) ? (isNan(b) ? nan() : b) : a;
    return isNan(a) || isNan(b) ? onNan : larger(a, b);
  }
};
template <E T>
struct MinNumOp {
  using S = typename FloatTraits<T>::Storage;
  static CHARONIA_INLINE S apply(S a, S b) { return Order<T>::minNum(a, b); }
};
template <E T>
struct MaxNumOp {
  using S = typename FloatTraits<T>::Storage;
  static CHARONIA_INLINE S apply(S a, S b) { return Order<T>::maxNum(a, b); }
};
template <E T>
struct MinimumOp {
  using O = Order<T>;
  using S = typename FloatTraits<T>::Storage;
  static CHARONIA_INLINE S apply(S a, S b) {
    return O::isNan(a) || O::isNan(b) ? O::nan() : O::smaller(a, b);
  }
};
template <E T>
struct MaximumOp {
  using O = Order<T>;
  using S = typename FloatTraits<T>::Storage;
  static CHARONIA_INLINE S apply(S a, S b) {
    return O::isNan(a) || O::isNan(b) ? O::nan() : O::larger(a, b);
  }
};
/// min(max(x, low), high), a NaN ignored: a NaN x gives low, as in max-then-min of numbers.
template <E T>
struct ClampOp {
  using S = typename FloatTraits<T>::Storage;
  static CHARONIA_INLINE S apply(S x, S low, S high) {
    return Order<T>::minNum(Order<T>::maxNum(x, low), high);
  }
};
/// The same with a NaN in any operand propagated.
template <E T>
struct ClampNanOp {
  using S = typename FloatTraits<T>::Storage;
  static CHARONIA_INLINE S apply(S x, S low, S high) {
    return MinimumOp<T>::apply(MaximumOp<T>::apply(x, low), high);
  }
};
template <E T>
struct FmaOp {
  using Tr = FloatTraits<T>;
  using S = typename Tr::Storage;
  static CHARONIA_INLINE S apply(S a, S b, S c) {
    return Tr::down(fusedMultiplyAdd(Tr::up(a), Tr::up(b), Tr::up(c)));
  }
};

template <template <E> class Op, E T>
constexpr Kernel kernelOf() {
  using S = typename FloatTraits<T>::Storage;
  if constexpr (requires { Op<T>::apply(S{}, S{}, S{}); }) {
    return kernel3<Op<T>, S, S>;
  } else if constexpr (requires { Op<T>::apply(S{}, S{}); }) {
    return kernel2<Op<T>, S, S>;
  } else {
    return kernel1<Op<T>, S, S>;
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

Kernel floatKernel(Fn fn, ElementType in) {
  switch (fn) {
  case Fn::AddF:
    return select<AddOp>(in);
  case Fn::SubF:
    return select<SubOp>(in);
  case Fn::MulF:
    return select<MulOp>(in);
  case Fn::DivF:
    return select<DivOp>(in);
  case Fn::RemF:
    return select<RemOp>(in);
  case Fn::NegF:
    return select<NegOp>(in);
  case Fn::AbsF:
    return select<AbsOp>(in);
  case Fn::FmaF:
    return select<FmaOp>(in);
  case Fn::MinNumF:
    return select<MinNumOp>(in);
  case Fn::MaxNumF:
    return select<MaxNumOp>(in);
  case Fn::MinimumF:
    return select<MinimumOp>(in);
  case Fn::MaximumF:
    return select<MaximumOp>(in);
  case Fn::ClampF:
    return select<ClampOp>(in);
  case Fn::ClampNanF:
    return select<ClampNanOp>(in);
  case Fn::CopySignF:
    return select<CopySignOp>(in);
  case Fn::Floor:
    return select<FloorOp>(in);
  case Fn::Ceil:
    return select<CeilOp>(in);
  case Fn::Trunc:
    return select<TruncOp>(in);
  case Fn::Round:
    return select<RoundOp>(in);
  case Fn::NearbyInt:
    return select<NearbyIntOp>(in);
  default:
    return nullptr;
  }
}

} // namespace charonia::numerics::detail

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Casts between all element types. Every pair of types has its own loop.
#include "charonia/numerics/detail/Convert.h"
#include "charonia/numerics/detail/Kernels.h"

namespace charonia::numerics::detail {
namespace {

using E = ElementType;

template <E T>
struct IntTraits;
template <>
struct IntTraits<E::I1> {
  using U = uint8_t;
  static CHARONIA_INLINE int64_t signedValue(U x) { return -static_cast<int64_t>(x & 1); }
  static CHARONIA_INLINE uint64_t unsignedValue(U x) { return x & 1; }
};
#define INT_TRAITS(Type, Unsigned, Signed)                                                         \
  template <>                                                                                      \
  struct IntTraits<E::Type> {                                                                      \
    using U = Unsigned;                                                                            \
    static CHARONIA_INLINE int64_t signedValue(U x) { return static_cast<Signed>(x); }             \
    static CHARONIA_INLINE uint64_t unsignedValue(U x) { return x; }                               \
  };
INT_TRAITS(I8, uint8_t, int8_t)
INT_TRAITS(I16, uint16_t, int16_t)
INT_TRAITS(I32, uint32_t, int32_t)
INT_TRAITS(I64, uint64_t, int64_t)
#undef INT_TRAITS

template <E Out>
CHARONIA_INLINE typename IntTraits<Out>::U wrapTo(uint64_t x) {
  using U = typename IntTraits<Out>::U;
  return Out == E::I1 ? static_cast<U>(x & 1) : static_cast<U>(x);
}

template <E In, E Out>
struct ExtS {
  static CHARONIA_INLINE auto apply(typename IntTraits<In>::U x) {
    return wrapTo<Out>(static_cast<uint64_t>(IntTraits<In>::signedValue(x)));
  }
};
template <E In, E Out>
struct ExtU {
  static CHARONIA_INLINE auto apply(typename IntTraits<In>::U x) {
    return wrapTo<Out>(IntTraits<In>::unsignedValue(x));
  }
};

/// Integer to float, rounded once. fp32 and fp64 are the machine's own correctly rounded
/// conversion.
template <E Out, class Integer>
CHARONIA_INLINE typename FloatTraits<Out>::Storage fromInteger(Integer value) {
  using Tr = FloatTraits<Out>;
  if constexpr (Out == E::F32 || Out == E::F64) {
    return Tr::down(static_cast<typename Tr::Compute>(value));
  } else {
    const bool negative = value < 0;
    const uint64_t magnitudeBits =
        negative ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
    const double wide = stickyDouble(magnitudeBits);
    return Tr::fromWide(negative ? -wide : wide, Rounding::NearestEven);
  }
}
template <E In, E Out>
struct SToF {
  static CHARONIA_INLINE auto apply(typename IntTraits<In>::U x) {
    return fromInteger<Out>(IntTraits<In>::signedValue(x));
  }
};
template <E In, E Out>
struct UToF {
  static CHARONIA_INLINE auto apply(typename IntTraits<In>::U x) {
    return fromInteger<Out>(IntTraits<In>::unsignedValue(x));
  }
};

/// Float to integer toward zero; beyond the range the nearest end of it, 0 for a NaN.
template <E In, E Out>
struct FToS {
  using Tr = FloatTraits<In>;
  static CHARONIA_INLINE auto apply(typename Tr::Storage raw) {
    constexpr int kBits = static_cast<int>(bitWidth(Out));
    const typename Tr::Compute x = Tr::up(raw);
    const typename Tr::Compute limit =
        static_cast<typename Tr::Compute>(uint64_t{1} << (kBits - 1));
    constexpr uint64_t kMost = (uint64_t{1} << (kBits - 1)) - 1;
    constexpr uint64_t kLeast = ~kMost;
    const bool inRange = x > -limit && x < limit;
    const uint64_t value = static_cast<uint64_t>(static_cast<int64_t>(inRange ? x : 0));
    return wrapTo<Out>(x >= limit ? kMost : x <= -limit ? kLeast : value);
  }
};
template <E In, E Out>
struct FToU {
  using Tr = FloatTraits<In>;
  static CHARONIA_INLINE auto apply(typename Tr::Storage raw) {
    constexpr int kBits = static_cast<int>(bitWidth(Out));
    const typename Tr::Compute x = Tr::up(raw);
    const typename Tr::Compute limit =
        static_cast<typename Tr::Compute>(uint64_t{1} << (kBits - 1)) * typename Tr::Compute(2);
    const bool inRange = x > 0 && x < limit;
    const uint64_t value = static_cast<uint64_t>(inRange ? x : 0);
    return wrapTo<Out>(x >= limit ? ~uint64_t{0} : value);
  }
};

template <E In, E Out>
struct Nearest {
  using Tr = FloatTraits<In>;
  using To = FloatTraits<Out>;
  static CHARONIA_INLINE auto apply(typename Tr::Storage raw) {
    const typename Tr::Compute x = Tr::up(raw);
    if constexpr (In == Out) {
      return raw;
    } else if constexpr (Out == E::F64 || Out == E::F32) {
      return To::down(static_cast<typename To::Compute>(x));
    } else if constexpr (In != E::F64) {
      return To::down(x);
    } else {
      return To::fromWide(x, Rounding::NearestEven);
    }
  }
};
template <E In, E Out>
struct TowardZero {
  using Tr = FloatTraits<In>;
  static CHARONIA_INLINE auto apply(typename Tr::Storage raw) {
    if constexpr (In == Out) {
      return raw;
    } else {
      return FloatTraits<Out>::fromWide(Tr::up(raw), Rounding::TowardZero);
    }
  }
};

template <E T>
struct StorageOf {
  static auto value() {
    if constexpr (isFloat(T)) {
      return typename FloatTraits<T>::Storage{};
    } else {
      return typename IntTraits<T>::U{};
    }
  }
  using Type = decltype(value());
};

template <template <E, E> class Op, E In, E Out>
constexpr Kernel make() {
  return kernel1<Op<In, Out>, typename StorageOf<Out>::Type, typename StorageOf<In>::Type>;
}

template <template <E, E> class Op, E In>
Kernel toInt(E out) {
  switch (out) {
  case E::I1:
    return make<Op, In, E::I1>();
  case E::I8:
    return make<Op, In, E::I8>();
  case E::I16:
    return make<Op, In, E::I16>();
  case E::I32:
    return make<Op, In, E::I32>();
  case E::I64:
    return make<Op, In, E::I64>();
  default:
    return nullptr;
  }
}
template <template <E, E> class Op, E In>
Kernel toFloat(E out) {
  switch (out) {
  case E::F8E4M3FN:
    return make<Op, In, E::F8E4M3FN>();
  case E::F8E4M3FNUZ:
    return make<Op, In, E::F8E4M3FNUZ>();
  case E::F8E5M2:
    return make<Op, In, E::F8E5M2>();
  case E::F8E5M2FNUZ:
    return make<Op, In, E::F8E5M2FNUZ>();
  case E::F16:
    return make<Op, In, E::F16>();
  case E::BF16:
    return make<Op, In, E::BF16>();
  case E::F32:
    return make<Op, In, E::F32>();
  case E::F64:
    return make<Op, In, E::F64>();
  default:
    return nullptr;
  }
}

template <template <E, E> class Op>
Kernel intToInt(E in, E out) {
  switch (in) {
  case E::I1:
    return toInt<Op, E::I1>(out);
  case E::I8:
    return toInt<Op, E::I8>(out);
  case E::I16:
    return toInt<Op, E::I16>(out);
  case E::I32:
    return toInt<Op, E::I32>(out);
  case E::I64:
    return toInt<Op, E::I64>(out);
  default:
    return nullptr;
  }
}
template <template <E, E> class Op>
Kernel intToFloat(E in, E out) {
  switch (in) {
  case E::I1:
    return toFloat<Op, E::I1>(out);
  case E::I8:
    return toFloat<Op, E::I8>(out);
  case E::I16:
    return toFloat<Op, E::I16>(out);
  case E::I32:
    return toFloat<Op, E::I32>(out);
  case E::I64:
    return toFloat<Op, E::I64>(out);
  default:
    return nullptr;
  }
}

#define FROM_FLOAT(Next)                                                                           \
  switch (in) {                                                                                    \
  case E::F8E4M3FN:                                                                                \
    return Next<Op, E::F8E4M3FN>(out);                                                             \
  case E::F8E4M3FNUZ:                                                                              \
    return Next<Op, E::F8E4M3FNUZ>(out);                                                           \
  case E::F8E5M2:                                                                                  \
    return Next<Op, E::F8E5M2>(out);                                                               \
  case E::F8E5M2FNUZ:                                                                              \
    return Next<Op, E::F8E5M2FNUZ>(out);                                                           \
  case E::F16:                                                                                     \
    return Next<Op, E::F16>(out);                                                                  \
  case E::BF16:                                                                                    \
    return Next<Op, E::BF16>(out);                                                                 \
  case E::F32:                                                                                     \
    return Next<Op, E::F32>(out);                                                                  \
  case E::F64:                                                                                     \
    return Next<Op, E::F64>(out);                                                                  \
  default:                                                                                         \
    return nullptr;                                                                                \
  }
template <template <E, E> class Op>
Kernel floatToInt(E in, E out) {
  FROM_FLOAT(toInt)
}
template <template <E, E> class Op>
Kernel floatToFloat(E in, E out) {
  FROM_FLOAT(toFloat)
}
#undef FROM_FLOAT

template <class T>
struct Copy {
  static CHARONIA_INLINE T apply(T x) { return x; }
};
struct CopyBit {
  static CHARONIA_INLINE uint8_t apply(uint8_t x) { return x & 1; }
};

Kernel bitcastKernel(E in, E out) {
  if (byteSize(in) != byteSize(out) || (in == E::I1) != (out == E::I1)) {
    return nullptr;
  }
  switch (byteSize(in)) {
  case 1:
    return in == E::I1 ? kernel1<CopyBit, uint8_t, uint8_t>
                       : kernel1<Copy<uint8_t>, uint8_t, uint8_t>;
  case 2:
    return kernel1<Copy<uint16_t>, uint16_t, uint16_t>;
  case 4:
    return kernel1<Copy<uint32_t>, uint32_t, uint32_t>;
  default:
    return kernel1<Copy<uint64_t>, uint64_t, uint64_t>;
  }
}

} // namespace

Kernel castKernel(Fn fn, ElementType in, ElementType out) {
  switch (fn) {
  case Fn::ExtSI:
    return intToInt<ExtS>(in, out);
  case Fn::ExtUI:
  case Fn::TruncI:
    return intToInt<ExtU>(in, out);
  case Fn::SIToFP:
    return intToFloat<SToF>(in, out);
  case Fn::UIToFP:
    return intToFloat<UToF>(in, out);
  case Fn::FPToSI:
    return floatToInt<FToS>(in, out);
  case Fn::FPToUI:
    return floatToInt<FToU>(in, out);
  case Fn::ExtF:
  case Fn::TruncF:
    return floatToFloat<Nearest>(in, out);
  case Fn::TruncFRtz:
    return floatToFloat<TowardZero>(in, out);
  case Fn::Bitcast:
    return bitcastKernel(in, out);
  default:
    return nullptr;
  }
}

} // namespace charonia::numerics::detail

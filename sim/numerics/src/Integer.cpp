// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer functions on I1 .. I64, with a result for every input.
#include "charonia/numerics/detail/Kernels.h"

namespace charonia::numerics::detail {
namespace {

/// Integer type of `Bits` value bits in the unsigned storage `U`; I1 is a byte of which one bit
/// counts.
template <class U, class S, int Bits>
struct IntType {
  using Unsigned = U;
  using Signed = S;
  static constexpr int kBits = Bits;
  static constexpr U kMask = static_cast<U>(~U{0}) >> (8 * sizeof(U) - Bits);
  static constexpr U kSignBit = static_cast<U>(U{1} << (Bits - 1));
  static CHARONIA_INLINE U wrap(U x) { return static_cast<U>(x & kMask); }
  static CHARONIA_INLINE S extend(U x) {
    constexpr int kShift = 8 * sizeof(U) - Bits;
    return static_cast<S>(static_cast<S>(static_cast<U>(x << kShift)) >> kShift);
  }
};
using Int1 = IntType<uint8_t, int8_t, 1>;
using Int8 = IntType<uint8_t, int8_t, 8>;
using Int16 = IntType<uint16_t, int16_t, 16>;
using Int32 = IntType<uint32_t, int32_t, 32>;
using Int64 = IntType<uint64_t, int64_t, 64>;

/// An operation on values already wrapped to the type; the result is wrapped by the caller.
/// `u`, `v` are the operands as unsigned and `s`, `t` as signed numbers.
#define INT2(Name, expression)                                                                     \
  template <class T>                                                                               \
  struct Name {                                                                                    \
    using U = typename T::Unsigned;                                                                \
    using S = typename T::Signed;                                                                  \
    static CHARONIA_INLINE U apply(U a, U b) {                                                     \
      [[maybe_unused]] const U u = T::wrap(a), v = T::wrap(b);                                     \
      [[maybe_unused]] const S s = T::extend(a), t = T::extend(b);                                 \
      return T::wrap(static_cast<U>(expression));                                                  \
    }                                                                                              \
  };
// Narrow unsigned types promote to int; multiplying through uint64_t keeps every overflow defined.
INT2(AddOp, u + v)
INT2(SubOp, u - v)
INT2(MulOp, static_cast<U>(sizeof(U) < 4 ? static_cast<U>(uint32_t(u) * uint32_t(v)) : u * v))
INT2(AndOp, u &v)
INT2(OrOp, u | v)
INT2(XorOp, u ^ v)
INT2(MinSOp, s < t ? u : v)
INT2(MaxSOp, s > t ? u : v)
INT2(MinUOp, u < v ? u : v)
INT2(MaxUOp, u > v ? u : v)
INT2(DivUOp, v == 0 ? static_cast<U>(~U{0}) : static_cast<U>(u / v))
INT2(RemUOp, v == 0 ? u : static_cast<U>(u % v))
// min / -1 overflows and wraps to itself: -1 is a negation, which also keeps the machine from
// trapping.
INT2(DivSOp, t == 0    ? static_cast<U>(~U{0})
             : t == -1 ? static_cast<U>(U{0} - u)
                       : static_cast<U>(s / t))
INT2(RemSOp, t == 0 ? u : t == -1 ? U{0} : static_cast<U>(s % t))
INT2(FloorDivSOp, t == 0    ? static_cast<U>(~U{0})
                  : t == -1 ? static_cast<U>(U{0} - u)
                            : static_cast<U>(s / t - ((s % t != 0 && (s < 0) != (t < 0)) ? 1 : 0)))
INT2(CeilDivSOp, t == 0    ? static_cast<U>(~U{0})
                 : t == -1 ? static_cast<U>(U{0} - u)
                           : static_cast<U>(s / t + ((s % t != 0 && (s < 0) == (t < 0)) ? 1 : 0)))
INT2(ShlOp, v >= T::kBits ? U{0} : static_cast<U>(u << (v & (8 * sizeof(U) - 1))))
INT2(ShrUOp, v >= T::kBits ? U{0} : static_cast<U>(u >> (v & (8 * sizeof(U) - 1))))
INT2(ShrSOp, static_cast<U>(s >> (v >= T::kBits ? T::kBits - 1 : static_cast<int>(v))))
#undef INT2

template <class T>
struct MulHiUOp {
  using U = typename T::Unsigned;
  static CHARONIA_INLINE U apply(U a, U b) {
    if constexpr (sizeof(U) == 8) {
      return static_cast<U>((static_cast<unsigned __int128>(a) * b) >> 64);
    } else {
      return T::wrap(static_cast<U>((uint64_t{T::wrap(a)} * T::wrap(b)) >> T::kBits));
    }
  }
};
template <class T>
struct MulHiSOp {
  using U = typename T::Unsigned;
  static CHARONIA_INLINE U apply(U a, U b) {
    if constexpr (sizeof(U) == 8) {
      return static_cast<U>((static_cast<__int128>(T::extend(a)) * T::extend(b)) >> 64);
    } else {
      return T::wrap(static_cast<U>((int64_t{T::extend(a)} * T::extend(b)) >> T::kBits));
    }
  }
};

template <class T>
struct AbsOp {
  using U = typename T::Unsigned;
  static CHARONIA_INLINE U apply(U a) {
    const U u = T::wrap(a);
    return T::wrap(static_cast<U>((u & T::kSignBit) != 0 ? U{0} - u : u));
  }
};
template <class T>
struct ClzOp {
  using U = typename T::Unsigned;
  static CHARONIA_INLINE U apply(U a) {
    const U u = T::wrap(a);
    // A width of 1 cannot hold the count 1 otherwise than as the bit itself.
    return static_cast<U>(u == 0 ? T::kBits : __builtin_clzll(u) - (64 - T::kBits));
  }
};
template <class T>
struct PopcOp {
  using U = typename T::Unsigned;
  static CHARONIA_INLINE U apply(U a) {
    // Counting in parallel by halves, without a table or an instruction.
    uint64_t x = T::wrap(a);
    x -= (x >> 1) & 0x5555555555555555ull;
    x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0full;
    return static_cast<U>((x * 0x0101010101010101ull) >> 56);
  }
};

#define COMPARE(Name, expression)                                                                  \
  template <class T>                                                                               \
  struct Name {                                                                                    \
    using U = typename T::Unsigned;                                                                \
    using S = typename T::Signed;                                                                  \
    static CHARONIA_INLINE uint8_t apply(U a, U b) {                                               \
      [[maybe_unused]] const U u = T::wrap(a), v = T::wrap(b);                                     \
      [[maybe_unused]] const S s = T::extend(a), t = T::extend(b);                                 \
      return (expression) ? 1 : 0;                                                                 \
    }                                                                                              \
  };
COMPARE(CmpEqOp, u == v)
COMPARE(CmpNeOp, u != v)
COMPARE(CmpSltOp, s < t)
COMPARE(CmpSleOp, s <= t)
COMPARE(CmpSgtOp, s > t)
COMPARE(CmpSgeOp, s >= t)
COMPARE(CmpUltOp, u < v)
COMPARE(CmpUleOp, u <= v)
COMPARE(CmpUgtOp, u > v)
COMPARE(CmpUgeOp, u >= v)
#undef COMPARE

template <template <class> class Op>
Kernel unary(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return kernel1<Op<Int1>, uint8_t, uint8_t>;
  case ElementType::I8:
    return kernel1<Op<Int8>, uint8_t, uint8_t>;
  case ElementType::I16:
    return kernel1<Op<Int16>, uint16_t, uint16_t>;
  case ElementType::I32:
    return kernel1<Op<Int32>, uint32_t, uint32_t>;
  case ElementType::I64:
    return kernel1<Op<Int64>, uint64_t, uint64_t>;
  default:
    return nullptr;
  }
}

template <template <class> class Op>
Kernel binary(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return kernel2<Op<Int1>, uint8_t, uint8_t>;
  case ElementType::I8:
    return kernel2<Op<Int8>, uint8_t, uint8_t>;
  case ElementType::I16:
    return kernel2<Op<Int16>, uint16_t, uint16_t>;
  case ElementType::I32:
    return kernel2<Op<Int32>, uint32_t, uint32_t>;
  case ElementType::I64:
    return kernel2<Op<Int64>, uint64_t, uint64_t>;
  default:
    return nullptr;
  }
}

template <template <class> class Op>
Kernel compare(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return kernel2<Op<Int1>, uint8_t, uint8_t>;
  case ElementType::I8:
    return kernel2<Op<Int8>, uint8_t, uint8_t>;
  case ElementType::I16:
    return kernel2<Op<Int16>, uint8_t, uint16_t>;
  case ElementType::I32:
    return kernel2<Op<Int32>, uint8_t, uint32_t>;
  case ElementType::I64:
    return kernel2<Op<Int64>, uint8_t, uint64_t>;
  default:
    return nullptr;
  }
}

Kernel compareKernel(Fn fn, ElementType in) {
  switch (fn) {
  case Fn::CmpEq:
    return compare<CmpEqOp>(in);
  case Fn::CmpNe:
    return compare<CmpNeOp>(in);
  case Fn::CmpSlt:
    return compare<CmpSltOp>(in);
  case Fn::CmpSle:
    return compare<CmpSleOp>(in);
  case Fn::CmpSgt:
    return compare<CmpSgtOp>(in);
  case Fn::CmpSge:
    return compare<CmpSgeOp>(in);
  case Fn::CmpUlt:
    return compare<CmpUltOp>(in);
  case Fn::CmpUle:
    return compare<CmpUleOp>(in);
  case Fn::CmpUgt:
    return compare<CmpUgtOp>(in);
  case Fn::CmpUge:
    return compare<CmpUgeOp>(in);
  default:
    return nullptr;
  }
}

} // namespace

Kernel integerKernel(Fn fn, ElementType in) {
  switch (fn) {
  case Fn::AddI:
    return binary<AddOp>(in);
  case Fn::SubI:
    return binary<SubOp>(in);
  case Fn::MulI:
    return binary<MulOp>(in);
  case Fn::DivSI:
    return binary<DivSOp>(in);
  case Fn::DivUI:
    return binary<DivUOp>(in);
  case Fn::RemSI:
    return binary<RemSOp>(in);
  case Fn::RemUI:
    return binary<RemUOp>(in);
  case Fn::FloorDivSI:
    return binary<FloorDivSOp>(in);
  case Fn::CeilDivSI:
    return binary<CeilDivSOp>(in);
  case Fn::And:
    return binary<AndOp>(in);
  case Fn::Or:
    return binary<OrOp>(in);
  case Fn::Xor:
    return binary<XorOp>(in);
  case Fn::ShlI:
    return binary<ShlOp>(in);
  case Fn::ShrSI:
    return binary<ShrSOp>(in);
  case Fn::ShrUI:
    return binary<ShrUOp>(in);
  case Fn::MinSI:
    return binary<MinSOp>(in);
  case Fn::MaxSI:
    return binary<MaxSOp>(in);
  case Fn::MinUI:
    return binary<MinUOp>(in);
  case Fn::MaxUI:
    return binary<MaxUOp>(in);
  case Fn::MulHiUI:
    return binary<MulHiUOp>(in);
  case Fn::MulHiSI:
    return binary<MulHiSOp>(in);
  case Fn::AbsI:
    return unary<AbsOp>(in);
  case Fn::Clz:
    return unary<ClzOp>(in);
  case Fn::Popc:
    return unary<PopcOp>(in);
  default:
    return compareKernel(fn, in);
  }
}

} // namespace charonia::numerics::detail

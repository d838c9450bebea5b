// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of the transcendental functions. fp32 computes in fp64 and rounds once; 16-bit and 8-bit
// formats round that fp32 result.
#include "charonia/numerics/detail/Convert.h"
#include "charonia/numerics/detail/Elementary.h"
#include "charonia/numerics/detail/Kernels.h"

namespace charonia::numerics::detail {
namespace {

using E = ElementType;

template <E T, double (*Function)(double)>
struct Unary {
  using Tr = FloatTraits<T>;
  using S = typename Tr::Storage;
  static CHARONIA_INLINE S apply(S a) {
    return Tr::down(static_cast<typename Tr::Compute>(Function(Tr::up(a))));
  }
};
template <E T, double (*Function)(double, double)>
struct Binary {
  using Tr = FloatTraits<T>;
  using S = typename Tr::Storage;
  static CHARONIA_INLINE S apply(S a, S b) {
    return Tr::down(static_cast<typename Tr::Compute>(Function(Tr::up(a), Tr::up(b))));
  }
};
template <E T>
struct Sqrt {
  using Tr = FloatTraits<T>;
  using S = typename Tr::Storage;
  static CHARONIA_INLINE S apply(S a) { return Tr::down(squareRoot(Tr::up(a))); }
};

template <E T, double (*F)(double)>
constexpr Kernel make() {
  using S = typename FloatTraits<T>::Storage;
  return kernel1<Unary<T, F>, S, S>;
}
template <E T, double (*F)(double, double)>
constexpr Kernel make() {
  using S = typename FloatTraits<T>::Storage;
  return kernel2<Binary<T, F>, S, S>;
}

template <auto F>
Kernel select(ElementType type) {
  switch (type) {
  case E::F8E4M3FN:
    return make<E::F8E4M3FN, F>();
  case E::F8E4M3FNUZ:
    return make<E::F8E4M3FNUZ, F>();
  case E::F8E5M2:
    return make<E::F8E5M2, F>();
  case E::F8E5M2FNUZ:
    return make<E::F8E5M2FNUZ, F>();
  case E::F16:
    return make<E::F16, F>();
  case E::BF16:
    return make<E::BF16, F>();
  case E::F32:
    return make<E::F32, F>();
  case E::F64:
    return make<E::F64, F>();
  default:
    return nullptr;
  }
}

template <E T>
constexpr Kernel sqrtOf() {
  using S = typename FloatTraits<T>::Storage;
  return kernel1<Sqrt<T>, S, S>;
}
Kernel selectSqrt(ElementType type) {
  switch (type) {
  case E::F8E4M3FN:
    return sqrtOf<E::F8E4M3FN>();
  case E::F8E4M3FNUZ:
    return sqrtOf<E::F8E4M3FNUZ>();
  case E::F8E5M2:
    return sqrtOf<E::F8E5M2>();
  case E::F8E5M2FNUZ:
    return sqrtOf<E::F8E5M2FNUZ>();
  case E::F16:
    return sqrtOf<E::F16>();
  case E::BF16:
    return sqrtOf<E::BF16>();
  case E::F32:
    return sqrtOf<E::F32>();
  case E::F64:
    return sqrtOf<E::F64>();
  default:
    return nullptr;
  }
}

} // namespace

Kernel transcendentalKernel(Fn fn, ElementType in) {
  switch (fn) {
  case Fn::Exp:
    return select<expOf>(in);
  case Fn::Exp2:
    return select<exp2Of>(in);
  case Fn::Expm1:
    return select<expm1Of>(in);
  case Fn::Log:
    return select<logOf>(in);
  case Fn::Log2:
    return select<log2Of>(in);
  case Fn::Log10:
    return select<log10Of>(in);
  case Fn::Log1p:
    return select<log1pOf>(in);
  case Fn::Sin:
    return select<sinOf>(in);
  case Fn::Cos:
    return select<cosOf>(in);
  case Fn::Tan:
    return select<tanOf>(in);
  case Fn::Asin:
    return select<asinOf>(in);
  case Fn::Acos:
    return select<acosOf>(in);
  case Fn::Atan:
    return select<atanOf>(in);
  case Fn::Atan2:
    return select<atan2Of>(in);
  case Fn::Sinh:
    return select<sinhOf>(in);
  case Fn::Cosh:
    return select<coshOf>(in);
  case Fn::Tanh:
    return select<tanhOf>(in);
  case Fn::Erf:
    return select<erfOf>(in);
  case Fn::Erfc:
    return select<erfcOf>(in);
  case Fn::Sqrt:
    return selectSqrt(in);
  case Fn::Rsqrt:
    return select<rsqrtOf>(in);
  case Fn::Cbrt:
    return select<cbrtOf>(in);
  case Fn::Pow:
    return select<powOf>(in);
  case Fn::Hypot:
    return select<hypotOf>(in);
  default:
    return nullptr;
  }
}

} // namespace charonia::numerics::detail

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops behind evaluate() and evaluateArray(): one kernel a function and type. Scalar
// evaluation is the same kernel on one element, which is what makes the two agree bit for bit.
#pragma once

#include "charonia/numerics/detail/Bits.h"

namespace charonia::numerics::detail {

/// dst[i] = fn(a[i], b[i], c[i]) on packed arrays that do not overlap dst. Unused operands are
/// null.
using Kernel = void (*)(void *dst, const void *a, const void *b, const void *c, size_t n);

/// One lookup a file of functions; null if `fn` is not of that file or not defined on the type.
Kernel integerKernel(Fn fn, ElementType in);
Kernel floatKernel(Fn fn, ElementType in);
Kernel floatCompareKernel(Fn fn, ElementType in);
Kernel transcendentalKernel(Fn fn, ElementType in);
Kernel castKernel(Fn fn, ElementType in, ElementType out);

/// The kernel of a well-typed call, or null.
Kernel findKernel(Fn fn, ElementType in, ElementType out);

template <class Op, class Out, class In>
void kernel1(void *dst, const void *a, const void *, const void *, size_t n) {
  auto *__restrict d = static_cast<Cell<Out> *>(dst);
  const auto *__restrict x = static_cast<const Cell<In> *>(a);
  for (size_t i = 0; i < n; ++i) {
    d[i].value = Op::apply(x[i].value);
  }
}

template <class Op, class Out, class In>
void kernel2(void *dst, const void *a, const void *b, const void *, size_t n) {
  auto *__restrict d = static_cast<Cell<Out> *>(dst);
  const auto *x = static_cast<const Cell<In> *>(a);
  const auto *y = static_cast<const Cell<In> *>(b);
  for (size_t i = 0; i < n; ++i) {
    d[i].value = Op::apply(x[i].value, y[i].value);
  }
}

template <class Op, class Out, class In>
void kernel3(void *dst, const void *a, const void *b, const void *c, size_t n) {
  auto *__restrict d = static_cast<Cell<Out> *>(dst);
  const auto *x = static_cast<const Cell<In> *>(a);
  const auto *y = static_cast<const Cell<In> *>(b);
  const auto *z = static_cast<const Cell<In> *>(c);
  for (size_t i = 0; i < n; ++i) {
    d[i].value = Op::apply(x[i].value, y[i].value, z[i].value);
  }
}

} // namespace charonia::numerics::detail

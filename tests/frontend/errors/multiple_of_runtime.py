# expect: KF0202 8:27 the values of a hint must be compile-time integers, not a scalar i32; annotate the parameter: `n: tl.constexpr`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.multiple_of(n, n)

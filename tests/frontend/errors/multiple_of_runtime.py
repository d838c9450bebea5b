# expect: KF0202 8:9 the values of a hint must be compile-time integers, not a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.multiple_of(n, n)

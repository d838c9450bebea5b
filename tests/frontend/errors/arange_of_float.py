# expect: KF0202 8:22 the end of tl.arange must be a compile-time integer, not the constant 8.0
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.arange(0, 8.0)

# expect: KF0202 8:9 tl.constexpr needs a compile-time value, not a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    c = tl.constexpr(n)
    tl.store(o, c)

# expect: KF0305 8:17 tl.fma works on floats, not on a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.fma(n, n, n))

# expect: KF0305 8:17 tl.fdiv works on floats, not on a scalar i32; `/` converts integers
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.fdiv(n, n))

# expect: KF0308 9:17 the bounds of a slice are compile-time integers, not a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    t = (1, 2, 3)
    tl.store(o, t[n:][0])

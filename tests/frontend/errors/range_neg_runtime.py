# expect: KF0202 8:14 the bounds of tl.static_range must be known at compile time, but one is a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for j in tl.static_range(n):
        tl.store(o + j, 1.0)

# expect: KF0405 8:14 a loop goes over range, tl.range or tl.static_range, not over a tuple of 3 (1, 2, 3)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in (1, 2, 3):
        tl.store(o + i, 1.0)

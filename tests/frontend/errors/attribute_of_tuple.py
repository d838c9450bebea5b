# expect: KF0104 8:9 a tuple of 2 (1, 2) has no attribute `count`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = (1, 2).count

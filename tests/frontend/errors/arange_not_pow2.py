# expect: KF0304 8:9 tl.arange(0, 3) has 3 elements; the number must be a power of 2
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.arange(0, 3)

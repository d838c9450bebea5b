# expect: KF0304 8:9 tl.arange(0, 100) has 100 elements; the number must be a power of 2
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = tl.arange(0, 100)
    tl.store(o + i, 1.0)

# expect: KF0305 8:9 tl.histogram counts a one-dimensional block of integers, not a block fp32[64]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.histogram(tl.load(x + tl.arange(0, B)), 16)

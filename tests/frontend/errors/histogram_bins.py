# expect: KF0304 8:9 extent 0 of shape [10] is 10, but every extent of a block must be a power of 2
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.histogram(tl.arange(0, B), 10)

# expect: KF0304 8:24 extent 0 of shape [10] is 10, but every extent of a block must be a power of 2
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.sum(tl.histogram(tl.arange(0, 64), 10)))

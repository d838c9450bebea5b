# expect: KF0304 8:9 extent 0 of shape [3, 4] is 3, but every extent of a block must be a power of 2
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.arange(0, 8).view(3, 4)
    tl.store(o, tl.sum(a))

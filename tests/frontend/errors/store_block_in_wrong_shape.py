# expect: KF0303 9:5 the value of tl.store is a block fp32[32], which does not broadcast to the shape of the pointer, [64]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = tl.arange(0, 64)
    tl.store(o + i, tl.load(x + tl.arange(0, 32)))

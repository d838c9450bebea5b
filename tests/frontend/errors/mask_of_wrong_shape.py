# expect: KF0303 9:5 the mask of tl.store is a block i1[32], which does not broadcast to the shape of the pointer, [64]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = tl.arange(0, 64)
    tl.store(o + i, 1.0, mask=tl.arange(0, 32) < n)

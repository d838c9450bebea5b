# expect: KF0303 8:5 the mask of tl.store is a block i1[128], which does not broadcast to the shape of the pointer, [64]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o + tl.arange(0, B), 1.0, mask=tl.arange(0, 2 * B) < n)

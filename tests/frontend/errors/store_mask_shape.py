# expect: KF0303 8:5 a block i1[128] does not broadcast to shape [64]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o + tl.arange(0, B), 1.0, mask=tl.arange(0, 2 * B) < n)

# expect: KF0303 8:5 the value of tl.store is a block fp32[64, 2], which does not broadcast to the shape of the pointer, [64]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o + tl.arange(0, B), tl.zeros([B, 2], tl.float32))

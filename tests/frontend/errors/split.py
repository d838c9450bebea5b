# expect: KF0303 8:12 tl.split needs a block whose last extent is 2, not a block fp32[8]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a, b = tl.split(tl.zeros([8], tl.float32))
    tl.store(o, tl.sum(a))

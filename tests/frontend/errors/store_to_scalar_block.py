# expect: KF0303 8:5 tl.store through a scalar pointer takes a scalar value and a scalar mask, not a block fp32[64]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.zeros([B], tl.float32))

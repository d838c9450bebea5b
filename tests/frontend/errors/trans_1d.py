# expect: KF0303 8:9 tl.trans needs a block of rank 2 or more, not a block fp32[8]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.trans(tl.zeros([8], tl.float32))

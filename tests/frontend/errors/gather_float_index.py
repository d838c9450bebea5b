# expect: KF0303 8:9 tl.gather needs a block and integer indices of the same rank: a block fp32[8] and a block fp32[8]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.gather(tl.zeros([8], tl.float32), tl.zeros([8], tl.float32), 0)

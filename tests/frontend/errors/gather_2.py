# expect: KF0303 9:24 tl.gather needs a block and integer indices of the same rank: a block fp32[4, 8] and a block i32[4]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([4, 8], tl.float32)
    tl.store(o, tl.sum(tl.gather(a, tl.arange(0, 4), 0)))

# expect: KF0303 9:21 the `other` of tl.load is a block fp32[32], which does not fit the pointer's shape [64]: 32 and 64 in dimension 0
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = tl.arange(0, 64)
    tl.store(o + i, tl.load(x + i, mask=i < n, other=tl.zeros([32], tl.float32)))

# expect: KF0308 9:24 [0, 2] is not a permutation of the dimensions of a block fp32[4, 8]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([4, 8], tl.float32)
    tl.store(o, tl.sum(tl.trans(a, 0, 2)))

# expect: KF0308 8:9 [0, 1, 3] is not a permutation of the dimensions of a block fp32[2, 8, 4]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.trans(tl.zeros([2, 8, 4], tl.float32), (0, 1, 3))

# expect: KF0308 8:9 [0, 0] is not a permutation of the dimensions of a block fp32[8, 4]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.permute(tl.zeros([8, 4], tl.float32), (0, 0))

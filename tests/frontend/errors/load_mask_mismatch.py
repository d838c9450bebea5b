# expect: KF0303 8:9 the mask of tl.load is a block i1[128], which does not fit the pointer's shape [64]: 128 and 64 in dimension 0
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x + tl.arange(0, B), mask=tl.arange(0, B * 2) > 3)

# expect: KF0502 9:21 the mask of tl.load must be int1, not a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = tl.arange(0, 64)
    tl.store(o + i, tl.load(x + i, mask=1))

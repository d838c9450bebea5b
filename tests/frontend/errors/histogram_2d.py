# expect: KF0305 8:9 tl.histogram counts a one-dimensional block of integers, not a block i32[4, 8]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.histogram(tl.zeros([4, 8], tl.int32), 8)

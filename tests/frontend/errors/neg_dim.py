# expect: KF0308 9:24 `tl.sum`: axis -3 is out of range for a block of rank 2
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([4, 4], tl.float32)
    tl.store(o, tl.sum(tl.sum(a, -3)))

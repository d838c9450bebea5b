# expect: KF0308 8:17 `tl.sum`: axis 1 is out of range for a block of rank 1
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.sum(tl.load(x + tl.arange(0, 64)), 1))

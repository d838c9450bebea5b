# expect: KF0308 8:9 `tl.sum`: axis 1 is out of range for a block of rank 1
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.sum(tl.zeros([B], tl.float32), axis=1)

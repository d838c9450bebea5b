# expect: KF0308 8:9 `tl.cumsum`: axis 2 is out of range for a block of rank 1
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.cumsum(tl.zeros([8], tl.float32), axis=2)

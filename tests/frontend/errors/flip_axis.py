# expect: KF0601 8:9 `tl.flip`: axis 1 is out of range for a block of rank 1
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.flip(tl.zeros([8], tl.float32), 1)

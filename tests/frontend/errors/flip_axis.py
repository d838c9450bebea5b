# expect: KF0308 8:9 index 1 is out of range for a tuple of 1
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.flip(tl.zeros([8], tl.float32), 1)

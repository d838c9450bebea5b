# expect: KF0308 9:17 index 2 is out of range for a tuple of 2
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    t = (1, 2)
    tl.store(o, t[2])

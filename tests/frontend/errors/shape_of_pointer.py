# expect: KF0308 8:9 index 0 is out of range for a tuple of 0
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = x.shape[0]

# expect: KF0203 8:9 tl.arange(-8, 8) must fit in int32 and begin at 0 or above
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.arange(-8, 8)

# expect: KF0307 8:9 the integer 99999999999999999999 does not fit in 64 bits
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = 99999999999999999999

# expect: KF0307 8:17 the integer 99999999999999999999 does not fit in 64 bits
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x) + 99999999999999999999)

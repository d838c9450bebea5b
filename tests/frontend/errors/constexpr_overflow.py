# expect: KF0301 8:23 `2 ** 200`: the integer result does not fit in 128 bits
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    C: tl.constexpr = 2 ** 200

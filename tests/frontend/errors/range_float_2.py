# expect: KF0405 8:14 the bounds of a loop are scalar integers, not a scalar fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for j in range(0, n / 2):
        tl.store(o + j, 1.0)

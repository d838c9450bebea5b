# expect: KF0305 8:5 tl.atomic_and does not work on fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.atomic_and(o, 1.0)

# expect: KF0101 9:17 `x1` is not defined
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    total = 0.0
    tl.store(o, x1 + total)

# expect: KF0309 8:17 `1.0 / 0`: float division by zero
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, 1.0 / 0)

# expect: KF0301 8:17 `1 << -1`: negative shift count
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, 1 << -1)

# expect: KF0301 8:17 unary `~` works on integers only, not on a scalar fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, ~tl.load(x))

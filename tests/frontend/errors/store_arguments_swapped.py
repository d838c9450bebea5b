# expect: KF0501 8:5 tl.store writes through a pointer, not through the constant 1.0
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(1.0, o)

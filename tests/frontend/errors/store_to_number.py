# expect: KF0501 8:5 tl.store writes through a pointer, not through a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(n, 1.0)

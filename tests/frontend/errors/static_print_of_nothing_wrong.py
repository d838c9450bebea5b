# expect: KF0601 8:5 static assertion failed: B is 64
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.static_assert(B == 128, f"B is {B}")
    tl.store(o, 1.0)

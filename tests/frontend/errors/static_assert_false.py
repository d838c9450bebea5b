# expect: KF0601 8:5 static assertion failed: B must be 32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.static_assert(B == 32, "B must be 32")

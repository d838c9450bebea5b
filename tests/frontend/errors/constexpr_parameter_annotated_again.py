# expect: KF0406 8:5 `B` is already defined; a constexpr cannot be assigned again
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    B: tl.constexpr = 3

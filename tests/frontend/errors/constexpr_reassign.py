# expect: KF0406 9:5 `C` is already defined; a constexpr cannot be assigned again
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    C: tl.constexpr = 1
    C: tl.constexpr = 2

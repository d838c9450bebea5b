# expect: KF0202 8:23 `C` is a constexpr, but its value is a scalar i32, known at run time only
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    C: tl.constexpr = n

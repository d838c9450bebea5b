# expect: KF0402 9:5 `a` is None before the loop, a compile-time value, and is assigned a scalar fp32 inside it; give the loop a variable with another name, set before it
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = None
    for i in range(n):
        a = 1.0

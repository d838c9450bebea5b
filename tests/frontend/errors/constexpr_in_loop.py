# expect: KF0402 9:5 `C` is the constant 1 before the loop, a compile-time value, and is assigned a scalar i32 inside it; give the loop a variable with another name, set before it
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    C: tl.constexpr = 1
    for i in range(n):
        C = C + 1

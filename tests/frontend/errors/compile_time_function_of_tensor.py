# expect: KF0202 13:17 `double` runs at compile time, but its argument `a` is a scalar i32
import triton
import triton.language as tl


@triton.constexpr_function
def double(a):
    return a * 2


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, double(n))

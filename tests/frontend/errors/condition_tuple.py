# expect: KF0401 8:8 a condition is a bool, an integer, None or a tensor, not a tuple of 2 (i32, i32)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if (n, n):
        tl.store(o, 1.0)

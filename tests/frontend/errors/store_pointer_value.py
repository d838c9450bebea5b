# expect: KF0306 8:5 a pointer casts to int64 or int1, not to fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, x)

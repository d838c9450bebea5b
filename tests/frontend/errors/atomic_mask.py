# expect: KF0502 8:5 the mask of tl.atomic_add must be int1, not a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.atomic_add(o + tl.arange(0, 64), 1.0, mask=n)

# expect: KF0303 8:5 tl.atomic_add through a scalar pointer takes a scalar value and mask
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.atomic_add(o, tl.zeros([B], tl.float32))

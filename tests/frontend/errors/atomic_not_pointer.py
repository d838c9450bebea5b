# expect: KF0501 8:5 tl.atomic_add works through a pointer, not through a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.atomic_add(n, 1)

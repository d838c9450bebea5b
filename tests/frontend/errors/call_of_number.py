# expect: KF0201 8:9 a scalar i32 cannot be called
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = n(3)

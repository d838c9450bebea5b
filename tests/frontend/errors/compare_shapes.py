# expect: KF0303 8:9 shapes i32[8] and i32[16] do not fit together: 8 and 16 in dimension 0; for every pair of elements write a[:, None] and b[None, :]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.arange(0, 8) < tl.arange(0, 16)

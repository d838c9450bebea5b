# expect: KF0303 10:14 shapes *fp32[16] and i32[32] do not fit together: 16 and 32 in dimension 0; for every pair of elements write a[:, None] and b[None, :]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    r = tl.arange(0, 16)
    c = tl.arange(0, 32)
    tl.store(o + r * 32 + c, 1.0)

# expect: KF0303 8:9 shapes *fp32[64] and i1[128] do not fit together: 64 and 128 in dimension 0; for every pair of elements write a[:, None] and b[None, :]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x + tl.arange(0, B), mask=tl.arange(0, B * 2) > 3)

import triton
import triton.language as tl


@triton.jit

def kernel(a, b, c, BM: tl.constexpr, BK: tl.constexpr):
    m = tl.arange(0, BM)
    k = tl.arange(0, BK)
    x = tl.load(a + m[:, None] * BK + k[None, :])
    y = tl.load(b + m[:, None] * BK + k[None, :])
    z = tl.dot(x, y.T, out_dtype=tl.float16)
    tl.store(c + m[:, None] * BM + m[None, :], z)

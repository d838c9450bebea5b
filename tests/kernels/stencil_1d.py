import triton
import triton.language as tl


@triton.jit
def kernel(x, y, z, n, B: tl.constexpr):
    # Five points: once with the mask of each neighbour (zeros outside), once inside only.
    i = tl.program_id(0) * B + tl.arange(0, B)
    a = tl.load(x + i - 2, mask=(i - 2 >= 0) & (i - 2 < n), other=0.0)
    b = tl.load(x + i - 1, mask=(i - 1 >= 0) & (i - 1 < n), other=0.0)
    c = tl.load(x + i, mask=i < n, other=0.0)
    d = tl.load(x + i + 1, mask=i + 1 < n, other=0.0)
    e = tl.load(x + i + 2, mask=i + 2 < n, other=0.0)
    tl.store(y + i, a + 4 * b + 6 * c + 4 * d + e, mask=i < n)
    inside = (i >= 2) & (i < n - 2)
    f = tl.load(x + i - 2, mask=inside)
    g = tl.load(x + i - 1, mask=inside)
    h = tl.load(x + i, mask=inside)
    p = tl.load(x + i + 1, mask=inside)
    q = tl.load(x + i + 2, mask=inside)
    tl.store(z + i, f - 2 * g + 3 * h - 2 * p + q, mask=inside)

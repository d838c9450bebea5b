import triton
import triton.language as tl


@triton.jit

def kernel(a, b, c, opposite, tiny, huge, d, N: tl.constexpr):
    """Products of parts of bf16 where elements are infinite, no numbers, or so large that products overflow. Rows
    whose terms cancel, of tiny and of huge numbers have outputs of their own, so that each is compared with its mean."""
    i, j = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    x = tl.load(a + i * N + j)
    y = tl.load(b + i * N + j)
    z = tl.dot(x, y, input_precision="tf32")
    tl.store(c + i * N + j, z, mask=i < 20)
    tl.store(opposite + (i - 20) * N + j, z, mask=(i >= 20) & (i < 24))
    tl.store(tiny + (i - 24) * N + j, z, mask=(i >= 24) & (i < 28))
    tl.store(huge + (i - 28) * N + j, z, mask=i >= 28)
    tl.store(d + i * N + j, tl.dot(x, y, input_precision="bf16x6"), mask=i < 20)

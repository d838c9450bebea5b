import triton
import triton.language as tl


@triton.jit

def kernel(x, y, n, s, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    a = tl.load(x + o * s, mask=o < n, other=0)
    b = tl.load(x + (n - 1 - o), mask=o < n, other=0)
    c = tl.load(x + o // 2, mask=o < n, other=0)
    tl.store(y + o * 2 + 1, a + b + c, mask=o < n)

import triton
import triton.language as tl


@triton.jit

def kernel(x, y, a, b, c, d, n, B: tl.constexpr):
    o = tl.arange(0, B)
    v = tl.load(x + o, mask=o < n)
    w = tl.load(y + o, mask=o < n, other=1)
    tl.store(a + o, v // w, mask=o < n)
    tl.store(b + o, v % w, mask=o < n)
    tl.store(c + o, v // 3, mask=o < n)
    tl.store(d + o, (v - 50) % 7 + (v >> 1), mask=o < n)

import triton
import triton.language as tl


@triton.jit

def kernel(x, y, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + o, mask=o < n, other=7.0)
    tl.store(y + o, v, mask=o < 256)
    tl.store(y + o, v, mask=o < n)
    f = tl.zeros([B], tl.int1)
    tl.store(y + o + 100000, v, mask=f)

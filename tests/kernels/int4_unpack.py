import triton
import triton.language as tl


@triton.jit

def kernel(x, s, y, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    p = tl.load(x + o // 2, mask=o < n, other=0)
    sh = (o % 2) * 4
    v = ((p >> sh) & 0xF).to(tl.int8) - 8
    tl.store(y + o, v.to(tl.float32) * tl.load(s + o // 32, mask=o < n), mask=o < n)

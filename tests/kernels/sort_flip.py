import triton
import triton.language as tl


@triton.jit

def kernel(x, y, z, B: tl.constexpr):
    o = tl.arange(0, B)
    v = tl.load(x + o)
    tl.store(y + o, tl.sort(v))
    tl.store(z + o, tl.flip(tl.sort(v, descending=True), 0))

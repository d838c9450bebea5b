import triton
import triton.language as tl


@triton.jit

def kernel(x, y, N, B: tl.constexpr):
    r = tl.program_id(0)
    m = -float('inf')
    l = 0.0
    for s in range(0, N, B):
        o = s + tl.arange(0, B)
        v = tl.load(x + r * N + o, mask=o < N, other=-float('inf'))
        nm = tl.maximum(m, tl.max(v, axis=0))
        l = l * tl.exp(m - nm) + tl.sum(tl.exp(v - nm), axis=0)
        m = nm
    for s in range(0, N, B):
        o = s + tl.arange(0, B)
        v = tl.load(x + r * N + o, mask=o < N)
        tl.store(y + r * N + o, tl.exp(v - m) / l, mask=o < N)

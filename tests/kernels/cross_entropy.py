import triton
import triton.language as tl


@triton.jit

def kernel(x, t, loss, dx, N, ig, B: tl.constexpr):
    r = tl.program_id(0).to(tl.int64)
    y = tl.load(t + r)
    x += r * N
    dx += r * N
    if y == ig:
        for i in range(0, N, B):
            o = i + tl.arange(0, B)
            tl.store(dx + o, 0.0, mask=o < N)
        return
    m = float('-inf')
    d = 0.0
    xy = tl.load(x + y).to(tl.float32)
    for i in range(0, N, B):
        o = i + tl.arange(0, B)
        v = tl.load(x + o, mask=o < N, other=float('-inf')).to(tl.float32)
        mm = tl.maximum(m, tl.max(v))
        d = d * tl.exp(m - mm) + tl.sum(tl.exp(v - mm))
        m = mm
    tl.store(loss + r, m + tl.log(d) - xy)
    for i in range(0, N, B):
        o = i + tl.arange(0, B)
        v = tl.load(x + o, mask=o < N, other=float('-inf')).to(tl.float32)
        g = tl.exp(v - m) / d - tl.where(o == y, 1.0, 0.0)
        tl.store(dx + o, g.to(dx.dtype.element_ty), mask=o < N)

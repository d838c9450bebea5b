import triton
import triton.language as tl


@triton.jit

def kernel(q, k, v, o, S, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    h = tl.program_id(1)
    q += h * S * D
    k += h * S * D
    v += h * S * D
    o += h * S * D
    qq = tl.load(q + m[:, None] * D + d[None, :], mask=m[:, None] < S, other=0.0)
    mi = tl.full([BM], float('-inf'), tl.float32)
    li = tl.zeros([BM], tl.float32)
    acc = tl.zeros([BM, D], tl.float32)
    hi = (tl.program_id(0) + 1) * BM if CAUSAL else S
    for s in range(0, hi, BN):
        n = s + tl.arange(0, BN)
        kk = tl.load(k + n[None, :] * D + d[:, None], mask=n[None, :] < S, other=0.0)
        p = tl.dot(qq, kk) * scale
        ok = n[None, :] < S
        if CAUSAL:
            ok = ok & (m[:, None] >= n[None, :])
        p = tl.where(ok, p, float('-inf'))
        mn = tl.maximum(mi, tl.max(p, 1))
        p = tl.exp(p - mn[:, None])
        al = tl.exp(mi - mn)
        li = li * al + tl.sum(p, 1)
        vv = tl.load(v + n[:, None] * D + d[None, :], mask=n[:, None] < S, other=0.0)
        acc = acc * al[:, None] + tl.dot(p.to(tl.float16), vv)
        mi = mn
    tl.store(o + m[:, None] * D + d[None, :], (acc / li[:, None]).to(tl.float16), mask=m[:, None] < S)

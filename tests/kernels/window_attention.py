import triton
import triton.language as tl


@triton.jit
def kernel(q, k, v, o, S, FROM, W, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    # Keys of a window before each query, from key FROM on: blocks at both ends of the window are cut, those
    # between are full, and the first programs have no block at all.
    first = tl.program_id(0) * BM
    m = first + tl.arange(0, BM)
    d = tl.arange(0, D)
    qq = tl.load(q + m[:, None] * D + d[None, :], mask=m[:, None] < S, other=0.0)
    mi = tl.full([BM], -1.0e30, tl.float32)
    li = tl.zeros([BM], tl.float32)
    acc = tl.zeros([BM, D], tl.float32)
    lo = tl.maximum(FROM, (first - W) // BN * BN)
    hi = tl.minimum(first + BM, S)
    for s in range(lo, hi, BN):
        n = s + tl.arange(0, BN)
        kk = tl.load(k + n[None, :] * D + d[:, None], mask=n[None, :] < S, other=0.0)
        p = tl.dot(qq, kk) * scale
        ok = (n[None, :] < S) & (m[:, None] >= n[None, :]) & (n[None, :] + W > m[:, None])
        p = tl.where(ok, p, -1.0e30)
        mn = tl.maximum(mi, tl.max(p, 1))
        p = tl.exp(p - mn[:, None])
        al = tl.exp(mi - mn)
        li = li * al + tl.sum(p, 1)
        vv = tl.load(v + n[:, None] * D + d[None, :], mask=n[:, None] < S, other=0.0)
        acc = acc * al[:, None] + tl.dot(p.to(tl.float16), vv)
        mi = mn
    total = tl.where(li > 0, li, 1.0)
    tl.store(o + m[:, None] * D + d[None, :], (acc / total[:, None]).to(tl.float16), mask=m[:, None] < S)

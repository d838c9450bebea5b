import triton
import triton.language as tl


@triton.jit
def kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    # The PEs of a row share a tile of C: each takes a part of K, the network adds the parts up.
    row = tl.mtia.get_pe_row()
    col = tl.mtia.get_pe_col()
    m = row * BM + tl.arange(0, BM)
    n = tl.arange(0, BN)
    part = tl.cdiv(K, 8)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(col * part, min(K, (col + 1) * part), BK):
        kk = k + tl.arange(0, BK)
        x = tl.load(a + m[:, None] * K + kk[None, :], mask=(m[:, None] < M) & (kk[None, :] < K), other=0.0)
        y = tl.load(b + kk[:, None] * N + n[None, :], mask=(kk[:, None] < K) & (n[None, :] < N), other=0.0)
        acc = tl.dot(x, y, acc)
    acc = tl.mtia.re_reduce(acc, "add", "row")
    if col == 0:
        tl.store(c + m[:, None] * N + n[None, :], acc, mask=(m[:, None] < M) & (n[None, :] < N))

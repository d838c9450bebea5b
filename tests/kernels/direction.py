import triton
import triton.language as tl


@triton.jit
def kernel(a, b, c, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    # A's rows are shared by the PEs of a row, B's columns by those of a column.
    m = tl.mtia.get_pe_row() * BM + tl.arange(0, BM)
    n = tl.mtia.get_pe_col() * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        kk = k + tl.arange(0, BK)
        x = tl.load(a + m[:, None] * K + kk[None, :], direction="row")
        y = tl.load(b + kk[:, None] * (8 * BN) + n[None, :], direction="col")
        acc = tl.dot(x, y, acc)
    tl.store(c + m[:, None] * (8 * BN) + n[None, :], acc)

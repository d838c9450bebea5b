import triton
import triton.language as tl


@triton.jit

def kernel(x, y, M, N, BM: tl.constexpr, BN: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    a = tl.load(x + m[:, None] * N + n[None, :], mask=(m[:, None] < M) & (n[None, :] < N))
    tl.store(y + n[:, None] * M + m[None, :], tl.trans(a), mask=(n[:, None] < N) & (m[None, :] < M))

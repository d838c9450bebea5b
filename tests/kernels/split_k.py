import triton
import triton.language as tl


@triton.jit

def kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SK: tl.constexpr):
    pk = tl.program_id(1)
    m = tl.arange(0, BM)
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for i in range(pk * BK, K, BK * SK):
        k = i + tl.arange(0, BK)
        x = tl.load(a + m[:, None] * K + k[None, :], mask=(m[:, None] < M) & (k[None, :] < K), other=0.0)
        y = tl.load(b + k[:, None] * N + n[None, :], mask=(k[:, None] < K) & (n[None, :] < N), other=0.0)
        acc = tl.dot(x, y, acc)
    tl.atomic_add(c + m[:, None] * N + n[None, :], acc, mask=(m[:, None] < M) & (n[None, :] < N))

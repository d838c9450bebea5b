import triton
import triton.language as tl


@triton.jit

def kernel(a, b, c, d, e, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """fp32 products whose precision allows parts of bf16: over a loop with a ragged end, onto a sum that is not
    zero and with an operand turned, at a higher precision, and one that asks for all of fp32."""
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for i in range(0, K, BK):
        k = i + tl.arange(0, BK)
        x = tl.load(a + m[:, None] * K + k[None, :], mask=(m[:, None] < M) & (k[None, :] < K), other=0.0)
        y = tl.load(b + k[:, None] * N + n[None, :], mask=(k[:, None] < K) & (n[None, :] < N), other=0.0)
        acc = tl.dot(x, y, acc, input_precision="tf32")
    inside = (m[:, None] < M) & (n[None, :] < N)
    tl.store(c + m[:, None] * N + n[None, :], acc, mask=inside)
    k = tl.arange(0, BK)
    x = tl.load(a + m[:, None] * K + k[None, :], mask=m[:, None] < M, other=0.0)
    z = tl.load(b + n[:, None] * K + k[None, :], mask=n[:, None] < N, other=0.0)
    tl.store(d + m[:, None] * N + n[None, :], tl.dot(x, z.T, acc, input_precision="tf32x3"), mask=inside)
    tl.store(e + m[:, None] * N + n[None, :], tl.dot(x, z.T, input_precision="ieee"), mask=inside)

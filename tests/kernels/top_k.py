import triton
import triton.language as tl


@triton.jit

def kernel(x, v, i, N, K, B: tl.constexpr):
    r = tl.program_id(0)
    o = tl.arange(0, B)
    a = tl.load(x + r * N + o, mask=o < N, other=float('-inf'))
    for k in range(K):
        m, j = tl.max(a, 0, return_indices=True)
        tl.store(v + r * K + k, m)
        tl.store(i + r * K + k, j)
        a = tl.where(o == j, float('-inf'), a)

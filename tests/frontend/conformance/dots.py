# Matrix products: element types, accumulators, batches, precisions.
import triton
import triton.language as tl


@triton.jit
def product(a_ptr, b_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    k = tl.arange(0, K)
    a = tl.load(a_ptr + m[:, None] * K + k[None, :])
    b = tl.load(b_ptr + k[:, None] * N + n[None, :])
    c = tl.dot(a, b)
    tl.store(c_ptr + m[:, None] * N + n[None, :], c.to(c_ptr.dtype.element_ty))


@triton.jit
def precise(a_ptr, b_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    k = tl.arange(0, K)
    a = tl.load(a_ptr + m[:, None] * K + k[None, :])
    b = tl.load(b_ptr + n[:, None] * K + k[None, :])
    c = tl.full((M, N), 0.5, tl.float32)
    c = tl.dot(a, b.T, acc=c, input_precision="ieee")
    c += tl.dot(a, tl.trans(b), input_precision="ieee")
    tl.store(c_ptr + m[:, None] * N + n[None, :], c)


@triton.jit
def batched(a_ptr, b_ptr, c_ptr, G: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    g = tl.arange(0, G)[:, None, None]
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    k = tl.arange(0, K)
    a = tl.load(a_ptr + g * M * K + m[None, :, None] * K + k[None, None, :])
    b = tl.load(b_ptr + g * K * N + k[None, :, None] * N + n[None, None, :])
    tl.store(c_ptr + g * M * N + m[None, :, None] * N + n[None, None, :], tl.dot(a, b))


@triton.jit
def chained(q_ptr, k_ptr, v_ptr, o_ptr, n, scale, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr):
    m = tl.program_id(0) * M + tl.arange(0, M)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + m[:, None] * D + d[None, :], mask=m[:, None] < n, other=0.0)
    top = tl.full([M], float("-inf"), dtype=tl.float32)
    norm = tl.zeros([M], dtype=tl.float32)
    acc = tl.zeros([M, D], dtype=tl.float32)
    for start in tl.range(0, n, N):
        j = start + tl.arange(0, N)
        k = tl.load(k_ptr + j[None, :] * D + d[:, None], mask=j[None, :] < n, other=0.0)
        s = tl.dot(q, k) * scale
        s = tl.where((j[None, :] <= m[:, None]) & (j[None, :] < n), s, float("-inf"))
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.exp(s - new[:, None])
        fix = tl.exp(top - new)
        norm = norm * fix + tl.sum(p, 1)
        v = tl.load(v_ptr + j[:, None] * D + d[None, :], mask=j[:, None] < n, other=0.0)
        acc = acc * fix[:, None] + tl.dot(p.to(v.dtype), v)
        top = new
    tl.store(o_ptr + m[:, None] * D + d[None, :], (acc / norm[:, None]).to(o_ptr.dtype.element_ty), mask=m[:, None] < n)


@triton.jit
def grouped(a_ptr, b_ptr, c_ptr, sizes_ptr, GROUPS: tl.constexpr, N: tl.constexpr, K: tl.constexpr, BM: tl.constexpr):
    tile = tl.program_id(0)
    last = 0
    row = 0
    for g in range(GROUPS):
        rows = tl.load(sizes_ptr + g)
        tiles = tl.cdiv(rows, BM)
        while tile >= last and tile < last + tiles:
            m = (tile - last) * BM + tl.arange(0, BM)
            k = tl.arange(0, K)
            n = tl.arange(0, N)
            a = tl.load(a_ptr + (row + m)[:, None] * K + k[None, :], mask=m[:, None] < rows, other=0.0)
            b = tl.load(b_ptr + g * K * N + k[:, None] * N + n[None, :])
            c = tl.dot(a, b)
            tl.store(c_ptr + (row + m)[:, None] * N + n[None, :], c, mask=m[:, None] < rows)
            tile += tl.num_programs(0)
        last += tiles
        row += rows

# Kernels of model layers as their authors write them for GPUs.
import triton
import triton.language as tl
from triton.language.extra.cuda import libdevice


@triton.heuristics({"EVEN": lambda args: args["n_cols"] % args["BLOCK"] == 0})
@triton.jit
def rms_norm(x_ptr, w_ptr, out_ptr, x_stride, n_cols, eps, BLOCK: tl.constexpr, EVEN: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x_ptr += row * x_stride
    out_ptr += row * x_stride
    offs = tl.arange(0, BLOCK)
    if EVEN:
        x = tl.load(x_ptr + offs).to(tl.float32)
        w = tl.load(w_ptr + offs)
    else:
        x = tl.load(x_ptr + offs, mask=offs < n_cols, other=0).to(tl.float32)
        w = tl.load(w_ptr + offs, mask=offs < n_cols)
    r = tl.rsqrt(tl.sum(x * x, axis=0) / n_cols + eps)
    tl.store(out_ptr + offs, x * r * w, mask=offs < n_cols)


@triton.jit
def rope(q_ptr, cos_ptr, sin_ptr, out_ptr, heads, seq, D: tl.constexpr):
    pos = tl.program_id(0)
    head = tl.program_id(1)
    half: tl.constexpr = D // 2
    offs = tl.arange(0, half)
    base = (pos * heads + head) * D
    a = tl.load(q_ptr + base + offs)
    b = tl.load(q_ptr + base + half + offs)
    cos = tl.load(cos_ptr + pos * half + offs)
    sin = tl.load(sin_ptr + pos * half + offs)
    tl.store(out_ptr + base + offs, a * cos - b * sin)
    tl.store(out_ptr + base + half + offs, b * cos + a * sin)


@triton.jit
def swiglu(gate_ptr, up_ptr, out_ptr, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    for start in range(0, cols, BLOCK):
        offs = start + tl.arange(0, BLOCK)
        mask = offs < cols
        g = tl.load(gate_ptr + row * cols + offs, mask=mask, other=0).to(tl.float32)
        u = tl.load(up_ptr + row * cols + offs, mask=mask, other=0)
        tl.store(out_ptr + row * cols + offs, (g * tl.sigmoid(g)).to(u.dtype) * u, mask=mask)


@triton.jit
def quantize(x_ptr, q_ptr, scale_ptr, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offs = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * cols + offs, mask=offs < cols, other=0.0)
    top = tl.max(tl.abs(x), 0)
    scale = top / 127.0
    q = libdevice.rint(x * (127.0 / top))
    tl.store(scale_ptr + row, scale)
    tl.store(q_ptr + row * cols + offs, q.to(tl.int8), mask=offs < cols)


@triton.jit
def int8_matmul(a_ptr, b_ptr, sa_ptr, sb_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a_ptrs = a_ptr + m[:, None] * K + k[None, :]
    b_ptrs = b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.int32)
    for step in range(tl.cdiv(K, BK)):
        left = K - step * BK
        a = tl.load(a_ptrs, mask=(m[:, None] < M) & (k[None, :] < left), other=0)
        b = tl.load(b_ptrs, mask=(k[:, None] < left) & (n[None, :] < N), other=0)
        acc += tl.dot(a, b, out_dtype=tl.int32)
        a_ptrs += BK
        b_ptrs += BK * N
    c = acc.to(tl.float32) * tl.load(sa_ptr + m, mask=m < M)[:, None] * tl.load(sb_ptr + n, mask=n < N)[None, :]
    tl.store(c_ptr + m[:, None] * N + n[None, :], c, mask=(m < M)[:, None] & (n < N)[None, :])


@triton.jit
def embedding(idx_ptr, table_ptr, out_ptr, n, dim, BT: tl.constexpr, BD: tl.constexpr):
    t = tl.program_id(0) * BT + tl.arange(0, BT)
    d = tl.program_id(1) * BD + tl.arange(0, BD)
    rows = tl.load(idx_ptr + t, mask=t < n, other=0)
    mask = (t[:, None] < n) & (d[None, :] < dim)
    v = tl.load(table_ptr + rows[:, None] * dim + d[None, :], mask=mask)
    tl.store(out_ptr + t[:, None] * dim + d[None, :], v, mask=mask)


@triton.jit
def adamw(p_ptr, g_ptr, m_ptr, v_ptr, lr, b1, b2, eps, decay, step, n, B: tl.constexpr):
    offs = tl.program_id(0) * B + tl.arange(0, B)
    mask = offs < n
    p = tl.load(p_ptr + offs, mask=mask)
    g = tl.load(g_ptr + offs, mask=mask)
    m = tl.load(m_ptr + offs, mask=mask)
    v = tl.load(v_ptr + offs, mask=mask)
    m = b1 * m + (1 - b1) * g
    v = b2 * v * v + (1 - b2) * g * g
    c1 = 1 - tl.exp(step * tl.log(b1))
    c2 = 1 - tl.exp(step * tl.log(b2))
    p = p * (1 - lr * decay) - lr * (m / c1) / (tl.sqrt(v / c2) + eps)
    tl.store(p_ptr + offs, p, mask=mask)
    tl.store(m_ptr + offs, m, mask=mask)
    tl.store(v_ptr + offs, v, mask=mask)


@triton.jit
def group_norm(x_ptr, w_ptr, b_ptr, out_ptr, C, HW, G: tl.constexpr, B: tl.constexpr, eps=1e-5):
    n = tl.program_id(0)
    g = tl.program_id(1)
    size = C // G
    count = size * HW
    base = (n * C + g * size) * HW
    total = tl.zeros([B], tl.float32)
    square = tl.zeros([B], tl.float32)
    for start in range(0, count, B):
        offs = start + tl.arange(0, B)
        x = tl.load(x_ptr + base + offs, mask=offs < count, other=0.0)
        total += x
        square += x * x
    mean = tl.sum(total) / count
    var = tl.sum(square) / count - mean * mean
    rstd = 1.0 / tl.sqrt(var + eps)
    for start in range(0, count, B):
        offs = start + tl.arange(0, B)
        mask = offs < count
        c = g * size + offs // HW
        x = tl.load(x_ptr + base + offs, mask=mask, other=0.0)
        y = (x - mean) * rstd * tl.load(w_ptr + c, mask=mask) + tl.load(b_ptr + c, mask=mask)
        tl.store(out_ptr + base + offs, y, mask=mask)


@triton.jit
def matvec(a_ptr, x_ptr, y_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    acc = tl.zeros((BM,), tl.float32)
    for start in tl.range(0, N, BN):
        cols = start + tl.arange(0, BN)
        a = tl.load(a_ptr + rows[:, None] * N + cols[None, :], mask=(rows[:, None] < M) & (cols[None, :] < N), other=0.0)
        x = tl.load(x_ptr + cols, mask=cols < N, other=0.0)
        acc += tl.sum(a * x[None, :], axis=1)
    tl.store(y_ptr + rows, acc, mask=rows < M)


@triton.jit
def stencil(x_ptr, out_ptr, H, W, BH: tl.constexpr, BW: tl.constexpr):
    h = tl.program_id(1) * BH + tl.arange(0, BH)[:, None]
    w = tl.program_id(0) * BW + tl.arange(0, BW)[None, :]
    acc = tl.zeros((BH, BW), tl.float32)
    for dh in tl.static_range(-1, 2):
        for dw in tl.static_range(-1, 2):
            y = h + dh
            x = w + dw
            ok = (y >= 0) & (y < H) & (x >= 0) & (x < W)
            weight = 0.5 if dh == 0 and dw == 0 else 0.0625
            acc += weight * tl.load(x_ptr + y * W + x, mask=ok, other=0.0)
    tl.store(out_ptr + h * W + w, acc, mask=(h < H) & (w < W))


@triton.jit
def max_pool(x_ptr, out_ptr, at_ptr, H, W, K: tl.constexpr, S: tl.constexpr, B: tl.constexpr):
    OH = (H - K) // S + 1
    OW = (W - K) // S + 1
    i = tl.program_id(0) * B + tl.arange(0, B)
    ok = i < OH * OW
    y = i // OW * S
    x = i % OW * S
    best = tl.full([B], float("-inf"), tl.float32)
    where = tl.zeros([B], tl.int32)
    for a in range(K):
        for b in range(K):
            at = (y + a) * W + x + b
            v = tl.load(x_ptr + at, mask=ok, other=float("-inf"))
            better = v > best
            best = tl.where(better, v, best)
            where = tl.where(better, at, where)
    tl.store(out_ptr + i, best, mask=ok)
    tl.store(at_ptr + i, where, mask=ok)


@triton.jit
def moe_route(logits_ptr, weight_ptr, expert_ptr, E: tl.constexpr, K: tl.constexpr):
    row = tl.program_id(0)
    e = tl.arange(0, E)
    x = tl.load(logits_ptr + row * E + e)
    total = 0.0
    for k in tl.static_range(K):
        top, at = tl.max(x, 0, return_indices=True)
        p = tl.exp(top)
        total += p
        tl.store(weight_ptr + row * K + k, p)
        tl.store(expert_ptr + row * K + k, at)
        x = tl.where(e == at, float("-inf"), x)
    tl.debug_barrier()
    kk = tl.arange(0, K)
    tl.store(weight_ptr + row * K + kk, tl.load(weight_ptr + row * K + kk) / total)


@triton.jit
def state_scan(x_ptr, a_ptr, out_ptr, T, D: tl.constexpr):
    d = tl.arange(0, D)
    decay = tl.load(a_ptr + d)
    h = tl.zeros((D,), tl.float32)
    for t in range(T):
        h = h * decay + tl.load(x_ptr + t * D + d)
        tl.store(out_ptr + t * D + d, h)


@triton.jit
def relative_bias(q_ptr, k_ptr, bias_ptr, out_ptr, S, D: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    j = tl.program_id(1) * B + tl.arange(0, B)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + i[:, None] * D + d[None, :], mask=i[:, None] < S, other=0.0)
    k = tl.load(k_ptr + j[:, None] * D + d[None, :], mask=j[:, None] < S, other=0.0)
    s = tl.dot(q, tl.trans(k))
    distance = tl.minimum(tl.abs(i[:, None] - j[None, :]), 7)
    s += tl.load(bias_ptr + distance)
    tl.store(out_ptr + i[:, None] * S + j[None, :], s, mask=(i[:, None] < S) & (j[None, :] < S))


@triton.jit
def layer_norm_backward(dy_ptr, x_ptr, w_ptr, dx_ptr, N, eps, B: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, B)
    m = c < N
    x = tl.load(x_ptr + row * N + c, mask=m, other=0).to(tl.float32)
    dy = tl.load(dy_ptr + row * N + c, mask=m, other=0).to(tl.float32)
    w = tl.load(w_ptr + c, mask=m).to(tl.float32)
    mean = tl.sum(x) / N
    xc = tl.where(m, x - mean, 0.0)
    rstd = 1 / tl.sqrt(tl.sum(xc * xc) / N + eps)
    xhat = tl.where(m, xc * rstd, 0.0)
    wdy = tl.where(m, w * dy, 0.0)
    c1 = tl.sum(xhat * wdy, axis=0) / N
    c2 = tl.sum(wdy, axis=0) / N
    tl.store(dx_ptr + row * N + c, (wdy - (xhat * c1 + c2)) * rstd, mask=m)


@triton.jit
def column_sums(x_ptr, out_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    rows = tl.program_id(1) * BM + tl.arange(0, BM)
    mask = (rows[:, None] < M) & (n[None, :] < N)
    x = tl.load(x_ptr + rows[:, None] * N + n[None, :], mask=mask, other=0.0)
    tl.atomic_add(out_ptr + n, tl.sum(x, axis=0), mask=n < N)

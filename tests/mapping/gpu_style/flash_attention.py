# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention without the matrix of scores in memory, forward and backward, causal or full."""
import torch
import triton
import triton.language as tl

LOG2E = tl.constexpr(1.4426950408889634)


def keep(conf):
    return conf.kwargs["BLOCK_M"] * conf.kwargs["BLOCK_N"] >= 32 * 32


configs = [
    triton.Config({"BLOCK_M": bm, "BLOCK_N": bn}, num_stages=s, num_warps=w)
    for bm in [32, 64, 128] for bn in [32, 64] for s in [2, 3] for w in [4, 8]
]


@triton.jit
def _fwd_inner(acc, l_i, m_i, q, K, V, stride_n, start_m, qk_scale, N_CTX,
               BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, HEAD_DIM: tl.constexpr, STAGE: tl.constexpr):
    # Stage 1: blocks left of the diagonal; stage 2: the diagonal; stage 3: every block.
    if STAGE == 1:
        lo, hi = 0, start_m * BLOCK_M
    elif STAGE == 2:
        lo, hi = start_m * BLOCK_M, min((start_m + 1) * BLOCK_M, N_CTX)
        lo = tl.multiple_of(lo, BLOCK_M)
    else:
        lo, hi = 0, N_CTX
    offs_m = start_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_n = tl.arange(0, BLOCK_N)
    offs_d = tl.arange(0, HEAD_DIM)
    for start_n in range(lo, hi, BLOCK_N):
        start_n = tl.multiple_of(start_n, BLOCK_N)
        cols = start_n + offs_n
        k = tl.load(K + offs_d[:, None] + cols[None, :] * stride_n, mask=cols[None, :] < N_CTX, other=0.0)
        qk = tl.dot(q, k) * qk_scale
        if STAGE == 2:
            qk = tl.where(offs_m[:, None] >= cols[None, :], qk, -1.0e6)
        qk = tl.where(cols[None, :] < N_CTX, qk, -1.0e6)
        m_ij = tl.maximum(m_i, tl.max(qk, 1))
        p = tl.math.exp2(qk - m_ij[:, None])
        alpha = tl.math.exp2(m_i - m_ij)
        l_i = l_i * alpha + tl.sum(p, 1)
        acc = acc * alpha[:, None]
        v = tl.load(V + cols[:, None] * stride_n + offs_d[None, :], mask=cols[:, None] < N_CTX, other=0.0)
        acc = tl.dot(p.to(v.dtype), v, acc)
        m_i = m_ij
    return acc, l_i, m_i


@triton.autotune(list(filter(keep, configs)), key=["N_CTX", "HEAD_DIM"])
@triton.jit
def _attn_fwd(Q, K, V, sm_scale, M, Out, stride_h, stride_n, H, N_CTX,
              HEAD_DIM: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, STAGE: tl.constexpr):
    tl.static_assert(BLOCK_N <= BLOCK_M)
    start_m = tl.program_id(0)
    off_hz = tl.program_id(1)
    base = off_hz.to(tl.int64) * stride_h
    Q += base
    K += base
    V += base
    Out += base
    offs_m = start_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_d = tl.arange(0, HEAD_DIM)
    m_i = tl.zeros([BLOCK_M], dtype=tl.float32) - float("inf")
    l_i = tl.zeros([BLOCK_M], dtype=tl.float32)
    acc = tl.zeros([BLOCK_M, HEAD_DIM], dtype=tl.float32)
    q = tl.load(Q + offs_m[:, None] * stride_n + offs_d[None, :], mask=offs_m[:, None] < N_CTX, other=0.0)
    qk_scale = sm_scale * LOG2E
    if STAGE & 1:
        acc, l_i, m_i = _fwd_inner(acc, l_i, m_i, q, K, V, stride_n, start_m, qk_scale, N_CTX,
                                   BLOCK_M, BLOCK_N, HEAD_DIM, 4 - STAGE)
    if STAGE & 2:
        acc, l_i, m_i = _fwd_inner(acc, l_i, m_i, q, K, V, stride_n, start_m, qk_scale, N_CTX,
                                   BLOCK_M, BLOCK_N, HEAD_DIM, 2)
    m_i += tl.math.log2(l_i)
    acc = acc / l_i[:, None]
    tl.store(M + off_hz * N_CTX + offs_m, m_i, mask=offs_m < N_CTX)
    tl.store(Out + offs_m[:, None] * stride_n + offs_d[None, :], acc.to(Out.type.element_ty),
             mask=offs_m[:, None] < N_CTX)


@triton.jit
def _attn_bwd_preprocess(O, DO, Delta, N_CTX, BLOCK_M: tl.constexpr, HEAD_DIM: tl.constexpr):
    off_m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    off_hz = tl.program_id(1)
    off_n = tl.arange(0, HEAD_DIM)
    at = off_hz * HEAD_DIM * N_CTX + off_m[:, None] * HEAD_DIM + off_n[None, :]
    o = tl.load(O + at, mask=off_m[:, None] < N_CTX, other=0.0)
    do = tl.load(DO + at, mask=off_m[:, None] < N_CTX, other=0.0).to(tl.float32)
    tl.store(Delta + off_hz * N_CTX + off_m, tl.sum(o * do, axis=1), mask=off_m < N_CTX)


@triton.jit
def _bwd_dkdv(dk, dv, Q, k, v, sm_scale, DO, M, D, stride_n, N_CTX, start_n, first_m,
              BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, HEAD_DIM: tl.constexpr, CAUSAL: tl.constexpr):
    offs_n = start_n + tl.arange(0, BLOCK_N)
    offs_d = tl.arange(0, HEAD_DIM)
    for start_m in range(first_m, N_CTX, BLOCK_M):
        offs_m = start_m + tl.arange(0, BLOCK_M)
        rows = offs_m < N_CTX
        qT = tl.load(Q + offs_m[None, :] * stride_n + offs_d[:, None], mask=rows[None, :], other=0.0)
        m = tl.load(M + offs_m, mask=rows, other=0.0)
        pT = tl.math.exp2(tl.dot(k, qT) * (sm_scale * LOG2E) - m[None, :])
        visible = rows[None, :] & (offs_n[:, None] < N_CTX)
        if CAUSAL:
            visible = visible & (offs_m[None, :] >= offs_n[:, None])
        pT = tl.where(visible, pT, 0.0)
        do = tl.load(DO + offs_m[:, None] * stride_n + offs_d[None, :], mask=rows[:, None], other=0.0)
        dv += tl.dot(pT.to(tl.float16), do)
        Di = tl.load(D + offs_m, mask=rows, other=0.0)
        dpT = tl.dot(v, tl.trans(do)).to(tl.float32)
        dsT = (pT * (dpT - Di[None, :])).to(tl.float16)
        dk += tl.dot(dsT, tl.trans(qT))
    return dk, dv


@triton.jit
def _bwd_dq(dq, q, K, V, sm_scale, do, m, Di, stride_n, N_CTX, start_m, end_n,
            BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, HEAD_DIM: tl.constexpr, CAUSAL: tl.constexpr):
    offs_m = start_m + tl.arange(0, BLOCK_M)
    offs_d = tl.arange(0, HEAD_DIM)
    for start_n in range(0, end_n, BLOCK_N):
        offs_n = start_n + tl.arange(0, BLOCK_N)
        cols = offs_n < N_CTX
        kT = tl.load(K + offs_n[None, :] * stride_n + offs_d[:, None], mask=cols[None, :], other=0.0)
        vT = tl.load(V + offs_n[None, :] * stride_n + offs_d[:, None], mask=cols[None, :], other=0.0)
        p = tl.math.exp2(tl.dot(q, kT) * (sm_scale * LOG2E) - m)
        visible = cols[None, :]
        if CAUSAL:
            visible = visible & (offs_m[:, None] >= offs_n[None, :])
        p = tl.where(visible, p, 0.0)
        ds = (p * (tl.dot(do, vT) - Di[:, None])).to(tl.float16)
        dq += tl.dot(ds, tl.trans(kT))
    return dq


@triton.jit
def _attn_bwd(Q, K, V, sm_scale, DO, DQ, DK, DV, M, D, stride_h, stride_n, N_CTX,
              BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, HEAD_DIM: tl.constexpr, CAUSAL: tl.constexpr):
    block = tl.program_id(0)
    bhid = tl.program_id(1)
    adj = (stride_h * bhid).to(tl.int64)
    Q += adj
    K += adj
    V += adj
    DO += adj
    DQ += adj
    DK += adj
    DV += adj
    M += bhid * N_CTX
    D += bhid * N_CTX
    offs_d = tl.arange(0, HEAD_DIM)

    start_n = block * BLOCK_N
    offs_n = start_n + tl.arange(0, BLOCK_N)
    at_n = offs_n[:, None] * stride_n + offs_d[None, :]
    in_n = offs_n[:, None] < N_CTX
    k = tl.load(K + at_n, mask=in_n, other=0.0)
    v = tl.load(V + at_n, mask=in_n, other=0.0)
    dk = tl.zeros([BLOCK_N, HEAD_DIM], dtype=tl.float32)
    dv = tl.zeros([BLOCK_N, HEAD_DIM], dtype=tl.float32)
    first_m = (start_n // BLOCK_M) * BLOCK_M if CAUSAL else 0
    dk, dv = _bwd_dkdv(dk, dv, Q, k, v, sm_scale, DO, M, D, stride_n, N_CTX, start_n, first_m,
                       BLOCK_M, BLOCK_N, HEAD_DIM, CAUSAL)
    tl.store(DV + at_n, dv, mask=in_n)
    tl.store(DK + at_n, dk * sm_scale, mask=in_n)

    start_m = block * BLOCK_N
    offs_m = start_m + tl.arange(0, BLOCK_N)
    at_m = offs_m[:, None] * stride_n + offs_d[None, :]
    in_m = offs_m[:, None] < N_CTX
    q = tl.load(Q + at_m, mask=in_m, other=0.0)
    do = tl.load(DO + at_m, mask=in_m, other=0.0)
    m = tl.load(M + offs_m, mask=offs_m < N_CTX, other=0.0)[:, None]
    Di = tl.load(D + offs_m, mask=offs_m < N_CTX, other=0.0)
    end_n = min(start_m + BLOCK_N, N_CTX) if CAUSAL else N_CTX
    dq = tl.zeros([BLOCK_N, HEAD_DIM], dtype=tl.float32)
    dq = _bwd_dq(dq, q, K, V, sm_scale, do, m, Di, stride_n, N_CTX, start_m, end_n,
                 BLOCK_N, BLOCK_M, HEAD_DIM, CAUSAL)
    tl.store(DQ + at_m, dq * sm_scale, mask=in_m)


def attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, causal: bool, sm_scale: float):
    batch, heads, n_ctx, head_dim = q.shape
    o = torch.empty_like(q)
    m = torch.empty((batch, heads, n_ctx), device=q.device, dtype=torch.float32)
    grid = lambda args: (triton.cdiv(n_ctx, args["BLOCK_M"]), batch * heads, 1)
    _attn_fwd[grid](q, k, v, sm_scale, m, o, q.stride(1), q.stride(2), heads, n_ctx,
                    HEAD_DIM=head_dim, STAGE=3 if causal else 1)
    return o, m

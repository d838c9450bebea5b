# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Fused attention with block pointers, stages and an inner function with many results.
# RUN: charonia-emit %s | FileCheck %s
# ARGS: q:*fp16 kp:*fp16 v:*fp16 out:*fp16 lse:*fp32 scale:fp32=0.5 stride:i32=64 n:i32=128
# CONSTS: D=64 BM=64 BN=32 STAGE=3
# CHECK: tt.func public @k
# CHECK-DAG: tt.dot
# CHECK-DAG: math.exp2
# CHECK-DAG: tt.store {{.*}} : tensor<64x64x!tt.ptr<f16>>
import triton
import triton.language as tl


@triton.jit
def inner(acc, l, m, q, kb, vb, start, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, STAGE: tl.constexpr,
          om: tl.constexpr, on: tl.constexpr, n: tl.constexpr, fp8: tl.constexpr):
    if STAGE == 1:
        lo, hi = 0, start * BM
    elif STAGE == 2:
        lo, hi = start * BM, (start + 1) * BM
        lo = tl.multiple_of(lo, BM)
    else:
        lo, hi = 0, n
    kb = tl.advance(kb, (0, lo))
    vb = tl.advance(vb, (lo, 0))
    for at in range(lo, hi, BN):
        at = tl.multiple_of(at, BN)
        kt = tl.load(kb)
        qk = tl.dot(q, kt)
        if STAGE == 2:
            mask = om[:, None] >= (at + on[None, :])
            qk = qk * scale + tl.where(mask, 0, -1.0e6)
            best = tl.maximum(m, tl.max(qk, 1))
            qk -= best[:, None]
        else:
            best = tl.maximum(m, tl.max(qk, 1) * scale)
            qk = qk * scale - best[:, None]
        p = tl.math.exp2(qk)
        alpha = tl.math.exp2(m - best)
        l = l * alpha + tl.sum(p, 1)
        acc = acc * alpha[:, None]
        vt = tl.load(vb)
        if fp8:
            p = p.to(tl.float8e5)
        else:
            p = p.to(tl.float16)
        acc = tl.dot(p, vt, acc)
        m = best
        vb = tl.advance(vb, (BN, 0))
        kb = tl.advance(kb, (0, BN))
    return acc, l, m


@triton.jit
def k(q, kp, v, out, lse, scale, stride, n, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, STAGE: tl.constexpr):
    tl.static_assert(BN <= D)
    start = tl.program_id(0)
    head = tl.program_id(1)
    base = head.to(tl.int64) * stride
    qb = tl.make_block_ptr(base=q + base, shape=(n, D), strides=(D, 1), offsets=(start * BM, 0), block_shape=(BM, D), order=(1, 0))
    order: tl.constexpr = (0, 1) if v.dtype.element_ty == tl.float8e5 else (1, 0)
    vb = tl.make_block_ptr(base=v + base, shape=(n, D), strides=(D, 1), offsets=(0, 0), block_shape=(BN, D), order=order)
    kb = tl.make_block_ptr(base=kp + base, shape=(D, n), strides=(1, D), offsets=(0, 0), block_shape=(D, BN), order=(0, 1))
    ob = tl.make_block_ptr(base=out + base, shape=(n, D), strides=(D, 1), offsets=(start * BM, 0), block_shape=(BM, D), order=(1, 0))
    om = start * BM + tl.arange(0, BM)
    on = tl.arange(0, BN)
    m = tl.zeros([BM], dtype=tl.float32) - float("inf")
    l = tl.zeros([BM], dtype=tl.float32) + 1.0
    acc = tl.zeros([BM, D], dtype=tl.float32)
    scale *= 1.44269504
    qt = tl.load(qb)
    if STAGE & 1:
        acc, l, m = inner(acc, l, m, qt, kb, vb, start, scale, BM, BN, D, 4 - STAGE, om, on, n, v.dtype.element_ty == tl.float8e5)
    if STAGE & 2:
        acc, l, m = inner(acc, l, m, qt, kb, vb, start, scale, BM, BN, D, 2, om, on, n, v.dtype.element_ty == tl.float8e5)
    m += tl.math.log2(l)
    acc = acc / l[:, None]
    tl.store(lse + head * n + om, m)
    tl.store(ob, acc.to(out.type.element_ty))

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Layer norm, forward and backward with a lock.
# RUN: charonia-emit %s | FileCheck %s
# ARGS: x:*fp16 y:*fp16 w:*fp16 b:*fp16 mean:*fp32 rstd:*fp32 dy:*fp16 dx:*fp16 dw:*fp32 locks:*i32 stride:i32=64 n:i32=60 eps:fp32=0.00001
# CONSTS: BLOCK=64
# CHECK: tt.func public @k
# CHECK-DAG: scf.for
# CHECK-DAG: "tt.reduce"
# CHECK-DAG: scf.while
# CHECK-DAG: tt.atomic_cas
# CHECK-DAG: tt.atomic_rmw exch
import triton
import triton.language as tl


@triton.jit
def forward(x, y, w, b, mean, rstd, row, n, eps, BLOCK: tl.constexpr):
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        total += tl.load(x + cols, mask=cols < n, other=0.0).to(tl.float32)
    mu = tl.sum(total, axis=0) / n
    spread = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        v = tl.load(x + cols, mask=cols < n, other=0.0).to(tl.float32)
        centred = tl.where(cols < n, v - mu, 0.0)
        spread += centred * centred
    inverse = 1 / tl.sqrt(tl.sum(spread, axis=0) / n + eps)
    tl.store(mean + row, mu)
    tl.store(rstd + row, inverse)
    for start in range(0, n, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n
        hat = (tl.load(x + cols, mask=mask, other=0.0).to(tl.float32) - mu) * inverse
        tl.store(y + cols, hat * tl.load(w + cols, mask=mask) + tl.load(b + cols, mask=mask), mask=mask)


@triton.jit
def k(x, y, w, b, mean, rstd, dy, dx, dw, locks, stride, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    x += row * stride
    y += row * stride
    forward(x, y, w, b, mean, rstd, row, n, eps, BLOCK=BLOCK)
    cols = tl.arange(0, BLOCK)
    mask = cols < n
    xs = tl.load(x + cols, mask=mask, other=0).to(tl.float32)
    grad = tl.load(dy + row * stride + cols, mask=mask, other=0).to(tl.float32)
    scale = tl.load(w + cols, mask=mask).to(tl.float32)
    inverse = tl.load(rstd + row)
    hat = tl.where(mask, (xs - tl.load(mean + row)) * inverse, 0.0)
    weighted = tl.where(mask, scale * grad, 0.0)
    c1 = tl.sum(hat * weighted, axis=0) / n
    c2 = tl.sum(weighted, axis=0) / n
    tl.store(dx + row * stride + cols, (weighted - (hat * c1 + c2)) * inverse, mask=mask)
    part = (grad * hat).to(scale.dtype)
    lock = locks + row % 8
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    count = tl.load(lock + 8)
    if count == 0:
        tl.atomic_xchg(lock + 8, 1)
    else:
        part += tl.load(dw + cols, mask=mask)
    tl.store(dw + cols, part, mask=mask)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# KP0102: lanes that a load's mask switches off are summed, scanned, multiplied.
# RUN: %python %S/Inputs/lint.py %s %t | FileCheck %s
# RUN: %python %S/Inputs/lint.py %s %t --fix | FileCheck %s --check-prefix=FIXED
import triton
import triton.language as tl


# CHECK: == summed: 1
# CHECK-NEXT: warning KP0102 `v` is loaded with a mask and without `other`: lanes that the mask switches off are combined with the others
# CHECK-NEXT: a reduction combines lanes here
# CHECK-NEXT: stored here
# CHECK-NEXT: , other=0.0
# FIXED: == summed fixed: 0
# LAUNCH B=64 x=*fp32[50] o=*fp32[1] n=50
@triton.jit
def summed(x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(x + i, mask=i < n)
    tl.store(o, tl.sum(v, axis=0))


# CHECK: == summed_where: 0
# LAUNCH B=64 x=*fp32[50] o=*fp32[1] n=50
@triton.jit
def summed_where(x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(x + i, mask=i < n)
    tl.store(o, tl.sum(tl.where(i < n, v * 3, 0), axis=0))


# A row that the mask switches off gives a row sum that is not stored.
# CHECK: == rows: 0
# LAUNCH B=64 x=*fp32[3200] o=*fp32[50] n=50
@triton.jit
def rows(x, o, n, B: tl.constexpr):
    r = tl.arange(0, B)[:, None]
    c = tl.arange(0, B)[None, :]
    v = tl.load(x + r * B + c, mask=r < n)
    tl.store(o + tl.arange(0, B), tl.sum(v, axis=1), mask=tl.arange(0, B) < n)


# CHECK: == columns: 1
# CHECK: warning KP0102
# FIXED: == columns fixed: 0
# LAUNCH B=64 x=*fp32[4096] o=*fp32[64] n=50
@triton.jit
def columns(x, o, n, B: tl.constexpr):
    r = tl.arange(0, B)[:, None]
    c = tl.arange(0, B)[None, :]
    v = tl.load(x + r * B + c, mask=c < n)
    tl.store(o + tl.arange(0, B), tl.sum(v, axis=1))


# Running sums from below only see what lies below.
# CHECK: == running: 0
# LAUNCH B=64 x=*fp32[50] o=*fp32[50] n=50
@triton.jit
def running(x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(x + i, mask=i < n)
    tl.store(o + i, tl.cumsum(v, axis=0), mask=i < n)


# CHECK: == running_down: 1
# CHECK: warning KP0102
# CHECK-NEXT: a scan combines lanes here
# FIXED: == running_down fixed: 0
# LAUNCH B=64 x=*fp32[50] o=*fp32[50] n=50
@triton.jit
def running_down(x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(x + i, mask=i < n)
    tl.store(o + i, tl.cumsum(v, axis=0, reverse=True), mask=i < n)


# The ragged end of k.
# CHECK: == matmul: 2
# CHECK: warning KP0102 `at`
# CHECK-NEXT: a dot combines lanes here
# CHECK: warning KP0102 `bt`
# FIXED: == matmul fixed: 0
# LAUNCH B=16 a=*fp16[640] b=*fp16[640] o=*fp32[256] k=40
@triton.jit
def matmul(a, b, o, k, B: tl.constexpr):
    i = tl.arange(0, B)
    acc = tl.zeros((B, B), tl.float32)
    for start in range(0, k, B):
        left = k - start
        at = tl.load(a + i[:, None] * k + start + i[None, :], mask=i[None, :] < left)
        bt = tl.load(b + (start + i[:, None]) * B + i[None, :], mask=i[:, None] < left)
        acc = tl.dot(at, bt, acc)
    tl.store(o + i[:, None] * B + i[None, :], acc)


# Rows of a and columns of b stay apart.
# CHECK: == matmul_edges: 0
# LAUNCH B=16 a=*fp16[160] b=*fp16[192] o=*fp32[120] m=10 n=12
@triton.jit
def matmul_edges(a, b, o, m, n, B: tl.constexpr):
    i = tl.arange(0, B)
    at = tl.load(a + i[:, None] * B + i[None, :], mask=i[:, None] < m)
    bt = tl.load(b + i[:, None] * n + i[None, :], mask=i[None, :] < n)
    c = tl.dot(at, bt)
    tl.store(o + i[:, None] * n + i[None, :], c, mask=(i[:, None] < m) & (i[None, :] < n))


# Accumulated over a loop, the way it should be and without `where`.
# CHECK: == accumulated: 0
# CHECK: == accumulated_all: 1
# CHECK: warning KP0102
# FIXED: == accumulated_all fixed: 0
# LAUNCH B=16 x=*fp32[40] o=*fp32[1] n=40
@triton.jit
def accumulated(x, o, n, B: tl.constexpr):
    acc = tl.zeros((B,), tl.float32)
    for start in range(0, n, B):
        i = start + tl.arange(0, B)
        acc = tl.where(i < n, acc + tl.load(x + i, mask=i < n), acc)
    tl.store(o, tl.sum(acc, axis=0))


# LAUNCH B=16 x=*fp32[40] o=*fp32[1] n=40
@triton.jit
def accumulated_all(x, o, n, B: tl.constexpr):
    acc = tl.zeros((B,), tl.float32)
    for start in range(0, n, B):
        i = start + tl.arange(0, B)
        acc += tl.load(x + i, mask=i < n)
    tl.store(o, tl.sum(acc, axis=0))

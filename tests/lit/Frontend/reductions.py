# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Reductions in all forms: axis, all, keep_dims, indices with ties, custom combine, tuples.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: x:*fp32[8]=3,1,4,1,5,9,2,6 out:*fp32[16] where:*i32[8]
# CHECK: out = 9 22 31 9 1 540 5 9 31 12 120
# CHECK: where = 1 1 2 1 5 18 15 0
import triton
import triton.language as tl


@triton.jit
def largest(a, b):
    return tl.maximum(a, b)


@triton.jit
def sum_and_product(a, p, b, q):
    return a + b, p * q


@triton.jit
def k(x, out, where):
    i = tl.arange(0, 8)
    v = tl.load(x + i)
    m = tl.reshape(v, [2, 4])
    rows = tl.sum(m, axis=1)
    a, b = tl.split(rows)
    tl.store(out, a)
    tl.store(out + 1, b)
    tl.store(out + 2, tl.sum(v))
    tl.store(out + 3, tl.max(v, 0))
    tl.store(out + 4, tl.min(v))
    first, second = tl.reduce((m, m), 1, sum_and_product)
    p, q = tl.split(second)
    tl.store(out + 5, q)
    kept = tl.max(m, axis=1, keep_dims=True)
    tl.static_assert(kept.shape == [2, 1])
    r0, r1 = tl.split(m.reduce(1, largest) * 1.0)
    tl.store(out + 6, tl.minimum(r0 + 1.0, r1))
    tl.store(out + 7, tl.max(kept))
    tl.store(out + 8, v.sum())
    s0, s1 = tl.split(tl.reduce(m, 1, largest))
    tl.store(out + 9, s1 + 3)
    tl.store(out + 10, tl.reduce(tl.arange(1, 9).to(tl.float32) * (tl.arange(0, 8) < 5) + (tl.arange(0, 8) >= 5), 0, times))
    low, at = tl.min(v, 0, return_indices=True)
    tl.store(where, at)
    tl.store(where + 1, tl.argmin(v, axis=0, tie_break_left=True))
    n0, n1 = tl.split(tl.argmin(m, 1))
    tl.store(where + 2, n0 + n1 + tl.argmax(v, 0) - 6)
    tl.store(where + 3, low.to(tl.int32))
    tl.store(where + 4, tl.argmax(v, 0))
    tl.store(where + 5, tl.xor_sum(v.to(tl.int32), 0) + 3)
    tl.store(where + 6, tl.reduce_or(v.to(tl.int32), 0))
    t = tl.sum(i.to(tl.int8))
    tl.static_assert(t.dtype == tl.int32)
    b16 = tl.max(v.to(tl.bfloat16))
    tl.static_assert(b16.dtype == tl.float32)


@triton.jit
def times(a, b):
    return a * b

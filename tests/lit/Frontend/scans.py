# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Scans: cumsum, cumprod, associative_scan with a tuple, reverse.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: x:*fp32[4]=1,2,3,4 out:*fp32[4] back:*fp32[4] product:*fp32[4] linear:*fp32[4]
# CHECK: out = 1 3 6 10
# CHECK: back = 10 9 7 4
# CHECK: product = 1 2 6 24
# CHECK: linear = 1 2.5 4.25 6.125
import triton
import triton.language as tl


@triton.jit
def recurrence(a, b, c, d):
    return a * c, c * b + d


@triton.jit
def k(x, out, back, product, linear):
    i = tl.arange(0, 4)
    v = tl.load(x + i)
    tl.store(out + i, tl.cumsum(v, 0))
    tl.store(back + i, v.cumsum(axis=0, reverse=True))
    tl.store(product + i, tl.cumprod(v))
    a, b = tl.associative_scan((tl.full((4,), 0.5, tl.float32), v), 0, recurrence)
    tl.store(linear + i, b)

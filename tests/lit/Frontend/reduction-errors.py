# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Wrong reductions, scans and sorts.
# RUN: not charonia-emit %s | FileCheck %s
# ARGS: x:*fp32
# CHECK: 18:9: error: KF0308 `tl.sum`: axis 2 is out of range for a block of rank 1
# CHECK: 19:9: error: KF0504 `tl.max`: only blocks can be reduced, not a scalar fp32
# CHECK: 20:9: error: KF0601 `tl.xor_sum`: integers are needed, not fp32
# CHECK: 21:9: error: KF0601 `tl.sort`: only the last dimension is possible
# CHECK: 22:9: error: KF0305 tl.histogram counts a one-dimensional block of integers
# CHECK: 23:9: error: KF0304
import triton
import triton.language as tl


@triton.jit
def k(x):
    v = tl.load(x + tl.arange(0, 8))
    a = tl.sum(v, axis=2)
    b = tl.max(tl.load(x))
    c = tl.xor_sum(v, 0)
    d = tl.sort(tl.reshape(v, [2, 4]), 0)
    e = tl.histogram(v, 8)
    f = tl.histogram(v.to(tl.int32), 7)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Values of slices.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: x:*i32[8]=ramp out:*i32[4] all:*i32[8]
# CHECK: out = 1 3 5 7
# CHECK: all = 0 1 10 30 50 70 6 7
import triton
import triton.language as tl


@triton.jit
def k(x, out, all):
    i = tl.arange(0, 8)
    v = tl.load(x + i)
    odd = tl.extract_slice(v, [1], [4], [2])
    tl.store(out + tl.arange(0, 4), odd)
    tl.store(all + i, tl.insert_slice(v, odd * 10, [2], [4], [1]))

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tl.map_elementwise with a branch in its function.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: x:*i32[4]=ramp out:*i32[4]
# CHECK: out = 0 3 20 30
import triton
import triton.language as tl


@triton.jit
def pick(a, b):
    if a > 1:
        return a * 10
    else:
        return a * b


@triton.jit
def k(x, out):
    i = tl.arange(0, 4)
    v = tl.load(x + i)
    tl.store(out + i, tl.map_elementwise(pick, v, v + 2))

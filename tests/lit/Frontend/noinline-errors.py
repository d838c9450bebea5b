# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A noinline function does not take blocks.
# RUN: not charonia-emit %s | FileCheck %s
# ARGS: x:*fp32
# CHECK: 17:5: error: KF0205 `far` is noinline and takes scalars only, not a block fp32[4]
import triton
import triton.language as tl


@triton.jit(noinline=True)
def far(p, v):
    tl.store(p, v + 1.0)


@triton.jit
def k(x):
    far(x, tl.load(x + tl.arange(0, 4)))

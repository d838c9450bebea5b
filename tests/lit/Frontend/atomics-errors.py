# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Atomics that do not exist.
# RUN: not charonia-emit %s | FileCheck %s
# ARGS: x:*fp32 h:*fp16 b:*i8
# CHECK: 15:5: error: KF0305 tl.atomic_and does not work on fp32
# CHECK: 16:5: error: KF0305 tl.atomic_max does not work on fp16
# CHECK: 17:5: error: KF0305 tl.atomic_add does not work on i8
# CHECK: 18:{{[0-9]+}}: error: KF0203 the memory order `sem` of tl.atomic_add is "relaxed", "acquire", "release" or "acq_rel", not "weak"
import triton
import triton.language as tl


@triton.jit
def k(x, h, b):
    tl.atomic_and(x, 1)
    tl.atomic_max(h, 1.0)
    tl.atomic_add(b, 1)
    tl.atomic_add(x, 1.0, sem="weak")

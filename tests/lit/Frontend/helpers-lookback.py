# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A scan over program instances through memory, and the parts of a number.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: x:*fp32[4]=1,2,3,4 scratch:*u64[4] out:*fp32[4] parts:*fp32[4] powers:*i32[4]
# GRID: 4
# CHECK: out = 0 1 3 6
# CHECK: parts = 0.5 0.5 0.75 0.5
# CHECK: powers = 1 2 2 3
import triton
import triton.language as tl
from torch._inductor.runtime import triton_helpers


@triton.jit
def add(a, b):
    return a + b


@triton.jit
def k(x, scratch, out, parts, powers):
    pid = tl.program_id(0)
    v = tl.load(x + pid)
    before = triton_helpers.exclusive_scan_decoupled_lookback(scratch, v, pid, add, tl.uint32, tl.uint64)
    tl.store(out + pid, before)
    m, e = triton_helpers.frexp(v)
    tl.store(parts + pid, m)
    tl.store(powers + pid, e)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A row softmax with rows strided over programs, and a dropout by seed.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: x:*fp32[8]=0,0,0,0,1,2,3,4 y:*fp32[8] dropped:*fp32[8] rows:i32=2 cols:i32=4 seed:i32=123
# CONSTS: BLOCK=8
# CHECK: y = 0.25 0.25 0.25 0.25 0.032058
# CHECK: dropped = 
import triton
import triton.language as tl


@triton.jit
def dropped_out(v, keep, seed, at):
    random = tl.rand(seed, at)
    return tl.where(random < keep, v / keep, 0.0)


@triton.jit
def k(x, y, dropped, rows, cols, seed, BLOCK: tl.constexpr, num_stages: tl.constexpr = 2):
    start = tl.program_id(0)
    step = tl.num_programs(0)
    for row in tl.range(start, rows, step, num_stages=num_stages):
        at = tl.arange(0, BLOCK)
        mask = at < cols
        v = tl.load(x + row * cols + at, mask=mask, other=-float("inf"))
        v = v - tl.max(v, axis=0)
        e = tl.exp(v)
        s = e / tl.sum(e, axis=0)
        tl.static_assert(tl.softmax(v).dtype == tl.float32)
        tl.store(y + row * cols + at, s, mask=mask)
        tl.store(dropped + row * cols + at, dropped_out(s, 0.5, seed, row * cols + at), mask=mask)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# sort, topk, flip, gather, histogram, swizzle2d, cdiv, interleave.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: x:*fp32[8]=3,1,4,1,5,9,2,6 up:*fp32[8] down:*fp32[8] top:*fp32[2] back:*fp32[8] picked:*fp32[4] counts:*i32[4] twice:*fp32[16] misc:*i32[4]
# CHECK: up = 1 1 2 3 4 5 6 9
# CHECK: down = 9 6 5 4 3 2 1 1
# CHECK: top = 9 6
# CHECK: back = 6 2 9 5 1 4 1 3
# CHECK: picked = 6 2 9 5
# CHECK: counts = 0 2 1 1
# CHECK: twice = 3 6 1 2 4 8 1 2 5 10 9 18 2 4 6 12
# CHECK: misc = 1 2 3 2
import triton
import triton.language as tl


@triton.jit
def k(x, up, down, top, back, picked, counts, twice, misc):
    i = tl.arange(0, 8)
    v = tl.load(x + i)
    tl.store(up + i, tl.sort(v))
    tl.store(down + i, v.sort(descending=True))
    tl.store(top + tl.arange(0, 2), tl.topk(v, 2))
    tl.store(back + i, tl.flip(v, 0))
    tl.store(picked + tl.arange(0, 4), tl.gather(v, 7 - tl.arange(0, 4), 0))
    tl.store(counts + tl.arange(0, 4), tl.histogram(v.to(tl.int32), 4))
    tl.store(twice + tl.arange(0, 16), tl.interleave(v, v * 2))
    row, col = tl.swizzle2d(1, 2, 4, 4, 2)
    a, b = tl.swizzle2d(1, 3, 4, 4, 2)
    tl.store(misc, row - row + 1)
    tl.store(misc + 1, tl.cdiv(7, 4))
    tl.store(misc + 2, a * 0 + b)
    tl.store(misc + 3, triton.cdiv(8, 4))

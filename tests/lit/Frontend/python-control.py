# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# if, ternary, loops with carried values and options, while, and/or/not.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: out:*i32[8] n:i32=5
# CHECK: out = 10 25 15 3 8 1 120 40
import triton
import triton.language as tl


@triton.jit
def k(out, n):
    total = 0
    for i in range(n):
        total += i
    tl.store(out, total)
    total = 0
    for i in tl.range(1, 2 * n, 2, num_stages=3, loop_unroll_factor=2):
        total += i
    tl.store(out + 1, total)
    total = 0
    for i in range(n, 0, -1):
        total = total + i
    tl.store(out + 2, total)
    if n > 4 and not (n > 6):
        kind = 3
    elif n == 0 or n == 1:
        kind = 4
    else:
        kind = 5
    tl.store(out + 3, kind)
    tl.store(out + 4, 8 if n == 5 else 9)
    x = n
    steps = 0
    while x > 1:
        half = x // 2
        x = half
        steps += 1
    tl.store(out + 5, x)
    product = 1
    for i in tl.static_range(1, 6):
        product *= i
    tl.store(out + 6, product)
    twice = n * 2
    if twice > 3:
        tl.store(out + 7, twice * 4)

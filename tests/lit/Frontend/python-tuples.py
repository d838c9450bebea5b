# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tuples: nested results, slices, concatenation, loops that carry them, comprehension.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: out:*i32[8]
# CHECK: out = 6 34 3 5 4 2 9 1
import triton
import triton.language as tl


@triton.jit
def swap(pair):
    a, b = pair
    return b, a


@triton.jit
def k(out):
    one = tl.load(out) + 1
    t = (one, one + 1, one + 2)
    total = one * 0
    for i in tl.static_range(len(t)):
        total += t[i]
    tl.store(out, total)
    pair = (one, one + 1)
    for i in range(6):
        a, b = pair
        pair = (b, a + b)
    tl.store(out + 1, pair[1] - 0)
    tl.store(out + 2, t[-1])
    longer = t[1:] + (one + 4,)
    tl.store(out + 3, longer[-1])
    doubled = [v * 2 for v in t[::2]]
    tl.store(out + 4, doubled[1] - doubled[0])
    x, y = swap((one, one + 1))
    tl.store(out + 5, x)
    static: tl.constexpr = (4, 5) * 2
    tl.store(out + 6, static[0] + static[3])
    tl.store(out + 7, getattr(tl, "nothing", 1) if (1, 2) == (1, 2) else 0)

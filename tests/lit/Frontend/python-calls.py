# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Defaults, keywords, nested calls, tuple results, *arguments, functions as arguments.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: out:*i32[8]
# CHECK: out = 12 7 5 21 6 3 24 11
import triton
import triton.language as tl


@triton.jit
def scaled(x, factor=2, *, offset: tl.constexpr = 0):
    """A docstring."""
    return x * factor + offset


@triton.jit
def both(a, b):
    return a + b, a - b


@triton.jit
def apply(f: tl.constexpr, a, b):
    return f(a, b)


@triton.jit
def product(a, b):
    return a * b


@triton.jit
def early(x):
    if x > 5:
        return x
    return x + 10


@triton.jit
def total(*values):
    result = values[0]
    for i in tl.static_range(1, len(values)):
        result += values[i]
    return result


@triton.jit
def k(out):
    six = tl.load(out) + 6
    tl.store(out, scaled(six))
    tl.store(out + 1, scaled(six, offset=1, factor=1))
    s, d = both(six, 1)
    tl.store(out + 2, d)
    pair = (six, s)
    (p, (q, r)) = (six, both(s, 2))
    tl.store(out + 3, apply(product, pair[1], 3))
    tl.store(out + 4, early(six))
    tl.store(out + 5, total(six, -1, -2))
    tl.store(out + 6, total(*pair, *both(p, 2)) + q - p - r + 1)
    tl.store(out + 7, early(six - 5))

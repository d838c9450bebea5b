# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Helpers that a kernel imports."""
import triton
import triton.language as tl

from .more import third as three

FACTOR = tl.constexpr(2)
PLAIN = 7


@triton.jit
def scale(x):
    return x * FACTOR


@triton.jit
def broken(x):
    return x.nothing()


@triton.jit
def thrice(x):
    return three(x)

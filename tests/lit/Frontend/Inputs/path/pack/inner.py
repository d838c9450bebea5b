# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A module of the package."""
import triton
import triton.language as tl


@triton.jit
def quadruple(x):
    return x * 4

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imported by another helper."""
import triton
import triton.language as tl


@triton.jit
def third(x):
    return x * 3

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Packages of a search path; functions made by a call of triton.jit; a file that is not there is named.
# RUN: charonia-emit --run --path %S/Inputs/path %s | FileCheck %s
# RUN: not charonia-emit --run %s | FileCheck %s --check-prefix=NONE
# ARGS: out:*i32[4]
# CHECK: out = 4 8 6 0
# NONE: error: KF0105 `four_times` is not available in a kernel: there is no pack.py in
import triton
import triton.language as tl
import pack.inner
from pack import four_times


def plain(x):
    return x * 6


six_times = triton.jit(plain)


@triton.jit
def k(out):
    one = tl.load(out) + 1
    tl.store(out, four_times(one))
    tl.store(out + 1, pack.inner.quadruple(one + 1))
    tl.store(out + 2, six_times(one))

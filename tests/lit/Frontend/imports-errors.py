# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is wrong in another file is named with that file; what is not there too.
# RUN: not charonia-emit %s | FileCheck %s
# ARGS: x:*fp32
# CHECK: Inputs/helpers.py:19:12: error: KF0104 {{.*}}no attribute `nothing`
# CHECK: 19:9: error: KF0103 there is no `scal` in `{{.*}}helpers.py`; did you mean `scale`?
# CHECK: 20:13: error: KF0102 the global `PLAIN` is an ordinary Python variable
# CHECK: 21:9: error: KF0105 `f` is not available in a kernel: there is no nowhere.py in the folder of the kernel or the search paths
import triton
import triton.language as tl
from Inputs import helpers
from nowhere import f


@triton.jit
def k(x):
    v = tl.load(x)
    a = helpers.broken(v)
    b = helpers.scal(v)
    c = v + helpers.PLAIN
    d = f(v)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Names that are not there, with the nearest one.
# RUN: not charonia-emit %s | FileCheck %s
# ARGS: x:*fp32
# CHECK: 35:9: error: KF0103 there is no `tl.exp3`; did you mean `tl.exp`?
# CHECK: 36:9: error: KF0103 there is no `triton.language.extra.libdevice.rsqrtt`; did you mean `triton.language.extra.libdevice.rsqrt`?
# CHECK: 37:9: error: KF0104 a scalar fp32 has no attribute `summ`; did you mean `sum`?
# CHECK: 38:{{[0-9]+}}: error: KF0201 `tl.load` has no parameter `masks`; did you mean `mask`?
# CHECK: 39:9: error: KF0106 `tl.inline_asm_elementwise` is not supported yet
# CHECK: 40:9: error: KF0105 `torch.relu` is not available in a kernel
# CHECK: 41:13: error: KF0102 the global `SIZE` is an ordinary Python variable
# CHECK: 42:9: error: KF0101 `vv` is not defined
# CHECK: 43:9: error: KF0054 `helper` is an ordinary Python function
# CHECK: 44:9: error: KF0106 objects of the class `Pair` are not supported yet
import triton
import triton.language as tl
import torch
from triton.language.extra import libdevice


SIZE = 4


class Pair:
    pass


def helper(x):
    return x


@triton.jit
def k(x):
    v = tl.load(x)
    a = tl.exp3(v)
    b = libdevice.rsqrtt(v)
    c = v.summ()
    d = tl.load(x, masks=True)
    e = tl.inline_asm_elementwise("mov", "r", [v], tl.int32, True, 1)
    f = torch.relu(v)
    g = v + SIZE
    h = vv
    i = helper(v)
    j = Pair(v)

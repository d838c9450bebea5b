# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# KP0103 and KP0104: lanes that a load's mask switches off make addresses, masks, branches.
# RUN: %python %S/Inputs/lint.py %s %t | FileCheck %s
# RUN: %python %S/Inputs/lint.py %s %t --fix | FileCheck %s --check-prefix=FIXED
import triton
import triton.language as tl


# CHECK: == address: 1
# CHECK-NEXT: warning KP0103 `j` is loaded with a mask and without `other`: lanes that the mask switches off make an address or a mask
# CHECK-NEXT: used for an address here
# CHECK-NEXT: , other=0
# FIXED: == address fixed: 0
# LAUNCH B=64 idx=*i32[50]{0..9} x=*fp32[10] o=*fp32[64] n=50
@triton.jit
def address(idx, x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    j = tl.load(idx + i, mask=i < n)
    tl.store(o + i, tl.load(x + j))


# CHECK: == address_masked: 0
# LAUNCH B=64 idx=*i32[50]{0..9} x=*fp32[10] o=*fp32[50] n=50
@triton.jit
def address_masked(idx, x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    j = tl.load(idx + i, mask=i < n)
    v = tl.load(x + j, mask=(i < n) & (j >= 0))
    tl.store(o + i, v, mask=i < n)


# CHECK: == branch: 1
# CHECK-NEXT: warning KP0104 {{.*}} decide what is run
# CHECK-NEXT: decides here what is run
# FIXED: == branch fixed: 0
# LAUNCH grid=4 x=*i32[3]{0..9} o=*i32[4] n=3
@triton.jit
def branch(x, o, n):
    p = tl.program_id(0)
    v = tl.load(x + p, mask=p < n)
    if v > 3:
        tl.store(o + p, 1)


# CHECK: == branch_guarded: 0
# LAUNCH grid=4 x=*i32[3]{0..9} o=*i32[4] n=3
@triton.jit
def branch_guarded(x, o, n):
    p = tl.program_id(0)
    v = tl.load(x + p, mask=p < n)
    if p < n:
        if v > 3:
            tl.store(o + p, 1)

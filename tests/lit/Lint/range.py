# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# KP0201 and KP0202: accesses outside of their argument, with and without a mask.
# RUN: %python %S/Inputs/lint.py %s %t | FileCheck %s
import triton
import triton.language as tl


# CHECK: == unmasked: 1
# CHECK-NEXT: {{[0-9]+}}:21-{{[0-9:]+}} warning KP0201 reads element 250 of `x`, which has 250 (6 lanes, the first in program (3, 0, 0), lane 58)
# LAUNCH grid=4 B=64 x=*fp32[250] o=*fp32[256]
@triton.jit
def unmasked(x, o, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(o + i, tl.load(x + i))


# CHECK: == unmasked_right: 0
# LAUNCH grid=4 B=64 x=*fp32[256] o=*fp32[256]
@triton.jit
def unmasked_right(x, o, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(o + i, tl.load(x + i))


# CHECK: == off_by_one: 1
# CHECK-NEXT: warning KP0202 writes element 250 of `o`, which has 250 (1 lane, the first in program (3, 0, 0), lane 58); the mask lets these lanes pass
# LAUNCH grid=4 B=64 o=*fp32[250] n=250
@triton.jit
def off_by_one(o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(o + i, 1.0, mask=i <= n)


# CHECK: == masked_right: 0
# LAUNCH grid=4 B=64 o=*fp32[250] n=250
@triton.jit
def masked_right(o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(o + i, 1.0, mask=i < n)


# CHECK: == before: 1
# CHECK-NEXT: warning KP0201 reads element -1 of `x`
# LAUNCH B=64 x=*fp32[64] o=*fp32[64]
@triton.jit
def before(x, o, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + i, tl.load(x + i - 1))


# An index of data whose values are known to lie in 0..10.
# CHECK: == clamped: 1
# CHECK-NEXT: note KP0201 may read outside of `x`, which has 10 elements: the index is only known to lie in 0..10
# LAUNCH B=64 idx=*i32[64]{0..999} x=*fp32[10] o=*fp32[64] n=10
@triton.jit
def clamped(idx, x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    j = tl.minimum(tl.maximum(tl.load(idx + i), 0), n)
    tl.store(o + i, tl.load(x + j))


# CHECK: == clamped_right: 0
# LAUNCH B=64 idx=*i32[64]{0..999} x=*fp32[10] o=*fp32[64] n=10
@triton.jit
def clamped_right(idx, x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    j = tl.minimum(tl.maximum(tl.load(idx + i), 0), n - 1)
    tl.store(o + i, tl.load(x + j))


# Nothing is known of what is loaded.
# CHECK: == unknown: 0
# LAUNCH B=64 x=*fp32[10] o=*fp32[64]
@triton.jit
def unknown(x, o, B: tl.constexpr):
    i = tl.arange(0, B)
    j = tl.load(o + i).to(tl.int32)
    tl.store(o + i, tl.load(x + j))


# CHECK: == block_pointer: 1
# CHECK-NEXT: warning KP0201 reads element 50 of `x`, which has 50
# LAUNCH B=64 x=*fp32[50] o=*fp32[64] n=50
@triton.jit
def block_pointer(x, o, n, B: tl.constexpr):
    p = tl.make_block_ptr(x, (n,), (1,), (0,), (B,), (0,))
    tl.store(o + tl.arange(0, B), tl.load(p))

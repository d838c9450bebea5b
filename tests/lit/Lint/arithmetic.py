# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# KP0301, KP0302, KP0303: shifts, divisions and conversions that have no result.
# RUN: %python %S/Inputs/lint.py %s %t | FileCheck %s
import triton
import triton.language as tl


# CHECK: == shift: 1
# CHECK-NEXT: warning KP0301 `<<` by 32 bits or more (or by less than 0) is undefined: 32 bits are all that the value has; processors differ in what they make of it (32 lanes, the first in program (0, 0, 0), lane 32)
# CHECK-NEXT: stored here
# LAUNCH B=64 x=*i32[64] o=*i32[64]
@triton.jit
def shift(x, o, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + i, tl.load(x + i) << i)


# CHECK: == shift_right: 0
# LAUNCH B=64 x=*i32[64] o=*i32[64]
@triton.jit
def shift_right(x, o, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + i, tl.load(x + i) << (i % 32))


# CHECK: == shift_chosen_away: 0
# LAUNCH B=64 x=*i32[64] o=*i32[64]
@triton.jit
def shift_chosen_away(x, o, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + i, tl.where(i < 32, tl.load(x + i) << i, 0))


# CHECK: == shift_loaded: 1
# CHECK-NEXT: note KP0301 `>>` by 32 bits or more (or by less than 0) may happen
# LAUNCH B=64 x=*i32[64]{0..40} o=*i32[64]
@triton.jit
def shift_loaded(x, o, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + i, i >> tl.load(x + i))


# CHECK: == shift_loaded_right: 0
# LAUNCH B=64 x=*i32[64]{0..31} o=*i32[64]
@triton.jit
def shift_loaded_right(x, o, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + i, i >> tl.load(x + i))


# CHECK: == divide: 1
# CHECK-NEXT: warning KP0302 the divisor is 0, and integer division by 0 is undefined; processors differ in what they make of it (1 lane, the first in program (0, 0, 0), lane 0)
# LAUNCH grid=4 o=*i32[4]
@triton.jit
def divide(o):
    p = tl.program_id(0)
    tl.store(o + p, 100 // p)


# CHECK: == divide_right: 0
# LAUNCH grid=4 o=*i32[4] n=3
@triton.jit
def divide_right(o, n):
    p = tl.program_id(0)
    tl.store(o + p, 100 // (p + 1) + p % n)


# CHECK: == divide_guarded: 0
# LAUNCH grid=4 o=*i32[4]
@triton.jit
def divide_guarded(o):
    p = tl.program_id(0)
    if p > 0:
        tl.store(o + p, 100 // p)


# CHECK: == convert: 1
# CHECK-NEXT: warning KP0303 the float is outside of what 32 bits of an integer can hold
# LAUNCH B=64 o=*i32[64]
@triton.jit
def convert(o, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + i, ((i + 1).to(tl.float32) * 3e9).to(tl.int32))


# CHECK: == convert_may: 1
# CHECK-NEXT: note KP0303 the float may be outside of what 8 bits of an integer can hold
# LAUNCH B=64 o=*i8[64]
@triton.jit
def convert_may(o, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + i, (i.to(tl.float32) * 4.0).to(tl.int8))


# CHECK: == convert_right: 0
# LAUNCH B=64 x=*fp32[64] o=*i8[64]
@triton.jit
def convert_right(x, o, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.minimum(tl.maximum(tl.load(x + i) * 100, -128.0), 127.0)
    tl.store(o + i, v.to(tl.int8))

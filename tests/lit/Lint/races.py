# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# KP0401 to KP0405: accesses of several programs, or of several lanes, to one address.
# RUN: %python %S/Inputs/lint.py %s %t | FileCheck %s
import triton
import triton.language as tl


# CHECK: == write: 1
# CHECK-NEXT: warning KP0401 program (0, 0, 0) and program (1, 0, 0) both write element 0 of `o`; which value stays depends on the order in which they run
# LAUNCH grid=4 x=*fp32[4] o=*fp32[1]
@triton.jit
def write(x, o):
    p = tl.program_id(0)
    tl.store(o, tl.load(x + p))


# CHECK: == write_overlap: 1
# CHECK-NEXT: warning KP0401 program (0, 0, 0) and program (1, 0, 0) both write element 48 of `o`
# LAUNCH grid=4 B=64 o=*i32[256]
@triton.jit
def write_overlap(o, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + tl.program_id(0) * 48 + i, i)


# CHECK: == write_same: 1
# CHECK-NEXT: note KP0401 {{.*}}they write the same value
# LAUNCH grid=4 o=*i32[1]
@triton.jit
def write_same(o):
    tl.store(o, 7)


# CHECK: == write_one: 0
# LAUNCH grid=4 x=*fp32[4] o=*fp32[1]
@triton.jit
def write_one(x, o):
    p = tl.program_id(0)
    if p == 0:
        tl.store(o, tl.load(x + p))


# CHECK: == write_apart: 0
# LAUNCH grid=4 B=64 o=*i32[256]
@triton.jit
def write_apart(o, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + tl.program_id(0) * B + i, i)


# CHECK: == neighbour: 1
# CHECK-NEXT: warning KP0402 program (1, 0, 0) writes element 1 of `x`, which program (0, 0, 0) reads; nothing orders the two
# CHECK-NEXT: read here
# LAUNCH grid=4 x=*fp32[5]
@triton.jit
def neighbour(x):
    p = tl.program_id(0)
    tl.store(x + p, tl.load(x + p + 1))


# CHECK: == in_place: 0
# LAUNCH grid=4 x=*fp32[4]
@triton.jit
def in_place(x):
    p = tl.program_id(0)
    tl.store(x + p, tl.load(x + p) + 1)


# CHECK: == duplicates: 1
# CHECK-NEXT: warning KP0403 several lanes of this store write element 0 of `o`
# LAUNCH B=64 o=*i32[32]
@triton.jit
def duplicates(o, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + i // 2, i)


# CHECK: == duplicates_equal: 0
# LAUNCH B=64 x=*i32[32] o=*i32[32]
@triton.jit
def duplicates_equal(x, o, B: tl.constexpr):
    i = tl.arange(0, B)
    j = tl.arange(0, 32)
    v = tl.broadcast_to(tl.load(x + j)[None, :], (B, 32))
    tl.store(o + tl.broadcast_to(j[None, :], (B, 32)), v)


# CHECK: == atomic: 1
# CHECK-NEXT: warning KP0404 element 0 of `o` is updated atomically by one program and read by another without order
# LAUNCH grid=4 o=*i32[1] y=*i32[4]
@triton.jit
def atomic(o, y):
    tl.atomic_add(o, 1)
    tl.store(y + tl.program_id(0), tl.load(o))


# CHECK: == atomic_only: 0
# LAUNCH grid=4 o=*i32[1]
@triton.jit
def atomic_only(o):
    tl.atomic_add(o, 1)


# Whether a lock does what it should is not decided; that it is waited for is said.
# CHECK: == lock: 1
# CHECK-NEXT: note KP0405 waits in a loop for what another program writes
# LAUNCH grid=4 lock=*i32[1]{0..0} o=*i32[1]
@triton.jit
def lock(lock, o):
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(o, tl.load(o) + 1)
    tl.atomic_xchg(lock, 0)


# CHECK: == no_lock: 0
# LAUNCH o=*i32[1]
@triton.jit
def no_lock(o):
    tl.store(o, tl.load(o) + 1)

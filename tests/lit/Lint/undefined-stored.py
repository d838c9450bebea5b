# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# KP0101: lanes that a load's mask switches off reach a store.
# RUN: %python %S/Inputs/lint.py %s %t | FileCheck %s
# RUN: %python %S/Inputs/lint.py %s %t --fix | FileCheck %s --check-prefix=FIXED
import triton
import triton.language as tl


# CHECK: == fires: 1
# CHECK-NEXT: {{[0-9]+}}:9-{{[0-9]+}}:35 warning KP0101 `v` is loaded with a mask and without `other`: lanes that the mask switches off are stored; the language leaves them undefined, where a GPU gives 0 (6 lanes, the first in program (3, 0, 0), lane 58)
# CHECK-NEXT: stored here
# CHECK-NEXT: fix {{[0-9]+}}:34: , other=0.0
# FIXED: == fires fixed: 0
# LAUNCH grid=4 B=64 x=*fp32[250] o=*fp32[256] n=250
@triton.jit
def fires(x, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, mask=i < n)
    tl.store(o + i, v * 2)


# A trailing comma, and brackets behind the call.
# CHECK: == trailing: 1
# CHECK: warning KP0101
# FIXED: == trailing fixed: 0
# LAUNCH B=64 x=*fp32[60] o=*fp32[64] n=60
@triton.jit
def trailing(x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(
        x + i,
        mask=(i < n),
    ).to(tl.float32)
    tl.store(o + i, (v + (1)))


# This launch has no such lane, others would.
# CHECK: == other_launch: 1
# CHECK-NEXT: note KP0101 {{.*}}would be undefined and are stored; this launch has none
# FIXED: == other_launch fixed: 0
# LAUNCH grid=4 B=64 x=*fp32[256] o=*fp32[256] n=256
@triton.jit
def other_launch(x, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(o + i, tl.load(x + i, mask=i < n))


# CHECK: == same_mask: 0
# LAUNCH grid=4 B=64 x=*fp32[250] o=*fp32[250] n=250
@triton.jit
def same_mask(x, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, mask=i < n)
    tl.store(o + i, v * 2, mask=i < n)


# A narrower mask implies a wider one.
# CHECK: == narrower: 0
# LAUNCH B=64 x=*fp32[50] o=*fp32[50] n=50
@triton.jit
def narrower(x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(x + i, mask=i < n)
    tl.store(o + i, v, mask=(i + 1 < n) & (i > 2))


# A wider one does not imply a narrower one.
# CHECK: == wider: 1
# CHECK: warning KP0101 {{.*}}(1 lane, the first in program (0, 0, 0), lane 50)
# LAUNCH B=64 x=*fp32[50] o=*fp32[64] n=50
@triton.jit
def wider(x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(x + i, mask=i < n)
    tl.store(o + i, v, mask=i <= n)


# CHECK: == chosen_away: 0
# LAUNCH B=64 x=*fp32[50] o=*fp32[64] n=50
@triton.jit
def chosen_away(x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(x + i, mask=i < n)
    tl.store(o + i, tl.where(i < n, v, 1.0))


# A mask of loaded values, the same at the store.
# CHECK: == data_mask: 0
# LAUNCH B=64 x=*fp32[64] o=*fp32[64]
@triton.jit
def data_mask(x, o, B: tl.constexpr):
    i = tl.arange(0, B)
    m = tl.load(x + i) > 0
    v = tl.load(x + i, mask=m)
    tl.store(o + i, v, mask=m)


# CHECK: == block_pointer: 1
# CHECK: warning KP0101 `v` is loaded with `boundary_check` and without `padding_option`
# CHECK: fix {{[0-9:]+}}: , padding_option="zero"
# FIXED: == block_pointer fixed: 0
# LAUNCH B=64 x=*fp32[50] o=*fp32[64] n=50
@triton.jit
def block_pointer(x, o, n, B: tl.constexpr):
    p = tl.make_block_ptr(x, (n,), (1,), (0,), (B,), (0,))
    v = tl.load(p, boundary_check=(0,))
    tl.store(o + tl.arange(0, B), v)


# CHECK: == block_pointer_both: 0
# LAUNCH B=64 x=*fp32[50] o=*fp32[50] n=50
@triton.jit
def block_pointer_both(x, o, n, B: tl.constexpr):
    p = tl.make_block_ptr(x, (n,), (1,), (0,), (B,), (0,))
    q = tl.make_block_ptr(o, (n,), (1,), (0,), (B,), (0,))
    tl.store(q, tl.load(p, boundary_check=(0,)), boundary_check=(0,))


@triton.jit
def read(x, i, n):
    return tl.load(x + i, mask=i < n)


# In a function that is called: the load, then the calls.
# CHECK: == called: 1
# CHECK: warning KP0101
# CHECK-NEXT: called from here
# LAUNCH B=64 x=*fp32[50] o=*fp32[64] n=50
@triton.jit
def called(x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + i, read(x, i, n))

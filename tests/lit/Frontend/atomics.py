# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Atomics: kinds by type, memory order and scope, masks, float extrema by their bits.
# RUN: charonia-emit %s | FileCheck %s
# ARGS: x:*fp32 i:*i32 u:*u32 h:*fp16
# CHECK: tt.atomic_rmw fadd, acq_rel, gpu, {{.*}} : (!tt.ptr<f32>, f32, i1) -> f32
# CHECK: tt.atomic_rmw add, relaxed, cta, {{.*}} : (tensor<4x!tt.ptr<i32>>, tensor<4xi32>, tensor<4xi1>)
# CHECK: tt.atomic_rmw umax, release, sys
# CHECK: tt.atomic_rmw min, acq_rel, gpu
# CHECK: tt.atomic_rmw exch
# CHECK: tt.atomic_rmw and
# CHECK: tt.atomic_rmw xor
# CHECK: tt.atomic_rmw fadd, {{.*}} f16
# CHECK: tt.atomic_cas acquire, gpu
# CHECK: tt.atomic_rmw max, {{.*}}i32
# CHECK: tt.atomic_rmw umin, {{.*}}i32
# CHECK: arith.select
import triton
import triton.language as tl


@triton.jit
def k(x, i, u, h):
    tl.atomic_add(x, 1.0)
    offs = tl.arange(0, 4)
    tl.atomic_add(i + offs, 1, mask=offs < 3, sem="relaxed", scope="cta")
    tl.atomic_max(u, 1, sem="release", scope="sys")
    i.atomic_min(3)
    tl.atomic_xchg(i, 5)
    tl.atomic_and(i, 5)
    tl.atomic_xor(i, 5)
    tl.atomic_add(h, 1.0)
    tl.atomic_cas(i, 0, 1, sem="acquire")
    tl.atomic_max(x, 2.0)

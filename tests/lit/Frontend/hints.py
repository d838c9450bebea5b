# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiler hints and barriers.
# RUN: charonia-emit %s | FileCheck %s
# ARGS: x:*fp32 n:i32=5
# CHECK: tt.contiguity = dense<16> : tensor<1xi32>
# CHECK-SAME: tt.divisibility = dense<16> : tensor<1xi32>
# CHECK: tt.constancy = dense<4>
# CHECK: llvm.intr.assume
# CHECK: gpu.barrier
# CHECK: tt.load {{.*}}cacheModifier = cg evictionPolicy = evict_first {isVolatile = true}
# CHECK: tt.store {{.*}}cacheModifier = wt evictionPolicy = evict_last
import triton
import triton.language as tl


@triton.jit
def k(x, n):
    offs = tl.max_contiguous(tl.multiple_of(n + tl.arange(0, 16), 16), 16)
    same = tl.max_constancy(offs // 4, 4)
    tl.assume(n > 0)
    tl.debug_barrier()
    v = tl.load(x + same, cache_modifier=".cg", eviction_policy="evict_first", volatile=True)
    tl.store(x + offs, v, cache_modifier=".wt", eviction_policy="evict_last")

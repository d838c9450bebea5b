# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# noinline functions are called with scalars and stay.
# RUN: charonia-emit %s | FileCheck %s
# ARGS: x:*fp32
# CHECK-DAG: tt.func private @{{.*}}far{{.*}} attributes {noinline = true}
# CHECK-DAG: tt.call @{{.*}}far
import triton
import triton.language as tl


@triton.jit(noinline=True)
def far(p, v):
    tl.store(p, v + 1.0)


@triton.jit
def k(x):
    far(x, tl.load(x))

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Comparisons follow the signedness of the common type; != of floats is true for NaN.
# RUN: charonia-emit %s | FileCheck %s
# ARGS: x:*fp32 n:i32=5 u:u32=6 b:i64=7
# CHECK: arith.cmpi slt, %{{.*}} : i32
# CHECK: arith.cmpi ult, %{{.*}} : i32
# CHECK: arith.cmpi ugt, %{{.*}} : i32
# CHECK: arith.cmpi slt, %{{.*}} : i64
# CHECK: arith.cmpf une
# CHECK: arith.cmpf oeq
# CHECK: arith.cmpf ogt
import triton
import triton.language as tl


@triton.jit
def k(x, n, u, b):
    v = tl.load(x)
    m = n < 3
    m = m & (u < 3)
    m = m & (n > u)
    m = m & (u < b)
    m = m & (v != v)
    m = m & (v == 1)
    m = m & (v > 0.5)
    tl.store(x, v, mask=m)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Casts that do not exist.
# RUN: not charonia-emit %s | FileCheck %s
# ARGS: x:*fp32 n:i32=1
# CHECK: 18:9: error: KF0306 a bit cast keeps the width: a scalar i32 has 32 bits and i64 has 64
# CHECK: 19:9: error: KF0306 a pointer casts to int64 or int1, not to i32
# CHECK: 20:9: error: KF0306 fp_downcast_rounding is for casts to a narrower float
# CHECK: 21:{{[0-9]+}}: error: KF0203 `fp_downcast_rounding` is "rtne" or "rtz", not "up"
# CHECK: 22:{{[0-9]+}}: error: KF0305 the dtype of a cast must be a type like tl.float32, not the constant 3
import triton
import triton.language as tl


@triton.jit
def k(x, n):
    # Each line is one error; the others are still found.
    value = tl.load(x)
    a = n.to(tl.int64, bitcast=True)
    b = x.to(tl.int32)
    c = n.to(tl.int64, fp_downcast_rounding="rtz")
    d = value.to(tl.float16, fp_downcast_rounding="up")
    e = value.to(3)
